# SPDX-License-Identifier: Apache-2.0
"""Inputs for tests, from the golden vectors."""
import base64
import hashlib
import math
import re

import numpy

import hallmark
from hallmark import vectors
from hallmark._dtypes import shares_bytes

# The formats, as the tests know them.
TENSORS_V0, TENSORS = "bintensors-v0", "bintensors-v1"  # named tensors, and metadata of text
PACKED = "safetensors"  # the same, and dtypes below a byte
TABLES = "oinf"  # named tensors, sizes, and metadata of any kind
MODELS = "gguf"  # named tensors, also in blocks, and metadata of any kind
REQUEST, RESPONSE = "kserve-request", "kserve-response"  # messages, also over HTTP
DOCUMENTS = "bson"  # tensors by path
VECTOR = "bson-vector"  # one tensor
STREAM = "futhark"  # tensors in a row, also as text
ARRAY = "npy"  # one array of NumPy, of any dtype and in any order

MARK = b"OINF\0"  # which a file of TABLES starts with

EXTENSIONS = hallmark._core.extensions
EXTENSION = EXTENSIONS[DOCUMENTS]


def choices(vector):
    """The arguments of validate() and open() for a vector."""
    given = {name: vector.options[name] for name in ("header_length", "profile") if name in vector.options}
    return {"format": vector.format, **given}


def bodies(*formats):
    """Vectors of the strict profile."""
    return [vector for vector in vectors.load(*formats) if "compat" not in vector.features]


def data_of(entry):
    """The bytes of a tensor of the common model, or the digest of many."""
    data = entry["data"]
    if data is None:
        return None
    return base64.b64decode(data["base64"]) if "base64" in data else data["sha256"]


def shows(array, entry):
    """Whether an array has dtype, shape and bytes of a tensor of the common model."""
    content = array_bytes(array)
    wanted = data_of(entry)
    shape = [len(content)] if shares_bytes(entry["dtype"]) else [int(size) for size in entry["shape"]]
    if isinstance(wanted, str):
        content = hashlib.sha256(content).hexdigest()
    return content == wanted and list(array.shape) == shape


def array_bytes(array):
    if array.dtype == object:
        return b"".join(len(one).to_bytes(4, "little") + one for one in array.reshape(-1))
    return array.reshape(-1).view(numpy.uint8).tobytes()


def fits(entry):
    """NumPy can have the tensor: whole bytes, 64 dimensions, and a product that fits 63 bits where zeros do not count; an
    element of less than 2 GiB."""
    if "dtype" in entry and shares_bytes(entry["dtype"]):
        return False
    if any(len(number) > 10 or int(number) >= 2**31 for number in re.findall(r"[1-9]\d*", str(entry.get("descr")))):
        return False
    shape = [int(size) for size in entry["shape"]]
    return len(shape) <= 64 and math.prod(size or 1 for size in shape) * 8 < 2**63


def opened(vector):
    return hallmark.open(vector.bytes, **choices(vector))

# SPDX-License-Identifier: Apache-2.0
"""Testee for tinygrad: nn.state.safe_load gives the tensors, safe_load_metadata the metadata; safe_save writes."""
import os
import subprocess

os.environ["DEV"] = "CPU"

from safetensors_file import FEATURES, Format, Unsupported, file_with, offer, tensor, written
from tinygrad import Tensor, dtypes
from tinygrad.nn.state import inverse_safe_dtypes, safe_dtypes, safe_load, safe_load_metadata, safe_save


def bytes_of(one):
    """Without arithmetic, and without a memoryview of a type that Python has none of."""
    return bytes(one.bitcast(dtypes.uint8).data()) if one.numel() else b""


def decode(raw):
    with file_with(raw) as file:
        tensors = [tensor(name, inverse_safe_dtypes[one.dtype], one.shape, bytes_of(one.flatten())) for name, one in safe_load(file).items()]
        return {"metadata": safe_load_metadata(file)[2].get("__metadata__"), "tensors": tensors}


def made(dtype, shape, raw):
    if dtype.upper() not in safe_dtypes:
        raise Unsupported("dtype not offered")
    made = safe_dtypes[dtype.upper()]
    return Tensor(raw, dtype=made, device="CPU").reshape(shape) if raw else Tensor.empty(*shape, dtype=made, device="CPU")


def encode(value):
    tensors, metadata = written(value)
    with file_with(b"") as file:
        try:
            safe_save({name: made(dtype, shape, raw) for name, dtype, shape, raw in tensors}, str(file), metadata)
        except subprocess.CalledProcessError:
            raise Unsupported("the compiler that tinygrad found cannot compile this") from None
        return file.read_bytes()


offer("tinygrad", "https://github.com/tinygrad/tinygrad", Format(decode, encode, FEATURES[:1]), (ValueError, RuntimeError))

# SPDX-License-Identifier: Apache-2.0
"""What the testees of safetensors in Python share: an input as a file, tensors as values, the parts of a value to write."""
import importlib.metadata
import json
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")
sys.path.append(f"{sys.path[1]}/..")

from apart import apart, file_named
from hallmark_testee import Format, Unsupported, data, data_bytes, serve

FEATURES = ("f8", "sub-byte", "c64", "fnuz")
DTYPES = ("BOOL U8 I8 I16 U16 F16 BF16 I32 U32 F32 F64 I64 U64 F8_E5M2 F8_E4M3 F4 F6_E2M3 F6_E3M2 F8_E8M0 C64 "
          "F8_E4M3FNUZ F8_E5M2FNUZ").split()


def file_with(raw):
    return file_named("model.safetensors", raw)


def tensor(name, dtype, shape, raw):
    whole = json.loads(json.dumps(list(shape)), parse_constant=str)  # NaN is no JSON, but Python reads it
    return {"name": name, "dtype": dtype.lower(), "shape": whole, "data": data(raw)}


def sliced(raw, name, dtype, shape, offsets):
    """A tensor of a reader that gives the header alone: its data lie where the header says."""
    begin, end = (8 + int.from_bytes(raw[:8], "little") + offset for offset in offsets)
    if end > len(raw):
        raise EOFError("the data that the header names are not in the file")
    return tensor(name, dtype, shape, raw[begin:end])


def written(value):
    """The tensors of a value as (name, dtype, shape, bytes), and its metadata."""
    if len({tensor["name"] for tensor in value["tensors"]}) < len(value["tensors"]):
        raise Unsupported("tensors are given as a dict, which holds a name once")
    return [(tensor["name"], tensor["dtype"], [int(size) for size in tensor["shape"]], data_bytes(tensor["data"]))
            for tensor in value["tensors"]], value["metadata"]


def offer(package, homepage, format, rejections):
    about = {"name": package, "version": importlib.metadata.version(package), "language": "python", "homepage": homepage}
    serve(about, {"safetensors": format}, rejections=rejections)

# SPDX-License-Identifier: Apache-2.0
"""Testee for the Python package safetensors: deserialize gives the tensors, safe_open the metadata; serialize writes.
Releases before 0.8 write from dicts, and name dtypes as numpy does."""
import importlib.metadata

import numpy
from safetensors_file import FEATURES, Format, Unsupported, file_with, offer, tensor, written

try:
    from safetensors import SafetensorError, deserialize, safe_open, serialize
except ImportError:  # 0.2
    from safetensors.safetensors_rust import deserialize, safe_open, serialize
    SafetensorError = Exception

RELEASE = tuple(map(int, importlib.metadata.version("safetensors").split(".")))
NAMES = {"f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64", "bool": "bool", "c64": "complex64",
         "f8_e5m2": "float8_e5m2", "f8_e4m3": "float8_e4m3fn", "f8_e8m0": "float8_e8m0fnu", "f8_e4m3fnuz": "float8_e4m3fnuz",
         "f8_e5m2fnuz": "float8_e5m2fnuz"}
NAMES |= {f"{kind[0]}{bits}": f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)}
LEVEL = sum(RELEASE >= since for since in [(0, 4, 1), (0, 6), (0, 7), (0, 8)])  # each brought dtypes


def decode(raw):
    with file_with(raw) as file, safe_open(file, framework="np") as opened:
        metadata = opened.metadata()
    return {"metadata": metadata, "tensors": [tensor(name, one["dtype"], one["shape"], one["data"]) for name, one in deserialize(raw)]}


def spec(dtype, shape, raw):
    """A tensor to write: since 0.8 a TensorSpec that points to the bytes."""
    if dtype not in NAMES:
        raise Unsupported("dtype not offered")
    if LEVEL < 4:
        return {"dtype": NAMES[dtype], "shape": shape, "data": raw}
    from safetensors import TensorSpec
    return TensorSpec(dtype=NAMES[dtype], shape=shape, data_ptr=numpy.frombuffer(raw, numpy.uint8).ctypes.data, data_len=len(raw))


def encode(value):
    tensors, metadata = written(value)
    if len(metadata or {}) > 1:
        raise Unsupported("writes the keys of metadata in an order of its own each time")
    return bytes(serialize({name: spec(dtype, shape, raw) for name, dtype, shape, raw in tensors}, metadata))


offer("safetensors", "https://github.com/huggingface/safetensors", Format(decode, encode, FEATURES[:LEVEL]), (SafetensorError,))

# SPDX-License-Identifier: Apache-2.0
"""Testee for mlx: mx.load reads, mx.save_safetensors writes. Each input has a process of its own: what is loaded is read
later, by threads, which a failure would leave behind. A process that dies takes the testee with it."""
import base64
import re

import mlx.core as mx
from safetensors_file import DTYPES, FEATURES, Format, Unsupported, apart, file_with, offer, tensor, written

NAMES = {mx.bool_: "bool", mx.complex64: "c64", mx.bfloat16: "bf16", mx.float16: "f16", mx.float32: "f32"} | {
    getattr(mx, f"{kind}{bits}"): f"{kind[0]}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)}
TYPES = {name: dtype for dtype, name in NAMES.items()}


def bytes_of(array):
    flat = array.reshape(-1)
    return bytes(memoryview(flat.view(mx.uint8))) if flat.size else b""


def read(raw):
    with file_with(raw) as file:
        arrays, metadata = mx.load(str(file), format="safetensors", return_metadata=True)
        mx.eval(arrays)
        return {"metadata": metadata or None, "tensors": [tensor(name, NAMES[one.dtype], one.shape, bytes_of(one)) for name, one in arrays.items()]}


def lacks(message):
    unmapped = re.search(r"unsupported dtype (\w+)", message)
    return unmapped and unmapped[1] in DTYPES


def made(dtype, shape, raw):
    if dtype not in TYPES:
        raise Unsupported("dtype not offered")
    flat = mx.array(memoryview(raw)).astype(mx.uint8) if raw else mx.zeros(0, mx.uint8)
    return flat.view(TYPES[dtype]).reshape(shape)


def write(value):
    tensors, metadata = written(value)
    with file_with(b"") as file:
        mx.save_safetensors(str(file), {name: made(dtype, shape, raw) for name, dtype, shape, raw in tensors}, metadata)
        return base64.b64encode(file.read_bytes()).decode()


offer("mlx", "https://github.com/ml-explore/mlx",
      Format(lambda raw: apart(read, raw, lacks), lambda value: base64.b64decode(apart(write, value, lacks)), FEATURES[2:3]), (RuntimeError,))

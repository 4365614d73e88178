# SPDX-License-Identifier: Apache-2.0
"""Testee for mlx: mx.load reads, mx.save_gguf writes. Each input has a process of its own: what is loaded is read later, by threads.
A process that dies takes the testee with it. mlx does not say the version; it is taken from the file."""
import base64
import re

import mlx.core as mx
from gguf_file import Format, Unsupported, apart, data, data_bytes, elements, file, file_with, number, offer, tensor

NAMES = {mx.bool_: "bool", mx.bfloat16: "bf16", mx.float16: "f16", mx.float32: "f32", mx.float64: "f64"} | {
    getattr(mx, f"{kind}{bits}"): f"{kind[0]}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)}
TYPES = {name: dtype for dtype, name in NAMES.items()}


def bytes_of(array):
    return bytes(memoryview(array.reshape(-1).view(mx.uint8))) if array.size else b""


def pair(key, value):
    """A pair: text, a list of texts, or an array; one without dimensions is a scalar."""
    if isinstance(value, str):
        return {"key": key, "type": "string", "value": value}
    if isinstance(value, list):
        raw = b"".join(len(text.encode()).to_bytes(8, "little") + text.encode() for text in value)
        return {"key": key, "type": "array", "value": {"type": "string", "length": len(value), "data": data(raw)}}
    kind = NAMES[value.dtype]
    if value.ndim:
        return {"key": key, "type": "array", "value": {"type": kind, "length": value.size, "data": data(bytes_of(value))}}
    return {"key": key, "type": kind, "value": data(bytes_of(value)) if kind[0] == "f" else value.item() if kind == "bool" else number(value.item())}


def read(raw):
    with file_with(raw) as path:
        arrays, metadata = mx.load(str(path), format="gguf", return_metadata=True)
        mx.eval(arrays)
        tensors = [tensor(name, NAMES[one.dtype], one.shape[::-1], bytes_of(one)) for name, one in arrays.items()]
        return file(int.from_bytes(raw[4:8], "little"), [pair(*each) for each in metadata.items()], tensors)


def decode(raw):
    value = apart(read, raw, lacks)
    if any(one["name"].endswith((".scales", ".biases")) for one in value["tensors"]):
        raise Unsupported("blocks are converted")
    return value


def lacks(message):
    return re.search("gguf_tensor_to_f16 failed|type .* not support", message)


def array(dtype, shape, raw):
    if dtype not in TYPES:
        raise Unsupported("dtype not offered")
    flat = mx.array(memoryview(raw)).astype(mx.uint8) if raw else mx.zeros(0, mx.uint8)
    return flat.view(TYPES[dtype]).reshape(shape)


def metadatum(one):
    kind, value = one["type"], one["value"]
    if kind == "string":
        if isinstance(value, dict):
            raise Unsupported("text that is no UTF-8")
        return value
    if kind != "array":
        raw = data_bytes(value) if kind[0] == "f" else int(value).to_bytes(8, "little", signed=int(value) < 0)[:TYPES[kind].size]
        return array(kind, [], raw)
    raw, length = data_bytes(value["data"]), int(value["length"])
    texts = elements(value["type"], length, raw)
    if value["type"] != "string":
        return array(value["type"], [length], raw)
    return [text.decode() for text in texts]


def write(value):
    if value["version"] != 3 or value["byte_order"] != "little":
        raise Unsupported("little-endian files of version 3 alone are written")
    for table, name in (("tensors", "name"), ("metadata", "key")):
        if len({one[name] for one in value[table]}) < len(value[table]):
            raise Unsupported(f"{table} are given as a dict, which holds a {name} once")
    with file_with(b"") as path:
        mx.save_gguf(str(path), {one["name"]: array(one["dtype"], [int(size) for size in one["shape"]], data_bytes(one["data"])) for one in value["tensors"]},
                     {one["key"]: metadatum(one) for one in value["metadata"]})
        return base64.b64encode(path.read_bytes()).decode()


def encode(value):
    return base64.b64decode(apart(write, value, lacks))


offer("mlx", "https://github.com/ml-explore/mlx", Format(decode, encode, ("version-2",)), (RuntimeError,))

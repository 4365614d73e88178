# SPDX-License-Identifier: Apache-2.0
"""What the testees of GGUF in Python share: an input as a file, pairs and tensors as values, the parts of a value to write."""
import importlib.metadata
import resource
import struct
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")
sys.path.append(f"{sys.path[1]}/..")

from apart import apart, file_named
from hallmark_testee import Format, Unsupported, data, data_bytes, serve

MEMORY = 4 << 30  # address space of a testee: a package that asks for more gets a MemoryError
FEATURES = ("big-endian", "version-2", "nested-arrays")
CURRENT = set(range(43)) - {4, 5, 31, 32, 33, 36, 37, 38}  # types of tensors
TYPES = "u8 i8 u16 i16 u32 i32 f32 bool string array u64 i64 f64".split()  # by their numbers in a file
FORMATS = dict(zip(TYPES, "BbHhIif?  Qqd"))  # of struct


def file_with(raw):
    return file_named("model.gguf", raw)


def text(raw):
    """Text as a value holds it: bytes where they are no UTF-8."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return data(raw)


def number(value):
    return value if abs(value) < 1 << 53 else str(value)


def scalar(type, raw):
    """A value of one element, from its bytes as a little-endian file holds them."""
    if type == "string":
        return text(raw[8:])
    if type in ("f32", "f64"):
        return data(raw)
    value, = struct.unpack("<" + FORMATS[type], raw)
    return value if type == "bool" else number(value)


def pair(key, type, raw):
    """A pair, from the bytes of its value as a little-endian file holds them."""
    if type != "array":
        return {"key": key, "type": type, "value": scalar(type, raw)}
    length = int.from_bytes(raw[4:12], "little")
    return {"key": key, "type": type, "value": {"type": TYPES[int.from_bytes(raw[:4], "little")], "length": number(length), "data": data(raw[12:])}}


def tensor(name, dtype, dimensions, raw):
    """A tensor; the dimensions as in the file, the fastest first."""
    return {"name": name, "dtype": dtype.lower(), "shape": [number(int(size)) for size in reversed(dimensions)], "data": data(raw)}


def file(version, metadata, tensors, big=False):
    return {"version": int(version), "byte_order": "big" if big else "little", "metadata": metadata, "tensors": tensors}


def elements(type, length, raw):
    """The elements of an array that is to be written, from the bytes that a little-endian file holds."""
    if type == "array":
        raise Unsupported("arrays of arrays are not written")
    made, rest = [], raw
    if type != "string":
        if len(raw) != length * struct.calcsize("<" + FORMATS[type]) or type == "bool" and max(raw, default=0) > 1:
            raise Unsupported("bytes that are no such elements")
        return struct.unpack(f"<{length}{FORMATS[type]}", raw)
    while rest:
        size = 8 + int.from_bytes(rest[:8], "little")
        if size > len(rest):
            break
        made.append(rest[8:size])
        rest = rest[size:]
    if rest or len(made) != length:
        raise Unsupported("bytes that are no such elements")
    return made


def given(one):
    """The value of a pair that is to be written: (type, of the elements of an array, value)."""
    type, value = one["type"], one["value"]
    if type == "array":
        return type, value["type"], elements(value["type"], int(value["length"]), data_bytes(value["data"]))
    if type in ("f32", "f64"):
        value, = struct.unpack("<" + FORMATS[type], data_bytes(value))
    elif type == "string" and isinstance(value, dict):
        value = data_bytes(value)
    return type, None, value if type in ("f32", "f64", "string", "bool") else int(value)


def offer(package, homepage, format, rejections):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    about = {"name": package, "version": importlib.metadata.version(package), "language": "python", "homepage": homepage}
    serve(about, {"gguf": format}, rejections=rejections)

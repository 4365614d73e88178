# SPDX-License-Identifier: Apache-2.0
"""Testee for the Python package bintensors. The layout is that of the release that is installed.

testee.py             deserialize gives the tensors, safe_open the metadata; both must take a file. serialize writes
testee.py safe_open   safe_open gives both, each tensor when it is asked for, as an array of numpy. serialize_file writes
"""
import contextlib
import pathlib
import sys
import tempfile

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

from bintensors import BintensorError, deserialize, safe_open, serialize, serialize_file
from hallmark_testee import Format, Unsupported, data, data_bytes, serve
from importlib.metadata import version

WRITTEN = {"bool": "bool", "u8": "uint8", "i8": "int8", "f8_e5m2": "float8_e5m2", "f8_e4m3": "float8_e4m3fn",
           "i16": "int16", "u16": "uint16", "f16": "float16", "bf16": "bfloat16", "i32": "int32", "u32": "uint32",
           "f32": "float32", "f64": "float64", "i64": "int64", "u64": "uint64"}


NOT_OF_NUMPY = {"F8_E5M2", "F8_E4M3", "BF16"}


@contextlib.contextmanager
def file_with(raw):
    with tempfile.NamedTemporaryFile(suffix=".bt") as file:
        file.write(raw)
        file.flush()
        yield file.name


def decode(raw):
    with file_with(raw) as name, safe_open(name, framework="np") as opened:
        metadata = opened.metadata()
    tensors = [{"name": name, "dtype": tensor["dtype"].lower(), "shape": tensor["shape"], "data": data(tensor["data"])}
               for name, tensor in deserialize(raw)]
    return {"metadata": metadata, "tensors": tensors}


def fetched(opened, name):
    try:
        array = opened.get_tensor(name)
    except (AttributeError, TypeError) as error:  # how it says that numpy has no such type
        if opened.get_slice(name).get_dtype() in NOT_OF_NUMPY:
            raise Unsupported(f"no array of numpy: {error}") from None
        raise
    kind = "bool" if array.dtype == bool else f"{array.dtype.kind}{8 * array.dtype.itemsize}"
    return {"name": name, "dtype": kind, "shape": list(array.shape), "data": data(array.tobytes())}


def decode_opened(raw):
    with file_with(raw) as name, safe_open(name, framework="np") as opened:
        return {"metadata": opened.metadata(), "tensors": [fetched(opened, tensor) for tensor in opened.keys()]}


def tensors_of(value):
    if len({tensor["name"] for tensor in value["tensors"]}) < len(value["tensors"]):
        raise Unsupported("tensors are given as a dict, which holds a name once")
    return {tensor["name"]: {"dtype": WRITTEN[tensor["dtype"]], "shape": [int(size) for size in tensor["shape"]],
                             "data": data_bytes(tensor["data"])} for tensor in value["tensors"]}


def encode(value):
    return bytes(serialize(tensors_of(value), value["metadata"]))


def encode_file(value):
    with file_with(b"") as name:
        serialize_file(name, tensors_of(value), value["metadata"])
        return pathlib.Path(name).read_bytes()


def steady(encode):
    def encode_steady(value):
        if max(len(value["tensors"]), len(value["metadata"] or {})) > 1:
            raise Unsupported("writes the entries of a map in an order of its own each time")
        return encode(value)

    return encode_steady


release = version("bintensors")
name, read, write = (("bintensors-safe_open", decode_opened, encode_file) if sys.argv[1:] == ["safe_open"] else
                     ("bintensors", decode, encode))
known = {"bintensors-v0": Format(read, steady(write))} if release.startswith("0.0.") else {
    "bintensors-v1": Format(read, write)}
serve({"name": name, "version": release, "language": "python",
       "homepage": "https://github.com/GnosisFoundation/bintensors"}, known, rejections=(BintensorError,))

"""Testee for the Python package bintensors. The layout is that of the release that is installed.

deserialize gives the tensors, safe_open the metadata; both must take a file. serialize writes.
"""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python_kit"))

from bintensors import BintensorError, deserialize, safe_open, serialize
from hallmark_testee import Format, Unsupported, data, data_bytes, serve
from importlib.metadata import version

WRITTEN = {"bool": "bool", "u8": "uint8", "i8": "int8", "f8_e5m2": "float8_e5m2", "f8_e4m3": "float8_e4m3fn",
           "i16": "int16", "u16": "uint16", "f16": "float16", "bf16": "bfloat16", "i32": "int32", "u32": "uint32",
           "f32": "float32", "f64": "float64", "i64": "int64", "u64": "uint64"}


def decode(raw):
    with tempfile.NamedTemporaryFile(suffix=".bt") as file:
        file.write(raw)
        file.flush()
        with safe_open(file.name, framework="np") as opened:
            metadata = opened.metadata()
    tensors = [{"name": name, "dtype": tensor["dtype"].lower(), "shape": tensor["shape"], "data": data(tensor["data"])}
               for name, tensor in deserialize(raw)]
    return {"metadata": metadata, "tensors": tensors}


def encode(value):
    if len({tensor["name"] for tensor in value["tensors"]}) < len(value["tensors"]):
        raise Unsupported("tensors are given as a dict, which holds a name once")
    return bytes(serialize({tensor["name"]: {"dtype": WRITTEN[tensor["dtype"]],
                                             "shape": [int(size) for size in tensor["shape"]],
                                             "data": data_bytes(tensor["data"])} for tensor in value["tensors"]},
                           value["metadata"]))


def encode_steady(value):
    if max(len(value["tensors"]), len(value["metadata"] or {})) > 1:
        raise Unsupported("writes the entries of a map in an order of its own each time")
    return encode(value)


def main():
    release = version("bintensors")
    known = {"bintensors-v0": Format(decode, encode_steady)} if release.startswith("0.0.") else {
        "bintensors-v1": Format(decode, encode)}
    serve({"name": "bintensors", "version": release, "language": "python",
           "homepage": "https://github.com/GnosisFoundation/bintensors"}, known, rejections=(BintensorError,))


if __name__ == "__main__":
    main()

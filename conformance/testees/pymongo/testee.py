# SPDX-License-Identifier: Apache-2.0
"""Testee for pymongo: testee.py list|numpy|iter|pure.

list and numpy are the two ways pymongo hands out the elements of a vector (as_vector(), as_vector(return_numpy=True))
and takes them (from_vector). iter and pure are two other readers of documents: decode_iter, and decode_all without the C
extension. Each is a program of its own inside pymongo, and deviates differently.
"""
import struct
import sys
import warnings

sys.path.insert(0, f"{sys.path[0]}/../python_kit")
MODE = sys.argv[1]
NAME = {"list": "pymongo", "numpy": "pymongo-numpy", "iter": "pymongo-decode-iter", "pure": "pymongo-pure"}[MODE]
if MODE == "pure":
    sys.modules["bson._cbson"] = None  # importing it fails, as where no compiler was at hand when pymongo was installed

import bson
import bson.errors
import numpy
import pymongo
from bson.binary import VECTOR_SUBTYPE, Binary, BinaryVectorDtype
from bson.code import Code
from bson.dbref import DBRef
from hallmark_testee import Format, data, data_bytes, serve

NAMES = {BinaryVectorDtype.INT8: "int8", BinaryVectorDtype.FLOAT32: "float32", BinaryVectorDtype.PACKED_BIT: "packed_bit"}
ELEMENTS = {"int8": "int8", "float32": "<f4", "packed_bit": "uint8"}
SINGLE_NAN, DOUBLE_NAN = 0x7F800000, 0x7FF << 52


def single(number):
    """The four bytes of a float. NaNs are narrowed bit by bit, because a conversion may change them."""
    bits = struct.unpack("<Q", struct.pack("<d", number))[0]
    if number == number:
        return struct.pack("<f", number)
    return struct.pack("<I", bits >> 63 << 31 | SINGLE_NAN | bits >> 29 & 0x7FFFFF)


def double(raw):
    """The float of four bytes; NaNs are widened bit by bit."""
    bits = struct.unpack("<I", raw)[0]
    if bits & SINGLE_NAN != SINGLE_NAN or not bits & 0x7FFFFF:
        return struct.unpack("<f", raw)[0]
    return struct.unpack("<d", struct.pack("<Q", bits >> 31 << 63 | DOUBLE_NAN | (bits & 0x7FFFFF) << 29))[0]


def elements_to_bytes(elements, dtype):
    if isinstance(elements, numpy.ndarray):
        return elements.astype(elements.dtype.newbyteorder("<"), copy=False).tobytes()
    if dtype == "float32":
        return b"".join(map(single, elements))
    return struct.pack(f"<{len(elements)}{'b' if dtype == 'int8' else 'B'}", *elements)


def bytes_to_elements(raw, dtype):
    if MODE == "numpy":
        return numpy.frombuffer(raw, dtype=ELEMENTS[dtype])
    if dtype == "float32":
        return [double(raw[i : i + 4]) for i in range(0, len(raw), 4)]
    return list(struct.unpack(f"<{len(raw)}{'b' if dtype == 'int8' else 'B'}", raw))


def vector_value(binary):
    vector = binary.as_vector(return_numpy=MODE == "numpy")
    name = NAMES[vector.dtype]
    return {"dtype": name, "padding": vector.padding, "data": data(elements_to_bytes(vector.data, name))}


def encode_vector(value):
    elements = bytes_to_elements(data_bytes(value["data"]), value["dtype"])
    return bytes(Binary.from_vector(elements, BinaryVectorDtype[value["dtype"].upper()], value["padding"]))


def step(key):
    """A key as Hallmark writes it in a path."""
    if key.isascii() and key.isidentifier():
        return f".{key}"
    quoted = "".join(f"\\x{ord(c):02x}" if ord(c) < 32 or ord(c) == 127 else "\\" + c if c in '"\\' else c for c in key)
    return f'["{quoted}"]'


def vectors_in(value, path):
    """Every subtype-9 binary at any depth, in order."""
    if isinstance(value, DBRef):
        value = value.as_doc()
    if isinstance(value, Code):
        value = value.scope or {}
    if isinstance(value, dict):
        for key, part in value.items():
            yield from vectors_in(part, path + step(key))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from vectors_in(part, f"{path}[{i}]")
    elif isinstance(value, Binary) and value.subtype == VECTOR_SUBTYPE:
        yield {"path": path, **vector_value(value)}


def decode_documents(raw):
    documents = list((bson.decode_iter if MODE == "iter" else bson.decode_all)(raw))
    return {"documents": len(documents),
            "vectors": [{"document": i, **vector} for i, document in enumerate(documents)
                        for vector in vectors_in(document, f"documents[{i}]")]}


warnings.simplefilter("ignore")  # ignored bits are a DeprecationWarning: accepted, whatever is written to the log
if bson.has_c() != (MODE != "pure"):
    sys.exit("the C extension of pymongo is missing, or in use where it should not be")
formats = {"bson": Format(decode_documents, features=("subtype-9",))}
if MODE in ("list", "numpy"):  # the other two read and write vectors as list does
    formats["bson-vector"] = Format(lambda raw: vector_value(Binary(raw, VECTOR_SUBTYPE)), encode_vector)
serve({"name": NAME, "version": pymongo.version, "language": "python", "homepage": "https://pymongo.readthedocs.io/"},
      formats, rejections=(ValueError, bson.errors.BSONError))

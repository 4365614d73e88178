# SPDX-License-Identifier: Apache-2.0
"""Testee for values.py, the reader and writer that Futhark puts into programs compiled to Python, in binary.

It is that of the programs in the package bfast. Such a reader is told the type of each value: that of options.types, or
the one that the value announces. Its panic, which ends a program with a message, is a rejection; other exceptions are
unexpected ones.
"""
import io
import sys
import warnings

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import bfast.monitor.opencl.bfastfinal as values
import numpy
from hallmark_testee import Format, Unsupported, data, serve
from importlib.metadata import version
from numpy_values import array_of

ELEMENTS = {name: numpy.dtype(kind["numpy_type"]) for name, kind in values.FUTHARK_PRIMTYPES.items()}
OF_LATER_VERSIONS = {"f16"}


class Panic(Exception):
    pass


def panic(_, message, *arguments):
    raise Panic(message % arguments)


def announced(raw, reader):
    """The type in the header of the binary value that comes next; where that is cut short or names no type, any."""
    at = reader.f.tell() - len(reader.lookahead_buffer)
    if raw[at : at + 1] != b"b":
        raise Unsupported("the types of values in text are not known")
    header = raw[at : at + 7]
    name = header[3:].decode("latin-1").strip()
    if name in OF_LATER_VERSIONS:
        raise Unsupported(f"no elements of the type {name}")
    return "[]" * header[2] + name if len(header) == 7 and name in ELEMENTS else "i32"


def value_of(read, told):
    array = numpy.asarray(read, ELEMENTS[told.rpartition("]")[2]])  # scalars are those of Python
    return {"dtype": told.rpartition("]")[2], "shape": list(array.shape), "data": data(array.tobytes())}


def decode(raw, types=None):
    reader = values.ReaderInput(io.BytesIO(raw))
    told = iter(types or ())
    read = []
    while True:
        values.skip_spaces(reader)
        if types is None and not reader.peek_char():
            return {"values": read}
        kind = announced(raw, reader) if types is None else next(told, None)
        if kind is None:
            values.end_of_input("main", reader)
            return {"values": read}
        read.append(value_of(values.read_value(kind, reader), kind))


def encode(value):
    arrays = [array_of(entry, ELEMENTS) for entry in value["values"]]
    return b"".join(bytes(values.construct_binary_value(array)) for array in arrays)


warnings.simplefilter("ignore")  # numpy warns of what it is about to drop
values.panic = panic
serve({"name": "Futhark's values.py", "version": f"in bfast {version('bfast')}", "language": "python",
       "homepage": "https://futhark-lang.org"},
      {"futhark": Format(decode, encode, features=("typed",), options=("types",))}, rejections=(Panic,))

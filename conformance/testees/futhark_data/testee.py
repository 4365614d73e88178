"""Testee for futhark-data: loadb reads a whole stream, dumpb and dumps write one value each.

ValueError is what the package itself raises for a bad stream. Other exceptions are unexpected rejections.
"""
import pathlib
import sys
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python_kit"))

import futhark_data
import numpy
from hallmark_testee import Format, Unsupported, data, data_bytes, serve
from importlib.metadata import version

ELEMENTS = {"i8": "i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "u8": "u1", "u16": "<u2", "u32": "<u4", "u64": "<u8",
            "f16": "<f2", "f32": "<f4", "f64": "<f8", "bool": "?"}
NAMES = {numpy.dtype(elements): name for name, elements in ELEMENTS.items()}


def value_of(loaded):
    array = numpy.asarray(loaded)  # text gives scalars of Python and of numpy too
    if array.dtype not in NAMES:  # an array of lists
        return {"dtype": str(array.dtype), "shape": list(array.shape), "data": None}
    return {"dtype": NAMES[array.dtype], "shape": list(array.shape), "data": data(array.tobytes())}


def decode(raw, form=None):  # a stream says itself what is text
    return {"values": [value_of(loaded) for loaded in futhark_data.loadb(raw)]}


def array_of(value):
    if value["dtype"] not in ELEMENTS:
        raise Unsupported(f"no elements of the type {value['dtype']}")
    try:
        elements = numpy.frombuffer(data_bytes(value["data"]), ELEMENTS[value["dtype"]])
        return elements.reshape([int(size) for size in value["shape"]])[()]  # a scalar where there are no axes
    except (ValueError, OverflowError) as error:  # the writer takes what numpy can hold
        raise Unsupported(f"no array of numpy: {error}") from None


def encode(value, form="binary"):
    arrays = [array_of(entry) for entry in value["values"]]
    if form == "text":
        return "".join(futhark_data.dumps(array) + "\n" for array in arrays).encode()
    return b"".join(futhark_data.dumpb(array) for array in arrays)


def main():
    warnings.simplefilter("ignore")  # numpy warns of names that it is about to drop, and of infinities
    implementation = {"name": "futhark-data", "version": version("futhark-data"), "language": "python",
                      "homepage": "https://github.com/diku-dk/futhark-data-python"}
    serve(implementation, {"futhark": Format(decode, encode, features=("text",), options=("form",))},
          rejections=(ValueError,))


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Testee for futhark-data: loadb reads a whole stream, dumpb and dumps write one value each.

ValueError is what the package itself raises for a bad stream. Other exceptions are unexpected rejections.
"""
import sys
import warnings

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import futhark_data
import numpy
from hallmark_testee import Format, data, serve
from importlib.metadata import version
from numpy_values import ELEMENTS, array_of

NAMES = {numpy.dtype(elements): name for name, elements in ELEMENTS.items()}


def value_of(loaded):
    array = numpy.asarray(loaded)  # text gives scalars of Python and of numpy too
    if array.dtype not in NAMES:  # an array of lists
        return {"dtype": str(array.dtype), "shape": list(array.shape), "data": None}
    return {"dtype": NAMES[array.dtype], "shape": list(array.shape), "data": data(array.tobytes())}


def decode(raw, form=None):  # a stream says itself what is text
    return {"values": [value_of(loaded) for loaded in futhark_data.loadb(raw)]}


def encode(value, form="binary"):
    arrays = [array_of(entry)[()] for entry in value["values"]]  # a scalar where there are no axes
    if form == "text":
        return "".join(futhark_data.dumps(array) + "\n" for array in arrays).encode()
    return b"".join(futhark_data.dumpb(array) for array in arrays)


warnings.simplefilter("ignore")  # numpy warns of names that it is about to drop, and of infinities
serve({"name": "futhark-data", "version": version("futhark-data"), "language": "python",
       "homepage": "https://github.com/diku-dk/futhark-data-python"},
      {"futhark": Format(decode, encode, features=("text",), options=("form",))}, rejections=(ValueError,))

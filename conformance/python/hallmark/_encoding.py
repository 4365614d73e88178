"""Arrays as the encoders of hallmark._core take them. The encoder of a family is hallmark/formats/<family>.py."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import numpy

from . import _dtypes


def little(array: numpy.ndarray) -> numpy.ndarray:
    return numpy.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))


def bytes_of(array: numpy.ndarray) -> numpy.ndarray:
    # ascontiguousarray makes one dimension of none. dtypes of ml_dtypes have no buffer of their own.
    return little(array).reshape(-1).view(numpy.uint8)


def _elements(array: numpy.ndarray) -> bytes:
    pieces = []
    for element in array.reshape(-1):
        element = element.encode() if isinstance(element, str) else bytes(element)
        pieces += [struct.pack("<I", len(element)), element]
    return b"".join(pieces)


def given(name: str, value: Any) -> tuple:
    array = numpy.asarray(value)
    if array.dtype.kind in "SU":
        array = array.astype(object)
    dtype = _dtypes.name_of(array.dtype)
    return name, dtype, array.shape, _elements(array) if dtype == "bytes" else bytes_of(array)


def named(tensors: Mapping[str, Any]) -> list[tuple]:
    return [given(name, value) for name, value in tensors.items()]

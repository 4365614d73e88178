# SPDX-License-Identifier: Apache-2.0
"""Arrays as the encoders of hallmark._core take them. The encoder of a family is hallmark/families/<family>.py."""

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
        if not isinstance(element, (str, bytes, bytearray, memoryview)):
            raise TypeError(f"an array of objects holds text and bytes, not {type(element).__name__}")
        element = element.encode() if isinstance(element, str) else bytes(element)
        pieces += [struct.pack("<I", len(element)), element]
    return b"".join(pieces)


def given(name: str, value: Any, format: str, *, text: bool = False) -> tuple:
    """An array, by its name in a format; `text` says whether the format has arrays of text."""
    array = numpy.asarray(value)
    if array.dtype.kind in "SU":
        array = array.astype(object)
    dtype = _dtypes.name_of(array.dtype)
    if dtype != "bytes":
        return name, dtype, array.shape, bytes_of(array)
    elements = _elements(array)
    if not text:
        raise TypeError(f"{format} has no text, of which {repr(name) if name else 'this array'} is")
    return name, dtype, array.shape, elements


def named(tensors: Mapping[str, Any], format: str, *, text: bool = False) -> list[tuple]:
    return [given(name, value, format, text=text) for name, value in members("tensors", tensors, object, "arrays")]


def members(part: str, mapping: Any, kind: type, values: str) -> list[tuple[str, Any]]:
    """The members of a mapping of text to values of a kind, which messages call `values`."""
    if not isinstance(mapping, Mapping):
        raise TypeError(f"{part} is a mapping of text to {values}, not {type(mapping).__name__}")
    for key, value in mapping.items():
        if not isinstance(key, str) or not isinstance(value, kind):
            raise TypeError(f"{part} is a mapping of text to {values}; it has {key!r}: {type(value).__name__}")
    return list(mapping.items())

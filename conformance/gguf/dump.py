# SPDX-License-Identifier: Apache-2.0
"""hallmark.dumps for GGUF."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy

from .. import _core, _dtypes
from .._encoding import bytes_of, members, named

STRING, ARRAY = 8, 9
TYPES = {"u8": 0, "i8": 1, "u16": 2, "i16": 3, "u32": 4, "i32": 5, "f32": 6, "bool": 7, "u64": 10, "i64": 11, "f64": 12}


def encode(tensors: Mapping[str, Any], format: str, *, metadata: Mapping[str, Any] = {}, version: int = 3) -> Any:
    """`tensors`: a mapping of names to arrays. metadata: a mapping of text to text, numbers, and arrays or lists of them.
    A number of Python is a u32 or, where it does not fit, 64 bits wide; a float is an f32; others are as NumPy has them.
    """
    pairs = [(key, *_value(value)) for key, value in members("metadata", metadata, object, "text, numbers, arrays")]
    return partial(_core.encode_gguf, named(tensors, format), pairs, version)


def metadata(facts: dict[str, Any]) -> dict[str, Any]:
    """An array of text as a list, of which what is no UTF-8 is bytes; an array of arrays as the bytes that hold it."""
    return {key: _texts(bytes(memoryview(value)), value.shape[0]) if isinstance(value, _core.Tensor) else value for key, value in facts.items()}


def _texts(content: bytes, count: int) -> list[str | bytes] | bytes:
    for order in ("little", "big"):
        texts: list[str | bytes] = []
        at = 0
        while len(texts) < count and (end := at + 8 + int.from_bytes(content[at:at + 8], order)) <= len(content):
            texts.append(_text(content[at + 8:end]))
            at = end
        if len(texts) == count and at == len(content):
            return texts
    return content


def _text(content: bytes) -> str | bytes:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content


def _value(value: Any) -> tuple[int, bytes]:
    """Its type, and the bytes that it has as the element of an array."""
    if isinstance(value, str):
        return STRING, struct.pack("<Q", len(value.encode())) + value.encode()
    if isinstance(value, (list, tuple)) and (not value or any(isinstance(one, (str, list, tuple, numpy.ndarray)) for one in value)):
        elements = [_value(one) for one in value]
        types = {kind for kind, _ in elements} or {STRING}
        if types not in ({STRING}, {ARRAY}):
            raise TypeError("the elements of an array are of one type")
        return ARRAY, struct.pack("<IQ", types.pop(), len(elements)) + b"".join(content for _, content in elements)
    array = numpy.asarray(value)
    if type(value) is int:
        array = numpy.asarray(value, "u4" if 0 <= value < 1 << 32 else "i8" if value < 1 << 63 else "u8")
    elif type(value) is float:
        array = numpy.float32(value)
    if array.dtype.kind == "U" or array.ndim > 1:
        return _value(array.tolist() if array.dtype.kind == "U" else list(array))
    kind = TYPES.get(_dtypes.name_of(array.dtype))
    if kind is None:
        raise TypeError(f"metadata have no {array.dtype}")
    content = bytes_of(array).tobytes()
    return (ARRAY, struct.pack("<IQ", kind, array.size) + content) if array.ndim else (kind, content)

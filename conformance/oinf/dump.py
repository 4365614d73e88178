"""hallmark.dumps for OINF."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import numpy

from .. import _core, _dtypes
from .._encoding import bytes_of, named


def encode(tensors: Mapping[str, Any], format: str, *, sizes: Mapping[str, int] = {}, metadata: Mapping[str, Any] = {}) -> Any:
    """`tensors`: a mapping of names to arrays; sizes: a mapping of names to numbers; metadata: to text, numbers, arrays."""
    return _core.encode_oinf(named(tensors), list(sizes.items()), [(key, *_oinf_value(value)) for key, value in metadata.items()])


def _oinf_value(value: Any) -> tuple[str, bytes]:
    if isinstance(value, str):
        text = value.encode()
        return "string", _padded(struct.pack("<I", len(text)) + text)
    array = numpy.asarray(value)
    name = _dtypes.name_of(array.dtype)
    data = bytes_of(array).tobytes()
    if array.ndim == 0 and not isinstance(value, numpy.ndarray):
        return name, data
    return "ndarray", _padded(struct.pack(f"<II{array.ndim}Q", _core.oinf_type(name), array.ndim, *array.shape) + data)


def _padded(blob: bytes) -> bytes:
    return blob + bytes(-len(blob) % 8)

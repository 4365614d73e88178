# SPDX-License-Identifier: Apache-2.0
"""hallmark.dumps for BSON vectors."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy

from .. import _core, _dtypes
from .._encoding import bytes_of

_VECTORS = {"i8": 0x03, "f32": 0x27, "bool": 0x10}


def vector(values: Any) -> tuple[int, int, Any]:
    array = numpy.asarray(values)
    dtype = _dtypes.name_of(array.dtype)
    if array.ndim != 1 or dtype not in _VECTORS:
        raise TypeError("a vector is one row of int8, float32 or bool")
    data = numpy.packbits(array) if dtype == "bool" else bytes_of(array)
    return _VECTORS[dtype], -len(array) % 8 if dtype == "bool" else 0, data


def encode(values: Any, format: str) -> Any:
    """`values`: one array: int8, float32, or bool for a PACKED_BIT vector."""
    return partial(_core.encode_bson_vector, *vector(values))

# SPDX-License-Identifier: Apache-2.0
"""hallmark.dumps for OINF."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from numbers import Integral
from typing import Any

import numpy

from .. import _core
from .._encoding import given, members, named


def encode(tensors: Mapping[str, Any], format: str, *, sizes: Mapping[str, int] = {}, metadata: Mapping[str, Any] = {}) -> Any:
    """`tensors`: a mapping of names to arrays; sizes: a mapping of names to numbers; metadata: to text, numbers, arrays."""
    numbers = [(name, _size(name, value)) for name, value in members("sizes", sizes, Integral, "whole numbers")]
    values = [_value(key, value, format) for key, value in members("metadata", metadata, object, "text, numbers, arrays")]
    return partial(_core.encode_oinf, named(tensors, format), numbers, values)


def _size(name: str, value: Any) -> int:
    if not 0 <= value < 1 << 64:
        raise ValueError(f"sizes are 0 to 2^64 - 1; {name} is {value}")
    return int(value)


def _value(key: str, value: Any, format: str) -> tuple[str, str | None, tuple, bool]:
    if isinstance(value, str):
        return key, value, given(key, (), format), False
    is_array = isinstance(value, numpy.ndarray) or numpy.ndim(value) > 0
    return key, None, given(key, value, format), is_array

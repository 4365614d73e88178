"""hallmark.dumps for OINF."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy

from .. import _core
from .._encoding import given, named


def encode(tensors: Mapping[str, Any], format: str, *, sizes: Mapping[str, int] = {}, metadata: Mapping[str, Any] = {}) -> Any:
    """`tensors`: a mapping of names to arrays; sizes: a mapping of names to numbers; metadata: to text, numbers, arrays."""
    return _core.encode_oinf(named(tensors), list(sizes.items()), [_value(key, value) for key, value in metadata.items()])


def _value(key: str, value: Any) -> tuple[str, str | None, tuple, bool]:
    if isinstance(value, str):
        return key, value, given(key, ()), False
    is_array = isinstance(value, numpy.ndarray) or numpy.ndim(value) > 0
    return key, None, given(key, value), is_array

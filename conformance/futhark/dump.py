# SPDX-License-Identifier: Apache-2.0
"""hallmark.dumps for Futhark values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from .. import _core
from .._encoding import given


def encode(values: Iterable[Any], format: str, *, text: bool = False) -> Any:
    """`values`: arrays in their order; text: whether to write text."""
    if isinstance(values, Mapping):
        raise TypeError("the values of a stream have no names: a list of arrays, not a mapping")
    return partial(_core.encode_futhark, [given("", value, format) for value in values], bool(text))

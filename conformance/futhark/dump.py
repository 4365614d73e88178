"""hallmark.dumps for Futhark values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .. import _core
from .._encoding import given


def encode(values: Iterable[Any], format: str, *, text: bool = False) -> Any:
    """`values`: arrays in their order; text: whether to write text."""
    return _core.encode_futhark([given("", value) for value in values], text)

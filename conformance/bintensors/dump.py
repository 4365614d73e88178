"""hallmark.dumps for BinTensors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import _core
from .._encoding import named


def encode(tensors: Mapping[str, Any], format: str, *, metadata: Mapping[str, str] | None = None) -> Any:
    """`tensors`: a mapping of names to arrays; metadata: a mapping of text to text, or None."""
    return _core.encode_bintensors(format, named(tensors), None if metadata is None else list(metadata.items()))

# SPDX-License-Identifier: Apache-2.0
"""hallmark.dumps for safetensors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from .. import _core
from .._encoding import members, named


def encode(tensors: Mapping[str, Any], format: str, *, metadata: Mapping[str, str] | None = None) -> Any:
    """`tensors`: a mapping of names to arrays; metadata: a mapping of text to text, or None."""
    pairs = None if metadata is None else members("metadata", metadata, str, "text")
    return partial(_core.encode_safetensors, named(tensors, format), pairs)

# SPDX-License-Identifier: Apache-2.0
"""hallmark.dumps for BSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import numpy

from .. import _core
from .bson_vector import vector


def encode(documents: Iterable[Mapping[str, Any]], format: str) -> Any:
    """`documents`: each a mapping; values are arrays as of bson-vector, text, bytes, numbers that 64 bits hold, bool, None,
    and lists and mappings of values.
    """
    if isinstance(documents, Mapping):
        raise TypeError("a list of documents, not one document")
    steps: list[tuple] = []
    for document in documents:
        if not isinstance(document, Mapping):
            raise TypeError(f"a document is a mapping, not {type(document).__name__}")
        _bson_members(steps, "begin", "", document.items())
    return partial(_core.encode_bson, steps)


def _bson_members(steps: list[tuple], kind: str, key: str, members: Iterable[tuple[str, Any]]) -> None:
    """Adds the calls of the encoder that write a document or an array."""
    steps.append((kind, key, None))
    for name, value in members:
        _bson_element(steps, name, value)
    steps.append(("end", "", None))


def _bson_element(steps: list[tuple], key: str, value: Any) -> None:
    if isinstance(value, numpy.generic):
        value = value.item()
    if value is None:
        steps.append(("null", key, None))
    elif isinstance(value, bool):
        steps.append(("boolean", key, value))
    elif isinstance(value, int):
        if not -(1 << 63) <= value < 1 << 63:
            raise OverflowError(f"{key}: {value} needs more than 64 bits")
        steps.append(("int32" if -(1 << 31) <= value < 1 << 31 else "int64", key, value))
    elif isinstance(value, float):
        steps.append(("number", key, value))
    elif isinstance(value, str):
        steps.append(("string", key, value.encode()))
    elif isinstance(value, (bytes, bytearray, memoryview)):
        steps.append(("binary", key, bytes(value)))
    elif isinstance(value, numpy.ndarray):
        steps.append(("vector", key, vector(value)))
    elif isinstance(value, Mapping):
        _bson_members(steps, "document", key, value.items())
    elif isinstance(value, (list, tuple)):
        _bson_members(steps, "array", key, (("", element) for element in value))
    else:
        raise TypeError(f"{key}: BSON is not written of {type(value).__name__}")

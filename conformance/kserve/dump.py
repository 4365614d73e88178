# SPDX-License-Identifier: Apache-2.0
"""hallmark.dumps for KServe messages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from .. import _core
from .._encoding import members as members_of
from .._encoding import named


def metadata(facts: Mapping[str, str]) -> dict[str, Any]:
    """The other members of a message: names and values are JSON."""
    return {json.loads(f'"{name}"'): json.loads(value) for name, value in facts.items()}


def encode(tensors: Mapping[str, Any], format: str, *, members: Mapping[str, Any] = {}, binary: bool = True) -> Any:
    """`tensors`: a mapping of names to arrays; members: what the message says beside its tensors; binary: whether data
    are binary, else JSON. Arrays of objects are BYTES.
    """
    json_of_members = json.dumps(dict(members_of("members", members, object, "what JSON has")), allow_nan=False)
    return partial(_core.encode_kserve, format, named(tensors, format, text=True), json_of_members, bool(binary))

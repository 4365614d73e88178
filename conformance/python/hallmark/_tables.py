# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Literal, NamedTuple, cast

from . import _core
from ._dump import family_of
from ._formats import Format
from ._validate import Profile, Source, choices, taken


class FormatInfo(NamedTuple):
    """A format: `keys` are the names or paths of its tensors, or places; `written` says whether dump() writes it."""

    id: Format
    title: str
    extensions: tuple[str, ...]
    keys: Literal["names", "paths", "places"]
    written: bool


def formats() -> list[FormatInfo]:
    """Every format, in the order in which they are tried on bytes without a name."""
    return [FormatInfo(cast(Format, id), title, extensions, keys, family_of(id) is not None) for id, title, extensions, keys in _core.formats]


def explain(rule: str) -> _core.Rule:
    """The rule with an id, as findings have it. Raises ValueError if there is none."""
    return _core.explain(rule)


def inspect(source: Source, *, format: Format | Literal["auto"] = "auto", profile: Profile = "strict", name: str | None = None,
            header_length: int | None = None, max_alloc: int = 1 << 30, layout: bool = False, stats: bool = False) -> str:
    """What `hallmark inspect` prints: what an input holds; with `layout` every field and its bytes, with `stats` statistics
    of its tensors. Of one that is not valid what comes before its first error.
    """
    if layout and stats:
        raise ValueError("layout or stats, not both")
    chosen = choices(format=format, profile=profile, header_length=header_length, max_alloc=max_alloc)
    return _core.inspect(*taken(source, name), chosen, layout, stats)

from __future__ import annotations

import os
from typing import Any, Union

from . import _core

# What can be judged or read: a path, or an object with a buffer, as bytes and memoryview.
Source = Union[str, "os.PathLike[str]", "os.PathLike[bytes]", Any]


def choices(**given: Any) -> _core.Choices:
    chosen = _core.Choices()
    for name, value in given.items():
        setattr(chosen, name, value)
    return chosen


def taken(source: Source, name: str | None) -> tuple[bytes, Any]:
    """The path of a source and its bytes, or None where they lie in that file."""
    if isinstance(source, (str, os.PathLike)):
        if name is not None:
            raise TypeError("a path is its own name")
        path = os.fsencode(source)
        if b"\0" in path:
            raise ValueError("a path has no NUL")
        return path, None
    return os.fsencode("-" if name is None else name), source


def validate(source: Source, *, format: str = "auto", profile: str = "strict", name: str | None = None,
             header_length: int | None = None, size: int | None = None, max_errors: int = 20, max_alloc: int = 1 << 30,
             max_depth: int | None = None, max_rank: int | None = None, readers: bool = False) -> _core.Report:
    """Judges one input, as `hallmark validate` does: a file by its path, or bytes in memory.

    `name` is that of bytes in memory; its extension may tell their format. A file that cannot be read gives a report,
    too, with verdict "unreadable". With `size` the source is the beginning of a file of so many bytes: its header is
    judged, and where that needs more, the finding `hallmark/window` expects as many bytes as it takes. With `readers`
    each finding names the judged implementations that take inputs which break its rule. The GIL is released meanwhile.
    """
    if not 1 <= max_errors <= 10_000:
        raise ValueError("max_errors is 1 to 10000")
    path, data = taken(source, name)
    chosen = choices(format=format, profile=profile, header_length=header_length, size=size, max_alloc=max_alloc, max_depth=max_depth, max_rank=max_rank)
    return _core.validate(path, data, data is None or name is not None, chosen, max_errors, readers)

# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, Union

from . import _core
from ._formats import Format

if TYPE_CHECKING:
    from typing_extensions import Buffer

Profile = Literal["strict", "compat"]


class Readable(Protocol):
    """A file that is open for reading bytes."""

    def read(self) -> bytes: ...


# What can be judged or read: a path, an object with a buffer, as bytes and memoryview, or an open file.
Source = Union[str, "os.PathLike[str]", "os.PathLike[bytes]", "Buffer", Readable]


def choices(**given: Any) -> _core.Choices:
    try:
        return _core.Choices(**given)
    except TypeError:
        for name, value in given.items():
            try:
                _core.Choices(**{name: value})
            except TypeError:
                raise _wrong(name, value) from None
        raise


def _wrong(name: str, value: object) -> Exception:
    if name in ("format", "profile"):
        return TypeError(f"{name} is text, not {type(value).__name__}")
    if not isinstance(value, int):
        return TypeError(f"{name} is a whole number, not {type(value).__name__}")
    return ValueError(f"{name} is 0 to 2^{32 if name in ('max_depth', 'max_rank') else 64} - 1, not {value}")


class Input(NamedTuple):
    """What the module takes of a source."""

    path: bytes  # or the name of bytes in memory
    data: Any  # an object with a buffer; None if the bytes lie in the file
    named: bool


def taken(source: Source, name: str | None) -> Input:
    """The input that a source is. An open file is read to its end."""
    if isinstance(source, (str, os.PathLike)):
        if name is not None:
            raise TypeError("a path is its own name")
        path = os.fsencode(source)
        if b"\0" in path:
            raise ValueError("a path has no NUL")
        return Input(path, None, True)
    if not _has_buffer(source):
        if not hasattr(source, "read"):
            raise TypeError(f"an input is a path, bytes or a file that is open for reading, not {type(source).__name__}")
        file, source = source, source.read()
        if not _has_buffer(source):
            raise TypeError('the file is open as text; open it with mode "rb"')
        # The name of a gzip.GzipFile and its like is that of another content.
        if name is None and isinstance(getattr(file, "raw", file), io.FileIO) and isinstance(file.name, (str, bytes)):
            name = os.fsdecode(file.name)
    return Input(os.fsencode("-" if name is None else name), source, name is not None)


def _has_buffer(value: object) -> bool:
    try:
        memoryview(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def validate(source: Source, *, format: Format | Literal["auto"] = "auto", profile: Profile = "strict", name: str | None = None,
             header_length: int | None = None, size: int | None = None, max_errors: int = 20, max_alloc: int = 1 << 30,
             max_depth: int | None = None, max_rank: int | None = None, readers: bool = False) -> _core.Report:
    """Judges one input, as `hallmark validate` does: a file by its path, bytes in memory, or what an open file still has.

    `name` is that of bytes in memory; its extension may tell their format. A file that cannot be read gives a report,
    too, with verdict "unreadable". With `size` the source is the beginning of a file of so many bytes: its header is
    judged, and where that needs more, the finding `hallmark/window` expects as many bytes as it takes. With `readers`
    each finding names the judged implementations that take inputs which break its rule. The GIL is released meanwhile.
    """
    if not 1 <= max_errors <= 10_000:
        raise ValueError("max_errors is 1 to 10000")
    given = taken(source, name)
    chosen = choices(format=format, profile=profile, header_length=header_length, size=size, max_alloc=max_alloc, max_depth=max_depth, max_rank=max_rank)
    return _core.validate(*given, chosen, max_errors, readers)

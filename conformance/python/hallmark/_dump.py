# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import functools
import importlib
import mmap
import os
import secrets
import stat
from collections.abc import Callable
from typing import Any, BinaryIO, Protocol, Union, overload

from . import _core
from ._errors import RefusedError
from ._formats import Format, MessageFormat


class Writable(Protocol):
    """A file that is open for writing bytes."""

    def write(self, content: bytes, /) -> object: ...


Target = Union[str, "os.PathLike[str]", Writable]


class Body(bytes):
    """The body of a message, as dumps() makes it. `header_length` is how many of its bytes are JSON: what the field
    Inference-Header-Content-Length of the message says, and open() takes.
    """

    header_length: int


def dump(tensors: Any, target: Target, format: Format | None = None, **parts: Any) -> None:
    """Writes what dumps() makes to a path or a file. A file that is replaced keeps its mode, changes at once and as a
    whole, and arrays of the former one stay as they are. Without `format` the extension tells it.
    """
    if isinstance(target, (str, os.PathLike)):
        path = os.fspath(target)
        if format is None:
            format = _core.written.get(os.path.splitext(path)[1])
            if format is None:
                raise ValueError(f"{path}: name the format, the extension does not tell it")
        encode = _encoder(tensors, format, parts)
        _replace(path, functools.partial(_encode_into, encode))
    elif not hasattr(target, "write"):
        raise TypeError(f"the target is a path or a file that is open for writing, not {type(target).__name__}")
    elif format is None:
        raise ValueError("name the format")
    else:
        target.write(dumps(tensors, format, **parts))


def _encode_into(encode: Callable[[Any], Any], file: BinaryIO) -> None:
    """Encodes in the memory of the file: what is large is there once only."""
    content, _ = _done(encode(functools.partial(_memory_of, file)))
    if content is not None:
        file.write(content)


def _memory_of(file: BinaryIO, size: int) -> mmap.mmap | None:
    """None where the file system cannot map a file: then it is written."""
    if size == 0:
        return None
    os.posix_fallocate(file.fileno(), 0, size)  # on a full disk this is an error; later it would be a signal
    try:
        return mmap.mmap(file.fileno(), size)
    except OSError:
        return None


def _replace(path: str, write: Callable[[BinaryIO], None]) -> None:
    """Writes a file beside the path, which takes its place when it is on the disk. A file that is replaced keeps its mode."""
    try:
        mode = stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        mode = None
    written = f"{path}.{secrets.token_hex(4)}"
    handle = os.open(written, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666 if mode is None else mode)
    try:
        with os.fdopen(handle, "w+b") as file:
            if mode is not None:
                os.fchmod(handle, mode)
            write(file)
            file.flush()
            os.fsync(handle)
        os.replace(written, path)
    except BaseException:
        os.unlink(written)
        raise


def family_of(format: str) -> Any:
    """The module of a family; None if it has none: then its formats are not written."""
    try:
        return importlib.import_module(f".families.{_core.families[format]}", __package__)
    except ModuleNotFoundError:
        return None


def _encoder(tensors: Any, format: str, parts: dict[str, Any]) -> Callable[[Any], Any]:
    """What encodes in the memory that a function gives for a size; for None in memory of its own."""
    if format not in _core.families:
        raise ValueError(f"format is none of {', '.join(_core.families)}")
    family = family_of(format)
    if family is None:
        raise ValueError(f"{format} can be read, but not written")
    known = family.encode.__kwdefaults__ or {}
    if unknown := parts.keys() - known.keys():
        raise TypeError(f"{format} takes {' and '.join(known) or 'nothing'} beside its tensors, not {' and '.join(sorted(unknown))}")
    return family.encode(tensors, format, **parts)


def _done(encoded: Any) -> tuple[bytes | None, int]:
    if isinstance(encoded, _core.Finding):
        raise RefusedError(encoded)
    return encoded


@overload
def dumps(tensors: Any, format: MessageFormat, **parts: Any) -> Body: ...
@overload
def dumps(tensors: Any, format: Format, **parts: Any) -> bytes: ...
def dumps(tensors: Any, format: Format, **parts: Any) -> bytes:
    """Encodes arrays. Raises RefusedError for what the format cannot say, and TypeError for a dtype that it lacks.

    What `tensors` and the other parts are depends on the family; `help("hallmark.families.FAMILY")` says it. The body of
    a message is a Body, bytes that have a `header_length`.
    """
    content, header_length = _done(_encoder(tensors, format, parts)(None))
    assert content is not None  # no memory was given
    if not header_length:
        return content
    body = Body(content)
    body.header_length = header_length
    return body

from __future__ import annotations

import importlib
import os
import secrets
import stat
from collections.abc import Callable
from typing import IO, Any

from . import _core
from ._errors import RefusedError


def dump(tensors: Any, target: str | os.PathLike[str] | IO[bytes], format: str | None = None, **parts: Any) -> None:
    """Writes what dumps() makes to a path or a file. A file that is replaced changes at once and as a whole, and arrays
    of the former one stay as they are. Without `format` the extension tells it.
    """
    if isinstance(target, (str, os.PathLike)):
        path = os.fspath(target)
        if format is None:
            format = _core.written.get(os.path.splitext(path)[1])
            if format is None:
                raise ValueError(f"{path}: name the format, the extension does not tell it")
        content = dumps(tensors, format, **parts)
        _replace(path, lambda file: file.write(content))
    elif format is None:
        raise ValueError("name the format")
    else:
        target.write(dumps(tensors, format, **parts))


def _replace(path: str, write: Callable[[IO[bytes]], object]) -> None:
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
        return importlib.import_module(f".formats.{_core.families[format]}", __package__)
    except ModuleNotFoundError:
        return None


def dumps(tensors: Any, format: str, **parts: Any) -> bytes:
    """Encodes arrays. Raises RefusedError for what the format cannot say, and TypeError for a dtype that it lacks.

    What `tensors` and the other parts are depends on the family; `help("hallmark.formats.FAMILY")` says it.
    """
    if format not in _core.families:
        raise ValueError(f"format is none of {', '.join(_core.families)}")
    family = family_of(format)
    if family is None:
        raise ValueError(f"{format} can be read, but not written")
    encoded = family.encode(tensors, format, **parts)
    if isinstance(encoded, bytes):
        return encoded
    raise RefusedError(encoded)

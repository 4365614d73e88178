from __future__ import annotations

import importlib
import os
import tempfile
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
        _replace(path, dumps(tensors, format, **parts))
    elif format is None:
        raise ValueError("name the format")
    else:
        target.write(dumps(tensors, format, **parts))


def _replace(path: str, content: bytes) -> None:
    try:
        mode = os.stat(path).st_mode & 0o777
    except FileNotFoundError:
        os.umask(mask := os.umask(0))
        mode = 0o666 & ~mask
    handle, written = tempfile.mkstemp(prefix=os.path.basename(path) + ".", dir=os.path.dirname(path) or ".")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            os.chmod(written, mode)
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

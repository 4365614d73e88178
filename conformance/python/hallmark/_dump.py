from __future__ import annotations

import json
import os
import struct
import tempfile
from collections.abc import Iterable, Mapping
from typing import IO, Any

import numpy

from . import _core, _dtypes
from ._errors import RefusedError

_EXTENSIONS = {".bson": "bson", ".bt": "bintensors-v1", ".bintensors": "bintensors-v1", ".oinf": "oinf", ".bsonvec": "bson-vector", ".futhark": "futhark",
               ".in": "futhark", ".data": "futhark"}


def dump(tensors: Any, target: str | os.PathLike[str] | IO[bytes], format: str | None = None, **parts: Any) -> None:
    """Writes what dumps() makes to a path or a file. A file that is replaced changes at once and as a whole, and arrays
    of the former one stay as they are. Without `format` the extension tells it: .bson .bt .bintensors .oinf .bsonvec
    .futhark
    """
    if isinstance(target, (str, os.PathLike)):
        path = os.fspath(target)
        if format is None:
            format = _EXTENSIONS.get(os.path.splitext(path)[1])
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


def dumps(tensors: Any, format: str, **parts: Any) -> bytes:
    """Encodes arrays. Raises RefusedError for what the format cannot say, and TypeError for a dtype that it lacks.

    bintensors-v0, bintensors-v1   a mapping of names to arrays; metadata: a mapping of text to text, or None
    oinf                           the same; sizes: a mapping of names to numbers; metadata: to text, numbers, arrays
    kserve-request, kserve-response  the same; members: what the message says beside its tensors; binary: whether data
                                   are binary, else JSON. Arrays of objects are BYTES
    futhark                        arrays in their order; text: whether to write text
    bson-vector                    one array: int8, float32, or bool for a PACKED_BIT vector
    bson                           documents, each a mapping; values are arrays as of bson-vector, text, bytes, numbers that
                                   64 bits hold, bool, None, and lists and mappings of values
    """
    if format not in _ENCODERS:
        raise ValueError(f"format is none of {', '.join(_ENCODERS)}")
    encoded = _ENCODERS[format](tensors, format, **parts)
    if isinstance(encoded, bytes):
        return encoded
    raise RefusedError(encoded)


def _little(array: numpy.ndarray) -> numpy.ndarray:
    return numpy.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))


def _bytes_of(array: numpy.ndarray) -> numpy.ndarray:
    # ascontiguousarray makes one dimension of none. dtypes of ml_dtypes have no buffer of their own.
    return _little(array).reshape(-1).view(numpy.uint8)


def _elements(array: numpy.ndarray) -> bytes:
    pieces = []
    for element in array.reshape(-1):
        element = element.encode() if isinstance(element, str) else bytes(element)
        pieces += [struct.pack("<I", len(element)), element]
    return b"".join(pieces)


def _given(name: str, value: Any) -> tuple:
    array = numpy.asarray(value)
    if array.dtype.kind in "SU":
        array = array.astype(object)
    dtype = _dtypes.name_of(array.dtype)
    return name, dtype, array.shape, _elements(array) if dtype == "bytes" else _bytes_of(array)


def _named(tensors: Mapping[str, Any]) -> list[tuple]:
    return [_given(name, value) for name, value in tensors.items()]


def _bintensors(tensors: Mapping[str, Any], format: str, *, metadata: Mapping[str, str] | None = None) -> Any:
    return _core.encode_bintensors(format, _named(tensors), None if metadata is None else list(metadata.items()))


def _oinf(tensors: Mapping[str, Any], format: str, *, sizes: Mapping[str, int] = {}, metadata: Mapping[str, Any] = {}) -> Any:
    return _core.encode_oinf(_named(tensors), list(sizes.items()), [(key, *_oinf_value(value)) for key, value in metadata.items()])


def _oinf_value(value: Any) -> tuple[str, bytes]:
    if isinstance(value, str):
        text = value.encode()
        return "string", _padded(struct.pack("<I", len(text)) + text)
    array = numpy.asarray(value)
    name = _dtypes.name_of(array.dtype)
    data = _bytes_of(array).tobytes()
    if array.ndim == 0 and not isinstance(value, numpy.ndarray):
        return name, data
    return "ndarray", _padded(struct.pack(f"<II{array.ndim}Q", _core.oinf_type(name), array.ndim, *array.shape) + data)


def _padded(blob: bytes) -> bytes:
    return blob + bytes(-len(blob) % 8)


def _kserve(tensors: Mapping[str, Any], format: str, *, members: Mapping[str, Any] = {}, binary: bool = True) -> Any:
    return _core.encode_kserve(format, _named(tensors), json.dumps(dict(members), allow_nan=False), binary)


def _futhark(values: Iterable[Any], format: str, *, text: bool = False) -> Any:
    return _core.encode_futhark([_given("", value) for value in values], text)


_VECTORS = {"i8": 0x03, "f32": 0x27, "bool": 0x10}


def _vector(values: Any) -> tuple[int, int, Any]:
    array = numpy.asarray(values)
    dtype = _dtypes.name_of(array.dtype)
    if array.ndim != 1 or dtype not in _VECTORS:
        raise TypeError("a vector is one row of int8, float32 or bool")
    data = numpy.packbits(array) if dtype == "bool" else _bytes_of(array)
    return _VECTORS[dtype], -len(array) % 8 if dtype == "bool" else 0, data


def _bson_vector(values: Any, format: str) -> Any:
    return _core.encode_bson_vector(*_vector(values))


def _bson(documents: Iterable[Mapping[str, Any]], format: str) -> Any:
    if isinstance(documents, Mapping):
        raise TypeError("a list of documents, not one document")
    steps: list[tuple] = []
    for document in documents:
        _bson_members(steps, "begin", "", document.items())
    return _core.encode_bson(steps)


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
        steps.append(("vector", key, _vector(value)))
    elif isinstance(value, Mapping):
        _bson_members(steps, "document", key, value.items())
    elif isinstance(value, (list, tuple)):
        _bson_members(steps, "array", key, (("", element) for element in value))
    else:
        raise TypeError(f"{key}: BSON is not written of {type(value).__name__}")


_ENCODERS = {"bintensors-v0": _bintensors, "bintensors-v1": _bintensors, "oinf": _oinf, "futhark": _futhark, "bson-vector": _bson_vector,
             "bson": _bson, "kserve-request": _kserve, "kserve-response": _kserve}

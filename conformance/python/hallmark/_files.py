from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy

from . import _core, _dtypes
from ._dump import family_of
from ._errors import BY_VERDICT
from ._validate import Source, choices, taken, validate


class TensorInfo(NamedTuple):
    """What a file says of a tensor: the dtype by its name in Hallmark, of a row of bits "packed_bit"."""

    dtype: str
    shape: tuple[int, ...]
    nbytes: int


class _Tensors:
    """What both kinds of file share. Arrays keep the file in memory, also after close()."""

    def __init__(self, file: _core.File, source: Source, given: dict[str, Any]) -> None:
        self._opened: _core.File | None = file
        self._source = os.path.abspath(source) if isinstance(source, (str, os.PathLike)) else source
        self._given = given
        self._compat = given["profile"] == "compat"

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle has the path of a file, which is opened again; of bytes in memory it has the bytes."""
        self._file
        source = self._source if isinstance(self._source, str) else bytes(self._source)
        return _open_again, (source, self._given)

    @property
    def _file(self) -> _core.File:
        if self._opened is None:
            raise ValueError("the file is closed")
        return self._opened

    @property
    def format(self) -> str:
        """Id of the format."""
        return self._file.format

    def close(self) -> None:
        """Lets go of the file. It stays in memory while there are arrays of it."""
        self._opened = self._source = None

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _array(self, place: int) -> numpy.ndarray:
        tensor = self._file[place]
        if tensor.dtype == "bytes":
            return _elements(tensor)
        array = _view(tensor)
        # Profile compat accepts other bytes than 0 and 1, of which NumPy makes something else in each function.
        if self._compat and array.dtype == bool:
            array = numpy.asarray(array.view(numpy.uint8) != 0)  # of a scalar, the comparison is no array
            array.flags.writeable = False
        return array

    @property
    def metadata(self) -> dict[str, Any]:
        """What the file says beside its tensors: text, scalars and arrays; of a message its other members."""
        facts = {name: _value(value, scalar) for name, value, scalar in self._file.facts(numbers=False)}
        # The family of a format that has JSON says what that means.
        read = getattr(family_of(self.format), "metadata", None)
        return read(facts) if read else facts

    @property
    def sizes(self) -> dict[str, int]:
        """Size variables, of a format that has some."""
        return {name: value for name, value, _ in self._file.facts(numbers=True)}


def _view(tensor: _core.Tensor) -> numpy.ndarray:
    """The array of a tensor, without copying; of a row of bits that of the bytes that hold them."""
    if tensor.dtype == "packed_bit":
        return _bytes(tensor)
    dtype = _dtypes.of(tensor.dtype)
    try:
        return _locked(numpy.ndarray(tensor.shape, dtype, tensor))
    except (ValueError, OverflowError) as error:
        raise ValueError(f"NumPy has no array of this shape: {error}; raw() reads the bytes") from None


def _bytes(tensor: _core.Tensor) -> numpy.ndarray:
    return _locked(numpy.ndarray((tensor.nbytes,), numpy.uint8, tensor))


def _locked(array: numpy.ndarray) -> numpy.ndarray:
    """Arrays over a tensor cannot be written to, as its buffer says; one without elements has memory of its own."""
    array.flags.writeable = False
    return array


def _elements(tensor: _core.Tensor) -> numpy.ndarray:
    elements = numpy.empty(len(found := tensor.elements()), dtype=object)
    elements[:] = found
    return _locked(elements.reshape(tensor.shape))


def _info(tensor: _core.Tensor) -> TensorInfo:
    return TensorInfo(tensor.dtype, tensor.shape, tensor.nbytes)


def _value(value: Any, scalar: bool) -> Any:
    if not isinstance(value, _core.Tensor):
        return value
    if value.dtype == "packed_bit":
        return numpy.unpackbits(_bytes(value), count=value.shape[0], bitorder="little").astype(bool)
    return _view(value)[()] if scalar else _view(value)


class TensorFile(_Tensors, Mapping[str, numpy.ndarray]):
    """Tensors by name; of documents by path, as documents[0].embedding. Arrays are made when asked for.

    Tensors that a file declares without data are in `declared` only. A row of bits (PACKED_BIT) is the array of the
    bytes that hold them: numpy.unpackbits(file[key], count=file.info(key).shape[0]).
    """

    def __init__(self, file: _core.File, source: Source, given: dict[str, Any]) -> None:
        super().__init__(file, source, given)
        self._places: dict[str, int] | None = None

    @property
    def _index(self) -> dict[str, int]:
        if self._places is None or self._opened is None:
            index = self._file.index()
            if isinstance(index, str):
                raise KeyError(f"{index}: occurs twice, which the format allows but a mapping cannot show")
            self._places = index
        return self._places

    def __getitem__(self, name: str) -> numpy.ndarray:
        return self._array(self._index[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __repr__(self) -> str:
        return "<hallmark.TensorFile, closed>" if self._opened is None else f"<hallmark.TensorFile {self.format}, {len(self)} tensors>"

    def info(self, name: str) -> TensorInfo:
        """Dtype and shape of a tensor, of which no array is made."""
        return _info(self._file[self._index[name]])

    def raw(self, name: str) -> numpy.ndarray:
        """The bytes of a tensor, as an array of uint8."""
        return _bytes(self._file[self._index[name]])

    @property
    def declared(self) -> dict[str, TensorInfo]:
        """Tensors whose data are not in the file."""
        return {name: _info(tensor) for name, tensor in self._file.declared()}


class TensorList(_Tensors, Sequence[numpy.ndarray]):
    """Tensors that have no names, in the order of the file."""

    def __getitem__(self, place):
        if isinstance(place, slice):
            return [self._array(at) for at in range(*place.indices(len(self)))]
        return self._array(range(len(self))[place])

    def __len__(self) -> int:
        return len(self._file)

    def __repr__(self) -> str:
        return "<hallmark.TensorList, closed>" if self._opened is None else f"<hallmark.TensorList {self.format}, {len(self)} tensors>"

    def info(self, place: int) -> TensorInfo:
        """Dtype and shape of a tensor, of which no array is made."""
        return _info(self._file[range(len(self))[place]])

    def raw(self, place: int) -> numpy.ndarray:
        """The bytes of a tensor, as an array of uint8."""
        return _bytes(self._file[range(len(self))[place]])


def open(source: Source, *, format: str = "auto", profile: str = "strict", name: str | None = None,
         header_length: int | None = None, max_alloc: int = 1 << 30, max_depth: int | None = None,
         max_rank: int | None = None) -> TensorFile | TensorList:
    """Opens a valid file, or bytes in memory; its arrays are views of them that cannot be written to.

    Raises InvalidError, UnsupportedError, LimitedError or UnreadableError where the input is not valid, OSError where the
    file cannot be opened, and MemoryError where what is no view, as numbers in text, takes more than max_alloc. Gives a
    TensorList for formats without names, a TensorFile for the others.
    """
    path, data = taken(source, name)
    bounds = dict(format=format, profile=profile, header_length=header_length, max_alloc=max_alloc, max_depth=max_depth, max_rank=max_rank)
    given = dict(name=name, **bounds)
    file = _core.open(path, data, choices(**bounds))
    if file is None:
        raise _error(source, given)
    return (TensorFile if file.has_names else TensorList)(file, source, given)


def _open_again(source: Source, given: dict[str, Any]) -> TensorFile | TensorList:
    return open(source, **given)


def _error(source: Source, given: dict[str, Any]) -> Exception:
    report = validate(source, **given)
    if report.verdict in BY_VERDICT:
        return BY_VERDICT[report.verdict](report)
    if any(one.message is not None for one in report.inputs):
        return ValueError("this is a file of HTTP messages; open their bodies")
    return OSError(f"{os.fsdecode(source) if isinstance(source, (str, os.PathLike)) else 'the input'} changed while it was read")

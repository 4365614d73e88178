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

    def __init__(self, file: _core.File, profile: str) -> None:
        self._opened: _core.File | None = file
        self._compat = profile == "compat"

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
        self._opened = None

    def __enter__(self):
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _array(self, place: int) -> numpy.ndarray:
        file = self._file
        array = file.array(place)
        if array is None:
            name = file.dtype(place)
            return self._elements(place) if name == "bytes" else file.array(place, _dtypes.of(name))
        # Profile compat accepts other bytes than 0 and 1, of which NumPy makes something else in each function.
        if self._compat and array.dtype == bool:
            array = numpy.asarray(array.view(numpy.uint8) != 0)  # of a scalar, the comparison is no array
            array.flags.writeable = False
        return array

    def _elements(self, place: int) -> numpy.ndarray:
        file = self._file
        elements = numpy.empty(len(found := file.elements(place)), dtype=object)
        elements[:] = found
        elements = elements.reshape(file.shape(place))
        elements.flags.writeable = False
        return elements

    def _info(self, place: int) -> TensorInfo:
        file = self._file
        return TensorInfo(file.dtype(place), file.shape(place), file.nbytes(place))

    @property
    def metadata(self) -> dict[str, Any]:
        """What the file says beside its tensors: text, scalars and arrays; of a message its other members."""
        facts = {name: _value(kind, value, bits) for kind, name, value, bits in self._file.facts()}
        # The family of a format that has JSON says what that means.
        read = getattr(family_of(self.format), "metadata", None)
        return read(facts) if read else facts

    @property
    def sizes(self) -> dict[str, int]:
        """Size variables, of a format that has some."""
        return dict(self._file.numbers())


def _value(kind: str, value: Any, bits: int) -> Any:
    if kind == "scalar":
        return value[()]
    if kind == "bits":
        return numpy.unpackbits(value, count=bits, bitorder="little").astype(bool)
    return value


class TensorFile(_Tensors, Mapping[str, numpy.ndarray]):
    """Tensors by name; of documents by path, as documents[0].embedding. Arrays are made when asked for.

    Tensors that a file declares without data are in `declared` only. A row of bits (PACKED_BIT) is the array of the
    bytes that hold them: numpy.unpackbits(file[key], count=file.info(key).shape[0]).
    """

    def __init__(self, file: _core.File, profile: str) -> None:
        super().__init__(file, profile)
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
        return self._info(self._index[name])

    def raw(self, name: str) -> numpy.ndarray:
        """The bytes of a tensor, as an array of uint8."""
        return self._file.raw(self._index[name])

    @property
    def declared(self) -> dict[str, TensorInfo]:
        """Tensors whose data are not in the file."""
        file = self._file
        return {file.name(at): self._info(at) for at in range(len(file)) if not file.has_data(at)}


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
        return self._info(range(len(self))[place])

    def raw(self, place: int) -> numpy.ndarray:
        """The bytes of a tensor, as an array of uint8."""
        return self._file.raw(range(len(self))[place])


def open(source: Source, *, format: str = "auto", profile: str = "strict", name: str | None = None,
         header_length: int | None = None, max_alloc: int = 1 << 30, max_depth: int | None = None,
         max_rank: int | None = None) -> TensorFile | TensorList:
    """Opens a valid file, or bytes in memory; its arrays are views of them that cannot be written to.

    Raises InvalidError, UnsupportedError, LimitedError or UnreadableError where the input is not valid, OSError where the
    file cannot be opened, and MemoryError where what is no view, as numbers in text, takes more than max_alloc. Gives a
    TensorList for formats without names, a TensorFile for the others.
    """
    path, data = taken(source, name)
    given = dict(format=format, profile=profile, header_length=header_length, max_alloc=max_alloc, max_depth=max_depth, max_rank=max_rank)
    file = _core.open(path, data, _dtypes.BY_NUMBER, choices(**given))
    if file is None:
        raise _error(source, name, given)
    return (TensorList if file.keys == "places" else TensorFile)(file, profile)


def _error(source: Source, name: str | None, given: dict[str, Any]) -> Exception:
    report = validate(source, name=name, **given)
    if report.verdict in BY_VERDICT:
        return BY_VERDICT[report.verdict](report)
    if any(one.message is not None for one in report.inputs):
        return ValueError("this is a file of HTTP messages; open their bodies")
    return OSError(f"{os.fsdecode(source) if isinstance(source, (str, os.PathLike)) else 'the input'} changed while it was read")

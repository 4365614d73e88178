# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Self, TypedDict, TypeVar, Unpack, overload

import numpy

from . import _core, _dtypes
from ._dump import family_of
from ._errors import error_of
from ._formats import Format, ListFormat, NamedFormat
from ._validate import Input, Profile, Source, choices, taken

if TYPE_CHECKING:
    from collections.abc import Collection, ItemsView, Iterable, KeysView, ValuesView

    from numpy.typing import NDArray

    Array = NDArray[Any]
else:
    Array = numpy.ndarray


class TensorInfo(NamedTuple):
    """What a file says of a tensor: the dtype by its name in Hallmark, of a row of bits "packed_bit"; by that of NumPy
    where no other format has it, as of structures and dates.
    """

    dtype: str
    shape: tuple[int, ...]
    nbytes: int


Key = TypeVar("Key")


class Tensors(Generic[Key]):
    """An open file: a TensorFile or a TensorList. A key is a name or a path, or of a list a place. Arrays are made when
    they are asked for, and keep the file in memory, also after close().
    """

    def __init__(self, file: _core.File, given: Input, choices: dict[str, Any]) -> None:
        self._opened: _core.File | None = file
        self._given = given if given.data is not None or given.path[:1] == b"/" else given._replace(path=os.path.abspath(given.path))
        self._choices = choices
        self._compat = choices["profile"] == "compat"

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle has the path of a file, which is opened again; of bytes in memory it has the bytes."""
        self._file
        data = self._given.data
        return _opened, (self._given if data is None else self._given._replace(data=bytes(data)), self._choices)

    @property
    def _file(self) -> _core.File:
        if self._opened is None:
            raise ValueError("the file is closed")
        return self._opened

    def __repr__(self) -> str:
        name = f"hallmark.{type(self).__name__}"
        if self._opened is None:
            return f"<{name}, closed>"
        return f"<{name} {self.format}, {len(self)} tensor{'' if len(self) == 1 else 's'}>"

    @property
    def format(self) -> str:
        """Id of the format."""
        return self._file.format

    def close(self) -> None:
        """Lets go of the file. It stays in memory while there are arrays of it."""
        self._opened = None
        self._given = Input(b"", None, False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _place(self, key: Key) -> int:
        raise NotImplementedError

    def __getitem__(self, key: Key) -> Array:
        return self._array(self._place(key))

    if TYPE_CHECKING:

        def __len__(self) -> int: ...
        def __iter__(self) -> Iterator[Any]: ...
        def keys(self) -> Collection[Key]: ...
        def items(self) -> Iterable[tuple[Key, Array]]: ...
        def values(self) -> Iterable[Array]: ...

    def info(self, key: Key) -> TensorInfo:
        """Dtype and shape of a tensor, of which no array is made."""
        return _info(self._file[self._place(key)])

    def raw(self, key: Key) -> Array:
        """The bytes of a tensor, as an array of uint8."""
        return _bytes(self._file[self._place(key)])

    def _array(self, place: int) -> Array:
        tensor = self._file[place]
        if layout := tensor.layout:
            array = _laid_out(tensor, *layout)
        elif tensor.dtype == "bytes":
            return _elements(tensor)
        else:
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

    @property
    def declared(self) -> dict[str, TensorInfo]:
        """Tensors whose data are not in the file."""
        return {name: _info(tensor) for name, tensor in self._file.declared()}


def _view(tensor: _core.Tensor) -> Array:
    """The array of a tensor, without copying; of a row of bits that of the bytes that hold them."""
    if _dtypes.shares_bytes(tensor.dtype):
        return _bytes(tensor)
    return _laid_out(tensor, _dtypes.of(tensor.dtype), "C")


def _laid_out(tensor: _core.Tensor, dtype: Any, order: Any) -> Array:
    try:
        return _locked(numpy.ndarray(tensor.shape, dtype, tensor, 0, None, order))
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"NumPy has no such array: {error}; raw() reads the bytes") from None


def _bytes(tensor: _core.Tensor) -> Array:
    return _locked(numpy.ndarray((tensor.nbytes,), numpy.uint8, tensor))


def _locked(array: Array) -> Array:
    """Arrays over a tensor cannot be written to, as its buffer says; one without elements has memory of its own."""
    if not array.size:
        array.flags.writeable = False
    return array


def _elements(tensor: _core.Tensor) -> Array:
    elements = numpy.empty(len(found := tensor.elements()), dtype=object)
    elements[:] = found
    array = elements.reshape(tensor.shape)
    array.flags.writeable = False
    return array


def _info(tensor: _core.Tensor) -> TensorInfo:
    dtype = tensor.dtype
    if dtype == "bytes" and (layout := tensor.layout):
        dtype = str(numpy.dtype(layout[0]))
    return TensorInfo(dtype, tensor.shape, tensor.nbytes)


def _value(value: Any, scalar: bool) -> Any:
    if not isinstance(value, _core.Tensor) or value.dtype == "bytes":
        return value  # what has no array: the family knows how its elements lie
    if value.dtype == "packed_bit":
        return numpy.unpackbits(_bytes(value), count=value.shape[0], bitorder="little").astype(bool)
    return _view(value)[()] if scalar else _view(value)


class TensorFile(Tensors[str], Mapping[str, Array]):
    """Tensors by name; of documents by path, as documents[0].embedding.

    Tensors that a file declares without data are in `declared` only. A row of bits (PACKED_BIT) is the array of the
    bytes that hold them: numpy.unpackbits(file[key], count=file.info(key).shape[0]).
    """

    def __init__(self, file: _core.File, given: Input, choices: dict[str, Any], index: dict[str, int] | None) -> None:
        super().__init__(file, given, choices)
        self._places = index

    @property
    def _index(self) -> dict[str, int]:
        file = self._file
        if self._places is None:
            self._places = file.index()
        assert self._places is not None  # the names of a format that has some are unique
        return self._places

    def _place(self, key: str) -> int:
        return self._index[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def __contains__(self, name: object) -> bool:
        return name in self._index

    if TYPE_CHECKING:  # those of a mapping

        def keys(self) -> KeysView[str]: ...
        def items(self) -> ItemsView[str, Array]: ...
        def values(self) -> ValuesView[Array]: ...

    # That of a mapping would compare arrays.
    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__


class TensorList(Tensors[int], Sequence[Array]):
    """Tensors in the order of the file: those that have no names, and those of documents of which two have the same path."""

    @overload
    def __getitem__(self, place: int) -> Array: ...
    @overload
    def __getitem__(self, place: slice) -> list[Array]: ...
    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self._array(at) for at in range(*place.indices(len(self)))]
        return self._array(self._place(place))

    def _place(self, key: int) -> int:
        return range(len(self._file))[key]

    def __len__(self) -> int:
        return len(self._file)

    def keys(self) -> range:
        """The places."""
        return range(len(self))

    def items(self) -> Iterator[tuple[int, Array]]:
        """Each place, and its array."""
        return enumerate(self)

    def values(self) -> Iterator[Array]:
        """Each array."""
        return iter(self)

    @property
    def paths(self) -> list[str]:
        """Of documents, the path of each tensor; else empty texts."""
        return self._file.names()


class _Choices(TypedDict, total=False):
    profile: Profile
    name: str | None
    header_length: int | None
    max_alloc: int
    max_depth: int | None
    max_rank: int | None


@overload
def open(source: Source, *, format: NamedFormat, **choices: Unpack[_Choices]) -> TensorFile: ...
@overload
def open(source: Source, *, format: ListFormat, **choices: Unpack[_Choices]) -> TensorList: ...
@overload
def open(source: Source, *, format: Format | Literal["auto"] = ..., **choices: Unpack[_Choices]) -> Tensors[Any]: ...
def open(source: Source, *, format: Format | Literal["auto"] = "auto", profile: Profile = "strict", name: str | None = None,
         header_length: int | None = None, max_alloc: int = 1 << 30, max_depth: int | None = None,
         max_rank: int | None = None) -> Tensors[Any]:
    """Opens a valid file, or bytes in memory; its arrays are views of them that cannot be written to.

    Raises InvalidError, UnsupportedError, LimitedError or UnreadableError where the input is not valid, OSError where the
    file cannot be opened, and MemoryError where what is no view, as numbers in text, takes more than max_alloc. Gives a
    TensorFile, or a TensorList for formats without names and for documents of which two tensors have the same path. An
    open file is read to its end.
    """
    return _opened(taken(source, name), dict(format=format, profile=profile, header_length=header_length, max_alloc=max_alloc,
                                             max_depth=max_depth, max_rank=max_rank))


def _opened(given: Input, chosen: dict[str, Any]) -> Tensors[Any]:
    file = _core.open(given.path, given.data, choices(**chosen))
    if file is None:
        return _opened_archive(given, chosen)
    if file.keys == "places":
        return TensorList(file, given, chosen)
    if file.keys == "names":
        return TensorFile(file, given, chosen, None)
    index = file.index()
    return TensorList(file, given, chosen) if index is None else TensorFile(file, given, chosen, index)


def _opened_archive(given: Input, chosen: dict[str, Any]) -> TensorFile:
    """An archive is no file of a format: what it is shows only where that was tried."""
    from ._archive import archive_of  # with zipfile, which others do without

    archive: Any = archive_of(given, chosen)
    if archive is None:
        raise error_of(given, chosen)
    if chosen["format"] != "auto":
        raise ValueError(f"this is an archive of {chosen['format']}; open it without the format")
    return TensorFile(archive, given, chosen, None)

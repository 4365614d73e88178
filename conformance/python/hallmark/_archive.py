# SPDX-License-Identifier: Apache-2.0
"""Archives whose members are files of one format, as npz."""
from __future__ import annotations

import io
import mmap
import os
import struct
import zipfile
import zlib
from typing import Any

from . import _core
from ._errors import BY_VERDICT, error_of
from ._validate import Input, choices

MARKS = b"PK\3\4", b"PK\5\6"
UNREADABLE = "hallmark/zip"  # the rule that an archive and its members can be read
SEEN = 1024  # bytes of a member, of which those that the mark is in
LOCAL_HEADER = 30  # bytes, before name and extra field


def archive_of(given: Input, chosen: dict[str, Any]) -> Archive | None:
    """The archive that an input is by its name or by those of its members; None if it is none."""
    content = _content(given)
    if content[:4].tobytes() not in MARKS:
        return None
    name = os.fsdecode(given.path)
    for suffix, format in _core.archives.items():
        if chosen["format"] not in ("auto", format):
            continue
        try:
            members = zipfile.ZipFile(_Bytes(content)).infolist()
        except Exception as error:  # of which zipfile has many kinds
            if name.endswith(suffix):
                raise _refused(given.path, UNREADABLE, f"cannot read the archive: {error}") from None
            continue
        if name.endswith(suffix) or any(member.orig_filename.endswith(_core.extensions[format]) for member in members):
            return Archive(content, members, format, given, chosen)
    return None


class Archive:
    """What _core.File is of a file. A member is read when it is asked for: one that is stored is a view of the archive."""

    def __init__(self, content: memoryview, members: list[zipfile.ZipInfo], format: str, given: Input, chosen: dict[str, Any]) -> None:
        self.format = format
        self._content = content
        self._given = given
        self._chosen = {**chosen, "format": format}
        self._checked: set[str] = set()  # stored members whose checksum is right
        self._members: dict[str, list[zipfile.ZipInfo]] = {}
        for member in members:
            if self._is_array(member):
                self._members.setdefault(member.orig_filename, []).append(member)
        self._names = list(self._members)

    def index(self) -> dict[str, int]:
        """Names without the extension, as NumPy has them, unless another member is called so."""
        extension = _core.extensions[self.format]
        short = {name: name.removesuffix(extension) for name in self._members}
        return {name if short[name] in self._members else short[name]: place for place, name in enumerate(self._members)}

    def __getitem__(self, place: int) -> _core.Tensor:
        name = self._names[place]
        path = os.fsencode(name) if not self._given.named else self._given.path + b":" + os.fsencode(name)
        given = Input(path, self._read(path, self._members[name]), True)
        file = _core.open(*given[:2], choices(**self._chosen))
        if file is None:
            raise error_of(given, self._chosen)
        return file[0]

    def facts(self, numbers: bool) -> list[Any]:
        return []

    def declared(self) -> list[Any]:
        return []

    def _is_array(self, member: zipfile.ZipInfo) -> bool:
        if member.orig_filename.endswith(_core.extensions[self.format]):
            return True
        try:
            start = self._data(member)[:SEEN]
            return _core.starts_with_mark(self.format, start.tobytes() if member.compress_type != zipfile.ZIP_DEFLATED else _inflated(start, SEEN)[0])
        except (ValueError, zlib.error):
            return False

    def _data(self, member: zipfile.ZipInfo) -> memoryview:
        """The bytes of a member as they lie in the archive. Raises ValueError where its own header says something else."""
        header = self._content[member.header_offset:member.header_offset + LOCAL_HEADER]
        if member.header_offset < 0 or len(header) < LOCAL_HEADER or header[:4] != MARKS[0]:
            raise ValueError("its header is not where the directory says")
        name_size, extra_size = struct.unpack_from("<HH", header, 26)
        begin = member.header_offset + LOCAL_HEADER
        if self._content[begin:begin + name_size] != member.orig_filename.encode("utf-8" if member.flag_bits & 0x800 else "cp437"):
            raise ValueError("its header has another name than the directory")
        begin += name_size + extra_size
        data = self._content[begin:begin + member.compress_size]
        if len(data) != member.compress_size:
            raise ValueError("the archive ends within it")
        return data

    def _read(self, path: bytes, members: list[zipfile.ZipInfo]) -> memoryview | bytes:
        member, *others = members
        if others:
            raise _refused(path, f"{self.format}/duplicate-member", "another member has the same name")
        if member.flag_bits & 1 or member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            why = "it is encrypted" if member.flag_bits & 1 else f"its compression is method {member.compress_type}"
            raise _refused(path, "hallmark/zip-method", f"this member is not read: {why}")
        stored = member.compress_type == zipfile.ZIP_STORED
        if not stored and member.file_size > self._chosen["max_alloc"]:
            raise _refused(path, "hallmark/max-alloc", f"this member needs {member.file_size} bytes of memory, above the limit of --max-alloc")
        try:
            data: memoryview | bytes = self._data(member)
            if not stored:
                data, whole = _inflated(data, member.file_size + 1)
                if not whole:
                    raise ValueError("it is damaged, or longer than the directory says")
            if len(data) != member.file_size:
                raise ValueError("it has another size than the directory says")
            if member.orig_filename not in self._checked and zlib.crc32(data) != member.CRC:
                raise ValueError("its checksum is wrong")
        except (ValueError, OverflowError, zlib.error) as error:
            raise _refused(path, UNREADABLE, f"cannot read the member: {error}") from None
        if stored:
            self._checked.add(member.orig_filename)
        return data


def _inflated(data: memoryview, most: int) -> tuple[bytes, bool]:
    """At most so many bytes of what was deflated, and whether its end was reached."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    return inflater.decompress(data, most), inflater.eof


def _content(given: Input) -> memoryview:
    if given.data is not None:
        return memoryview(given.data).cast("B")
    with open(given.path, "rb") as file:
        return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if os.fstat(file.fileno()).st_size else b"")


def _refused(path: bytes, rule: str, message: str) -> Exception:
    report = _core.refused(path, rule, message, rule == UNREADABLE)
    return BY_VERDICT[report.verdict](report)


class _Bytes(io.RawIOBase):
    """Bytes in memory as a file, without a copy of them."""

    def __init__(self, content: memoryview) -> None:
        self._content = content
        self._at = 0

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        at = offset + (0, self._at, len(self._content))[whence]
        if at < 0:
            raise OSError("before the beginning")
        self._at = at
        return at

    def readinto(self, room: Any) -> int:
        piece = self._content[self._at:self._at + len(room)]
        room[:len(piece)] = piece
        self._at += len(piece)
        return len(piece)

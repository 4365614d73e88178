# SPDX-License-Identifier: Apache-2.0
"""Lists the files of a local disk, and of what else pyarrow connects to, and splits the list into tasks."""
from __future__ import annotations

import contextlib
import functools
import os
import stat
from collections.abc import Iterator
from typing import NamedTuple

import numpy
import pyarrow
import pyarrow.fs

from . import FILES, local_path

TASK = 64 << 20   # bytes of content that one task judges, or one file
OPENING = 64 << 10  # bytes that could be read in the time that opening a file takes: a task judges 1024 small files, and a run that is killed loses no more


class Root(NamedTuple):
    """A file system, and what URLs and the paths in it start with: that of a bucket is its name."""

    files: pyarrow.fs.FileSystem
    url: str
    start: str

    def inner(self, path: str) -> str:
        return self.start + path[len(self.url):]

    def outer(self, path: str) -> str:
        return self.url + path.removeprefix(self.start)


@functools.cache
def connected(url: str) -> Root:
    files, start = pyarrow.fs.FileSystem.from_uri(url)
    return Root(files, url, start.rstrip("/"))


def root_of(path: str) -> Root:
    scheme, rest = path.split("://", 1)
    return connected(f"{scheme}://{rest.split('/', 1)[0]}")


def files_below(files: pyarrow.fs.FileSystem, folder: pyarrow.fs.FileInfo) -> Iterator[pyarrow.fs.FileInfo]:
    """A folder that cannot be listed is one of them: judged, it is unreadable, for the reason that the system gives."""
    try:
        yield from (one for one in files.get_file_info(pyarrow.fs.FileSelector(folder.path, recursive=True)) if one.is_file)
        return
    except OSError:
        pass  # one of the folders
    try:
        for one in files.get_file_info(pyarrow.fs.FileSelector(folder.path)):
            if one.is_file:
                yield one
            elif one.type == pyarrow.fs.FileType.Directory:
                yield from files_below(files, one)
    except OSError:
        yield folder


def found_here(folder: str) -> Iterator[str]:
    """What a folder of this machine holds, as `hallmark validate` walks through it: links to folders are not followed, and a
    folder that cannot be listed is one of the files."""
    pending = [folder]
    while pending:
        at = pending.pop()
        try:
            with os.scandir(at) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                    else:
                        yield entry.path
        except OSError:
            yield at


def listed_here(path: str) -> Iterator[tuple[str, int, int]]:
    """Path, size and time, in nanoseconds, of each file of this machine under a path."""
    status = os.stat(path)
    for one in found_here(path) if stat.S_ISDIR(status.st_mode) else [path]:
        size = time = 0
        with contextlib.suppress(OSError):  # a link to nothing: the judge says so
            status = os.stat(one)
            size, time = status.st_size, status.st_mtime_ns
        # A name that is no UTF-8 cannot be handed on, and so is not found again: it is unreadable.
        yield os.fsencode(one).decode(errors="replace"), size, time


def listed_elsewhere(path: str) -> Iterator[tuple[str, int, int]]:
    root = root_of(path)
    info = root.files.get_file_info(root.inner(path))
    if info.type == pyarrow.fs.FileType.NotFound:
        raise FileNotFoundError(path)
    for one in [info] if info.is_file else files_below(root.files, info):
        yield root.outer(one.path), one.size or 0, one.mtime_ns


def listed(paths: list[str]) -> pyarrow.Table:
    """FILES under some paths; raises FileNotFoundError if one of them does not exist."""
    columns: tuple[list, list, list] = ([], [], [])
    for path in paths:
        here = local_path(path)
        try:
            for one, size, time in listed_elsewhere(path) if here is None else listed_here(here):
                # Milliseconds, as Spark has them: either program goes on where the other has stopped.
                for column, value in zip(columns, (one, size, time // 1_000_000 * 1000)):
                    column.append(value)
        except FileNotFoundError:
            raise FileNotFoundError(f"{path}: no such file or folder") from None
    return pyarrow.table([pyarrow.array(column, type=field.type) for column, field in zip(columns, FILES)], schema=FILES)


def split(files: pyarrow.Table, most: int) -> Iterator[pyarrow.Table]:
    """Parts of FILES of at most so many bytes, or of one file."""
    ends = numpy.cumsum(files["file_size"].to_numpy() + OPENING)
    start = 0
    while start < files.num_rows:
        before = ends[start - 1] if start else 0
        end = max(start + 1, int(numpy.searchsorted(ends, before + most, side="right")))
        yield files.slice(start, end - start)
        start = end

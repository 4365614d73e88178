"""Lists the files of a local disk, and of what else pyarrow connects to, and splits the list into tasks."""
from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

import numpy
import pyarrow
import pyarrow.fs

from . import FILES, local_path

TASK = 64 << 20   # bytes of content that one task judges, or one file
OPENING = 16 << 10  # bytes that could be read in the time that opening a file takes


class Root(NamedTuple):
    """A file system, and what URLs and the paths in it start with: that of a bucket is its name."""

    files: pyarrow.fs.FileSystem
    url: str
    start: str

    def inner(self, path: str) -> str:
        return self.start + (local_path(path) or path[len(self.url):])

    def outer(self, path: str) -> str:
        return self.url + path.removeprefix(self.start)


@functools.cache
def connected(url: str) -> Root:
    files, start = pyarrow.fs.FileSystem.from_uri(url)
    return Root(files, url, start.rstrip("/"))


def root_of(path: str) -> Root:
    if local_path(path) is not None:
        return Root(pyarrow.fs.LocalFileSystem(), "", "")
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


def listed(paths: list[str]) -> pyarrow.Table:
    """FILES under some paths; raises FileNotFoundError if one of them does not exist."""
    columns: tuple[list, list, list] = ([], [], [])
    for path in paths:
        root = root_of(path)
        info = root.files.get_file_info(root.inner(path))
        if info.type == pyarrow.fs.FileType.NotFound:
            raise FileNotFoundError(f"{path}: no such file or folder")
        for one in [info] if info.is_file else files_below(root.files, info):
            # Milliseconds, as Spark has them: either program goes on where the other has stopped.
            for column, value in zip(columns, (root.outer(one.path), one.size or 0, one.mtime_ns // 1_000_000 * 1000)):
                column.append(value)
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

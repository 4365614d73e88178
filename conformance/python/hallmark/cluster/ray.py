"""hallmark-ray: validates files on a cluster of Ray, by map_batches of Ray Data."""
from __future__ import annotations

import argparse
import functools
import logging
from collections.abc import Iterator

import numpy
import pyarrow
import pyarrow.fs
import ray
import ray.data

from . import FILES, TOO_LARGE, Judge, by_path, local_path, parser, run

BATCH = 16 << 20  # bytes of content that are judged at a time, or one file
TASK = 64 << 20   # bytes of content that one task judges, or one file
OPENING = 16 << 10  # bytes that could be read in the time that opening a file takes


@functools.cache
def root_of(url: str) -> tuple[pyarrow.fs.FileSystem, str]:
    files, path = pyarrow.fs.FileSystem.from_uri(url)
    return files, path.rstrip("/")


def opened(path: str) -> tuple[pyarrow.fs.FileSystem, str, str]:
    """The file system of a path or URL, what stands in front of paths in it, and the path in it."""
    if local_path(path) is not None:
        return pyarrow.fs.LocalFileSystem(), "", path
    scheme, rest = path.split("://", 1)
    url = f"{scheme}://{rest.split('/', 1)[0]}"
    files, root = root_of(url)
    return files, url, root + path[len(url):]


def content_of(path: str, largest: int) -> bytes | None:
    """The bytes of a file; None if they are more than `largest` by now."""
    files, _, inner = opened(path)
    with files.open_input_stream(inner, compression=None) as file:
        content = file.read(largest + 1)
    return content if len(content) <= largest else None


def split(files: pyarrow.Table, most: int) -> Iterator[pyarrow.Table]:
    """Parts of FILES of at most so many bytes, or of one file."""
    ends = numpy.cumsum(files["file_size"].to_numpy() + OPENING)
    start = 0
    while start < files.num_rows:
        before = ends[start - 1] if start else 0
        end = max(start + 1, int(numpy.searchsorted(ends, before + most, side="right")))
        yield files.slice(start, end - start)
        start = end


def judged(files: pyarrow.Table, judge: Judge, largest: int) -> Iterator[pyarrow.Table]:
    for part in split(files, BATCH):
        contents: list[bytes | None] = []
        problems: list[str | None] = []
        for path, size in zip(part["path"].to_pylist(), part["file_size"].to_pylist()):
            content, problem = None, None
            try:
                content = content_of(path, largest) if size <= largest else None
                problem = TOO_LARGE
            except OSError as error:
                problem = str(error)
            contents.append(content)
            # A local file is opened by its path: what is wrong with it is said in the same words as by the program.
            problems.append(None if content is not None or local_path(path) is not None else problem)
        batch = part.combine_chunks().to_batches()[0]
        batch = batch.append_column("content", pyarrow.array(contents, pyarrow.binary()))
        yield pyarrow.Table.from_batches([judge(batch.append_column("problem", pyarrow.array(problems, pyarrow.string())))])


class Ray:
    def __init__(self, largest: int) -> None:
        self.largest = largest

    def listing(self, paths: list[str]) -> pyarrow.Table:
        columns: tuple[list, list, list] = ([], [], [])
        for path in paths:
            files, prefix, inner = opened(path)
            info = files.get_file_info(inner)
            if info.type == pyarrow.fs.FileType.NotFound:
                raise FileNotFoundError(f"{path}: no such file or folder")
            found = [info] if info.is_file else files.get_file_info(pyarrow.fs.FileSelector(inner, recursive=True))
            for one in found:
                if one.is_file:
                    # Milliseconds, as Spark has them: either program goes on where the other has stopped.
                    for column, value in zip(columns, (prefix + one.path, one.size, one.mtime_ns // 1_000_000 * 1000)):
                        column.append(value)
        return pyarrow.table([pyarrow.array(column, type=field.type) for column, field in zip(columns, FILES)], schema=FILES)

    def judge(self, files: pyarrow.Table, judge: Judge, to: str) -> None:
        tasks = ray.data.from_arrow(list(split(files, TASK)))
        # A task writes what it has judged to one file, whose name it keeps if it is started again.
        tasks.map_batches(judged, fn_kwargs={"judge": judge, "largest": self.largest}, batch_format="pyarrow", batch_size=None).write_parquet(to)

    def close(self) -> None:
        ray.shutdown()


def connect(arguments: argparse.Namespace) -> Ray:
    ray.init(arguments.address, num_cpus=arguments.cpus, log_to_driver=False, logging_level="warning")
    logging.getLogger("ray.data").setLevel(logging.WARNING)
    ray.data.DataContext.get_current().enable_progress_bars = False
    return Ray(arguments.largest)


def main() -> int:
    made = parser("ray", __doc__.split(": ", 1)[1])
    made.add_argument("--address", metavar="ADDRESS", help="cluster; default $RAY_ADDRESS, else the one on this machine, else a new one")
    made.add_argument("--cpus", type=int, metavar="N", help="processes of a new cluster; default one for each CPU")
    return run(made.parse_args(), connect)

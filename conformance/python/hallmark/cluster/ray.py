# SPDX-License-Identifier: Apache-2.0
"""hallmark-ray: validates files on a cluster of Ray, by map_batches of Ray Data."""
from __future__ import annotations

import argparse
from collections.abc import Iterator

import pyarrow
import pyarrow.fs
import ray
import ray.data

from . import TOO_LARGE, Judge, local_path, number, parser, run
from .listing import TASK, listed, root_of, split

BATCH = 16 << 20  # bytes of content that are judged at a time, or one file


def content_of(path: str, largest: int) -> bytes | None:
    """The bytes of a file; None if they are more than `largest` by now."""
    root = root_of(path)
    with root.files.open_input_stream(root.inner(path), compression=None) as file:
        content = file.read(largest + 1)
    return content if len(content) <= largest else None


def judged(files: pyarrow.Table, judge: Judge, largest: int) -> Iterator[pyarrow.Table]:
    for part in split(files, BATCH):
        contents: list[bytes | None] = []
        problems: list[str | None] = []
        for path, size in zip(part["path"].to_pylist(), part["file_size"].to_pylist()):
            content, problem = None, None
            if local_path(path) is None:  # else the judge opens it
                try:
                    content = content_of(path, largest) if size <= largest else None
                    problem = TOO_LARGE if content is None else None
                except OSError as error:
                    problem = str(error)
            contents.append(content)
            problems.append(problem)
        batch = part.combine_chunks().to_batches()[0]
        batch = batch.append_column("content", pyarrow.array(contents, pyarrow.binary()))
        yield pyarrow.Table.from_batches([judge(batch.append_column("problem", pyarrow.array(problems, pyarrow.string())))])


class Ray:
    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments

    def listing(self, paths: list[str]) -> pyarrow.Table:
        return listed(paths)

    def parts(self, files: pyarrow.Table) -> int:
        return sum(1 for _ in split(files, TASK))

    def judge(self, files: pyarrow.Table, judge: Judge, to: str) -> None:
        ray.init(self.arguments.address, num_cpus=self.arguments.cpus, log_to_driver=self.arguments.verbose, logging_level="warning")
        ray.data.DataContext.get_current().enable_progress_bars = False
        tasks = ray.data.from_arrow(list(split(files, TASK)))
        # A task writes what it has judged to one file, whose name it keeps if it is started again.
        fixed = {"judge": judge, "largest": self.arguments.largest}
        tasks.map_batches(judged, fn_kwargs=fixed, batch_format="pyarrow", batch_size=None).write_parquet(to)

    def close(self) -> None:
        ray.shutdown()


def main() -> int:
    made = parser("ray", __doc__.split(": ", 1)[1])
    made.add_argument("--address", metavar="ADDRESS", help="cluster; default $RAY_ADDRESS, else the one on this machine, else a new one")
    made.add_argument("--cpus", type=number(1), metavar="N", help="processes of a new cluster; default one for each CPU")
    return run(made.parse_args(), Ray)

# SPDX-License-Identifier: Apache-2.0
"""hallmark-spark: validates files on a cluster of Apache Spark, by mapInArrow, over paths or its data source binaryFile."""
from __future__ import annotations

import argparse
import functools
import os
import sys
from collections.abc import Callable, Iterator

import pyarrow
import pyarrow.compute as pc
from pyspark.errors import AnalysisException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from . import FILES, FINDINGS, TOO_LARGE, Judge, by_path, local_path, parser, run
from .listing import OPENING, TASK, listed, split

BATCH = 16 << 20  # bytes of content that a worker is given at a time, or one file

SETTINGS = {
    "spark.sql.execution.arrow.maxBytesPerBatch": BATCH,
    "spark.sql.files.ignoreCorruptFiles": "true",  # a file that cannot be read must not end the run
    "spark.sql.files.ignoreMissingFiles": "true",
    "spark.sql.files.maxPartitionBytes": TASK,
    "spark.sql.files.openCostInBytes": OPENING,  # small files are what there is; 4 MiB would make a task of each 16
    # The other one looks for a file of checksums beside every file, and hides such files.
    "spark.hadoop.fs.file.impl": "org.apache.hadoop.fs.RawLocalFileSystem",
    "spark.sql.parquet.outputTimestampType": "TIMESTAMP_MICROS",
    "spark.sql.session.timeZone": "UTC",
    # A task writes one file, which appears as a whole when it is committed: what is judged stays judged if the run is killed.
    "spark.hadoop.mapreduce.fileoutputcommitter.algorithm.version": 2,
    "spark.hadoop.mapreduce.fileoutputcommitter.marksuccessfuljobs": "false",
    "spark.ui.showConsoleProgress": "false",
}
TYPES = {pyarrow.string(): "string", pyarrow.int64(): "bigint", FILES.field("modified").type: "timestamp"}
COLUMNS = ", ".join(f"`{one.name}` {TYPES[one.type]}" for one in FINDINGS)


def judged(batches: Iterator[pyarrow.RecordBatch], judge: Judge) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        yield judge(batch)


def judged_by_path(batches: Iterator[pyarrow.RecordBatch], judge: Judge) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        yield judge(by_path(batch, TOO_LARGE))


class Spark:
    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.largest = arguments.largest

    @functools.cached_property
    def session(self) -> SparkSession:
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        builder = SparkSession.builder.appName("hallmark")
        if self.arguments.master:
            builder = builder.master(self.arguments.master)
        for name, value in (*SETTINGS.items(), *self.arguments.conf):
            builder = builder.config(name, value)
        return builder.getOrCreate()

    def _read(self, paths: list[str], **options: str) -> DataFrame:
        reader = self.session.read.format("binaryFile").options(recursiveFileLookup="true", ignoredPathSegmentRegex="", **options)
        return reader.load(paths).withColumnsRenamed({"length": "file_size", "modificationTime": "modified"})

    def listing(self, paths: list[str]) -> pyarrow.Table:
        # Spark would look at each file of a local disk three times: in its list, for the columns, and to read it.
        found = [listed([path for path in paths if local_path(path) is not None])]
        if elsewhere := [path for path in paths if local_path(path) is None]:
            found.append(self._listed(elsewhere))
        return pyarrow.concat_tables(found)

    def _listed(self, paths: list[str]) -> pyarrow.Table:
        try:
            self.files = self._read(paths)
        except AnalysisException as error:
            if error.getCondition() != "PATH_NOT_FOUND":
                raise
            raise FileNotFoundError(error.getMessage()) from None
        found = self.files.select(*FILES.names).toArrow().cast(FILES)
        self.count = found.num_rows
        return found

    def _here(self, files: pyarrow.Table) -> tuple[list[pyarrow.Table], pyarrow.Table]:
        """Files of this machine, the large ones apart, and the others."""
        local = pyarrow.array([local_path(path) is not None for path in files["path"].to_pylist()])
        here, others = files.filter(local), files.filter(pc.invert(local))
        large = pc.greater(here["file_size"], self.largest)
        return [here.filter(pc.invert(large)), here.filter(large)], others

    def parts(self, files: pyarrow.Table) -> int:
        here, others = self._here(files)
        return sum(1 for some in (*here, others) for _ in split(some, TASK))  # of the others Spark decides

    def judge(self, files: pyarrow.Table, judge: Judge, to: str) -> None:
        here, files = self._here(files)
        for some in here:
            self._add_by_path(some, sum(1 for _ in split(some, TASK)), judge, to)
        large = pc.greater(files["file_size"], self.largest)
        small = files.filter(pc.invert(large))
        if small.num_rows:
            # Spark looks at every path of a list once more: what it has listed already is faster.
            read = self.files if files.num_rows == self.count else self._read(small["path"].to_pylist(), __globPaths__="false")
            contents = read.filter(F.col("file_size") <= self.largest).select(*FILES.names, "content")
            self._add(contents, functools.partial(judged, judge=judge), to)
        self._add_by_path(files.filter(large), 1, judge, to)

    def close(self) -> None:
        if "session" in vars(self):
            self.session.stop()

    def _add_by_path(self, files: pyarrow.Table, tasks: int, judge: Judge, to: str) -> None:
        if files.num_rows:
            each = self.session.createDataFrame(files).repartition(tasks)
            self._add(each, functools.partial(judged_by_path, judge=judge), to)

    def _add(self, files: DataFrame, function: Callable, to: str) -> None:
        files.mapInArrow(function, COLUMNS).write.mode("append").parquet(f"file:{to}" if to.startswith("/") else to)


def setting(text: str) -> list[str]:
    if "=" not in text:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=VALUE")
    return text.split("=", 1)


def main() -> int:
    made = parser("spark", __doc__.split(": ", 1)[1])
    made.add_argument("--master", metavar="URL", help="cluster; default that of spark-submit, else this machine")
    made.add_argument("--conf", type=setting, action="append", default=[], metavar="KEY=VALUE", help="setting of Spark; repeatable")
    return run(made.parse_args(), Spark)

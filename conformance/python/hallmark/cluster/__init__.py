# SPDX-License-Identifier: Apache-2.0
"""What hallmark-spark and hallmark-ray share: a folder of results that grows from run to run, and the report of it.

An engine lists files, and has every one of them judged that no former run has judged. The folder --out holds

    settings.json        how the files are judged; another run must judge them in the same way
    findings/*.parquet   rows of hallmark.arrow.SCHEMA, with file_size and modified in place of row; all rows of a file
                         are in one part, which an engine writes as a whole
    report.json          what `hallmark validate --report json` says of the files that were listed last
"""
from __future__ import annotations

import argparse
import collections
import contextlib
import itertools
import json
import os
import signal
import sys
import threading
import urllib.parse
import uuid
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Protocol, TextIO

import pyarrow
import pyarrow.compute as pc
import pyarrow.dataset
import pyarrow.fs
import pyarrow.parquet

from .. import __version__, arrow

# A file as it is listed. A file that has another size or time is another file.
FILES = pyarrow.schema([("path", pyarrow.string()), ("file_size", pyarrow.int64()), ("modified", pyarrow.timestamp("us", "UTC"))])
IDENTITY = FILES.names
FINDINGS = pyarrow.schema([*FILES, *(one for one in arrow.SCHEMA if one.name not in ("row", "path"))])

UNREADABLE = "hallmark/unreadable"  # the rule of a file that may be read another time


@dataclass(frozen=True)
class Judge:
    """Judges batches of files on a worker."""

    options: dict[str, object]  # of hallmark.arrow.validate
    named: frozenset[str] = field(default_factory=frozenset)  # files that the user named: not skipped, whatever they are

    def __call__(self, files: pyarrow.RecordBatch) -> pyarrow.RecordBatch:
        """Takes FILES and the other columns of hallmark.arrow.validate; gives FINDINGS."""
        if not self.named:
            return self._judge(files, as_folder=True)
        named = pc.is_in(files["path"], pyarrow.array(self.named, pyarrow.string()))
        parts = [self._judge(files.filter(named), as_folder=False), self._judge(files.filter(pc.invert(named)), as_folder=True)]
        return pyarrow.concat_batches(parts)

    def _judge(self, files: pyarrow.RecordBatch, as_folder: bool) -> pyarrow.RecordBatch:
        findings = arrow.validate(files, as_folder=as_folder, **self.options)
        columns = {name: files[name].take(findings["row"]) for name in IDENTITY}
        return pyarrow.record_batch([columns[name] if name in columns else findings[name] for name in FINDINGS.names], schema=FINDINGS)


class Engine(Protocol):
    """What differs between the engines. One that is made has not started: it does so when it is first needed."""

    def listing(self, paths: list[str]) -> pyarrow.Table:
        """FILES under some paths; raises FileNotFoundError if one of them does not exist."""

    def parts(self, files: pyarrow.Table) -> int:
        """How many Parquet files `judge` adds, or about so many."""

    def judge(self, files: pyarrow.Table, judge: Judge, to: str) -> None:
        """Adds Parquet files with the findings of FILES to a folder. Files that it cannot read may be left out."""

    def close(self) -> None: ...


def local_path(path: str) -> str | None:
    """The path of a file that every program of this machine can open, of a path or URL; else None."""
    if path.startswith("/"):
        return path
    parts = urllib.parse.urlsplit(path)
    # Engines write URLs of files without escapes.
    return path.removeprefix("file:").removeprefix("//") if parts.scheme == "file" and not parts.netloc else None


def by_path(files: pyarrow.RecordBatch, otherwise: str) -> pyarrow.RecordBatch:
    """FILES that are opened by whoever judges them; `otherwise` says why those of other machines cannot be."""
    problems = [otherwise if local_path(path) is None else None for path in files["path"].to_pylist()]
    return files.append_column("problem", pyarrow.array(problems, pyarrow.string()))


def absolute(path: str) -> str:
    """A PATH of the command line as engines list it: URLs stay, but for those of this machine."""
    return local_path(path) or (path if ":/" in path else os.path.abspath(path))


def as_written(files: pyarrow.Table, paths: list[str]) -> pyarrow.Table:
    """FILES with a column `written`, the path as `hallmark validate PATH...` writes it; those under two PATHs are there twice."""
    tops = collections.defaultdict(list)
    for path in paths:
        tops[absolute(path)].append(absolute(path) if ":/" in path else path)
    rows, written = [], []
    for row, path in enumerate(files["path"].to_pylist()):
        ends = [*(at for at, character in enumerate(path) if character == "/"), len(path)]
        found = [top.removesuffix("/") + path[end:] if path[end:] else top for end in ends for top in tops.get(path[:end] or "/", ())]
        written += found or [path]
        rows += [row] * (len(found) or 1)
    return files.take(pyarrow.array(rows, pyarrow.int64())).append_column("written", pyarrow.array(written, pyarrow.string()))


@contextlib.contextmanager
def silent(verbose: bool) -> Iterator[TextIO]:
    """Hides what others than the stream that it gives write on standard error: engines, their processes, their loggers."""
    if verbose:
        yield sys.stderr
        return
    sys.stderr.flush()
    kept = os.dup(2)
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        with open(kept, "w", encoding="utf-8", errors="replace", closefd=False) as shown:
            yield shown
    finally:
        os.dup2(kept, 2)
        os.close(kept)


class Progress:
    """Says how many parts are there: on a terminal in a line that is written again, else in ten lines at most."""

    def __init__(self, shown: TextIO, parts: int) -> None:
        self.shown, self.parts, self.said = shown, parts, 0

    def say(self, done: int) -> None:
        text = f"hallmark: {done} of {max(done, self.parts)} parts judged"
        if self.shown.isatty():
            print(f"\r{text}", end="", file=self.shown, flush=True)
        elif 10 * done // self.parts > 10 * self.said // self.parts:
            print(text, file=self.shown, flush=True)
            self.said = done

    @contextlib.contextmanager
    def watching(self, count: Callable[[], int]) -> Iterator[None]:
        """Says it every second, and at the end."""
        before = count()
        over = threading.Event()

        def watch() -> None:
            while not over.wait(1):
                with contextlib.suppress(OSError):
                    self.say(count() - before)

        watcher = threading.Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
            self.say(count() - before)
        finally:
            over.set()
            watcher.join()
            if self.shown.isatty():
                print(file=self.shown)


class Results:
    """The folder of results."""

    def __init__(self, out: str, options: dict[str, object]) -> None:
        self.url = out.rstrip("/") if "://" in out else os.path.abspath(out)
        self.files, self.folder = pyarrow.fs.FileSystem.from_uri(self.url)
        self.findings = f"{self.folder}/findings"
        self.files.create_dir(self.findings)
        self._agree_on({"hallmark": __version__, **options})
        self._remove_unfinished()

    def _agree_on(self, settings: dict[str, object]) -> None:
        path = f"{self.folder}/settings.json"
        if self.files.get_file_info(path).type == pyarrow.fs.FileType.NotFound:
            self.write("settings.json", [json.dumps(settings, indent=2) + "\n"])
            return
        with self.files.open_input_stream(path) as file:
            former = json.loads(file.read())
        if former != settings:
            raise UsageError(f"{self.folder} has findings of other settings: {former}; take another folder")

    def parts(self) -> list[str]:
        infos = self.files.get_file_info(pyarrow.fs.FileSelector(self.findings, recursive=False))
        return sorted(one.path for one in infos if one.base_name.endswith(".parquet") and not one.base_name.startswith(("_", ".")))

    def _remove_unfinished(self) -> None:
        """A part that was being written when a run was killed has no footer."""
        for part in self.parts():
            try:
                with self.files.open_input_file(part) as file:
                    pyarrow.parquet.read_metadata(file)
            except pyarrow.ArrowInvalid:
                self.files.delete_file(part)

    def write(self, name: str, pieces: Iterator[str]) -> None:
        """Replaces a file at once."""
        try:
            with self.files.open_output_stream(f"{self.folder}/.{name}") as file:
                for piece in pieces:
                    file.write(piece.encode())
        except BaseException:
            self.files.delete_file(f"{self.folder}/.{name}")
            raise
        self.files.move(f"{self.folder}/.{name}", f"{self.folder}/{name}")

    def add(self, findings: pyarrow.RecordBatch) -> None:
        table = pyarrow.Table.from_batches([findings], FINDINGS)
        pyarrow.parquet.write_table(table, f"{self.findings}/{uuid.uuid4()}.parquet", filesystem=self.files)

    def read(self, columns: list[str], rows: pc.Expression | None = None) -> pyarrow.Table:
        data = pyarrow.dataset.dataset(self.parts(), FINDINGS, format="parquet", filesystem=self.files)
        return data.to_table(columns=columns, filter=rows)

    def unjudged(self, listed: pyarrow.Table, again: bool) -> pyarrow.Table:
        """The listed files without findings. With `again` also those that could not be read."""
        rows = pc.field("ordinal") == 0
        if again:
            rows &= pc.is_null(pc.field("rule")) | (pc.field("rule") != UNREADABLE)
        return listed.join(self.read(IDENTITY, rows), keys=IDENTITY, join_type="left anti")

    def rows(self, listed: pyarrow.Table) -> Iterator[dict]:
        """The findings of the listed files, by path and ordinal, each once: of a file that could not be read at first, those
        of the run that read it. A path is as it is written."""
        found = self.read(FINDINGS.names).join(listed, keys=IDENTITY, join_type="inner")
        found = found.append_column("late", pc.equal(pc.fill_null(found["rule"], ""), UNREADABLE))
        found = found.sort_by([("written", "ascending"), ("ordinal", "ascending"), ("late", "ascending")])
        last = None
        for batch in found.to_batches(max_chunksize=8192):
            for row in batch.to_pylist():
                if last != (last := (row["written"], row["ordinal"])):
                    yield {**row, "path": row["written"]}


def input_of(rows: list[dict]) -> dict:
    """INPUT of a report, from the rows of one input."""
    first = rows[0]
    made = {"path": first["path"]}
    if first["message_index"] is not None:
        made["message"] = first["message_index"]
    made |= {"format": first["format"], "size": first["size"]}
    if first["compression"] is not None:
        made["compression"] = first["compression"]
    made["verdict"] = first["verdict"]
    if first["compat"] is not None:
        made["compat"] = first["compat"]
    made |= {"diagnostics": [diagnostic_of(row) for row in rows if row["rule"] is not None],
             "more": first["more"], "scratch": first["scratch"]}
    if first["cut_size"] is not None:
        members = {name: first[f"cut_{name}"] for name in ("size", "whole", "partial", "missing")}
        made["cut"] = {name: value for name, value in members.items() if value is not None}
    if first["alternative"] is not None:
        made["alternative"] = {"format": first["alternative"]}
    return made


def diagnostic_of(row: dict) -> dict:
    made = {name: row[name] for name in ("rule", "level", "clause", "severity", "category", "offset", "length")}
    if row["part"] is not None:
        made["part"] = row["part"]
    made |= {"path": row["place"], "message": row["message"]}
    return made | {name: row[name] for name in ("expected", "actual") if row[name] is not None}


VERDICTS = ("valid", "invalid", "unsupported", "limited", "unreadable")


def report(rows: Iterator[dict], profile: str, counts: collections.Counter) -> Iterator[str]:
    """The report as `hallmark validate --report json` writes it, piece by piece; counts are added up meanwhile."""
    yield f'{{"hallmark": "{__version__}", "profile": "{profile}", "inputs": ['
    separator = "\n"
    for _, group in itertools.groupby(rows, key=lambda row: (row["path"], row["message_index"])):
        found = list(group)
        counts[found[0]["verdict"]] += 1
        if found[0]["verdict"] == "skipped":
            continue
        yield separator + json.dumps(input_of(found), ensure_ascii=False, separators=(",", ":"))
        separator = ",\n"
    summary = {"inputs": sum(counts[one] for one in VERDICTS), **{one: counts[one] for one in (*VERDICTS, "skipped")}}
    yield f'\n], "summary": {json.dumps(summary, separators=(",", ":"))}}}\n'


def exit_code(counts: collections.Counter) -> int:
    """That of `hallmark validate`."""
    if counts["invalid"]:
        return 1
    if counts["unsupported"] + counts["limited"] + counts["unreadable"]:
        return 2
    return 0 if counts["valid"] else 3


class UsageError(Exception):
    pass


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:
        self.print_usage(sys.stderr)
        self.exit(4, f"{self.prog}: {message}\n")


def number(least: int) -> Callable[[str], int]:
    """The type of options that are a number."""

    def number(text: str) -> int:
        if (value := int(text)) < least:
            raise argparse.ArgumentTypeError(f"{least} is the least")
        return value

    return number


TOO_LARGE = "it is larger than --largest, and no file that a worker can open by its path"
LARGEST = 64 << 20


def parser(engine: str, description: str) -> Parser:
    made = Parser(prog=f"hallmark-{engine}", description=description, epilog=(
        "Files that a former run has judged for --out are not judged again, unless their size or time has changed. Exit codes are those of "
        "`hallmark validate`: 0 all valid, 1 at least one invalid, 2 something could not be judged, 3 nothing was checked, 4 wrong usage."))
    made.add_argument("paths", nargs="+", metavar="PATH", help="file, folder or URL that the engine can read")
    made.add_argument("--out", required=True, metavar="DIR", help="folder of the results, for the driver and all workers")
    made.add_argument("--format", default="auto", metavar="F", help="format of all files; default auto")
    made.add_argument("--profile", default="strict", choices=("strict", "compat"))
    made.add_argument("--max-errors", type=number(1), default=20, metavar="N", help="findings reported per input; default 20")
    made.add_argument("--max-alloc", type=number(0), default=1 << 30, metavar="BYTES", help="memory limit per input; default 1 GiB")
    made.add_argument("--largest", type=number(0), default=LARGEST, metavar="BYTES",
                      help="larger files of URLs are not loaded, and unreadable; default 64 MiB")
    made.add_argument("--verbose", action="store_true", help="show what the engine says of itself, too")
    return made


def failed(problem: object, code: int = 2) -> int:
    print(f"hallmark: {problem}", file=sys.stderr)
    return code


def run(arguments: argparse.Namespace, connect: Callable[[argparse.Namespace], Engine]) -> int:
    """The program. Its exit code is 1 only if a file is invalid, whatever else fails."""
    try:
        return judge_all(arguments, connect)
    except UsageError as error:
        return failed(error, 4)
    except FileNotFoundError as error:
        return failed(error)
    except KeyboardInterrupt:
        return failed("interrupted; what is judged stays judged", 130)
    except Exception as error:
        hint = "" if arguments.verbose else " (--verbose shows what the engine says)"
        return failed(f"gave up; what is judged stays judged: {error}{hint}")


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Raises KeyboardInterrupt in the end where an engine has swallowed it, or made another error of it."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield
        return
    heard = []

    def hear(number: int, frame: object) -> None:
        heard.append(number)
        before(number, frame)

    signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if heard:
            raise KeyboardInterrupt


def judge_all(arguments: argparse.Namespace, connect: Callable[[argparse.Namespace], Engine]) -> int:
    """Lists, judges what is new, reports."""
    options = {name: getattr(arguments, name) for name in ("format", "profile", "max_errors", "max_alloc")}
    try:
        arrow.validate(pyarrow.record_batch({"path": pyarrow.array([], pyarrow.string())}), **options)
    except ValueError as error:
        raise UsageError(error) from None
    results = Results(arguments.out, options)
    engine = connect(arguments)
    try:
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))  # engines give other codes
        paths = [absolute(path) for path in arguments.paths]
        with silent(arguments.verbose):
            listed = engine.listing(paths)
        files = listed.group_by(IDENTITY, use_threads=False).aggregate([])
        judge = Judge(options, frozenset(paths) & frozenset(files["path"].to_pylist()))
        wanted = results.unjudged(files, again=True)
        print(f"hallmark: {files.num_rows} files, {wanted.num_rows} of them to judge", file=sys.stderr)
        if wanted.num_rows:
            with silent(arguments.verbose) as shown, interruptible(), Progress(shown, engine.parts(wanted)).watching(lambda: len(results.parts())):
                engine.judge(wanted, judge, f"{results.url}/findings")
    finally:
        with silent(arguments.verbose):
            engine.close()
    # What the engine gave no row for is read here, so that nothing is lost, and there is a reason.
    for batch in results.unjudged(files, again=False).to_batches():
        results.add(judge(by_path(batch, "the engine could not read it")))
    counts: collections.Counter = collections.Counter()
    results.write("report.json", report(results.rows(as_written(files, arguments.paths)), arguments.profile, counts))
    print("hallmark: " + ", ".join(f"{counts[one]} {one}" for one in (*VERDICTS, "skipped") if counts[one]), file=sys.stderr)
    return exit_code(counts)

# SPDX-License-Identifier: Apache-2.0
"""What the programs for clusters share, with an engine that is none."""
import importlib
import io
import json
import os
import resource
import signal
import subprocess
import sys

import pytest

pyarrow = pytest.importorskip("pyarrow")
import pyarrow.fs
import pyarrow.parquet

import samples
from hallmark import _engines, cluster
from hallmark.cluster import listing

VALID = b"\x27\0" + bytes(8)
INVALID = b"\x27\3" + bytes(8)


class Engine:
    """Judges in this process. What it is told to lose it gives no row for."""

    def __init__(self):
        self.asked = []
        self.lost = set()
        self.disturbed = {}  # what happens after a stage, or after the first part of the findings

    def after(self, stage):
        self.disturbed.pop(stage, lambda: None)()

    def listing(self, paths):
        self.after("start")
        found = listing.listed(paths)
        self.after("listing")
        return found

    def parts(self, files):
        return -(-files.num_rows // 3)

    def close(self):
        self.after("judging")

    def judge(self, files, judge, to):
        self.asked += files["path"].to_pylist()
        for number, batch in enumerate(files.to_batches(max_chunksize=3)):
            kept = batch.filter(pyarrow.array([path not in self.lost for path in batch["path"].to_pylist()]))
            if kept.num_rows:
                table = pyarrow.Table.from_batches([judge(cluster.by_path(kept, "elsewhere"))])
                pyarrow.parquet.write_table(table, f"{to}/{len(self.asked)}-{number}.parquet")
                self.after("a part")


class Run:
    def __init__(self, *paths, out):
        self.arguments = cluster.parser("none", "").parse_args([*map(str, paths), "--out", str(out)])
        self.engine = Engine()

    def code(self):
        return cluster.run(self.arguments, lambda _: self.engine)

    def __call__(self):
        code = self.code()
        with open(f"{self.arguments.out}/report.json", encoding="utf-8") as file:
            return code, file.read()


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "in"
    made.mkdir()
    for number in range(10):
        (made / f"{number}.bsonvec").write_bytes(INVALID if number == 3 else VALID)
    (made / f"odd name é%20{samples.EXTENSION}").write_bytes(b"\x09\0\0\0\x08k\0\2\0" * 2)
    (made / "read me.txt").write_bytes(b"text")
    return made


def programs(program, *arguments, **options):
    done = subprocess.run([program, "validate", "--no-config", "--report", "json", *map(str, arguments)], capture_output=True, text=True, **options)
    return done.returncode, done.stdout


def test_the_report_is_that_of_the_program(program, folder, tmp_path):
    assert Run(folder, out=tmp_path / "out")() == programs(program, folder)


@pytest.mark.parametrize("written", [["in"], ["./in/"], ["in", "./in/3.bsonvec"], ["."], ["../{}/in"], ["in//"]])
def test_paths_are_written_as_the_program_writes_them(program, folder, tmp_path, monkeypatch, written):
    (tmp_path / "in" / "below").mkdir()
    (tmp_path / "in" / "below" / "4.bsonvec").write_bytes(INVALID)
    monkeypatch.chdir(tmp_path)
    paths = [path.format(tmp_path.name) for path in written]
    wanted = programs(program, *paths)
    out = tmp_path.parent / f"{tmp_path.name}-out"
    assert Run(*paths, out=out)() == wanted
    assert Run(folder, out=out)() == programs(program, folder)  # the same files: nothing is judged again


def test_what_is_no_file_is_left_out_as_by_the_program(program, folder, tmp_path):
    for name, to in (("gone.bsonvec", "nothing"), ("gone", "nothing"), ("again", "."), ("again.bsonvec", "."), ("one.bsonvec", "1.bsonvec")):
        (folder / name).symlink_to(to)
    os.mkfifo(folder / "pipe.bsonvec")
    code, report = programs(program, folder)
    assert Run(folder, out=tmp_path / "out")() == (code, report)
    summary = json.loads(report)["summary"]
    assert (summary["unreadable"], summary["skipped"]) == (1, 5)  # gone.bsonvec; the others, and read me.txt


def test_a_name_that_is_no_utf_8_ends_no_run(folder, tmp_path):
    (folder / os.fsdecode(b"\xff.bsonvec")).write_bytes(VALID)
    assert json.loads(Run(folder, out=tmp_path / "out")()[1])["summary"]["unreadable"] == 1


def test_a_file_that_is_named_is_judged(program, folder, tmp_path):
    code, report = Run(folder / "read me.txt", folder / "1.bsonvec", out=tmp_path / "out")()
    assert (code, report) == programs(program, folder / "read me.txt", folder / "1.bsonvec")
    assert json.loads(report)["summary"]["unreadable"] == 1


def test_what_is_judged_is_not_judged_again(program, folder, tmp_path):
    first = Run(folder, out=tmp_path / "out")()
    again = Run(folder, out=tmp_path / "out")
    assert again() == first and again.engine.asked == []
    (folder / "3.bsonvec").write_bytes(VALID)
    os.utime(folder / "3.bsonvec", (1, 1))
    os.utime(folder / "4.bsonvec", (2, 2))
    (folder / "5.bsonvec").unlink()
    (folder / "new.bsonvec").write_bytes(INVALID)
    changed = Run(folder, out=tmp_path / "out")
    assert changed() == programs(program, folder)
    assert sorted(changed.engine.asked) == [str(folder / name) for name in ("3.bsonvec", "4.bsonvec", "new.bsonvec")]


def test_what_the_engine_loses_is_judged_here(program, folder, tmp_path):
    run = Run(folder, out=tmp_path / "out")
    run.engine.lost = {str(folder / "3.bsonvec"), str(folder / "4.bsonvec")}
    assert run() == programs(program, folder)


def test_a_file_that_could_not_be_read_is_tried_again(program, folder, tmp_path):
    run = Run(folder, out=tmp_path / "out")
    listing = run.engine.listing([str(folder)])
    os.rename(folder / "4.bsonvec", folder / "away")
    run.engine.listing = lambda _: listing
    code, report = run()
    assert code == 1 and json.loads(report)["summary"]["unreadable"] == 1
    os.rename(folder / "away", folder / "4.bsonvec")
    later = Run(folder, out=tmp_path / "out")
    assert later() == programs(program, folder)
    assert later.engine.asked == [str(folder / "4.bsonvec")]


def test_parts_that_a_killed_run_left_are_removed(program, folder, tmp_path):
    Run(folder, out=tmp_path / "out")()
    parts = sorted((tmp_path / "out" / "findings").iterdir())
    parts[0].write_bytes(parts[0].read_bytes()[:-9])
    assert Run(folder, out=tmp_path / "out")() == programs(program, folder)


def test_what_is_there_twice_is_reported_once(program, folder, tmp_path):
    Run(folder, out=tmp_path / "out")()
    parts = sorted((tmp_path / "out" / "findings").iterdir())
    (tmp_path / "out" / "findings" / "copy.parquet").write_bytes(parts[0].read_bytes())
    assert Run(folder, out=tmp_path / "out")() == programs(program, folder)


def paths(table):
    return sorted(table["path"].to_pylist())


def test_a_url_of_this_machine_lists_paths(folder):
    assert paths(listing.listed([f"file://{folder}"])) == paths(listing.listed([str(folder)])) == sorted(map(str, folder.iterdir()))


@pytest.mark.parametrize("url, start, inside", [("s3://bucket", "bucket", ""), ("abfs://box@account", "box", ""), ("hdfs://host:9000", "", "{}")])
def test_a_url_lists_urls(tmp_path, monkeypatch, url, start, inside):
    """What the paths in a file system start with: the name of a bucket, which is not in the path of the URL, or nothing."""
    inside = inside.format(tmp_path)
    (tmp_path / start / "under").mkdir(parents=True)
    (tmp_path / start / "under" / f"a{samples.EXTENSION}").write_bytes(b"")
    local = pyarrow.fs.LocalFileSystem()
    root = listing.Root(local if inside else pyarrow.fs.SubTreeFileSystem(str(tmp_path), local), url, start)
    monkeypatch.setattr(listing, "connected", {url: root}.get)
    assert paths(listing.listed([f"{url}{inside}/under"])) == [f"{url}{inside}/under/a{samples.EXTENSION}"]
    assert root.inner(f"{url}{inside}/under/a{samples.EXTENSION}") == f"{start}{inside}/under/a{samples.EXTENSION}"


def test_a_folder_that_cannot_be_listed_is_listed_itself(folder, monkeypatch):
    for name in ("closed", "open/below"):
        (folder / name).mkdir(parents=True)
        (folder / name / "a.bsonvec").write_bytes(VALID)
    others = paths(listing.listed([str(folder)]))

    def scandir(path, scandir=os.scandir):
        return raising(PermissionError(path))() if path == str(folder / "closed") else scandir(path)

    monkeypatch.setattr(os, "scandir", scandir)
    others.remove(str(folder / "closed" / "a.bsonvec"))
    assert paths(listing.listed([str(folder)])) == sorted([*others, str(folder / "closed")])


def raising(error):
    def call():
        raise error

    return call


@pytest.mark.parametrize("error, code", [(PermissionError("folder"), 2), (RuntimeError("no cluster"), 2), (KeyboardInterrupt(), 130)])
@pytest.mark.parametrize("stage, judged", [("start", 0), ("listing", 0), ("a part", 3), ("judging", 12)])
def test_what_is_judged_is_kept_whatever_breaks(program, folder, tmp_path, stage, judged, error, code):
    broken = Run(folder, out=tmp_path / "out")
    broken.engine.disturbed[stage] = raising(error)
    assert broken.code() == code
    assert not (tmp_path / "out" / "report.json").exists()
    later = Run(folder, out=tmp_path / "out")
    assert later() == programs(program, folder)
    assert len(later.engine.asked) == 12 - judged


def test_a_cluster_that_is_not_there_makes_no_file_invalid(folder, tmp_path, capsys):
    assert cluster.run(Run(folder, out=tmp_path / "out").arguments, lambda _: raising(OSError("no cluster"))()) == 2
    assert "no cluster" in capsys.readouterr().err


def test_the_program_may_be_ended(folder, tmp_path):
    run = Run(folder, out=tmp_path / "out")
    run.engine.disturbed["a part"] = lambda: os.kill(os.getpid(), signal.SIGTERM)
    before = signal.getsignal(signal.SIGTERM)
    try:
        with pytest.raises(SystemExit) as ended:
            run.code()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended.value.code == 143
    assert len(list((tmp_path / "out" / "findings").iterdir())) == 1


@pytest.mark.parametrize("then", [lambda: None, raising(RuntimeError("a worker was lost"))])
def test_an_interrupt_counts_whatever_the_engine_makes_of_it(folder, tmp_path, capsys, then):
    def interrupted():
        try:
            os.kill(os.getpid(), signal.SIGINT)
        except KeyboardInterrupt:
            then()

    run = Run(folder, out=tmp_path / "out")
    run.engine.disturbed["a part"] = interrupted
    before = signal.getsignal(signal.SIGINT)
    assert cluster.run(run.arguments, lambda _: run.engine) == 130
    assert "interrupted" in capsys.readouterr().err and not (tmp_path / "out" / "report.json").exists()
    assert signal.getsignal(signal.SIGINT) is before


def test_a_full_disk_leaves_the_former_report(folder, tmp_path, capsys):  # capsys: what is said goes into no file
    first = Run(folder, out=tmp_path / "out")()
    run = Run(folder, out=tmp_path / "out")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    run.engine.disturbed["judging"] = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        assert run.code() == 2
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert sorted(one.name for one in (tmp_path / "out").iterdir()) == ["findings", "report.json", "settings.json"]
    assert Run(folder, out=tmp_path / "out")() == first


def test_parts_are_small(tmp_path):
    files = pyarrow.table([[f"/{number}" for number in range(20_000)], [3000] * 20_000, [0] * 20_000], schema=cluster.FILES)
    assert sum(1 for _ in listing.split(files, listing.TASK)) >= 16


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_is_shown():
    for shown in (io.StringIO(), Terminal()):
        progress = cluster.Progress(shown, 200)
        for done in range(0, 201):
            progress.say(done)
        said = shown.getvalue()
        assert said.endswith("hallmark: 200 of 200 parts judged" + ("" if shown.isatty() else "\n"))
        assert ("\r" in said) == shown.isatty() and said.count("\n") == (0 if shown.isatty() else 10)


def test_what_engines_say_is_hidden_unless_it_is_asked_for(capfd):
    for verbose in (False, True):
        with cluster.silent(verbose) as shown:
            os.write(2, b"noise\n")
            print("ours", file=shown, flush=True)
        assert capfd.readouterr().err == ("noise\nours\n" if verbose else "ours\n")


def test_results_need_a_folder(folder, tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert Run(folder, out=tmp_path / "file" / "out").code() == 2
    assert "gave up" in capsys.readouterr().err


def test_a_file_that_grows_is_judged_as_it_is_and_again_later(program, folder, tmp_path):
    run = Run(folder, out=tmp_path / "out")
    run.engine.disturbed["listing"] = lambda: (folder / "3.bsonvec").write_bytes(VALID + bytes(4))
    assert run() == programs(program, folder)
    later = Run(folder, out=tmp_path / "out")
    assert later() == programs(program, folder)
    assert later.engine.asked == [str(folder / "3.bsonvec")]


@pytest.mark.parametrize("engine, lacking", [("spark", "pyspark"), ("ray", "ray"), ("ray", "pyarrow")])
def test_an_engine_that_is_not_installed_is_named(monkeypatch, capsys, engine, lacking):
    for name in [name for name in sys.modules if name.startswith("hallmark.cluster")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, lacking, None)
    assert _engines.start(engine) == 2
    said = capsys.readouterr().err
    assert lacking in said and f"hallmark-formats[{engine}]" in said


@pytest.mark.parametrize("name, package, start", [("spark", "pyspark", "pyspark.sql.SparkSession.Builder.getOrCreate"), ("ray", "ray", "ray.init")])
def test_no_engine_is_started_where_nothing_is_left_to_judge(folder, tmp_path, monkeypatch, capsys, name, package, start):
    pytest.importorskip(package)
    code = Run(folder, out=tmp_path / "out").code()
    engine = importlib.import_module(f"hallmark.cluster.{name}")
    monkeypatch.setattr(start, lambda *_, **__: raising(RuntimeError("started"))())
    monkeypatch.setattr(sys, "argv", ["hallmark", str(folder), "--out", str(tmp_path / "out")])
    assert engine.main() == code
    assert "12 files, 0 of them to judge" in capsys.readouterr().err
    (folder / "new.bsonvec").write_bytes(VALID)
    assert engine.main() == 2
    assert "started" in capsys.readouterr().err


@pytest.mark.parametrize("option", [["--largest", "-1"], ["--max-errors", "0"], ["--max-alloc", "x"], ["--profile", "odd"], ["--unknown"]])
def test_wrong_options_are_wrong_usage(tmp_path, option):
    with pytest.raises(SystemExit) as ended:
        cluster.parser("none", "").parse_args([str(tmp_path), "--out", str(tmp_path), *option])
    assert ended.value.code == 4


def test_other_settings_need_another_folder(folder, tmp_path, capsys):
    assert Run(folder, out=tmp_path / "out")()[0] == 1
    other = Run(folder, out=tmp_path / "out")
    other.arguments.profile = "compat"
    assert other()[0] == 4 and other.engine.asked == []
    assert "take another folder" in capsys.readouterr().err


def test_nothing_to_check_and_wrong_usage(tmp_path):
    (tmp_path / "empty").mkdir()
    assert Run(tmp_path / "empty", out=tmp_path / "out")()[0] == 3
    assert cluster.run(Run(tmp_path / "none", out=tmp_path / "out").arguments, lambda _: Engine()) == 2
    with pytest.raises(SystemExit) as ended:
        cluster.parser("none", "").parse_args([])
    assert ended.value.code == 4


def test_paths_of_this_machine_are_known():
    assert [cluster.local_path(path) for path in ("/a b%20", "file:/a", "file:///a%20", "s3://bucket/a", "file://host/a", "hdfs:/a")] == [
        "/a b%20", "/a", "/a%20", None, None, None]
    judged = cluster.by_path(pyarrow.record_batch({"path": [f"/none{samples.EXTENSION}", f"s3://bucket/large{samples.EXTENSION}"]}), "too far")
    assert judged["problem"].to_pylist() == [None, "too far"]

"""What the programs for clusters share, with an engine that is none."""
import json
import os
import subprocess

import pytest

pyarrow = pytest.importorskip("pyarrow")
import pyarrow.parquet

from hallmark import cluster

VALID = b"\x27\0" + bytes(8)
INVALID = b"\x27\3" + bytes(8)


class Engine:
    """Judges in this process. What it is told to lose it gives no row for."""

    def __init__(self):
        self.asked = []
        self.lost = set()

    def listing(self, paths):
        found = []
        for path in paths:
            if not os.path.exists(path):
                raise FileNotFoundError(path)
            walked = [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]
            found += walked if os.path.isdir(path) else [path]
        infos = [os.stat(path) for path in found]
        columns = [found, [info.st_size for info in infos], [info.st_mtime_ns // 1000 for info in infos]]
        return pyarrow.table([pyarrow.array(column, field.type) for column, field in zip(columns, cluster.FILES)], schema=cluster.FILES)

    def close(self):
        self.closed = True

    def judge(self, files, judge, to):
        self.asked += files["path"].to_pylist()
        for number, batch in enumerate(files.to_batches(max_chunksize=3)):
            kept = batch.filter(pyarrow.array([path not in self.lost for path in batch["path"].to_pylist()]))
            if kept.num_rows:
                table = pyarrow.Table.from_batches([judge(cluster.by_path(kept, "elsewhere"))])
                pyarrow.parquet.write_table(table, f"{to}/{len(self.asked)}-{number}.parquet")


class Run:
    def __init__(self, *paths, out):
        self.arguments = cluster.parser("none", "").parse_args([*map(str, paths), "--out", str(out)])
        self.engine = Engine()

    def __call__(self):
        code = cluster.run(self.arguments, lambda _: self.engine)
        with open(f"{self.arguments.out}/report.json", encoding="utf-8") as file:
            return code, file.read()


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "in"
    made.mkdir()
    for number in range(10):
        (made / f"{number}.bsonvec").write_bytes(INVALID if number == 3 else VALID)
    (made / "odd name é%20.bson").write_bytes(b"\x09\0\0\0\x08k\0\2\0" * 2)
    (made / "read me.txt").write_bytes(b"text")
    return made


def programs(program, *arguments):
    done = subprocess.run([program, "validate", "--no-config", "--report", "json", *map(str, arguments)], capture_output=True, text=True)
    return done.returncode, done.stdout


def test_the_report_is_that_of_the_program(program, folder, tmp_path):
    assert Run(folder, out=tmp_path / "out")() == programs(program, folder)


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
    judged = cluster.by_path(pyarrow.record_batch({"path": ["/none.bson", "s3://bucket/large.bson"]}), "too far")
    assert judged["problem"].to_pylist() == [None, "too far"]

"""hallmark-spark and hallmark-ray on clusters of two worker processes, one of which is killed. They take minutes.

HALLMARK_ENGINE_FILES is how many files they judge; with 200000 this is the measurement of cluster/README.md."""
import importlib.util
import os
import pathlib
import random
import signal
import struct
import subprocess
import sys
import time

import pytest

pyarrow = pytest.importorskip("pyarrow")
import pyarrow.dataset

FILES = int(os.environ.get("HALLMARK_ENGINE_FILES", "20000"))
ENGINES = {"spark": (["--master", "local-cluster[2,1,1024]"], "CoarseGrainedExecutorBackend"), "ray": (["--cpus", "2"], "ray::MapBatches")}


def document(vector):
    elements = b"\x05emb\0" + struct.pack("<iB", len(vector), 9) + vector + b"\x08ok\0\1"
    return struct.pack("<i", len(elements) + 5) + elements + b"\0"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Vectors and documents, one in ten of them invalid, and three files that are larger than any batch."""
    top = tmp_path_factory.mktemp("files")
    noise = random.Random(1).randbytes(3072)
    kinds = [("{:06}.bsonvec", b"\x27\0" + noise)] * 7 + [
        ("{:06} é%20.bson", document(b"\x27\0" + noise[:400])), ("{:06}.bson", document(b"\x10\3") + document(b"\x27\1abc")), (".{:06}.txt", b"text")]
    for number in range(FILES):
        name, content = kinds[number % len(kinds)]
        inner = top / f"_{number // 1000:03}"
        inner.mkdir(exist_ok=True)
        (inner / name.format(number)).write_bytes(content)
    for number, size in enumerate((3 << 30, (5 << 30) + 2, (2 << 30) + 3)):
        with open(top / f"large{number}.bsonvec", "wb") as file:
            file.write(b"\x27\0")
            file.truncate(size)
    return top


@pytest.fixture(scope="module")
def reported(program, folder):
    return subprocess.run([program, "validate", "--no-config", "--report", "json", "-j", "2", folder], capture_output=True, check=False)


def processes(named):
    """Ids of this user's processes whose command line or name holds a text."""
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if named.encode() in (entry / "cmdline").read_bytes():
                    yield int(entry.name)
            except OSError:
                pass  # it has ended


def ancestors(process):
    while process > 1:
        yield process
        try:
            process = int(pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            return


def kill_a_worker(run, findings, named):
    """Kills a worker of a run when the first part of its findings is there; the others may be started at any time."""
    while run.poll() is None and not list(findings.glob("*.parquet")):
        time.sleep(0.02)
    while run.poll() is None:
        for process in processes(named):
            if run.pid in ancestors(process):
                os.kill(process, signal.SIGKILL)
                return
    pytest.fail("the run ended before a worker could be killed")


def engine(name, package):
    lacking = importlib.util.find_spec(package) is None
    return pytest.param(name, marks=pytest.mark.skipif(lacking, reason=f"{package} is not installed: conformance/python/install --engines"))


@pytest.mark.parametrize("engine", [engine("spark", "pyspark"), engine("ray", "ray")])
def test_an_engine_judges_all_although_a_worker_is_killed(engine, folder, reported, tmp_path, monkeypatch):
    options, worker = ENGINES[engine]
    program = f"import sys; from hallmark.cluster import {engine}; sys.exit({engine}.main())"
    command = [sys.executable, "-c", program, *options, "--out", str(tmp_path / "out"), str(folder)]
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    with subprocess.Popen(command) as run:
        try:
            kill_a_worker(run, tmp_path / "out" / "findings", worker)
            assert run.wait() == reported.returncode
        finally:
            run.kill()
    report = (tmp_path / "out" / "report.json").read_bytes()
    assert report == reported.stdout
    data = pyarrow.dataset.dataset(tmp_path / "out" / "findings", format="parquet")
    rows = data.to_table(columns=["path", "ordinal"])
    assert rows.num_rows == rows.group_by(["path", "ordinal"]).aggregate([]).num_rows, "rows are there twice"

    parts = sorted((tmp_path / "out" / "findings").iterdir())
    assert subprocess.run(command, check=False).returncode == reported.returncode
    assert (tmp_path / "out" / "report.json").read_bytes() == report
    assert sorted((tmp_path / "out" / "findings").iterdir()) == parts, "files were judged again"

# SPDX-License-Identifier: Apache-2.0
"""hallmark-spark and hallmark-ray on clusters of two worker processes, one of which is killed. They take minutes.

HALLMARK_ENGINE_FILES is how many files they judge."""
import importlib.util
import os
import pathlib
import signal
import subprocess
import sys
import time

import pytest

pyarrow = pytest.importorskip("pyarrow")
import pyarrow.dataset

import many_files

FILES = int(os.environ.get("HALLMARK_ENGINE_FILES", "20000"))
PROGRAM = "import sys; from hallmark import _engines; sys.exit(_engines.{}())"
ENGINES = {"spark": (["--master", "local-cluster[2,1,1024]"], "CoarseGrainedExecutorBackend"), "ray": (["--cpus", "2"], "ray::MapBatches")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    top = tmp_path_factory.mktemp("files")
    many_files.small(top, FILES)
    many_files.large(top)
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
    command = [sys.executable, "-c", PROGRAM.format(engine), *options, "--out", str(tmp_path / "out"), str(folder)]
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


@pytest.mark.parametrize("engine", [engine("spark", "pyspark")])
def test_spark_reads_what_has_no_path(engine, program, tmp_path):
    many_files.small(tmp_path / "in", 500)
    mounted = f"spark.hadoop.fs.viewfs.mounttable.other.link./data=file:{tmp_path}"
    command = [sys.executable, "-c", PROGRAM.format(engine), *ENGINES[engine][0], "--conf", mounted, "--out", str(tmp_path / "out"), "viewfs://other/data/in"]
    wanted = subprocess.run([program, "validate", "--no-config", "--report", "json", tmp_path / "in"], capture_output=True, check=False)
    assert subprocess.run(command, check=False).returncode == wanted.returncode
    assert (tmp_path / "out" / "report.json").read_bytes() == wanted.stdout.replace(f"{tmp_path}/in".encode(), b"viewfs://other/data/in")


@pytest.mark.parametrize("engine", [engine("spark", "pyspark"), engine("ray", "ray")])
def test_an_engine_may_be_interrupted(engine, folder, tmp_path, monkeypatch):
    command = [sys.executable, "-c", PROGRAM.format(engine), *ENGINES[engine][0], "--out", str(tmp_path / "out"), str(folder)]
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as run:
        said = ""
        for line in run.stderr:
            said += line
            if "to judge" in line:
                run.send_signal(signal.SIGINT)
    assert run.returncode == 130, said
    assert "interrupted" in said
    assert not (tmp_path / "out" / "report.json").exists()

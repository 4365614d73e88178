#!/usr/bin/env python3
"""How long hallmark-spark and hallmark-ray take beside the program, where the time goes, and the memory of their workers.

    cluster_speed.py FOLDER COUNT [ENGINE-WORKERS]...    ENGINE-WORKERS is spark-2, ray-1; default all

FOLDER takes COUNT small files, and three of several GiB in a folder of their own, and loses them in the end. Every line is one
run; its report must be that of the program. The files are read once before. The environment is that of the test python_engines:
PYTHONPATH, HALLMARK_PROGRAM.
Memory is the peak of one process, sampled: its own pages, and pages of files, which the system takes back when it needs them."""
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent / "tests"))
import many_files

# Says when each stage ends. The report is what comes after.
RUN = """
import sys, time
from hallmark.cluster import {0} as program
def marked(stage, work):
    def call(*arguments):
        done = work(*arguments)
        print("stage", stage, time.time(), flush=True)
        return done
    return call
def connect(arguments, connect=program.connect):
    engine = connect(arguments)
    engine.listing, engine.judge, engine.close = (marked(name, getattr(engine, name)) for name in ("listing", "judge", "close"))
    return engine
program.connect = marked("start", connect)
sys.exit(program.main())
"""
WORKERS = {
    "spark": (lambda count: ["--master", f"local-cluster[{count},1,1024]"], {"executor": "CoarseGrainedExecutorBackend", "Python": "pyspark.daemon"}),
    "ray": (lambda count: ["--cpus", str(count)], {"Python": "ray::"}),
}


def fields(path, names):
    """Numbers of a file of /proc, in MiB."""
    found = dict(re.findall(r"^(\w+):\s+(\d+)", path.read_text(), re.M))
    return [int(found[name]) / 1024 for name in names]


class Memory(threading.Thread):
    """Samples the processes below one, by the words in their command lines."""

    def __init__(self, top, words):
        super().__init__(daemon=True)
        self.top, self.words, self.ended = top, words, threading.Event()
        self.peaks = collections.defaultdict(lambda: (0.0, 0.0))

    def run(self):
        while not self.ended.wait(0.1):
            parents, children, found = [self.top], collections.defaultdict(list), []
            for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
                try:
                    children[int(entry.read_text().rsplit(")", 1)[1].split()[1])].append(int(entry.parent.name))
                except OSError:
                    pass
            while parents:
                found += (below := children[parents.pop()])
                parents += below
            for process in found:
                self.look(pathlib.Path(f"/proc/{process}"))

    def look(self, process):
        try:
            command = (process / "cmdline").read_bytes().decode(errors="replace")
            own, shared, of_files = fields(process / "status", ("RssAnon", "RssShmem", "RssFile"))
        except (OSError, KeyError):
            return
        for name, word in self.words.items():
            if word in command:
                before = self.peaks[name]
                self.peaks[name] = (max(before[0], own + shared), max(before[1], of_files))

    def __str__(self):
        return "; ".join(f"{name} {own:.0f} MiB, of files {of_files:.0f} MiB" for name, (own, of_files) in sorted(self.peaks.items()))


def read_once(folder):
    subprocess.run([os.environ["HALLMARK_PROGRAM"], "validate", "--no-config", "--report", "json", folder], stdout=subprocess.DEVNULL, check=False)


def program(folder, count):
    read_once(folder)
    began = time.time()
    command = [os.environ["HALLMARK_PROGRAM"], "validate", "--no-config", "--report", "json", "-j", "2", folder]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    taken = time.time() - began
    print(f"{'program -j 2':<14} {count / taken:8.0f} files/s   total {taken:6.1f} s", flush=True)
    return done.stdout


def engine(folder, count, name, workers, wanted):
    read_once(folder)
    options, words = WORKERS[name]
    with tempfile.TemporaryDirectory(dir=folder.parent) as out:
        command = [sys.executable, "-c", RUN.format(name), *options(workers), "--out", out, str(folder)]
        began = time.time()
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
            memory = Memory(run.pid, words)
            memory.start()
            threading.Thread(target=run.stderr.read, daemon=True).start()
            ends = re.findall(r"^stage (\w+) ([\d.]+)$", run.stdout.read(), re.M)
            run.wait()
        taken = time.time() - began
        memory.ended.set()
        if (pathlib.Path(out) / "report.json").read_bytes() != wanted:
            sys.exit(f"{name}: the report is another one")
    stages, last = [], began
    for stage, end in ends:
        stages.append(f"{stage} {float(end) - last:.1f}")
        last = float(end)
    stages.append(f"report {began + taken - last:.1f}")
    print(f"{f'{name}-{workers}':<14} {count / taken:8.0f} files/s   total {taken:6.1f} s: {', '.join(stages)}; peak of a worker: {memory}", flush=True)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    pathlib.Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=sys.argv[1]) as top:
        small, large = pathlib.Path(top) / "small", pathlib.Path(top) / "large"
        many_files.small(small, int(sys.argv[2]))
        many_files.large(large)
        for folder, files in ((small, int(sys.argv[2])), (large, 3)):
            print(f"{folder.name}: {files} files; load {os.getloadavg()[0]:.1f}", flush=True)
            wanted = program(folder, files)
            for one in sys.argv[3:] or ["spark-1", "spark-2", "ray-1", "ray-2"]:
                name, workers = one.split("-")
                engine(folder, files, name, int(workers), wanted)
        print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()

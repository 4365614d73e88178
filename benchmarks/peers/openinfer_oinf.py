#!/usr/bin/env python3
"""The Python verifier of OINF (openinfer-oinf) beside our decoder, over the same files.

usage: openinfer_oinf.py FOLDER   the folder of hallmark_bench_oinf and hallmark_bench_oinf_inputs

The verifier has one entry: it reads the file, verifies the tables and prints what it read, with statistics of every
tensor that has more than one element; nothing in it only verifies. Its output goes nowhere. `declared-300000` has no
tensor data, so verifying, and printing a line for each entry, is all that is timed there; in `sorted-30000` most of its
time is statistics. Our figure is decode/oinf/<input>: every rule checked, nothing printed.

Exit codes: 0 measured, 2 something failed, 3 nothing to compare with: the verifier is not installed.
"""

import contextlib
import io
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 5


class Nowhere(io.TextIOBase):
    def write(self, text):
        return len(text)


def seconds_of(verify, path):
    """Median of a few runs, after one that warms up."""
    times = []
    for _ in range(ROUNDS + 1):
        start = time.process_time()
        with contextlib.redirect_stdout(Nowhere()):
            verify(str(path))
        times.append(time.process_time() - start)
    return statistics.median(times[1:])


def our_seconds(folder, name):
    done = subprocess.run([folder / "hallmark_bench_oinf", f"--benchmark_filter=^decode/oinf/{name}$",
                           "--benchmark_format=json", f"--benchmark_repetitions={ROUNDS}"],
                          capture_output=True, text=True, check=True)
    for entry in json.loads(done.stdout)["benchmarks"]:
        if entry.get("aggregate_name") == "median":
            return entry["cpu_time"] / {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1}[entry["time_unit"]]
    raise ValueError(f"decode/oinf/{name} was not measured")


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 4
    folder = pathlib.Path(sys.argv[1]).resolve()
    try:
        from importlib.metadata import version
        from oinf_verify import parse_file
        print(f"openinfer-oinf {version('openinfer-oinf')}, Python {sys.version.split()[0]}")
    except ImportError as error:
        print(f"skipped: {error}; pip install -r conformance/testees/openinfer_oinf/requirements.txt")
        return 3
    try:
        with tempfile.TemporaryDirectory() as files:
            names = subprocess.run([folder / "hallmark_bench_oinf_inputs", files], capture_output=True, text=True,
                                   check=True).stdout.split()
            for name in names:
                theirs = seconds_of(parse_file, pathlib.Path(files) / f"{name}.oinf")
                ours = our_seconds(folder, name)
                print(f"peer/openinfer-oinf/{name}: {theirs * 1e3:.1f} ms, decode/oinf/{name}: {ours * 1e3:.3f} ms, "
                      f"ratio {theirs / ours:.0f}")
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"openinfer_oinf: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

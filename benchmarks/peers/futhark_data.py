#!/usr/bin/env python3
"""The Python package futhark-data beside our decoder, over the same streams.

usage: futhark_data.py FOLDER   the folder of hallmark_bench_futhark and hallmark_bench_futhark_inputs

Theirs is loadb, which makes numbers and numpy arrays of a stream; ours is decode/futhark/<input>: every rule checked,
then every value read through Values, text converted to little-endian elements.

Exit codes: 0 measured, 2 something failed, 3 nothing to compare with: the package is not installed.
"""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

ROUNDS = 5


def seconds_of(load, stream):
    """Median of a few runs, after one that warms up."""
    times = []
    for _ in range(ROUNDS + 1):
        start = time.process_time()
        for _ in load(stream):
            pass
        times.append(time.process_time() - start)
    return statistics.median(times[1:])


def our_seconds(folder, name):
    done = subprocess.run([folder / "hallmark_bench_futhark", f"--benchmark_filter=^decode/futhark/{name}$",
                           "--benchmark_format=json", f"--benchmark_repetitions={ROUNDS}"],
                          capture_output=True, text=True, check=True)
    for entry in json.loads(done.stdout)["benchmarks"]:
        if entry.get("aggregate_name") == "median":
            return entry["cpu_time"] / {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1}[entry["time_unit"]]
    raise ValueError(f"decode/futhark/{name} was not measured")


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 4
    folder = pathlib.Path(sys.argv[1]).resolve()
    warnings.simplefilter("ignore")
    try:
        from importlib.metadata import version
        from futhark_data import loadb
        print(f"futhark-data {version('futhark-data')}, Python {sys.version.split()[0]}")
    except ImportError as error:
        print(f"skipped: {error}; pip install -r conformance/testees/futhark_data/requirements.txt")
        return 3
    try:
        with tempfile.TemporaryDirectory() as files:
            names = subprocess.run([folder / "hallmark_bench_futhark_inputs", files], capture_output=True, text=True,
                                   check=True).stdout.split()
            for name in names:
                stream = (pathlib.Path(files) / f"{name}.futhark").read_bytes()
                theirs = seconds_of(loadb, stream)
                ours = our_seconds(folder, name)
                print(f"peer/futhark-data/{name}: {theirs * 1e3:.1f} ms, decode/futhark/{name}: {ours * 1e3:.3f} ms, "
                      f"ratio {theirs / ours:.0f}")
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"futhark_data: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

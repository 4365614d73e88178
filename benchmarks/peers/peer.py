"""Helpers of the scripts that measure peers that are not C++ libraries."""

import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

UNITS = {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1}


def seconds_of(call, rounds):
    """Median processor time of a few calls, after one that warms up."""
    times = []
    for _ in range(rounds + 1):
        start = time.process_time()
        call()
        times.append(time.process_time() - start)
    return statistics.median(times[1:])


def our_seconds(program, pattern, rounds, *options):
    """Median processor time of one item of each workload that the pattern matches, by the name of the workload."""
    done = subprocess.run([program, f"--benchmark_filter={pattern}", "--benchmark_format=json",
                           f"--benchmark_repetitions={rounds}", *options], capture_output=True, text=True, check=True)
    found = {entry["run_name"]: entry["cpu_time"] / UNITS[entry["time_unit"]]
             for entry in json.loads(done.stdout)["benchmarks"] if entry.get("aggregate_name") == "median"}
    if not found:
        raise ValueError(f"{pattern} was not measured")
    return found


def main(doc, prepare, measure):
    """The whole script: one argument, the folder of the programs. `prepare` gives what is to be measured, or None where
    there is none; `measure` takes it, that folder, and one for the files."""
    if len(sys.argv) != 2:
        print(doc, file=sys.stderr)
        return 4
    folder = pathlib.Path(sys.argv[1]).resolve()
    peer = prepare()
    if peer is None:
        return 3
    try:
        with tempfile.TemporaryDirectory() as files:
            measure(peer, folder, pathlib.Path(files))
    except (KeyError, OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"{pathlib.Path(sys.argv[0]).stem}: {error}", file=sys.stderr)
        return 2
    return 0


def inputs(program, files):
    """The lines that a program prints which writes the files of a peer."""
    return subprocess.run([program, files], capture_output=True, text=True, check=True).stdout.splitlines()


def compare_files(peer, family, program, extension, call, rounds):
    """A `measure` for peers in Python: call(peer, path) over each file beside decode/<family>/<name>."""
    def measure(module, folder, files):
        for name in inputs(folder / f"{program}_inputs", files):
            path = files / f"{name}{extension}"
            theirs = seconds_of(lambda: call(module, path), rounds)
            workload = f"decode/{family}/{name}"
            ours = our_seconds(folder / program, f"^{workload}$", rounds)[workload]
            print(f"peer/{peer}/{name}: {theirs * 1e3:.1f} ms, {workload}: {ours * 1e3:.3f} ms, "
                  f"ratio {theirs / ours:.0f}", flush=True)
    return measure

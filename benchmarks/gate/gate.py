#!/usr/bin/env python3
"""Regression gate: compares the instructions of every gated workload with a stored baseline.

Instruction counts under callgrind are repeatable to a few in a million on any machine, unlike times. They differ
between compilers, so each compiler and build type has its own baseline.

Exit codes: 0 no regression, 1 regression, 2 could not measure, or no baseline, 4 wrong usage.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MEASURED = "hallmark_gate_measured"
BASELINES = pathlib.Path(__file__).resolve().parent / "baseline"


class CannotMeasure(Exception):
    pass


def output_of(command, timeout):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotMeasure(f"{command[0]}: {error}") from error
    if done.returncode != 0:
        raise CannotMeasure(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def instructions(program, workload):
    """Instructions executed inside the measured function, its callees included."""
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "callgrind.out")
        output_of(["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={out}", "--collect-atstart=no",
                   f"--toggle-collect={MEASURED}*", program, "--gate-run", workload], timeout=600)
        text = pathlib.Path(out).read_text(encoding="utf-8", errors="replace")
    found = re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE)
    if found is None or int(found.group(1)) == 0:
        raise CannotMeasure(f"{workload}: nothing was counted; is {MEASURED} in {program}?")
    return int(found.group(1))


def measure(programs, wanted):
    compilers = set()
    counts = {}
    for program in programs:
        compiler, *workloads = output_of([program, "--gate-list"], timeout=60).split("\n")
        compilers.add(compiler)
        for workload in filter(wanted.search, filter(None, workloads)):
            counts[workload] = instructions(program, workload)
    if len(compilers) != 1:
        raise CannotMeasure(f"the programs were built differently: {', '.join(sorted(compilers))}")
    if not counts:
        raise CannotMeasure("no workload was selected")
    return compilers.pop(), counts


def stored(path):
    baseline = json.loads(path.read_text())
    if not isinstance(baseline, dict) or not all(isinstance(count, int) and count > 0 for count in baseline.values()):
        raise CannotMeasure(f"{path}: not a table of counts")
    return baseline


def compare(counts, baseline, threshold, whole):
    """Prints one line a workload; true when none got slower and none is missing."""
    good = True
    for name in sorted(counts.keys() | (baseline.keys() if whole else set())):
        now, before = counts.get(name), baseline.get(name)
        if now is None or before is None:
            print(f"{'GONE' if now is None else 'NEW':8} {name}: update the baseline")
            good = False
            continue
        change = (now - before) / before
        verdict = "ok"
        if change > threshold:
            verdict, good = "SLOWER", False
        elif change < -threshold:
            verdict = "faster"
        print(f"{verdict:8} {name}: {before} -> {now} instructions ({change:+.2%})")
    return good


def main():
    parser = argparse.ArgumentParser(description="compare instruction counts with the stored baseline")
    parser.add_argument("programs", nargs="+", help="hallmark_bench_* programs of one build")
    parser.add_argument("--update", action="store_true", help="store what was measured as the new baseline")
    parser.add_argument("--filter", default="", help="only workloads whose name this pattern finds")
    parser.add_argument("--threshold", type=float, default=0.02, help="share by which a count may grow (0.02)")
    parser.add_argument("--baselines", type=pathlib.Path, default=BASELINES, help="folder of the baselines")
    try:
        arguments = parser.parse_args()
        wanted = re.compile(arguments.filter)
    except SystemExit as end:
        return 4 if end.code else 0
    except re.error as error:
        print(f"gate: --filter: {error}", file=sys.stderr)
        return 4
    try:
        compiler, counts = measure(arguments.programs, wanted)
        path = arguments.baselines / f"{compiler}.json"
        if arguments.update:
            kept = stored(path) if path.exists() and arguments.filter else {}
            arguments.baselines.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(kept | counts, indent=1, sort_keys=True) + "\n")
            print(f"{len(counts)} counts stored in {path.name}")
            return 0
        if not path.exists():
            raise CannotMeasure(f"no baseline for {compiler}; measure the base revision with --update first")
        return 0 if compare(counts, stored(path), arguments.threshold, not arguments.filter) else 1
    except (CannotMeasure, OSError, ValueError) as error:
        print(f"gate: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Times two builds against each other, in turns: what instruction counts cannot see, advice and no gate.

A workload is slower or faster when the medians of its processor time differ by a tenth or more, and all runs of one
build but at most one are apart from all of the other. Chance does that once in a thousand times: a table has a hundred workloads.

Exit codes: 0 both were timed, whatever came out, 2 they could not be, 4 wrong usage.
"""

import argparse
import dataclasses
import filecmp
import json
import pathlib
import re
import statistics
import sys

import counts
from command import ended, pattern
from counts import CannotMeasure

LEAST_DIFFERENCE = 0.1
SECONDS = 0.02  # of one measurement
REPETITIONS = 9  # fewer are apart by chance more often than once in a thousand times


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    base: float  # median of nanoseconds an item
    head: float
    verdict: str

    @property
    def ratio(self):
        return self.head / self.base


def apart(low, high):
    """Whether all times of `low` are below all of `high`, but for at most one of either."""
    low, high = sorted(low), sorted(high)
    return low[-2] < high[0] or low[-1] < high[1]


def row(name, base, head):
    before, now = statistics.median(base), statistics.median(head)
    verdict = ""
    if now - before >= LEAST_DIFFERENCE * before and apart(base, head):
        verdict = "slower"
    elif before - now >= LEAST_DIFFERENCE * before and apart(head, base):
        verdict = "faster"
    return Row(name, before, now, verdict)


def pattern_of(names):
    """A POSIX expression for these names: re.escape escapes more than it allows."""
    return "^(" + "|".join(re.sub(r"([][.^$*+?(){}|\\])", r"\\\1", name) for name in names) + ")$"


def times(program, names):
    """What Google Benchmark writes of one run of these workloads."""
    return json.loads(counts.output_of([program, f"--benchmark_filter={pattern_of(names)}", "--benchmark_format=json",
                                        f"--benchmark_min_time={SECONDS}"]))


def in_turns(base, head, names):
    """The runs of both, ([base], [head]); each goes first every other time."""
    runs = {base: [], head: []}
    for repetition in range(REPETITIONS):
        for program in (base, head) if repetition % 2 == 0 else (head, base):
            runs[program].append(times(program, names))
    return runs[base], runs[head]


def nanoseconds(runs, name):
    scale = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
    return [b["cpu_time"] * scale[b["time_unit"]] for run in runs for b in run["benchmarks"] if b["name"] == name]


def compared(arguments):
    """(rows, programs that are the same in both)"""
    rows, same = [], []
    for head in sorted(arguments.head.glob("hallmark_bench_*")):
        base = arguments.base / head.name
        if not (head.is_file() and base.is_file()) or head.name.endswith(("_inputs", "peers")):
            continue
        if filecmp.cmp(base, head, shallow=False):
            same.append(head.name)
            continue
        known = set(counts.listed(base)[1])
        names = [name for name in counts.listed(head)[1] if name in known and arguments.filter.search(name)]
        if names:
            before, now = in_turns(base, head, names)
            rows += [row(name, nanoseconds(before, name), nanoseconds(now, name)) for name in names]
    if not rows and not same:
        raise CannotMeasure(f"{arguments.base} and {arguments.head} have no program and workload in common")
    return rows, same


def markdown(rows, same):
    lines = ["| workload | base, ns | head, ns | head / base | |", "|---|--:|--:|--:|---|"]
    lines += [f"| `{r.name}` | {r.base:.4g} | {r.head:.4g} | {r.ratio:.3f} | {r.verdict} |"
              for r in sorted(rows, key=lambda r: -r.ratio)]
    told = f"Medians of processor time an item, {REPETITIONS} runs of each build in turns. Advice: the gate counts instructions."
    if same:
        told += f" The same to the byte, hence not timed: {', '.join(same)}."
    return "\n".join([told, "", *(lines if rows else ["Nothing was timed."])]) + "\n"


def run(arguments):
    print(markdown(*compared(arguments)), end="")
    return 0


def main():
    parser = argparse.ArgumentParser(description="time two builds of the benchmarks in turns")
    parser.add_argument("base", type=pathlib.Path, help="folder of the hallmark_bench_* programs of one build")
    parser.add_argument("head", type=pathlib.Path, help="the same of the other")
    parser.add_argument("--filter", type=pattern, default="", help="only workloads whose name this pattern finds")
    return ended(parser, run)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Regression gate: compares what every gated workload needs with a stored baseline.

Instructions, and the working memory that a codec asks for and uses. They differ between compilers, so each compiler,
version and optimisation level has its own baseline.

Exit codes: 0 as the baseline says, 1 more, or less than is stored, 2 could not measure, or no baseline, 4 wrong usage.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import sys
import tempfile

import counts as counting
from command import ended, pattern
from counts import CannotMeasure, Count

BASELINES = pathlib.Path(__file__).resolve().parent / "baseline"
THRESHOLD = 0.002  # the share by which a number may differ
PROGRAM_THRESHOLD = 0.02  # of `hallmark` as a whole, with the loader and the libraries of the system
GROWTH_SIZE = 16384  # bytes of the inputs at which the work of hallmark_growth is counted
MOST_BYTES = 32  # that one instruction can read; who claims more has not read its input
VECTOR = bytes([0x27, 0, *bytes(8)])  # a BSON vector of two floats
# What `hallmark` is counted doing, from its start to its end. Files are named without a folder, whose length would count;
# the version is without that of the corpus, whose bytes would.
PROGRAM = {
    "program/version": ["--corpus", ".", "--version"],
    "program/validate": ["validate", "-j", "1", "small.bsonvec"],
    "program/inspect": ["inspect", "small.bsonvec"],
}


@dataclasses.dataclass(frozen=True)
class Line:
    name: str
    verdict: str  # ok, WORSE, BETTER, NEW, GONE, RATE
    text: str

    @property
    def bad(self):
        return self.verdict.isupper()


def of_workload(name, before, now):
    """A Line that tells the number of instructions always, memory when it changed."""
    verdicts, told = [], []
    threshold = PROGRAM_THRESHOLD if name in PROGRAM else THRESHOLD
    for field, old in dataclasses.asdict(before).items():
        new = getattr(now, field)
        change = (new - old) / old if old else float(new > 0)
        verdicts.append("WORSE" if change > threshold else "BETTER" if change < -threshold else "ok")
        if field == "instructions" or verdicts[-1] != "ok":
            told.append(f"{old} -> {new} {field} ({change:+.2%})")
    verdict = next((kind for kind in ("WORSE", "BETTER") if kind in verdicts), "ok")
    if verdict == "BETTER":
        told.append("update the baseline, or a later loss of the same size will pass")
    return Line(name, verdict, ", ".join(told))


def compare(counts, baseline, whole=True):
    """A Line for each workload; `whole` when the counts are of all workloads, so that one can be missed."""
    lines = []
    for name in sorted(counts.keys() | (baseline.keys() if whole else set())):
        if name not in baseline:
            lines.append(Line(name, "NEW", "update the baseline"))
        elif name not in counts:
            lines.append(Line(name, "GONE", "update the baseline"))
        else:
            lines.append(of_workload(name, baseline[name], counts[name]))
    return lines


def implausible(counts, sizes):
    """A Line for each workload whose rate in bytes cannot be true."""
    return [Line(name, "RATE", f"{sizes[name]} bytes in {counts[name].instructions} instructions: not all were read")
            for name in sorted(sizes) if sizes[name] > MOST_BYTES * counts[name].instructions]


def of_program(program, arguments):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "small.bsonvec").write_bytes(VECTOR)
        return counting.of_process([program, *arguments], folder)


def at_one_size(names):
    """Those of hallmark_growth, <operation>/<format>/<kind>/<size>, that the gate counts."""
    return [name for name in names if name.endswith(f"/{GROWTH_SIZE}")]


def measure(arguments):
    """(compiler, processor, {name: Count}, {name: bytes of input})"""
    lists = [(program, *counting.listed(program)) for program in arguments.benchmarks]
    if arguments.growth:
        compiler, names = counting.listed(arguments.growth)
        lists.append((arguments.growth, compiler, at_one_size(names)))
    compilers = {compiler for _, compiler, _ in lists}
    if len(compilers) != 1:
        raise CannotMeasure(f"the programs were built differently: {', '.join(sorted(compilers))}")
    groups = [(program, group) for program, _, names in lists
              for group in counting.in_groups(list(filter(arguments.filter.search, names)))]
    runs = [lambda program=program, group=group: counting.of_workloads(program, group) for program, group in groups]
    whole = {name: words for name, words in PROGRAM.items() if arguments.program and arguments.filter.search(name)}
    runs += [lambda words=words: of_program(arguments.program.resolve(), words) for words in whole.values()]
    if not runs:
        raise CannotMeasure("no workload was selected")
    results = counting.in_parallel(arguments.jobs, runs)
    counts, processors, sizes = dict(zip(whole, results[len(groups):])), set(), {}
    for (program, _), (of_group, processor, sizes_of_group) in zip(groups, results):
        counts |= of_group
        if program != arguments.growth:  # which says how large an input is, not what of it must be read
            sizes |= sizes_of_group
        processors.add(processor)
    return compilers.pop(), ", ".join(sorted(processors)), counts, sizes


def stored(path):
    """(processor, {name: Count})"""
    try:
        baseline = json.loads(path.read_text())
        return baseline["processor"], {name: Count(**count) for name, count in baseline["workloads"].items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise CannotMeasure(f"{path}: not a baseline: {error}") from error


def store(path, processor, counts):
    path.parent.mkdir(parents=True, exist_ok=True)
    # One line a workload, so that a change of the baseline can be read.
    lines = [f"  {json.dumps(name)}: {json.dumps(dataclasses.asdict(count))}" for name, count in sorted(counts.items())]
    path.write_text(f'{{\n "processor": {json.dumps(processor)},\n "workloads": {{\n' + ",\n".join(lines) + "\n }\n}\n")


def smaller_is_better(counts):
    """What github-action-benchmark takes as customSmallerIsBetter."""
    units = {"instructions": "instructions", "scratch": "bytes", "written": "bytes"}
    return [{"name": f"{name} ({field})" if field != "instructions" else name, "unit": units[field], "value": value}
            for name, count in sorted(counts.items())
            for field, value in dataclasses.asdict(count).items() if value or field == "instructions"]


def judge(arguments, path, processor, counts, sizes):
    """Prints a line for each workload; true when the baseline holds."""
    seen, baseline = stored(path)
    if processor and processor != seen:
        raise CannotMeasure(f"{path.name} was measured on {seen}, this is {processor}: code may be chosen by processor")
    lines = compare(counts, baseline, whole=not arguments.filter.pattern)
    lines += implausible(counts, sizes)
    for line in lines:
        print(f"{line.verdict:6} {line.name}: {line.text}")
    return not any(line.bad for line in lines)


def run(arguments):
    compiler, processor, counts, sizes = measure(arguments)
    if arguments.smaller_is_better:
        arguments.smaller_is_better.write_text(json.dumps(smaller_is_better(counts), indent=1) + "\n")
    path = arguments.baselines / f"{compiler}.json"
    if arguments.update:
        seen, kept = stored(path) if path.exists() and arguments.filter.pattern else ("", {})
        store(path, processor or seen, kept | counts)
        print(f"{len(counts)} counts stored in {path.name}")
        return 0
    if not path.exists():
        raise CannotMeasure(f"no baseline for {compiler}; measure the base revision with --update first")
    return 0 if judge(arguments, path, processor, counts, sizes) else 1


def main():
    parser = argparse.ArgumentParser(description="compare instructions and working memory with the stored baseline")
    parser.add_argument("benchmarks", nargs="+", type=pathlib.Path, help="hallmark_bench_* programs of one build")
    parser.add_argument("--program", type=pathlib.Path, help="the program hallmark of the same build, counted as a whole")
    parser.add_argument("--growth", type=pathlib.Path, help="hallmark_growth of the same build, counted at one size of its inputs")
    parser.add_argument("--update", action="store_true", help="store what was measured as the new baseline")
    parser.add_argument("--filter", type=pattern, default="", help="only workloads whose name this pattern finds")
    parser.add_argument("--baselines", type=pathlib.Path, default=BASELINES, help="folder of the baselines")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    parser.add_argument("--smaller-is-better", type=pathlib.Path, metavar="FILE",
                        help="also write the counts as github-action-benchmark takes them (customSmallerIsBetter)")
    return ended(parser, run)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts instructions at several sizes of the input, of every format and of every command, by callgrind.

Exit codes: 0 nothing grows faster than n log n, 1 something does, 2 could not measure, 4 wrong usage, 77 no valgrind.
"""

import argparse
import json
import os
import pathlib
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "gate"))
import counts as counting  # noqa: E402
from command import ended, pattern  # noqa: E402
from commands import commands, prepared  # noqa: E402
from counts import CannotMeasure  # noqa: E402
from judgement import exponent, too_fast  # noqa: E402

SIZES = [8192, 32768, 131072]
CONTROL = "control/quadratic"  # must be called too fast, or nothing would be


def of_workloads(growth, sizes, cases):
    """{case: [instructions]}; those of a few cases in one process."""
    names = [f"{case}/{size}" for case in cases for size in sizes]
    found = counting.of_workloads(growth, names)[0]
    return {case: [found[f"{case}/{size}"].instructions for size in sizes] for case in cases}


def of_command(growth, hallmark, sizes, command):
    """[instructions] of the whole program."""
    found = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            line = prepared(command, growth, hallmark, size, folder)
            found.append(counting.of_process(line, folder, command.status).instructions)
    return found


def measured(arguments):
    """{name: [instructions of each size]}"""
    growth, hallmark = arguments.growth.resolve(), arguments.hallmark.resolve()
    cases = sorted({name.rsplit("/", 1)[0] for name in counting.listed(growth)[1]})
    groups = counting.in_groups([case for case in cases if arguments.filter.search(case)])
    chosen = [command for command in commands() if arguments.filter.search(command.name)]
    if not groups and not chosen:
        raise CannotMeasure("nothing was selected")
    tasks = [lambda command=command: {command.name: of_command(growth, hallmark, arguments.sizes, command)}
             for command in chosen]
    tasks += [lambda group=group: of_workloads(growth, arguments.sizes, group) for group in groups]
    found = {}
    for part in counting.in_parallel(arguments.jobs, tasks):
        found |= part
    return found


def report(found, sizes):
    """What `--json` writes."""
    return [{"name": name, "sizes": sizes, "instructions": costs, "exponent": round(exponent(sizes, costs), 3)}
            for name, costs in sorted(found.items())]


def run(parser, arguments):
    if len(arguments.sizes) < 3 or sorted(set(arguments.sizes)) != arguments.sizes:
        parser.error("--sizes: three or more, ascending")
    if shutil.which("valgrind") is None:
        print("skipped: valgrind is not installed; .ci/install benchmarks")
        return 77
    if not too_fast(arguments.sizes, of_workloads(arguments.growth.resolve(), arguments.sizes, [CONTROL])[CONTROL]):
        raise CannotMeasure(f"{CONTROL} was not noticed")
    found = measured(arguments)
    rows = report(found, arguments.sizes)
    if arguments.json:
        arguments.json.write_text(json.dumps({"growth": rows}, indent=1) + "\n")
    bad = 0
    for row in rows:
        for text in too_fast(row["sizes"], row["instructions"]):
            print(f"TOO FAST {row['name']}: {text}")
            bad += 1
    steepest = max(rows, key=lambda row: row["exponent"])
    print(f"{len(rows)} kinds of work at {len(arguments.sizes)} sizes: {bad} times faster than n log n; "
          f"largest exponent {steepest['exponent']:.2f}, {steepest['name']}")
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(description="count instructions at several sizes of the input")
    parser.add_argument("growth", type=pathlib.Path, help="the program hallmark_growth")
    parser.add_argument("hallmark", type=pathlib.Path, help="the program hallmark")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="BYTES", help="powers of two, ascending")
    parser.add_argument("--filter", type=pattern, default="", help="only work whose name this pattern finds")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write the counts and the exponents")
    return ended(parser, lambda arguments: run(parser, arguments))


if __name__ == "__main__":
    sys.exit(main())

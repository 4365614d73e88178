# SPDX-License-Identifier: Apache-2.0
"""Instructions and working memory of workloads, and instructions of whole programs, counted by callgrind.

Counts are repeatable to a few in a million on any machine, unlike times. Two things would make them depend on the
machine: the functions of glibc that are chosen by processor, which TUNABLES fixes, and code of ours that is chosen in
the same way. For the latter a program says which processor it sees; callgrind shows it one of very few.
"""

import concurrent.futures
import dataclasses
import pathlib
import re
import shutil
import subprocess
import tempfile

MEASURED = "hallmark_gate_measured"  # harness/gated.cpp
# memcpy, memset, memchr, strlen and their like as on the first x86-64 processors.
TUNABLES = "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX2,-AVX,-BMI2,-BMI1,-LZCNT,-MOVBE,-ERMS,-FSRM,-SSE4_2,-SSE4_1,-SSSE3"
AT_ONCE = 12  # workloads of one process: few enough that two processors finish together


class CannotMeasure(Exception):
    pass


@dataclasses.dataclass(frozen=True)
class Count:
    """What one workload needs; every field is gated."""
    instructions: int
    scratch: int = 0  # bytes of working memory that the codec asked for
    written: int = 0  # how much of that it wrote to


def output_of(command, timeout=600, status=0, **how):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False, **how)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CannotMeasure(f"{command[0]}: {error}") from error
    if done.returncode != status:
        raise CannotMeasure(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stderr[-2000:]}")
    return done.stdout


def callgrind(command, *options, tunables=TUNABLES, **how):
    """(what the command printed, the instructions of each dump in turn); the last dump is what ran after all others."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise CannotMeasure("valgrind is not installed (.ci/install benchmarks)")
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "out")
        # The environment of whoever calls would be counted, too: programs read it when they start.
        printed = output_of([valgrind, "--quiet", "--tool=callgrind", f"--callgrind-out-file={out}", *options, *command],
                            env={"GLIBC_TUNABLES": tunables, "LC_ALL": "C.UTF-8"}, **how)
        dumps = [*sorted(pathlib.Path(folder).glob("out.*"), key=lambda path: int(path.suffix[1:])), out]
        return printed, [instructions_in(dump.read_text(encoding="utf-8", errors="replace")) for dump in dumps]


def instructions_in(dump):
    found = re.search(r"^(?:summary|totals): (\d+)", dump, re.MULTILINE)
    if found is None:
        raise CannotMeasure("callgrind wrote no sum")
    return int(found.group(1))


def of_workloads(program, names, tunables=TUNABLES):
    """({name: Count}, the processor that the program sees, {name: bytes of input}), in one process."""
    printed, dumps = callgrind([program, "--gate-run", *names], "--collect-atstart=no", f"--toggle-collect={MEASURED}",
                               f"--dump-after={MEASURED}", tunables=tunables)
    processor, *lines = printed.splitlines()
    if len(lines) != len(names) or len(dumps) != len(names) + 1 or 0 in dumps[:-1]:
        raise CannotMeasure(f"{program}: {len(names)} workloads, {len(dumps) - 1} counts; is {MEASURED} in it?")
    counts, sizes = {}, {}
    for line, instructions in zip(lines, dumps):
        name, size, scratch, written = line.split("\t")
        counts[name] = Count(instructions, int(scratch), int(written))
        sizes[name] = int(size)
    return counts, processor, sizes


def of_process(command, cwd, status=0):
    """The Count of a whole program from its start to its end, which must have this status."""
    return Count(callgrind(command, cwd=cwd, status=status)[1][-1])


def listed(program):
    """(compiler, names of the gated workloads)"""
    compiler, *names = output_of([program, "--gate-list"], timeout=60).splitlines()
    return compiler, names


def in_parallel(jobs, tasks):
    """Results of the tasks, functions without arguments, in their order."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(task) for task in tasks]
        try:
            return [future.result() for future in futures]
        except CannotMeasure:
            pool.shutdown(cancel_futures=True)
            raise


def in_groups(names, size=AT_ONCE):
    return [names[at:at + size] for at in range(0, len(names), size)]

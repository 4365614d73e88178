# SPDX-License-Identifier: Apache-2.0
"""The protocol between a peer in Python and side_by_side: ../README.md.

    serve({"work": make, ...}, version)      PROGRAM WORK FILE

make(path) gives two functions: a pass, which does the work once and returns a count, and one that returns the answer.
"""
import pathlib
import sys
import time


def load(path):
    return pathlib.Path(path).read_bytes()


def header_length(path):
    return int(pathlib.Path(path + ".header_length").read_text())


def answer(**numbers):
    return " ".join(f"{name}={int(number)}" for name, number in numbers.items())


def sum_of(array):
    """The bits of all elements of an array of numpy as unsigned numbers, added up; of strings the lengths and the bytes."""
    import numpy
    if array.dtype.kind in "OSU":
        texts = [text if isinstance(text, bytes) else str(text).encode() for text in array.ravel()]
        return sum(len(text) + sum(text) for text in texts)
    bits = numpy.ascontiguousarray(array).view(f"u{array.dtype.itemsize}")
    return int(bits.sum(dtype="u8"))


def answer_of(counted, arrays):
    """The answer of arrays of numpy, whose number has this name."""
    return answer(**{counted: len(arrays)}, elements=sum(array.size for array in arrays), sum=sum(map(sum_of, arrays)) % 2**64)


def passes(work, counts, number):
    """Nanoseconds of so many passes, of the processor and by the clock."""
    cpu, start = time.process_time_ns(), time.perf_counter_ns()
    for _ in range(number):
        counts.add(work())
    wall = time.perf_counter_ns() - start
    if len(counts) > 1:
        raise ValueError("passes do not agree")
    return time.process_time_ns() - cpu, wall


def main(works, version):
    work, told = works[sys.argv[1]](sys.argv[2])
    print("loaded", f"{version}, Python {sys.version.split()[0]}", flush=True)
    counts = set()
    for line in sys.stdin:
        if line == "check\n":
            print(told(), flush=True)
        else:
            print(*passes(work, counts, int(line.removeprefix("run "))), flush=True)


def serve(works, version):
    try:
        main(works, version)
    except Exception as error:
        print("cannot", " ".join(f"{type(error).__name__}: {error}".split())[:300], flush=True)
        sys.exit(2)

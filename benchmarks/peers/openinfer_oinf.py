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
import sys

import peer

ROUNDS = 5


class Nowhere(io.TextIOBase):
    def write(self, text):
        return len(text)


def verifier():
    try:
        from importlib.metadata import version
        from oinf_verify import parse_file
    except ImportError as error:
        print(f"skipped: {error}; pip install -r conformance/testees/openinfer_oinf/requirements.txt")
        return None
    print(f"openinfer-oinf {version('openinfer-oinf')}, Python {sys.version.split()[0]}")
    return parse_file


def verify(parse_file, path):
    with contextlib.redirect_stdout(Nowhere()):
        parse_file(str(path))


if __name__ == "__main__":
    sys.exit(peer.main(__doc__, verifier, peer.compare_files(
        "openinfer-oinf", "oinf", "hallmark_bench_oinf", ".oinf", verify, ROUNDS)))

#!/usr/bin/env python3
"""Compares the Python verifier of OINF (openinfer-oinf) with our decoder on the same files.

usage: openinfer_oinf.py FOLDER   the folder of hallmark_bench_oinf and hallmark_bench_oinf_inputs

The verifier always verifies and prints, with statistics of every tensor of more than one element. Its output is
discarded. `declared-300000` has no tensor data, so it measures verification and a line for each entry; in
`sorted-30000` most of the time is statistics. Ours is decode/oinf/<input>, which checks every rule and prints nothing.

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

#!/usr/bin/env python3
"""Compares the Python package futhark-data with our decoder on the same streams.

usage: futhark_python.py FOLDER   the folder of hallmark_bench_futhark and hallmark_bench_futhark_inputs

The package is measured by loadb, which returns numbers and numpy arrays; ours by decode/futhark/<input>, which checks
every rule and reads every value, with text converted to little-endian elements.

Exit codes: 0 measured, 2 something failed, 3 nothing to compare with: the package is not installed.
"""

import sys
import warnings

import peer

ROUNDS = 5


def package():
    warnings.simplefilter("ignore")  # of numpy, about names that it is about to drop
    try:
        from importlib.metadata import version
        from futhark_data import loadb
    except ImportError as error:
        print(f"skipped: {error}; pip install -r conformance/testees/futhark_data/requirements.txt")
        return None
    print(f"futhark-data {version('futhark-data')}, Python {sys.version.split()[0]}")
    return loadb


def load(loadb, path):
    for _ in loadb(path.read_bytes()):
        pass


if __name__ == "__main__":
    sys.exit(peer.main(__doc__, package, peer.compare_files(
        "futhark-data", "futhark", "hallmark_bench_futhark", ".futhark", load, ROUNDS)))

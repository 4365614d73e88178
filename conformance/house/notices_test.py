#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that THIRD_PARTY_NOTICES names what is compiled into the program and the module of Python, and nothing else, and that
packages hold it.

    notices_test.py TREE BUILD TARGET...

Exit: 0 it does, 1 not, 77 the build is none of ninja, or no Debian package holds what it reads.
"""
import pathlib
import re
import subprocess
import sys
import tomllib

TREE, BUILD, *TARGETS = sys.argv[1:]
sys.path.insert(0, f"{TREE}/.ci/sbom")
import components  # noqa: E402

ROOT = pathlib.Path(TREE).resolve()
NOTICES = "THIRD_PARTY_NOTICES"
# Their headers say what is loaded when a program starts.
LOADED = {"glibc", "linux", "zlib", "libzip", "python"}


def compiled():
    """The source packages of the headers that the objects of the targets read, without versions."""
    objects = set(components.run("ninja", "-C", BUILD, "-t", "inputs", *TARGETS).split("\n"))
    blocks = components.run("ninja", "-C", BUILD, "-t", "deps").split("\n\n")
    read = components.headers("\n".join(block for block in blocks if block.split(":")[0] in objects), pathlib.Path(BUILD).resolve(), ROOT)
    python = {file: one for file in read if (one := components.python_header(file))}
    found = {*python.values(), *components.Debian().components(read - set(python))}
    return {re.sub(r"-\d+$|3\.\d+$", "", one.name).replace("llvm-toolchain", "gcc") for one in found}


def main():
    try:
        found = compiled() - LOADED
    except (subprocess.CalledProcessError, FileNotFoundError, LookupError) as problem:
        print(f"skipped: {problem}")
        return 77
    named = re.findall(r"^\* ([\w-]+), https", (ROOT / NOTICES).read_text(), re.MULTILINE)
    named = set(named) if "_core" in TARGETS else set(named) - {"nanobind", "robin-map"}
    wrong = [f"{one}: is compiled in, and missing in {NOTICES}" for one in sorted(found - named)]
    wrong += [f"{one}: is in {NOTICES}, and not compiled in" for one in sorted(named - found)]
    if NOTICES not in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["license-files"]:
        wrong.append(f"pyproject.toml: the wheel needs {NOTICES}")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

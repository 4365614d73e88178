"""What the program is counted doing on an input of any size: every command that reads or writes one."""

import dataclasses
import gzip
import pathlib
import subprocess
import sys
from typing import Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "gate"))
from counts import output_of  # noqa: E402


def as_is(folder, data, hallmark):
    pathlib.Path(folder, "input").write_bytes(data)


def compressed(folder, data, hallmark):
    pathlib.Path(folder, "input.gz").write_bytes(gzip.compress(data, mtime=0))


def many(folder, data, hallmark):
    """A file of the same bytes for each KiB, so that the number of files grows."""
    files = pathlib.Path(folder, "input")
    files.mkdir()
    for number in range(max(len(data) // 1024, 1)):
        (files / f"{number:06}.bson").write_bytes(b"\x09\0\0\0\x08k\0\1\0")


def results(folder, data, hallmark):
    """What validate writes of all findings."""
    as_is(folder, data, hallmark)
    # Exit 1: there are findings.
    done = subprocess.run([hallmark, "validate", "--format", "bson", "--report", "json", "--max-errors", "10000", "input"],
                          cwd=folder, capture_output=True, check=False)
    pathlib.Path(folder, "input").write_bytes(done.stdout)


@dataclasses.dataclass(frozen=True)
class Command:
    name: str
    subject: str  # the input, by its name in benchmarks/<family>/growth.cpp
    arguments: str  # of the program; SIZE is the size
    prepare: Callable = as_is
    status: int = 0


ALL = "validate -j 1 --no-config --max-errors 10000 "
COMMANDS = [
    Command("program/validate/records", "bson/records", ALL + "--format bson input"),
    Command("program/validate/fp64", "kserve-request/fp64", ALL + "--format kserve-request input"),
    Command("program/validate/unknown-format", "oinf/shuffled", ALL + "input"),
    Command("program/validate/compressed", "bson/records", ALL + "--format bson input.gz", compressed),
    Command("program/validate/many-files", "bson/findings", ALL + "input", many),
    Command("program/validate/findings-text", "bson/findings", ALL + "--format bson input", status=1),
    Command("program/validate/findings-json", "bson/findings", ALL + "--report json --format bson input", status=1),
    Command("program/validate/findings-ndjson", "bson/findings", ALL + "--report ndjson --format bson input", status=1),
    Command("program/inspect/tensors", "oinf/shuffled", "inspect --format oinf input"),
    Command("program/inspect/json", "kserve-request/fp64", "inspect --json --format kserve-request input"),
    Command("program/inspect/layout", "bson/records", "inspect --layout --format bson input"),
    Command("program/inspect/stats", "bintensors-v1/sized", "inspect --stats --format bintensors-v1 input"),
    Command("program/convert/binary", "futhark/text-f64", "convert --to binary input -o output"),
    Command("program/convert/text", "futhark/rows", "convert --to text input -o output"),
    Command("program/generate", "bson/findings", "generate --format bson --size SIZE -o output"),
    Command("program/report/sarif", "bson/findings", "report sarif input", results),
    Command("program/report/markdown", "bson/findings", "report markdown input", results),
]


def prepared(command, growth, hallmark, size, folder):
    """Writes the input of a command into a folder; gives the command line."""
    done = subprocess.run([growth, "--write", command.subject, str(size)], capture_output=True, check=True)
    command.prepare(folder, done.stdout, hallmark)
    return [hallmark, *command.arguments.replace("SIZE", str(size)).split()]

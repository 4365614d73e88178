# SPDX-License-Identifier: Apache-2.0
"""What the program is counted doing on an input of any size: every command that reads or writes one."""

import dataclasses
import gzip
import json
import pathlib
import subprocess


def as_is(folder, data, hallmark, command):
    (folder / "input").write_bytes(data)


def compressed(folder, data, hallmark, command):
    (folder / "input.gz").write_bytes(gzip.compress(data, mtime=0))


def many(folder, data, hallmark, command):
    """A file of the same bytes for each KiB, so that the number of files grows."""
    extension, content = command.file
    (folder / "input").mkdir()
    for number in range(max(len(data) // 1024, 1)):
        (folder / "input" / f"{number:06}{extension}").write_bytes(bytes.fromhex(content))


def results(folder, data, hallmark, command):
    """What validate writes of all findings."""
    as_is(folder, data, hallmark, command)
    words = ["validate", "--format", command.subject.partition("/")[0], "--report", "json", "--max-errors", "10000", "input"]
    done = subprocess.run([hallmark, *words], cwd=folder, capture_output=True, check=False)  # exit 1: there are findings
    as_is(folder, done.stdout, hallmark, command)


PREPARE = {each.__name__: each for each in (as_is, compressed, many, results)}
VALIDATE = "validate -j 1 --no-config --max-errors 10000"


@dataclasses.dataclass(frozen=True)
class Command:
    """What benchmarks/<family>/commands.json says of one."""
    name: str
    subject: str  # the input, by its name in benchmarks/<family>/growth.cpp
    arguments: str  # of the program; SIZE is the size, VALIDATE the command that finds everything
    prepare: str = "as_is"  # how the input is laid down: one of the functions above
    file: tuple = ()  # of many: the ending of a name, and the bytes
    status: int = 0


def commands():
    files = sorted(pathlib.Path(__file__).resolve().parents[1].glob("*/commands.json"))
    return [Command(**table) for file in files for table in json.loads(file.read_text())]


def prepared(command, growth, hallmark, size, folder):
    """Writes the input of a command into a folder; gives the command line."""
    done = subprocess.run([growth, "--write", command.subject, str(size)], capture_output=True, check=True)
    PREPARE[command.prepare](pathlib.Path(folder), done.stdout, hallmark, command)
    return [hallmark, *command.arguments.replace("SIZE", str(size)).replace("VALIDATE", VALIDATE).split()]

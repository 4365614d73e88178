# SPDX-License-Identifier: Apache-2.0
"""What is measured: the groups of the rooms' rows.toml, which share a work; each row is one input.

An input is a kind and a number, as peer.cpp of the room has them. `series` joins the rows that differ in size alone; they become a line
of time against size. `order` places a room on the page; `does` is of the peers that every room has (peers.toml).
"""
import dataclasses
import json
import pathlib
import tomllib

from units import SIZES


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    kind: str
    number: int = 0
    series: str = ""
    skip: tuple = ()  # kinds of peers, or names, that would take too long here
    large: bool = False  # left out by --quick
    note: str = ""
    work: str = ""  # of the group, unless it says another
    unit: str = ""  # likewise


@dataclasses.dataclass(frozen=True)
class Group:
    name: str
    title: str
    work: str
    unit: str  # what a rate counts: bytes of the input (of a body of KServe, of its JSON), files, or a member of the answer
    about: str
    rows: tuple
    size: str = "bytes"  # what the series go by: bytes or number
    floor: str = ""  # the floor that a reader of this group cannot beat


def rows_of(series="", sizes=(), counts=(), of="", **more):
    """The rows of an entry: one for each of its sizes, or of its counts of something, or one alone."""
    factors = {unit: factor for factor, unit in SIZES}
    for size in sizes:
        number, unit = size.split()
        yield Row(f"{series}, {size}", number=int(number) * factors[unit], series=series, **more)
    for number in counts:
        yield Row(f"{series}, {number:,} {of if number != 1 else of.removesuffix('s')}", number=number, series=series, **more)
    if not series:
        yield Row(**more)


def groups():
    for table in (table for room in ROOMS for table in room["group"]):
        yield Group(**{**table, "rows": tuple(row for entry in table["rows"] for row in rows_of(**entry))})


def does(peer):
    """What a pass of a peer is, by work, as the rooms say it."""
    return {work: text for room in ROOMS for work, text in room.get("does", {}).get(peer, {}).items()}


BENCHMARKS = pathlib.Path(__file__).resolve().parent.parent
ROOMS = sorted((tomllib.loads(file.read_text()) for file in sorted(BENCHMARKS.glob("*/rows.toml"))), key=lambda room: room["order"])
GROUPS = tuple(groups())
# By which the program knows a format.
EXTENSIONS = {file.parent.name: json.loads(file.read_text())["extensions"][0] for file in BENCHMARKS.parent.glob("codecs/*/family.json")}


def extension(kind):
    return EXTENSIONS.get(kind.partition("-")[0], "")

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the tables of fields in the READMEs of the codecs with the rules and the golden vectors.

    fields.py [--update] SOURCE PROGRAM

A table stands below `## Fields`: field, offset, size, type, clause, rules. A field in backticks is a path of findings, where
`*` is any key and `[]` any index: its rules are those that golden vectors break there. What has no path is in words, and its
rules are chosen by hand. A rule that is broken at many fields stands in such a row, and in no other. Every rule of the family
stands in the table, and a clause is that of the row's rules, if it is no decision of ours. --update writes both columns.
Offsets and sizes that are numbers are compared with `inspect --layout` of a generated file.
Exit: 0 as it should be, 1 not.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HEADING = "## Fields"


def cells(line):
    return [cell.strip() for cell in line.strip("|").split("|")]


def normal(path):
    """A path of a finding as a table writes it: indices and nested arrays as [], keys in quotes as a plain one."""
    path = re.sub(r'\["(?:[^"\\]|\\.)*"\]', ".key", path).lstrip(".")
    return re.sub(r"(\[\d*\])+", "[]", path)


def matches(field, path):
    return any(re.fullmatch(r"[^.]*".join(map(re.escape, one.split("*"))), path) for one in re.findall(r"`(.*?)`", field))


def broken_at(folder):
    """The pairs of path and rule in the golden vectors of a family."""
    pairs = set()
    for file in sorted((folder / "golden").glob("*.json")):
        for vector in json.loads(file.read_text())["vectors"]:
            for one in [vector.get("error"), *vector.get("warnings", [])]:
                if one and "path" in one:
                    pairs.add((normal(one["path"]), one["rule"]))
    return pairs


def as_it_should_be(rows, clauses, pairs, complain):
    """The rows with the columns that are derived; `clauses` are those of the rules of the family, by id."""
    family = next(iter(clauses)).split("/")[0]
    by_hand = {f"{family}/{slug}" for row in rows if "`" not in row[0] for slug in re.findall(r"`(.*?)`", row[5])}
    for unknown in sorted(by_hand - clauses.keys()):
        complain(f"{unknown} is no rule")
    order = list(clauses)
    listed = set(by_hand)
    made = []
    for row in rows:
        rules = {f"{family}/{slug}" for slug in re.findall(r"`(.*?)`", row[5])} & clauses.keys()
        if "`" in row[0]:
            here = [(path, rule) for path, rule in pairs if matches(row[0], path)]
            if not here:
                complain(f"no golden vector is broken at {row[0]}")
            pairs = pairs - set(here)
            rules = {rule for _, rule in here if rule in clauses} - by_hand
        listed |= rules
        sections = dict.fromkeys(section for document, section in (clauses[rule] for rule in order if rule in rules)
                                 if document != "rulings")
        slugs = ", ".join(f"`{rule.split('/')[1]}`" for rule in order if rule in rules)
        made.append([*row[:4], ", ".join(sections), slugs])
    for missing in sorted(clauses.keys() - listed):
        complain(f"{missing} stands in no row")
    return made


def laid_out(program, format):
    """The first place of each path in a valid file: offset and size."""
    with tempfile.TemporaryDirectory() as folder:
        made = [program, "generate", "--format", format, "--size", "4KiB", "-o", folder]
        subprocess.run(made, check=True, capture_output=True)
        file = next(one for one in pathlib.Path(folder).iterdir() if one.name != "manifest.json")
        text = subprocess.run([program, "inspect", "--layout", file], check=True, capture_output=True, text=True).stdout
    places = {}
    for line in text.splitlines()[2:]:
        offset, _, size, *_, path = line.split()
        places.setdefault(f"`{normal(path)}`", (offset, size))
    return places


def main():
    update = sys.argv[1] == "--update"
    source, program = map(pathlib.Path, sys.argv[-2:])
    rules = json.loads(subprocess.run([program, "rules", "--json"], check=True, capture_output=True, text=True).stdout)["rules"]
    status = 0

    def complain(message):
        nonlocal status
        status = 1
        print(f"{page}: {message}")

    for manifest in sorted((source / "codecs").glob("*/family.json")):
        name = manifest.parent.name
        page = manifest.parent / "README.md"
        lines = page.read_text().split("\n")
        if HEADING not in lines:
            complain(f"there is no table {HEADING}")
            continue
        prefix = name.replace("_", "-") + "/"
        clauses = {rule["id"]: (rule["clause"]["document"], rule["clause"]["section"])
                   for rule in rules if rule["id"].startswith(prefix)}
        first = next(at for at in range(lines.index(HEADING), len(lines)) if lines[at].startswith("|--")) + 1
        last = next(at for at in range(first, len(lines)) if not lines[at].startswith("|"))
        made = as_it_should_be([cells(line) for line in lines[first:last]], clauses, broken_at(source / "corpus" / name), complain)
        for format in json.loads(manifest.read_text())["formats"]:
            placed = any("`" in row[0] and row[1].isdigit() for row in made)
            places = laid_out(program, format["id"]) if placed else {}
            for field, offset, size, *_ in made:
                there = places.get(field)
                if there and any(said.isdigit() and said != is_ for said, is_ in zip((offset, size), there)):
                    complain(f"{field} of {format['id']} has {there[1]} bytes at {there[0]}")
        made = [f"| {' | '.join(row)} |".replace("|  |", "| |").replace("|  |", "| |") for row in made]
        for there, right in zip(lines[first:last], made):
            if there != right and not update:
                complain(f"this is out of date (fields.py --update):\n- {there}\n+ {right}")
        if update:
            lines[first:last] = made
            page.write_text("\n".join(lines))
    return status


if __name__ == "__main__":
    sys.exit(main())

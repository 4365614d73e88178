#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the source of every MUST and SHOULD: the lines of the document that a rule links to.

    hallmark rules --json | sources.py --documents DIR [RULE...]

DIR holds what has been fetched: repositories as owner+name, bare, or with the bare one as `repo` inside; pages as plain text, named
as in their address (rfc8259.txt). Prints what each rule demands beside what is written there, for a reader to compare.

Exit: 0 each linked place exists, 1 not, 2 wrong arguments. What has not been fetched is named at the end and is no fault.
"""
import argparse
import functools
import json
import pathlib
import re
import subprocess
import sys

LINES = re.compile(r"https://github\.com/([^/]+)/([^/]+)/blob/([0-9a-f]{40})/([^?#]+)(?:\?plain=1)?#L(\d+)(?:-L(\d+))?")
SECTION = re.compile(r"https://[^#]+/([^/#]+)\.html#section-([0-9.]+)")


class Wrong(Exception):
    """The place does not exist, or is not what the rule says of it."""


class Missing(Exception):
    """The document has not been fetched."""


@functools.cache
def git(folder, *command):
    return subprocess.run(["git", f"--git-dir={folder}", *command], capture_output=True, text=True, check=True).stdout


def revised(repository, commit, path):
    """The text of a file at a commit, as lines, and the day when it got this text."""
    for folder in (repository, repository / "repo"):
        if (folder / "HEAD").exists():
            try:
                return git(folder, "show", f"{commit}:{path}").splitlines(), git(folder, "log", "-1", "--format=%cs", commit, "--", path).strip()
            except subprocess.CalledProcessError as error:
                raise Wrong(error.stderr.strip()) from error
    raise Missing(repository.name)


def linked_lines(documents, match, revision):
    owner, name, commit, path, first, last = match.groups()
    lines, day = revised(documents / f"{owner}+{name}", commit, path)
    first, last = int(first), int(last or first)
    if not 1 <= first <= last <= len(lines):
        raise Wrong(f"there are {len(lines)} lines")
    if not lines[first - 1].strip() or not lines[last - 1].strip():
        raise Wrong("the first or the last line is empty")
    if re.fullmatch(r"\d{4}(-\d\d){0,2}", revision) and not day.startswith(revision):
        raise Wrong(f"the text is of {day}, the rule says {revision}")
    return [f"{number}: {line}" for number, line in enumerate(lines[first - 1:last], first)]


def section(documents, match):
    """The lines of a section, up to the next heading of a number."""
    page = documents / f"{match[1]}.txt"
    if not page.is_file():
        raise Missing(page.name)
    text = page.read_text(errors="replace")
    found = re.search(rf"^{re.escape(match[2])}\.? +[A-Z].*\n(?:(?!\d+(?:\.\d+)*\.? +[A-Z]).*\n)*", text, re.M)
    if not found:
        raise Wrong(f"there is no section {match[2]}")
    return [line for line in found[0].splitlines() if line.strip()]


def place(documents, rule):
    """What is written at the source of a rule."""
    if match := LINES.fullmatch(rule["source"]):
        return linked_lines(documents, match, rule["clause"]["revision"])
    if match := SECTION.fullmatch(rule["source"]):
        return section(documents, match)
    raise Wrong("no lines at a commit, and no section of a page")


def main():
    parser = argparse.ArgumentParser(usage="hallmark rules --json | %(prog)s --documents DIR [RULE...]")
    parser.add_argument("--documents", type=pathlib.Path, required=True)
    parser.add_argument("rules", nargs="*")
    arguments = parser.parse_args()
    rules = {rule["id"]: rule for rule in json.load(sys.stdin)["rules"] if rule["demand"]}
    if unknown := set(arguments.rules) - set(rules):
        parser.error(f"no MUST or SHOULD: {', '.join(sorted(unknown))}")
    chosen = [rules[id] for id in arguments.rules or rules]
    faults, missing = [], {}
    for rule in chosen:
        print(f"{rule['id']} {rule['level']} ({rule['addressee']})\n  {rule['demand']}\n  {rule['source']}")
        try:
            print("".join(f"    {line}\n" for line in place(arguments.documents, rule)))
        except Wrong as fault:
            faults.append(f"{rule['id']}: {rule['source']}: {fault}")
        except Missing as document:
            missing.setdefault(str(document), []).append(rule["id"])
    for document, ids in missing.items():
        print(f"not fetched: {document}, the source of {len(ids)}")
    print(f"{len(chosen)} rules, {len(faults)} faults")
    print("".join(f"{fault}\n" for fault in faults), end="", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

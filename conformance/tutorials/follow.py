#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Follows pages: does what they tell a reader to do, and compares what comes out with what they show.

    follow.py [--update] --program FOLDER PAGE...

What a page has to follow, in order:

    <!-- run: COMMAND -->            a preparation that the reader does not see; $HALLMARK_KITS are the kits
    <!-- file: NAME -->              the next block is saved as NAME; the text above says so to the reader
    ```console                       commands after "$ ", their further lines after "> ", each with its output
    <!-- transcript: COMMAND -->     the next block is typed to COMMAND: lines after "> " go in, lines after "< " come
                                     out; what is indented belongs to the line above
    <!-- picture: FILE PAGE -->      FILE is a picture of PAGE, which a command before has written

"…" in what is shown stands for anything inside a line, and alone on a line for any lines. All commands of a page run in one
shell, in an empty folder, with FOLDER first in PATH. --update writes into the page what came out where it differs, cut in the
middle where the page cut it, and takes pictures anew.
Exit: 0 as shown, 1 not, 77 something that a page needs is not installed (`<!-- needs: PROGRAM... -->`).
"""
import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import picture

KITS = pathlib.Path(__file__).resolve().parent.parent / "testees"  # as share/hallmark/kits of an installation


def alike(shown, got):
    """Whether lines are as shown, where … stands for anything."""
    if not shown or shown[0] != "…":
        return not (shown or got) or bool(shown and got and line_alike(shown[0], got[0]) and alike(shown[1:], got[1:]))
    return any(alike(shown[1:], got[skipped:]) for skipped in range(len(got) + 1))


def line_alike(shown, got):
    return re.fullmatch(".*".join(map(re.escape, shown.split("…"))), got) is not None


def shortened(shown, got):
    """What came out, cut in the middle where the page cut it: as many lines before and after it as there were."""
    if "…" not in shown:
        return got
    before, after = shown.index("…"), shown[::-1].index("…")
    return got[:before] + ["…"] + got[max(before, len(got) - after) :]


class Page:
    def __init__(self, path):
        self.path, self.lines = path, path.read_text().split("\n")
        self.steps = []  # (kind, command or name, first line of what is shown, lines shown)
        self.read()

    def read(self):
        mark, at = None, 0
        while at < len(self.lines):
            line = self.lines[at]
            at += 1
            if comment := re.fullmatch(r"<!-- (run|file|transcript|needs|picture): (.*) -->", line):
                kind, text = comment.groups()
                if kind == "file" and f"`{text}`" not in "".join(self.lines[max(0, at - 6) : at - 1]):
                    sys.exit(f"{self.path}:{at}: the text above does not name `{text}`")
                mark = (kind, text) if kind in ("file", "transcript") else None
                if not mark:
                    self.steps.append((kind, text, at, []))
            elif line.startswith("```"):
                end = self.lines.index("```", at)
                block = self.lines[at:end]
                if mark:
                    self.steps.append((*mark, at, block))
                elif line == "```console":
                    self.console(at, block)
                mark, at = None, end + 1

    def console(self, first, block):
        at = 0
        while at < len(block):
            if not block[at].startswith("$ "):
                sys.exit(f"{self.path}:{first + at + 1}: this is the output of no command")
            start, at = at, at + 1
            while at < len(block) and block[at].startswith("> "):
                at += 1
            end = next((i for i in range(at, len(block)) if block[i].startswith("$ ")), len(block))
            command = "\n".join(line[2:] for line in block[start:at])
            self.steps.append(("console", command, first + at, block[at:end]))
            at = end


class Reader:
    """Follows a page in a folder of its own."""

    def __init__(self, page, program, update):
        self.page, self.program, self.update, self.changes, self.status = page, program, update, [], 0

    def follow(self):
        with tempfile.TemporaryDirectory() as folder:
            self.folder = folder
            environment = {**os.environ, "PATH": f"{self.program}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
                           "PYTHONDONTWRITEBYTECODE": "1", "HALLMARK_KITS": str(KITS)}
            for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
                environment.pop(name, None)
            self.shell = subprocess.Popen(["sh"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder,
                                          env=environment)
            for kind, text, at, shown in self.page.steps:
                if kind == "needs":
                    self.needs(text)
                elif kind == "file":
                    pathlib.Path(folder, text).write_text("\n".join(shown) + "\n")
                elif kind == "transcript":
                    self.transcript(text, at, shown)
                elif kind == "picture":
                    self.picture(at, *text.split())
                else:
                    output = self.run(text)
                    if kind == "run" and self.status:
                        sys.exit(f"{self.page.path}:{at}: exit {self.status}\n{output}")
                    if kind == "console":
                        self.compare(text, at, shown, output.splitlines(), len(shown))
            self.shell.stdin.close()
            self.shell.wait()

    def needs(self, programs):
        missing = [name for name in programs.split() if not shutil.which(name)]
        if missing:
            print(f"skipped: {', '.join(missing)} is not installed")
            sys.exit(77)

    def run(self, command):
        """What a command prints, on both streams. $? is what the command before it left."""
        output = pathlib.Path(self.folder + ".output")
        self.shell.stdin.write(f"(exit {self.status})\n{{\n{command}\n}} >{output} 2>&1 </dev/null\necho $?\n")
        self.shell.stdin.flush()
        self.status = int(self.shell.stdout.readline())
        text = output.read_text(errors="backslashreplace")
        output.unlink()
        return text

    def transcript(self, command, at, block):
        typed, shown = [], []
        for line in block:
            to = {">": typed, "<": shown}.get(line[0])
            if to is None:
                last[-1] += line.strip()
            else:
                to.append(line[2:])
                last = to
        pathlib.Path(self.folder, "typed").write_text("\n".join(typed) + "\n")
        output = self.run(f"{command} <typed")
        self.compare(command, at, shown, output.splitlines(), None)

    def picture(self, at, name, shown):
        file, shown = self.page.path.parent / name, pathlib.Path(self.folder, shown)
        if picture.shows(file, shown):
            return
        self.changes.append((at, None, []))
        failure = picture.take(file, shown) if self.update else "--update takes it anew"
        print(f"{self.page.path}:{at}: {name} shows another text than the page has: {failure or 'taken anew'}")

    def compare(self, command, at, shown, got, replaced):
        if alike(shown, got):
            return
        self.changes.append((at, replaced, shortened(shown, got)))
        print(f"{self.page.path}:{at}: this is not what comes out of: {command}")
        if len(shown) == len(got):
            shown = [there if line_alike(line, there) else line for line, there in zip(shown, got)]
        print("\n".join(difflib.unified_diff(shown, got, "shown", "got", lineterm="", n=1)))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--update", action="store_true")
    arguments.add_argument("--program", type=pathlib.Path, required=True)
    arguments.add_argument("pages", type=pathlib.Path, nargs="+")
    given = arguments.parse_args()
    wrong = 0
    for path in given.pages:
        page = Page(path)
        reader = Reader(page, given.program.resolve(), given.update)
        reader.follow()
        wrong += len(reader.changes)
        if given.update:
            for at, replaced, got in reversed(reader.changes):
                if replaced is not None:  # lines of a transcript are broken by hand
                    page.lines[at : at + replaced] = got
            path.write_text("\n".join(page.lines))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

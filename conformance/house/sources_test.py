#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests sources.py with a small repository, and that it can read what `hallmark rules --json` prints.

    sources_test.py PROGRAM
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).with_name("sources.py")
PROGRAM = sys.argv.pop(1)
PAGE = "1. Introduction\n\n   Nothing.\n\n7. Strings\n\n   A string begins.\n\n   It ends.\n\n7.1. More\n\n   Too much.\n"


def run(*command, input=None, **more):
    return subprocess.run([str(word) for word in command], input=input, capture_output=True, text=True, **more)


class Sources(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.documents = pathlib.Path(cls.folder.name)
        who = {f"GIT_{whose}_{what}": "somebody" for whose in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
        environment = {**os.environ, **who, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_COMMITTER_DATE": "2024-05-06T12:00:00Z"}
        work = cls.documents / "work"

        def git(*command):
            return run("git", "-C", work, *command, env=environment, check=True).stdout.strip()

        run("git", "init", "-q", work, check=True)
        (work / "format.md").write_text("# Format\n\nA boolean is 0 or 1.\nNothing else.\n")
        git("add", "format.md")
        git("commit", "-qm", "One")
        cls.commit = git("rev-parse", "HEAD")
        run("git", "clone", "-q", "--bare", work, cls.documents / "someone+format", check=True)
        (cls.documents / "rfc1.txt").write_text(PAGE)

    def judge(self, source, revision="2024-05-06", id="f/boolean"):
        rule = {"id": "f/boolean", "level": "MUST", "addressee": "data", "demand": "A boolean is 0 or 1.", "source": source,
                "clause": {"document": "f", "section": "s", "revision": revision}}
        decision = {"id": "f/other", "level": "DECISION", "demand": "", "source": "", "clause": {}}
        return run(TOOL, "--documents", self.documents, id, input=json.dumps({"rules": [rule, decision]}))

    def link(self, lines, path="format.md", commit=None):
        return f"https://github.com/someone/format/blob/{commit or self.commit}/{path}?plain=1#{lines}"

    def test_lines_that_exist_are_printed_beside_the_demand(self):
        for lines, shown in (("L3", "    3: A boolean is 0 or 1.\n"), ("L3-L4", "    4: Nothing else.\n")):
            done = self.judge(self.link(lines))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(f"  A boolean is 0 or 1.\n  {self.link(lines)}\n", done.stdout)
            self.assertIn(shown, done.stdout)

    def test_a_place_that_does_not_exist_is_a_fault(self):
        for source, fault in ((self.link("L5"), "there are 4 lines"), (self.link("L4-L3"), "there are 4 lines"), (self.link("L0"), "there are 4"),
                              (self.link("L2-L3"), "is empty"), (self.link("L3", "gone.md"), "gone.md"), (self.link("L3", commit="0" * 40), "0000"),
                              ("https://example.org/a.html#L3", "no lines at a commit"), (self.link("L3").replace(self.commit, "main"), "no lines at a commit"),
                              ("https://example.org/rfc1.html#section-8", "no section 8")):
            done = self.judge(source)
            self.assertEqual(done.returncode, 1, source)
            self.assertIn(fault, done.stderr)

    def test_the_revision_is_that_of_the_text(self):
        for revision, code in (("2024", 0), ("2024-05", 0), ("1.1", 0), ("2024-05-07", 1)):
            self.assertEqual(self.judge(self.link("L3"), revision).returncode, code, revision)

    def test_a_section_ends_where_the_next_begins(self):
        shown = self.judge("https://example.org/rfc1.html#section-7").stdout
        self.assertIn("It ends.", shown)
        self.assertNotIn("More", shown)

    def test_what_has_not_been_fetched_is_named(self):
        for source, name in ((self.link("L3").replace("someone", "other"), "other+format"), ("https://example.org/rfc2.html#section-1", "rfc2.txt")):
            done = self.judge(source)
            self.assertEqual(done.returncode, 0)
            self.assertIn(f"not fetched: {name}, the source of 1\n", done.stdout)

    def test_wrong_arguments(self):
        for id in ("f/unknown", "f/other"):
            self.assertEqual(self.judge(self.link("L3"), id=id).returncode, 2)

    def test_it_reads_what_the_program_prints(self):
        rules = run(PROGRAM, "rules", "--json", check=True).stdout
        expected = {rule["id"] for rule in json.loads(rules)["rules"] if rule["level"] in ("MUST", "SHOULD")}
        with tempfile.TemporaryDirectory() as nothing:
            done = run(TOOL, "--documents", nothing, input=rules)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(f"{len(expected)} rules, 0 faults\n", done.stdout)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests coverage.py: each line that is not reached needs a reason, and each reason such a line."""

import json
import pathlib
import sys
import tempfile
import tomllib
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import coverage  # noqa: E402

SOURCE = "int f(int a) {\n  if (a > 0) {\n    return 1;\n  }\n  return 2;\n}\n"


def lcov(path):
    return f"SF:{path}\nDA:1,4\nDA:2,4\nDA:3,0\nDA:4,0\nDA:5,4\nDA:6,4\nLF:6\nLH:4\nend_of_record\n"


def function(path, ran, *branches):
    """A function as llvm-cov has it: a region, and a condition, for each place with how often it was true, and false."""
    return {"filenames": [str(path)], "regions": [[*place, ran, 0, 0, 0] for place, _, _ in branches],
            "branches": [[*place, true, false, 0, 0, 4] for place, true, false in branches]}


def export(*functions):
    return json.dumps({"data": [{"functions": functions}]})


PLACE = (2, 7, 2, 12)
OTHER = (5, 3, 5, 9)


class Coverage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        (self.root / "codecs" / "a").mkdir(parents=True)
        self.path = self.root / "codecs" / "a" / "f.cpp"
        self.path.write_text(SOURCE)
        self.files = self.counted(function(self.path, 4, (PLACE, 0, 4)))

    def counted(self, *functions):
        return coverage.counted(coverage.read_lines(lcov(self.path)), coverage.read_branches(export(*functions)))

    def branches(self, *functions):
        counts = self.counted(*functions)[self.path]
        return counts["BRH"], counts["BRF"], counts["untaken"]

    def test_a_branch_of_a_template_is_taken_where_any_instance_takes_it(self):
        self.assertEqual(self.branches(function(self.path, 4, (PLACE, 0, 4)), function(self.path, 2, (PLACE, 2, 0))), (2, 2, []))
        self.assertEqual(self.branches(function(self.path, 4, (PLACE, 0, 4)), function(self.path, 2, (PLACE, 0, 2))), (1, 2, [(2, 7, "true")]))

    def test_a_condition_that_is_a_constant_wherever_it_runs_is_no_branch(self):
        self.assertEqual(self.branches(function(self.path, 4, (PLACE, 0, 4), (OTHER, 0, 0))), (1, 2, [(2, 7, "true")]))
        self.assertEqual(self.branches(function(self.path, 4, (OTHER, 0, 0)), function(self.path, 4, (OTHER, 1, 3))), (2, 2, []))

    def test_what_never_ran_is_two_branches_that_are_not_taken(self):
        self.assertEqual(self.branches(function(self.path, 0, (PLACE, 0, 0))), (0, 2, [(2, 7, "true"), (2, 7, "false")]))

    def found(self):
        return coverage.unreached(self.files, self.root)

    def test_lines_are_told_by_their_text_and_brackets_go_with_them(self):
        self.assertEqual(self.found(), {("codecs/a/f.cpp", "return 1;"): [3]})

    def test_a_line_needs_a_reason(self):
        self.assertEqual(coverage.judge(self.found(), []), ([("codecs/a/f.cpp", "return 1;")], []))
        self.assertEqual(coverage.judge(self.found(), [{"file": "codecs/a/f.cpp", "lines": ["return 1;"], "why": ""}]), ([], []))

    def test_a_line_that_is_unreached_twice_needs_two_reasons(self):
        reason = {"file": "codecs/a/f.cpp", "lines": ["return 1;"], "why": ""}
        twice = {("codecs/a/f.cpp", "return 1;"): [3, 9]}
        self.assertEqual(coverage.judge(twice, [reason]), ([("codecs/a/f.cpp", "return 1;")], []))
        self.assertEqual(coverage.judge(twice, [reason, reason]), ([], []))

    def test_a_reason_needs_its_line(self):
        stale = [{"file": "codecs/a/f.cpp", "lines": ["return 1;", "return 2;"], "why": "reached"}, {"file": "codecs/a/g.cpp", "lines": ["return 1;"], "why": "gone"}]
        self.assertEqual(coverage.judge(self.found(), stale), ([], [("codecs/a/f.cpp", "return 2;"), ("codecs/a/g.cpp", "return 1;")]))

    def test_figures_are_of_the_files_of_a_family(self):
        codecs, coverage.CODECS = coverage.CODECS, self.root / "codecs"
        self.addCleanup(setattr, coverage, "CODECS", codecs)
        self.assertEqual([(family, [round(figure, 1) for figure in figures]) for family, figures in coverage.table(["a", "b"], self.files, self.files)],
                         [("a", [66.7, 50, 66.7, 50]), ("b", [100, 100, 100, 100])])

    def test_the_page_names_the_line_and_why_and_the_condition(self):
        reasons = [{"file": "codecs/a/f.cpp", "lines": ["return 1;"], "why": "Nothing can."}]
        sides = coverage.one_sided(self.files, self.root)
        text = "\n".join(coverage.page([("a", [66.7, 50, 70, 60])], self.found(), sides, reasons, 1234))
        self.assertIn("| a | 66.7 % | 50.0 % | 70.0 % | 60.0 % |", text)
        self.assertIn("| `codecs/a/f.cpp` | `return 1;` | Nothing can. |", text)
        self.assertIn("| `codecs/a/f.cpp` | 1 | `if (a > 0) {` |", text)
        self.assertIn("1,234 inputs", text)

    def test_a_page_without_a_corpus_says_so(self):
        text = "\n".join(coverage.page([("a", [66.7, 50, 66.7, 50])], {}, {}, [], 0))
        self.assertIn("nothing is added", text)
        self.assertIn("| codec | lines, vectors | branches, vectors |\n|---|---:|---:|\n| a | 66.7 % | 50.0 % |\n", text)

    def test_the_lines_of_every_reason_are_in_the_tree(self):
        reasons = tomllib.loads(coverage.REASONS.read_text())["unreached"]
        lines = {file: {line.strip() for line in (coverage.ROOT / file).read_text().splitlines()} for file in {reason["file"] for reason in reasons}}
        self.assertEqual([(reason["file"], line) for reason in reasons for line in reason["lines"] if line not in lines[reason["file"]]], [])


if __name__ == "__main__":
    unittest.main()

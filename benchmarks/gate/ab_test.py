#!/usr/bin/env python3
"""Tests the comparison of times: what is called slower, and how often chance is."""

import contextlib
import io
import itertools
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

import ab

# A program with the options of a benchmark: one workload that takes so many microseconds, and a little more each time.
PROGRAM = """#!/bin/sh
[ "$1" = --gate-list ] && { echo compiler; echo work/one; exit; }
echo >>"$0.runs"
printf '{"context": {}, "benchmarks": [{"name": "work/one", "cpu_time": %s.%s, "time_unit": "us"}]}' MICROSECONDS "$(wc -l <"$0.runs")"
"""


class Apart(unittest.TestCase):
    def test_how_often_by_chance(self):
        """Of all ways in which the times of two builds that are alike can lie."""
        for repetitions, rare in ((ab.REPETITIONS, True), (ab.REPETITIONS - 1, False)):
            ways = list(itertools.combinations(range(2 * repetitions), repetitions))
            found = sum(ab.apart(low, set(range(2 * repetitions)) - set(low)) for low in ways)
            self.assertEqual(2 * found / len(ways) < 0.001, rare, found)


class Rows(unittest.TestCase):
    def test_verdicts(self):
        base = [100, 101, 102, 103, 104, 105, 106, 107, 108]
        for factor, verdict in ((1, ""), (1.09, ""), (1.2, "slower"), (0.8, "faster")):
            with self.subTest(factor):
                self.assertEqual(ab.row("a", base, [factor * time for time in base]).verdict, verdict)
        noisy = [50, 60, 100, 105, 130, 140, 150, 200, 300]
        self.assertEqual(ab.row("a", base, noisy).verdict, "")


class Turns(unittest.TestCase):
    def run_ab(self, base, head, *options):
        with tempfile.TemporaryDirectory() as folder:
            for name, time in (("base", base), ("head", head)):
                path = pathlib.Path(folder, name, "hallmark_bench_x")
                path.parent.mkdir()
                path.write_text(PROGRAM.replace("MICROSECONDS", str(time)))
                path.chmod(0o755)
            self.out = io.StringIO()
            words = ["ab.py", os.path.join(folder, "base"), os.path.join(folder, "head"), *options]
            with mock.patch.object(sys, "argv", words), contextlib.redirect_stdout(self.out), \
                    contextlib.redirect_stderr(self.out):
                return ab.main()

    def test_a_slower_build_is_told_and_does_not_fail(self):
        self.assertEqual(self.run_ab(100, 130), 0)
        self.assertRegex(self.out.getvalue(), r"`work/one` \| 1\.005e\+05 \| 1\.305e\+05 \| 1\.299 \| slower")

    def test_the_same_build_is_not_timed(self):
        self.assertEqual(self.run_ab(100, 100), 0)
        self.assertIn("The same to the byte, hence not timed: hallmark_bench_x", self.out.getvalue())

    def test_names_become_a_posix_expression(self):
        self.assertEqual(ab.pattern_of(["scan/a-b_1", "x.y+(z)"]), r"^(scan/a-b_1|x\.y\+\(z\))$")

    def test_wrong_usage(self):
        self.assertEqual(self.run_ab(1, 2, "--filter", "("), 4)
        self.assertEqual(self.run_ab(1, 2, "--filter", "nothing"), 2)


if __name__ == "__main__":
    unittest.main()

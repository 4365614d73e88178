#!/usr/bin/env python3
"""Tests the comparison of times: the test of ranks against known values, and what is called slower."""

import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import ab  # noqa: E402
from ranks import mann_whitney, ranks  # noqa: E402

# A program with the options of a benchmark: one workload that takes so many microseconds, and a little more each time.
PROGRAM = """#!/bin/sh
[ "$1" = --gate-list ] && { echo compiler; echo work/one; exit; }
echo >>"$0.runs"
printf '{"context": {}, "benchmarks": [{"name": "work/one", "cpu_time": %s.%s, "time_unit": "us"}]}' MICROSECONDS "$(wc -l <"$0.runs")"
"""


class Ranks(unittest.TestCase):
    def test_equal_values_share_a_rank(self):
        self.assertEqual(ranks([3, 1, 3, 2]), [3.5, 1, 3.5, 2])

    def test_known_values(self):
        # Ages at the diagnosis of diabetes, the example of scipy.stats.mannwhitneyu (method asymptotic).
        u, p = mann_whitney([19, 22, 16, 29, 24], [20, 11, 17, 12])
        self.assertEqual(u, 17)
        self.assertAlmostEqual(p, 0.11134688653314041, places=12)
        # By hand, with ties of 2 and of 3: variance 3 * 4 / 12 * (8 - (6 + 24) / 42), 3 / 2.6992 = 1.1114 deviations.
        u, p = mann_whitney([1, 2, 3], [2, 3, 3, 4])
        self.assertEqual(u, 2.5)
        self.assertAlmostEqual(p, 0.2664, places=4)

    def test_both_sides_are_alike(self):
        a, b = [1, 4, 6, 8, 8], [2, 3, 5, 7, 9, 8]
        self.assertAlmostEqual(mann_whitney(a, b)[1], mann_whitney(b, a)[1])
        self.assertEqual(mann_whitney(a, b)[0] + mann_whitney(b, a)[0], 30)
        self.assertEqual(mann_whitney([5] * 9, [5] * 9)[1], 1)

    def test_nine_repetitions_that_do_not_overlap_are_enough(self):
        self.assertLess(mann_whitney(range(9), range(9, 18))[1], ab.CHANCE)
        self.assertGreater(mann_whitney(range(8), range(7, 15))[1], ab.CHANCE)


class Rows(unittest.TestCase):
    def test_verdicts(self):
        base = [100, 101, 102, 103, 104, 105, 106, 107, 108]
        for factor, verdict in ((1, ""), (1.09, ""), (1.2, "slower"), (0.8, "faster")):
            with self.subTest(factor):
                self.assertEqual(ab.row("a", base, [factor * time for time in base], 0.1).verdict, verdict)
        noisy = [50, 60, 100, 105, 130, 140, 150, 200, 300]
        self.assertEqual(ab.row("a", base, noisy, 0.1).verdict, "")


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
        self.assertRegex(self.out.getvalue(), r"`work/one` \| 1\.005e\+05 \| 1\.305e\+05 \| 1\.299 \| 0\.000\d \| slower")

    def test_the_same_build_is_not_timed(self):
        self.assertEqual(self.run_ab(100, 100), 0)
        self.assertIn("The same to the byte, hence not timed: hallmark_bench_x", self.out.getvalue())

    def test_names_become_a_posix_expression(self):
        self.assertEqual(ab.pattern_of(["scan/a-b_1", "x.y+(z)"]), r"^(scan/a-b_1|x\.y\+\(z\))$")

    def test_wrong_usage(self):
        self.assertEqual(self.run_ab(1, 2, "--repetitions", "8"), 4)
        self.assertEqual(self.run_ab(1, 2, "--filter", "("), 4)
        self.assertEqual(self.run_ab(1, 2, "--filter", "nothing"), 2)


if __name__ == "__main__":
    unittest.main()

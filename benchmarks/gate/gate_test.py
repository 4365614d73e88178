#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the gate: what it calls a regression, its forms and exit codes, and, by callgrind, that it sees 1 %.

usage: gate_test.py FOLDER, with gate_tiny and gate_tiny_slower in it. Exit: 0, 1, or 77 without valgrind.
"""

import contextlib
import io
import json
import os
import pathlib
import shutil
import sys
import tempfile
import unittest
from unittest import mock

import counts
import gate
from counts import Count

FOLDER = pathlib.Path()
BEFORE = Count(10000, 1000, 500)

ROWS = [
    ("nothing changed", BEFORE, "ok"),
    ("0.2 % more instructions are allowed", Count(10020, 1000, 500), "ok"),
    ("more than that are not", Count(10021, 1000, 500), "WORSE"),
    ("0.2 % less need not be stored", Count(9980, 1000, 500), "ok"),
    ("what is better must be stored", Count(9979, 1000, 500), "BETTER"),
    ("more scratch asked for", Count(10000, 1003, 500), "WORSE"),
    ("more scratch written to", Count(10000, 1000, 502), "WORSE"),
    ("faster for more memory is worse", Count(5000, 2000, 500), "WORSE"),
]


class Comparison(unittest.TestCase):
    def test_rows(self):
        for title, now, verdict in ROWS:
            with self.subTest(title):
                lines = gate.compare({"a": now}, {"a": BEFORE})
                self.assertEqual([line.verdict for line in lines], [verdict])
                self.assertEqual(lines[0].bad, verdict != "ok")

    def test_a_loss_of_what_was_gained_is_worse_once_the_gain_is_stored(self):
        gained = Count(9000, 1000, 500)
        self.assertTrue(gate.compare({"a": gained}, {"a": BEFORE})[0].bad)
        self.assertEqual(gate.compare({"a": BEFORE}, {"a": gained})[0].verdict, "WORSE")

    def test_the_program_as_a_whole_may_differ_by_more(self):
        rows = [(Count(10200, 1000, 500), "ok"), (Count(10201, 1000, 500), "WORSE"), (Count(9799, 1000, 500), "BETTER")]
        for now, verdict in rows:
            self.assertEqual(gate.compare({"program/inspect": now}, {"program/inspect": BEFORE})[0].verdict, verdict)

    def test_scratch_where_none_was_is_worse(self):
        self.assertTrue(gate.compare({"a": Count(9, 1)}, {"a": Count(9)})[0].bad)

    def test_a_workload_that_is_new_or_gone_fails(self):
        self.assertEqual(gate.compare({"a": BEFORE}, {})[0].verdict, "NEW")
        self.assertEqual(gate.compare({}, {"a": BEFORE})[0].verdict, "GONE")
        self.assertEqual(gate.compare({}, {"a": BEFORE}, whole=False), [])

    def test_a_rate_that_no_processor_reaches_fails(self):
        rows = {"true": Count(100), "false": Count(100)}
        lines = gate.implausible(rows, {"true": 3200, "false": 3201})
        self.assertEqual([(line.name, line.bad) for line in lines], [("false", True)])


    def test_of_growth_one_size_is_counted(self):
        self.assertEqual(gate.at_one_size(["a/b/8192", "a/b/16384", "a/b/116384"]), ["a/b/16384"])


class Forms(unittest.TestCase):
    def test_smaller_is_better(self):
        self.assertEqual(gate.smaller_is_better({"a": Count(7, 6, 5), "b": Count(4)}), [
            {"name": "a", "unit": "instructions", "value": 7}, {"name": "a (scratch)", "unit": "bytes", "value": 6},
            {"name": "a (written)", "unit": "bytes", "value": 5}, {"name": "b", "unit": "instructions", "value": 4}])


class Counted(unittest.TestCase):
    """The whole gate, on programs of a few thousand instructions."""

    def setUp(self):
        if shutil.which("valgrind") is None:
            self.skipTest("valgrind is not installed; .ci/install benchmarks")
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.assertEqual(self.gate("gate_tiny", "--update"), 0)

    def gate(self, program, *options):
        """Exit code of the gate for a program, with a folder of baselines of its own."""
        words = ["gate.py", str(FOLDER / program), "--baselines", self.folder.name, *options]
        self.out, self.error = io.StringIO(), io.StringIO()
        with mock.patch.object(sys, "argv", words), contextlib.redirect_stdout(self.out), \
                contextlib.redirect_stderr(self.error):
            return gate.main()

    def test_one_percent_fails(self):
        self.assertEqual(self.gate("gate_tiny_slower"), 1)
        self.assertRegex(self.out.getvalue(), r"WORSE  tiny/steps: \d+ -> \d+ instructions \(\+(0\.9|1\.0)\d%\)")
        self.assertRegex(self.out.getvalue(), r"WORSE  tiny/memory: .*8000 -> 8080 scratch \(\+1.00%\), "
                                              r"4000 -> 4040 written \(\+1.00%\)")
        self.assertIn("ok     tiny/search", self.out.getvalue())

    def test_a_gain_fails_until_it_is_stored(self):
        self.assertEqual(self.gate("gate_tiny_slower", "--update"), 0)
        self.assertEqual(self.gate("gate_tiny"), 1)
        self.assertRegex(self.out.getvalue(), r"BETTER tiny/steps: .* update the baseline")
        self.assertEqual(self.gate("gate_tiny", "--update"), 0)
        self.assertEqual(self.gate("gate_tiny"), 0)
        self.assertEqual(self.gate("gate_tiny_slower"), 1)

    def test_a_filter_leaves_the_rest_out(self):
        self.assertEqual(self.gate("gate_tiny_slower", "--filter", "search"), 0)
        self.assertEqual(self.gate("gate_tiny_slower", "--filter", "nothing"), 2)
        self.assertEqual(self.gate("gate_tiny_slower", "--filter", "("), 4)

    def test_a_workload_is_counted_alike_alone_and_among_others(self):
        together = counts.of_workloads(FOLDER / "gate_tiny", ["tiny/search", "tiny/steps", "tiny/memory"])[0]
        alone = counts.of_workloads(FOLDER / "gate_tiny", ["tiny/steps"])[0]
        self.assertEqual(together["tiny/steps"], alone["tiny/steps"])

    def test_counts_are_written(self):
        path = pathlib.Path(self.folder.name, "smaller")
        self.assertEqual(self.gate("gate_tiny", "--smaller-is-better", str(path)), 0)
        self.assertEqual(len(json.loads(path.read_text())), 5)

    def test_another_processor_or_no_baseline_cannot_be_judged(self):
        path = pathlib.Path(self.folder.name, "tiny.json")
        text = path.read_text()
        path.write_text(text.replace('"processor": "', '"processor": "another '))
        self.assertEqual(self.gate("gate_tiny"), 2)
        self.assertIn("chosen by processor", self.error.getvalue())
        for damaged in ("{}", "[1]", text[:-10]):
            path.write_text(damaged)
            self.assertEqual(self.gate("gate_tiny"), 2, damaged)
        path.unlink()
        self.assertEqual(self.gate("gate_tiny"), 2)

    def test_glibc_does_not_choose_by_processor(self):
        if "avx2" not in pathlib.Path("/proc/cpuinfo").read_text().split():
            self.skipTest("a processor without AVX2")
        pinned, free = (counts.of_workloads(FOLDER / "gate_tiny", ["tiny/search"], tunables)[0]["tiny/search"].instructions
                        for tunables in (counts.TUNABLES, ""))
        self.assertGreater(pinned, free * 1.2)

    def test_a_program_as_a_whole(self):
        first, second = (counts.of_process([FOLDER / "gate_tiny", "--gate-list"], self.folder.name) for _ in range(2))
        self.assertGreater(first.instructions, 10000)
        self.assertLess(abs(first.instructions - second.instructions), first.instructions / 100)
        with self.assertRaises(counts.CannotMeasure):
            counts.of_process([FOLDER / "gate_tiny"], self.folder.name)  # wrong usage


if __name__ == "__main__":
    FOLDER = pathlib.Path(sys.argv.pop(1)).resolve()
    os.environ.pop("GLIBC_TUNABLES", None)
    ended = unittest.main(exit=False).result
    for _, reason in ended.skipped:
        print(f"skipped: {reason}")
    sys.exit(0 if ended.wasSuccessful() and not ended.skipped else 77 if ended.wasSuccessful() else 1)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests soak_page.py: a page says how long a run took, from where, and what it reached and found; and so does its plot."""

import pathlib
import sys
import unittest
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import soak_page  # noqa: E402

PLAN = "began 2026-11-27 13:50\nhours \nrounds 2\nseconds 36\nrandom_seed 7\nnames a/decode b/oracle\nseed_inputs 11\nkept_inputs 5\n"
SLICES = ("1 a/decode libfuzzer 2026-11-27T13:53 180 90 100 20 3 0 abc\n1 a/decode afl 2026-11-27T13:53 18 0 50 10 4 0 abc\n"
          "1 b/oracle libfuzzer 2026-11-27T13:54 36 20 1 1 1 0 abc\n2 a/decode libfuzzer 2026-11-27T13:57 180 90 1000 21 5 0 abc\n")
EDGES = {("a/decode", "libfuzzer"): "0 15\n9 20\n180 14\n200 22\n"}
FOUND = [("2026-11-27", "a/decode", "libfuzzer", f"`{name}`") for name in ("crash-1", "crash-2", "timeout-1")]


def edges():
    return {key: soak_page.growing(text) for key, text in EDGES.items()}


def page(found=(), ended=True, plan=PLAN, slices=SLICES):
    return "\n".join(soak_page.page(soak_page.plan_of(plan), list(soak_page.slices_of(slices)), edges(), list(found), "| the list |\n", ended))


class Page(unittest.TestCase):
    def test_a_short_run_proves_little(self):
        text = page()
        self.assertIn("`fuzz/soak.sh --seconds 36 --random-seed 7` from 2026-11-27 13:50 (UTC), at commit abc: 2 targets, 414 seconds of", text)
        self.assertIn("from 11 seeds", text)
        self.assertIn(" and 5 inputs that earlier runs kept. After", text)
        self.assertIn("seeds`). After", page(plan=PLAN.replace("kept_inputs 5", "kept_inputs 0")))
        self.assertIn("**Nothing was found.**\nEach decoder ran for 6 minutes or more, 180 seconds or more of the processor. That proves little.", text)
        self.assertNotIn("has not ended", text)
        self.assertTrue(text.endswith("| the list |"))

    def test_the_slices_of_a_target_are_one_row(self):
        text = page()
        self.assertIn("| a/decode | libfuzzer | 360 | 180 | 1,100 | 15 | 22 | 5 |\n| a/decode | afl | 18 | – | 50 | 10 | 10 | 4 |", text)
        self.assertIn("| **all** | | 414 | 200 | 1,151 | | | 5 |", text)

    def test_findings_have_their_dates_and_those_that_ended_alike_are_one_row(self):
        text = page(FOUND)
        self.assertIn("**3 inputs are findings.**", text)
        self.assertIn("| 2026-11-27 | a/decode | libfuzzer | 2 | `crash-1` |\n| 2026-11-27 | a/decode | libfuzzer | 1 | `timeout-1` |", text)
        self.assertIn("**1 input is a finding.** Inputs that ended alike are one row. The last table", page(FOUND[:1]))

    def test_a_long_run_says_so(self):
        text = page(plan=PLAN.replace("hours ", "hours 5"), slices=SLICES.replace(" 180 90 ", " 3600 3000 "))
        self.assertIn("`fuzz/soak.sh --hours 5 --random-seed 7`", text)
        self.assertNotIn("proves little", text)

    def test_a_run_that_was_broken_off_says_so(self):
        self.assertIn("**It has not ended:** 1 of its targets have not had their turn.", page(ended=False, plan=PLAN.replace("b/oracle", "b/oracle c/oracle")))


class Plot(unittest.TestCase):
    def test_edges_grow_and_never_fall(self):
        self.assertEqual(edges()["a/decode", "libfuzzer"], [(0, 15), (9, 20), (200, 22)])

    def test_a_cell_of_each_target_has_a_line_of_each_engine(self):
        text = "\n".join(soak_page.plot(soak_page.rows_of(soak_page.slices_of(SLICES), edges())))
        cells = xml.etree.ElementTree.fromstring(text).findall("{*}g")
        self.assertEqual([[line.get("stroke") for line in cell.findall("{*}path")] for cell in cells],
                         [[soak_page.COLOURS["libfuzzer"], soak_page.COLOURS["afl"]], [soak_page.COLOURS["libfuzzer"]]])
        self.assertIn("15 → 22, 10 → 10", text)
        path = cells[0].find("{*}path").get("d")
        # From the lower left to the upper right corner, and as high at the end as when the last edge was found.
        self.assertEqual(path, "M4 56H8V37H92V30H162V30")


if __name__ == "__main__":
    unittest.main()

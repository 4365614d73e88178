#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests soak_page.py: a page says how long a run took, from where, and what it found."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import soak_page  # noqa: E402

TABLE = "a/decode libfuzzer 100 20 3 no finding\na/decode afl 50 10 2 FINDINGS\nb/decode libfuzzer 1 1 1 no finding\n"


def page(seconds, table):
    run = {"seconds": seconds, "random_seed": 7, "seeds": 11}
    return "\n".join(soak_page.page(run, list(soak_page.table(table)), "| the list |\n"))


class Page(unittest.TestCase):
    def test_a_short_run_proves_little(self):
        text = page(36, TABLE.replace("FINDINGS", "no finding"))
        self.assertIn("`fuzz/soak.sh --seconds 36 --random-seed 7`: 2 targets, each 36 seconds under each engine, 108 seconds in all", text)
        self.assertIn("from 11 seeds", text)
        self.assertIn("**Nothing was found.**\nThat is the result of 36 seconds a row, and proves little.", text)
        self.assertIn("| **all** | | 151 | | 6 | |", text)
        self.assertTrue(text.endswith("| the list |"))

    def test_a_finding_is_counted_and_marked(self):
        text = page(7200, TABLE)
        self.assertIn("each 2 hours under each engine, 6 hours in all", text)
        self.assertIn("**1 of 3 rows have a finding.**", text)
        self.assertIn("| a/decode | afl | 50 | 10 | 2 | **some** |", text)
        self.assertNotIn("proves little", text)


if __name__ == "__main__":
    unittest.main()

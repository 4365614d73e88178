#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests report.py and what score.py keeps: the score before vectors were added, its interval, and what is not counted."""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import report  # noqa: E402
import score  # noqa: E402


def mutant(key, noticed, effect="result", seed="1"):
    return {"key": key, "seed": seed, "folder": "a", "file": "a/a.cpp", "source": "s", "mutant": key, "effect": effect, "status": 1, "noticed": noticed}


class Trust(unittest.TestCase):
    def test_the_interval_is_that_of_wilson(self):
        self.assertEqual(report.interval(85, 90), "94.4 % (95 % interval: 87.6 to 97.6 %)")
        self.assertEqual(report.interval(90, 90), "100.0 % (95 % interval: 95.9 to 100.0 %)")
        self.assertEqual(report.interval(0, 0), "–")

    def test_what_was_noticed_at_first_stays_known(self):
        with tempfile.TemporaryDirectory() as folder:
            score.WORK = pathlib.Path(folder)
            outcomes = score.Outcomes()
            for one in (mutant("x", []), mutant("y", ["v"]), mutant("z", [], "nothing"), mutant("x", ["new"])):
                outcomes.add(one)
            for kept in (outcomes, score.Outcomes()):
                total = report.total_of(list(kept.known.values()))
                self.assertEqual((total["results_noticed_at_first"], total["results_noticed"], total["results"]), (1, 2, 2))
            text = "\n".join(report.trust(total, False))
            self.assertIn("the vectors noticed 1 of 2: 50.0 % (95 % interval: ", text)
            self.assertIn("not fresh any more: since vectors were added for its survivors, they notice 2 of 2", text)
            self.assertIn("1 of 3 mutants (33.3 %) changed nothing", text)

    def test_a_draw_is_fresh_until_vectors_are_added_or_its_seed_was_used(self):
        total = report.total_of([{**mutant("x", []), "noticed_at_first": False}])
        self.assertIn("The draw is fresh", "\n".join(report.trust(total, False)))
        self.assertIn("its seeds were judged with earlier sources", "\n".join(report.trust(total, True)))

    def test_an_exit_code_that_would_be_wrong_does_not_count(self):
        missed = [{**mutant(key, ["v"], "demanded"), "status": 0, "noticed_at_first": True} for key in ("by choice", "by nothing")]
        choices = [{"pattern": "by choice", "reason": "the text leaves it open"}]
        row = report.counted(missed, [], choices)
        self.assertEqual((row["demanded_by_exit_code"], row["demanded"], row["results_noticed"]), (0, 1, 2))
        # What conform ends with 1 for counts, whatever a pattern says.
        caught = [{**mutant("by choice", ["v"], "demanded"), "noticed_at_first": True}]
        self.assertEqual(report.counted(caught, [], choices)["demanded_by_exit_code"], 1)

    def test_a_draw_ends_with_enough_effects(self):
        draw = score.Draw("core", "1", effects=2)
        first = [draw.next() for _ in range(3)]
        again = score.Draw("core", "1", count=3)
        self.assertEqual(first, [again.next() for _ in range(3)])
        self.assertIsNone(again.next())
        for effect in ("nothing", "details", "does not compile", "result"):
            self.assertFalse(draw.ended)
            draw.add({"key": effect, "effect": effect})
        self.assertIsNone(draw.next())
        self.assertTrue(draw.ended)

    def test_folders_without_a_mutant_are_named(self):
        self.assertIn("a 1. Those that do not compile are in no row. No mutant of bintensors, ", report.drawn([mutant("x", [])]))
        every = [{**mutant("x", []), "folder": folder} for folder in report.build.USERS]
        self.assertNotIn("No mutant of", report.drawn(every))


if __name__ == "__main__":
    unittest.main()

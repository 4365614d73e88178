#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests errata.py: the published pages are what the data give; one row for each thing that can be wrong with the data."""
import sys
import unittest
import unittest.mock

try:
    import errata
except ModuleNotFoundError as missing:
    print(f"errata: skipped: no module {missing.name}, which Python has since 3.11")
    sys.exit(77)

SOUND = {"document": "red", "revision": "1", "clause": "Map<K, V> and more", "title": "A title", "says": "this", "true": "that",
         "propose": "so", "lines": "L3-L4", "vectors": ["red/a"], "file": "corpus/red/errata.toml"}
VECTORS = {"red/a": {"level": "MUST", "clause": "red#map"}, "red/d": {"level": "DECISION", "clause": "red#map"},
           "blue/a": {"level": "MUST", "clause": "blue#map"}}


def changed(**keys):
    """The sound entry with other values; without the keys that are None."""
    return {key: value for key, value in {**SOUND, **keys}.items() if value is not None}


WRONG = [
    ("a document that nobody knows", [changed(document="green")], "green is no document of a manifest"),
    ("a vector that does not exist", [changed(vectors=["red/a", "red/c"])], "there is no vector red/c"),
    ("a key that is missing", [changed(true=None)], "true is missing"),
    ("a text that is empty", [changed(says="")], "says is missing"),
    ("a key that nobody reads", [changed(harm="great")], "harm is unknown"),
    ("nothing that shows it", [changed(vectors=None)], "it takes one of vectors, bytes, unseen, not 0"),
    ("two that show it", [changed(unseen="no")], "it takes one of vectors, bytes, unseen, not 2"),
    ("bytes that are none", [changed(vectors=None, bytes=[["0g", "x"]])], "0g is not hexadecimal"),
    ("half a byte", [changed(vectors=None, bytes=[["001", "x"]])], "001 is not hexadecimal"),
    ("one title twice", [SOUND, SOUND], "another erratum has this title"),
    ("no wording", [changed(propose=None)], "propose is missing"),
    ("no place", [changed(lines=None)], "it takes either lines, as L1-L2, or url"),
    ("two places", [changed(url="https://red/y")], "it takes either lines, as L1-L2, or url"),
    ("a gap of another kind", [changed(gap="deep", vectors=["red/d"])], "gap is one of silent, open, contradictory, where the title says so"),
    ("a title that says what gap does not", [changed(title="It is not said")], "gap is one of silent, open, contradictory, where the title says so"),
    ("a demand by a text that is called silent", [changed(gap="silent")], "it calls the text silent, and red/a is MUST by it"),
]


class Errata(unittest.TestCase):
    def test_published_pages(self):
        made = errata.pages()
        there = {file.name: file.read_text() for file in errata.ERRATA.iterdir()}
        other = sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))
        self.assertEqual(other, [], "these pages are not what corpus/*/errata.toml gives: run conformance/testees/errata.py")

    def test_faults(self):
        self.assertEqual(errata.faults([SOUND, changed(title="B", vectors=None, bytes=[["00ff", "x"]]), changed(title="C", vectors=None, unseen="y"),
                                        changed(title="D", gap="open", vectors=["red/d", "blue/a"])], {"red"}, VECTORS), [])
        for name, entries, text in WRONG:
            with self.subTest(name):
                found = errata.faults(entries, {"red"}, VECTORS)
                self.assertEqual(len(found), 1)
                self.assertTrue(found[0].startswith("corpus/red/errata.toml: ") and found[0].endswith(text), found)

    def test_a_link_of_its_own(self):
        for entry, link in ((SOUND, "https://red/x?plain=1#L3-L4"), (changed(url="https://red/y#L7"), "https://red/y#L7")):
            shown = errata.section(1, {**entry, "vectors": []}, ("Red", "https://red/x"), {})
            self.assertIn(f"]({link}), revision 1", shown[1])
            self.assertIn("````text\nso\n````\n\nNot sent to the editors yet.", shown[4])
        self.assertIn("[Sent to the editors](https://red/1).", errata.section(1, changed(sent="https://red/1", vectors=[]), ("Red", "https://red/x"), {})[4])

    def test_wrong_data_make_no_pages(self):
        with unittest.mock.patch.object(errata, "errata", lambda: [changed(document="green")]), self.assertRaises(SystemExit):
            errata.pages()


if __name__ == "__main__":
    unittest.main()

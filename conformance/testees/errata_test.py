#!/usr/bin/env python3
"""Tests errata.py: the pages are what the data give; one row for each thing that can be wrong with the data; what a page is made of.

errata_test.py HALLMARK
"""
import pathlib
import sys
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).parent))
try:
    import errata  # noqa: E402
except ModuleNotFoundError as missing:
    print(f"errata: skipped: no module {missing.name}, which Python has since 3.11")
    sys.exit(77)

HALLMARK = sys.argv.pop(1)

DOCUMENTS = {"red": ("Red 1.0", "https://red.example/spec", True), "blue": ("Blue", "https://blue.example", False)}
VECTORS = {"red/a": {"description": "a [b]", "verdict": "invalid", "level": "MUST", "error": {"rule": "red/rule", "offset": 7}},
           "red/b": {"description": "two", "verdict": "valid", "level": "DECISION"}}
SOUND = {"document": "red", "revision": "1", "clause": "Map<K, V> and more", "title": "A title", "says": "this", "true": "that",
         "vectors": ["red/a"], "file": "corpus/red/errata.toml"}


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
]


class Errata(unittest.TestCase):
    def test_published_pages(self):
        made = errata.pages(HALLMARK)
        there = {file.name: file.read_text() for file in errata.ERRATA.iterdir()}
        other = sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))
        self.assertEqual(other, [], "these pages are not what corpus/*/errata.toml gives: run conformance/testees/errata.py")

    def test_faults(self):
        self.assertEqual(errata.faults([SOUND, changed(title="B", vectors=None, bytes=[["00ff", "x"]]), changed(title="C", vectors=None, unseen="y")],
                                       DOCUMENTS, VECTORS), [])
        for name, entries, text in WRONG:
            with self.subTest(name):
                found = errata.faults(entries, DOCUMENTS, VECTORS)
                self.assertEqual(len(found), 1)
                self.assertTrue(found[0].startswith("corpus/red/errata.toml: ") and found[0].endswith(text), found)

    def test_wrong_data_make_no_pages(self):
        with unittest.mock.patch.object(errata, "errata", lambda: [changed(document="green")]), self.assertRaises(SystemExit):
            errata.pages(HALLMARK)

    def test_documents_are_read_from_the_manifests(self):
        self.assertEqual(errata.documents()["bson"], ("BSON 1.1", "https://bsonspec.org/spec.html", False))
        self.assertTrue(errata.documents()["bson-vector"][2])

    def test_section(self):
        text = "\n".join(errata.section(3, changed(vectors=["red/a", "red/b"]), DOCUMENTS["red"], VECTORS, {"red/a": "00  zero", "red/b": "01  one"}))
        for part in ["## 3. A title", "[Map&#60;K, V&#62; and more](https://red.example/spec#mapk-v-and-more)", "revision 1", "this", "that", "**invalid**", "`red/rule` at byte 7", "**valid**",
                     "DECISION", "a &#91;b&#93;", "$ hallmark vectors show red/b\n01  one\n```", "00  zero"]:
            self.assertIn(part, text)
        self.assertIn("](https://blue.example)", "\n".join(errata.section(1, changed(document="blue"), DOCUMENTS["blue"], VECTORS, {"red/a": ""})))
        self.assertIn("fb                        a mark", "\n".join(errata.section(1, changed(vectors=None, bytes=[["fb", "a mark"]]), DOCUMENTS["red"], VECTORS, {})))
        self.assertIn("for a reason", "\n".join(errata.section(1, changed(vectors=None, unseen="for a reason"), DOCUMENTS["red"], VECTORS, {})))


if __name__ == "__main__":
    unittest.main()

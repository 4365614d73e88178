#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Numbered copies of vectors are the same bytes and values to the program, to Python, and to what README of the corpus shows.

    copies_test.py PROGRAM
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.append(str(ROOT / "conformance" / "python" / "hallmark"))
import _repeats

PROGRAM = sys.argv.pop(1)
SPELLINGS = ["decimal", "decimal:6", "decimal*7+3", "u8", "u8*2+1", "u16le*200", "u16be*200+1", "u32le*65536", "u32be*65536+9", "u64le*4294967296",
             "u64be+4294967290", "varint", "varint+249", "varint*65535", "varint*4294967295", "varint*300+65300"]
COPIES = 120


def shown_program():
    """What README shows, as text and as a module."""
    text = re.search(r"```python\n(.*?)```", (ROOT / "corpus" / "README.md").read_text(encoding="utf-8"), re.DOTALL)[1]
    module = {}
    exec(text, module)
    return text, module


def vector(spelling, place):
    runs = [["0300", "head"], {"repeat": COPIES, "of": [["2c", "comma"], ["counter", "number"], [spelling, "number again"]], "counter": "decimal:3"},
            ["ff", "end", 3]]
    text = {"repeat": COPIES, "of": f"<{{counter}}{{{spelling}}}>", "counter": "decimal"}
    elements = {"repeat": COPIES, "of": [{"k{counter}": [f"{{{spelling}}}", 5, None, "}"]}, "x"], "counter": "u16be"}
    value = {"dtype": "int8", "text": text, "list": [1, elements, {"repeat": 2, "of": [{}]}]}
    return {"id": f"bson-vector/t/n-{place}", "description": "d", "clause": "d#s", "level": "MUST", "bytes": runs, "verdict": "valid", "value": value}


class Copies(unittest.TestCase):
    def test_the_program_and_python_agree(self):
        _, shown = shown_program()
        vectors = [vector(spelling, place) for place, spelling in enumerate(SPELLINGS)]
        with tempfile.TemporaryDirectory() as folder:
            golden = pathlib.Path(folder) / "corpus" / "bson_vector" / "golden"
            golden.mkdir(parents=True)
            (golden / "copies.json").write_text(json.dumps(
                {"format": "bson-vector", "spec": {"document": "d", "revision": "1"}, "notes": {}, "vectors": vectors}))
            subprocess.run([PROGRAM, "--corpus", f"{folder}/corpus", "vectors", "export", "-o", f"{folder}/out"], check=True, stdout=subprocess.DEVNULL)
            for one in vectors:
                stem = pathlib.Path(folder) / "out" / one["id"].replace("/", "-")
                for runs, whole in ((_repeats.runs, _repeats.whole), (shown["runs"], shown["whole"])):
                    with self.subTest(one["bytes"][1]["of"][2][0]):
                        self.assertEqual(b"".join(piece for piece, _ in runs(one["bytes"])), stem.with_suffix(".bin").read_bytes())
                        self.assertEqual(whole(one["value"]), json.loads(stem.with_suffix(".json").read_text())["value"])

    def test_readme_shows_what_python_does(self):
        text, _ = shown_program()
        shown = text[text.index("@functools"):].rstrip()
        self.assertIn(shown, pathlib.Path(_repeats.__file__).read_text(encoding="utf-8"))

    def test_every_vector_of_the_corpus_with_copies_is_read(self):
        found = 0
        for file in (ROOT / "corpus").glob("*/golden/*.json"):
            text = file.read_text(encoding="utf-8")
            if '"counter"' not in text:
                continue
            few = re.sub(r'"repeat": \d+', '"repeat": 3', text)  # all take a minute
            for one in json.loads(few)["vectors"]:
                items = one.get("bytes", [])
                copies = [item for item in items if isinstance(item, dict)]
                self.assertEqual(sum(1 for _ in _repeats.runs(items)), len(items) - len(copies) + sum(3 * len(item["of"]) for item in copies))
                self.assertNotIn('"repeat"', json.dumps(_repeats.whole(one.get("value"))))
                found += bool(copies)
        self.assertGreater(found, 20)


if __name__ == "__main__":
    unittest.main()

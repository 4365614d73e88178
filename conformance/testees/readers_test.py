#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of readers.py: what is counted and what is withheld; and that what is published is whole.

    readers_test.py PROGRAM
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import columns
import publish
import readers

PROGRAM = sys.argv.pop(1)

VECTORS = {
    "v/1": {"verdict": "invalid", "error": {"rule": "f/a"}, "hazards": []},
    "v/2": {"verdict": "invalid", "error": {"rule": "f/a"}, "hazards": []},
    "v/memory": {"verdict": "invalid", "error": {"rule": "f/m"}, "hazards": ["memory"]},
    "v/warned": {"verdict": "valid", "warnings": [{"rule": "f/w"}, {"rule": "f/w"}], "hazards": []},
    "v/two": {"verdict": "valid", "warnings": [{"rule": "f/w"}, {"rule": "f/a"}], "hazards": []},
    "v/valid": {"verdict": "valid", "hazards": []},
}


class Column:
    def __init__(self, name, folder, expectations=""):
        self.name, self.folder = name, folder
        self.expect = folder / f"{name}.toml"
        self.expect.write_text(expectations)


def result(version, op="decode", **results):
    return {"hallmark": "1", "corpus": {"sha256": "0", "vectors": 6}, "implementation": {"version": version},
            "results": [{"id": f"v/{id.strip('_')}", "format": "f", "op": op, "result": one} for id, one in results.items()]}


class Made(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def made(self, *judged):
        return json.loads(readers.as_json(list(judged), VECTORS))

    def column(self, name, expectations=""):
        return Column(name, self.folder, expectations)

    def test_results_are_counted_by_rule(self):
        rules = self.made((self.column("x"), result("1", _1="accepted-invalid", _2="pass", memory="pass", warned="pass", two="pass", valid="pass")),
                          (self.column("y"), result("1", _1="unsupported", warned="rejected-valid")),
                          (self.column("z"), result("1", _1="protocol-error", warned="wrong-value")))["formats"]["f"]
        self.assertEqual(rules, {"f/a": {"x": [1, 1], "z": [0, 0, {"protocol-error": 1}]}, "f/m": {"x": [0, 1]},
                                 "f/w": {"x": [1, 0], "y": [0, 1], "z": [0, 0, {"wrong-value": 1}]}})

    def test_encoders_are_no_readers(self):
        self.assertEqual(self.made((self.column("x"), result("1", op="encode", _1="accepted-invalid")))["formats"], {})

    def test_what_is_withheld_names_nobody(self):
        took = (self.column("took"), result("1", memory="accepted-invalid", _1="pass"))
        died = (self.column("died"), result("1", memory="pass", _2="crash"))
        sound = (self.column("sound"), result("1", memory="pass", _1="pass"))
        made = self.made(took, died, sound)
        self.assertEqual(made["withheld"], {"f": ["f/a", "f/m"]})
        self.assertEqual(made["formats"]["f"], {"f/a": {"sound": [0, 1]}, "f/m": {"sound": [0, 1]}})

    def test_a_public_issue_lifts_that(self):
        known = '[[expect]]\npattern = "v/*"\nresult = "crash"\nreason = "known"\nissue = "https://example.org/1"\n'
        made = self.made((self.column("x", known), result("1", memory="accepted-invalid", _1="crash")))
        self.assertEqual(made["withheld"], {})
        self.assertEqual(made["formats"]["f"], {"f/a": {"x": [0, 0, {"crash": 1}]}, "f/m": {"x": [1, 0]}})

    def test_columns_of_a_folder_share_a_name(self):
        names = [("lib-1.30-fast", "1.30.2"), ("lib-1.30", "1.30.2"), ("lib-2-fast", "2.0.0")]
        made = self.made(*((self.column(name), result(version)) for name, version in names))["columns"]
        self.assertEqual([tuple(one.values()) for one in made.values()], [("lib", "1.30.2", ""), ("lib", "1.30.2", "fast"), ("lib", "2.0.0", "fast")])
        made = self.made(*((self.column(name), result("1.2")) for name in ("a-reader", "b")))["columns"]
        self.assertEqual([one["name"] for one in made.values()], ["a-reader", "b"])


class Published(unittest.TestCase):
    """What is in the tree."""

    def setUp(self):
        self.readers = json.loads(readers.READERS.read_text())
        self.matrix = json.loads((publish.MATRIX / "matrix.json").read_text())
        self.decoded = {column["name"]: {run["format"] for run in column["runs"] if run["op"] == "decode"} for column in self.matrix["columns"]}

    def test_it_is_small(self):
        self.assertLess(readers.READERS.stat().st_size, 100_000)

    def test_its_columns_are_those_of_the_matrix(self):
        if self.readers["corpus"] != self.matrix["corpus"]:
            self.skipTest("the matrix is of another corpus")
        self.assertEqual(set(self.readers["columns"]), set(self.decoded))

    def test_each_column_is_put_to_rules_of_its_formats(self):
        for format, rules in self.readers["formats"].items():
            named = {column for cells in rules.values() for column in cells}
            self.assertLessEqual(named, {name for name, formats in self.decoded.items() if format in formats} | (set(self.readers["columns"]) - set(self.decoded)))
            self.assertTrue(named, format)

    def test_each_rule_that_a_vector_breaks_is_there(self):
        version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
        if self.readers["corpus"]["sha256"] not in version:
            self.skipTest("the corpus has changed since")
        broken = {}
        for vector in publish.vectors().values():
            strict = vector.get("op") != "encode" and "profile" not in vector.get("options", {})
            if strict and (rule := readers.broken_rule(vector)):
                broken.setdefault(vector["format"], set()).add(rule)
        for format, rules in self.readers["formats"].items():
            self.assertLessEqual(broken[format], set(rules), format)


if __name__ == "__main__":
    unittest.main()

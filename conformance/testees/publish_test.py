#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of columns.py and publish.py: what the manifests name is there, and what is published leaves out what must not be.

    publish_test.py PROGRAM
"""
import copy
import json
import pathlib
import re
import sys
import tempfile
import types
import unittest
import unittest.mock

sys.dont_write_bytecode = True
import bson_corpus
import columns
import exchange
import publish

PROGRAM = sys.argv.pop(1)


def vector(id, hazards=(), **more):
    return {"id": id, "description": "a <b>", "format": "bson-vector", "clause": "bson-vector#s", "hazards": list(hazards),
            "bytes": [["0300", "head"], ["01", "data", 200]], **more}


def result(id, result, level="MUST", rule="bson-vector/padding-range", message="no | `x`", op="decode"):
    return {"id": id, "format": "bson-vector", "op": op, "level": level, "result": result,
            "expected": {"verdict": "invalid", "rule": rule, "category": "out-of-range", "offset": 1},
            "actual": {"result": "accepted", "category": None, "offset": None, "message": message},
            "expectation": "met", "stderr": "what it said"}


VECTORS = {one["id"]: one for one in [vector("v/plain"), vector("v/other"), vector("v/memory", ["memory"]),
                                      vector("v/corrupt", ["corruption"]), vector("v/dies"),
                                      vector("v/memory-alone", ["memory"])]}


def broken(rule, failed, cause="accepted-invalid"):
    return {"rule": rule, "addressee": "data", "failed": failed, "of": 12, "cause": cause, "position": None}


RESULT = {"hallmark": "1", "corpus": {"sha256": "0" * 64, "vectors": 5},
          "implementation": {"name": "some*thing", "version": "1.2", "language": "c", "homepage": "https://example.org"},
          "runs": [{"format": "bson-vector", "op": "decode", "verdict": "non-conformant",
                    "counts": {"MUST": {"accepted-invalid": 3, "pass": 7, "unsupported": 2}, "DECISION": {"accepted-invalid": 1, "crash": 1}},
                    "requirements": {"judged": 5, "broken": [
                        broken("bson-vector/padding-range", 3), broken("bson-vector/padding-range", 1, "crash"),
                        broken("bson-vector/header-truncated", 1)]}}],
          "results": [result("v/plain", "accepted-invalid"), result("v/memory", "accepted-invalid"),
                      result("v/corrupt", "accepted-invalid"), result("v/dies", "crash", "DECISION"),
                      result("v/other", "accepted-invalid", "DECISION"),
                      result("v/memory-alone", "accepted-invalid", rule="bson-vector/header-truncated")]}
VERDICTS = [{"format": "bson-vector", "op": "decode", "verdict": "non-conformant", "brief": "2 of 5 (5 of 12 vectors)",
             "sentence": "breaks 2 of 5 requirements, 2 causes (5 of 12 vectors)"}]


class Column:
    def __init__(self, folder, expectations=""):
        self.name, self.folder = "thing-c", folder
        self.expect = folder / "expect.toml"
        self.expect.write_text(expectations)


class Published(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.rules = publish.rules_of(PROGRAM)

    def tearDown(self):
        self.folder.cleanup()

    def judged(self, expectations=""):
        return publish.Judged(Column(pathlib.Path(self.folder.name), expectations), copy.deepcopy(RESULT), VECTORS, VERDICTS)

    def page(self, one):
        return publish.page(one, VECTORS, self.rules, "c")

    def test_what_may_be_a_security_problem_is_withheld(self):
        one = self.judged()
        self.assertEqual(one.withheld, 3)
        self.assertEqual(one.runs[0]["requirements"], {"judged": 5, "broken": [broken("bson-vector/padding-range", 2)]})
        for text in (self.page(one), publish.as_json([one], "1", {"sha256": "", "vectors": 5}), publish.common([one], self.rules)):
            self.assertNotIn("v/memory", text)
            self.assertNotIn("v/dies", text)
            self.assertNotIn("header-truncated", text)
            self.assertNotIn("what it said", text)
        self.assertIn("withheld: 3", self.page(one))

    def test_a_public_issue_lifts_that(self):
        one = self.judged('[[expect]]\npattern = "v/memory"\nresult = "accepted-invalid"\nreason = "known"\nissue = "https://example.org/1"\n')
        self.assertEqual(one.withheld, 2)
        self.assertIn("v/memory", self.page(one))
        self.assertIn("Such a fault can make a reader read or write outside its memory. See: <https://example.org/1>", self.page(one))

    def test_the_position_of_the_maintainers_stands_with_the_issue(self):
        one = self.judged('[[expect]]\npattern = "v/*"\nresult = "accepted-invalid"\nreason = "known"\nissue = "https://example.org/1"\n'
                          'position = "by design"\n')
        self.assertIn("By design, say the maintainers: <https://example.org/1>", self.page(one))
        self.assertNotIn("Reported", self.page(one))
        self.assertIn('"position": "by design"', publish.as_json([one], "1", {"sha256": "", "vectors": 5}))

    def test_reasons_group_what_is_scored_and_the_rest_is_counted(self):
        page = self.page(self.judged('[[expect]]\npattern = "v/*"\nresult = "accepted-invalid"\nreason = "Padding is masked."\n'))
        self.assertIn("### Padding is masked.\n\ndecode, accepted-invalid: 1 requirement (2 vectors). Such a fault can make a reader pass wrong values on, silently.\n\n"
                      "- `bson-vector/padding-range`: The padding of a PACKED&#95;BIT vector is 0 to 7. (2 of 12 vectors)", page)
        self.assertIn("| DECISION | `bson-vector/padding-range` | decode | 1 |", page)

    def test_text_of_testees_is_no_markup(self):
        one = self.judged()
        page = self.page(one)
        self.assertIn("some&#42;thing", page)
        self.assertIn("no &#124; &#96;x&#96;", page)
        self.assertNotIn("a <b>", page)

    def test_tables_count_requirements_first(self):
        self.assertIn("| **non-conformant**: breaks 2 of 5 requirements, 2 causes (5 of 12 vectors) |", publish.table([self.judged()], ""))
        table = "| format |\n|---|\n| `bson-vector` | one vector | 9 | 9 | 9 |\n"
        self.assertIn("| `bson-vector` | one vector | 0 | 0 | 1 |\n", publish.summary([self.judged()], table))

    def test_the_summary_counts_the_worst_verdict_of_each_implementation_and_keeps_the_words_of_each_row(self):
        def one(format, *verdicts):
            runs = [{"format": format, "op": str(number)} for number in range(len(verdicts))]
            return types.SimpleNamespace(runs=runs, verdicts={(format, run["op"]): {"verdict": said} for run, said in zip(runs, verdicts)})

        table = "| format |\n|---|\n| `bson` | documents | 2 | 2 | 2 |\n| `oinf` | a model | 3 |\n| `npy` | an array | 4 |\n"
        shown = publish.summary([one("bson", "partial", "lenient, verdicts only"), one("oinf", "non-conformant", "conformant"), one("oinf", "not-tested")], table)
        self.assertEqual(shown, "| format |\n|---|\n| `bson` | documents | 0 | 1 | 0 |\n| `oinf` | a model | 0 | 0 | 1 |\n| `npy` | an array | 0 | 0 | 0 |\n")

    def test_what_crashes_is_repaired_first_and_what_is_lenient_last(self):
        one = self.judged()
        for group in one.deviations:
            group["requirement"] = "bson-vector/padding-range"
        lenient = [one.deviations[0]]
        hazardous = [{**one.deviations[0], "hazards": ["smuggling"]}]
        wrong = [{**one.deviations[0], "result": "wrong-value"}]
        crash = [{**one.deviations[0], "result": "crash"}]
        groups = [lenient, wrong, crash, hazardous]
        self.assertEqual(sorted(groups, key=lambda group: publish.urgency(one, group)), [crash, wrong, hazardous, lenient])

    def test_json_has_what_the_schema_requires(self):
        schema = json.loads((columns.ROOT / "reports/schema/published_matrix.schema.json").read_text())
        matrix = json.loads(publish.as_json([self.judged()], "1", {"sha256": "", "vectors": 5}))
        self.assertEqual(set(matrix), set(schema["required"]))
        column = schema["properties"]["columns"]["items"]
        self.assertEqual(set(matrix["columns"][0]), set(column["required"]))
        for deviation in matrix["columns"][0]["deviations"]:
            self.assertLessEqual(set(column["properties"]["deviations"]["items"]["required"]), set(deviation))
            self.assertLessEqual(set(deviation), set(column["properties"]["deviations"]["items"]["properties"]))

    def test_the_page_of_a_reader_of_bson_says_how_it_does_on_the_official_corpus(self):
        one = self.judged()
        self.assertNotIn("official BSON corpus", self.page(one))
        self.assertEqual(publish.official_table([one]), "")
        one.official = {"errors": [75, 75], "valid": [740, 743], "unsupported": 0}
        self.assertIn("official BSON corpus: 75 of 75 errors refused, 740 of 743 valid read. ", self.page(one))
        self.assertIn("| [thing-c](thing-c.md) | 75 of 75 | 740 of 743 |  |\n", publish.official_table([one]))
        self.assertEqual(json.loads(publish.as_json([one], "1", {}))["columns"][0]["bson_corpus"], one.official)

    def test_what_is_withheld_is_disputed_by_nobody(self):
        vectors = {id: one for id, one in publish.vectors().items() if one["level"] == "MUST" and "error" in one and one.get("op") != "encode"}
        held = next(one for one in vectors.values() if "memory" in one["hazards"])
        plain = next(one for one in vectors.values() if not one["hazards"] and one["error"]["rule"] != held["error"]["rule"])
        loaded = []
        for name in ("a", "b"):
            column = Column(pathlib.Path(self.folder.name))
            column.name = name
            loaded.append((column, {**RESULT, "result_version": 1, "status": "complete",
                                    "implementation": {**RESULT["implementation"], "homepage": name, "capabilities": []},
                                    "results": [{**result(one["id"], "accepted-invalid"), "format": one["format"]} for one in (held, plain)]}))
        text = publish.disputed(PROGRAM, loaded, publish.vectors())
        self.assertIn(f"| `{plain['error']['rule']}` | ", text)
        self.assertNotIn(held["error"]["rule"], text)

    def test_marks(self):
        self.assertEqual(publish.between_marks("a\n<!-- m -->\nold\n<!-- /m -->\nb", "m", str.upper), "a\n<!-- m -->\nOLD\n<!-- /m -->\nb")
        with self.assertRaises(SystemExit):
            publish.between_marks("nothing", "m", str.upper)


class OfficialCorpus(unittest.TestCase):
    """bson_corpus.py, with inputs of its own in place of those that it fetches."""

    def asked(self, script):
        corpus = {"errors": ["00", "01"], "valid": ["0500000000", "0600000000", "07"]}
        with unittest.mock.patch.object(bson_corpus, "corpus", lambda: corpus):
            return bson_corpus.asked([sys.executable, "-c", script])

    def test_outcomes_are_counted_and_what_is_not_offered_is_left_out(self):
        counts = self.asked(
            "import base64, json, sys\nfor line in sys.stdin:\n"
            "    raw = base64.b64decode(json.loads(line).get('input', {}).get('base64', ''))\n"
            "    print(json.dumps({'result': {0: 'hello', 5: 'accepted', 6: 'accepted', 7: 'unsupported'}.get(sum(raw[:1]), 'rejected')}))\n")
        self.assertEqual(counts, {"errors": [1, 2], "valid": [2, 2], "unsupported": 1})
        self.assertEqual(bson_corpus.sentence(counts),
                         "official BSON corpus: 1 of 2 errors refused, 2 of 2 valid read, 1 of types that it does not offer")

    def test_a_testee_that_dies_has_answered_nothing_more(self):
        self.assertEqual(self.asked("print('{}')\nprint('{\"result\": \"rejected\"}')"), {"errors": [1, 2], "valid": [0, 3], "unsupported": 0})


class Exchanged(unittest.TestCase):
    def test_the_page_counts_what_is_read_and_groups_the_rest(self):
        readers = [unittest.mock.Mock(), unittest.mock.Mock()]
        readers[0].name, readers[1].name = "one", "two"
        table = {"w": {"a": {"one": exchange.READ, "two": exchange.BARE}, "b": {"one": "refused", "two": "died"}},
                 "x": {"b": {"one": "refused", "two": exchange.READ}}}
        page = exchange.page("f", table, readers, {"w": "1.0", "x": "2"}, {"a": {}, "b": {}})
        self.assertIn("| w 1.0 | 2 | **1** | **1** |\n", page)
        self.assertIn("| x 2 | 1 | **0** | 1 |\n", page)
        self.assertIn("| one | refused | b | any |\n", page)
        self.assertIn("| two | read, without its metadata | a | any |\n", page)
        self.assertNotIn("read as", page)


class Manifests(unittest.TestCase):
    def test_every_file_that_a_column_names_is_there(self):
        found = columns.all_columns()
        self.assertTrue(found)
        for column in found:
            with self.subTest(column.name):
                named = [column.table[key] for key in ("expect", "python", "npm", "maven") if key in column.table]
                for file in named + column.table.get("sources", []):
                    self.assertTrue((column.folder / file).exists(), file)
                known = {"here", "to", *(key for key in column.table if key not in ("debian", "build", "maven")), *(["classpath"] if "maven" in column.table else []),
                         *(["node"] if "npm" in column.table else [])}
                for word in [*column.table["command"], *sum(column.table.get("build", []), [])]:
                    for place in re.findall(r"\{(\w+)\}", word):
                        self.assertIn(place, known)

    def test_every_folder_of_a_testee_has_a_column(self):
        kits = {"exchange", "c_kit", "go_kit", "java_kit", "javascript_kit", "python_kit", "rust_kit", "one_shot"}
        for folder in columns.HERE.iterdir():
            if folder.is_dir() and folder.name not in kits and folder.name != "__pycache__":
                self.assertTrue((folder / "testee.toml").is_file(), folder.name)

    def test_the_program_is_that_of_the_release_else_of_the_path(self):
        def found(root, path):
            with unittest.mock.patch.object(columns, "ROOT", root), unittest.mock.patch.dict("os.environ", PATH=str(path)):
                parser = columns.parser("")
                columns.add_program(parser)
                return parser.parse_args([]).hallmark

        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for program in ("bin/hallmark", "built/build/release/hallmark"):
                (folder / program).parent.mkdir(parents=True)
                (folder / program).touch(0o755)
            self.assertEqual(found(folder / "built", folder / "bin"), folder / "built/build/release/hallmark")
            self.assertEqual(found(folder, folder / "bin"), folder / "bin/hallmark")
            with self.assertRaises(SystemExit):
                found(folder, folder)

    def test_unknown_words_are_refused(self):
        with self.assertRaises(SystemExit):
            columns.Column(pathlib.Path("x"), {"name": "x", "command": ["x"], "skipp": []})
        with self.assertRaises(SystemExit) as refused:
            columns.chosen(["no-such-testee"])
        self.assertEqual(refused.exception.code, 4)


if __name__ == "__main__":
    unittest.main()

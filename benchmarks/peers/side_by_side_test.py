#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of side_by_side with peers that are made up: who lies, crashes, hangs or is not there is shown as that and never as speed.

    side_by_side_test.py
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

sys.dont_write_bytecode = True
import bars
import manifest
import pages
import race
import rows

HERE = pathlib.Path(__file__).resolve().parent
SCHEMA = HERE.parent.parent / "reports/schema/benchmarks.schema.json"


class Peer:
    def __init__(self, name, kind="native", warm_up=0):
        self.name, self.kind, self.warm_up = name, kind, warm_up


def run(*names, rounds=3, patience=20):
    """What became of peers named after how they behave."""
    def command(peer):
        if peer.name == "missing":
            return [str(HERE / "no such program")]
        return [sys.executable, str(HERE / "fake_peer.py"), peer.name, "work", "file"]

    return {entry.peer.name: entry for entry in race.race([Peer(name) for name in names], command, rounds, 0, patience)}


class Races(unittest.TestCase):
    def test_times_are_those_of_a_pass(self):
        entry = run("honest")["honest"]
        self.assertEqual((entry.status, entry.cpu, entry.wall), ("measured", [1000.0] * 3, [1000.0] * 3))
        self.assertEqual((entry.version, entry.answer), ("1.2 of a fake", {"documents": "3", "sum": "7"}))
        self.assertGreaterEqual(entry.memory, 0)

    def test_a_run_takes_its_time_with_few_questions(self):
        asked = []

        def ask(line):  # the first pass takes 1000 ns, the others 10
            asked.append(int(line.removeprefix("run ")))
            return f"0 {asked[-1] * (10 if asked[1:] else 1000)}"

        process = race.Process(Peer("any"), ["true"], 20)
        process.ask = ask
        self.assertEqual(process.run(0), (0, 1000))
        self.assertEqual(process.run(1), (0, 10))
        self.assertEqual(asked, [1, 1000, 99_000])
        process.end()

    def test_what_goes_wrong_with_one_does_not_harm_the_others(self):
        found = run("crashes", "honest", "garbles", "refuses", "missing")
        self.assertEqual({name: entry.status for name, entry in found.items()},
                         {"crashes": "crashed", "honest": "measured", "garbles": "crashed", "refuses": "cannot", "missing": "missing"})
        self.assertIn("SIGSEGV", found["crashes"].text)
        self.assertIn("'fast'", found["garbles"].text)
        self.assertEqual(found["refuses"].text, "read | <this>")
        self.assertEqual(len(found["honest"].cpu), 3)

    def test_who_hangs_is_left_behind(self):
        found = run("hangs", "honest", patience=1)
        self.assertEqual((found["hangs"].status, found["honest"].status), ("hung", "measured"))
        self.assertIn("no answer within 1 s", found["hangs"].text)

    def test_a_slow_peer_runs_in_fewer_rounds(self):
        found = {}
        for budget in (1e-5, 1.0):
            entry = race.race([Peer("slow")], lambda peer: [sys.executable, str(HERE / "fake_peer.py"), "slow", "w", "f"], 5, 0,
                              budget=budget)[0]
            found[budget] = len(entry.cpu)
        self.assertEqual(found, {1e-5: 3, 1.0: 5})


def entry(peer, kind, median, status="measured", memory=4096):
    one = {"peer": peer, "kind": kind, "status": status, "text": "so | <b>", "answer": {}, "memory": memory, "rounds": 3}
    if status == "measured":
        figures = {"median": median, "least": median, "most": median}
        one |= {"cpu": figures, "wall": figures}
    return one


def row(name, *entries, series=""):
    return {"name": name, "series": series, "size": 10, "bytes": 10, "unit": "bytes", "units": 10, "note": "", "entries": list(entries)}


def result(*made, group="thing"):
    return {"version": 1, "date": "2026-01-02", "commit": "abc", "compiler": "x", "rounds": 3, "milliseconds": 5,
            "machine": {"processor": "p", "cores": 2, "memory": 1 << 30, "system": "s"},
            "peers": [{"name": "hallmark", "kind": "ours", "language": "C++", "version": "1", "does": {"thing": "a <b>"}, "less": {}}],
            "groups": [{"name": group, "title": "Things", "unit": "bytes", "about": "All `things`.", "size": "bytes", "floor": "sum",
                        "less": {"fast": "no | rules"}, "rows": list(made)}], "growth": [], "bars": []}


def grown(name, *instructions):
    return {"name": name, "sizes": [8192, 16384, 32768], "instructions": list(instructions), "exponent": 1.25}


def with_bars(made):
    return made | {"bars": bars.all_bars(made)}


OWN = entry("hallmark", "ours", 100)


class Bars(unittest.TestCase):
    def test_the_fastest_and_what_it_leaves_out_is_named(self):
        made = result(row("one", OWN, entry("fast", "native", 50), entry("sum", "floor", 10)))
        self.assertFalse(bars.fastest(made)["reached"])
        self.assertEqual(bars.note(made["groups"][0], made["groups"][0]["rows"][0]),
                         "fast takes 0.50 of the time (no | rules); the sum takes 0.10 of the time")

    def test_wrong_answers_are_never_speed(self):
        made = result(row("one", OWN, entry("fast", "native", 50, "wrong") | {"cpu": {"median": 50}}, entry("late", "native", 300)))
        self.assertTrue(bars.fastest(made)["reached"])
        self.assertIn("the next takes 3.0 times as long", bars.note(made["groups"][0], made["groups"][0]["rows"][0]))

    def test_scripts_scans_models_and_safetensors(self):
        for median, reached in ((500, True), (499, False)):
            self.assertIs(bars.script(result(row("one", OWN, entry("py", "script", median))))["reached"], reached)
        for median, reached in ((95, True), (94, False)):
            self.assertIs(bars.scans(result(row("one", OWN, entry("sum", "floor", median)), group="scans"))["reached"], reached)
        for median, reached in ((200, True), (201, False)):
            two = (row("1", OWN, series="s"), row("2", entry("hallmark", "ours", median), series="s"))
            self.assertIs(bars.independent(result(*two, group="open"))["reached"], reached)
        for median, reached in ((1000, True), (999, False)):
            self.assertIs(bars.safetensors(result(row("one", OWN, entry("safetensors (crate)", "native", median))))["reached"], reached)

    def test_a_vocabulary_is_compared_with_the_reference_and_with_its_lengths(self):
        for native, loop, reached in ((500, 25, [True, True]), (499, 24, [False, False])):
            others = entry("ggml", "native", native), entry("lengths", "floor", loop)
            made = result(row("one", OWN, *others, series="tokens"), row("two", OWN, *others, series="tables"), group="gguf")
            self.assertEqual([one["reached"] for one in bars.vocabulary(made)], reached)
            self.assertIn("of 1 rows", bars.vocabulary(made)[0]["figure"])
        self.assertEqual(bars.vocabulary(made)[1]["missed"], ["one: 4.2"])

    def test_opening_npy_files_is_compared_with_numpy_and_with_mapping(self):
        for package, floor, reached in ((200, 77, [True, True]), (201, 76, [False, False])):
            others = entry("hallmark for Python", "package", package), entry("numpy (PyPI)", "script", 1000), entry("map", "floor", floor)
            made = result(row("one", OWN, *others), group="npy-open")
            self.assertEqual([one["reached"] for one in bars.opening(made)], reached)
        self.assertEqual([one["missed"] for one in bars.opening(made)], [["one: 0.20"], ["one: 1.32"]])

    def test_the_package_for_python_is_no_peer(self):
        made = result(row("one", OWN, entry("hallmark for Python", "package", 50)))
        self.assertEqual([bars.fastest(made)["reached"], bars.script(made)["reached"]], [None, None])

    def test_a_floor_that_misses_a_bar_is_told(self):
        slow, floor = entry("py", "script", 300), entry("sum", "floor", 80)
        told = bars.script(result(row("one", OWN, slow, floor)))
        self.assertEqual(told["missed"], ["Things, one: py 3.0 (the sum alone: 3.8)"])
        self.assertEqual(told["figure"], "reached on 0 of 1 rows; not on")
        for no_floor in (entry("sum", "floor", 50), entry("sum", "floor", 110)):
            self.assertEqual(bars.script(result(row("one", OWN, slow, no_floor)))["missed"], ["Things, one: py 3.0"])

    def test_what_was_not_measured_is_neither(self):
        self.assertEqual([one["reached"] for one in bars.all_bars(result())], [None] * 10)

    def test_growth(self):
        for last, reached in ((1_500_000, True), (6_000_000, False)):
            made = result() | {"growth": [grown("decode/<a>", 300_000, 700_000, last), grown("program/b", 5, 6, 7)]}
            self.assertIs(bars.growth(made)["reached"], reached)
            self.assertIn("2 kinds of work", bars.growth(made)["figure"])


def elements(page):
    """The elements of a page of HTML. Fails where one is not closed; those that never are get closed first, as XML wants it."""
    text = re.sub(r"<(meta [^>]*)>", r"<\1/>", page.removeprefix("<!doctype html>"))
    return list(xml.etree.ElementTree.fromstring(text).iter())


class Pages(unittest.TestCase):
    MADE = with_bars(result(row("<i>a|b</i>", OWN, entry("lies", "native", 1, "wrong"), entry("late", "native", 250), entry("sum", "floor", 50)))
                     | {"growth": [grown("decode/<a>|", 1000, 2000, 4000), grown("decode/b", 1, 2, 3)]})

    def test_page_is_whole_and_loads_nothing(self):
        text = pages.page(self.MADE, "body { }", {"thing/throughput": '<svg role="img"><path d="M0 0"/></svg>'})
        found = elements(text)
        self.assertIn("svg", {element.tag for element in found})
        self.assertNotIn("script", {element.tag for element in found})
        for name, value in [attribute for element in found for attribute in element.items()]:
            self.assertFalse(name in ("src", "srcset") or name.startswith("on"), name)
            self.assertTrue(not name.endswith("href") or value.startswith("#"), value)
        self.assertNotIn("<i>", text)
        self.assertNotIn("<b>so", text)
        self.assertIn("&lt;i&gt;a|b&lt;/i&gt;", text)

    def test_growth_has_a_line_for_each_kind_of_work(self):
        self.assertIn("| decode | 2 | 1.25 | decode/&#60;a&#62;&#124; |", pages.markdown(self.MADE))
        self.assertIn('<th scope="row">decode/&lt;a&gt;|</th><td>1,000</td><td>2,000</td><td>4,000</td><td>1.25</td>', pages.page(self.MADE, "", {}))

    def test_markdown_keeps_its_tables(self):
        text = pages.markdown(self.MADE)
        for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
            self.assertEqual(len({line.count("|") for line in block.splitlines()}), 1, block)
        self.assertNotIn("<i>", text)
        self.assertIn("| 100 ns, 0.10 GB/s | another answer | 250 ns, 2.5 × | 50.0 ns, 0.50 × |", text)

    def test_peers_without_a_figure_are_listed_with_the_reason(self):
        for text in (pages.markdown(self.MADE), pages.page(self.MADE, "", {})):
            self.assertRegex(text, r"lies.*another answer: so ")

    def test_json_is_as_the_schema_says(self):
        with tempfile.TemporaryDirectory() as folder:
            pages.write(self.MADE, pathlib.Path(folder), "", {})
            written = json.loads((pathlib.Path(folder) / "benchmarks.json").read_text())
            self.assertEqual({file.suffix for file in pathlib.Path(folder).iterdir()}, {".json", ".md", ".html"})
        self.check(json.loads(SCHEMA.read_text()), written)

    def check(self, schema, value, root=None):
        """The few words of JSON Schema that the schema uses."""
        root = root or schema
        if "$ref" in schema:
            return self.check(root["$defs"][schema["$ref"].rpartition("/")[2]], value, root)
        if "enum" in schema:
            self.assertIn(value, schema["enum"])
        kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool, "null": type(None)}
        if "type" in schema:
            named = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
            self.assertTrue(any(isinstance(value, kinds[name]) for name in named), (schema, value))
        if isinstance(value, dict):
            known = schema.get("properties", {})
            self.assertLessEqual(set(schema.get("required", ())), set(value))
            if schema.get("additionalProperties") is False:
                self.assertLessEqual(set(value), set(known))
            for name, each in value.items():
                rest = schema.get("additionalProperties")
                self.check(known.get(name, rest if isinstance(rest, dict) else {}), each, root)
        for each in value if isinstance(value, list) else ():
            self.check(schema.get("items", {}), each, root)


class Command(unittest.TestCase):
    """The whole command, with a build that is made up."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.build = pathlib.Path(self.folder.name)
        inputs = self.build / "benchmarks/hallmark_bench_inputs"
        inputs.parent.mkdir()
        inputs.write_text("#!/bin/sh\nhead -c 64 /dev/zero >\"$3\"\n")
        inputs.chmod(0o755)

    def tearDown(self):
        self.folder.cleanup()
        shutil.rmtree(manifest.INSTALLED / self.build.name, ignore_errors=True)

    def run_with(self, *behaviours, arguments=("--filter", "^utf8/ascii, 64 B", "--quick")):
        """Its exit code and what it prints; the first behaviour is that of Hallmark."""
        peers = self.build / "peers.toml"
        peers.write_text("".join(
            f'[[peer]]\nname = "{"hallmark" if at == 0 else how}"\nkind = "{"ours" if at == 0 else "native"}"\nlanguage = "x"\nwarm_up = 0\n'
            f'does.utf8 = "x"\ncommand = {json.dumps([sys.executable, str(HERE / "fake_peer.py"), how])}\n'
            + ('build = [["no such program"]]\n' if how == "uninstalled" else "") for at, how in enumerate(behaviours)))
        done = subprocess.run([sys.executable, HERE / "side_by_side", "--build", self.build, "--peers", peers, *arguments],
                              capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def test_measures_and_shows_who_lies(self):
        status, out, _ = self.run_with("honest", "slow", "lies", "refuses")
        self.assertEqual(status, 0, out)
        self.assertRegex(out, r"hallmark +1.00 µs, 64.0 MB/s")
        self.assertRegex(out, r"slow +4.00 µs, 4.0 ×")
        self.assertRegex(out, r"lies +another answer +documents is 4, and 3 for most")
        self.assertRegex(out, r"refuses +refused")
        self.assertIn("reached: The fastest reader", out)

    def test_what_cannot_be_installed_is_skipped(self):
        status, out, errors = self.run_with("honest", "uninstalled", "slow")
        self.assertEqual(status, 0, out)
        self.assertRegex(out, r"uninstalled +not here +no such program: No such file")
        self.assertRegex(out, r"slow +4.00 µs")
        self.assertIn("skipped: uninstalled cannot be installed here", errors)

    def test_hallmark_can_lose(self):
        status, out, _ = self.run_with("lies", "honest", "slow")
        self.assertEqual(status, 1, out)
        self.assertRegex(out, r"hallmark +another answer +documents is 4, and 3 for most")
        self.assertRegex(out, r"honest +1.00 µs +.*\n +slow +4.00 µs")

    def test_without_a_build_or_rows(self):
        (self.build / "benchmarks/hallmark_bench_inputs").unlink()
        self.assertEqual(self.run_with("honest")[0], 2)
        for arguments in (("--filter", "("), ("--filter", "no such row"), ("--rounds", "0"), ("--unknown",)):
            self.assertEqual(self.run_with("honest", arguments=arguments)[0], 4, arguments)


class Manifest(unittest.TestCase):
    def test_every_row_has_peers_and_every_peer_rows(self):
        peers = manifest.peers()
        works = {row.work or group.work for group in rows.GROUPS for row in group.rows}
        self.assertEqual(works, {work for peer in peers for work in peer.does})
        for work in works:
            self.assertTrue(any(peer.kind == "ours" and work in peer.does for peer in peers), work)
        names = {peer.name for peer in peers}
        self.assertEqual(len(names), len(peers))
        for group in rows.GROUPS:
            self.assertEqual(len({row.name for row in group.rows}), len(group.rows), group.name)
            for row in group.rows:
                self.assertLessEqual(set(row.skip), names | manifest.KINDS)

    def test_what_a_manifest_names_is_there(self):
        for peer in manifest.peers():
            with self.subTest(peer.name):
                for key in ("python", "npm", "maven"):
                    if key in peer.column.table:
                        self.assertTrue((peer.column.folder / peer.column.table[key]).exists(), key)
                for word in peer.column.table["command"]:
                    if word.startswith("{peers}"):
                        self.assertTrue((HERE / word.removeprefix("{peers}/")).is_file(), word)

    def test_inputs_of_another_format_have_another_kind(self):
        peer = next(peer for peer in manifest.peers() if peer.name == "safetensors (crate)")
        self.assertEqual(peer.input("bintensors-v1-written"), "bintensors-safetensors-written")


if __name__ == "__main__":
    unittest.main()

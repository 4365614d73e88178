#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what READMEs say of this repository with what is in it: numbers, formats, kits, verdicts.

    claims.py SOURCE

What README shows of the program is compared by the test page_readme.
"""
import collections
import itertools
import json
import pathlib
import re
import sys

KITS = {"Python": "python_kit/hallmark_testee.py", "JavaScript": "javascript_kit/hallmark_testee.mjs",
        "Go": "go_kit/hallmark_testee.go", "Java": "java_kit/HallmarkTestee.java", "C": "c_kit/hallmark_testee.h",
        "Rust": "rust_kit/src/lib.rs"}
VERDICTS = {"conformant": 0, "partial": 0, "lenient": 1, "non-conformant": 2}  # the columns of the table of formats
ABOUT = 0.15  # how far a number that is said to be about right may be off


def judged(source):
    """For each format: how many implementations have which verdict as their worst."""
    counts = collections.defaultdict(lambda: [0] * 3)
    for one in json.loads((source / "reports/published/matrix/matrix.json").read_text())["columns"]:
        worst = {}
        for run in one["runs"]:
            worst[run["format"]] = max(worst.get(run["format"], 0), VERDICTS[run["verdict"].split(",")[0]])
        for format, place in worst.items():
            counts[format][place] += 1
    return counts


# A page and what it says, the file that has it, and how it is written there.
SAME = [
    ("README.md", r"glibc ([\d.]+) or later", ".ci/older_glibc", r"abi=gnu\.([\d.]+)"),
    ("reports/README.md", r"validated files, (\d+) on a page", "reports/html/validation.cpp", r"inputs_on_page = (\d+);"),
    ("reports/published/matrix/README.md", r"of corpus (\w{12})", "reports/published/matrix/matrix.json", r'"sha256": "(\w{12})'),
    ("reports/published/matrix/README.md", r"(\d+) vectors\. `conf", "reports/published/matrix/matrix.json", r'"vectors": (\d+)'),
]
LINES = 5  # of each way to build the codecs


def same(source):
    """Pairs as those of claims: what one file says and another one has."""
    def first(file, pattern):
        found = re.search(pattern, (source / file).read_text())
        return found and found[1]

    for page, said, file, written in SAME:
        yield f"{page}: {said}, as {file} has it", first(page, said) is not None and first(page, said) == first(file, written)
    sample = first("conformance/statistics/statistics.hpp", r"median_sample = std::uint64_t\{1\} << (\d+)")
    elements = first("README.md", r"above ([\d,]+) elements the median")
    yield "README.md: the median of a sample", sample and elements and 1 << int(sample) == int(elements.replace(",", ""))
    columns = len(json.loads((source / "reports/published/matrix/matrix.json").read_text())["columns"])
    yield f"matrix/README.md: {columns} implementations", first("reports/published/matrix/README.md", r"\n(\d+) implementations") == str(columns)
    text = (source / "README.md").read_text()
    ways = re.findall(r"<!-- embed: (\w+) -->\n```(?:cmake|sh)\n(.*?)```", text, re.DOTALL)
    yield f"README.md: each way to build takes {LINES} lines", ways and "takes five lines at most" in text
    for name, lines in ways:
        yield f"README.md: {name} takes {lines.count(chr(10))} lines", lines.count("\n") <= LINES


def claims(source):
    """Pairs of a sentence and whether it is true; the sentence is None where README lacks it."""
    text = re.sub(r"\s+", " ", (source / "README.md").read_text())

    def said(pattern):
        found = re.search(pattern, text)
        return found and found[0], found and found[1]

    sentence, number = said(r"brings about ([\d,]+) golden vectors")
    vectors = sum(len(json.loads(file.read_text())["vectors"]) for file in source.glob("corpus/*/golden/*.json"))
    yield sentence, number and round(vectors, -3) == int(number.replace(",", ""))

    sentence, names = said(r"kits of about \d+ lines for ([\w, ]+)\.")
    yield sentence, names and set(re.split(", | or | and ", names)) == set(KITS)
    testees = source / "conformance/testees"
    yield "each kit is named", {folder.name for folder in testees.glob("*_kit")} == {file.split("/")[0] for file in KITS.values()}
    sentence, number = said(r"kits of about (\d+) lines")
    for file in KITS.values():
        lines = (testees / file).read_text().count("\n")
        yield f"{sentence}: {file} has {lines}", number and abs(lines - int(number)) <= ABOUT * int(number)

    ids = {one["id"] for manifest in source.glob("codecs/*/family.json") for one in json.loads(manifest.read_text())["formats"]}
    table = re.search("<!-- matrix -->\n(.*?)<!-- /matrix -->", (source / "README.md").read_text(), re.DOTALL)[1]
    rows = [[cell.strip("` ") for cell in row.split("|")[1:-1]] for row in table.splitlines()[2:]]
    yield "the table of formats has each", {row[0] for row in rows} == ids
    counts = judged(source)
    for format, _, *numbers in rows:
        yield f"{format}: {' | '.join(numbers)}, as reports/published/matrix/matrix.json has it", [int(number) for number in numbers] == counts[format]
    python = re.search(r"^Formats: (.*?)\n\n", (source / "conformance/python/README.md").read_text(), re.DOTALL | re.MULTILINE)[1]
    yield "the README of the Python package has each format", ids <= set(re.findall("`(.*?)`", python))

    for manifest in source.glob("codecs/*/family.json"):
        folder = manifest.parent.name
        yield f"the folder of codecs/{folder} is linked", f"(codecs/{folder}/README.md)" in text


def main():
    source = pathlib.Path(sys.argv[1])
    wrong = [sentence for sentence, true in itertools.chain(claims(source), same(source)) if not true]
    for sentence in wrong:
        print(f"not so, or not said: {sentence}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

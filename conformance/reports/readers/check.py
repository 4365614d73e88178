# SPDX-License-Identifier: Apache-2.0
"""Reads the forms of a report with other people's readers. Usage: check.py FOLDER XSD...

FOLDER holds report.sarif, report.xml, report.md and report.svg of the same results; each XSD is a schema of JUnit XML.
"""
import pathlib
import sys
import xml.etree.ElementTree

from junitparser import JUnitXml
from lxml import etree
from markdown_it import MarkdownIt
from sarif import loader
from sarif_pydantic import Sarif

folder = pathlib.Path(sys.argv[1])

log = Sarif.model_validate_json((folder / "report.sarif").read_text(encoding="utf-8"))
found = sum(len(run.results) for run in log.runs)
assert found > 0, "report.sarif has no results"
records = loader.load_sarif_file(str(folder / "report.sarif")).get_records()
assert len(records) == found, f"sarif-tools reads {len(records)} of {found} results"

document = etree.parse(str(folder / "report.xml"))
for path in sys.argv[2:]:
    schema = etree.XMLSchema(etree.parse(path))
    assert schema.validate(document), f"{path}: {schema.error_log}"
suites = JUnitXml.fromfile(str(folder / "report.xml"))
cases = sum(1 for suite in suites for _ in suite)
assert suites.tests == cases > 0, f"report.xml counts {suites.tests} tests and has {cases}"

page = MarkdownIt("commonmark").enable("table").render((folder / "report.md").read_text(encoding="utf-8"))
assert page.count("<table>") >= 2, "report.md has no tables"

title = xml.etree.ElementTree.parse(folder / "report.svg").getroot().find("{http://www.w3.org/2000/svg}title")
assert title.text, "report.svg has no title"

print(f"{found} results of SARIF, {cases} tests of JUnit with {len(sys.argv) - 2} schemas, {page.count('<tr>')} rows")

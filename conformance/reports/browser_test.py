#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens the pages of a report and of a site in headless Chromium.

usage: browser_test.py HALLMARK

No page scrolls sideways at 360 pixels, logs an error, or requests anything outside of its folder; links open what they
name, with scripts and without; the first page of a merged report stays small. Exit 77, which is "skipped", without a
browser.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import browser

FIRST_PAGE_BYTES = 300_000
FIRST_PAGE_ELEMENTS = 6_000
FAILURES = ("accepted-invalid", "crash", "wrong-value", "hang", "rejected-valid")

failed = 0


def check(holds, what):
    global failed
    if not holds:
        failed += 1
        print(f"FAILED: {what}")


def merged_results(hallmark, folder):
    """Ten implementations that fail a third of the vectors of two formats, not all the same."""
    subprocess.run([hallmark, "conform", "--format", "bson", "--format", "bson-vector", "--report-dir", folder / "one",
                    "--", hallmark, "serve-testee"], check=True, stdout=subprocess.DEVNULL)
    text = (folder / "one/result.json").read_text()
    paths = []
    for number in range(10):
        result = json.loads(text)
        result["implementation"]["name"] = f"an implementation with a long name, number {number}"
        for i, one in enumerate(result["results"]):
            if i % 3 == 0 and (i + number) % 2 == 0:
                one["result"] = FAILURES[i % len(FAILURES)]
                one["actual"]["message"] = "x" * 500 + "/a/long/path" * 20
                one["stderr"] = "Traceback: " + "y" * 2000
        for run in result["runs"]:
            run["verdict"] = "non-conformant"
        paths.append(folder / f"{number}.json")
        paths[-1].write_text(json.dumps(result))
    return paths


def look_at(page, path, folder):
    url = path.as_uri()
    for width, dark in ((1280, False), (360, False), (360, True)):
        page.size(width, 800, dark)
        page.open(url)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(wide <= 0, f"{path.name} is {wide} pixels wider than {width}")
        check(not page.problems, f"{path.name} logs {page.problems}")
        outside = [request for request in page.requests
                   if not request.startswith(folder.as_uri()) and not request.startswith("data:")]
        check(not outside, f"{path.name} requests {outside}")
        styled = page.evaluate("getComputedStyle(document.body).maxWidth")
        check(styled not in ("none", ""), f"{path.name} has no style")
    paper = "getComputedStyle(document.body).backgroundColor"
    page.size(1280, 800, True)
    page.open(url)
    check(page.evaluate(paper) != "rgb(255, 255, 255)", f"{path.name} is not dark where the reader wants it")
    page.call("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9)
    check(page.evaluate("document.activeElement.className") == "skip", f"{path.name}: Tab leads to the skip link first")
    check(page.evaluate("document.activeElement.getBoundingClientRect().left >= 0"), f"{path.name}: the skip link shows")


def follow_links(page, report):
    vectors = sorted((report / "vectors/bson").glob("*.html"))[0]
    page.open(vectors.as_uri())
    closed = page.evaluate("document.querySelector('details:not([open]) .body').id")
    for scripts in (True, False):
        page.open(f"{vectors.as_uri()}#{closed}", scripts)
        shown = page.evaluate(f"document.getElementById({json.dumps(closed)}).closest('details').open")
        check(shown, f"a link opens its vector, scripts {scripts}")
    implementation = sorted((report / "implementations").glob("*.html"))[0]
    page.open(implementation.as_uri(), False)
    check(page.evaluate("document.querySelectorAll('.deviation').length > 5"), "deviations are there without scripts")
    check(page.evaluate("document.querySelector('form.search').hidden"), "without scripts there is no search")


def search(page, site):
    page.open((site / "index.html").as_uri())
    shown = "document.querySelectorAll('[data-find]:not([hidden])').length"
    everything = page.evaluate(shown)
    page.evaluate("document.querySelector('form.search input').value = 'padding'; "
                  "document.querySelector('form.search input').dispatchEvent(new Event('input'))")
    check(0 < page.evaluate(shown) < everything, "the index of rules can be searched")
    check(not page.problems, f"the search logs {page.problems}")


def main():
    hallmark = pathlib.Path(sys.argv[1]).resolve()
    program = browser.find()
    if program is None:
        print("skipped: no Chromium or Chrome here; apt-get install chromium")
        return 77
    with tempfile.TemporaryDirectory(prefix="hallmark-pages-") as name:
        folder = pathlib.Path(name).resolve()
        results = merged_results(hallmark, folder)
        report, site, files = folder / "report", folder / "site", folder / "files"
        subprocess.run([hallmark, "report", "html", *results, "-o", report], check=True)
        subprocess.run([hallmark, "report", "site", *results, "-o", site], check=True)
        (folder / "bad.bson").write_bytes(b"\x05\0\0\0\1" + b"x" * 300)
        validation = subprocess.run([hallmark, "validate", "--report", "json", folder], stdout=subprocess.PIPE)
        (folder / "validation.json").write_bytes(validation.stdout)
        subprocess.run([hallmark, "report", "html", folder / "validation.json", "-o", files], check=True)
        first = report / "index.html"
        check(first.stat().st_size < FIRST_PAGE_BYTES, f"the first page has {first.stat().st_size} bytes")
        with browser.Browser(program) as page:
            page.open(first.as_uri())
            elements = page.evaluate("document.getElementsByTagName('*').length")
            check(elements < FIRST_PAGE_ELEMENTS, f"the first page has {elements} elements")
            kinds = ("formats/*.html", "implementations/*.html", "vectors/bson/*.html", "rules/bson/*.html")
            pages = [first] + [path for kind in kinds for path in sorted(report.glob(kind))[:2]]
            for path in pages:
                look_at(page, path, report)
            for path in (site / "index.html", site / "rules/kserve/data-null.html"):
                look_at(page, path, site)
            for path in (files / "index.html", files / "inputs/1.html"):
                look_at(page, path, files)
            follow_links(page, report)
            search(page, site)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

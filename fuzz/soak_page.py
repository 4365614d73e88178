#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes reports/published/fuzzing.md from what soak.sh leaves in its build folder. usage: soak_page.py BUILD"""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
LONG = 3600  # seconds for each target and engine; what is shorter is called short


def duration(seconds):
    for unit, name in ((3600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= unit and (seconds % unit == 0 or seconds >= 10 * unit):
            count = round(seconds / unit)
            return f"{count} {name}" + ("" if count == 1 else "s")
    return f"{seconds / 3600:.1f} hours" if seconds >= 3600 else f"{seconds / 60:.1f} minutes"


def page(run, rows, found):
    """`run`: seconds, random_seed, seeds, presets of a run; `rows`: what table() reads; `found`: text of FOUND.md."""
    targets = len({row["target"] for row in rows})
    findings = [row for row in rows if row["finding"]]
    yield "# Fuzzing\n"
    yield (f"One run of `fuzz/soak.sh --seconds {run['seconds']} --random-seed {run['random_seed']}`: {targets} targets, each {duration(run['seconds'])} "
           f"under each engine, {duration(run['seconds'] * len(rows))} in all.")
    yield f"They started from {run['seeds']} seeds (golden vectors, regressions, `corpus/<family>/seeds`) and from the inputs that earlier runs kept."
    yield "libFuzzer runs with AddressSanitizer and UndefinedBehaviorSanitizer, AFL++ without. The two count edges differently.\n"
    yield "## What this says\n"
    yield f"**{len(findings)} of {len(rows)} rows have a finding.**" if findings else "**Nothing was found.**"
    if run["seconds"] < LONG:
        yield (f"That is the result of {duration(run['seconds'])} a row, and proves little. A fault of `oinf/decode` once showed itself in three of seven "
               "runs of a minute. So a single run would have missed it more often than not.")
    else:
        yield "A run says that its engine found no more in this time. The engine repeats a run only in part, for it depends on the speed of the machine."
    yield "A tenth of the time under libFuzzer goes to inputs up to 65,536 bytes, the rest to 4,096 at most.\n"
    yield "| target | engine | runs | edges reached | inputs kept | findings |"
    yield "|---|---|---:|---:|---:|---|"
    for row in rows:
        finding = "**some**" if row["finding"] else "none"
        yield f"| {row['target']} | {row['engine']} | {row['runs']} | {row['edges']} | {row['inputs']} | {finding} |"
    yield f"| **all** | | {sum(row['runs'] for row in rows)} | | {sum(row['inputs'] for row in rows)} | |\n"
    yield "## Found and repaired\n"
    yield "Fuzzing has found the faults below. Every build has replayed these inputs since.\n"
    yield found.strip()


def table(text):
    for line in text.splitlines():
        target, engine, runs, edges, inputs, result = line.split(maxsplit=5)
        yield {"target": target, "engine": engine, "runs": int(runs), "edges": int(edges), "inputs": int(inputs), "finding": result != "no finding"}


def main(words):
    if len(words) != 1:
        sys.exit(__doc__)
    build = pathlib.Path(words[0])
    rows = list(table((build / "table").read_text()))
    text = "\n".join(page(json.loads((build / "run.json").read_text()), rows, (ROOT / "fuzz" / "FOUND.md").read_text()))
    (ROOT / "reports" / "published" / "fuzzing.md").write_text(text + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])

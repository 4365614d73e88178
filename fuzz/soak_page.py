#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes reports/published/fuzzing.md, with its plot, from what soak.sh leaves in its build folder, whether the run has
ended or not. usage: soak_page.py BUILD"""

import datetime
import itertools
import pathlib
import sys
from xml.sax.saxutils import escape

ROOT = pathlib.Path(__file__).resolve().parents[1]
PUBLISHED = ROOT / "reports" / "published"
LONG = 3600  # seconds of a decode target; what is shorter is called short
SLICE = ("round", "target", "engine", "date", "seconds", "processor", "runs", "edges", "inputs", "findings", "commit")
# The plot: cells of one target each. The colours are readable on white and on black.
COLUMNS, WIDTH, HEIGHT, LINE = 5, 178, 64, 26
COLOURS = {"libfuzzer": "#2f81f7", "afl": "#d4793b", "text": "#768390"}


def duration(seconds):
    for unit, name in ((3600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= unit and (seconds % unit == 0 or seconds >= 10 * unit):
            count = round(seconds / unit)
            return f"{count} {name}" + ("" if count == 1 else "s")
    return f"{seconds / 3600:.1f} hours" if seconds >= 3600 else f"{seconds / 60:.1f} minutes"


def plan_of(text):
    """The plan of a run: a key and its value in each line."""
    return {key: value for key, _, value in (line.partition(" ") for line in text.splitlines())}


def slices_of(text):
    for line in text.splitlines():
        row = dict(zip(SLICE, line.split(), strict=True))
        yield {key: int(value) if value.isdecimal() and key != "commit" else value for key, value in row.items()}


def growing(text):
    """The points (second, edges) at which more edges were reached than ever before."""
    points = []
    for second, edges in sorted(tuple(map(int, line.split())) for line in text.splitlines()):
        if not points or edges > points[-1][1]:
            points.append((second, edges))
    return points


def rows_of(slices, edges):
    """One row for each target and engine. `edges`: the points of each."""
    rows = {}
    for each in slices:
        key = each["target"], each["engine"]
        row = rows.setdefault(key, {**each, "seconds": 0, "processor": 0, "runs": 0})
        for name in ("seconds", "processor", "runs"):
            row[name] += each[name]
        row |= {name: each[name] for name in ("inputs", "findings")} | {"edges": max(row["edges"], each["edges"])}
    for key, row in rows.items():
        points = edges.get(key) or [(0, row["edges"])]
        row |= {"points": points, "start": points[0][1], "edges": max(row["edges"], points[-1][1])}
    return [rows[key] for key in sorted(rows, key=lambda key: (key[0], key[1] != "libfuzzer"))]


def line_of(row):
    """The line of a row in its cell: from the edges of the first second to those of the last."""
    low, high, last = row["start"], max(row["edges"], row["start"] + 1), max(row["seconds"], 1)
    steps = []
    for second, edges in [*row["points"], (last, row["edges"])]:
        x = 4 + (WIDTH - 20) * min(second / last, 1)
        y = HEIGHT - 8 - LINE * (edges - low) / (high - low)
        steps.append(f"{'H' if steps else 'M'}{x:.0f}{'V' if steps else ' '}{y:.0f}")
    return f'<path d="{"".join(steps)}" fill="none" stroke="{COLOURS[row["engine"]]}" stroke-width="1.5"/>'


def plot(rows):
    targets = list(dict.fromkeys(row["target"] for row in rows))
    height = -(-len(targets) // COLUMNS) * HEIGHT + 20
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {COLUMNS * WIDTH} {height}" width="{COLUMNS * WIDTH}" height="{height}" '
           f'font-family="sans-serif" font-size="10" fill="{COLOURS["text"]}">')
    yield "<title>Edges that each target reached over the time of the run</title>"
    for place, target in enumerate(targets):
        here = {row["engine"]: row for row in rows if row["target"] == target}
        yield f'<g transform="translate({place % COLUMNS * WIDTH} {place // COLUMNS * HEIGHT})">'
        yield f'<text x="4" y="12" font-weight="bold">{escape(target)}</text>'
        yield f'<text x="4" y="24">{", ".join("{start} → {edges}".format_map(row) for row in here.values())}</text>'
        yield from map(line_of, here.values())
        yield "</g>"
    yield (f'<text x="4" y="{height - 6}"><tspan fill="{COLOURS["libfuzzer"]}">libFuzzer</tspan>, <tspan fill="{COLOURS["afl"]}">AFL++</tspan>: edges when '
           "its inputs were read, and at the end; each line has its own scale</text>")
    yield "</svg>"


def what_ran(plan, slices, rows, ended):
    targets = len({row["target"] for row in rows})
    spent = sum(row["seconds"] for row in rows)
    asked = f"--hours {plan['hours']}" if plan["hours"] else f"--seconds {plan['seconds']}"
    commits = sorted({each["commit"] for each in slices})
    yield (f"One run of `fuzz/soak.sh {asked} --random-seed {plan['random_seed']}` from {plan['began']} (UTC), at commit "
           f"{', '.join(commits)}: {targets} targets, {duration(spent)} of fuzzing in all.")
    if not ended:
        left = len(plan["names"].split()) - targets
        yield (f"**It has not ended:** {left} of its targets have not had their turn. The table says how long each of the others ran.")
    kept = "" if plan.get("kept_inputs", "0") == "0" else f" and {plan['kept_inputs']} inputs that earlier runs kept"
    yield (f"It started from {plan['seed_inputs']} seeds (golden vectors, regressions, `corpus/<family>/seeds`){kept}. After each "
           "slice the inputs of a target are minimised: of those that reach the same, the smallest stays.")
    yield "libFuzzer runs with AddressSanitizer and UndefinedBehaviorSanitizer, AFL++ without, from the same inputs. The two count edges differently.\n"


def page(plan, slices, edges, found, mended, ended):
    """`plan`, `slices`, `edges`: of a run; `found`: (date, target, engine, input) of each finding; `mended`: text of FOUND.md."""
    rows = rows_of(slices, edges)
    yield "# Fuzzing\n"
    yield from what_ran(plan, slices, rows, ended)
    yield "## What this says\n"
    findings = "1 input is a finding" if len(found) == 1 else f"{len(found)} inputs are findings"
    yield (f"**{findings}.** Inputs that ended alike are one row. The last table lists the faults that have been repaired." if found
           else "**Nothing was found.**")
    decoders = [row for row in rows if row["engine"] == "libfuzzer" and row["target"].endswith("/decode")]
    least, processor = (min((row[name] for row in decoders), default=0) for name in ("seconds", "processor"))
    if least < LONG:
        yield (f"Each decoder ran for {duration(least)} or more, {processor} seconds or more of the processor. That proves little. A fault of `oinf/decode` once showed itself in three of "
               "seven runs of a minute. So a single run would have missed it more often than not.")
    else:
        yield "A run says that its engine found no more in this time. The engine repeats a run only in part, for it depends on the speed of the machine."
    yield "A tenth of the time under libFuzzer goes to inputs up to 65,536 bytes, the rest to 4,096 at most."
    yield "Seconds are of the clock. Those of the processor stand beside them, for the machine has other work; AFL++ does not say them.\n"
    if found:
        yield "| found | target | engine | inputs | one of them |"
        yield "|---|---|---|---:|---|"
        for (date, target, engine, _), alike in itertools.groupby(found, lambda row: (*row[:3], row[3].partition("-")[0])):
            names = [row[3] for row in alike]
            yield f"| {date} | {target} | {engine} | {len(names)} | {names[0]} |"
        yield ""
    yield "![Edges over time](fuzzing.svg)\n"
    yield "| target | engine | seconds | of the processor | executions | edges at the start | edges | inputs kept |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|"
    for row in rows:
        numbers = (row[name] for name in ("seconds", "processor", "runs", "start", "edges", "inputs"))
        numbers = (f"{number:,}" if number else "–" for number in numbers)
        yield f"| {row['target']} | {row['engine']} | {' | '.join(numbers)} |"
    total = (sum(row[name] for row in rows) for name in ("seconds", "processor", "runs"))
    kept = sum({row["target"]: row["inputs"] for row in rows}.values())
    yield f"| **all** | | {' | '.join(f'{number:,}' for number in total)} | | | {kept:,} |\n"
    yield "## Found and repaired\n"
    yield "Fuzzing has found the faults below. Every build has replayed these inputs since.\n"
    yield mended.strip()


def findings_of(folder, targets):
    names = {target.replace("/", "_"): target for target in targets}
    for path in sorted(folder.glob("*/*")):
        name, _, engine = path.parent.name.rpartition(".")
        yield f"{datetime.date.fromtimestamp(path.stat().st_mtime)}", names[name], engine, f"`{path.name}`"


def main(words):
    if len(words) != 1:
        sys.exit(__doc__)
    run = pathlib.Path(words[0]) / "run"
    plan = plan_of((run / "plan").read_text())
    slices = list(slices_of((run / "slices").read_text()))
    edges = {(each["target"], each["engine"]): growing((run / "edges" / f"{each['target'].replace('/', '_')}.{each['engine']}").read_text()) for each in slices}
    found = sorted(findings_of(run / "found", plan["names"].split()))
    text = "\n".join(page(plan, slices, edges, found, (ROOT / "fuzz" / "FOUND.md").read_text(), (run / "ended").exists()))
    (PUBLISHED / "fuzzing.md").write_text(text + "\n")
    (PUBLISHED / "fuzzing.svg").write_text("\n".join(plot(rows_of(slices, edges))) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])

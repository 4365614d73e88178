# SPDX-License-Identifier: Apache-2.0
"""Writes a result as benchmarks.json, benchmarks.md and benchmarks.html: the same bytes for the same result."""
import html
import json
import pathlib
import re

import bars
from units import COUNTS, KIB, SIZES, TIMES, scaled

STATES = {"missing": "not here", "cannot": "refused", "crashed": "crashed", "hung": "no answer", "wrong": "another answer"}


def three_digits(number):
    if number >= 100:
        return f"{number:.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def duration(nanoseconds):
    return scaled(nanoseconds, TIMES, three_digits)


def amount(number):
    return scaled(number, SIZES, three_digits if number >= KIB else "{:.0f}".format)


def rate(row, nanoseconds):
    unit, a_second = row["unit"], row["units"] / nanoseconds * 1e9
    if unit == "bytes":
        return f"{three_digits(a_second / 1e9)} GB/s" if a_second >= 1e8 else f"{three_digits(a_second / 1e6)} MB/s"
    return f"{scaled(a_second, COUNTS[1:], three_digits).strip()} {unit}/s"


def peers_of(group):
    """Names of the peers of a group: ours, then as in the manifest, the floors last."""
    kinds = {entry["peer"]: entry["kind"] for row in group["rows"] for entry in row["entries"]}
    return sorted(kinds, key=lambda name: (kinds[name] != "ours", kinds[name] == "floor"))


def entry_of(row, name):
    return next((entry for entry in row["entries"] if entry["peer"] == name), None)


def cell(row, name):
    """What one peer did in one row, in a few words."""
    entry = entry_of(row, name)
    if entry is None:
        return ""
    if entry["status"] != "measured":
        return STATES[entry["status"]]
    said = duration(entry["cpu"]["median"])
    own = bars.ours(row)
    if own is entry:
        return f"{said}, {rate(row, entry['cpu']['median'])}"
    return f"{said}, {bars.times(bars.ratio(row, entry))} ×" if own else said


def memory(row, name):
    entry = entry_of(row, name)
    return amount(entry["memory"]) if entry and entry["status"] == "measured" and entry["memory"] is not None else ""


def machine(result):
    about = result["machine"]
    return [("date", result["date"]), ("commit", result["commit"]), ("processor", f"{about['processor']}, {about['cores']} cores"),
            ("memory", amount(about["memory"])), ("system", about["system"]), ("compiler of Hallmark", result["compiler"]),
            ("rounds", f"{result['rounds']}, each of at least {result['milliseconds']} ms a peer")]


# Paragraphs of the pages: how it is measured, and how growth is.
*METHOD, GROWTH = (" ".join(text.split()) for text in pathlib.Path(__file__).with_name("method.md").read_text().split("\n\n"))


def bar_lines(result):
    for one in result["bars"]:
        yield {True: "reached", False: "missed", None: "not measured"}[one["reached"]], one


def steepest(result):
    """A line for each kind of work: how many inputs, and the one whose cost grows fastest."""
    kinds = {}
    for row in result["growth"]:
        kinds.setdefault(row["name"].partition("/")[0], []).append(row)
    for kind, inputs in sorted(kinds.items()):
        largest = max(inputs, key=lambda row: row["exponent"])
        yield kind, str(len(inputs)), f"{largest['exponent']:.2f}", largest["name"]


def unmeasured(result):
    """Peers without a figure: each reason once, and some of the rows."""
    lines = {}
    for group, row, entry in bars.wrong(result):
        lines.setdefault((entry["peer"], STATES[entry["status"]], entry["text"]), []).append(f"{group['title']}, {row['name']}")
    return [(peer, f"{state}: {text}" if text else state, "; ".join(where[:3]) + (", …" if len(where) > 3 else ""))
            for (peer, state, text), where in lines.items()]


# Markdown.

def escaped(text):
    return re.sub(r"[&<>|\\`*_\[\]#~]", lambda match: f"&#{ord(match[0])};", re.sub(r"\s+", " ", text))


def markdown_table(head, lines, right=()):
    yield "| " + " | ".join(head) + " |"
    yield "|" + "|".join("--:" if at in right else "---" for at in range(len(head))) + "|"
    for line in lines:
        yield "| " + " | ".join(line) + " |"
    yield ""


def markdown(result):
    out = ["# Side by side", "", "Hallmark and its peers on the same inputs. `benchmarks/peers/side_by_side` writes this page, "
           "and beside it `benchmarks.html` with plots and memory and `benchmarks.json` with every figure. A release and the nightly run of CI have those two.", ""]
    out += markdown_table(("", ""), [(name, escaped(value)) for name, value in machine(result)])
    out += [line for text in METHOD for line in (text, "")]
    out += ["## Bars", ""]
    for state, one in bar_lines(result):
        out.append(f"- **{state}**: {one['bar']}" + (f": {one['figure']}{':' if one['missed'] else '.'}" if one["figure"] else "."))
        out += [f"  - {escaped(missed)}" for missed in one["missed"]]
    out.append("")
    for group in result["groups"]:
        names = peers_of(group)
        out += [f"## {group['title']}", "", group["about"], ""]
        out += markdown_table(("input", *map(escaped, names), "note"), [
            (escaped(row["name"]), *(cell(row, name) for name in names), escaped(bars.note(group, row)))
            for row in group["rows"]], range(1, len(names) + 1))
    if result["growth"]:
        out += ["## Growth", "", GROWTH, ""]
        out += markdown_table(("work", "inputs", "largest exponent", "of"), [tuple(map(escaped, line)) for line in steepest(result)], (1, 2))
    out += ["## Peers", ""]
    out += markdown_table(("peer", "version", "language", "what a pass is", "what it leaves out"), [
        tuple(map(escaped, line)) for line in peer_lines(result)])
    missing = unmeasured(result)
    if missing:
        out += ["## Without a figure", ""]
        out += [f"- {escaped(peer)}: {escaped(why)} ({escaped(where)})" for peer, why, where in missing] + [""]
    return "\n".join(out)


def peer_lines(result):
    for peer in result["peers"]:
        by_text = {}
        for work, text in peer["does"].items():
            by_text.setdefault((text, peer["less"].get(work, "")), []).append(work)
        for (text, less), works in by_text.items():
            label = f"{', '.join(works)}: {text}" if len(peer["does"]) > 1 else text
            yield peer["name"], peer["version"] or "", peer["language"], label, less


# HTML: one file that loads nothing and runs nothing.

STYLE = """
.plot svg { max-width: 100%; height: auto; font-family: inherit; }
.plot { margin: .75rem 0; }
.figures td, .figures thead th { white-space: nowrap; }
.figures tbody th { position: sticky; left: 0; min-width: 15rem; background: var(--paper); }
.figures tbody th span { display: block; font-size: 12px; color: var(--dim); }
.ours { font-weight: 600; }
.behind { color: var(--fails); }
.bars li { margin: .3rem 0; }
.bars ul { margin-left: 6rem; color: var(--dim); font-size: 13px; }
"""


def page(result, style, plots):
    put = html.escape
    out = ['<!doctype html>', '<html lang="en">', '<head>', '<meta charset="utf-8">', '<title>Hallmark: side by side</title>',
           '<meta name="viewport" content="width=device-width, initial-scale=1">',
           '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">',
           f"<style>\n{style}{STYLE}</style>", "</head>", "<body>", '<a class="skip" href="#main">To the figures</a>',
           '<header class="top"><span class="brand">Hallmark</span></header>', '<main id="main">', "<h1>Side by side</h1>",
           '<p class="lead">Hallmark and its peers on the same inputs, in interleaved runs.</p>', '<dl class="facts">',
           *(f"<div><dt>{put(name)}</dt><dd>{put(value)}</dd></div>" for name, value in machine(result)), "</dl>",
           '<nav aria-label="Sections"><ul class="families">', '<li><a href="#bars">Bars</a></li>',
           *(f'<li><a href="#{put(group["name"])}">{put(group["title"])}</a></li>' for group in result["groups"]),
           *(['<li><a href="#growth">Growth</a></li>'] if result["growth"] else []), '<li><a href="#peers">Peers</a></li>', "</ul></nav>", '<section id="bars">', "<h2>Bars</h2>", '<ul class="bars">']
    for state, one in bar_lines(result):
        tone = {"reached": "good", "missed": "fails", "not measured": "silent"}[state]
        missed = "".join(f"<li>{put(text)}</li>" for text in one["missed"])
        out.append(f'<li><span class="chip {tone}">{state}</span> {put(one["bar"])}' + (f": {put(one['figure'])}" if one["figure"] else "")
                   + (f"<details><summary>{len(one['missed'])} missed</summary><ul>{missed}</ul></details>" if missed else "") + "</li>")
    out += ["</ul>", "<details><summary>How it is measured</summary>", *(f'<p class="text">{put(text)}</p>' for text in METHOD), "</details>",
            "</section>"]
    for group in result["groups"]:
        out += group_section(group, plots)
    out += growth_section(result) if result["growth"] else []
    out += ['<section id="peers">', "<h2>Peers</h2>",
            *html_table(("peer", "version", "language", "what a pass is", "what it leaves out"), peer_lines(result)), "</section>"]
    missing = unmeasured(result)
    if missing:
        out += ["<section>", "<h2>Without a figure</h2>", "<ul>",
                *(f'<li><b>{put(peer)}</b> {put(why)} <span class="dim">{put(where)}</span></li>' for peer, why, where in missing), "</ul>", "</section>"]
    return "\n".join([*out, "</main>", "</body>", "</html>", ""])


def head_of(names):
    return "<thead><tr>" + "".join(f'<th scope="col">{html.escape(name)}</th>' for name in names) + "</tr></thead>"


def group_section(group, plots):
    put = html.escape
    names = peers_of(group)
    yield f'<section id="{put(group["name"])}">'
    yield f'<h2>{put(group["title"])}</h2>'
    yield f'<p class="text">{put(group["about"].replace("`", ""))}</p>'
    drawn = [plots[key] for key in (f"{group['name']}/throughput", f"{group['name']}/growth") if key in plots]
    yield from (f'<div class="plot">{drawing}</div>' for drawing in drawn)
    yield from figures(group, names, lambda row: f"<span>{put(bars.note(group, row))}</span>",
                       lambda row, name: f'<td class="{tone(row, name)}">{put(cell(row, name))}</td>')
    drawing = plots.get(f"{group['name']}/memory", "")
    yield "<details><summary>Memory</summary>"
    yield f'<div class="plot">{drawing}</div>' if drawing else ""
    yield from figures(group, names, lambda row: "", lambda row, name: f"<td>{put(memory(row, name))}</td>")
    yield "</details>"
    yield "</section>"


def figures(group, names, note, figure):
    """A table with a line for each row of a group and a column for each peer."""
    yield '<div class="wide"><table class="figures">'
    yield head_of(("input", *names)) + "<tbody>"
    for row in group["rows"]:
        cells = "".join(figure(row, name) for name in names)
        yield f'<tr><th scope="row">{html.escape(row["name"])}{note(row)}</th>{cells}</tr>'
    yield "</tbody></table></div>"


def growth_section(result):
    sizes = result["growth"][0]["sizes"]
    lines = [(row["name"], *(f"{cost:,}" for cost in row["instructions"]), f"{row['exponent']:.2f}") for row in result["growth"]]
    return ['<section id="growth">', "<h2>Growth</h2>", f'<p class="text">{html.escape(GROWTH)}</p>',
            *html_table(("work", "inputs", "largest exponent", "of"), steepest(result)), "<details><summary>Every input</summary>",
            *html_table(("work and input", *map(amount, sizes), "exponent"), lines), "</details>", "</section>"]


def html_table(head, lines):
    yield '<div class="wide"><table>'
    yield head_of(head) + "<tbody>"
    for first, *others in lines:
        yield f'<tr><th scope="row">{html.escape(first)}</th>' + "".join(f"<td>{html.escape(text)}</td>" for text in others) + "</tr>"
    yield "</tbody></table></div>"


def tone(row, name):
    entry = entry_of(row, name)
    if entry is None or entry["status"] != "measured":
        return "dim"
    if entry["kind"] == "ours":
        return "ours"
    behind = bars.ours(row) is not None and entry["kind"] in bars.READERS and bars.ratio(row, entry) < 1
    return "behind" if behind else ""


def write(result, folder, style, plots):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "benchmarks.json").write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n")
    (folder / "benchmarks.md").write_text(markdown(result))
    (folder / "benchmarks.html").write_text(page(result, style, plots))

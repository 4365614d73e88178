# SPDX-License-Identifier: Apache-2.0
"""Writes the pages of the matrix, reports/published/matrix/, from the results of all columns: the same bytes for the same results."""
import collections
import fnmatch
import json
import re
import pathlib
import shutil
import subprocess
import sys
import tempfile
import tomllib

import bson_corpus
import columns

sys.path.append(str(columns.ROOT / "conformance" / "python" / "hallmark"))  # the file alone: its package has a module in C++
import _repeats

MATRIX = columns.ROOT / "reports" / "published" / "matrix"
CORPUS = columns.ROOT / "corpus"
README = columns.ROOT / "README.md"
HAZARDS = ["memory", "resources", "smuggling", "corruption"]  # the most severe first, as reports/hazards.hpp has them
RISKS = {"memory": "read or write outside its memory", "resources": "take too much memory or time",
         "smuggling": "see other content than the next reader", "corruption": "pass wrong values on, silently"}
POSITIONS = {"accepted": "The maintainers accepted the report", "by design": "By design, say the maintainers",
             "open": "Reported, and not answered yet"}
BREAKS = {"crash", "hang", "protocol-error", "over-budget"}
NOT_JUDGED = {"unsupported", "skipped", "not-run", "harness-error"}
FORMATS = [one["id"] for file in sorted(columns.ROOT.glob("codecs/*/family.json")) for one in json.loads(file.read_text())["formats"]]
LEVELS = ["MUST", "SHOULD", "DECISION", "LIMIT"]
TOOK = {"accepted-invalid", "wrong-value", "crash", "hang", "over-budget"}  # outcomes by which a reader is in danger
EXAMPLES = 3
LONGEST = 96  # bytes of an example


def vectors():
    """Every golden vector by its id, with the hazards of its flags."""
    found = {}
    for file in sorted(CORPUS.glob("*/golden/*.json")):
        content = json.loads(file.read_text())
        for vector in content["vectors"]:
            flags = vector.get("flags", [])
            hazards = {content["notes"][flag].get("hazard") for flag in flags} - {None}
            found[vector["id"]] = {**vector, "format": content["format"], "hazards": sorted(hazards, key=HAZARDS.index)}
    return found


def failed(one):
    return one["result"] != "pass" and one["result"] != "other-bytes" and one["result"] not in NOT_JUDGED


def withheld(one, all_vectors, issue=None):
    """Whether a result may be a security problem of released software that nobody has published."""
    if not failed(one) or issue:
        return False
    if one["result"] in {"crash", "hang", "over-budget"} or one["id"] not in all_vectors:
        return True
    return not {"memory", "resources"}.isdisjoint(all_vectors[one["id"]]["hazards"])


def scored(one):
    """Whether a result breaks a requirement."""
    return failed(one) and (one["level"] == "MUST" or one["result"] in BREAKS)


def requirement(one, all_vectors):
    """The rule that a vector breaks, or of a valid one the clause that it shows."""
    return one["expected"]["rule"] or all_vectors[one["id"]]["clause"]


def entry_of(one, entries):
    """The expectation that applies to a result; an empty one for none."""
    return next((entry for entry in entries if fnmatch.fnmatchcase(one["id"], entry["pattern"])
                 and entry.get("op", one["op"]) == one["op"]), {})


def entries_of(column):
    return tomllib.loads(column.expect.read_text()).get("expect", []) if column.expect else []


class Judged:
    """One column and its result, without what is withheld. `verdicts` are those of `hallmark report sarif`."""
    official = None  # how it does on the official BSON corpus

    def __init__(self, column, result, all_vectors, verdicts):
        entries = entries_of(column)
        self.name = column.name
        self.folder = column.folder.name
        self.implementation = result["implementation"]
        self.verdicts = {(one["format"], one["op"]): one for one in verdicts}
        self.withheld = 0
        self.deviations = []
        for one in result["results"]:
            entry = entry_of(one, entries)
            if withheld(one, all_vectors, entry.get("issue")):
                self.withheld += 1
            elif failed(one):
                self.deviations.append({**one, "reason": entry.get("reason", ""), "issue": entry.get("issue", ""),
                                        "position": entry.get("position", ""), "requirement": requirement(one, all_vectors),
                                        "hazards": all_vectors[one["id"]]["hazards"] if one["result"] in TOOK else []})
        self.broken = {(run["format"], run["op"], one.get("rule") or one["clause"]): one
                       for run in result["runs"] for one in run["requirements"]["broken"]}
        self.runs = [{**run, "requirements": self.shown(run)} for run in result["runs"]]

    def shown(self, run):
        """The requirements of a run, as far as their vectors are not withheld."""
        scores = [one for one in self.deviations if scored(one) and (one["format"], one["op"]) == (run["format"], run["op"])]
        broken = []
        for one in run["requirements"]["broken"]:
            fails = sum(one["cause"] in (other["reason"], other["result"]) for other in scores
                        if other["requirement"] == (one.get("rule") or one["clause"]))
            if fails:
                broken.append({**one, "failed": min(fails, one["failed"])})
        return {**run["requirements"], "broken": broken}

    def share(self, deviation):
        """How many vectors of its requirement ran, and whether to fail it is only lenient."""
        one = self.broken[deviation["format"], deviation["op"], deviation["requirement"]]
        return one["of"], (deviation["op"], deviation["result"], one["addressee"]) == ("decode", "accepted-invalid", "data")


def cell(text):
    """Text that no Markdown is read into."""
    text = re.sub(r"[\x00-\x1f\x7f]", lambda match: f"\\x{ord(match[0]):02x}", text)
    return re.sub(r"[&<>|\\`*_\[\]#~]", lambda match: f"&#{ord(match[0])};", text)


def verdict(one, run):
    said = one.verdicts[run["format"], run["op"]]
    return f"**{said['verdict']}**: {said['sentence']}"


def table(judged, link):
    """What each implementation does with the requirements of each format."""
    lines = ["| implementation | version | format | decode | encode |", "|---|---|---|---|---|"]
    for one in judged:
        by_format = {}
        for run in one.runs:
            by_format.setdefault(run["format"], {})[run["op"]] = verdict(one, run)
        for number, format in enumerate(sorted(by_format, key=FORMATS.index)):
            name, version = (f"[{one.name}]({link}{one.name}.md)", cell(one.implementation["version"])) if number == 0 else ("", "")
            ops = by_format[format]
            lines.append(f"| {name} | {version} | {format} | {ops.get('decode', '')} | {ops.get('encode', '')} |")
    return "\n".join(lines) + "\n"


def counted(number, noun):
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def urgency(one, group):
    """The least is to be repaired first: crashes and hangs, then what is more than lenient; by hazard, by how much of a requirement fails."""
    fails = collections.Counter(deviation["requirement"] for deviation in group)
    shares = {deviation["requirement"]: one.share(deviation) for deviation in group}
    return (not any(deviation["result"] in BREAKS for deviation in group), all(lenient for _, lenient in shares.values()),
            worst([hazard for deviation in group for hazard in deviation["hazards"]]),
            -max(fails[name] / of for name, (of, _) in shares.items()), -len(group))


def worst(hazards):
    return min((HAZARDS.index(hazard) for hazard in hazards), default=len(HAZARDS))


def common(judged, rules):
    """The demands that most implementations miss."""
    missed = {}
    for one in judged:
        for deviation in one.deviations:
            rule = deviation["expected"]["rule"]
            if rule and scored(deviation):
                who, hazards = missed.setdefault(rule, (set(), set()))
                who.add(one.name)
                hazards.update(deviation["hazards"])
    order = sorted(missed, key=lambda rule: (worst(missed[rule][1]), -len(missed[rule][0]), rule))
    lines = ["| such a fault can make a reader | rule | what is demanded | who does otherwise |", "|---|---|---|---|"]
    for rule in order[:30]:
        who, hazards = missed[rule]
        risk = RISKS[HAZARDS[worst(hazards)]] if hazards else ""
        lines.append(f"| {risk} | `{rule}` | {cell(rules[rule]['demand'])} | {cell(', '.join(sorted(who)))} |")
    more = f"\n{len(order) - 30} more rules are in the pages of the implementations.\n" if len(order) > 30 else ""
    return "\n".join(lines) + "\n" + more


def runs(vector):
    """The runs of bytes of a vector: hexadecimal, what it is, how often, size. Of numbered copies the first, and then the rest."""
    for run in vector.get("bytes", []):
        if isinstance(run, list):
            text, what, count = run[0], run[1], run[2] if len(run) > 2 else 1
            yield text, what, count, len(text) // 2 * count
            continue
        first = list(_repeats.runs([{**run, "repeat": 1}]))
        yield from ((piece.hex(), text, 1, len(piece)) for piece, text in first)
        rest = sum(len(piece) for piece, _ in _repeats.runs([run])) - sum(len(piece) for piece, _ in first)
        yield "", f"{int(run['repeat']) - 1} copies more, with higher numbers", 1, rest


def listing(vector, places=False):
    """The bytes of a vector and what they are; with their places, and a mark before those that are wrong."""
    lines, shown = [], 0
    for text, what, count, size in runs(vector):
        if places:
            what = f"{'>' if shown <= vector.get('error', {}).get('offset', -1) < shown + size else ' '} {shown:>4}  {what}"
        if shown + size <= LONGEST and count == 1:
            lines.append(f"{text:<24}  {what}")
        else:
            lines.append(f"{text} × {count}  {what}" if 0 < len(text) <= 16 else f"{text[:16]}… ({size} bytes)  {what}")
        shown += size
        if len(lines) == 16:
            lines.append("…")
            break
    return [re.sub(r"[\x00-\x1f\x7f`]", "?", line).rstrip() for line in lines]


def outcome(one):
    message = " ".join((one["actual"].get("message") or "").split())[:200]
    return f"{one['result']}: {message}" if message else one["result"]


def expected(one):
    want = one["expected"]
    if one["op"] == "encode" and want["rule"]:
        return f"refused, `{want['rule']}`"
    if want["verdict"] == "valid":
        return "the canonical bytes, or others of the same value" if one["op"] == "encode" else "accepted, with the value of the vector"
    place = f" at byte {want['offset']}" if want["offset"] is not None else ""
    return f"rejected, `{want['rule']}`{place}"


def page(one, all_vectors, rules, corpus):
    """What the maintainers of one implementation need to act."""
    about = one.implementation
    out = [f"# {one.name}\n",
           f"{cell(about['name'])} {cell(about['version'])}, for {cell(about['language'])}: {cell(about['homepage'])}. Its "
           f"[testee](../../../conformance/testees/{one.folder}/README.md) says how it is run. The golden vectors (test inputs) are those of corpus {corpus}.\n",
           "To see it yourself:\n",
           f"```\nconformance/testees/judge {one.name}\n```\n",
           "| format | operation | verdict |", "|---|---|---|"]
    for run in one.runs:
        out.append(f"| {run['format']} | {run['op']} | {verdict(one, run)} |")
    out.append("")
    if one.official:
        out.append(f"{bson_corpus.sentence(one.official)}. That is [MongoDB's own](https://github.com/mongodb/specifications/tree/master/source/bson-corpus).\n")
    groups = {}
    for deviation in one.deviations:
        if scored(deviation):
            key = (deviation["reason"] or "Not explained yet.", deviation["position"], deviation["issue"], deviation["result"], deviation["op"])
            groups.setdefault(key, []).append(deviation)
    order = sorted(groups, key=lambda key: urgency(one, groups[key]) + key)
    if order:
        out.append("## What it does otherwise, the most urgent first\n")
    for key in order:
        reason, position, issue, result, op = key
        group = groups[key]
        hazards = {hazard for deviation in group for hazard in deviation["hazards"]}
        out.append(f"### {cell(reason)}\n")
        demands = collections.Counter(deviation["requirement"] for deviation in group)
        risk = f" Such a fault can make a reader {RISKS[HAZARDS[worst(hazards)]]}." if hazards else ""
        held = f" {POSITIONS.get(position, 'See')}: <{issue}>" if issue else ""
        out.append(f"{op}, {result}: {counted(len(demands), 'requirement')} ({counted(len(group), 'vector')}).{risk}{held}\n")
        for name in sorted(demands)[:8]:
            what = f"`{name}`: {cell(rules[name]['demand'])}" if name in rules else f"valid inputs, {name}"
            of = one.share(next(deviation for deviation in group if deviation["requirement"] == name))[0]
            out.append(f"- {what} ({demands[name]} of {counted(of, 'vector')})")
        if len(demands) > 8:
            out.append(f"- and {counted(len(demands) - 8, 'more requirement')}")
        out.append("")
        for deviation in group[:EXAMPLES]:
            vector = all_vectors[deviation["id"]]
            out.append(f"`{deviation['id']}`: {cell(vector['description'])}\n")
            lines = listing(vector)
            if lines:
                out.append("```\n" + "\n".join(lines) + "\n```\n")
            out.append(f"expected: {expected(deviation)}; observed: {cell(outcome(deviation))}\n")
        rest = [f"`{deviation['id']}`" for deviation in group[EXAMPLES:]]
        if rest:
            out.append(f"<details><summary>{len(rest)} more</summary>\n\n{', '.join(rest)}\n\n</details>\n")
    unscored = [deviation for deviation in one.deviations if not scored(deviation)]
    if unscored:
        out.append("## Differences that are not scored\n")
        out.append("| level | rule | operation | vectors |\n|---|---|---|--:|")
        tally = collections.Counter((LEVELS.index(deviation["level"]), deviation["expected"]["rule"] or "a valid value", deviation["op"])
                                    for deviation in unscored)
        for (level, rule, op), count in sorted(tally.items()):
            out.append(f"| {LEVELS[level]} | {f'`{rule}`' if '/' in rule else rule} | {op} | {count} |")
        out.append("")
    if one.withheld:
        out.append(f"withheld: {one.withheld}. What may be a security problem is not published before it is repaired.\n")
    return "\n".join(out)


def as_json(judged, hallmark, corpus):
    """The matrix for programs: reports/schema/published_matrix.schema.json."""
    lines = []
    for one in judged:
        groups = {}
        for deviation in one.deviations:
            key = (deviation["level"], deviation["op"], deviation["result"], deviation["reason"], deviation["issue"], deviation["position"])
            groups.setdefault(key, []).append(deviation["id"])
        deviations = []
        for key in sorted(groups, key=lambda key: (LEVELS.index(key[0]), *key[1:])):
            group = {name: value for name, value in zip(("level", "op", "result", "reason", "issue", "position"), key) if value}
            deviations.append({**group, "ids": sorted(groups[key])})
        about = {key: one.implementation[key] for key in ("name", "version", "language", "homepage")}
        head = json.dumps({"name": one.name, "implementation": about, "runs": one.runs, "withheld": one.withheld,
                           **({"bson_corpus": one.official} if one.official else {})}, ensure_ascii=False)
        rows = ",\n    ".join(json.dumps(deviation, ensure_ascii=False) for deviation in deviations)
        lines.append(head[:-1] + ', "deviations": [' + (f"\n    {rows}" if rows else "") + "]}")
    body = ",\n  ".join(lines)
    return f'{{"version": 2, "hallmark": {json.dumps(hallmark)}, "corpus": {json.dumps(corpus)}, "columns": [\n  {body}\n]}}\n'


VERDICTS = [("conformant", "partial"), ("lenient",), ("non-conformant",)]  # the columns of the table


def summary(judged, table):
    """The table of the top README with new numbers: for each format, how many implementations have which verdict as their worst."""
    column = {verdict: number for number, verdicts in enumerate(VERDICTS) for verdict in verdicts}
    counts = {format: [0] * len(VERDICTS) for format in FORMATS}
    for one in judged:
        for format, of_format in counts.items():
            said = [one.verdicts[run["format"], run["op"]]["verdict"].split(",")[0] for run in one.runs if run["format"] == format]
            if columns_of := [column[verdict] for verdict in said if verdict in column]:
                of_format[max(columns_of)] += 1
    lines = table.splitlines()
    for number, line in enumerate(lines[2:], 2):
        format, about = (cell.strip() for cell in line.split("|")[1:3])
        of_format = counts[format.strip("`")]
        lines[number] = f"| {format} | {about} | {' | '.join(map(str, of_format))} |"
    return "\n".join(lines) + "\n"


def between_marks(text, name, change):
    """The text with what stands between <!-- name --> and <!-- /name --> changed."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    if begin not in text or end not in text:
        raise SystemExit(f"no {begin.strip()} … {end}")
    first, last = text.index(begin) + len(begin), text.index(end)
    return text[:first] + change(text[first:last]) + text[last:]


def rules_of(hallmark):
    shown = subprocess.run([hallmark, "rules", "--json"], capture_output=True, check=True).stdout
    return {rule["id"]: rule for rule in json.loads(shown)["rules"]}


def disputed(hallmark, loaded, all_vectors):
    """The requirements that most implementations break; what is withheld does not count."""
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for column, result in loaded:
            entries = entries_of(column)
            shown = [one for one in result["results"] if not withheld(one, all_vectors, entry_of(one, entries).get("issue"))]
            files.append(pathlib.Path(folder) / f"{column.name}.json")
            files[-1].write_text(json.dumps({**result, "results": shown}))
        table = subprocess.run([hallmark, "vectors", "disputed", *files], capture_output=True, text=True, check=True).stdout
    return ("# Disputed requirements\n\nMost independent implementations break these MUST requirements, of those where at least two were judged. They are the first place "
            "to look for a wrong level. Columns with the same homepage are one implementation, which breaks what each of them breaks. "
            "`hallmark explain RULE` says more.\n\n" + table)


def official_table(judged):
    lines = ["## The official BSON corpus\n", "| implementation | errors refused | valid read | not offered |", "|---|--:|--:|--:|"]
    for one in judged:
        if one.official:
            shares = [f"{right} of {of}" for right, of in (one.official["errors"], one.official["valid"])]
            lines.append(f"| [{one.name}]({one.name}.md) | {' | '.join(shares)} | {one.official['unsupported'] or ''} |")
    return "\n" + "\n".join(lines) + "\n" if len(lines) > 3 else ""


def exchanged():
    """A line that leads to the pages of exchange.py."""
    pages = [f"[{file.stem}](../exchange/{file.name})" for file in sorted((MATRIX.parent / "exchange").glob("*.md"))]
    return f"Who reads whose files: {', '.join(pages)}.\n\n" if pages else ""


def verdicts_of(hallmark, result):
    """The verdicts of a result with what they rest on, in the words of the program."""
    log = subprocess.run([hallmark, "report", "sarif", result], capture_output=True, check=True).stdout
    return json.loads(log)["runs"][0]["properties"]["verdicts"]


def matrix(hallmark, chosen, results):
    """Writes reports/published/matrix/ and the table in the top README."""
    all_vectors = vectors()
    rules = rules_of(hallmark)
    loaded = [(column, json.loads((results / column.name / "result.json").read_text())) for column in chosen]
    judged = [Judged(column, result, all_vectors, verdicts_of(hallmark, results / column.name / "result.json")) for column, result in loaded]
    judged.sort(key=lambda one: (FORMATS.index(one.runs[0]["format"]), one.name))
    for one in judged:
        file = results / one.name / "bson_corpus.json"
        one.official = json.loads(file.read_text()) if file.is_file() else None
    first = loaded[0][1]
    corpus = f"{first['corpus']['sha256'][:12]}, {first['corpus']['vectors']} vectors"
    shutil.rmtree(MATRIX, ignore_errors=True)
    (MATRIX / "badges").mkdir(parents=True)
    for one in judged:
        (MATRIX / f"{one.name}.md").write_text(page(one, all_vectors, rules, corpus))
        badge = MATRIX / "badges" / f"{one.name}.svg"
        subprocess.run([hallmark, "report", "badge", results / one.name / "result.json", "-o", badge], check=True)
    (MATRIX / "disputed.md").write_text(disputed(hallmark, loaded, all_vectors))
    (MATRIX / "matrix.json").write_text(as_json(judged, first["hallmark"], first["corpus"]))
    text = (f"# What deployed implementations do\n\n{len(judged)} implementations, judged by the golden vectors of corpus {corpus}. "
            "`conformance/testees/judge --publish` installs them, judges them and writes these pages.\n\n"
            "A requirement is one sentence of a specification that can be quoted. A valid input stands for the clause that it shows. One failed vector breaks the requirement. "
            "A reader that only accepts what a sentence about the data forbids is lenient. One that breaks any other requirement is non-conformant. "
            "Differences in what a specification leaves open are counted in the page of each implementation, not here. [matrix.json](matrix.json) is the same for programs. "
            "The report with the bytes of every vector is `.hallmark/judged/pages/index.html`.\n\n"
            f"{exchanged()}{table(judged, '')}\n## What readers miss, the worst first\n\n{common(judged, rules)}\n"
            "What most of them break is in [the table of disputed requirements](disputed.md).\n" + official_table(judged))
    held = sum(one.withheld for one in judged)
    if held:
        text += f"\nwithheld: {held} results that may be a security problem of released software and are not published before it is repaired.\n"
    (MATRIX / "README.md").write_text(text)
    README.write_text(between_marks(README.read_text(), "matrix", lambda table: summary(judged, table)))

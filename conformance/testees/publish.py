"""Writes the pages of the matrix, reports/published/matrix/, from the results of all columns: the same bytes for the same results."""
import collections
import fnmatch
import json
import re
import pathlib
import shutil
import subprocess
import tempfile
import tomllib

import bson_corpus
import columns

MATRIX = columns.ROOT / "reports" / "published" / "matrix"
CORPUS = columns.ROOT / "corpus"
README = columns.ROOT / "README.md"
HAZARDS = ["memory", "resources", "smuggling", "corruption"]  # the most severe first, as reports/hazards.hpp has them
RISKS = {"memory": "reads or writes outside its memory", "resources": "takes too much memory or time",
         "smuggling": "sees other content than the next reader", "corruption": "passes wrong values on, silently"}
BREAKS = {"crash", "hang", "protocol-error", "over-budget"}
NOT_JUDGED = {"unsupported", "skipped", "not-run", "harness-error"}
FORMATS = ["bintensors-v0", "bintensors-v1", "futhark", "bson-vector", "bson", "oinf", "kserve-request", "kserve-response"]
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
    """Whether a result makes an implementation non-conformant."""
    return failed(one) and (one["level"] == "MUST" or one["result"] in BREAKS)


def entry_of(one, entries):
    """The expectation that applies to a result; an empty one for none."""
    return next((entry for entry in entries if fnmatch.fnmatchcase(one["id"], entry["pattern"])
                 and entry.get("op", one["op"]) == one["op"]), {})


def entries_of(column):
    return tomllib.loads(column.expect.read_text()).get("expect", []) if column.expect else []


class Judged:
    """One column and its result, without what is withheld."""
    official = None  # how it does on the official BSON corpus

    def __init__(self, column, result, all_vectors):
        entries = entries_of(column)
        self.name = column.name
        self.folder = column.folder.name
        self.implementation = result["implementation"]
        self.runs = result["runs"]
        self.withheld = 0
        self.deviations = []
        for one in result["results"]:
            entry = entry_of(one, entries)
            if withheld(one, all_vectors, entry.get("issue")):
                self.withheld += 1
            elif failed(one):
                self.deviations.append({**one, "reason": entry.get("reason", ""), "issue": entry.get("issue", ""),
                                        "hazards": all_vectors[one["id"]]["hazards"] if one["result"] in TOOK else []})


def counts(run):
    """MUST vectors of a run that passed, that failed, and those that were not judged; deaths at other levels count as failed."""
    must = run["counts"].get("MUST", {})
    unjudged = sum(must.get(result, 0) for result in NOT_JUDGED)
    good = must.get("pass", 0) + must.get("other-bytes", 0)
    bad = sum(must.values()) - good - unjudged
    bad += sum(by.get(result, 0) for level, by in run["counts"].items() if level != "MUST" for result in BREAKS)
    return good, bad, unjudged


def cell(text):
    """Text that no Markdown is read into."""
    text = re.sub(r"[\x00-\x1f\x7f]", lambda match: f"\\x{ord(match[0]):02x}", text)
    return re.sub(r"[&<>|\\`*_\[\]#~]", lambda match: f"&#{ord(match[0])};", text)


def verdict(run):
    good, bad, unjudged = counts(run)
    if run["verdict"] == "not-tested":
        return "not tested"
    text = f"**{bad}** of {good + bad} fail" if bad else f"all {good} pass"
    return text + (f", {unjudged} not judged" if unjudged else "")


def table(judged, link):
    """What each implementation does with the MUST vectors of each format."""
    lines = ["| implementation | version | format | decode | encode |", "|---|---|---|---|---|"]
    for one in judged:
        by_format = {}
        for run in one.runs:
            by_format.setdefault(run["format"], {})[run["op"]] = verdict(run)
        for number, format in enumerate(sorted(by_format, key=FORMATS.index)):
            name, version = (f"[{one.name}]({link}{one.name}.md)", cell(one.implementation["version"])) if number == 0 else ("", "")
            ops = by_format[format]
            lines.append(f"| {name} | {version} | {format} | {ops.get('decode', '')} | {ops.get('encode', '')} |")
    return "\n".join(lines) + "\n"


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
    lines = ["| a reader risks | rule | what is demanded | who does otherwise |", "|---|---|---|---|"]
    for rule in order[:30]:
        who, hazards = missed[rule]
        risk = RISKS[HAZARDS[worst(hazards)]] if hazards else ""
        lines.append(f"| {risk} | `{rule}` | {cell(rules[rule]['demand'])} | {cell(', '.join(sorted(who)))} |")
    more = f"\n{len(order) - 30} more rules are in the pages of the implementations.\n" if len(order) > 30 else ""
    return "\n".join(lines) + "\n" + more


def listing(vector, places=False):
    """The bytes of a vector and what they are; with their places, and a mark before those that are wrong."""
    lines, shown = [], 0
    for part in vector.get("bytes", []):
        text, what, count = part[0], part[1], part[2] if len(part) > 2 else 1
        size = len(text) // 2 * count
        if places:
            what = f"{'>' if shown <= vector.get('error', {}).get('offset', -1) < shown + size else ' '} {shown:>4}  {what}"
        if shown + size <= LONGEST and count == 1:
            lines.append(f"{text:<24}  {what}")
        else:
            lines.append(f"{text[:16]}… ({size} bytes)  {what}" if len(text) > 16 else f"{text} × {count}  {what}")
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
           f"{cell(about['name'])} {cell(about['version'])}, for {cell(about['language'])}: {cell(about['homepage'])}. How it is asked is in its "
           f"[testee](../../../conformance/testees/{one.folder}/README.md). Golden vectors: corpus {corpus}.\n",
           "To see it yourself:\n",
           f"```\nconformance/testees/judge {one.name}\n```\n",
           "| format | operation | verdict | MUST vectors |", "|---|---|---|---|"]
    for run in one.runs:
        out.append(f"| {run['format']} | {run['op']} | {run['verdict']} | {verdict(run)} |")
    out.append("")
    if one.official:
        out.append(f"{bson_corpus.sentence(one.official)}. That is [MongoDB's own](https://github.com/mongodb/specifications/tree/master/source/bson-corpus).\n")
    groups = {}
    for deviation in one.deviations:
        if scored(deviation):
            key = (deviation["reason"] or "Not explained yet.", deviation["issue"], deviation["result"], deviation["op"])
            groups.setdefault(key, []).append(deviation)
    order = sorted(groups, key=lambda key: (worst([h for d in groups[key] for h in d["hazards"]]), -len(groups[key]), key))
    if order:
        out.append("## What it does otherwise\n")
    for key in order:
        reason, issue, result, op = key
        group = groups[key]
        hazards = {hazard for deviation in group for hazard in deviation["hazards"]}
        out.append(f"### {cell(reason)}\n")
        risk = f" A program that relies on it {RISKS[HAZARDS[worst(hazards)]]}." if hazards else ""
        out.append(f"{op}, {result}: {len(group)} {'vectors' if len(group) > 1 else 'vector'}.{risk}" + (f" Reported: <{issue}>" if issue else "") + "\n")
        demands = sorted({deviation["expected"]["rule"] for deviation in group} - {None})
        for rule in demands[:8]:
            clause = rules[rule]["clause"]
            out.append(f"- `{rule}` ({clause['document']}, {clause['section']}): {cell(rules[rule]['demand'])}")
        if len(demands) > 8:
            out.append(f"- and {len(demands) - 8} more rules")
        if demands:
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
            key = (deviation["level"], deviation["op"], deviation["result"], deviation["reason"], deviation["issue"])
            groups.setdefault(key, []).append(deviation["id"])
        deviations = []
        for key in sorted(groups, key=lambda key: (LEVELS.index(key[0]), *key[1:])):
            group = {name: value for name, value in zip(("level", "op", "result", "reason", "issue"), key) if value}
            deviations.append({**group, "ids": sorted(groups[key])})
        about = {key: one.implementation[key] for key in ("name", "version", "language", "homepage")}
        head = json.dumps({"name": one.name, "implementation": about, "runs": one.runs, "withheld": one.withheld,
                           **({"bson_corpus": one.official} if one.official else {})}, ensure_ascii=False)
        rows = ",\n    ".join(json.dumps(deviation, ensure_ascii=False) for deviation in deviations)
        lines.append(head[:-1] + ', "deviations": [' + (f"\n    {rows}" if rows else "") + "]}")
    body = ",\n  ".join(lines)
    return f'{{"version": 1, "hallmark": {json.dumps(hallmark)}, "corpus": {json.dumps(corpus)}, "columns": [\n  {body}\n]}}\n'


def summary(judged):
    """The table of the top README: one row an implementation."""
    lines = ["| implementation | version | formats | MUST vectors it fails, decoding |", "|---|---|---|--:|"]
    for one in judged:
        runs = [run for run in one.runs if run["op"] == "decode"]
        if not runs:
            continue
        bad, all_of_them = (sum(counts(run)[1] for run in runs), sum(sum(counts(run)[:2]) for run in runs))
        formats = ", ".join(sorted({run["format"] for run in runs}, key=FORMATS.index))
        lines.append(f"| [{one.name}](reports/published/matrix/{one.name}.md) | {cell(one.implementation['version'])} | {formats} | {bad} of {all_of_them} |")
    return "\n".join(lines) + "\n"


def between_marks(text, name, content):
    """The text with what stands between <!-- name --> and <!-- /name --> replaced."""
    begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    if begin not in text or end not in text:
        raise SystemExit(f"no {begin.strip()} … {end}")
    return text[: text.index(begin) + len(begin)] + content + text[text.index(end):]


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
    return ("# Disputed requirements\n\nMUST requirements that most independent implementations break, of those where at least two were judged: the first place "
            "to look for a wrong level. Columns with the same homepage are one implementation, which breaks what each of them breaks. "
            "`hallmark explain RULE` says more.\n\n" + table)


def official_table(judged):
    lines = ["## The official BSON corpus\n", "| implementation | errors refused | valid read | not offered |", "|---|--:|--:|--:|"]
    for one in judged:
        if one.official:
            shares = [f"{right} of {of}" for right, of in (one.official["errors"], one.official["valid"])]
            lines.append(f"| [{one.name}]({one.name}.md) | {' | '.join(shares)} | {one.official['unsupported'] or ''} |")
    return "\n" + "\n".join(lines) + "\n" if len(lines) > 3 else ""


def matrix(hallmark, chosen, results):
    """Writes reports/published/matrix/ and the table in the top README."""
    all_vectors = vectors()
    rules = rules_of(hallmark)
    loaded = [(column, json.loads((results / column.name / "result.json").read_text())) for column in chosen]
    judged = [Judged(column, result, all_vectors) for column, result in loaded]
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
            "A MUST vector breaks one sentence of a specification that can be quoted; a reader that fails one is not conformant. Differences in what a "
            "specification leaves open are counted in the page of each implementation and not here. [matrix.json](matrix.json) is the same for programs, "
            "`.hallmark/judged/pages/index.html` the report with the bytes of every vector.\n\n"
            f"{table(judged, '')}\n## What readers miss, the worst first\n\n{common(judged, rules)}\n"
            "What most of them break is in [the table of disputed requirements](disputed.md).\n" + official_table(judged))
    held = sum(one.withheld for one in judged)
    if held:
        text += f"\nwithheld: {held} results that may be a security problem of released software and are not published before it is repaired.\n"
    (MATRIX / "README.md").write_text(text)
    README.write_text(between_marks(README.read_text(), "matrix", summary(judged)))

# SPDX-License-Identifier: Apache-2.0
"""Writes who takes inputs that break a rule, reports/published/readers.json, from the results of all columns.

A rule of which publish.py withholds a result is listed, without a number and without the columns that have such results
in the format: who is missing must not tell what is withheld.
"""
import json
import os
import tomllib

import columns
import publish

READERS = columns.ROOT / "reports" / "published" / "readers.json"
DID = {"pass": "refused", "accepted-invalid": "took"}
DID_WARNED = {"pass": "took", "rejected-valid": "refused"}  # with valid inputs, which a rule only warns of


def broken_rule(vector):
    """The one rule that a vector breaks, or None."""
    rules = {vector["error"]["rule"]} if "error" in vector else {warning["rule"] for warning in vector.get("warnings", [])}
    return rules.pop() if len(rules) == 1 else None


def about(column, chosen, version):
    """Name, version and way of a column. Columns of a folder may share the beginning of theirs; what follows says how they are read."""
    words = column.name.split("-")
    shared = len(os.path.commonprefix([other.name.split("-") for other in chosen if other.folder == column.folder])) or len(words)
    way = [word for word in words[shared:] if word not in version]
    return {"name": "-".join(words[:shared]), "version": version, "way": "-".join(way)}


def table(judged, all_vectors):
    """By format and rule the outcomes of each column, and the rules and columns of which something is withheld."""
    outcomes, rules, readers = {}, {}, {}
    for column, result in judged:
        entries = tomllib.loads(column.expect.read_text()).get("expect", []) if column.expect else []
        for one in result["results"]:
            vector, format = all_vectors.get(one["id"], {}), one["format"]
            rule = broken_rule(vector)
            if one["op"] != "decode" or not rule or one["result"] in publish.NOT_JUDGED:
                continue
            if publish.withheld(one, all_vectors, publish.entry_of(one, entries).get("issue")):
                rules.setdefault(format, set()).add(rule)
                readers.setdefault(format, set()).add(column.name)
            meant = DID_WARNED if vector["verdict"] == "valid" else DID
            row = outcomes.setdefault(format, {}).setdefault(rule, {})
            row.setdefault(column.name, []).append(meant.get(one["result"], one["result"]))
    return outcomes, rules, readers


def cell(outcomes):
    """[taken, refused], and what was otherwise, by result."""
    others = {one: outcomes.count(one) for one in sorted(set(outcomes) - {"took", "refused"})}
    return [outcomes.count("took"), outcomes.count("refused")] + ([others] if others else [])


def lines(table):
    return ",\n".join(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in sorted(table.items()))


def as_json(judged, all_vectors):
    """reports/schema/published_readers.schema.json: a line for each column and each rule."""
    outcomes, withheld, untold = table(judged, all_vectors)
    chosen = [column for column, _ in judged]
    names = {column.name: about(column, chosen, result["implementation"]["version"]) for column, result in judged}
    formats = []
    for format, rules in sorted(outcomes.items()):
        shown = {rule: {name: cell(row[name]) for name in sorted(row)
                        if rule not in withheld.get(format, ()) or name not in untold[format]} for rule, row in rules.items()}
        formats.append(f"{json.dumps(format)}: {{\n{lines(shown)}}}")
    head = {"version": 1, "hallmark": judged[0][1]["hallmark"], "corpus": judged[0][1]["corpus"],
            "withheld": {format: sorted(rules) for format, rules in sorted(withheld.items())}}
    return f'{json.dumps(head)[:-1]},\n"columns": {{\n{lines(names)}}},\n"formats": {{\n' + ",\n".join(formats) + "}}\n"


def write(chosen, results):
    """Writes the file from the folder of results."""
    judged = [(column, json.loads((results / column.name / "result.json").read_text())) for column in chosen]
    READERS.write_text(as_json(judged, publish.vectors()))

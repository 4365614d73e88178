#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the pages of errata, reports/published/errata/, from corpus/*/errata.toml: the same bytes for the same data."""
import json
import pathlib
import re
import shutil
import sys
import tomllib

import columns
import publish

ERRATA = columns.ROOT / "reports" / "published" / "errata"
NEEDED = ["document", "revision", "clause", "title", "says", "true", "propose"]
SHOWN = ["vectors", "bytes", "unseen"]  # how an erratum is shown: one of them
PLACES = ["lines", "url"]  # of the document of the manifest; the permanent link, where the text is another
MAY = ["gap", "sent"]  # how the text leaves something open; where the erratum was sent to
GAPS = ["silent", "open", "contradictory"]
CALLED_OPEN = re.compile(r"\b(open|silent|undefined|implication|contradict\w*|neither|not (said|described|mentioned|given))\b")


def documents():
    """What the manifests say of documents: id to title and address."""
    manifests = [json.loads(path.read_text()) for path in columns.ROOT.glob("codecs/*/family.json")]
    return {document["id"]: (document["title"], document["url"])
            for document in sorted((one for manifest in manifests for one in manifest["documents"]), key=lambda one: one["id"])}


def errata():
    """All entries, in the order of families and files; each knows its file."""
    return [{**entry, "file": str(file.relative_to(columns.ROOT))} for file in sorted(publish.CORPUS.glob("*/errata.toml"))
            for entry in tomllib.loads(file.read_text()).get("erratum", [])]


def faults(entries, known_documents, known_vectors):
    """What is wrong with the data, a line each."""
    found, titles = [], set()
    for entry in entries:
        shown = [key for key in SHOWN if entry.get(key)]
        wrong = [f"{key} is missing" for key in NEEDED if not entry.get(key)]
        wrong += [f"{key} is unknown" for key in entry if key not in [*NEEDED, *SHOWN, *PLACES, *MAY, "file"]]
        if sum(key in entry for key in PLACES) != 1 or not re.fullmatch(r"L\d+(-L\d+)?|https://.*", entry.get("lines", entry.get("url", ""))):
            wrong.append("it takes either lines, as L1-L2, or url")
        if entry.get("gap", GAPS[0]) not in GAPS or "gap" not in entry and CALLED_OPEN.search(entry.get("title", "")):
            wrong.append(f"gap is one of {', '.join(GAPS)}, where the title says so")
        wrong += [f"it calls the text {entry['gap']}, and {id} is MUST by it" for id in entry.get("vectors", [])
                  if "gap" in entry and (claim := known_vectors.get(id, {})).get("level") == "MUST" and claim["clause"].startswith(entry["document"] + "#")]
        if entry.get("document") and entry["document"] not in known_documents:
            wrong.append(f"{entry['document']} is no document of a manifest")
        if len(shown) != 1:
            wrong.append(f"it takes one of {', '.join(SHOWN)}, not {len(shown)}")
        wrong += [f"there is no vector {id}" for id in entry.get("vectors", []) if id not in known_vectors]
        wrong += [f"{part[0]} is not hexadecimal" for part in entry.get("bytes", []) if not re.fullmatch("([0-9a-f]{2})*", part[0])]
        if entry.get("title") in titles:
            wrong.append("another erratum has this title")
        titles.add(entry.get("title"))
        found += [f"{entry['file']}: {entry.get('title', 'an erratum without a title')}: {text}" for text in wrong]
    return found


def judgement(vector):
    """The verdict of a vector, and what the vector is; no level, which would be a claim about the text."""
    error = vector.get("error")
    why = f", `{error['rule']}` at byte {error['offset']}" if error else ""
    return f"**{vector['verdict']}**{why}: {publish.cell(vector['description'])}"


def section(number, entry, document, vectors):
    _, address = document
    link = entry.get("url") or f"{address}{'' if address.endswith('.html') else '?plain=1'}#{entry['lines']}"
    sent = f"[Sent to the editors]({entry['sent']})." if "sent" in entry else "Not sent to the editors yet."
    out = [f"## {number}. {entry['title']}\n", f"[{publish.cell(entry['clause'])}]({link}), revision {entry['revision']}\n",
           f"**What it says:** {entry['says'].strip()}\n", f"**What is true:** {entry['true'].strip()}\n",
           f"**Proposed wording:**\n\n````text\n{entry['propose'].strip()}\n````\n\n{sent}\n"]
    for id in entry.get("vectors", []):
        out.append(f"{judgement(vectors[id])} (`{id}`)\n\n```\n{chr(10).join(publish.listing(vectors[id], True))}\n```\n")
    if "bytes" in entry:
        out.append("```\n" + "\n".join(publish.listing(entry)) + "\n```\n")
    if "unseen" in entry:
        out.append(f"No bytes show it: {entry['unseen'].strip()}\n")
    return out


def page(entries, document, vectors):
    title, address = document
    out = [f"# Errata: {title}\n",
           f"This page lists errors in [{title}]({address}), and gaps that programs fill differently. The most harmful come first. "
           "Each has a wording that would settle it, ready to paste. The bytes are golden vectors (test inputs) of Hallmark, each with Hallmark's verdict. "
           "`hallmark vectors show ID` prints more about them, and `hallmark explain RULE` about a rule. "
           f"`conformance/testees/errata.py` writes this page from [errata.toml](../../../{entries[0]['file']}).\n"]
    for number, entry in enumerate(entries, 1):
        out += section(number, entry, document, vectors)
    return "\n".join(out)


def contents(by_document, known):
    """The README: a row a document."""
    rows = [f"| [{known[name][0]}]({name}.md) | {len(entries)} | {entries[0]['title']} |" for name, entries in by_document.items()]
    return ("# Errata of the specifications\n\n"
            "Each document has a page, for its editors and for those who implement it. It says what the document says, what is true, and which wording would settle it. "
            "It shows the bytes of a test input that makes the difference. "
            "Programs are mentioned only where the document leaves them a choice.\n\n"
            "| document | errata | the most harmful |\n|---|--:|---|\n" + "\n".join(rows) + "\n\n"
            "`conformance/testees/errata.py` writes these pages from `corpus/<family>/errata.toml`.\n")


def pages():
    """All pages: name of a file to its text. Data that are wrong end the program."""
    entries, known, vectors = errata(), documents(), publish.vectors()
    if found := faults(entries, known, vectors):
        raise SystemExit("\n".join(found))
    by_document = {name: chosen for name in known if (chosen := [entry for entry in entries if entry["document"] == name])}
    return {"README.md": contents(by_document, known),
            **{f"{name}.md": page(chosen, known[name], vectors) for name, chosen in by_document.items()}}


def main():
    columns.parser(__doc__).parse_args()
    made = pages()
    shutil.rmtree(ERRATA, ignore_errors=True)
    ERRATA.mkdir(parents=True)
    for name, text in made.items():
        (ERRATA / name).write_text(text)


if __name__ == "__main__":
    main()

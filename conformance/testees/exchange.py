#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lets the encoders of a format write files and all its decoders read them; writes who reads whose files, reports/published/exchange/.

corpus/FAMILY/exchange.json has the contents that are written, by name; exchange/FAMILY.toml the folders of the testees, and further
columns like those of testee.toml, which only write. Installs all first; what cannot be had on this machine is skipped with a message, and then nothing is written.

Exit: 0 the pages are written, 2 some columns could not be had, 4 wrong usage."""
import base64
import json
import subprocess
import sys
import tomllib

sys.dont_write_bytecode = True
import columns
import publish

FOLDER = columns.HERE / "exchange"
PAGES = columns.ROOT / "reports" / "published" / "exchange"
READ, BARE = "read", "read, without its metadata"


class Testee:
    """An implementation that answers requests one by one; one that dies is started again."""

    def __init__(self, name, command, format):
        self.name, self.command, self.format, self.process = name, [str(word) for word in command], format, None
        self.about = self.ask({"cmd": "hello", "protocol": 1})
        self.version = self.about["implementation"]["version"]
        offered = next((one for one in self.about["capabilities"] if one["format"] == format), {"ops": [], "features": []})
        self.ops, self.features = offered["ops"], offered.get("features", [])

    def ask(self, request):
        if self.process is None:
            self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if line:
            return json.loads(line)
        self.process.wait()
        self.process = None
        return {"result": "died"}

    def run(self, op, **given):
        return self.ask({"cmd": "run", "seq": 1, "op": op, "format": self.format, "options": {}, **given})

    def stop(self):
        if self.process:
            self.process.communicate(b'{"cmd": "stop"}\n')


def plain(value):
    """A value without the order of its tensors, and its metadata apart; where they are a list, without its order. Of an array of
    npy, without how its file is written."""
    rest = dict(value)
    if "descr" in rest:
        mark = slice(1 if isinstance(rest["descr"], str) else 0, None)
        rest = {"descr": rest["descr"][mark], "shape": rest["shape"], "data": rest["data"]}
    metadata, tensors = rest.pop("metadata", None), rest.pop("tensors", [])
    if isinstance(metadata, list):
        metadata = sorted(json.dumps(pair, sort_keys=True) for pair in metadata)
    return (rest, sorted(json.dumps(tensor, sort_keys=True) for tensor in tensors)), metadata


def outcome(reader, raw, value):
    """How a reader does with a file that holds a value."""
    reply = reader.run("decode", input={"base64": base64.b64encode(raw).decode()})
    if reply["result"] != "accepted":
        # How a reader dies is not published.
        return {"rejected": "refused", "unsupported": "not offered", "died": "not read"}.get(reply["result"], reply["result"])
    if "verdict-only" in reader.features:
        return READ
    (given, metadata), (wanted, meant) = plain(reply["value"]), plain(value)
    return "read as other tensors" if given != wanted else READ if (metadata or {}) == (meant or {}) else BARE


def asked(format, hallmark, columns_that_read, columns_that_write):
    """What each writer writes, and how each reader does: {writer: {content: {reader: outcome}}}; the readers, the versions, the contents."""
    testees = [Testee(column.name, column.command, format) for column in columns_that_read]
    writers = testees + [Testee(column.name, column.command, format) for column in columns_that_write]
    reference = Testee("Hallmark", [hallmark, "serve-testee"], format)
    readers = [reference] + [testee for testee in testees if "decode" in testee.ops]
    values = json.loads((columns.ROOT / "corpus" / format / "exchange.json").read_text())
    table = {}
    for writer in writers:
        for name, value in values.items() if "encode" in writer.ops else ():
            reply = writer.run("encode", value=value)
            if reply["result"] == "encoded":
                raw = base64.b64decode(reply["output"]["base64"])
                table.setdefault(writer.name, {})[name] = {reader.name: outcome(reader, raw, value) for reader in readers}
    for testee in [*writers, reference]:
        testee.stop()
    return table, readers, {testee.name: testee.version for testee in writers}, values


def page(format, table, readers, versions, values):
    names = [reader.name for reader in readers]
    out = [f"# Who reads whose files: {format}\n",
           f"Each writer got {len(values)} contents, and wrote those that it can. Each reader got these files. A cell says how many files of the writer a reader "
           "reads with all tensors right. The first column is Hallmark, which follows the text strictly. "
           "`conformance/testees/exchange.py` makes the files and this page.\n",
           f"The contents: {', '.join(values)}.\n",
           f"| written by | files | {' | '.join(names)} |", f"|---|--:|{'--:|' * len(names)}"]
    for writer, files in sorted(table.items()):
        cells = [sum(file[name] in (READ, BARE) for file in files.values()) for name in names]
        shown = [f"{count}" if count == len(files) else f"**{count}**" for count in cells]
        out.append(f"| {publish.cell(writer)} {versions[writer] if versions[writer] not in writer else ''} | {len(files)} | {' | '.join(shown)} |".replace("  ", " "))
    out += ["", "## What is not read\n", "| reader | what becomes of it | content | written by |", "|---|---|---|---|"]
    groups = {}
    for writer, files in sorted(table.items()):
        for content, file in files.items():
            for name in names:
                if file[name] != READ:
                    groups.setdefault((names.index(name), file[name], content), []).append(writer)
    rows = {}
    for (reader, what, content), writers in groups.items():
        able = [writer for writer, files in sorted(table.items()) if content in files]
        rows.setdefault((reader, what, "any" if writers == able else publish.cell(", ".join(writers))), []).append(content)
    for (reader, what, who), contents in sorted(rows.items()):
        out.append(f"| {publish.cell(names[reader])} | {what} | {', '.join(contents)} | {who} |")
    return "\n".join(out) + "\n"


def main():
    parser = columns.parser(__doc__)
    columns.add_program(parser)
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help="those of exchange/ that are named; all for none")
    arguments = parser.parse_args()
    for file in sorted(FOLDER.glob("*.toml")):
        if arguments.formats and file.stem not in arguments.formats:
            continue
        manifest = tomllib.loads(file.read_text())
        writers, missing = columns.installed([columns.Column(FOLDER, table) for table in manifest.get("column", [])])
        testees, more = columns.installed([column for column in columns.all_columns() if column.folder.name in manifest["folders"]])
        if missing or more:
            return 2
        PAGES.mkdir(parents=True, exist_ok=True)
        (PAGES / f"{file.stem}.md").write_text(page(file.stem, *asked(file.stem, arguments.hallmark, testees, writers)))
    return 0


if __name__ == "__main__":
    sys.exit(main())

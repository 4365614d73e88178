#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the golden vectors, the regressions and the seeds of the corpus as plain files, one folder for each family, for
the fuzz targets to start from, with tapes of choices for those that draw files; and into the folder `program` what the program reads besides: files of one vector,
requests to a testee and its replies, expectations of the testees beside the corpus. The folder `core` has the inputs of these vectors.

usage: seeds.py CORPUS OUT [MAX_BYTES]    larger inputs are left out"""
import base64
import json
import pathlib
import random
import shutil
import sys

PROGRAM = "program"
CORE = "core"
TAPES = 32
TAPE_BYTES = 600


def size_of(vector):
    return sum(len(run[0]) // 2 * int(run[2] if len(run) > 2 else 1) for run in vector.get("bytes", []))


def bytes_of(vector):
    return b"".join(bytes.fromhex(run[0]) * int(run[2] if len(run) > 2 else 1) for run in vector.get("bytes", []))


def is_input(vector):
    return vector.get("op") != "encode"


def file_name(vector):
    return vector["id"].replace("/", "+")


def text_of(value):
    return json.dumps(value, separators=(",", ":"))


def read_corpus(corpus):
    """The files of vectors with the family of each. Those with numbered copies are left out: they are long, and reach nothing new."""
    for path in sorted(corpus.glob("*/golden/*.json")):
        file = json.loads(path.read_text(encoding="utf-8"))
        file["vectors"] = [vector for vector in file["vectors"] if '"repeat"' not in text_of(vector)]
        yield path.parent.parent.name, file


def smallest_of_rules(files):
    """The ids of the smallest vector that breaks each rule: inputs before values, strict before compat."""
    smallest = {}
    for _, file in files:
        for vector in file["vectors"]:
            error = vector.get("error", {}).get("rule")
            for rule in {error, *(remark["rule"] for remark in vector.get("warnings", []))} - {None}:
                rank = (not is_input(vector), vector.get("options", {}).get("profile") == "compat", rule != error,
                        size_of(vector), len(text_of(vector["value"])) if "value" in vector else 0)
                if rule not in smallest or rank < smallest[rule][0]:
                    smallest[rule] = rank, vector["id"]
    return {identity for _, identity in smallest.values()}


def texts_of(file, vector, content):
    """A vector as a file of its own, the requests that put it to a testee, and the replies to them."""
    notes = {flag: {"kind": note["kind"], "description": note["description"]} for flag, note in file["notes"].items()}
    data = {"base64": base64.b64encode(content).decode()}
    run = {"cmd": "run", "seq": 1, "format": file["format"], "options": vector.get("options", {})}
    alone = {"format": file["format"], "spec": file["spec"], "notes": notes, "vectors": [vector]}
    texts = {".json": [alone], ".request": []}
    if is_input(vector):
        texts[".request"].append({**run, "op": "decode", "input": data})
    if "value" in vector:
        texts[".request"].append({**run, "op": "encode", "value": vector["value"]})
    if vector["verdict"] == "valid":
        texts[".reply"] = [{"seq": 1, "result": "accepted", "value": vector["value"]}]
        texts[".encoded"] = [{"seq": 1, "result": "encoded", "output": data}]
    else:
        error = {"message": vector["description"], "category": vector["error"]["category"], "offset": 1}
        texts[".reply"] = [{"seq": 1, "result": "rejected", "error": error}]
    return {suffix: "\n".join(map(text_of, lines)) for suffix, lines in texts.items()}


def write_program(files, testees, out, most):
    """The first valid vector of each file and the smallest of each rule, and the expectations of the testees."""
    smallest = smallest_of_rules(files)
    for _, file in files:
        first = next((vector["id"] for vector in file["vectors"] if vector["verdict"] == "valid"), None)
        for vector in file["vectors"]:
            if vector["id"] != first and vector["id"] not in smallest:
                continue
            if size_of(vector) > most or len(text_of(vector)) > most:
                continue
            content = bytes_of(vector)
            for folder in (PROGRAM, CORE):
                (out / folder / file_name(vector)).write_bytes(content)
            for suffix, text in texts_of(file, vector, content).items():
                (out / PROGRAM / (file_name(vector) + suffix)).write_text(text, encoding="utf-8")
    (out / PROGRAM / "commands.request").write_text('{"cmd":"hello","protocol":1}\n{"cmd":"hallmark-probe","seq":0}\n'
                                          'no JSON\n{"cmd":"stop"}\n', encoding="utf-8")
    for path in testees.rglob("expect*.toml"):
        shutil.copyfile(path, out / PROGRAM / f"{path.parent.name}+{path.name}")


def copy_kept(folder, out, most):
    """Regressions and seeds by hand; pages about them and hidden files are left out."""
    for kind in ("regressions", "seeds"):
        for path in (folder / kind).glob("[!.]*"):
            if path.suffix != ".md" and path.stat().st_size <= most:
                shutil.copyfile(path, out / f"{kind.removesuffix('s')}+{path.name}")


def write_tapes(out, most):
    """Random choices, always the same: few bytes of a golden file are a decision, so few of them draw a large file."""
    choices = random.Random(1)
    for i in range(TAPES):
        (out / f"tape+{i}").write_bytes(choices.randbytes(min(TAPE_BYTES, most)))


def write_seeds(corpus, out, most):
    files = list(read_corpus(corpus))
    families = sorted({family for family, _ in files})
    for folder in (*families, CORE, PROGRAM):
        shutil.rmtree(out / folder, ignore_errors=True)  # files of an earlier corpus must not be replayed
        (out / folder).mkdir(parents=True)
        copy_kept(corpus / folder, out / folder, most)
    for family, file in files:
        for vector in filter(is_input, file["vectors"]):
            if size_of(vector) <= most:
                (out / family / file_name(vector)).write_bytes(bytes_of(vector))
    for family in families:
        write_tapes(out / family, most)
    write_program(files, corpus.resolve().parent / "conformance" / "testees", out, most)
    for folder in (*families, CORE, PROGRAM):
        print(f"{folder}: {sum(1 for _ in (out / folder).iterdir())} seeds")


def main(arguments):
    if len(arguments) not in (2, 3) or not all(size.isdecimal() for size in arguments[2:]):
        sys.exit(__doc__)
    corpus, out, *most = arguments
    write_seeds(pathlib.Path(corpus), pathlib.Path(out), int(most[0]) if most else sys.maxsize)


if __name__ == "__main__":
    main(sys.argv[1:])

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The official BSON corpus: 75 inputs that no reader takes, 743 documents that every reader reads.

    bson_corpus.py TESTEE ARG...

It comes from the source distribution of pymongo, pinned by its hash, and lies below .hallmark alone. Prints how the testee does."""
import base64
import collections
import json
import subprocess
import sys
import tarfile
import threading

sys.dont_write_bytecode = True
import columns

SOURCE = "pymongo==4.17.0 --hash=sha256:70ffa08ba641468cc068cf46c06b34f01a8ce3489f6411309fcb5ceabe6b2fc0"
VALID = ["canonical_bson", "degenerate_bson", "converted_bson"]
RIGHT = {"errors": "rejected", "valid": "accepted"}  # what a reader owes them
SECONDS = 120
ALONE = threading.Lock()  # one fetches it, the others wait


def corpus():
    """The inputs in hexadecimal, by what a reader owes them; raises Missing where they cannot be had."""
    to = columns.INSTALLED / "bson_corpus"

    def make():
        (to / "requirements.txt").write_text(SOURCE + "\n")
        columns.run(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-binary", ":all:",
                    "--require-hashes", "-r", to / "requirements.txt", "-d", to)

    with ALONE:
        columns.made(to, SOURCE, make)
    inputs = {kind: [] for kind in RIGHT}
    with tarfile.open(next(to.glob("*.tar.gz"))) as archive:
        for member in sorted(archive.getnames()):
            if "/bson_corpus/" in member and member.endswith(".json"):
                cases = json.load(archive.extractfile(member))
                inputs["errors"] += [case["bson"] for case in cases.get("decodeErrors", [])]
                inputs["valid"] += [case[form] for case in cases.get("valid", []) for form in VALID if form in case]
    return inputs


def asked(command):
    """How many inputs a testee did right, of how many; those of a type that it does not offer are only counted."""
    inputs = corpus()
    kinds = [kind for kind in inputs for _ in inputs[kind]]
    lines = [{"cmd": "hello", "protocol": 1}] + [
        {"cmd": "run", "seq": seq, "op": "decode", "format": "bson", "input": {"base64": base64.b64encode(bytes.fromhex(text)).decode()}, "options": {}}
        for seq, text in enumerate(sum(inputs.values(), []))]
    done = subprocess.run([str(word) for word in command], input="".join(json.dumps(line) + "\n" for line in lines), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=SECONDS)
    replies = [json.loads(line) for line in done.stdout.splitlines()[1:]]
    results = [reply["result"] for reply in replies] + ["crash"] * (len(kinds) - len(replies))
    tally = collections.Counter(zip(kinds, results))
    offered = {kind: len(inputs[kind]) - tally[kind, "unsupported"] for kind in inputs}
    return {**{kind: [tally[kind, right], offered[kind]] for kind, right in RIGHT.items()}, "unsupported": len(kinds) - sum(offered.values())}


def sentence(counts):
    """What the pages say."""
    (refused, errors), (read, valid), rest = counts["errors"], counts["valid"], counts["unsupported"]
    more = f", {rest} of types that it does not offer" if rest else ""
    return f"official BSON corpus: {refused} of {errors} errors refused, {read} of {valid} valid read{more}"


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        sys.exit(4)
    print(sentence(asked(sys.argv[1:])))

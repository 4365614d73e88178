#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the example of a kit, talks to it as PROTOCOL.md says, and lets `hallmark conform` judge it.

    kits_test.py KIT --hallmark PROGRAM --scratch FOLDER

Exit: 0 as it should be, 1 not, 77 the language is not installed.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
GSON = pathlib.Path("/usr/share/java/gson.jar")  # of libgoogle-gson-java

# For each kit: its one file, what must be installed, and how the example is built and started. {here} is the folder of the
# kit, {to} one for what is built.
KITS = {
    "python": ("hallmark_testee.py", ["python3"], [], ["python3", "{here}/example/testee.py"]),
    "javascript": ("hallmark_testee.mjs", ["node"], [], ["node", "{here}/example/testee.mjs"]),
    "go": ("hallmark_testee.go", ["go"], [["go", "build", "-o", "{to}/testee", "./example"]], ["{to}/testee"]),
    "java": ("HallmarkTestee.java", ["javac", "java", GSON],
             [["javac", "-cp", str(GSON), "-d", "{to}", "{here}/HallmarkTestee.java", "{here}/example/Example.java"]],
             ["java", "-cp", f"{GSON}:{{to}}", "Example"]),
    "c": ("hallmark_testee.h", ["cc", pathlib.Path("/usr/include/jansson.h")],
          [["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", "{here}", "-o", "{to}/testee", "{here}/example/testee.c", "-ljansson"]], ["{to}/testee"]),
    "rust": ("src/lib.rs", ["cargo"],
             [["cargo", "build", "--quiet", "--locked", "--manifest-path", "{here}/Cargo.toml", "--target-dir", "{to}", "--example", "bson_vector"]],
             ["{to}/debug/examples/bson_vector"]),
}


def check(condition, what):
    if not condition:
        sys.exit(what)


def lines(command, asked):
    done = subprocess.run(command, input="".join(line + "\n" for line in asked), capture_output=True, text=True, timeout=60)
    check(done.returncode == 0, f"exit {done.returncode} at the end: {done.stderr}")
    return [json.loads(line) for line in done.stdout.split("\n")[:-1]]


def talk(command):
    run = {"cmd": "run", "op": "decode", "format": "bson-vector", "input": {"base64": "AwB/Bw=="}, "options": {}}
    value = {"dtype": "int8", "padding": 0, "data": {"base64": "fwc="}}
    encode = {"cmd": "run", "op": "encode", "format": "bson-vector", "value": value, "options": {}}
    asked = [
        ({"cmd": "hello", "protocol": 1}, {"protocol": 1}),
        ({"cmd": "hallmark-probe", "seq": 0}, {"seq": 0, "result": "unsupported"}),
        ({"seq": 1, **run}, {"seq": 1, "result": "accepted", "value": value}),
        ({"seq": 2, **encode}, {"seq": 2, "result": "encoded", "output": {"base64": "AwB/Bw=="}}),
        ({"seq": 3, **run, "input": {"base64": "AwF/Bw=="}}, {"seq": 3, "result": "rejected"}),
        ({"seq": 4, **run, "options": {"profile": "compat"}}, {"seq": 4, "result": "unsupported"}),
        ({"seq": 5, **run, "format": "toString"}, {"seq": 5, "result": "unsupported"}),
        ({"seq": 6, **run, "format": "oinf"}, {"seq": 6, "result": "unsupported"}),
        ("this is no JSON", {"result": "failed"}),
        ("[]", {"result": "failed"}),
        ("null", {"result": "failed"}),
        ("", {"result": "failed"}),
        ({"seq": 7}, {"result": "failed"}),
        ({"seq": 8, **run, "unknown member": "\u2028\u0000é"}, {"seq": 8, "result": "accepted"}),
    ]
    sent = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=line.get("seq") != 8) for line, _ in asked]
    for ended in ([json.dumps({"cmd": "stop"}), sent[0]], []):  # by `stop`, after which nothing is answered, or by the end of input
        got = lines(command, sent + ended)
        check(len(got) == len(asked), f"{len(got)} replies to {len(asked)} requests")
        for line, (_, wanted), reply in zip(sent, asked, got):
            check(wanted.items() <= reply.items(), f"{line}\n  was answered {reply}\n  expected     {wanted}")


def flushes(command):
    """Whether each reply comes before the next request is sent."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as testee:
        late = threading.Timer(60, testee.kill)
        late.start()
        for seq in range(3):
            testee.stdin.write(json.dumps({"cmd": "hallmark-probe", "seq": seq}).encode() + b"\n")
            testee.stdin.flush()
            reply = testee.stdout.readline()
            check(reply and json.loads(reply)["seq"] == seq, "a reply does not come before the next request")
        late.cancel()
        testee.stdin.close()


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("kit", choices=KITS)
    arguments.add_argument("--hallmark", required=True)
    arguments.add_argument("--scratch", type=pathlib.Path, required=True)
    given = arguments.parse_args()
    file, needs, builds, command = KITS[given.kit]
    missing = [str(need) for need in needs if not (need.exists() if isinstance(need, pathlib.Path) else shutil.which(need))]
    if missing:
        print(f"skipped: {', '.join(missing)} is not installed; .ci/install kits")
        return 77
    here, to = HERE / f"{given.kit}_kit", given.scratch.resolve()
    to.mkdir(parents=True, exist_ok=True)
    if given.kit == "rust" and subprocess.run(["cargo", "fetch", "--quiet", "--locked", "--manifest-path", here / "Cargo.toml"]).returncode:
        print("skipped: the crates cannot be fetched")
        return 77
    size = sum(1 for line in (here / file).read_text().split("\n") if line)
    check(size < 80, f"{file} has {size} lines; a kit has less than 80")
    filled = [[word.format(here=here, to=to) for word in words] for words in [*builds, command]]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "GOFLAGS": "-mod=mod -buildvcs=false"}
    for words in filled[:-1]:
        subprocess.run(words, check=True, env=environment, cwd=here)
    os.environ.update(environment)
    os.environ.pop("PYTHONUNBUFFERED", None)
    talk(filled[-1])
    flushes(filled[-1])
    result = to / "report"
    done = subprocess.run([given.hallmark, "conform", "--timeout", "30", "--report-dir", result, "--", *filled[-1]])
    check(done.returncode == 0, f"conform: exit {done.returncode}")
    runs = {run["op"]: run for run in json.loads((result / "result.json").read_text())["runs"]}
    for op in ("decode", "encode"):
        results = {name for counts in runs[op]["counts"].values() for name in counts}
        check(results <= {"pass", "unsupported"}, f"{op}: {results}")
        check(runs[op]["verdict"] == "conformant", f"{op}: {runs[op]['verdict']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

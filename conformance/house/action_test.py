#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the steps of action.yml as a runner of GitHub would, with this build in place of an installed program.

    action_test.py TREE PROGRAM

Exit: 0 as it should be, 1 not, 77 something is not installed. Steps that use other actions (the cache) are left out.
"""
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("skipped: PyYAML is not installed; .ci/install tests")
    sys.exit(77)


class Job:
    """One use of the action, in a workspace of its own."""

    def __init__(self, tree, folder, path, event, inputs):
        self.tree, self.folder, self.path, self.log = tree, folder, path, ""
        self.action = yaml.safe_load((tree / "action.yml").read_text())
        unknown = set(inputs) - set(self.action["inputs"])
        assert not unknown, f"no inputs of the action: {unknown}"
        values = {name: about["default"] for name, about in self.action["inputs"].items()}
        self.values = {f"inputs.{name}": value for name, value in {**values, **inputs}.items()}
        self.values.update({"runner.temp": str(folder / "temp"), "github.server_url": "https://github.invalid",
                            "github.action_repository": "some/one", "github.event_name": event})
        self.workspace = folder / "workspace"
        for each in ("temp", "workspace"):
            (folder / each).mkdir(exist_ok=True)

    def filled(self, text):
        return re.sub(r"\$\{\{ *([\w.]+) *\}\}", lambda match: self.values.get(match[1], ""), text)

    def wanted(self, step):
        if "if" not in step:
            return True
        name, value = re.fullmatch(r"([\w.]+) == '(\w+)'", step["if"]).groups()
        return self.values.get(name) == value

    def step(self, step):
        files = {name: self.folder / name for name in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")}
        for name in ("GITHUB_OUTPUT", "GITHUB_PATH"):
            files[name].write_text("")
        environment = {"HOME": os.environ.get("HOME", "/"), "PATH": self.path, "RUNNER_TEMP": str(self.folder / "temp"),
                       "GITHUB_ACTION_PATH": str(self.tree), **{name: str(file) for name, file in files.items()},
                       **{name: self.filled(value) for name, value in step.get("env", {}).items()}}
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", self.filled(step["run"])], cwd=self.workspace,
                              env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        self.log += done.stdout
        for line in files["GITHUB_OUTPUT"].read_text().splitlines():
            name, value = line.split("=", 1)
            self.values[f"steps.{step['id']}.outputs.{name}"] = value
        for line in files["GITHUB_PATH"].read_text().splitlines():
            self.path = f"{line}:{self.path}"
        return done.returncode

    def run(self, last=None):
        for step in self.action["runs"]["steps"]:
            if "run" in step and self.wanted(step):
                status = self.step(step)
                if status or (last and step.get("id") == last):
                    return status
        return 0

    def output(self, name):
        return self.filled(self.action["outputs"][name]["value"])


def check(job, condition, what):
    if not condition:
        sys.exit(f"{what}\nlog:\n{job.log}")


def main():
    tree, program = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    path = f"{program.parent}:{os.environ['PATH']}"
    architecture = "amd64"

    def job(files, **inputs):
        made = Job(tree, pathlib.Path(tempfile.mkdtemp(dir=scratch)), inputs.pop("path", path), inputs.pop("event", "push"), inputs)
        for name, content in files.items():
            file = made.workspace / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        return made

    good, broken = b"\x03\x00\x7f\x07", b"\x03\x01\x7f\x07"
    with tempfile.TemporaryDirectory() as scratch:
        valid = job({"some/good.bsonvec": good})
        check(valid, valid.run() == 0, "a valid file fails the action")
        check(valid, valid.output("status") == "0", "status of a valid file")
        check(valid, (valid.folder / "GITHUB_STEP_SUMMARY").read_text(), "there is no summary")

        invalid = job({"good.bsonvec": good, "two words/broken.bsonvec": broken, "left out.bsonvec": broken},
                      paths="good.bsonvec\n\ntwo words\n")
        check(invalid, invalid.run() == 1, "an invalid file passes the action")
        check(invalid, invalid.output("status") == "1", "status of an invalid file")
        check(invalid, re.search(r"^::error .*file=two words/broken\.bsonvec", invalid.log, re.M), "there is no annotation")
        check(invalid, "bson-vector/padding-not-applicable" in (invalid.folder / "GITHUB_STEP_SUMMARY").read_text(), "the summary has no rule")
        result = json.loads(pathlib.Path(invalid.output("result")).read_text())
        check(invalid, [one["path"] for one in result["inputs"]] == ["good.bsonvec", "two words/broken.bsonvec"], "inputs of the result")
        sarif = json.loads(pathlib.Path(invalid.output("sarif")).read_text())
        check(invalid, len(sarif["runs"][0]["results"]) == 1, "results of the SARIF file")

        options = job({"x.bin": broken}, args="--format\nbson-vector\n\n--warn=bson-vector/*\n", paths="x.bin")
        check(options, options.run() == 0, "args are not obeyed")
        for args in ("--quiet; touch pwned", "$(touch pwned)", "`touch pwned`", "--quiet\n; touch pwned\n", "END\ntouch pwned", "--run='\n*"):
            words = job({"good.bsonvec": good}, args=args)
            check(words, words.run() not in (0, 127), f"args are no arguments: {args}")
            check(words, sorted(file.name for file in words.workspace.iterdir()) == ["good.bsonvec"], f"args were run as a command: {args}")

        silent = {"broken.bsonvec": broken, "hallmark.toml": b"warn = ['*']"}
        for event, config, status in (("push", "", 0), ("pull_request", "", 1), ("pull_request_target", "", 1), ("push", "none", 1),
                                      ("pull_request", "search", 0), ("push", "no", 4)):
            configured = job(silent, event=event, config=config)
            check(configured, configured.run() == status, f"hallmark.toml, config '{config}' at {event}")

        nothing = job({"README.md": b"text"})
        check(nothing, nothing.run() == 3, "a folder in which nothing is checked")

        hostile = job({"good.bsonvec": good}, paths="$(touch pwned)\n`touch pwned`\n; touch pwned\ngood.bsonvec")
        check(hostile, hostile.run() == 2, "paths that do not exist")
        check(hostile, not (hostile.workspace / "pwned").exists(), "a path was run as a command")

        shell = tree / "conformance/testees/one_shot/bson_vector.sh"
        judged = job({}, command="conform",
                     args=f"--one-shot\n--format=bson-vector\n--run=bson-vector/int8/*\n--\nsh\n{shell}\n")
        check(judged, judged.run() == 0, "a testee that is right fails the action")
        refused = job({}, command="conform", args="--one-shot\n--format=bson-vector\n--run=bson-vector/int8/*\n--\nsh\n-c\necho rejected >&2; exit 1")
        check(refused, refused.run() == 1, "a testee that rejects everything passes the action")
        check(refused, (refused.folder / "GITHUB_STEP_SUMMARY").read_text(), "there is no summary of conform")

        wrong = job({}, command="explain")
        check(wrong, wrong.run() == 4 and "::error::" in wrong.log, "another command")

        bare = job({}, path="/usr/bin:/bin")
        check(bare, bare.run(last="look") == 0 and bare.values["steps.look.outputs.build"] == "yes", "without a program it must be built")
        check(bare, re.fullmatch("[0-9a-f]{16}", bare.values["steps.look.outputs.sources"]), "the key of the cache")
        released = job({}, version="1.2.3")
        check(released, released.run(last="look") == 0 and released.values["steps.look.outputs.build"] == "no", "a release is not built")

        # A release in a folder, and in place of what would install it a list of what was asked for.
        package = f"hallmark_1.2.3_{architecture}.deb"
        digest = hashlib.sha256(b"package").hexdigest()
        for sums, status, message in ((f"{digest}  {package}\n", 0, ""),
                                      (f"{digest[::-1]}  {package}\n", 4, "is not the file"),
                                      (f"{digest}  other{package}\n", 4, "does not list"),
                                      (None, 4, "has no SHA256SUMS")):
            install = job({}, version="1.2.3")
            release, tools = install.folder / "release", install.folder / "tools"
            release.mkdir()
            tools.mkdir()
            (release / package).write_bytes(b"package")
            if sums is not None:
                (release / "SHA256SUMS").write_text(sums)
            for name, script in (("curl", f'while [ "$1" != --output ]; do shift; done; cp "{release}/${{2##*/}}" "$2"'),
                                 ("dpkg", f"echo {architecture}"), ("apt-get", 'echo "apt-get $*"'), ("sudo", '"$@"')):
                (tools / name).write_text(f"#!/bin/sh\n{script}\n")
                (tools / name).chmod(0o755)
            install.path = f"{tools}:{path}"
            check(install, install.run(last="install") == status and message in install.log, f"SHA256SUMS: {sums}")
            check(install, (f"/{package}" in "".join(re.findall("apt-get install.*", install.log))) == (status == 0), f"what is installed with {sums}")


if __name__ == "__main__":
    main()

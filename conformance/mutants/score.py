#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The mutation score: how many wrong decoders and encoders the golden vectors notice.

Draws mutants of codecs/ (mutations.py), builds each (build.py), asks whether it behaves otherwise than the codecs on
any input of a large bundle, and whether the golden vectors notice: by `hallmark conform`, the path that judges other
implementations, and for what conform does not see (rules, offsets, paths, warnings) by the lint of the vectors.
"""

import argparse
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

import build
import mutations
import report

ROOT = build.ROOT
CORPUS = ROOT / "corpus"
WORK = build.BUILD / "score"
HALLMARK = build.BUILD / "hallmark"
PROBE = build.BUILD / "conformance" / "mutants" / "hallmark_mutant_probe"
INPUTS = build.BUILD / "conformance" / "mutants" / "hallmark_mutant_inputs"
# Mutants with an effect that a fresh draw has. One of `core` is put to the vectors of every format, and takes ten times as long.
EFFECTS, MOST_EFFECTS, EFFECTS_OF_CORE = 60, 150, 10


def bounded(seconds):
    """A mutant may ask for any amount of memory, and not end. Its time is that of the processor: a busy machine makes no mutant hang."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


# New memory is never zero by luck: a mutant that reads what it has not written is noticed on every machine.
ENVIRONMENT = {**os.environ, "MALLOC_PERTURB_": "85"}


def run(words, seconds):
    """Exit status and output; None for the status of a program that waits for ever."""
    try:
        done = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=30 * seconds, errors="replace",
                              preexec_fn=lambda: bounded(seconds), env=ENVIRONMENT)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired as error:
        return None, (error.stdout or b"").decode(errors="replace")


@functools.cache
def encoded_formats():
    """The formats that the protocol can ask an encoder of."""
    asked = json.dumps({"cmd": "hello", "protocol": 1}) + "\n"
    hello = subprocess.run([PROBE, "serve"], input=asked, capture_output=True, text=True, check=True).stdout
    return {one["format"] for one in json.loads(hello)["capabilities"] if "encode" in one["ops"]}


def candidates(place):
    """All mutations of a folder of codecs/ and of its public headers, or of FOLDER/FILE alone: (file, mutation)."""
    folder, _, only = place.partition("/")
    heard = folder == "core" or encoded_formats() & set(build.FORMATS[folder])
    unheard = {"rules.hpp", *([] if heard else ["encode.cpp"])}  # tables; what the protocol has no operation for
    files = [file for file in (build.CODECS / folder).glob("*.[ch]pp") if file.name not in unheard]
    if folder == "core":
        files += (build.CODECS / "include/hallmark/core").glob("*.hpp")
    else:
        files += (build.CODECS / "include/hallmark").glob(f"{folder}.hpp")
    for file in sorted(file for file in files if only in ("", file.name)):
        for mutation in mutations.mutations(file.read_text()):
            yield file.relative_to(build.CODECS), mutation


class Draw:
    """Mutants of a folder of codecs/ in the order of a seed, every file by its share: so many, or until so many have an effect."""

    def __init__(self, place, seed, count=None, effects=None):
        self.folder = place.partition("/")[0]
        everything = list(candidates(place))
        random.Random(f"{seed} {place}").shuffle(everything)
        self.left = iter(everything[:count or None])
        self.wanted = effects
        self.keys = []
        self.effects = 0
        self.ended = False

    def next(self):
        """The next file and mutation; None if there is none, or no more are wanted."""
        found = None if self.wanted is not None and self.effects >= self.wanted else next(self.left, None)
        self.ended = found is None
        return found

    def share(self):
        """How much of what is wanted has been judged: the draws go on side by side."""
        return self.effects / self.wanted if self.wanted else len(self.keys)

    def add(self, one):
        self.keys.append(one["key"])
        self.effects += has_effect(one)


def fresh_draws():
    """What is published, and its seed: no one can choose either, for the commit does. It names the family with most mutants."""
    if subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True).stdout:
        sys.exit("score.py: commit first: the commit is the seed of a fresh draw")
    seed = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout[:8]
    families = sorted(build.FORMATS)
    most = families[int(seed, 16) % len(families)]
    wanted = {folder: EFFECTS_OF_CORE if folder == "core" else EFFECTS for folder in build.USERS} | {most: MOST_EFFECTS}
    return seed, [Draw(folder, seed, effects=effects) for folder, effects in wanted.items()]


def shown(file, source, mutation):
    """A mutant as a person reads it: file, line, what stood there and what stands there now."""
    line = source.count("\n", 0, mutation.begin) + 1
    def short(text):
        text = " ".join(text.split())
        return text if len(text) <= 60 else text[:57] + "..."
    return f"codecs/{file}:{line}: {mutation.operator}: `{short(source[mutation.begin:mutation.end])}` -> `{short(mutation.text)}`"


def prepare_bundles(formats, count):
    WORK.mkdir(parents=True, exist_ok=True)
    for name in formats:
        bundle = WORK / f"{name}.bundle"
        subprocess.run([INPUTS, name, CORPUS, str(count), bundle], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([PROBE, "record", name, bundle, WORK / f"{name}.record"], check=True)


def effect(program, formats):
    """What a mutant changes at all, "demanded", "result", "details" or "nothing", and the number of an input in a bundle."""
    order = ["nothing", "details", "result", "demanded"]
    worst, where = "nothing", ""
    for name in formats:
        status, output = run([program, "compare", name, WORK / f"{name}.bundle", WORK / f"{name}.record"], 10)
        if status != 0:
            return "demanded", f"{name}: {'does not end' if status in (None, -signal.SIGKILL) else f'ends with {status}'}"
        for line in output.splitlines():
            kind, number = line.split()
            if order.index(kind) > order.index(worst):
                worst, where = kind, f"{name} {number}"
        if worst == "demanded":
            break
    return worst, where


def conform(program, formats, work):
    """Exit status of conform, and the ids of vectors without a pass: a run for each format, for each has its time, until one is enough."""
    statuses, failed = [], []
    for name in formats:
        report_dir = work / f"report-{name}"
        status, _ = run([HALLMARK, "--corpus", CORPUS, "conform", "--timeout", "2", "--report-dir", report_dir, "--format", name, "--", program, "serve"], 10)
        statuses.append(status)
        result = report_dir / "result.json"
        results = json.loads(result.read_text())["results"] if result.exists() else [{"id": f"{name}: no result", "result": "hang"}]
        failed += [one["id"] for one in results if one["result"] not in ("pass", "unsupported", "skipped")]
        if status == 1:
            break
    return 1 if 1 in statuses else next((status for status in statuses if status != 0), 0), failed


def lint(program, formats):
    found = []
    for name in formats:
        status, output = run([program, "lint", CORPUS, name], 10)
        found += output.split() + (["crash"] if status != 0 else [])
    return found


def judge(builder, file, mutation):
    source = (build.CODECS / file).read_text()
    mutated = source[:mutation.begin] + mutation.text + source[mutation.end:]
    outcome = {"mutant": shown(file, source, mutation), "file": str(file), "source": source_hash(file), "noticed": []}
    formats = build.formats_of(file)
    work = pathlib.Path(tempfile.mkdtemp(dir=WORK))
    try:
        program = builder.build(file, mutated, work)
        if program is None:
            return {**outcome, "effect": "does not compile"}
        outcome["effect"], outcome["input"] = effect(program, formats)
        if outcome["effect"] in ("result", "demanded"):
            outcome["status"], failed = conform(program, formats, work)
            outcome["noticed"] = failed[:20]
        if outcome["effect"] != "nothing" and not outcome["noticed"]:
            outcome["noticed"] = lint(program, formats)[:20]
        return outcome
    finally:
        shutil.rmtree(work, ignore_errors=True)


def has_effect(one):
    return one["effect"] not in ("does not compile", "nothing")


def verdict(one):
    if not has_effect(one):
        return one["effect"]
    if not one["noticed"]:
        return "SURVIVED"
    return "NOT BY EXIT CODE" if one["effect"] == "demanded" and one["status"] != 1 else "noticed"


def source_hash(file):
    return hashlib.sha256((build.CODECS / file).read_bytes()).hexdigest()[:16]


def noticed_at_first(one):
    return one.get("noticed_at_first", bool(one["noticed"]))


class Outcomes:
    """What is known of mutants, in a file of one line each: a run that is broken off goes on where it stopped."""

    def __init__(self):
        self.path = WORK / "outcomes.jsonl"
        self.known = {}
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                one = json.loads(line)
                self.known[one["key"]] = {**one, "noticed_at_first": noticed_at_first(self.known.get(one["key"], one))}

    @staticmethod
    def key(file, mutation):
        """Changes with the source of the mutated file."""
        return hashlib.sha256(f"{file} {mutation} {source_hash(file)}".encode()).hexdigest()[:24]

    def needs(self, key):
        """Vectors are added and never changed: what fewer of them noticed, more of them notice. Survivors are judged anew."""
        return key not in self.known or verdict(self.known[key]) in ("SURVIVED", "NOT BY EXIT CODE")

    def present(self):
        """The outcomes of mutants of the sources as they are now."""
        hashes = {}
        for one in self.known.values():
            if one["file"] not in hashes:
                hashes[one["file"]] = source_hash(one["file"]) if (build.CODECS / one["file"]).exists() else ""
        return [one for one in self.known.values() if one["source"] == hashes[one["file"]]]

    def used_before(self):
        """Whether mutants of other sources were drawn by a seed that one of the present ones is drawn by."""
        present = self.present()
        keys = {one["key"] for one in present}
        seeds = {one["seed"] for one in present}
        return any(one["seed"] in seeds and one["key"] not in keys for one in self.known.values())

    def add(self, one):
        """Keeps whether the vectors noticed a mutant when it was first judged: later ones may have been added for it."""
        before = self.known.get(one["key"])
        one["noticed_at_first"] = bool(one["noticed"]) if before is None else noticed_at_first(before)
        self.known[one["key"]] = one
        with self.path.open("a") as out:
            out.write(json.dumps(one) + "\n")


def arguments_of(words):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="folders of codecs/, or FOLDER/FILE (default: all folders)")
    parser.add_argument("--count", type=int, default=200, help="mutants of each folder; 0: all of them (default 200)")
    parser.add_argument("--seed", default="1", help="which mutants are drawn (default 1)")
    parser.add_argument("--fresh", action="store_true", help=f"the draw to publish: its seed is the commit; until {EFFECTS} mutants of each family have an effect, and {MOST_EFFECTS} of one")
    parser.add_argument("--inputs", type=int, default=2500, help="generated inputs of each kind in a bundle (default 2500)")
    parser.add_argument("--jobs", "-j", type=int, default=os.cpu_count())
    parser.add_argument("--report", action="store_true", help="write reports/published/mutation.* from every outcome for the present sources")
    return parser.parse_args(words)


def judge_all(draws, seed, outcomes, jobs):
    """Judges what the draws give, that of least share first."""
    builder = build.Builder()
    lock = threading.Lock()

    def work():
        while True:
            with lock:
                going = [draw for draw in draws if not draw.ended]
                if not going:
                    return
                draw = min(going, key=Draw.share)
                found = draw.next()
            if found is None:
                continue
            key = Outcomes.key(*found)
            outcome = judge(builder, *found) if outcomes.needs(key) else None
            with lock:
                if outcome is not None:
                    outcomes.add({"key": key, "folder": draw.folder, "seed": seed, **outcome})
                one = outcomes.known[key]
                draw.add(one)
                if outcome is not None:
                    print(f"{draw.folder} {draw.effects}/{len(draw.keys)} {verdict(one)}: {one['mutant']}", file=sys.stderr, flush=True)

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for worker in [pool.submit(work) for _ in range(jobs)]:
            worker.result()


def main(words):
    arguments = arguments_of(words)
    build.prepare()
    if arguments.fresh:
        seed, draws = fresh_draws()
    else:
        seed, draws = arguments.seed, [Draw(place, arguments.seed, arguments.count) for place in arguments.folders or build.USERS]
    prepare_bundles({name for draw in draws for folder in build.USERS[draw.folder] for name in build.FORMATS.get(folder, [])}, arguments.inputs)
    outcomes = Outcomes()
    judge_all(draws, seed, outcomes, arguments.jobs)
    judged = [outcomes.known[key] for draw in draws for key in draw.keys]
    if not judged:
        sys.exit("score.py: there is nothing to mutate in " + ", ".join(arguments.folders))
    if arguments.report:
        report.write(outcomes.present(), outcomes.used_before())
    survivors = report.survivors(judged)
    for mutant, reason in survivors:
        print(f"survived: {mutant}" + (f" ({reason})" if reason else ""))
    unexplained = sum(reason is None for _, reason in survivors)
    print(f"{len(judged)} mutants, {len(survivors)} survived, {unexplained} of them without a reason")
    print(*report.trust(report.total_of(judged), outcomes.used_before()), sep="\n")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

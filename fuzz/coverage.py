#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lines and branches of each codec, encoders included, that are reached by the golden vectors and regressions alone
(`hallmark vectors lint`, and the replay of every target), and with what soak.sh has kept. Each line that neither reaches
must have its reason in UNREACHED.toml, and each reason such a line; they are matched by the text of the line.

usage: fuzz/coverage.py [--build DIR] [--corpus DIR] [--lines PERCENT] [--branches PERCENT] [--missing] [--report]
--corpus is build-soak/corpus by default; --missing lists the lines without a reason, and the conditions that are never
true, or never false; --report writes reports/published/coverage.md. Exit code 1: a line has no reason, a reason has no line, or a codec is below a bar (99 and
97); 2: a build or a replay failed."""

import argparse
import collections
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[1]
CODECS = ROOT / "codecs"
REASONS = ROOT / "fuzz" / "UNREACHED.toml"
SHOWN = 2  # lines of a reason that the page shows
COMPILER = os.environ.get("CXX", "clang++-19")
VERSION = COMPILER.rpartition("clang++")[2]


def read_lines(text):
    """file: {line: how often it ran}, as lcov has it: a line of a template counts once, however often it is compiled."""
    files, here = {}, {}
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key == "SF":
            here = files[pathlib.Path(value).resolve()] = {}
        elif key == "DA":
            number, count = value.split(",")[:2]
            here[int(number)] = int(count)
    return files


def read_branches(text):
    """file: {place of a condition: how often it was true, and false}. A condition of a template, or of what several programs
    compile, is one place. One that is a constant wherever it runs is none: it ran, and neither side was counted."""
    files, constant = {}, set()
    for function in (function for data in json.loads(text)["data"] for function in data["functions"]):
        ran = {(number, *place) for *place, count, number, _, _ in function["regions"] if count}
        for *place, true, false, number, _, _ in function["branches"]:
            path = pathlib.Path(function["filenames"][number]).resolve()
            counts = files.setdefault(path, {}).setdefault(tuple(place), [0, 0])
            counts[0] += true
            counts[1] += false
            if (number, *place) in ran and not true and not false:
                constant.add((path, *place))
    return {path: {place: counts for place, counts in of_file.items() if any(counts) or (path, *place) not in constant}
            for path, of_file in files.items()}


def counted(lines, branches):
    """Of each file lines and branches, how many of them are reached, and where the others are."""
    files = {}
    for path, of_file in lines.items():
        sides = [(place, side) for place, counts in sorted(branches.get(path, {}).items()) for side in zip(("true", "false"), counts)]
        files[path] = {"LF": len(of_file), "LH": sum(map(bool, of_file.values())), "BRF": len(sides), "BRH": sum(bool(count) for _, (_, count) in sides),
                       "unreached": [line for line, count in of_file.items() if not count],
                       "untaken": [(place[0], place[1], side) for place, (side, count) in sides if not count]}
    return files


def says_something(text):
    """Whether a line is more than brackets: those go with the line before."""
    return re.search(r"\w", text) is not None


def unreached(files, root=ROOT):
    """(file, text of a line): the numbers of those that are not reached."""
    found = {}
    for path, counts in sorted(files.items()):
        lines = path.read_text().splitlines()
        for number in counts["unreached"]:
            text = lines[number - 1].strip()
            if says_something(text):
                found.setdefault((path.relative_to(root).as_posix(), text), []).append(number)
    return found


def one_sided(files, root=ROOT):
    """file: the line, and what is never true or false there, of each side of a condition that is not taken."""
    sides = {}
    for path, counts in sorted(files.items()):
        lines = path.read_text().splitlines()
        for number, column, side in counts["untaken"]:
            sides.setdefault(path.relative_to(root).as_posix(), []).append((number, column, side, lines[number - 1].strip()))
    return sides


def shown(lines):
    """The first lines of several, as code in a table."""
    code = "<br>".join("`" + line.replace("|", "\\|") + "`" for line in lines[:SHOWN])
    return code + (f"<br>and {len(lines) - SHOWN} more" if len(lines) > SHOWN else "")


def judge(found, reasons):
    """The lines without a reason, and the reasons without a line. A text that is unreached twice needs two reasons."""
    given = collections.Counter((reason["file"], line) for reason in reasons for line in reason["lines"])
    missed = collections.Counter({each: len(numbers) for each, numbers in found.items()})
    return sorted((missed - given).elements()), sorted((given - missed).elements())


def percent(files, family, reached, of):
    counts = [counts for path, counts in files.items() if (CODECS / family) in path.parents]
    total = sum(each[of] for each in counts)
    return 100 * sum(each[reached] for each in counts) / total if total else 100


def table(families, by_vectors, by_all):
    """(family, the four percentages) of each."""
    for family in families:
        yield family, [percent(files, family, *which) for files in (by_vectors, by_all) for which in (("LH", "LF"), ("BRH", "BRF"))]


def page(rows, found, sides, reasons, inputs):
    yield "# Coverage of the codecs\n"
    yield ("`fuzz/coverage.py --report` has counted which lines and branches of each codec are reached, encoders included. *Vectors* are the golden vectors, and "
           "the regressions and seeds of the corpus:")
    yield "`hallmark vectors lint` runs them, and the replay of every fuzz target."
    if inputs:
        yield f"*And corpus* adds what [fuzzing](fuzzing.md) has kept: {inputs:,} inputs."
    else:
        yield "What [fuzzing](fuzzing.md) has kept was not there, so nothing is added."
    yield "Counted is what is compiled into the codecs, not what others make of their headers. A template counts once. Its branch is taken where any"
    yield "instance takes it, and a condition that is a constant is no branch.\n"
    kinds = ("vectors", "and corpus") if inputs else ("vectors",)
    yield f"| codec | {' | '.join(f'{of}, {kind}' for kind in kinds for of in ('lines', 'branches'))} |"
    yield "|---" + "|---:" * 2 * len(kinds) + "|"
    for family, figures in rows:
        yield f"| {family} | {' | '.join(f'{figure:.1f} %' for figure in figures[:2 * len(kinds)])} |"
    yield "\n`core` is what the codecs share.\n"
    yield "## Lines that nothing here reaches\n"
    yield "The script fails when a line is missing here, or when one is reached after all.\n"
    yield "| file | lines | why |"
    yield "|---|---|---|"
    for reason in reasons:
        yield f"| `{reason['file']}` | {shown([line for line in reason['lines'] if (reason['file'], line) in found])} | {reason['why']} |"
    yield "\n## Conditions of which nothing here takes one side\n"
    yield "Many guard against bytes that change between two looks, or against texts of 4 GiB. The others wait for an input.\n"
    yield "| file | sides | conditions |"
    yield "|---|---:|---|"
    for file, of_file in sides.items():
        yield f"| `{file}` | {len(of_file)} | {shown(list(dict.fromkeys(text for *_, text in of_file)))} |"


def run(*words, **more):
    done = subprocess.run([str(word) for word in words], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
    if done.returncode:
        print(*words, done.stdout[-3000:], done.stderr[-3000:], sep="\n", file=sys.stderr)
        sys.exit(2)
    return done.stdout


# changing.cpp hears of every load; the others need the functions that clang calls for each.
LOADS = "".join(f"__attribute__((weak)) void __sanitizer_cov_load{size}(const void *address) {{ (void)address; }}\n" for size in (1, 2, 4, 8, 16))


def build(folder):
    """Only what is compiled into the codecs is counted, not what others make of their headers."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "loads.c").write_text(LOADS)
    run(COMPILER.replace("clang++", "clang"), "-c", folder / "loads.c", "-o", folder / "loads.o")
    run("cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS=-O1", "-DHALLMARK_TESTS=OFF",
        "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=12", f"-DCMAKE_EXE_LINKER_FLAGS=-fprofile-instr-generate {(folder / 'loads.o').resolve()}",
        "-DHALLMARK_CODEC_OPTIMISATION=-fprofile-instr-generate;-fcoverage-mapping;-fsanitize-coverage=func,trace-loads", env={**os.environ, "CXX": COMPILER})
    run("cmake", "--build", folder, "--target", "hallmark", "fuzz_replays")


def measure(folder, corpus):
    """What vectors reach, and what they and the corpus reach."""
    run(ROOT / "fuzz" / "seeds.py", ROOT / "corpus", folder / "vectors", 1048576)
    profiles = folder / "profiles"
    replays = [path for path in sorted((folder / "fuzz").glob("*_replay")) if path.name != "canary_replay"]

    def profile(name, *words):
        run(*words, env={**os.environ, "LLVM_PROFILE_FILE": str(profiles / f"{name}.raw")})
        return profiles / f"{name}.raw"

    def reached(name, raw):
        run(f"llvm-profdata{VERSION}", "merge", "-sparse", *raw, "-o", folder / name)
        objects = itertools.chain.from_iterable(("-object", path) for path in replays)
        sources = sorted(CODECS.glob("*/*.[ch]pp"))

        def export(*form):
            return run(f"llvm-cov{VERSION}", "export", *form, folder / "hallmark", *objects, f"-instr-profile={folder / name}", *sources)
        return counted(read_lines(export("-format=lcov", "-skip-branches")), read_branches(export("-format=text", "-skip-expansions")))

    raw = [profile("lint", folder / "hallmark", "--corpus", ROOT / "corpus", "vectors", "lint")]
    for path in replays:
        name = path.name.removesuffix("_replay")
        raw.append(profile(name, path, folder / "vectors" / name.rpartition("_")[0]))
    more = [profile(f"{path.name}-corpus", path, corpus / path.name.removesuffix("_replay")) for path in replays
            if (corpus / path.name.removesuffix("_replay")).is_dir()]
    return reached("vectors.profile", raw), reached("all.profile", raw + more)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-coverage")
    parser.add_argument("--corpus", type=pathlib.Path, default=ROOT / "build-soak" / "corpus")
    parser.add_argument("--lines", type=float, default=99)
    parser.add_argument("--branches", type=float, default=97)
    parser.add_argument("--missing", action="store_true")
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    build(options.build)
    by_vectors, by_all = measure(options.build, options.corpus)
    families = [*sorted(path.parent.name for path in CODECS.glob("*/family.json")), "core"]
    rows = list(table(families, by_vectors, by_all))
    reasons = tomllib.loads(REASONS.read_text())["unreached"]
    found = unreached(by_all)
    sides = one_sided(by_all)
    without, stale = judge(found, reasons)
    for family, (*vectors, lines, branches) in rows:
        print(f"{family:12} {lines:6.2f} % of lines {branches:6.2f} % of branches; vectors alone {vectors[0]:6.2f} % and {vectors[1]:6.2f} %")
    print(f"{sum(map(len, found.values()))} lines are not reached, {len(without)} of them without a reason; {len(stale)} reasons have no line")
    if options.missing:
        for file, line in dict.fromkeys(without):
            print(f"no reason: {file}:{', '.join(map(str, found[file, line]))}: {line}")
        for file, of_file in sides.items():
            for number, column, side, line in of_file:
                print(f"never {side}: {file}:{number}:{column}: {line}")
    for file, line in stale:
        print(f"no such line is unreached: {file}: {line}")
    if options.report:
        inputs = sum(1 for path in options.corpus.rglob("*") if path.is_file())
        (ROOT / "reports" / "published" / "coverage.md").write_text("\n".join(page(rows, found, sides, reasons, inputs)) + "\n")
    low = any(lines < options.lines or branches < options.branches for _, (*_, lines, branches) in rows)
    sys.exit(1 if without or stale or low else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Keeps, of what fuzz/soak.sh has found, the inputs that reach code which no golden vector reaches.

usage: fuzz/keep_seeds.py [BUILD]     BUILD is the folder of soak.sh (build-soak)

For each target whose inputs are files of its family, libFuzzer runs over the golden vectors and regressions first, then
over the seeds that are there, then over the inputs found, smallest first. An input that reaches an edge not reached
before it is copied to corpus/<family>/seeds as <target>-<number>, and corpus/<family>/seeds/README.md says how many edges
it adds. Such seeds that add nothing any more are removed. Seeds with other names were written by hand: they and what the
README says of them stay. Not while soak.sh runs, which prunes its folders.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
LARGEST = 4096  # bytes of a seed: larger ones would slow down every replay
KEPT = re.compile(r"[a-z0-9_]+-[0-9]{3,}$")  # the name of a seed of ours
README = "README.md"
# What the README of the seeds starts with, and the line from which on it is ours.
HEAD = "# Seeds\n\nInputs for fuzz targets to start from, which every build replays.\n"
OURS = "What fuzzing has found that no golden vector reaches: each adds edges of its target to all before it."


def edges_of_inputs(program, first, others, work):
    """(file, number of edges that no file before it reaches), for the files of `others`."""
    control = work / "control"
    control.unlink(missing_ok=True)
    subprocess.run([program, "-merge=1", f"-merge_control_file={control}", "-timeout=10", first, *others], cwd=work, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    lines = control.read_text().splitlines()
    count, known = int(lines[0]), int(lines[1])
    names = lines[2:2 + count]
    for line in lines[2 + count:]:
        word, *numbers = line.split()
        if word == "COV" and int(numbers[0]) >= known:
            yield pathlib.Path(names[int(numbers[0])]), len(numbers) - 1


def kept_seeds(folder):
    return sorted(file for file in folder.glob("*") if KEPT.match(file.name))


def written_seeds(folder):
    return sorted(file for file in folder.glob("[!.]*") if file.name != README and not KEPT.match(file.name))


def write_readme(folder, rows):
    """The part about seeds of ours is written anew, what stands before it stays; a folder without seeds is removed."""
    readme = folder / README
    before = readme.read_text().partition(OURS)[0] if readme.exists() else HEAD
    if rows:
        table = ["`fuzz/keep_seeds.py` writes what follows.", "", "| file | bytes | edges added |", "|---|---|---|", *rows]
        readme.write_text("\n".join([before.rstrip() + "\n", OURS, *table]) + "\n")
    elif written_seeds(folder):
        readme.write_text(before.rstrip() + "\n")
    else:
        shutil.rmtree(folder, ignore_errors=True)


def keep(family, targets, build):
    """Writes corpus/<family>/seeds anew; the number of files and bytes."""
    folder = ROOT / "corpus" / family / "seeds"
    chosen = {}  # bytes: (target, edges)
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        first, candidates = work / "first", work / "candidates"
        shutil.copytree(build / "seeds" / family, first, ignore=shutil.ignore_patterns("seed+*"))
        candidates.mkdir()
        for file in written_seeds(folder):
            shutil.copy(file, first / f"written-{file.name}")
        found = [*kept_seeds(folder), *build.glob(f"found/libfuzzer/{family}_*/corpus/*"),
                 *build.glob(f"found/afl/{family}_*/default/queue/id*")]
        for i, file in enumerate(found):
            if file.stat().st_size <= LARGEST:
                shutil.copy(file, candidates / f"{i:06}")
        for target in targets:
            program = build / "libfuzzer" / "fuzz" / "package" / f"{family}_{target}_fuzzer"
            for file, edges in edges_of_inputs(program, first, [candidates], work):
                data = file.read_bytes()
                if edges and data not in chosen:
                    chosen[data] = (target, edges)
                    shutil.copy(file, first / f"chosen-{len(chosen)}")
    for seed in kept_seeds(folder):
        seed.unlink()
    rows = []
    for number, (data, (target, edges)) in enumerate(sorted(chosen.items(), key=lambda one: (one[1][0], -one[1][1], one[0])), 1):
        seed = f"{target}-{number:03}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / seed).write_bytes(data)
        rows.append(f"| `{seed}` | {len(data)} | {edges} |")
    write_readme(folder, rows)
    return len(chosen), sum(map(len, chosen))


def main(words):
    build = pathlib.Path(words[0] if words else ROOT / "build-soak").resolve()
    families = {}
    for dictionary in sorted(build.glob("libfuzzer/fuzz/package/*_fuzzer.dict")):  # a target with a language of its own has none
        family, target = dictionary.name.removesuffix("_fuzzer.dict").rsplit("_", 1)
        families.setdefault(family, []).append(target)
    if not families:
        print(f"keep_seeds: no targets in {build}: run fuzz/soak.sh first", file=sys.stderr)
        return 2
    for family, targets in families.items():
        files, size = keep(family, targets, build)
        print(f"{family}: {files} seeds, {size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Keeps, of what fuzz/soak.sh has found, the inputs that reach code which no golden vector reaches.

usage: fuzz/keep_seeds.py [BUILD]     BUILD is the folder of soak.sh (build-soak)

For each target whose inputs are files of its family, libFuzzer runs over the golden vectors and regressions first, then
over the seeds that are there, then over the inputs found, smallest first. An input that reaches an edge not reached
before it is copied to corpus/<family>/seeds, and corpus/<family>/seeds/README.md says how many edges it adds. Seeds that
add nothing any more are removed. Not while soak.sh runs, which prunes its folders.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
LARGEST = 4096  # bytes of a seed: what the engines make themselves


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


def keep(family, targets, build):
    """Writes corpus/<family>/seeds anew; the number of files and bytes."""
    folder = ROOT / "corpus" / family / "seeds"
    chosen = {}  # bytes: (target, edges)
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        first, candidates = work / "first", work / "candidates"
        shutil.copytree(build / "seeds" / family, first, ignore=shutil.ignore_patterns("seed+*"))
        candidates.mkdir()
        found = [*folder.glob("[!R.]*"), *build.glob(f"found/libfuzzer/{family}_*/corpus/*"),
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
    shutil.rmtree(folder, ignore_errors=True)
    if not chosen:
        return 0, 0
    folder.mkdir()
    rows = []
    for number, (data, (target, edges)) in enumerate(sorted(chosen.items(), key=lambda one: (one[1][0], -one[1][1], one[0])), 1):
        seed = f"{target}-{number:03}"
        (folder / seed).write_bytes(data)
        rows.append(f"| `{seed}` | {len(data)} | {edges} |")
    (folder / "README.md").write_text("\n".join([
        "# Seeds", "", "What fuzzing has found that no golden vector reaches: each adds edges of its target to all before it.",
        "`fuzz/keep_seeds.py` writes this folder.", "", "| file | bytes | edges added |", "|---|---|---|", *rows]) + "\n")
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

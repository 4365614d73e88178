#!/usr/bin/env python3
"""Compares the crate bintensors with our decoder on the same files.

usage: bintensors_rust.py FOLDER   the folder of hallmark_bench_bintensors and hallmark_bench_bintensors_inputs

For v1 the crate is release 0.1.1, for v0 0.0.1-alpha.3; cargo builds both into .hallmark/cargo (or $CARGO_TARGET_DIR).
`BinTensors::deserialize` reads the header, checks offsets and builds a map of the names; it checks less
than read/<layout>/<input>, which computes the scratch bound and decodes. Times are medians of processor time. Memory is
what a decoder needs besides the file: for the crate the growth of the peak of its process, for ours the scratch.

Exit codes: 0 measured, 2 something failed, 3 nothing to compare with: cargo is not installed, or cannot build.
"""

import os
import pathlib
import shutil
import subprocess
import sys

import peer

ROUNDS = 9


def build_peer():
    """The program, or nothing where there is no cargo or no crate."""
    if shutil.which("cargo") is None:
        print("skipped: cargo is not installed")
        return None
    here = pathlib.Path(__file__).resolve()
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR") or here.parents[2] / ".hallmark/cargo").resolve()
    manifest = here.parent / "bintensors_rust/Cargo.toml"
    done = subprocess.run(["cargo", "build", "--release", "--locked", "--quiet", "--manifest-path", manifest,
                           "--target-dir", target])
    if done.returncode != 0:
        print("skipped: cargo cannot build the crate; it needs Rust 1.85 or later, and the registry once")
        return None
    return target / "release/bintensors-peer"


def our_files(program, layout):
    """Medians of read/<layout>/<input>, by input; the time of a file, not of a tensor."""
    items = peer.our_seconds(program, f"^read/bintensors-{layout}/(written|shuffled)-1000", ROUNDS,
                             "--benchmark_min_time=0.05")
    return {name.split("/")[2]: seconds * int(name.rsplit("-", 1)[1]) for name, seconds in items.items()}


def measure(crate, folder, files):
    lines = peer.inputs(folder / "hallmark_bench_bintensors_inputs", files)
    ours = {layout: our_files(folder / "hallmark_bench_bintensors", layout) for layout in ("v0", "v1")}
    for layout, name, scratch in map(str.split, lines):
        done = subprocess.run([crate, layout, files / f"{name}.{layout}", str(ROUNDS)], capture_output=True, text=True,
                              check=True)
        tensors, nanoseconds, memory = map(int, done.stdout.split())
        if tensors != int(name.rsplit("-", 1)[1]):
            raise ValueError(f"{name}: the crate reads {tensors} tensors")
        theirs, mine = nanoseconds / 1e9, ours[layout][name]
        print(f"peer/bintensors-{layout}/{name}: {theirs * 1e3:.1f} ms, read: {mine * 1e3:.2f} ms, "
              f"ratio {theirs / mine:.1f}; memory {memory / 2**20:.1f} MiB, {int(scratch) / 2**20:.1f} MiB, "
              f"ratio {memory / int(scratch):.1f}", flush=True)


if __name__ == "__main__":
    sys.exit(peer.main(__doc__, build_peer, measure))

#!/usr/bin/env python3
"""The crate bintensors beside our decoder, over the same files.

usage: bintensors_rust.py FOLDER   the folder of hallmark_bench_bintensors and hallmark_bench_bintensors_inputs

For v1 the crate is release 0.1.1, for v0 0.0.1-alpha.3; cargo builds both into .hallmark/cargo (or $CARGO_TARGET_DIR).
`BinTensors::deserialize` reads the header, checks offsets and builds a map of the names; it does not check all that
read/<layout>/<input> does, which asks for the bound of the scratch and decodes. Times are processor time, medians of as many runs. Memory is what a decoder takes beyond
the file: of the crate how far the peak of its process rose, of ours the scratch, which is all there is.

Exit codes: 0 measured, 2 something failed, 3 nothing to compare with: cargo is not installed, or cannot build.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

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


def our_seconds(folder, layout):
    """Medians of read/<layout>/<input>, by input; the time of a file, not of a tensor."""
    done = subprocess.run([folder / "hallmark_bench_bintensors",
                           f"--benchmark_filter=^read/bintensors-{layout}/(written|shuffled)-1000",
                           "--benchmark_format=json", f"--benchmark_repetitions={ROUNDS}",
                           "--benchmark_min_time=0.05"], capture_output=True, text=True, check=True)
    units = {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1}
    return {entry["run_name"].split("/")[2]:
                entry["cpu_time"] / units[entry["time_unit"]] * int(entry["run_name"].rsplit("-", 1)[1])
            for entry in json.loads(done.stdout)["benchmarks"] if entry.get("aggregate_name") == "median"}


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 4
    folder = pathlib.Path(sys.argv[1]).resolve()
    peer = build_peer()
    if peer is None:
        return 3
    try:
        with tempfile.TemporaryDirectory() as files:
            lines = subprocess.run([folder / "hallmark_bench_bintensors_inputs", files], capture_output=True, text=True,
                                   check=True).stdout.splitlines()
            ours = {layout: our_seconds(folder, layout) for layout in ("v0", "v1")}
            for layout, name, scratch in map(str.split, lines):
                done = subprocess.run([peer, layout, pathlib.Path(files) / f"{name}.{layout}", str(ROUNDS)],
                                      capture_output=True, text=True, check=True)
                tensors, nanoseconds, memory = map(int, done.stdout.split())
                if tensors != int(name.rsplit("-", 1)[1]):
                    raise ValueError(f"{name}: the crate reads {tensors} tensors")
                theirs, mine = nanoseconds / 1e9, ours[layout][name]
                print(f"peer/bintensors-{layout}/{name}: {theirs * 1e3:.1f} ms, read: {mine * 1e3:.2f} ms, "
                      f"ratio {theirs / mine:.1f}; memory {memory / 2**20:.1f} MiB, {int(scratch) / 2**20:.1f} MiB, "
                      f"ratio {memory / int(scratch):.1f}", flush=True)
    except (KeyError, OSError, ValueError, subprocess.CalledProcessError) as error:
        print(f"bintensors_rust: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

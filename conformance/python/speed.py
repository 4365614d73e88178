#!/usr/bin/env -S python3 -P
"""How long it takes to open files, beside the packages bintensors and safetensors where they are installed.

    python -P speed.py [FOLDER]      FOLDER, else one of /tmp, takes the files; the largest is 4 GiB, of which the disk holds a page

-P lets Python import the package that is installed, and not the sources beside this file.
Prints medians of nine runs, in milliseconds."""
import pathlib
import statistics
import sys
import tempfile
import time

import numpy

import hallmark


def median(work):
    times = []
    for _ in range(9):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1e3


def row(name, work):
    print(f"{name:<56} {median(work):9.2f} ms", flush=True)


def every(opened):
    with opened as file:
        return [file[name] for name in file]


def many(folder):
    tensors = {f"model.layers.{at // 10}.block.{at % 10}.weight": numpy.zeros(4, numpy.float32) for at in range(100_000)}
    path = folder / "many.bt"
    hallmark.dump(tensors, path)
    print("100,000 tensors of 4 floats")
    row("hallmark.open", lambda: hallmark.open(path))
    row("hallmark.open, format='bintensors-v1'", lambda: hallmark.open(path, format="bintensors-v1"))
    row("hallmark.open, one tensor by name", lambda: hallmark.open(path)["model.layers.7.block.7.weight"])
    row("hallmark.open, all names", lambda: list(hallmark.open(path)))
    row("hallmark.open, all arrays", lambda: every(hallmark.open(path)))
    try:
        import bintensors
        import bintensors.numpy
        row("bintensors.safe_open", lambda: bintensors.safe_open(path, "numpy").__enter__())
        row("bintensors.safe_open, all names", lambda: list(bintensors.safe_open(path, "numpy").__enter__().keys()))
        row("bintensors.numpy.load_file (all arrays)", lambda: bintensors.numpy.load_file(path))
    except ImportError:
        print("bintensors is not installed")
    try:
        import safetensors
        import safetensors.numpy
        other = folder / "many.safetensors"
        safetensors.numpy.save_file(tensors, other)
        row("safetensors.safe_open", lambda: safetensors.safe_open(other, "numpy").__enter__())
        row("safetensors.safe_open, all names", lambda: list(safetensors.safe_open(other, "numpy").__enter__().keys()))
        row("safetensors.numpy.load_file (all arrays)", lambda: safetensors.numpy.load_file(other))
    except ImportError:
        print("safetensors is not installed")


def large(folder):
    """A file of 4 GiB, all of it a hole but the record."""
    path = folder / "large.bt"
    floats = 1 << 30
    with open(path, "wb") as file:
        record = b"\x00\x01\x01w\x0b\x01" + b"\xfc" + floats.to_bytes(4, "little") + b"\x00" + b"\xfd" + (4 * floats).to_bytes(8, "little")
        record += b" " * (-len(record) % 8)
        file.write(len(record).to_bytes(8, "little") + record)
        file.truncate(8 + len(record) + 4 * floats)
    print(f"one tensor of {floats:,} floats, {path.stat().st_size:,} bytes")
    row("hallmark.open, the array", lambda: hallmark.open(path)["w"])
    try:
        import bintensors
        row("bintensors.safe_open", lambda: bintensors.safe_open(path, "numpy").__enter__())
    except ImportError:
        pass


def payloads():
    """Vectors of 768 floats in a record batch."""
    try:
        import pyarrow
        import hallmark.arrow
    except ImportError:
        return print("pyarrow is not installed")
    payload = b"\x27\0" + numpy.random.default_rng(1).random(768, numpy.float32).tobytes()
    count = 100_000
    batch = pyarrow.record_batch({"path": [f"{at:06}" for at in range(count)], "content": pyarrow.array([payload] * count, pyarrow.binary())})
    print("100,000 vectors of 768 floats")
    row("hallmark.arrow.validate, format='bson-vector'", lambda: hallmark.arrow.validate(batch, format="bson-vector"))


def main():
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        many(pathlib.Path(folder))
        large(pathlib.Path(folder))
    payloads()


main()

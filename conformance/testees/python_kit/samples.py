# SPDX-License-Identifier: Apache-2.0
"""What every write_samples.py shares: its command line, FOLDER, to write there, or --damage FROM TO, to damage a copy; and arrays."""
import pathlib
import sys


def run(write, damage):
    """write(folder) writes files; damage(content) changes a bytearray in one place and says what it did."""
    if sys.argv[1] == "--damage":
        source, target = map(pathlib.Path, sys.argv[2:])
        content = bytearray(source.read_bytes())
        done = damage(content)
        target.write_bytes(content)
        print(f"{target}: {done}")
        return
    folder = pathlib.Path(sys.argv[1])
    write(folder)
    for path in sorted(folder.iterdir()):
        print(f"{path}: {path.stat().st_size} bytes")


def every_type(floats, special=(float("nan"), float("inf"), float("-inf"))):
    """An array of numpy of each type, by name: the ends of its range, and for floats what is special."""
    import numpy
    made = {"truth": numpy.array([[True, False]] * 3)}
    for kind in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"):
        ends = numpy.iinfo(kind)
        made[f"ends.{kind}"] = numpy.array([[ends.min, 0, 1], [2, 3, ends.max]], kind)
    for kind in floats:
        made[f"special.{numpy.dtype(kind).name}"] = numpy.array([special, [-0.0, 0.25, 1]]).astype(kind)
    return made

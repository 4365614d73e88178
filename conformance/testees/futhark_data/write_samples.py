# SPDX-License-Identifier: Apache-2.0
"""Writes real Futhark data files with futhark-data.

write_samples.py FOLDER                 matrices.in (binary), types.data (binary), types.in (text), mixed.in (both)
write_samples.py --damage FROM TO       a copy of matrices.in in which the second matrix has one row more
"""
import io
import sys
import warnings

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import futhark_data
import numpy as np
import samples


def matrices(rng):
    """The arguments of a program that multiplies two matrices."""
    return [np.float32(0.5), rng.normal(0, 1, (64, 128)).astype("f4"), rng.normal(0, 1, (128, 32)).astype("f4")]


def types():
    """Each type as a scalar, an array, and empty arrays."""
    for array in samples.every_type(["f2", "f4", "f8"]).values():
        yield from (array[0, 0], array, array[:, :0], array[:0])


def write(folder):
    rng = np.random.default_rng(9)
    mixed = io.BytesIO()
    mixed.write(b"-- how often, and how far\n" + futhark_data.dumps(np.int32(10)).encode() + b"\n")
    futhark_data.dump(rng.integers(0, 100, (5, 7)), mixed)
    mixed.write(b"\n" + futhark_data.dumps(np.arange(6, dtype="u1").reshape(2, 3)).encode() + b" -- the last\n")
    files = {
        "matrices.in": b"".join(futhark_data.dumpb(value) for value in matrices(rng)),
        "types.data": b"".join(futhark_data.dumpb(value) for value in types()),
        "types.in": "".join(futhark_data.dumps(value) + "\n" for value in types()).encode(),
        "mixed.in": mixed.getvalue(),
    }
    for name, content in files.items():
        (folder / name).write_bytes(content)


def damage(content):
    rows = content.rindex(b"b\x02\x02 f32") + 7
    assert content[rows : rows + 8] == (128).to_bytes(8, "little")
    content[rows] += 1
    return f"128 rows became 129 at byte {rows}"


warnings.simplefilter("ignore")  # numpy warns of names that it is about to drop
samples.run(write, damage)

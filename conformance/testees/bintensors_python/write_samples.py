# SPDX-License-Identifier: Apache-2.0
"""Writes real .bt files with the release of bintensors that is installed, in its layout.

write_samples.py FOLDER                 mlp.bt, dtypes.bt, scalars.bt, names.bt, empty.bt, metadata.bt
write_samples.py --damage FROM TO       a copy of mlp.bt (layout v1) in which a dimension of layer1.weight is one less
"""
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import numpy as np
import samples
from bintensors import serialize_file
from bintensors.numpy import save_file

SIZES = {"bool": 1, "uint8": 1, "int8": 1, "float8_e5m2": 1, "float8_e4m3fn": 1, "int16": 2, "uint16": 2, "float16": 2,
         "bfloat16": 2, "int32": 4, "uint32": 4, "float32": 4, "float64": 8, "int64": 8, "uint64": 8}
NAMES = ["", "a", "a.b", "é", "名前", "hello 🌎", "e\u0301", "nul\0inside", "\ufeff", " ", "x" * 250, "y" * 251]


def mlp(rng):
    """A small network for digits, written from arrays as a user would."""
    return {"layer1.weight": rng.normal(0, 0.05, (784, 256)).astype(np.float32),
            "layer1.bias": np.zeros(256, np.float32),
            "layer2.weight": rng.normal(0, 0.05, (256, 10)).astype(np.float16),
            "layer2.bias": np.array([np.nan, np.inf, -0.0, *range(7)], np.float16),
            "steps": np.int64([20_000]), "frozen": np.array([True, False, True])}


def raw(rng, dtype, shape):
    """A tensor of bytes, for the types that numpy has not; bytes of bool are 0 and 1."""
    size = int(np.prod(shape, dtype=int)) * SIZES[dtype]
    data = rng.integers(0, 2 if dtype == "bool" else 256, size, np.uint8)
    return {"dtype": dtype, "shape": shape, "data": data.tobytes()}


def write(folder):
    rng = np.random.default_rng(9)
    save_file(mlp(rng), folder / "mlp.bt", metadata={"format": "np", "task": "digits"})
    tables = {
        "dtypes": ({f"tensor.{dtype}": raw(rng, dtype, [2, 3]) for dtype in SIZES}, None),
        "scalars": ({f"scalar.{dtype}": raw(rng, dtype, []) for dtype in SIZES}, {}),
        "names": ({name: raw(rng, "int16", [1]) for name in NAMES}, {name: name for name in NAMES}),
        "empty": ({f"empty.{dtype}": raw(rng, dtype, [3, 0, 5]) for dtype in SIZES}, None),
        "metadata": ({}, {f"key {i}": str(i) * 100 for i in range(1000)}),
    }
    for name, (tensors, metadata) in tables.items():
        serialize_file(str(folder / f"{name}.bt"), tensors, metadata=metadata)


def damage(content):
    rows = content.index(b"layer1.weight") + 13 + 3  # name, dtype, rank and 251: a varint of three bytes
    assert content[rows : rows + 2] == (784).to_bytes(2, "little")
    content[rows] -= 1
    return f"784 rows became 783 at byte {rows}"


samples.run(write, damage)

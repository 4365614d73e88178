# SPDX-License-Identifier: Apache-2.0
"""Writes real .oinf files with openinfer-oinf.

write_samples.py FOLDER                 mlp.oinf, tables.oinf (types of the document), quantised.oinf (types of later drafts)
write_samples.py --damage FROM TO       a copy of mlp.oinf in which one tensor's data_nbytes is one element short
"""
import dataclasses
import struct
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import numpy as np
import samples
from dataclass_to_oinf import Bitset, ScalarValue, SizeVar, TensorSpec, UninitializedTensor, write_oinf

TYPES = ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64", "bool"]
LATER = ["bf16", "f8", "i4", "i2", "i1", "u4", "u2", "u1", "t2", "t1"]


@dataclasses.dataclass
class Mlp:
    """A small network for digits."""
    batch: int
    inputs: int
    activation: str
    dropout: float
    trained: bool
    frozen: Bitset
    scale: ScalarValue
    classes: list
    w1: TensorSpec
    b1: TensorSpec
    w2: TensorSpec
    b2: TensorSpec
    cache: UninitializedTensor


@dataclasses.dataclass
class Tables:
    sizevars: dict
    metadata: dict
    tensors: dict


def mlp(rng):
    return Mlp(batch=64, inputs=784, activation="relu", dropout=0.1, trained=True, frozen=Bitset([True, False, True]),
               scale=ScalarValue(0.125, "f16"), classes=list(range(10)),
               w1=TensorSpec(rng.normal(0, 0.05, (784, 256)).astype(np.float32), name="layer1.weight"),
               b1=TensorSpec(np.zeros(256, np.float32), name="layer1.bias"),
               w2=TensorSpec(rng.normal(0, 0.05, (256, 10)).astype(np.float16), name="layer2.weight"),
               b2=TensorSpec(np.zeros(10, np.float16), name="layer2.bias"),
               cache=UninitializedTensor("f32", (64, 256)))


def values(rng, kind):
    """12 elements that every type can hold, and for floats what only they can."""
    if kind == "bool":
        return rng.integers(0, 2, (3, 4)).astype(bool)
    made = rng.integers(0, 100, (3, 4)).astype(np.dtype(f"{kind[0]}{int(kind[1:]) // 8}"))
    if kind[0] == "f":
        made[0, :3] = np.nan, np.inf, -0.0
    return made


def tables(rng):
    metadata = {f"array.{kind}": values(rng, kind) for kind in TYPES}
    metadata |= {f"scalar.{kind}": ScalarValue(7, kind) for kind in TYPES if kind != "bool"}
    metadata |= {"bits": Bitset(i % 3 == 0 for i in range(77)), "flag": True, "text": "clamp_up"}
    tensors = {f"tensor.{kind}": TensorSpec(values(rng, kind)) for kind in TYPES}
    tensors |= {f"missing.{kind}": UninitializedTensor(kind, (2, 2)) for kind in TYPES}
    tensors |= {"scalar": TensorSpec(np.float32(10.35)), "empty": TensorSpec(np.zeros((0, 3), np.float64))}
    return Tables({f"dim.{i}": SizeVar(2**i) for i in range(64)}, metadata, tensors)


def quantised(rng):
    ones = lambda kind: rng.integers(0, 2, 16) * (2 if kind == "t1" else 1) - (1 if kind == "t1" else 0)
    signed = lambda kind: -ones(kind) if kind in ("i1", "t2") else ones(kind)
    return Tables({}, {}, {f"weight.{kind}": TensorSpec(signed(kind), dtype=kind) for kind in LATER})


def write(folder):
    rng = np.random.default_rng(9)
    for model in (mlp, tables, quantised):
        path = folder / f"{model.__name__}.oinf"
        write_oinf(model(rng), str(path))


def damage(content):
    nbytes = content.index(b"layer1.weight") + 13 + 7 + 12 + 16  # name, its padding, dtype to flags, two dimensions
    size, = struct.unpack_from("<Q", content, nbytes)
    struct.pack_into("<Q", content, nbytes, size - 4)
    return f"{size} became {size - 4} at byte {nbytes}"


samples.run(write, damage)

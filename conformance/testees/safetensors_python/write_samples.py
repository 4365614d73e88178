# SPDX-License-Identifier: Apache-2.0
"""Writes a real .safetensors file with the Python package, from arrays as a user would.

write_samples.py FOLDER                 mlp.safetensors
write_samples.py --damage FROM TO       a copy in which the second half is zero, as a download that was never filled leaves it
"""
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import numpy as np
import samples
from safetensors.numpy import save_file


def write(folder):
    rng = np.random.default_rng(9)
    save_file({"layer1.weight": rng.normal(0, 0.05, (784, 256)).astype(np.float32), "layer1.bias": np.full(256, 0.1, np.float32),
               "layer2.weight": rng.normal(0, 0.05, (256, 10)).astype(np.float16), "layer2.bias": np.ones(10, np.float16),
               "steps": np.int64([20_000]), "frozen": np.array([True, False, True])},
              folder / "mlp.safetensors", metadata={"format": "np"})


def damage(content):
    half = len(content) // 2
    content[half:] = bytes(len(content) - half)
    return f"zeros from byte {half}"


samples.run(write, damage)

# SPDX-License-Identifier: Apache-2.0
"""BinTensors by the package bintensors, and the same tensors in a safetensors file by the package safetensors.

    bintensors_peer.py bintensors|safetensors WORK FILE

deserialize makes a list of every tensor, with a copy of its data; open is safe_open, which maps the file.
"""
import importlib
import math
import sys
from importlib.metadata import version

from serve import answer, load, serve

package = sys.argv.pop(1)
module = importlib.import_module(package)


def totals(tensors):
    count = elements = data_bytes = name_sum = 0
    for name, shape, size in tensors:
        count += 1
        elements += math.prod(shape)
        data_bytes += size
        name_sum += sum(name.encode())
    return answer(tensors=count, elements=elements, data_bytes=data_bytes, name_sum=name_sum)


def deserialized(path):
    raw = load(path)
    return (lambda: len(module.deserialize(raw)),
            lambda: totals((name, one["shape"], len(one["data"])) for name, one in module.deserialize(raw)))


SIZES = {"F32": 4, "BF16": 2}


def opened(path):
    def count():
        with module.safe_open(path, framework="np") as file:
            return len(file.keys())

    def told():
        with module.safe_open(path, framework="np") as file:
            slices = [(name, file.get_slice(name)) for name in file.keys()]
            return totals((name, one.get_shape(), math.prod(one.get_shape()) * SIZES[one.get_dtype()]) for name, one in slices)

    return count, told


works = {"bintensors-v1": deserialized, "open": opened, "safetensors": deserialized, "safetensors-open": opened}
serve(works, version(package))

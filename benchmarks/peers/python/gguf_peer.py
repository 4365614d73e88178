# SPDX-License-Identifier: Apache-2.0
"""GGUF models by the package gguf: GGUFReader maps the file and makes an object of each pair and tensor."""
from importlib.metadata import version

from gguf import GGUFReader, GGUFValueType

from serve import answer, serve


def model(path):
    def told():
        reader = GGUFReader(path)
        fields = [field for name, field in reader.fields.items() if not name.startswith("GGUF.")]
        elements = sum(len(field.data) for field in fields if field.types[0] == GGUFValueType.ARRAY)
        return answer(metadata=len(fields), elements=elements, tensors=len(reader.tensors))

    return lambda: len(GGUFReader(path).fields), told


serve({"gguf": model}, version("gguf"))

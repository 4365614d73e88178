# SPDX-License-Identifier: Apache-2.0
"""Testee for gguf: utility.SafetensorsLocal, the reader of llama.cpp's converter. It gives no metadata."""
from gguf.utility import SafetensorsLocal
from safetensors_file import FEATURES, Format, file_with, offer, tensor


def decode(raw):
    with file_with(raw) as file:
        return {"metadata": None, "tensors": [tensor(name, one.dtype, one.shape, one.mmap_bytes().tobytes() if one.data_range.size else b"")
                                              for name, one in SafetensorsLocal(file).tensors.items()]}


offer("gguf", "https://github.com/ggml-org/llama.cpp", Format(decode, features=FEATURES), (ValueError,))

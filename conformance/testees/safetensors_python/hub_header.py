# SPDX-License-Identifier: Apache-2.0
"""Testee for huggingface_hub: parse_local_safetensors_file_metadata gives the header; the data are taken from where it says."""
from huggingface_hub import parse_local_safetensors_file_metadata
from huggingface_hub.errors import SafetensorsParsingError
from safetensors_file import FEATURES, Format, file_with, offer, sliced


def decode(raw):
    with file_with(raw) as file:
        header = parse_local_safetensors_file_metadata(file)
    return {"metadata": header.metadata or None, "tensors": [sliced(raw, name, one.dtype, one.shape, one.data_offsets)
                                                             for name, one in header.tensors.items()]}


offer("huggingface_hub", "https://github.com/huggingface/huggingface_hub", Format(decode, features=FEATURES), (SafetensorsParsingError,))

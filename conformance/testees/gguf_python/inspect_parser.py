# SPDX-License-Identifier: Apache-2.0
"""Testee for gguf-inspect: parse_gguf gives the header; the data are taken from where it says."""
import struct

from gguf_file import CURRENT, FEATURES, FORMATS, TYPES, Format, Unsupported, file, file_with, number, offer, pair, tensor
from gguf_inspect import GGUFError, parse_gguf


def little(one):
    """The bytes of a value as a little-endian file holds them."""
    type = TYPES[one.type]
    if type == "array":
        inner = TYPES[one.elem_type]
        made = [little(each) for each in one.value] if inner == "array" else [plain(inner, each) for each in one.value]
        return struct.pack("<IQ", one.elem_type, one.count) + b"".join(made)
    return plain(type, one.value)


def plain(type, value):
    if type == "string":
        raw = value.encode("utf-8", "surrogateescape")
        return struct.pack("<Q", len(raw)) + raw
    return struct.pack("<" + FORMATS[type], value)


def sized(raw, start, one):
    if one.nbytes is None and one.ggml_type in CURRENT and one.type_name.startswith("UNKNOWN"):
        raise Unsupported("a type of tensors that the package does not know")
    if one.nbytes is None or start + one.offset + one.nbytes > len(raw):
        raise EOFError("the data that the header names are not in the file")
    return raw[start + one.offset:][:one.nbytes]


def decode(raw):
    with file_with(raw) as path:
        opened = parse_gguf(path)
        metadata = [pair(key, TYPES[one.type], little(one)) for key, one in opened.metadata.items()]
        return file(opened.version, metadata, [tensor(one.name, one.type_name, one.dims, sized(raw, opened.tensor_data_offset, one))
                                               for one in opened.tensors])


offer("gguf-inspect", "https://github.com/shalinis97/gguf-cli-inspector", Format(decode, features=FEATURES[1:]), (GGUFError,))

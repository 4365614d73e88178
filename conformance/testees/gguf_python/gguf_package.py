# SPDX-License-Identifier: Apache-2.0
"""Testee for the Python package gguf: GGUFReader reads, GGUFWriter writes."""
import logging
import re

import numpy
from gguf_file import CURRENT, FEATURES, TYPES, Format, Unsupported, data_bytes, file, file_with, given, offer, pair, tensor

from gguf import GGML_QUANT_SIZES, GGMLQuantizationType, GGUFEndian, GGUFReader, GGUFValueType, GGUFWriter

logging.disable(logging.CRITICAL)
PLAIN = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "BF16": "<u2", "I8": "i1", "I16": "<i2", "I32": "<i4", "I64": "<i8"}


def little(array):
    """The bytes of an array, little-endian, without arithmetic."""
    return (array.byteswap() if array.dtype.byteorder == ">" else array).tobytes()


def decode(raw):
    with file_with(raw) as path:
        opened = reader_of(path)
        big = opened.endianess == GGUFEndian.BIG
        version, _, _, *fields = opened.fields.values()
        metadata = [pair(one.name, TYPES[one.types[0]], b"".join(little(part) for part in one.parts[3:])) for one in fields]
        tensors = [tensor(one.name, one.tensor_type.name, one.shape, little(elements_of(one, big))) for one in opened.tensors]
        return file(version.parts[0][0], metadata, tensors, big)


def reader_of(path):
    try:
        return GGUFReader(path)
    except ValueError as error:
        unknown = re.match(r"(\d+) is not a valid GGMLQuantizationType", str(error))
        if unknown and int(unknown[1]) in CURRENT:
            raise Unsupported("a type of tensors that the package does not know") from None
        raise


def elements_of(one, big):
    """The elements of a tensor. Those of BF16 are handed over as bytes, as they lie in the file."""
    return one.data.reshape(-1).view(">u2") if big and one.tensor_type.name == "BF16" else one.data


class Writer(GGUFWriter):
    """Writes the pairs that it is given, and no architecture beside them."""

    def add_architecture(self):
        pass

    def add_pair(self, one):
        type, inner, value = given(one)
        if one["key"] == "general.alignment" and type == "u32":
            self.add_custom_alignment(value)
        else:
            self.add_key_value(one["key"], value, GGUFValueType(TYPES.index(type)), inner and GGUFValueType(TYPES.index(inner)))

    def add_values(self, one):
        name, shape, raw = one["dtype"].upper(), [int(size) for size in one["shape"]], data_bytes(one["data"])
        if name not in GGMLQuantizationType.__members__:
            raise Unsupported("dtype not offered")
        dtype = GGMLQuantizationType[name]
        if name not in PLAIN:
            block, size = GGML_QUANT_SIZES[dtype]
            shape = [*shape[:-1], shape[-1] // block * size]
        try:
            array = numpy.frombuffer(bytearray(raw), PLAIN.get(name, "u1")).reshape(shape)
        except ValueError as error:
            raise Unsupported(f"no array of numpy: {error}") from None
        self.add_tensor(one["name"], array, raw_dtype=dtype)


def encode(value):
    if value["version"] != 3:
        raise Unsupported("version 3 alone is written")
    keys = [one["key"] for one in value["metadata"]]
    if len(set(keys)) < len(keys):
        raise Unsupported("pairs are kept in a dict, which holds a key once")
    with file_with(b"") as path:
        writer = Writer(path, "", endianess=GGUFEndian.BIG if value["byte_order"] == "big" else GGUFEndian.LITTLE)
        for one in value["metadata"]:
            writer.add_pair(one)
        for one in value["tensors"]:
            writer.add_values(one)
        writer.write_header_to_file()
        writer.write_kv_data_to_file()
        writer.write_tensors_to_file()
        writer.close()
        return path.read_bytes()


offer("gguf", "https://github.com/ggml-org/llama.cpp", Format(decode, encode, FEATURES), (ValueError, KeyError))

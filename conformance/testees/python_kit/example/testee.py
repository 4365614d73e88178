# SPDX-License-Identifier: Apache-2.0
"""A testee: BSON vectors, decoded and encoded by a few lines of its own. Put your library in their place."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from hallmark_testee import Format, data, data_bytes, serve

DTYPES = {"int8": 0x03, "float32": 0x27, "packed_bit": 0x10}
NAMES = {byte: name for name, byte in DTYPES.items()}


def check(name, padding, elements):
    """Raises ValueError for what the specification does not allow."""
    if padding > 7 or (padding and (name != "packed_bit" or not elements)):
        raise ValueError("padding out of range")
    if name == "float32" and len(elements) % 4:
        raise ValueError("float32 data is no multiple of 4 bytes")
    if padding and elements[-1] & (1 << padding) - 1:
        raise ValueError("ignored bits are not zero")


def decode(raw):
    if len(raw) < 2:
        raise ValueError("dtype and padding are missing")
    if raw[0] not in NAMES:
        raise ValueError(f"unknown dtype {raw[0]}")
    check(NAMES[raw[0]], raw[1], raw[2:])
    return {"dtype": NAMES[raw[0]], "padding": raw[1], "data": data(raw[2:])}


def encode(value):
    elements = data_bytes(value["data"])
    check(value["dtype"], value["padding"], elements)
    return bytes([DTYPES[value["dtype"]], value["padding"]]) + elements


serve({"name": "example", "version": "1", "language": "python"}, {"bson-vector": Format(decode, encode)})

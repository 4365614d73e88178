# SPDX-License-Identifier: Apache-2.0
"""Folders for the cluster programs: many small files, and some that are larger than any batch."""
import random
import struct

import samples


def document(vector):
    elements = b"\x05emb\0" + struct.pack("<iB", len(vector), 9) + vector + b"\x08ok\0\1"
    return struct.pack("<i", len(elements) + 5) + elements + b"\0"


def small(top, count):
    """Vectors and documents, one in ten of them invalid, and texts."""
    noise = random.Random(1).randbytes(3072)
    kinds = [("{:06}.bsonvec", b"\x27\0" + noise)] * 7 + [
        ("{:06} é%20" + samples.EXTENSION, document(b"\x27\0" + noise[:400])), ("{:06}" + samples.EXTENSION, document(b"\x10\3") + document(b"\x27\1abc")), (".{:06}.txt", b"text")]
    for number in range(count):
        name, content = kinds[number % len(kinds)]
        inner = top / f"_{number // 1000:03}"
        inner.mkdir(parents=True, exist_ok=True)
        (inner / name.format(number)).write_bytes(content)


def large(top):
    """Files of several GiB, of which the disk holds a page each. The first is invalid; of the others every byte is looked at."""
    top.mkdir(parents=True, exist_ok=True)
    for name, start, size in (("vector.bsonvec", b"\x27\0", (3 << 30) + 1), ("a.data", bools(5 << 30), 5 << 30), ("b.data", bools(2 << 30), 2 << 30)):
        with open(top / name, "wb") as file:
            file.write(start)
            file.truncate(len(start) + size)


def bools(count):
    """The header of a stream of one value."""
    return b"b\2\1bool" + struct.pack("<Q", count)

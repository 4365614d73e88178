# SPDX-License-Identifier: Apache-2.0
"""BSON by pymongo: decode_all makes a list of dicts; as_vector the elements of a vector, as a list or an array of numpy."""
import sys

import bson
import pymongo
from bson.binary import VECTOR_SUBTYPE, Binary

from serve import answer, load, serve

as_numpy = sys.argv.pop(1) == "numpy"


def vectors_in(value):
    if isinstance(value, dict):
        for part in value.values():
            yield from vectors_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from vectors_in(part)
    elif isinstance(value, Binary) and value.subtype == VECTOR_SUBTYPE:
        yield value[2:]


def documents(path):
    raw = load(path)

    def told():
        found = bson.decode_all(raw)
        vectors = list(vectors_in(found))
        return answer(documents=len(found), vectors=len(vectors), vector_bytes=sum(map(len, vectors)),
                      vector_sum=sum(map(sum, vectors)))

    return lambda: len(bson.decode_all(raw)), told


def vector(path):
    binary = Binary(load(path), VECTOR_SUBTYPE)

    def elements():
        return len(binary.as_vector(return_numpy=as_numpy).data)

    return elements, lambda: answer(elements=elements(), sum=sum(binary[2:]))


if not bson.has_c():
    sys.exit("pymongo has no C extension here")
serve({"bson": documents, "bson-vector": vector}, pymongo.version)

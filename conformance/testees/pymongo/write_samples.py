# SPDX-License-Identifier: Apache-2.0
"""Writes real .bson files with pymongo, as mongodump lays them out: documents one after the other.

write_samples.py FOLDER                 articles.bson, images.bson, nested.bson
write_samples.py --damage FROM TO       a copy in which the padding of one INT8 or FLOAT32 vector is 3
"""
import datetime
import random
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import bson
import samples
from bson.binary import Binary, BinaryVectorDtype


def vector(rng, dtype, count):
    if dtype is BinaryVectorDtype.FLOAT32:
        return Binary.from_vector([rng.uniform(-1, 1) for _ in range(count)], dtype)
    if dtype is BinaryVectorDtype.INT8:
        return Binary.from_vector([rng.randint(-128, 127) for _ in range(count)], dtype)
    padding = -count % 8
    data = [rng.randrange(256) for _ in range((count + 7) // 8)]
    if padding:
        data[-1] &= 0xFF << padding & 0xFF
    return Binary.from_vector(data, dtype, padding)


def articles(rng):
    for i in range(500):
        yield {
            "_id": bson.ObjectId(f"{i:024x}"),
            "title": f"Artikel № {i}",
            "tags": rng.sample(["science", "politics", "sport", "film", "garden"], 3),
            "published": datetime.datetime(2026, 1, 1) + datetime.timedelta(days=i),
            "embedding": vector(rng, BinaryVectorDtype.FLOAT32, 768),
        }


def images(rng):
    for i in range(500):
        yield {
            "_id": i,
            "quantised": vector(rng, BinaryVectorDtype.INT8, 128),
            "hash": vector(rng, BinaryVectorDtype.PACKED_BIT, 61 + i % 8),
        }


def nested(rng):
    for i in range(100):
        yield {"_id": i, "chunks": [{"text": "…", "vectors": {"small": vector(rng, BinaryVectorDtype.INT8, n)}} for n in range(5)]}


def write(folder):
    rng = random.Random(9)
    for collection in (articles, images, nested):
        path = folder / f"{collection.__name__}.bson"
        path.write_bytes(b"".join(bson.encode(document) for document in collection(rng)))


def damage(content):
    middle = content.index(b"embedding\0", len(content) // 2)
    padding = middle + len(b"embedding\0") + 4 + 1 + 1  # after the length, the subtype and the dtype
    content[padding] = 3
    return f"byte {padding} is now 3"


samples.run(write, damage)

# SPDX-License-Identifier: Apache-2.0
"""What testees of packages that take arrays of numpy share."""
import struct

import numpy

from hallmark_testee import Unsupported, data_bytes

ELEMENTS = {"i8": "i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "u8": "u1", "u16": "<u2", "u32": "<u4", "u64": "<u8",
            "f16": "<f2", "f32": "<f4", "f64": "<f8", "bool": "?"}


def array_of(tensor, elements=ELEMENTS, read=numpy.frombuffer):
    """A tensor of a value as an array, where there is one: what cannot be an array cannot be said by a caller. `read`
    makes elements of bytes."""
    if tensor["dtype"] not in elements:
        raise Unsupported(f"no elements of the type {tensor['dtype']}")
    try:
        flat = read(data_bytes(tensor["data"]), elements[tensor["dtype"]])
        return flat.reshape([int(size) for size in tensor["shape"]])
    except (ValueError, OverflowError, struct.error) as error:
        raise Unsupported(f"no array of numpy: {error}") from None

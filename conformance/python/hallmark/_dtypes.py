# SPDX-License-Identifier: Apache-2.0
"""The dtypes of the formats, and those of NumPy."""
from __future__ import annotations

import functools
import sys

import numpy

if sys.byteorder != "little":
    raise ImportError("the arrays of hallmark are views of little-endian files")

_KNOWN = {name: numpy.dtype(code) for name, code in {
    "bool": "?", "i8": "i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "u8": "u1", "u16": "<u2", "u32": "<u4", "u64": "<u8",
    "f16": "<f2", "f32": "<f4", "f64": "<f8", "c64": "<c8", "c128": "<c16"}.items()}
# Those that NumPy lacks. e4m3 of BinTensors is that of safetensors, without infinities.
_ML_DTYPES = {"bf16": "bfloat16", "f8_e5m2": "float8_e5m2", "f8_e4m3": "float8_e4m3fn", "f8_e8m0": "float8_e8m0fnu",
              "f8_e4m3fnuz": "float8_e4m3fnuz", "f8_e5m2fnuz": "float8_e5m2fnuz"}


def shares_bytes(name: str) -> bool:
    """Whether elements share bytes, those of a block among them: such a tensor is given as the bytes that hold it."""
    return name not in ("bytes", *_KNOWN, *_ML_DTYPES)


def of(name: str) -> numpy.dtype:
    """The dtype that a format calls so; what NumPy lacks is from ml_dtypes, which is imported only for this."""
    if name in _KNOWN:
        return _KNOWN[name]
    if name not in _ML_DTYPES:
        raise TypeError(f"NumPy has no array of {name}, whose elements share bytes; raw() gives the bytes")
    try:
        import ml_dtypes
    except ImportError:
        message = f"{name} needs the package ml_dtypes, which is not installed; raw() gives the bytes without it"
        raise ImportError(message, name="ml_dtypes") from None
    if not hasattr(ml_dtypes, _ML_DTYPES[name]):
        raise ImportError(f"{name} needs a newer ml_dtypes, 0.5 or later; raw() gives the bytes without it", name="ml_dtypes")
    return numpy.dtype(getattr(ml_dtypes, _ML_DTYPES[name]))


@functools.lru_cache  # NumPy takes long to name a dtype, and a file may have many tensors
def name_of(dtype: numpy.dtype) -> str:
    """The name that the formats have for a dtype, in whatever byte order."""
    if dtype == object:
        return "bytes"
    for name, code in _ML_DTYPES.items():
        if code == dtype.name:
            return name
    wanted = dtype.newbyteorder("<")
    for name, known in _KNOWN.items():
        if known == wanted:
            return name
    raise TypeError(f"no format has the dtype {dtype}")

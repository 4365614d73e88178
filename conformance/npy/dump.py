# SPDX-License-Identifier: Apache-2.0
"""hallmark.dumps for npy."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy

from .. import _core


def encode(tensors: Any, format: str) -> Any:
    """`tensors`: one array, of any dtype that NumPy saves without a pickle. The file has the bytes of numpy.save, but for
    names of fields that are Latin-1 and not ASCII, which are in UTF-8.
    """
    array = numpy.asarray(tensors)
    fortran_order = array.flags.f_contiguous and not array.flags.c_contiguous
    flat = numpy.ascontiguousarray(array.T if fortran_order else array).reshape(-1)
    data = b"" if array.nbytes == 0 or array.dtype.hasobject else flat.view(numpy.uint8)  # the dtype of objects is refused
    descr = numpy.lib.format.dtype_to_descr(array.dtype)
    return partial(_core.encode_npy, repr(descr), array.shape, fortran_order, data)

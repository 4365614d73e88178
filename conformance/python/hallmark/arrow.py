"""Checks record batches of Arrow: many inputs in one call, and what is wrong with them as columns. Needs pyarrow."""
from __future__ import annotations

from typing import Any, Protocol

import pyarrow

from . import _core
from ._validate import choices

__all__ = ["SCHEMA", "validate"]


class Batch(Protocol):
    """A pyarrow.RecordBatch, or one of any library that shares it without copying."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


class _Shared:
    def __init__(self, capsules: tuple[object, object]) -> None:
        self._capsules = capsules

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self._capsules


def validate(batch: Batch, *, format: str = "auto", profile: str = "strict", as_folder: bool = False, header_length: int | None = None,
             max_errors: int = 20, max_alloc: int = 1 << 30, max_depth: int | None = None,
             max_rank: int | None = None) -> pyarrow.RecordBatch:
    """Judges every row of a batch, and gives a row for each finding, and one for each input without findings (SCHEMA).

    Columns of the batch: `path`, a string, the name of the input; `content`, binary, its bytes. Where content is null, or
    the column is missing, the file of that path is read. `problem`, a string, may say why an input cannot be read.
    With `as_folder` the verdict of a file that shows no format is "skipped", as in a folder that the program checks.
    The GIL is released meanwhile.
    """
    if not 1 <= max_errors <= 10_000:
        raise ValueError("max_errors is 1 to 10000")
    if not hasattr(batch, "__arrow_c_array__"):
        raise TypeError("this is no record batch; take to_batches() of a table")
    chosen: Any = choices(format=format, profile=profile, header_length=header_length, max_alloc=max_alloc, max_depth=max_depth,
                          max_rank=max_rank)
    return pyarrow.record_batch(_Shared(_core.validate_batch(*batch.__arrow_c_array__(), chosen, max_errors, as_folder)))


# row       which row of the batch the input was; ordinal counts its rows of findings from 0
# path … alternative   the input, as INPUT of `hallmark validate --report json`: of an HTTP message its message_index
# rule … actual        the finding, whose place is the field; null where there is none
SCHEMA = validate(pyarrow.record_batch({"path": pyarrow.array([], pyarrow.string())})).schema

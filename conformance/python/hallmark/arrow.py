# SPDX-License-Identifier: Apache-2.0
"""Checks record batches of Arrow: many inputs in one call, and what is wrong with them as columns. Needs pyarrow."""
from __future__ import annotations

from typing import Any, Literal, Protocol

import pyarrow

from . import _core
from ._formats import Format
from ._validate import Profile, choices

__all__ = ["SCHEMA", "validate"]


class Batch(Protocol):
    """A pyarrow.RecordBatch, or one of any library that shares it without copying."""

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...


_TEXT = (pyarrow.string(), pyarrow.binary(), pyarrow.large_string(), pyarrow.large_binary())


def _values(rows: pyarrow.StructArray, *names: str) -> list[Any] | None:
    """The first column of these names as buffers, which are not copied, and None; or None if there is no such column."""
    known = [field.name for field in rows.type]
    for name in names:
        if name in known:
            column = rows.field(known.index(name))
            if isinstance(column, pyarrow.ExtensionArray):
                column = column.storage
            if column.type not in _TEXT:
                raise ValueError(f'column "{name}" is neither string nor binary, nor a large one of these; cast it')
            return [value.as_buffer() for value in column]
    return None


def validate(batch: Batch, *, format: Format | Literal["auto"] = "auto", profile: Profile = "strict", as_folder: bool = False, header_length: int | None = None,
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
    given = pyarrow.array(batch)  # a batch with an offset is a struct, but no RecordBatch
    if not pyarrow.types.is_struct(given.type):
        raise ValueError("this is no record batch")
    if given.null_count:
        raise ValueError("a row of the batch is null as a whole")
    given.validate(full=True)  # pyarrow trusts other libraries
    path, content, problem = (_values(given, *names) for names in (["path"], ["content", "bytes"], ["problem"]))
    if path is None and content is None:
        raise ValueError('the batch has neither a column "path" nor "content"')
    none = [None] * len(given)
    inputs = [(bytes(name or b""), data, bytes(reason or b"")) for name, data, reason in zip(path or none, content or none, problem or none)]
    columns = _core.validate_batch(inputs, chosen, max_errors, as_folder)
    fields = [pyarrow.field(name, pyarrow.string() if text else pyarrow.int64(), nullable) for name, text, nullable, _ in columns]
    values = [pyarrow.array(column[-1], field.type) for column, field in zip(columns, fields)]
    return pyarrow.record_batch(values, schema=pyarrow.schema(fields))


# row       which row of the batch the input was; ordinal counts its rows of findings from 0
# path … alternative   the input, as INPUT of `hallmark validate --report json`: of an HTTP message its message_index
# rule … actual        the finding, whose place is the field; null where there is none
SCHEMA = validate(pyarrow.record_batch({"path": pyarrow.array([], pyarrow.string())})).schema

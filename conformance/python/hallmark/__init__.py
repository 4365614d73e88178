# SPDX-License-Identifier: Apache-2.0
"""Checks and reads tensor files.

validate() reports what is wrong with an input; open() gives its tensors as NumPy arrays, and nothing of an input that is
not valid; dump() writes them; inspect() shows what a file holds, formats() what can be read, explain() what a rule says.
hallmark.vectors holds inputs to test a decoder with, hallmark.arrow judges record batches; both are imported when first used.
"""
import importlib as _importlib
from typing import TYPE_CHECKING

from ._core import Finding, InputReport, JudgedReader, Readers, Report, Rule
from ._core import version as __version__
from ._dump import Body, dump, dumps
from ._errors import Error, InvalidError, LimitedError, RefusedError, UnreadableError, UnsupportedError
from ._files import TensorFile, TensorInfo, TensorList, Tensors, open
from ._formats import Format
from ._tables import FormatInfo, explain, formats, inspect
from ._validate import Profile, Source, validate

if TYPE_CHECKING:
    from . import arrow, vectors

__all__ = ["Body", "Error", "Finding", "Format", "FormatInfo", "InputReport", "InvalidError", "JudgedReader", "LimitedError", "Profile", "Readers",
           "RefusedError", "Report", "Rule", "Source", "TensorFile", "TensorInfo", "TensorList", "Tensors", "UnreadableError", "UnsupportedError", "__version__",
           "arrow", "dump", "dumps", "explain", "formats", "inspect", "open", "validate", "vectors"]

# Where users find them.
for _class in (Body, Error, FormatInfo, InvalidError, LimitedError, RefusedError, TensorFile, TensorInfo, TensorList, Tensors, UnreadableError,
               UnsupportedError):
    _class.__module__ = __name__


def __getattr__(name: str) -> object:
    if name in ("arrow", "vectors"):
        return _importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

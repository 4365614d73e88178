"""Checks and reads tensor files.

validate() reports what is wrong with an input; open() gives its tensors as NumPy arrays, and nothing of an input that is
not valid; dump() writes them; hallmark.vectors holds inputs to test a decoder with.
"""
from ._core import Finding, InputReport, JudgedReader, Readers, Report
from ._core import version as __version__
from ._dump import dump, dumps
from ._errors import Error, InvalidError, LimitedError, RefusedError, UnreadableError, UnsupportedError
from ._files import TensorFile, TensorInfo, TensorList, open
from ._validate import validate

__all__ = ["Error", "Finding", "InputReport", "InvalidError", "JudgedReader", "LimitedError", "Readers", "RefusedError", "Report", "TensorFile", "TensorInfo",
           "TensorList", "UnreadableError", "UnsupportedError", "dump", "dumps", "open", "validate"]

# Where users find them.
for _class in (Error, InvalidError, LimitedError, RefusedError, TensorFile, TensorInfo, TensorList, UnreadableError, UnsupportedError):
    _class.__module__ = __name__

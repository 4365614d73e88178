# SPDX-License-Identifier: Apache-2.0
"""What the testees of npy in Python share: an input as a file, a bound of memory, and what a header names that a package lacks."""
import re
import resource
import sys

sys.path.insert(0, f"{sys.path[0]}/../python_kit")
sys.path.append(f"{sys.path[1]}/..")

from apart import apart, file_named
from hallmark_testee import Format, Unsupported, data, data_bytes, serve

MEMORY = 4 << 30  # address space of a testee: a package that asks for more gets a MemoryError
DESCR = re.compile(rb"""['"]descr['"]\s*:\s*(\[|['"]([^'"]*)['"])""")
TYPES = re.compile(rb"\|b1|\|[iu]1|[<>][iuf][248]|[<>]c(8|16)|\|[SV]\d+|[<>]U\d+|[<>][mM]8(\[\w+\])?")


def file_with(raw):
    return file_named("array.npy", raw)


def lacking(raw, types):
    """Whether a header names a type of the format that is none of `types`, so that refusing it is no verdict."""
    found = DESCR.search(raw)
    return found and (found[1] == b"[" or TYPES.fullmatch(found[2]) and found[2].decode() not in types)


def offer(about, format, rejections):
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    serve({"language": "python", **about}, {"npy": format}, rejections=rejections)

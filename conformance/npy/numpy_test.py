# SPDX-License-Identifier: Apache-2.0
"""What strict takes of mutated headers, numpy and Python's own parser take, too, and read as the same array."""
import ast
import io
import random
import string

import pytest
from arrays_test import any_array, same, saved
from numpy.lib import format as npy

import hallmark

pytestmark = pytest.mark.filterwarnings("ignore")  # of versions 2.0 and 3.0, and of escapes
COUNT = 10_000
# What the decoder says is no literal of Python. What it narrows beyond that is a decision, and has other rules.
NO_LITERAL = ["literal-syntax", "literal-truncated", "literal-dictionary", "string-newline", "escape-digits", "escape-range"]
WORDS = ["'", '"', ",", "(", ")", "[", "]", "{", "}", ":", " ", "\t", "0", "1", "9", "-", "L", "\\", "\\x41", "u", "True", "False", "None", "<", ">", "|", "=", "f4", "O",
         "''", "('', '|V3'), ", "(1,)", "#", "\xe9"]


def parts(file):
    """The text of the header, by version, and the data."""
    begin = 10 if file[6] == 1 else 12
    end = begin + int.from_bytes(file[8:begin], "little")
    return file[begin:end].decode("utf-8" if file[6] == 3 else "latin-1", "replace"), file[end:]


def mutated(draw, file):
    header, data = parts(file)
    header = header.rstrip()
    for _ in range(draw.randrange(1, 4)):
        at, size = draw.randrange(len(header) + 1), draw.choice([0, 0, 1, 1, 2, 5])
        new = draw.choice(WORDS) if draw.random() < 0.7 else draw.choice(string.printable)
        header = header[:at] + draw.choice([new, "", header[at:at + size] * 2]) + header[at + size:]
    encoded = header.encode("utf-8" if file[6] == 3 else "latin-1", "replace")
    begin = 10 if file[6] == 1 else 12
    encoded += b" " * (-(begin + len(encoded) + 1) % 64) + b"\n"
    return file[:8] + len(encoded).to_bytes(begin - 8, "little") + encoded + data


def test_numpy_takes_what_strict_takes():
    draw = random.Random(44)
    taken = 0
    for _ in range(COUNT):
        file = mutated(draw, saved(any_array(draw)))
        try:
            literal = ast.literal_eval(parts(file)[0])
        except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
            literal = None
        try:
            array = hallmark.open(file, format="npy")[0]
        except hallmark.InvalidError as error:
            assert error.rule.removeprefix("npy/") not in NO_LITERAL or literal is None, (file, error)
        except hallmark.UnsupportedError:
            pass
        else:
            taken += 1
            given = npy.read_array(io.BytesIO(file), allow_pickle=False, max_header_size=len(file) + 1)
            assert literal is not None and array.shape == literal["shape"] and array.nbytes == given.nbytes, file
            assert same(array, given) or "''" in repr(array.dtype), file  # numpy names such fields itself
    assert taken > COUNT / 50, taken

# SPDX-License-Identifier: Apache-2.0
"""What numpy writes is valid and comes back as it was; and what strict takes of mutated headers, numpy and Python's own
parser take with the same dtype and shape."""
import ast
import base64
import io
import json
import os
import random
import string
import subprocess

import numpy
import pytest
from numpy.lib import format as npy

pytestmark = pytest.mark.filterwarnings("ignore")  # of versions 2.0 and 3.0, and of escapes
COUNT = 10_000
# What the decoder says is no literal of Python. What it narrows beyond that is a decision, and has other rules.
NO_LITERAL = ["literal-syntax", "literal-truncated", "literal-dictionary", "string-newline", "escape-digits", "escape-range"]
PLAIN = ["?", "b", "B", "i2", "u2", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16", "S0", "S1", "S7", "U0", "U1", "U3", "V1", "V5", "M8", "m8"]
NAMES = ["x", "it's", '"', "\\", "a b", "\n", "\x00", "\x7f", "\xa0", "caf\xe9", "\u0142", "\u4e16", "\U0001f600", "\ue000", "'\"", "}", "f0"]


def judged(files):
    """The replies of the decoder, one for each file."""
    lines = [{"cmd": "hello", "protocol": 1}]
    lines += [{"cmd": "run", "seq": i, "op": "decode", "format": "npy", "input": {"base64": base64.b64encode(file).decode()}, "options": {}} for i, file in enumerate(files)]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    run = subprocess.run([os.environ["HALLMARK_PROGRAM"], "serve-testee"], input=text, capture_output=True, text=True, check=True)
    replies = [json.loads(line) for line in run.stdout.splitlines()][1:]
    assert len(replies) == len(files)
    return replies


def any_dtype(draw, level=0):
    """README.md says what is left out: numpy itself does not read it as it was."""
    if level == 3 or draw.random() < 0.5:
        kind = draw.choice(PLAIN)
        if kind in ("M8", "m8"):
            kind += draw.choice(["", "[Y]", "[M]", "[D]", "[h]", "[m]", "[ms]", "[us]", "[25s]", "[as]", "[7ns]"])
        return numpy.dtype(draw.choice("<>") + kind)
    names = draw.sample(NAMES, draw.randrange(4))
    formats = [any_dtype(draw, level + 1) for _ in names]
    formats = [(one, any_shape(draw)) if one.itemsize and draw.random() < 0.3 else one for one in formats]
    if draw.random() < 0.3:  # gaps between fields, and after the last
        offsets, end = [], 0
        for one in formats:
            offsets.append(end + draw.randrange(4))
            end = offsets[-1] + numpy.dtype(one).itemsize
        return numpy.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": end + draw.randrange(4)})
    titled = [(f"title {i}", name) if draw.random() < 0.2 else name for i, name in enumerate(names)]
    return numpy.dtype(list(zip(titled, formats)), align=titled == names and draw.random() < 0.5)


def any_shape(draw):
    return tuple(draw.choice([0, 1, 1, 2, 3]) for _ in range(draw.randrange(4)))


def written(draw):
    """An array, and the file that numpy writes."""
    while True:
        dtype, shape = any_dtype(draw), any_shape(draw)
        if dtype.itemsize * numpy.prod(shape, dtype=int) <= 2000:
            break
    array = numpy.zeros(shape, dtype, order=draw.choice("CF"))
    if dtype.kind in "iufcV" and dtype.names is None and array.nbytes:
        array = numpy.frombuffer(draw.randbytes(array.nbytes), dtype).reshape(shape, order="A").copy(draw.choice("CF"))
    out = io.BytesIO()
    npy.write_array(out, array)
    return array, out.getvalue()


def loaded(file):
    return npy.read_array(io.BytesIO(file), allow_pickle=False, max_header_size=len(file) + 1)


def listed(value):
    """Lists for tuples, as JSON has them."""
    return [listed(one) for one in value] if isinstance(value, (list, tuple)) else value


def parts(file):
    """The text of the header, by version, and the data."""
    begin = 10 if file[6] == 1 else 12
    end = begin + int.from_bytes(file[8:begin], "little")
    return file[begin:end].decode("utf-8" if file[6] == 3 else "latin-1", "replace"), file[end:]


def test_numpy_writes():
    draw = random.Random(43)
    made = [written(draw) for _ in range(COUNT)]
    for (array, file), reply in zip(made, judged([file for _, file in made])):
        assert reply["result"] == "accepted", (file, reply)
        value = reply["value"]
        assert loaded(file).dtype == array.dtype, file
        assert tuple(value["shape"]) == array.shape, file
        assert listed(ast.literal_eval(parts(file)[0])["descr"]) == value["descr"], file
        if array.dtype.kind in "biufcmMU":
            assert base64.b64decode(value["data"]["base64"]) == array.astype(array.dtype.newbyteorder("<")).tobytes(), file


def mutated(draw, file):
    header, data = parts(file)
    header = header.rstrip()
    words = ["'", '"', ",", "(", ")", "[", "]", "{", "}", ":", " ", "\t", "0", "1", "9", "-", "L", "\\", "\\x41", "u", "True", "False", "None", "<", ">", "|", "=", "f4", "O", "''", "('', '|V3'), ", "(1,)", "#", "\xe9"]
    for _ in range(draw.randrange(1, 4)):
        at, size = draw.randrange(len(header) + 1), draw.choice([0, 0, 1, 1, 2, 5])
        new = draw.choice(words) if draw.random() < 0.7 else draw.choice(string.printable)
        header = header[:at] + draw.choice([new, "", header[at:at + size] * 2]) + header[at + size:]
    encoded = header.encode("utf-8" if file[6] == 3 else "latin-1", "replace")
    begin = 10 if file[6] == 1 else 12
    encoded += b" " * (-(begin + len(encoded) + 1) % 64) + b"\n"
    return file[:8] + len(encoded).to_bytes(begin - 8, "little") + encoded + data


def test_numpy_takes_what_strict_takes():
    draw = random.Random(44)
    files = [mutated(draw, written(draw)[1]) for _ in range(COUNT)]
    taken = 0
    for file, reply in zip(files, judged(files)):
        try:
            literal = ast.literal_eval(parts(file)[0])
        except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError):
            literal = None
        if reply["result"] == "rejected":
            rule = reply["error"]["message"].split("npy/")[-1].split(":")[0].split(" ")[0]
            assert rule not in NO_LITERAL or literal is None, (file, reply)
            continue
        if reply["result"] == "unsupported":
            continue
        taken += 1
        value = reply["value"]
        assert literal is not None and listed(literal["shape"]) == value["shape"], (file, reply)
        assert listed(literal["descr"]) == value["descr"] and literal["fortran_order"] == value["fortran_order"], (file, reply)
        array = loaded(file)
        assert array.shape == tuple(value["shape"]) and array.dtype == npy.descr_to_dtype(literal["descr"]), (file, reply)
    assert taken > COUNT / 50, taken

# SPDX-License-Identifier: Apache-2.0
"""Testee for openinfer-oinf: its verifier decodes, its writer encodes.

testee.py           the verifier in this process
testee.py program   the program verify_oinf, a process for each input; encoding is not offered

The verifier gives a verdict and prints; its values cannot be read, so decoding is verdict-only. OinfError is how it
reports a bad file. Other exceptions are unexpected rejections. Both end the program with a traceback and the status 1.
"""
import contextlib
import dataclasses
import io
import os
import runpy
import sys
import tempfile
import traceback
import warnings

sys.path.insert(0, f"{sys.path[0]}/../python_kit")

import numpy
from hallmark_testee import Format, Unsupported, data_bytes, serve
from importlib.metadata import version
from numpy_values import ELEMENTS, array_of
from oinf_common import OinfError
from oinf_verify import parse_file


@contextlib.contextmanager
def file_with(raw):
    with tempfile.NamedTemporaryFile(suffix=".oinf") as file:
        file.write(raw)
        file.flush()
        yield file.name


def verify(raw):
    with file_with(raw) as name, contextlib.redirect_stdout(io.StringIO()):
        parse_file(name)


class Traceback(Exception):
    """The program ended by an exception that is no OinfError."""


def run_program(name, said):
    """The program in this process, which ends with it. numpy is here already, which is what makes it fast."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(said.fileno(), 2)
    sys.argv = ["verify_oinf", name]
    try:
        runpy.run_module("verify_oinf", run_name="__main__")
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    os._exit(0)


def verify_by_program(raw):
    with file_with(raw) as name, tempfile.TemporaryFile() as said:
        child = os.fork()
        if child == 0:
            run_program(name, said)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            os.kill(os.getpid(), os.WTERMSIG(status))  # a crash of the program is one of the testee
        if status != 0:
            said.seek(0)
            last = said.read().decode(errors="replace").strip().rpartition("\n")[2]
            raise (OinfError if last.startswith("oinf_common.OinfError:") else Traceback)(last)


@dataclasses.dataclass
class Model:
    """The writer takes dictionaries in place of fields; names need not be those of Python then."""
    sizevars: dict
    metadata: dict
    tensors: dict


def metadata_value(entry, writer):
    kind = entry["type"]
    if kind == "string":
        return entry["value"]
    if kind == "bitset":
        bits = numpy.unpackbits(numpy.frombuffer(data_bytes(entry["data"]), "u1"), bitorder="little")
        if not entry["bits"] <= len(bits) < entry["bits"] + 8 or bits[entry["bits"] :].any():
            raise Unsupported("bits are given as a list, which has neither bytes nor unused bits")
        return writer.Bitset(bits[: entry["bits"]].tolist())
    if kind == "ndarray":
        return array_of(entry)
    raw = data_bytes(entry["data"])
    if len(raw) != numpy.dtype(ELEMENTS[kind]).itemsize:
        raise Unsupported("a scalar is given as one number, which has the size of its type")
    scalar = numpy.frombuffer(raw, ELEMENTS[kind])[0]
    return bool(scalar) if kind == "bool" else writer.ScalarValue(scalar, kind)


def tensor(entry, writer):
    if entry["data"] is None:
        return writer.UninitializedTensor(entry["dtype"], [int(size) for size in entry["shape"]])
    return writer.TensorSpec(array_of(entry))


def encode(value):
    import dataclass_to_oinf as writer  # brings pydantic, which decoding does not need
    return writer.dataclass_to_oinf(Model(
        {name: int(size) for name, size in value["sizevars"].items()},
        {entry["key"]: metadata_value(entry, writer) for entry in value["metadata"]},
        {entry["name"]: tensor(entry, writer) for entry in value["tensors"]}))


warnings.simplefilter("ignore")  # numpy warns of what overflows in its statistics; the verdict is the same
as_program = sys.argv[1:] == ["program"]
work = (verify_by_program,) if as_program else (verify, encode)
serve({"name": "openinfer-oinf-program" if as_program else "openinfer-oinf", "version": version("openinfer-oinf"),
       "language": "python", "homepage": "https://docs.open-infer.nl"},
      {"oinf": Format(*work, features=("verdict-only",))}, rejections=(OinfError,))

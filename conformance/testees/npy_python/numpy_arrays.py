# SPDX-License-Identifier: Apache-2.0
"""What numpy.load reads and numpy.save writes, in whatever Python a release needs, 2.7 too: first the release, then a reply to
each request, one a line, as JSON."""
import base64
import io
import json
import os
import pickle
import sys
import tempfile

import numpy
from numpy.lib import format as npy

DOCUMENTED = (ValueError, EOFError, IOError, pickle.UnpicklingError)  # by numpy.load
TURNED = "biufcmMU"  # kinds whose data are row-major and little-endian in a value; of the others they are as in the file
TEXT = type(u"")


class Unsupported(Exception):
    pass


def shown(descr):
    """The description of a dtype as JSON. In Python 2 a name is bytes."""
    if isinstance(descr, (list, tuple)):
        return [shown(one) for one in descr]
    return descr.decode("latin-1") if isinstance(descr, bytes) else descr


def loaded(raw):
    with tempfile.NamedTemporaryFile(suffix=".npy") as file:  # from memory numpy leaves out the bytes of padding
        file.write(raw)
        file.flush()
        array = numpy.load(file.name, allow_pickle=False)
    if not isinstance(array, numpy.ndarray):
        raise ValueError("no array")
    turned = array.dtype.kind in TURNED
    little = array.byteswap() if turned and array.dtype.byteorder == ">" else array
    data = little.tobytes("C" if turned else "A")
    fortran = array.flags.f_contiguous and not array.flags.c_contiguous
    return {"version": "%d.%d" % npy.read_magic(io.BytesIO(raw)), "descr": shown(npy.dtype_to_descr(array.dtype)),
            "fortran_order": bool(fortran), "shape": array.shape, "data": {"base64": base64.b64encode(data).decode()}}


def named(name):
    if str is TEXT or not isinstance(name, TEXT):
        return name
    try:
        return name.encode("ascii")
    except UnicodeEncodeError:
        raise Unsupported("names are bytes in Python 2")


def described(descr):
    """The way back of shown."""
    if not isinstance(descr, list):
        return str(descr)
    return [(tuple(map(named, one[0])) if isinstance(one[0], list) else named(one[0]), described(one[1])) + tuple(map(tuple, one[2:]))
            for one in descr]


def saved(value, raw):
    dtype = getattr(npy, "descr_to_dtype", numpy.dtype)(described(value["descr"]))
    turned, order = dtype.kind in TURNED, "F" if value["fortran_order"] else "C"
    if shown(npy.dtype_to_descr(dtype)) != value["descr"]:
        raise Unsupported("numpy has no such dtype")
    shape = [int(size) for size in value["shape"]]
    array = numpy.ndarray(shape, dtype.newbyteorder("<") if turned else dtype, bytearray(raw), order="C" if turned else order)
    if turned:
        array = array.astype(dtype, order=order)
    if array.dtype != dtype:
        raise Unsupported("numpy makes an array of another dtype")
    with tempfile.NamedTemporaryFile(suffix=".npy") as file:
        numpy.save(file.name, array, allow_pickle=False)
        return base64.b64encode(file.read()).decode()


def reply(request):
    raw = base64.b64decode(request["raw"])
    try:
        return {"made": saved(request["value"], raw) if request["value"] else loaded(raw)}
    except Unsupported as reason:
        return {"unsupported": str(reason)}
    except Exception as error:
        return {"documented": isinstance(error, DOCUMENTED), "error": type(error).__name__ + ": " + repr(error.args)}


def apart(line):
    """The reply of a process of its own: an old release may break its memory, and fail later."""
    source, target = os.pipe()
    if os.fork() == 0:
        os.write(target, json.dumps(reply(json.loads(line))).encode("ascii"))
        os._exit(0)
    os.close(target)
    with os.fdopen(source) as told:
        made = told.read()
    _, status = os.wait()
    if os.WIFSIGNALED(status):
        os.kill(os.getpid(), os.WTERMSIG(status))
    return made


out = sys.stdout
sys.stdout = sys.stderr
line = json.dumps(numpy.__version__)
while line:
    out.write(line + "\n")
    out.flush()
    line = sys.stdin.readline()
    line = line and apart(line)

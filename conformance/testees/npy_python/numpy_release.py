# SPDX-License-Identifier: Apache-2.0
"""Testee for numpy: numpy_release.py PYTHON ARG... asks numpy_arrays.py, which runs in that Python. If it dies, so does the testee."""
import base64
import json
import pathlib
import subprocess
import sys

from npy_file import Format, Unsupported, data_bytes, offer


class Undocumented(Exception):
    pass


def asked(raw, value=None):
    child.stdin.write(json.dumps({"raw": base64.b64encode(raw).decode(), "value": value}) + "\n")
    child.stdin.flush()
    reply = answer()
    if "unsupported" in reply:
        raise Unsupported(reply["unsupported"])
    if "error" in reply:
        raise (ValueError if reply["documented"] else Undocumented)(reply["error"])
    return reply["made"]


def answer():
    line = child.stdout.readline()
    if not line:
        raise SystemExit(f"Python ended with {child.wait()}")
    return json.loads(line)


child = subprocess.Popen([*sys.argv[1:], pathlib.Path(__file__).parent / "numpy_arrays.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
offer({"name": "numpy", "version": answer(), "homepage": "https://numpy.org"},
      Format(asked, lambda value: base64.b64decode(asked(data_bytes(value["data"]), value)),
             ("structured", "fortran-order", "big-endian", "datetime", "text")), (ValueError,))

# SPDX-License-Identifier: Apache-2.0
"""UTF-8 by CPython's own decoder, which makes a string of it."""
import platform

from serve import answer, load, serve


def utf8(path):
    raw = load(path)
    damaged = bytearray(raw)
    damaged[len(raw) // 2] = 0xFF

    def valid(text):
        try:
            text.decode()
        except UnicodeDecodeError:
            return False
        return True

    return lambda: valid(raw), lambda: answer(valid=valid(raw), damaged=valid(damaged))


serve({"utf8": utf8}, platform.python_implementation())

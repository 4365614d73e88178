# SPDX-License-Identifier: Apache-2.0
"""Numbered copies in golden vectors: {"repeat": N, "of": …, "counter": SPELLING}. No other module is needed to read this one."""
from __future__ import annotations

import base64
import functools
import re
from collections.abc import Callable, Iterator
from typing import Any


# What follows is in the README of the corpus, too, for those who read vectors by a program of their own.
@functools.cache
def number(spelling: str) -> Callable[[int], bytes]:
    """How the number of a copy is written."""
    form, width, order, step, start = re.fullmatch(
        r"(decimal|u|varint):?(\d*)(le|be)?(?:\*(\d+))?(?:\+(\d+))?", spelling).groups()
    width, step, start, order = int(width or 0), int(step or 1), int(start or 0), "big" if order == "be" else "little"

    def varint(n: int) -> bytes:  # the number, or a mark and the number
        mark, size = (251, 2) if n < 1 << 16 else (252, 4) if n < 1 << 32 else (253, 8)
        return bytes([n]) if n <= 250 else bytes([mark]) + n.to_bytes(size, "little")

    if form == "varint":
        return lambda copy: varint(start + step * copy)
    if form == "u":
        return lambda copy: (start + step * copy).to_bytes(width // 8, order)
    return lambda copy: b"%0*d" % (width, start + step * copy)


def runs(items: list) -> Iterator[tuple[bytes, str]]:
    """The bytes of a vector, run by run, and what each is."""
    for item in items:
        if not isinstance(item, dict):
            yield bytes.fromhex(item[0]) * int(item[2] if len(item) > 2 else 1), item[1]
            continue
        parts = []
        for what, text in item["of"]:
            fixed = set(what) <= set("0123456789abcdef")
            spelling = item["counter"] if what == "counter" else what
            parts.append(((lambda copy, same=bytes.fromhex(what): same) if fixed else number(spelling), text))
        for copy in range(int(item["repeat"])):
            for write, text in parts:
                yield write(copy), text


def whole(value: Any, counter: str | None = None, copy: int | None = None) -> Any:
    """A value with its copies; in a copy, its number replaces what stands in braces."""
    def digits(found: re.Match) -> str:
        spelling = counter if found[1] == "counter" else found[1]
        n = number(spelling)(copy)
        return n.decode() if spelling.startswith("decimal") else base64.b64encode(n).decode()

    if isinstance(value, str):
        return value if copy is None else re.sub(r"\{(.*?)\}", digits, value)
    if isinstance(value, dict):
        if isinstance(value.get("repeat"), int) and isinstance(value.get("of"), (str, list)):
            copies = [whole(value["of"], value.get("counter"), i) for i in range(value["repeat"])]
            return "".join(copies) if isinstance(value["of"], str) else [one for made in copies for one in made]
        return {whole(name, counter, copy): whole(one, counter, copy) for name, one in value.items()}
    if not isinstance(value, list):
        return value
    parts = [(one, whole(one, counter, copy)) for one in value]
    return [part for one, made in parts for part in (made if isinstance(one, dict) and isinstance(made, list) else [made])]

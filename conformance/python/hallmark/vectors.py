# SPDX-License-Identifier: Apache-2.0
"""Golden vectors: inputs whose verdicts follow from the specifications, to test a decoder with.

    for vector in vectors.load("FORMAT"):
        outcome = vector.judge(my_decoder)
        assert outcome.result == "pass" or outcome.level != "MUST", outcome.message

For pytest there is a plugin: mark a test with @pytest.mark.hallmark("FORMAT") and let it take hallmark_vector.
"""
from __future__ import annotations

import builtins
import functools
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _core, _repeats

__all__ = ["Note", "Outcome", "Vector", "folder", "load"]

Value = Any  # of the common model, as JSON: VALUES.md of Hallmark


@dataclass(frozen=True)
class Note:
    """What a flag of a vector means, and what a reader risks that fails it: memory, resources, smuggling, corruption, or ""."""

    kind: str
    description: str
    hazard: str = ""
    links: tuple[str, ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What became of one vector: `result` is "pass", or what the decoder did otherwise: "accepted-invalid", "rejected-valid",
    "wrong-value". At level MUST it breaks a sentence of the specification, at SHOULD a recommendation; DECISION and LIMIT are
    choices of Hallmark's that nobody needs to share."""

    result: str
    level: str
    message: str = ""


@dataclass(frozen=True)
class Vector:
    """An input to decode."""

    id: str
    format: str
    description: str
    clause: str
    level: str  # MUST, SHOULD, DECISION or LIMIT
    verdict: str  # valid, invalid, unsupported or limited; a decoder must refuse all but the first
    runs: list[Any]  # the bytes as they are written in the corpus, where copies are counted
    short_value: Value = None  # of a valid input, as it is written in the corpus
    error: dict[str, Any] | None = None  # of another one: rule, category, offset, path
    options: dict[str, Any] | None = None  # that a decoder needs: header_length, types, profile
    features: frozenset[str] = frozenset()  # what a decoder must offer to be given it
    notes: tuple[Note, ...] = ()

    @property
    def segments(self) -> tuple[tuple[builtins.bytes, str], ...]:
        """The bytes piece by piece, and what each is."""
        return tuple(_repeats.runs(self.runs))

    @property
    def value(self) -> Value:
        """What a decoder makes of a valid input."""
        return _repeats.whole(self.short_value)

    @property
    def bytes(self) -> bytes:
        return b"".join(piece for piece, _ in self.segments)

    @property
    def valid(self) -> bool:
        return self.verdict == "valid"

    @property
    def scored_level(self) -> str:
        """The level at which a failure counts: what concerns a lenient mode is never MUST."""
        return "DECISION" if "compat" in self.features and self.level == "MUST" else self.level

    def judge(self, decode: Callable[[builtins.bytes], Any], *, value: Callable[[Any], Value] | None = None) -> Outcome:
        """Calls a decoder, which accepts by returning and rejects by raising an exception. `value` turns what it returns
        into the common model, to be compared; without it only the verdict is judged."""
        try:
            decoded = decode(self.bytes)
        except Exception as error:
            if not self.valid:
                return Outcome("pass", self.scored_level)
            return Outcome("rejected-valid", self.scored_level, f"{self._subject} is valid, but was rejected: {error!r}")
        if not self.valid:
            why = f"{self.error['rule']} at byte {self.error['offset']}"
            return Outcome("accepted-invalid", self.scored_level, f"{self._subject} is {self.verdict} ({why}), but was accepted")
        if value is not None:
            got, expected = json.dumps(value(decoded)), json.dumps(self.value)
            if not _core.same_value(self.format, got, expected):
                return Outcome("wrong-value", self.scored_level, f"{self._subject}: the value is {_short(got)}, not {_short(expected)}")
        return Outcome("pass", self.scored_level)

    @property
    def _subject(self) -> str:
        return f"{self.id} [{self.scored_level}, {self.clause}], {self.description},"


def _short(text: str) -> str:
    return text if len(text) <= 200 else text[:199] + "…"


def folder() -> Path:
    """The corpus: golden vectors of each family, which `hallmark vectors` reads, too."""
    for above in Path(__file__).parents:
        if (found := above / "share" / "hallmark" / "corpus").is_dir():
            return found
    raise FileNotFoundError("share/hallmark/corpus is not installed above the package hallmark")


@functools.cache
def _all(corpus: Path) -> tuple[Vector, ...]:
    vectors = []
    for file in sorted(corpus.glob("*/golden/*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        notes = {flag: Note(note["kind"], note["description"], note.get("hazard", ""), tuple(note.get("links", ())))
                 for flag, note in content.get("notes", {}).items()}
        vectors += [_vector(one, content["format"], notes) for one in content["vectors"] if one.get("op") != "encode"]
    return tuple(sorted(vectors, key=lambda vector: vector.id))


def _vector(one: dict[str, Any], format: str, notes: dict[str, Note]) -> Vector:
    options = one.get("options", {})
    features = set(one.get("features", ()))
    if options.get("profile") == "compat":
        features.add("compat")
    return Vector(one["id"], format, one["description"], one["clause"], one["level"], one["verdict"], one["bytes"], one.get("value"),
                  one.get("error"), options, frozenset(features), tuple(notes[flag] for flag in one.get("flags", ()) if flag in notes))


def load(*formats: str, features: Iterable[str] | None = None, corpus: str | Path | None = None) -> list[Vector]:
    """The vectors of some formats, or of all, sorted by id. With `features`, those alone that need no other feature than
    these, which the protocol of testees names, such as "text" or "compat".
    """
    every = _all(Path(corpus) if corpus is not None else folder())
    unknown = set(formats) - {vector.format for vector in every}
    if unknown:
        raise ValueError(f"no vectors of {', '.join(sorted(unknown))}")
    offered = None if features is None else set(features)
    return [vector for vector in every
            if (not formats or vector.format in formats) and (offered is None or vector.features <= offered)]

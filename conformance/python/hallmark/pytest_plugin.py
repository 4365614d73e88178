# SPDX-License-Identifier: Apache-2.0
"""The golden vectors as tests.

    @pytest.mark.hallmark("FORMAT")
    def test_my_decoder(hallmark_vector):
        hallmark_vector.check(my_decoder)

is a test for each vector. One that breaks a MUST fails; a SHOULD is a warning; what differs from a DECISION or LIMIT, a
choice of Hallmark's, is an expected failure, which pytest counts and -rx shows. A vector that needs a feature that the mark
does not name is skipped. --hallmark-expect FILE lists known deviations, in the form of `hallmark conform --expect`.
"""
from __future__ import annotations

import fnmatch
import tomllib
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from . import vectors

_MOST = 50  # vectors that one expectation may match: it should say what is known, not hide what is not


class HallmarkWarning(UserWarning):
    """A decoder does not do what a specification recommends."""


class Expectation:
    def __init__(self, entry: dict[str, Any]) -> None:
        unknown = set(entry) - {"pattern", "result", "reason", "issue", "op"}
        if unknown or not {"pattern", "result", "reason"} <= set(entry):
            raise pytest.UsageError(f"hallmark: an expectation has pattern, result and reason, and may have issue and op, not {sorted(entry)}")
        self.pattern, self.result, self.reason = entry["pattern"], entry["result"], entry["reason"]
        self.matched: set[str] = set()

    def matches(self, vector: vectors.Vector) -> bool:
        return fnmatch.fnmatchcase(vector.id, self.pattern)


class HallmarkVector:
    """One vector, as a test takes it. Everything that a hallmark.vectors.Vector has, and check()."""

    def __init__(self, vector: vectors.Vector, expectation: Expectation | None) -> None:
        self.vector = vector
        self._expectation = expectation

    def __getattr__(self, name: str) -> Any:
        return getattr(self.vector, name)

    def check(self, decode: Callable[[bytes], Any], *, value: Callable[[Any], Any] | None = None) -> None:
        """Judges a decoder, which accepts by returning and rejects by raising an exception. See Vector.judge."""
        __tracebackhide__ = True
        outcome = self.vector.judge(decode, value=value)
        expected = self._expectation
        if expected is not None and outcome.result == expected.result:
            pytest.xfail(expected.reason)
        if expected is not None:
            pytest.fail(f"{self.vector.id}: expected {expected.result} ({expected.reason}), but it was {outcome.result}", pytrace=False)
        if outcome.result == "pass":
            return
        message = f"{outcome.result}: {outcome.message}"
        if outcome.level == "MUST":
            pytest.fail(message, pytrace=False)
        if outcome.level == "SHOULD":
            return warnings.warn(HallmarkWarning(message), stacklevel=2)
        pytest.xfail(message)


_expectations = pytest.StashKey[list[Expectation]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("hallmark").addoption("--hallmark-expect", metavar="FILE", help="known deviations from the golden vectors (TOML)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "hallmark(format, ..., features=()): a test of each golden vector of these formats")
    file = config.getoption("--hallmark-expect")
    try:
        entries = tomllib.loads(Path(file).read_text(encoding="utf-8")).get("expect", []) if file else []
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise pytest.UsageError(f"hallmark: {file}: {error}") from None
    config.stash[_expectations] = [Expectation(entry) for entry in entries if entry.get("op", "decode") == "decode"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "hallmark_vector" not in metafunc.fixturenames:
        return
    mark = metafunc.definition.get_closest_marker("hallmark")
    if mark is None or not mark.args or set(mark.kwargs) - {"features"}:
        raise pytest.UsageError(f'hallmark: {metafunc.function.__name__} takes hallmark_vector, so it needs @pytest.mark.hallmark("FORMAT")')
    offered = set(mark.kwargs.get("features", ()))
    try:
        found = vectors.load(*mark.args)
    except ValueError as error:
        raise pytest.UsageError(f"hallmark: {error}") from None
    parameters = []
    for vector in found:
        lacking = vector.features - offered
        marks = [pytest.mark.skip(reason=f"needs features={sorted(lacking)}")] if lacking else []
        parameters.append(pytest.param(_case(vector, metafunc.config, not lacking), id=vector.id, marks=marks))
    metafunc.parametrize("hallmark_vector", parameters)


def _case(vector: vectors.Vector, config: pytest.Config, offered: bool) -> HallmarkVector:
    for expectation in config.stash[_expectations] if offered else ():
        if expectation.matches(vector):
            expectation.matched.add(vector.id)
            return HallmarkVector(vector, expectation)
    return HallmarkVector(vector, None)


# A list of expectations may not rot: each entry is of some vectors, and of few.
def pytest_collection_finish(session: pytest.Session) -> None:
    for expectation in session.config.stash[_expectations]:
        if not 0 < len(expectation.matched) <= _MOST:
            matched = len(expectation.matched) or "no"
            raise pytest.UsageError(f"hallmark: {expectation.pattern} matches {matched} vectors; an expectation matches 1 to {_MOST}")

# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import re
from typing import Any

from . import _core
from ._core import Finding, Report
from ._validate import Input, choices

NAMELESS = "-"  # what reports call bytes that have no name


class Error(ValueError):
    """An input that hallmark.open() does not read. Its class is the verdict; report says all that is wrong with it."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)  # the arguments, of which copies are made: an error can be pickled
        self.report = report

    def __str__(self) -> str:
        finding = self.finding
        place = "" if self.path is None else f"{self.report.inputs[0]}: "
        return f"{place}{self._message} [{finding.rule} {finding.level}] at byte {finding.offset}"

    @property
    def _message(self) -> str:
        """What the program calls --max-alloc is max_alloc here."""
        return re.sub(r"--([a-z-]+)", lambda found: found[1].replace("-", "_"), self.finding.message)

    @property
    def path(self) -> str | None:
        """The file, or the name of bytes in memory; None if they have no name."""
        path = self.report.inputs[0].path
        return None if path == NAMELESS else path

    @property
    def finding(self) -> Finding:
        """The one that decides the verdict."""
        assert self.report.error is not None
        return self.report.error

    @property
    def rule(self) -> str:
        """Id of the rule that decides, as explain() takes it."""
        return self.finding.rule

    @property
    def offset(self) -> int:
        """Of the first byte that breaks it."""
        return self.finding.offset


class InvalidError(Error):
    """The input breaks a rule of its format."""


class UnsupportedError(Error):
    """The input uses a part of its format that is not supported."""


class LimitedError(Error):
    """The input goes beyond a bound, such as max_alloc."""


class UnreadableError(Error):
    """The format is unknown, or the file is damaged as a gzip file. `cut` is the format that the input looks like as far
    as it goes, and where it ends; None if it looks like none.
    """

    def __init__(self, report: Report, cut: tuple[str, int] | None = None) -> None:
        super().__init__(report)
        self.args = report, cut
        self.cut = cut

    @property
    def _message(self) -> str:
        return super()._message if self.cut is None else f"this looks like {self.cut[0]}, cut at byte {self.cut[1]}"


class RefusedError(ValueError):
    """A value that hallmark.dump() does not write, because the format cannot say it."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)
        self.finding = finding

    def __str__(self) -> str:
        return f"{self.finding.message} [{self.finding.rule} {self.finding.level}]"

    @property
    def rule(self) -> str:
        """Id of the rule that refuses it."""
        return self.finding.rule


BY_VERDICT = {"invalid": InvalidError, "unsupported": UnsupportedError, "limited": LimitedError, "unreadable": UnreadableError}


def error_of(given: Input, chosen: dict[str, Any]) -> Exception:
    report = _core.validate(*given, choices(**chosen), 20, False)
    if report.verdict == "unreadable":
        return UnreadableError(report, _core.cut_format(given.path, given.data, chosen["max_alloc"]) if report.format is None else None)
    if report.verdict in BY_VERDICT:
        return BY_VERDICT[report.verdict](report)
    if any(one.message is not None for one in report.inputs):
        return ValueError("this is a file of HTTP messages; open their bodies")
    if report.format not in _core.families:
        return ValueError("this is an index of other files; open those that it names")
    return OSError(f"{os.fsdecode(given.path) if given.data is None else 'the input'} changed while it was read")

from __future__ import annotations

from ._core import Finding, Report


class Error(ValueError):
    """An input that hallmark.open() does not read. Its class is the verdict; report says all that is wrong with it."""

    def __init__(self, report: Report) -> None:
        super().__init__(str(report))
        self.report = report

    def __str__(self) -> str:
        finding = self.finding
        return f"{finding.message} [{finding.rule} {finding.level}] at byte {finding.offset}"

    @property
    def finding(self) -> Finding:
        """The one that decides the verdict."""
        assert self.report.error is not None
        return self.report.error

    @property
    def rule(self) -> str:
        return self.finding.rule

    @property
    def offset(self) -> int:
        return self.finding.offset


class InvalidError(Error):
    """The input breaks a rule of its format."""


class UnsupportedError(Error):
    """The input uses a part of its format that is not supported."""


class LimitedError(Error):
    """The input goes beyond a bound, such as max_alloc."""


class UnreadableError(Error):
    """The format is unknown, or the file is damaged as a gzip file."""


class RefusedError(ValueError):
    """A value that hallmark.dump() does not write, because the format cannot say it."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(f"{finding.message} [{finding.rule} {finding.level}]")
        self.finding = finding

    @property
    def rule(self) -> str:
        return self.finding.rule


BY_VERDICT = {"invalid": InvalidError, "unsupported": UnsupportedError, "limited": LimitedError, "unreadable": UnreadableError}

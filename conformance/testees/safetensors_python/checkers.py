# SPDX-License-Identifier: Apache-2.0
"""Testees for two checkers, which give verdicts alone: checkers.py modelvet | safetensors-print."""
import sys

from safetensors_file import FEATURES, Format, file_with, offer


class Refused(Exception):
    pass


def modelvet(raw):
    from modelvet import verify_safetensors
    report = verify_safetensors(raw)
    if not report.accepted:
        raise Refused(f"{report.violation_name} at {report.offset}")


def safetensors_print(raw):
    from safetensors_print import reader
    with file_with(raw) as file:
        try:
            errors = [issue.message for issue in reader.read_report(str(file)).issues if issue.severity == reader.ERROR]
        except reader.SafetensorsFormatError as error:
            raise Refused(str(error)) from None
    if errors:
        raise Refused("; ".join(errors))


decode, homepage = {"modelvet": (modelvet, "https://github.com/tetsuo-ai/modelvet"),
                    "safetensors-print": (safetensors_print, "https://github.com/drewster99/safetensors-print")}[sys.argv[1]]
offer(sys.argv[1], homepage, Format(decode, features=("verdict-only", *FEATURES)), (Refused,))

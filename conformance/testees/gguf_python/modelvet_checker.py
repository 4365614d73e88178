# SPDX-License-Identifier: Apache-2.0
"""Testee for modelvet, a checker: verify_gguf gives a verdict."""
from gguf_file import Format, offer
from modelvet import verify_gguf


class Refused(Exception):
    pass


def decode(raw):
    report = verify_gguf(raw)
    if not report.accepted:
        raise Refused(f"{report.violation_name} at {report.offset}")


offer("modelvet", "https://github.com/tetsuo-ai/modelvet", Format(decode, features=("verdict-only", "version-2")), (Refused,))

# SPDX-License-Identifier: Apache-2.0
"""What the programs of this folder and of ../growth have in common: --filter, and how they end."""

import argparse
import re
import sys

from counts import CannotMeasure


def pattern(text):
    """The type of an option that takes a regular expression."""
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def ended(parser, run):
    """Runs a program, and gives its exit code: what `run` gives for the arguments, 2 if it cannot measure, 4 for wrong usage."""
    try:
        return run(parser.parse_args())
    except SystemExit as end:
        return 4 if end.code else 0
    except (CannotMeasure, OSError, ValueError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return 2

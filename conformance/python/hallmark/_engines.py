# SPDX-License-Identifier: Apache-2.0
"""hallmark-spark and hallmark-ray, as they are called. They say what is not installed."""
from __future__ import annotations

import importlib
import sys


def start(engine: str) -> int:
    try:
        program = importlib.import_module(f".cluster.{engine}", __package__)
    except ModuleNotFoundError as error:
        print(f"hallmark-{engine}: {error}: pip install 'hallmark-formats[{engine}]'", file=sys.stderr)
        return 2
    return program.main()


def spark() -> int:
    return start("spark")


def ray() -> int:
    return start("ray")

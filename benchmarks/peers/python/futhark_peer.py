# SPDX-License-Identifier: Apache-2.0
"""Futhark values by futhark-data: loadb gives numbers and arrays of numpy."""
import warnings
from importlib.metadata import version

import futhark_data
import numpy

from serve import answer_of, load, serve

warnings.simplefilter("ignore")  # of numpy, about names that it is about to drop


def values(path):
    raw = load(path)

    return (lambda: sum(1 for _ in futhark_data.loadb(raw)),
            lambda: answer_of("values", [numpy.asarray(value) for value in futhark_data.loadb(raw)]))


serve({"futhark": values}, version("futhark-data"))

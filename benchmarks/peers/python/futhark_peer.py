"""Futhark values by futhark-data: loadb gives numbers and arrays of numpy."""
import warnings
from importlib.metadata import version

import futhark_data
import numpy

from serve import answer, load, serve, sum_of

warnings.simplefilter("ignore")  # of numpy, about names that it is about to drop


def values(path):
    raw = load(path)

    def count():
        return sum(1 for _ in futhark_data.loadb(raw))

    def told():
        arrays = [numpy.asarray(value) for value in futhark_data.loadb(raw)]
        return answer(values=len(arrays), elements=sum(array.size for array in arrays), sum=sum(map(sum_of, arrays)) % 2**64)

    return count, told


serve({"futhark": values}, version("futhark-data"))

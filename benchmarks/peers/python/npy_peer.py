# SPDX-License-Identifier: Apache-2.0
"""npy files by numpy, and by the package of Hallmark for Python, of the build that has it.

    npy_peer.py numpy WORK FILE
    npy_peer.py PROGRAM WORK FILE     PROGRAM is hallmark, built with HALLMARK_PYTHON=ON

npy-open maps the file; each gives an array.
"""
import io
import pathlib
import sys

import numpy

from serve import answer, load, serve

package = sys.argv.pop(1)
if package == "numpy":
    version = numpy.__version__

    def opened(path):
        return numpy.load(path, mmap_mode="r")

    def read(content):
        return numpy.load(io.BytesIO(content))
else:
    sys.path.insert(0, str(pathlib.Path(package).parent / "conformance" / "python"))
    import hallmark
    version = hallmark.__version__

    def opened(path):
        return hallmark.open(path)[0]

    def read(content):
        return hallmark.open(content)[0]


def work(array_of):
    def told():
        array = array_of()
        return answer(elements=array.size, item_size=array.itemsize, fields=len(array.dtype.names or ()))

    return lambda: array_of().size, told


def from_memory(path):
    content = load(path)
    return work(lambda: read(content))


serve({"npy": from_memory, "npy-open": lambda path: work(lambda: opened(path))}, version)

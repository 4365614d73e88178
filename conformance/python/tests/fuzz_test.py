# SPDX-License-Identifier: Apache-2.0
"""Arbitrary inputs and arbitrary lives of files and arrays. HALLMARK_FUZZ_EXAMPLES=N tries N of each, never the same ones."""
import gc
import os
import pathlib
import subprocess
import sys

import numpy
from hypothesis import HealthCheck, settings, strategies
from hypothesis import given as hypothesis_given
from hypothesis.extra.numpy import array_shapes
from hypothesis.extra.numpy import arrays as arrays_of
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule

import hallmark
import samples
from hallmark import vectors

EXAMPLES = os.environ.get("HALLMARK_FUZZ_EXAMPLES")
SETTINGS = settings(max_examples=int(EXAMPLES or 150), derandomize=EXAMPLES is None, deadline=None, database=None,
                    suppress_health_check=list(HealthCheck))
VECTORS = [vector for vector in vectors.load() if sum(len(piece) for piece, _ in vector.segments) < 4096]
ONE_VECTOR = strategies.sampled_from(VECTORS)  # once: Hypothesis looks at all of them when it is made


@strategies.composite
def inputs(draw):
    """The bytes of a vector, some of them replaced, removed or repeated, and how to read them."""
    vector = draw(ONE_VECTOR)
    content = bytearray(vector.bytes)
    for _ in range(draw(strategies.integers(0, 4))):
        start = draw(strategies.integers(0, len(content)))
        end = min(len(content), start + draw(strategies.integers(0, 9)))
        content[start:end] = draw(strategies.one_of(strategies.binary(max_size=9), strategies.just(bytes(content[start:end]) * 2),
                                                    strategies.sampled_from([b"\xff" * 8, bytes(8), b"\x7f", b"\x80"])))
    options = {"format": draw(strategies.sampled_from([vector.format, vector.format, "auto"])),
               "profile": draw(strategies.sampled_from(["strict", "compat"]))}
    if vector.format in (samples.REQUEST, samples.RESPONSE):
        options["header_length"] = draw(strategies.none() | strategies.just(vector.options.get("header_length")) | strategies.integers(0, 2**64 - 1))
    for bound in ("max_depth", "max_rank"):
        options[bound] = draw(strategies.none() | strategies.integers(0, 2**32 - 1))
    options["max_alloc"] = draw(strategies.sampled_from([0, 100, 1 << 30]))
    name = draw(strategies.none() | strategies.sampled_from(["x" + extension for extension in samples.EXTENSIONS.values()] + ["a.gz", "\udcff.bt"]))
    return bytes(content), name, options


def read_all(file):
    """Reads every byte of every array; returns the arrays."""
    keys = range(len(file)) if isinstance(file, hallmark.TensorList) else list(file)
    arrays = []
    for key in keys:
        info = file.info(key)
        raw = file.raw(key)
        assert raw.nbytes == info.nbytes and not raw.flags.writeable
        raw.sum()
        try:
            array = file[key]
        except ValueError as error:
            assert "dimension" in str(error) or "too big" in str(error) or "too large" in str(error), error
            continue
        assert not array.flags.writeable
        assert info.dtype in ("packed_bit", "bytes") or array.shape == info.shape
        if array.dtype != object:
            assert array.nbytes == info.nbytes
            array.tobytes()
        arrays.append(array)
    assert isinstance(file.sizes, dict)
    try:
        assert isinstance(file.metadata, dict)
    except ValueError as error:
        assert "dimension" in str(error) or "too big" in str(error) or "too large" in str(error), error
    return arrays


@hypothesis_given(inputs())
@SETTINGS
def test_what_is_valid_opens_and_nothing_else(case):
    content, name, options = case
    report = hallmark.validate(content, name=name, **options)
    assert str(report) and report.to_json() and repr(report)
    for finding in report.findings:
        assert finding.rule and finding.message and finding.level in ("MUST", "SHOULD", "DECISION", "LIMIT")
    try:
        file = hallmark.open(content, name=name, **options)
    except hallmark.Error as error:
        assert error.report.verdict == report.verdict != "valid" and str(error.report) == str(report)
    except MemoryError:
        assert options["max_alloc"] <= 100
    except ValueError as error:
        assert "HTTP" in str(error) and report.inputs[0].message is not None
    else:
        assert report.valid and file.format == report.format
        assert repr(file)
        arrays = read_all(file)
        contents = [array.tobytes() if array.dtype != object else array.tolist() for array in arrays]
        file.close()
        del file
        gc.collect(0)
        assert contents == [array.tobytes() if array.dtype != object else array.tolist() for array in arrays]


dtypes = strategies.sampled_from(["?", "i1", "<i2", ">i4", "i8", "u1", "<u4", "u8", "<f2", ">f4", "f8"])
arrays = arrays_of(dtypes, array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)).flatmap(lambda array: strategies.sampled_from([array, array.T]))


@hypothesis_given(strategies.dictionaries(strategies.text(max_size=8) | strategies.sampled_from("abcdef"), arrays, min_size=1, max_size=4),
                  strategies.sampled_from([samples.TENSORS_V0, samples.TENSORS, samples.PACKED, samples.TABLES, samples.REQUEST, samples.RESPONSE]))
@SETTINGS
def test_what_is_dumped_opens_again(tensors, format):
    try:
        content = hallmark.dumps(tensors, format, **({"members": {"model_name": "m"}} if format == samples.RESPONSE else {}))
    except (hallmark.RefusedError, UnicodeEncodeError):
        return
    file = hallmark.open(content, format=format)
    assert set(file) == set(tensors)
    for name, array in tensors.items():
        assert file[name].dtype == array.dtype.newbyteorder("<") and file[name].shape == array.shape
        assert file[name].tobytes() == array.astype(array.dtype.newbyteorder("<")).tobytes()


vectors_in_documents = strategies.one_of(*(strategies.lists(elements, max_size=9).map(lambda some, dtype=dtype: numpy.array(some, dtype)) for dtype, elements in
                                      (("i1", strategies.integers(-128, 127)), ("f4", strategies.floats(width=32)), ("?", strategies.booleans()))))
values = strategies.recursive(strategies.none() | strategies.booleans() | strategies.integers(-2**63, 2**63 - 1) | strategies.floats() | strategies.binary(max_size=9)
                              | strategies.text(max_size=8) | vectors_in_documents,
                              lambda inner: strategies.lists(inner, max_size=4) | strategies.dictionaries(strategies.text(max_size=8), inner, max_size=4), max_leaves=9)


def vectors_in(value):
    if isinstance(value, (list, dict)):
        return sum(map(vectors_in, value.values() if isinstance(value, dict) else value))
    return isinstance(value, numpy.ndarray)


@hypothesis_given(strategies.lists(strategies.dictionaries(strategies.text(max_size=8), values, max_size=4), max_size=3))
@SETTINGS
def test_documents_that_are_dumped_are_valid(documents):
    try:
        content = hallmark.dumps(documents, samples.DOCUMENTS)
    except hallmark.RefusedError as error:
        assert error.rule == f"{samples.DOCUMENTS}/cstring-nul"
        return
    assert hallmark.validate(content, format=samples.DOCUMENTS).valid
    assert len(hallmark.open(content, format=samples.DOCUMENTS)._file) == vectors_in(documents)


def mappings(folder):
    return pathlib.Path("/proc/self/maps").read_text().count(f"{folder}/")


class Lives(RuleBasedStateMachine):
    """Files are opened, arrays taken, sliced, dropped in any order; what is alive is right, and what is not is unmapped."""

    files = Bundle("files")
    views = Bundle("views")

    def __init__(self):
        super().__init__()
        import tempfile
        self.folder = tempfile.TemporaryDirectory(prefix="hallmark-")
        self.made = 0
        self.open_files = {}  # by number: the file, how many views it has
        self.alive = {}

    @rule(target=files, size=strategies.integers(1, 3000))
    def open_one(self, size):
        self.made += 1
        path = os.path.join(self.folder.name, f"{self.made}.bt")
        hallmark.dump({"x": numpy.arange(size, dtype=numpy.int32), "y": numpy.full((3, 1), size, numpy.float64)}, path)
        self.open_files[self.made] = hallmark.open(path)
        self.alive[self.made] = []
        os.unlink(path)
        return self.made, size

    @rule(target=views, file=files, key=strategies.sampled_from("xy"))
    def take(self, file, key):
        number, size = file
        if number not in self.open_files:
            return (0, 0)
        array = self.open_files[number][key]
        self.alive[number].append(array)
        return number, len(self.alive[number]) - 1

    @rule(target=views, view=views)
    def slice(self, view):
        number, place = view
        if number == 0 or self.alive[number][place] is None:
            return (0, 0)
        self.alive[number].append(self.alive[number][place][::2])
        return number, len(self.alive[number]) - 1

    @rule(view=consumes(views))
    def drop(self, view):
        if view[0] != 0:
            self.alive[view[0]][view[1]] = None

    @rule(file=files, close=strategies.booleans())
    def drop_file(self, file, close):
        opened = self.open_files.pop(file[0], None)
        if opened is not None and close:
            opened.close()

    @invariant()
    def mapped_are_those_in_use(self):
        for number, arrays in self.alive.items():
            assert all(array is None or array.size == 0 or array.reshape(-1)[0] >= 0 for array in arrays)
        gc.collect(0)
        used = sum(number in self.open_files or any(array is not None for array in arrays) for number, arrays in self.alive.items())
        assert mappings(self.folder.name) == used

    def teardown(self):
        self.open_files.clear()
        self.alive.clear()
        gc.collect()
        assert mappings(self.folder.name) == 0
        self.folder.cleanup()


TestLives = Lives.TestCase
TestLives.settings = settings(SETTINGS, max_examples=max(20, int(EXAMPLES or 100) // 10), stateful_step_count=30)

LEAKS = """
import gc, resource, sys, hallmark, numpy
from hallmark import vectors
every = [one for one in vectors.load() if len(one.segments) < 50][::40]
tensors, tables = sys.argv[1:]
content = hallmark.dumps({"a": numpy.zeros(1000)}, tensors)
def once():
    for one in every:
        options = {key: value for key, value in one.options.items() if key in ("header_length", "profile")}
        try:
            with hallmark.open(one.bytes, format=one.format, **options) as file:
                [file.raw(key) for key in (range(len(file)) if isinstance(file, hallmark.TensorList) else file)]
        except (hallmark.Error, KeyError):
            pass
    for _ in range(100):
        hallmark.open(content)["a"]
        hallmark.dumps({"a": numpy.zeros(1000)}, tables)
        try:
            hallmark.dumps({"a b": numpy.zeros(1000)}, tables)
        except hallmark.RefusedError:
            pass
def peak():
    gc.collect()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in range(3):
    once()
before = peak()
for _ in range(20):
    once()
print(peak() - before)
"""


def test_nothing_leaks():
    done = subprocess.run([sys.executable, "-c", LEAKS, samples.TENSORS, samples.TABLES], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""  # nanobind lists there what it leaks
    assert int(done.stdout) < 4096, "KiB in 20 rounds"

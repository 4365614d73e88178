# SPDX-License-Identifier: Apache-2.0
"""Files of one array: what NumPy saves and loads is what hallmark dumps and opens."""
import io
import itertools
import pathlib
import random
import warnings

import numpy
import pytest

import hallmark
import samples

UNITS = ["", "[Y]", "[M]", "[W]", "[D]", "[h]", "[m]", "[s]", "[25s]", "[ms]", "[us]", "[ns]", "[ps]", "[fs]", "[7as]"]
NUMBERS = "i2", "i4", "i8", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16", "U0", "U1", "U5"
TYPES = ["?", "i1", "u1", "S0", "S1", "S5", "V0", "V1", "V7", *map("".join, itertools.product("<>", NUMBERS)),
         *map("".join, itertools.product("<>", ("m8", "M8"), UNITS))]
NAMES = ["x", "y z", "a'b", 'a"b', "a'b\"c", "\\", "\n", "\0", "\x7f", "\xa0", "", "\u4e16", "\ue000", "\U0001f600", "\u00e9", "}", "descr"]


def any_dtype(choose, depth=3):
    """Fields may have titles, be arrays, and lie apart or as a compiler aligns them."""
    if depth == 0 or choose.random() < 0.5:
        return numpy.dtype(choose.choice(TYPES))
    names = choose.sample([name for name in NAMES if name], choose.randint(0, 4))
    formats = []
    for name in names:
        one = any_dtype(choose, depth - 1)
        # NumPy has no arrays of S0, U0 and V0 in structures, and forgets those of empty structures.
        shape = tuple(choose.randint(0, 3) for _ in range(choose.randint(1, 2))) if one.itemsize and choose.random() < 0.3 else ()
        formats.append((one, shape) if shape else one)
    titles = [f"title of {name}" if choose.random() < 0.2 else None for name in names]
    if choose.random() < 0.3:
        return numpy.dtype({"names": names, "formats": formats, "titles": titles}, align=True)
    offsets, end = [], 0
    for one in formats:
        offsets.append(end + choose.choice([0, 0, 3]))
        end = offsets[-1] + numpy.dtype(one).itemsize
    return numpy.dtype({"names": names, "formats": formats, "titles": titles, "offsets": offsets, "itemsize": end + choose.choice([0, 0, 2])})


def any_array(choose):
    dtype = any_dtype(choose)
    shape = tuple(choose.randint(0, 3) for _ in range(choose.randint(0, 4)))
    size = dtype.itemsize * int(numpy.prod(shape))
    content = choose.getrandbits(8 * size).to_bytes(size, "little") if size else b""
    # As bytes of booleans, whatever they are bytes of.
    return numpy.ndarray(shape, dtype, bytes(byte & 1 for byte in content), order=choose.choice("CF"))


def saved(array):
    file = io.BytesIO()
    numpy.save(file, array)
    return file.getvalue()


def values(array):
    """The bytes of what is no padding: NumPy does not read that."""
    fields = numpy.zeros(array.shape, array.dtype)
    fields[...] = array
    return fields.tobytes()


def same(a, b):
    # Bytes that are no bytes lie in either order.
    order = [(one.flags.c_contiguous, one.flags.f_contiguous) if one.nbytes else () for one in (a, b)]
    return a.dtype == b.dtype and repr(a.dtype) == repr(b.dtype) and a.shape == b.shape and order[0] == order[1] and values(a) == values(b)


def test_arrays_of_any_dtype_are_those_of_numpy():
    choose = random.Random(43)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numpy.save of version 3.0, numpy.dtype of titles
        for number in range(10_000):
            array = any_array(choose)
            content = saved(array)
            file = hallmark.open(content, format=samples.ARRAY)
            assert same(file[0], numpy.load(io.BytesIO(content))), (number, content[:1000])
            # Names that are Latin-1 and not ASCII are in UTF-8 here.
            assert hallmark.dumps(array, samples.ARRAY) == content or not content[:content.index(b"\n")].isascii() and content[6] == 1, number


def maps(path):
    lines = [line.split() for line in pathlib.Path("/proc/self/maps").read_text().splitlines() if str(path) in line]
    return [range(*(int(end, 16) for end in line[0].split("-"))) for line in lines]


@pytest.mark.parametrize("array", [numpy.arange(6.0).reshape(2, 3).T, numpy.arange(3, dtype=">i4"), numpy.ones(2, "M8[s]"), numpy.array(["a", "bc"]),
                                   numpy.zeros(3, [("a", "u1"), ("b", ">f8", (2,))])], ids=lambda array: str(array.dtype))
def test_no_array_is_copied(tmp_path, array):
    path = tmp_path / "a.npy"
    numpy.save(path, array)
    file = hallmark.open(path)
    assert isinstance(file, hallmark.TensorList) and len(file) == 1 and file.format == samples.ARRAY
    given = file[0]
    assert same(given, numpy.load(path)) and not given.flags.owndata and not given.flags.writeable
    (mapped,) = maps(path)
    assert given.__array_interface__["data"][0] in mapped
    assert file.raw(0).tobytes() == path.read_bytes()[128:]
    # Not even where there is no memory for a copy.
    large = numpy.asfortranarray(numpy.zeros((1 << 10, 1 << 10), ">u2"))
    assert same(hallmark.open(saved(large), max_alloc=1 << 12)[0], large)


def test_what_an_array_is_without_making_it():
    for array, dtype in [(numpy.asfortranarray(numpy.ones((2, 3), ">f4")), "f32"), (numpy.ones(2, "M8[25s]"), "datetime64[25s]"),
                         (numpy.zeros((), [("a", "u1")]), "[('a', 'u1')]"), (numpy.zeros(3, "S2"), "|S2")]:
        assert hallmark.open(saved(array)).info(0) == (dtype, array.shape, array.nbytes)


def test_objects_are_never_read():
    file = io.BytesIO()
    numpy.save(file, numpy.array([{}]), allow_pickle=True)
    with pytest.raises(hallmark.UnsupportedError, match="a pickle, which can run any code"):
        hallmark.open(file.getvalue())
    for array in (numpy.array([{}]), numpy.zeros(1, [("a", "O")])):
        with pytest.raises(hallmark.RefusedError, match="a pickle, which can run any code") as raised:
            hallmark.dumps(array, samples.ARRAY)
        assert raised.value.rule == f"{samples.ARRAY}/descr-object"


def test_layouts_that_numpy_does_not_save():
    overlapping = numpy.zeros(2, {"names": ["a", "b"], "formats": ["u4", "u2"], "offsets": [0, 2]})
    with pytest.raises(ValueError, match="overlapping"):
        hallmark.dumps(overlapping, samples.ARRAY)
    strided = numpy.arange(24).reshape(2, 3, 4)[:, ::2, ::-1]
    assert hallmark.dumps(strided, samples.ARRAY) == saved(strided)
    with pytest.raises(TypeError, match="npy takes nothing beside its tensors"):
        hallmark.dumps(strided, samples.ARRAY, fortran_order=True)


def with_descr(descr, data):
    header = f"{{'descr': {descr}, 'fortran_order': False, 'shape': ({len(data)},), }}".encode()
    header += b" " * (-(len(header) + 11) % 64) + b"\n"
    return b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header + data


def test_what_numpy_has_no_dtype_of_is_raw():
    deep = with_descr("[('x', " * 70 + "'|u1'" + ")]" * 70, b"\7")
    with pytest.raises(hallmark.LimitedError):
        hallmark.open(deep)
    wide = with_descr("[('x', '|V1', (2147483648, 0))]", b"")
    for content, options, message in ((deep, {"max_depth": 200}, "so many levels"), (wide, {}, "no such array")):
        file = hallmark.open(content, **options)
        with pytest.raises(ValueError, match=f"{message}.*raw()"):
            file[0]
        assert file.raw(0).tobytes() == content[content.index(b"\n") + 1:]


def test_compat_makes_booleans_of_other_bytes_in_any_order():
    content = bytearray(saved(numpy.asfortranarray([[True, False], [True, True]])))
    content[-1] = 7
    with pytest.raises(hallmark.InvalidError):
        hallmark.open(content)
    assert hallmark.open(content, profile="compat")[0].tolist() == [[True, False], [True, True]]


@pytest.mark.parametrize("dtype", ["<f8", "?", [("a", "?")], [(f"field {number}", "u1") for number in range(300)]], ids=lambda dtype: str(dtype)[:20])
def test_files_that_are_longer_than_what_is_read_first(tmp_path, dtype):
    path = tmp_path / "a.npy"
    array = numpy.ones(9000, dtype)
    numpy.save(path, array)
    assert same(hallmark.open(path)[0], array) and hallmark.open(path).raw(0).nbytes == array.nbytes
    content = bytearray(path.read_bytes())
    content[-1] = 7
    path.write_bytes(content)
    if "?" in str(dtype):
        with pytest.raises(hallmark.InvalidError) as raised:
            hallmark.open(path)
        assert raised.value.offset == len(content) - 1
    else:
        assert hallmark.open(path).raw(0)[-1] == 7
    path.write_bytes(content[:-1])
    with pytest.raises(hallmark.InvalidError, match="the file is cut"):
        hallmark.open(path)

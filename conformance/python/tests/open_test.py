# SPDX-License-Identifier: Apache-2.0
"""hallmark.open against every golden vector, and how long arrays and files live."""
import gc
import gzip
import hashlib
import io
import os
import pathlib

import numpy
import pytest

import hallmark
from hallmark import _dtypes
import samples

VALID = [vector for vector in samples.bodies() if vector.valid]
INVALID = [vector for vector in samples.bodies() if not vector.valid]
CLASSES = {"invalid": hallmark.InvalidError, "unsupported": hallmark.UnsupportedError, "limited": hallmark.LimitedError}


def entries(vector):
    """Key and tensor of the common model, in the order of the file."""
    value = vector.value
    if vector.format == samples.DOCUMENTS:
        return [(entry["path"], entry) for entry in value["vectors"]]
    if vector.format in (samples.VECTOR, samples.ARRAY):
        return [(0, value)]
    if vector.format == samples.STREAM:
        return list(enumerate(value["values"]))
    return [(entry["name"], entry) for entry in value["tensors"]]


def check_vector(file, key, entry):
    """A vector: elements, or the bytes that hold its bits."""
    assert file[key].tobytes() == samples.data_of(entry)
    bits = 8 * file[key].size - int(entry["padding"])
    shape = {"int8": (file[key].size,), "float32": (file[key].size,), "packed_bit": (bits,)}[entry["dtype"]]
    dtype = {"int8": "i8", "float32": "f32", "packed_bit": "packed_bit"}[entry["dtype"]]
    assert file.info(key)[:2] == (dtype, shape)
    if dtype == "packed_bit":
        assert numpy.unpackbits(file[key], count=bits).size == bits


def check_array(file, entry):
    """An array of NumPy. The model has numbers and characters row by row and little-endian, the rest as in the file."""
    try:
        array = file[0]
    except ValueError:
        assert not samples.fits(entry)
        return
    as_it_is = array.dtype.kind in "SV" or not array.nbytes  # astype makes U1 of U0
    content = file.raw(0).tobytes() if as_it_is else array.astype(array.dtype.newbyteorder("<")).tobytes()
    wanted = samples.data_of(entry)
    assert wanted == (hashlib.sha256(content).hexdigest() if isinstance(wanted, str) else content)
    assert array.shape == file.info(0).shape == tuple(int(size) for size in entry["shape"])


@pytest.mark.parametrize("format", samples.EXTENSIONS)
def test_every_valid_vector_opens_as_its_value(format):
    checked = 0
    for vector in VALID:
        if vector.format != format:
            continue
        file = samples.opened(vector)
        declared = file.declared  # made of the whole table each time
        wanted = entries(vector)
        keys = [key for key, _ in wanted]
        if len(set(keys)) != len(keys):
            assert isinstance(file, hallmark.TensorList) and file.paths == keys and f"{len(keys)} tensors" in repr(file)
            wanted = list(enumerate(entry for _, entry in wanted))
        present = [key for key, entry in wanted if entry.get("data") is not None]
        assert len(file) == len(present) and (isinstance(file, hallmark.TensorList) or sorted(file) == sorted(present)), vector.id
        for key, entry in wanted:
            if entry.get("data") is None:
                assert declared[key].shape == tuple(int(size) for size in entry["shape"]), vector.id
                continue
            if format in (samples.DOCUMENTS, samples.VECTOR):
                check_vector(file, key, entry)
            elif format == samples.ARRAY:
                check_array(file, entry)
            else:
                assert file.info(key)[:2] == (entry["dtype"], tuple(int(size) for size in entry["shape"])), vector.id
                try:
                    assert samples.shows(file[key], entry), vector.id
                except ValueError:
                    assert not samples.fits(entry), vector.id
            assert not file.raw(key).flags.writeable, vector.id
            checked += 1
    assert checked > 5


@pytest.mark.parametrize("format", samples.EXTENSIONS)
def test_no_invalid_vector_opens(format):
    checked = 0
    for vector in INVALID:
        if vector.format != format:
            continue
        with pytest.raises(CLASSES[vector.verdict]) as raised:
            samples.opened(vector)
        error = raised.value
        assert (error.rule, error.offset, error.report.verdict) == (vector.error["rule"], vector.error["offset"], vector.verdict)
        assert f"[{error.rule} {error.finding.level}] at byte {error.offset}" in str(error)
        checked += 1
    assert checked > 5


def content_of(**arrays):
    return hallmark.dumps(arrays, samples.TENSORS, metadata={"made": "here"})


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "model.bt"
    path.write_bytes(content_of(a=numpy.arange(6, dtype=numpy.float32).reshape(2, 3), b=numpy.array([True, False])))
    return path


def mappings(path):
    return pathlib.Path("/proc/self/maps").read_text().count(os.fspath(path))


def test_arrays_are_views_of_the_mapped_file(model):
    before = mappings(model)
    file = hallmark.open(model)
    assert mappings(model) == before + 1
    array = file["a"]
    address = array.__array_interface__["data"][0]
    ranges = [line.split()[0].split("-") for line in pathlib.Path("/proc/self/maps").read_text().splitlines() if str(model) in line]
    assert any(int(low, 16) <= address < int(high, 16) for low, high in ranges)
    assert not array.flags.owndata and not array.flags.writeable
    with pytest.raises(ValueError):
        array.flags.writeable = True
    with pytest.raises(ValueError):
        array[0, 0] = 1


def test_an_array_outlives_a_file_that_is_deleted_or_replaced(model):
    with hallmark.open(model) as file:
        array = file["a"]
    with pytest.raises(ValueError, match="closed"):
        file["a"]
    hallmark.dump({"a": numpy.zeros((2, 3), numpy.float32)}, model)
    assert array.sum() == 15 and hallmark.open(model)["a"].sum() == 0
    model.unlink()
    assert array.sum() == 15


def test_a_buffer_in_memory_is_kept_and_locked():
    content = bytearray(content_of(a=numpy.arange(3, dtype=numpy.uint8)))
    array = hallmark.open(content)["a"]
    with pytest.raises(BufferError):
        content.clear()
    assert array.tolist() == [0, 1, 2]
    del array
    gc.collect()
    content.clear()


def test_data_that_are_not_aligned():
    payload = b"\x27\x00" + numpy.arange(5, dtype="<f4").tobytes()
    (array,) = hallmark.open(payload, format=samples.VECTOR)
    assert array.tolist() == [0, 1, 2, 3, 4] and array.sum() == 10


def test_dtypes_of_ml_dtypes():
    ml_dtypes = pytest.importorskip("ml_dtypes")
    given = {"x": numpy.arange(3).astype(ml_dtypes.bfloat16), "y": numpy.ones(2, ml_dtypes.float8_e5m2), "z": numpy.ones(2, ml_dtypes.float8_e4m3fn)}
    file = hallmark.open(hallmark.dumps(given, samples.TENSORS))
    for name, array in given.items():
        assert file[name].dtype == array.dtype and (file[name] == array).all()
        assert file.raw(name).tobytes() == array.tobytes()


def test_every_dtype_of_whole_bytes_has_an_array():
    ml_dtypes = pytest.importorskip("ml_dtypes", minversion="0.5")
    for name, dtype in {"f8_e8m0": ml_dtypes.float8_e8m0fnu, "f8_e4m3fnuz": ml_dtypes.float8_e4m3fnuz, "c64": numpy.complex64}.items():
        assert _dtypes.of(name) == dtype and _dtypes.name_of(numpy.dtype(dtype)) == name
    with pytest.raises(TypeError, match="raw"):
        _dtypes.of("f4")


def test_without_ml_dtypes_the_bytes_can_be_read(monkeypatch):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    content = hallmark.dumps({"x": numpy.ones(2, ml_dtypes.bfloat16)}, samples.TENSORS)
    monkeypatch.setitem(__import__("sys").modules, "ml_dtypes", None)
    file = hallmark.open(content)
    with pytest.raises(ImportError, match="ml_dtypes"):
        file["x"]
    assert file.raw("x").tobytes() == b"\x80\x3f\x80\x3f" and file.info("x") == ("bf16", (2,), 4)


def test_gzip_is_read_as_what_it_holds(tmp_path):
    path = tmp_path / "model.bt.gz"
    path.write_bytes(gzip.compress(content_of(a=numpy.arange(3, dtype=numpy.uint8))))
    assert hallmark.open(path)["a"].tolist() == [0, 1, 2]
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(hallmark.UnreadableError):
        hallmark.open(path)


def test_files_that_cannot_be_opened(tmp_path):
    for path, error in [(tmp_path / "none", FileNotFoundError), (tmp_path, IsADirectoryError), ("/dev/null", OSError)]:
        with pytest.raises(error) as raised:
            hallmark.open(path)
        assert raised.value.filename == os.fspath(path)
    (tmp_path / "empty.bt").write_bytes(b"")
    with pytest.raises(hallmark.InvalidError):
        hallmark.open(tmp_path / "empty.bt")
    with pytest.raises(hallmark.UnreadableError):
        hallmark.open(b"hello")


def test_wrong_arguments(model):
    for source, message in [(None, "NoneType"), (3.5, "float"), (io.StringIO("x"), 'mode "rb"')]:
        for call in (hallmark.open, hallmark.validate, hallmark.inspect):
            with pytest.raises(TypeError, match=message):
                call(source)
    for wrong, error, message in [({"max_alloc": -1}, ValueError, "max_alloc is 0 to 2.64 - 1, not -1"), ({"max_depth": 1 << 32}, ValueError, "max_depth is 0 to 2.32"),
                                  ({"max_rank": "3"}, TypeError, "max_rank is a whole number, not str"), ({"format": None}, TypeError, "format is text, not NoneType")]:
        with pytest.raises(error, match=message):
            hallmark.open(model, **wrong)
    for wrong in [{"format": "npz"}, {"profile": "lax"}, {"format": samples.DOCUMENTS, "header_length": 3}]:
        with pytest.raises(ValueError):
            hallmark.open(model, **wrong)
        with pytest.raises(ValueError):
            hallmark.validate(model, **wrong)
    with pytest.raises(ValueError):
        hallmark.open(f"{model}\0")
    with pytest.raises(TypeError):
        hallmark.open(12)
    with pytest.raises(TypeError):
        hallmark.open(model, name="x")


def test_what_is_said_beside_the_tensors():
    tables = hallmark.dumps({"w": numpy.zeros(2)}, samples.TABLES, sizes={"n": 2},
                          metadata={"name": "toy", "rate": numpy.float32(0.5), "grid": numpy.eye(2)})
    file = hallmark.open(tables)
    assert file.sizes == {"n": 2} and file.metadata["name"] == "toy" and file.metadata["rate"] == 0.5
    assert file.metadata["grid"].tolist() == [[1, 0], [0, 1]]
    assert hallmark.open(content_of()).metadata == {"made": "here"}
    body = hallmark.dumps({"x": numpy.arange(2)}, samples.REQUEST, members={"id": "7"})
    assert hallmark.open(body).metadata == {"id": "7"}


def test_bits_of_metadata():
    bits = [vector for vector in VALID if vector.format == samples.TABLES and any(e["type"] == "bitset" for e in vector.value["metadata"])]
    assert bits
    for vector in bits:
        metadata = samples.opened(vector).metadata
        for entry in vector.value["metadata"]:
            if entry["type"] == "bitset":
                packed = numpy.packbits(metadata[entry["key"]], bitorder="little").tobytes()
                assert metadata[entry["key"]].size == entry["bits"] and packed == samples.data_of(entry)


def test_compat_makes_booleans_of_other_bytes():
    payload = bytearray(hallmark.dumps({"b": numpy.array([True, False])}, samples.TENSORS))
    payload[-1] = 7
    with pytest.raises(hallmark.InvalidError):
        hallmark.open(payload)
    array = hallmark.open(payload, profile="compat")["b"]
    assert array.tolist() == [True, True] and array.view(numpy.uint8).tolist() == [1, 1]


def test_compat_makes_a_boolean_of_another_byte_in_a_scalar():
    array = hallmark.open(b"b\2\0bool\x7f", format=samples.STREAM, profile="compat")[0]
    assert array.shape == () and array.dtype == bool and array[()] and not array.flags.writeable


def test_messages_are_validated_but_not_opened():
    message = b'POST /v2/models/m/infer HTTP/1.1\r\nContent-Length: 23\r\n\r\n{"outputs": []}' + b" " * 8
    with pytest.raises(ValueError, match="HTTP"):
        hallmark.open(message, format=samples.RESPONSE)
    assert hallmark.validate(message, format=samples.RESPONSE).valid


def test_open_files_are_read_to_their_end(model, tmp_path):
    zipped = tmp_path / "model.bt.gz"
    with gzip.open(zipped, "wb") as file:
        file.write(model.read_bytes())
    with open(model, "rb") as plain, gzip.open(zipped) as inner:
        for file in (plain, inner, io.BytesIO(model.read_bytes())):
            assert hallmark.validate(file).valid
            file.seek(0)
            assert hallmark.open(file)["b"].tolist() == [True, False]
    broken = tmp_path / "broken.bt"
    broken.write_bytes(model.read_bytes()[:-1])
    with open(broken, "rb") as file, pytest.raises(hallmark.InvalidError) as raised:
        hallmark.open(file)
    assert raised.value.path == str(broken)


@pytest.mark.parametrize("format", [samples.TENSORS_V0, samples.TENSORS])
def test_a_file_that_is_cut_is_told(tmp_path, format):
    whole = hallmark.dumps({"weight": numpy.eye(2, dtype="f4"), "bias": numpy.zeros(2)}, format)
    path = tmp_path / "trunc.bin"
    for length in range(len(whole) - 32, len(whole)):
        path.write_bytes(whole[:length])
        for source, where in ((path, f"{path}: "), (whole[:length], "")):
            with pytest.raises(hallmark.UnreadableError) as raised:
                hallmark.open(source)
            assert raised.value.cut == (format, length)
            assert str(raised.value) == f"{where}this looks like {format}, cut at byte {length} [hallmark/unknown-format DECISION] at byte 0"


def test_documents_that_are_cut_are_told():
    one = hallmark.dumps([{"a": numpy.ones(3, "f4")}], samples.DOCUMENTS)
    with pytest.raises(hallmark.UnreadableError, match=f"looks like {samples.DOCUMENTS}, cut at byte {2 * len(one) - 1}"):
        hallmark.open((one + one)[:-1])


def test_what_looks_like_nothing_is_said_so():
    for content in (b"hello", bytes(9), b"\r\n" * 9, b"x" * 6000):
        with pytest.raises(hallmark.UnreadableError, match="^unknown format, name it with format: ") as raised:
            hallmark.open(content)
        assert raised.value.cut is None and raised.value.path is None and "--" not in str(raised.value)


def test_no_error_names_options_of_the_program(model):
    with pytest.raises(hallmark.LimitedError, match="above the limit of max_alloc") as raised:
        hallmark.open(model, max_alloc=3)
    assert "--" not in str(raised.value)


def test_files_are_compared_as_objects(model):
    file = hallmark.open(model)
    assert file == file and file != hallmark.open(model) and len({file, file}) == 1


def test_keys_of_both_kinds_of_file(model):
    assert [(key, array.shape) for key, array in hallmark.open(model).items()] == [("a", (2, 3)), ("b", (2,))]
    file = hallmark.open(hallmark.dumps([numpy.int8(1), numpy.zeros(2)], samples.STREAM), format=samples.STREAM)
    assert list(file.keys()) == [0, 1] and [(place, array.shape) for place, array in file.items()] == [(0, ()), (1, (2,))]
    assert [array.ndim for array in file.values()] == [0, 1] and dict(file)[1].tolist() == [0, 0]


def test_bytes_of_all_tensors_without_ml_dtypes(monkeypatch):
    ml_dtypes = pytest.importorskip("ml_dtypes")
    content = hallmark.dumps({"x": numpy.ones(2, ml_dtypes.bfloat16), "y": numpy.ones(1)}, samples.TENSORS)
    monkeypatch.setitem(__import__("sys").modules, "ml_dtypes", None)
    model = hallmark.open(content)
    assert {name: model.raw(name).size for name in model} == {"x": 4, "y": 8}


def test_arrays_of_jax(tmp_path):
    jax = pytest.importorskip("jax")
    given = {"a": jax.numpy.arange(3.0), "b": jax.numpy.ones(2, jax.numpy.bfloat16)}
    hallmark.dump(given, tmp_path / "a.bt")
    file = hallmark.open(tmp_path / "a.bt")
    for name, array in given.items():
        again = jax.numpy.asarray(file[name])
        assert again.dtype == array.dtype and (again == array).all()


def test_tensors_of_torch(tmp_path):
    torch = pytest.importorskip("torch")
    ml_dtypes = pytest.importorskip("ml_dtypes")
    narrow = torch.ones(2, dtype=torch.bfloat16)
    hallmark.dump({"a": torch.arange(3.0), "b": narrow.view(torch.uint16).numpy().view(ml_dtypes.bfloat16)}, tmp_path / "a.bt")
    file = hallmark.open(tmp_path / "a.bt")
    assert torch.from_numpy(file["a"].copy()).tolist() == [0, 1, 2]
    again = torch.from_numpy(file.raw("b").copy()).view(torch.bfloat16).reshape(file.info("b").shape)
    assert again.dtype == narrow.dtype and again.tolist() == [1, 1]
    with pytest.warns(UserWarning, match="not writable"):
        torch.from_numpy(file["a"])

# SPDX-License-Identifier: Apache-2.0
"""hallmark.dump against the canonical golden vectors, and what it refuses."""
import os
import pickle
import stat
import threading
import time
import tracemalloc

import numpy
import pytest

import hallmark
import samples
from hallmark import vectors


def parts_of(vector, file):
    """The arguments that make dumps() write a file once more, or None where arrays and their like do not say all of it."""
    value = vector.value
    if vector.format in (samples.TENSORS_V0, samples.TENSORS, samples.PACKED):
        return {"metadata": value["metadata"]}
    if vector.format == samples.TABLES:
        types = {entry["type"] for entry in value["metadata"]}
        arrays = [entry for entry in value["metadata"] if "shape" in entry]
        lost = "bitset" in types or file.declared or not all(map(samples.fits, arrays))
        return None if lost else {"sizes": file.sizes, "metadata": file.metadata}
    if vector.format == samples.MODELS:
        lost = value["byte_order"] == "big" or any(isinstance(part, bytes) or (isinstance(part, list) and not part) for part in file.metadata.values())
        return None if lost else {"version": value["version"], "metadata": file.metadata}
    if vector.format == samples.ARRAY and "['', '|V0']" in str(value["descr"]):
        return None  # a dtype has no padding without bytes
    return {}


@pytest.mark.parametrize("format", [samples.TENSORS_V0, samples.TENSORS, samples.PACKED, samples.TABLES, samples.MODELS, samples.STREAM, samples.VECTOR,
                                    samples.ARRAY])
def test_what_was_opened_is_written_as_it_was(format):
    checked = 0
    for vector in samples.bodies(format):
        if not vector.valid or "text" in vector.features:
            continue
        file = samples.opened(vector)
        parts = parts_of(vector, file)
        entries = [vector.value] if format in (samples.VECTOR, samples.ARRAY) else vector.value.get("tensors", vector.value.get("values"))
        if parts is None or not all(samples.fits(entry) for entry in entries if "shape" in entry):
            continue
        if format in (samples.VECTOR, samples.ARRAY):
            (tensors,) = file
            if vector.value.get("dtype") == "packed_bit":
                tensors = numpy.unpackbits(tensors, count=file.info(0).shape[0]).astype(bool)
        else:
            tensors = list(file) if format == samples.STREAM else file
        again = hallmark.dumps(tensors, format, **parts)
        assert again == vector.bytes or hallmark.validate(vector.bytes, format=format).findings or not canonical(vector), vector.id
        checked += 1
    assert checked > 10


def canonical(vector):
    """Whether the corpus says that these bytes are the ones that an encoder writes."""
    if not hasattr(canonical, "ids"):
        import json
        canonical.ids = {one["id"] for file in vectors.folder().glob("*/golden/*.json")
                         for one in json.loads(file.read_text(encoding="utf-8"))["vectors"] if one.get("canonical")}
    return vector.id in canonical.ids


def test_any_layout_of_an_array_is_written_row_by_row():
    array = numpy.arange(6, dtype=">i4").reshape(2, 3)
    for given in (array, array.T, array[::-1, ::2], numpy.asfortranarray(array)):
        (back,) = hallmark.open(hallmark.dumps([given], samples.STREAM), format=samples.STREAM)
        assert back.dtype == numpy.dtype("<i4") and (back == given).all()


def test_text():
    values = [numpy.float32(1.5), numpy.array([[1, 2], [3, 4]], numpy.int8)]
    text = hallmark.dumps(values, samples.STREAM, text=True)
    assert text == b"1.5f32\n[[1i8, 2i8], [3i8, 4i8]]\n"
    assert [one.tolist() for one in hallmark.open(text, format=samples.STREAM)] == [1.5, [[1, 2], [3, 4]]]
    texts = {"t": numpy.array(["a", "bc"]), "u": numpy.array([b"\xff", b""], object)}
    file = hallmark.open(hallmark.dumps(texts, samples.REQUEST))
    assert file["t"].tolist() == [b"a", b"bc"] and file["u"].tolist() == [b"\xff", b""]


def test_data_of_messages_as_json():
    body = hallmark.dumps({"x": numpy.array([1, 2])}, samples.REQUEST, binary=False)
    assert body == b'{"inputs":[{"name":"x","shape":[2],"datatype":"INT64","data":[1,2]}]}'
    assert hallmark.open(body)["x"].tolist() == [1, 2]


def test_metadata_of_models():
    given = {"general.architecture": "llama", "general.alignment": 64, "a.large": 1 << 40, "a.less": -1, "a.tied": True, "a.rate": 0.5, "a.i8": numpy.int8(-3),
             "a.tokens": ["<s>", "\u2581a", ""], "a.scores": numpy.zeros(3, "f4"), "a.none": [], "a.deep": [[[1, 2]], [["a"], []]]}
    content = hallmark.dumps({"w": numpy.ones((2, 3), "f2")}, samples.MODELS, metadata=given)
    assert hallmark.validate(content).valid and b"\x05\0\0\0\0\0\0\0llama" in content
    file = hallmark.open(content)
    read = file.metadata
    assert [str(read[name].dtype) for name in ("general.alignment", "a.large", "a.less", "a.tied", "a.rate", "a.i8")] == [
        "uint32", "int64", "int64", "bool", "float32", "int8"]
    assert read["a.tokens"] == given["a.tokens"] and read["a.scores"].tolist() == [0, 0, 0] and read["a.none"] == []
    assert isinstance(read.pop("a.deep"), bytes) and given.pop("a.deep")
    assert hallmark.dumps(file, samples.MODELS, metadata=read) == hallmark.dumps(file, samples.MODELS, metadata=given)
    for wrong in ({"a": 1j}, {"a": ["a", [1]]}, {"a": b"a"}):
        with pytest.raises(TypeError):
            hallmark.dumps({}, samples.MODELS, metadata=wrong)


def test_documents():
    inner = {"deep": [numpy.array([1, -1], numpy.int8), {"bits": numpy.array([True] * 9)}], "none": None}
    document = {"e": numpy.array([1.5, 2], ">f4"), "i": 7, "l": 1 << 40, "f": numpy.float32(0.5), "s": "\u00e9", "b": b"\0\1", "t": True, "d": inner}
    written = hallmark.dumps([document, {}], samples.DOCUMENTS)
    assert hallmark.validate(written, format=samples.DOCUMENTS).valid and written.endswith(b"\5\0\0\0\0")
    wanted = (b"\5e\0\n\0\0\0\x09\x27\0\0\0\xc0\x3f\0\0\0\x40" b"\x10i\0\7\0\0\0" b"\x12l\0\0\0\0\0\0\1\0\0" b"\1f\0\0\0\0\0\0\0\xe0\x3f"
              b"\2s\0\3\0\0\0\xc3\xa9\0" b"\5b\0\2\0\0\0\0\0\1" b"\x08t\0\1")
    assert written[4:].startswith(wanted)
    file = hallmark.open(written, format=samples.DOCUMENTS)
    assert set(file) == {"documents[0].e", "documents[0].d.deep[0]", "documents[0].d.deep[1].bits"}
    assert file["documents[0].e"].tolist() == [1.5, 2] and file["documents[0].d.deep[0]"].tolist() == [1, -1]
    assert file["documents[0].d.deep[1].bits"].tolist() == [255, 128] and hallmark.dumps([], samples.DOCUMENTS) == b""


def test_documents_that_cannot_be_said():
    nested = {}
    for _ in range(300):
        nested = {"d": nested}
    for refused in ({"a\0b": 1}, nested):
        with pytest.raises(hallmark.RefusedError):
            hallmark.dumps([refused], samples.DOCUMENTS)
    circle = []
    circle.append(circle)
    for wrong, error in (({"a": 1}, TypeError), ([{"a": 1j}], TypeError), ([{1: 2}], TypeError), ([{"a": 1 << 63}], OverflowError),
                         ([{"a": numpy.zeros((2, 2), "f4")}], TypeError), ([{"a": circle}], RecursionError), ([{"a": "\ud800"}], UnicodeEncodeError)):
        with pytest.raises(error):
            hallmark.dumps(wrong, samples.DOCUMENTS)


def test_what_a_format_cannot_say_is_refused():
    with pytest.raises(hallmark.RefusedError) as raised:
        hallmark.dumps({"not a name": numpy.zeros(1)}, samples.TABLES)
    assert raised.value.rule.startswith(samples.TABLES + "/") and raised.value.rule in str(raised.value)
    for refused, format in (({}, samples.REQUEST), ({"x": numpy.zeros(2, complex)}, samples.TENSORS)):
        with pytest.raises(hallmark.RefusedError):
            hallmark.dumps(refused, format)
    for wrong in (numpy.zeros(2, "M8[s]"), numpy.array([object()])):
        with pytest.raises(TypeError):
            hallmark.dumps({"x": wrong}, samples.TENSORS)
    with pytest.raises(TypeError):
        hallmark.dumps(numpy.zeros((2, 2), numpy.float32), samples.VECTOR)
    with pytest.raises(ValueError):
        hallmark.dumps({}, "npz")


def test_a_family_without_an_encoder_is_read_only(monkeypatch):
    monkeypatch.setitem(hallmark._core.families, "red", "red")
    with pytest.raises(ValueError, match="red can be read, but not written"):
        hallmark.dumps({}, "red")


def test_a_file_is_replaced_as_a_whole(tmp_path):
    path = tmp_path / f"model{samples.EXTENSIONS[samples.TABLES]}"
    hallmark.dump({"a": numpy.ones(3)}, path)
    os.chmod(path, 0o640)
    old = hallmark.open(path)["a"]
    hallmark.dump({"a": numpy.zeros(2)}, path)
    assert old.tolist() == [1, 1, 1] and hallmark.open(path)["a"].tolist() == [0, 0]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    with pytest.raises(hallmark.RefusedError):
        hallmark.dump({"no name": numpy.zeros(2)}, path)
    assert hallmark.open(path)["a"].tolist() == [0, 0] and os.listdir(tmp_path) == [path.name]
    with pytest.raises(ValueError, match="format"):
        hallmark.dump({}, tmp_path / "model.x")
    with open(tmp_path / "stream", "wb") as stream:
        hallmark.dump([numpy.uint8(1)], stream, samples.STREAM)
    assert (tmp_path / "stream").read_bytes() == hallmark.dumps([numpy.uint8(1)], samples.STREAM)


def test_files_of_other_threads_keep_the_mode_that_they_are_made_with(tmp_path, monkeypatch):
    """The umask belongs to the process: whoever sets it for a moment sets it for all threads."""
    umask = os.umask

    def slow(mask):
        before = umask(mask)
        time.sleep(0.002)
        return before

    monkeypatch.setattr(os, "umask", slow)
    was = umask(0o027)
    try:
        done = threading.Event()

        def dump():
            for number in range(40):
                hallmark.dump({"a": numpy.ones(3)}, tmp_path / f"{number}{samples.EXTENSIONS[samples.TENSORS]}")
            done.set()

        dumping = threading.Thread(target=dump)
        dumping.start()
        number = 0
        while not done.is_set():
            os.close(os.open(tmp_path / f"other-{number}", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            number += 1
        dumping.join()
    finally:
        umask(was)
    assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o640}


def test_a_file_is_on_the_disk_before_it_takes_its_place(tmp_path, monkeypatch):
    steps = []
    sync, replace = os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda handle: (steps.append(("sync", os.fstat(handle).st_size)), sync(handle)))
    monkeypatch.setattr(os, "replace", lambda *paths: (steps.append("replace"), replace(*paths)))
    content = hallmark.dumps({"a": numpy.ones(3)}, samples.TENSORS)
    hallmark.dump({"a": numpy.ones(3)}, tmp_path / f"a{samples.EXTENSIONS[samples.TENSORS]}")
    assert steps == [("sync", len(content)), "replace"]


@pytest.mark.parametrize("format", [samples.TENSORS_V0, samples.TENSORS, samples.PACKED, samples.TABLES, samples.MODELS, samples.REQUEST, samples.ARRAY])
def test_what_is_large_is_in_memory_once(tmp_path, format):
    large = numpy.zeros(1 << 24, numpy.int8)
    tensors = large if format == samples.ARRAY else {"x": large}
    tracemalloc.start()
    try:
        hallmark.dump(tensors, tmp_path / "large", format)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
    assert (tmp_path / "large").read_bytes() == hallmark.dumps(tensors, format)


def test_a_file_system_that_maps_no_files(tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError("no such device")

    monkeypatch.setattr(hallmark._dump.mmap, "mmap", refuse)
    path = tmp_path / f"a{samples.EXTENSIONS[samples.TENSORS]}"
    hallmark.dump({"a": numpy.ones(3)}, path)
    assert path.read_bytes() == hallmark.dumps({"a": numpy.ones(3)}, samples.TENSORS)


def test_files_without_content(tmp_path):
    for format in (samples.DOCUMENTS, samples.STREAM):
        hallmark.dump([], tmp_path / "empty", format)
        assert (tmp_path / "empty").read_bytes() == b""


@pytest.mark.parametrize("format", [samples.REQUEST, samples.RESPONSE])
def test_bodies_come_with_the_length_of_their_header(format):
    members = {"model_name": "m"} if format == samples.RESPONSE else {}
    body = hallmark.dumps({"x": numpy.arange(3)}, format, members=members)
    assert isinstance(body, bytes) and len(body) - body.header_length == 24 and body[: body.header_length].endswith(b"}")
    assert hallmark.open(body, format=format, header_length=body.header_length)["x"].tolist() == [0, 1, 2]
    assert pickle.loads(pickle.dumps(body)).header_length == body.header_length
    text = hallmark.dumps({"x": numpy.arange(3)}, format, members=members, binary=False)
    assert text.header_length == len(text)
    assert not hasattr(hallmark.dumps({"x": numpy.arange(3)}, samples.TENSORS), "header_length")


@pytest.mark.parametrize("arguments, parts, message", [
    (([numpy.zeros(1)], samples.TABLES), {}, "tensors is a mapping of text to arrays, not list"),
    (({1: numpy.zeros(1)}, samples.TENSORS), {}, "tensors is a mapping of text to arrays; it has 1: ndarray"),
    (({}, samples.TENSORS), {"metadata": {"a": 1}}, "metadata is a mapping of text to text; it has 'a': int"),
    (({}, samples.TENSORS), {"metadata": "a"}, "metadata is a mapping of text to text, not str"),
    (({}, samples.TENSORS), {"meta": {}}, f"{samples.TENSORS} takes metadata beside its tensors, not meta"),
    (([], samples.DOCUMENTS), {"text": True}, f"{samples.DOCUMENTS} takes nothing beside its tensors, not text"),
    (({}, samples.TABLES), {"sizes": {"n": 1.5}}, "sizes is a mapping of text to whole numbers; it has 'n': float"),
    (({}, samples.REQUEST), {"members": 1}, "members is a mapping of text to what JSON has, not int"),
    (({"x": numpy.array(["a"])}, samples.TENSORS), {}, f"{samples.TENSORS} has no text, of which 'x' is"),
    (({"x": numpy.array(["a"])}, samples.TABLES), {}, f"{samples.TABLES} has no text, of which 'x' is"),
    (([numpy.array(["a"])], samples.STREAM), {}, f"{samples.STREAM} has no text, of which this array is"),
    (({"x": numpy.array([5], object)}, samples.REQUEST), {}, "an array of objects holds text and bytes, not int"),
    (({"x": numpy.zeros(1)}, samples.STREAM), {}, "the values of a stream have no names"),
    (([5], samples.DOCUMENTS), {}, "a document is a mapping, not int"),
])
def test_wrong_types_are_told(arguments, parts, message):
    with pytest.raises(TypeError, match=message):
        hallmark.dumps(*arguments, **parts)


def test_wrong_values_are_told():
    with pytest.raises(ValueError, match="sizes are 0 to 2.64 - 1; n is -1"):
        hallmark.dumps({}, samples.TABLES, sizes={"n": -1})
    with pytest.raises(TypeError, match="the target is a path or a file that is open for writing, not NoneType"):
        hallmark.dump({}, None, samples.TABLES)


def test_safetensors_are_written_and_read_as_its_package_does(tmp_path):
    package = pytest.importorskip("safetensors.numpy")
    ml_dtypes = pytest.importorskip("ml_dtypes")
    kinds = "?", "u1", "i1", "<i2", "<u2", "<f2", "<i4", "<u4", "<f4", "<c8", "<f8", "<i8", "<u8", ml_dtypes.bfloat16
    tensors = {f"\u00e9 \"{number}": numpy.ones((number, 2), kind) for number, kind in enumerate(kinds)}
    path = tmp_path / f"a{samples.EXTENSIONS[samples.PACKED]}"
    hallmark.dump(tensors, path, metadata={"format": "np"})
    assert package.save(tensors, {"format": "np"}) == path.read_bytes()
    theirs, ours = package.load_file(path), hallmark.open(path)
    assert set(theirs) == set(ours) == set(tensors) and ours.metadata == {"format": "np"}
    for name, array in theirs.items():
        assert array.dtype == ours[name].dtype and array.shape == ours[name].shape and (array == ours[name]).all()


def test_tensors_below_a_byte_are_the_bytes_that_hold_them():
    header = b'{"a":{"dtype":"F4","shape":[2,3],"data_offsets":[0,3]},"b":{"dtype":"F8_E8M0","shape":[1],"data_offsets":[3,4]}}'
    file = hallmark.open(len(header).to_bytes(8, "little") + header + b"\x12\x34\x56\x7f", format=samples.PACKED)
    assert file["a"].tolist() == [0x12, 0x34, 0x56] and file.info("a") == ("f4", (2, 3), 3)
    pytest.importorskip("ml_dtypes")
    assert file["b"].tolist() == [1.0]


def test_an_index_is_judged_and_not_opened(tmp_path):
    hallmark.dump({"w": numpy.ones(1)}, tmp_path / "model.safetensors")
    index = tmp_path / "model.safetensors.index.json"
    index.write_text('{"weight_map": {"w": "model.safetensors"}}')
    assert hallmark.validate(index).valid and hallmark.validate(index).format == "safetensors-index"
    with pytest.raises(ValueError, match="an index of other files"):
        hallmark.open(index)
    index.write_text('{"weight_map": {"w": "gone.safetensors"}}')
    assert [finding.rule for finding in hallmark.validate(index).findings] == ["safetensors/index-missing"]
    with pytest.raises(hallmark.InvalidError):
        hallmark.open(index)
    assert hallmark.validate(index.read_bytes(), name=index.name).valid  # in memory there is nothing beside it

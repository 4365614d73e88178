# SPDX-License-Identifier: Apache-2.0
"""Archives of arrays (npz): members by name, each read when it is asked for and refused alone."""
import io
import os
import pickle
import random
import warnings
import zipfile

import numpy
import pytest

import hallmark
import samples
from arrays_test import maps, saved

ONE = saved(numpy.arange(100.0))


def archive(members, method=zipfile.ZIP_STORED):
    """A zip of names and bytes, of which two may have one name."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as written, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of two members of one name
        for name, content in members:
            written.writestr(name, content)
    return file.getvalue()


@pytest.mark.parametrize("save", [numpy.savez, numpy.savez_compressed])
def test_an_archive_is_a_mapping_as_that_of_numpy(tmp_path, save):
    given = {"x": numpy.arange(1000.0), "a/b": numpy.asfortranarray(numpy.eye(3, dtype=">i2")), "../up": numpy.zeros((), "M8[s]"), "": numpy.zeros(0)}
    path = tmp_path / "a.npz"
    save(path, **given)
    file = hallmark.open(path)
    assert isinstance(file, hallmark.TensorFile) and list(file) == numpy.load(path).files and file.format == samples.ARRAY
    for name, array in given.items():
        assert (file[name] == array).all() and file[name].dtype == array.dtype and file.info(name).shape == array.shape
    views = [any(file[name].__array_interface__["data"][0] in mapped for mapped in maps(path)) for name in ("x", "a/b", "../up")]
    assert views == [save is numpy.savez] * 3 and not file["x"].flags.writeable and file.raw("x").nbytes == 8000
    assert (pickle.loads(pickle.dumps(file))["x"] == given["x"]).all() and (hallmark.open(path.read_bytes())["a/b"] == given["a/b"]).all()
    array = file["x"]
    file.close()
    path.unlink()
    assert array.sum() == given["x"].sum() and os.listdir(tmp_path) == []
    with pytest.raises(ValueError, match="closed"):
        file["x"]


def test_what_is_a_member():
    members = [("x.npy", ONE), ("y", ONE), ("y.npy", saved(numpy.ones(1))), ("z.npy.npy", ONE), ("folder.npy/", b""), ("read.me", b"hello"), ("e.npy", b"hello, world")]
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        file = hallmark.open(archive(members, method))
        assert list(file) == ["x", "y", "y.npy", "z.npy", "e"] and file.metadata == file.sizes == file.declared == {}
        assert file["y"].size == 100 and file["y.npy"].size == 1 and "read.me" not in file
        with pytest.raises(hallmark.InvalidError, match="e.npy.*npy/magic"):
            file["e"]
    assert list(hallmark.open(archive([]), name="a.npz")) == list(hallmark.open(archive(members[-2:-1]), name="a.npz")) == []
    for content, name in ((archive([]), None), (archive([("weights.pt", b"")]), "a.zip")):
        with pytest.raises(hallmark.UnreadableError, match="unknown-format"):
            hallmark.open(content, name=name)
    with pytest.raises(ValueError, match="an archive of npy; open it without the format"):
        hallmark.open(archive(members), format=samples.ARRAY)


def changed(content, *changes):
    """Bytes put elsewhere: each change is what stands before them, which of its places, how far after, and the bytes."""
    content = bytearray(content)
    for mark, which, behind, new in changes:
        at = -1
        for _ in range(which + 1):
            at = content.index(mark, at + 1)
        content[at + behind:at + behind + len(new)] = new
    return bytes(content)


LOCAL, CENTRAL = b"PK\3\4", b"PK\1\2"
LARGE = saved(numpy.zeros(10_000))


@pytest.mark.parametrize("method, changes, error, message", [
    (zipfile.ZIP_STORED, [(ONE[-8:], 1, 0, b"\1")], hallmark.UnreadableError, "its checksum is wrong"),
    (zipfile.ZIP_STORED, [(b"PK\1\2", 1, 20, b"\1\0\0\0")], hallmark.UnreadableError, "another size"),
    (zipfile.ZIP_STORED, [(b"PK\1\2", 1, 20, b"\xff\xff\xff\0")], hallmark.UnreadableError, "the archive ends within it"),
    (zipfile.ZIP_STORED, [(LOCAL, 1, 30, b"X")], hallmark.UnreadableError, "another name"),
    (zipfile.ZIP_STORED, [(LOCAL, 1, 0, b"XX")], hallmark.UnreadableError, "not where the directory says"),
    (zipfile.ZIP_DEFLATED, [(CENTRAL, 1, 24, b"\1\0\0\0")], hallmark.UnreadableError, "longer than the directory says"),
    (zipfile.ZIP_DEFLATED, [(CENTRAL, 1, 24, b"\xff\xff\xff\0")], hallmark.UnreadableError, "another size"),
    (zipfile.ZIP_DEFLATED, [(CENTRAL, 1, 24, b"\xff\xff\xff\xfe")], hallmark.LimitedError, "4278190079 bytes of memory, above the limit of max_alloc"),
    (zipfile.ZIP_DEFLATED, [(CENTRAL, 1, 20, b"\5\0\0\0")], hallmark.UnreadableError, "it is damaged"),
    (zipfile.ZIP_STORED, [(CENTRAL, 1, 8, b"\1")], hallmark.UnsupportedError, "it is encrypted"),
    (zipfile.ZIP_BZIP2, [], hallmark.UnsupportedError, "its compression is method 12"),
    (zipfile.ZIP_STORED, [(b"bad", 0, 0, b"one"), (b"bad", 0, 0, b"one")], hallmark.InvalidError, "another member has the same name"),
])
def test_a_member_that_is_damaged_is_refused_alone(method, changes, error, message):
    content = archive([("one.npy", ONE), ("bad.npy", LARGE if method == zipfile.ZIP_DEFLATED else ONE)], method)
    file = hallmark.open(changed(content, *changes), name="a.npz")
    bad = "one" if error is hallmark.InvalidError else "bad"
    for _ in range(2):
        with pytest.raises(error, match=message) as raised:
            file[bad]
        assert raised.value.path == f"a.npz:{bad}.npy" and raised.value.report.verdict in str(raised.value.report)
    if bad != "one" and method != zipfile.ZIP_BZIP2:
        assert file["one"].size == 100


def test_a_directory_that_is_damaged_refuses_all(tmp_path):
    content = archive([("x.npy", ONE)])
    for damaged in (content[:-5], content[:100], changed(content, (CENTRAL, 0, 0, b"XX"))):
        (tmp_path / "a.npz").write_bytes(damaged)
        with pytest.raises(hallmark.UnreadableError, match="cannot read the archive") as raised:
            hallmark.open(tmp_path / "a.npz")
        assert raised.value.rule == "hallmark/zip"


def test_no_change_of_bytes_is_anything_else_than_refused():
    choose = random.Random(44)
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        content = archive([("x.npy", saved(numpy.arange(3))), ("y", saved(numpy.ones(2))), ("read.me", b"hello")], method)
        for _ in range(1500):
            one = bytearray(content)
            for _ in range(choose.randint(1, 3)):
                one[choose.randrange(len(one))] = choose.choice([0, 1, 255, choose.randrange(256)])
            try:
                file = hallmark.open(bytes(one), name="a.npz")
            except hallmark.Error:
                continue
            for name in file:
                try:
                    file[name].sum()
                except hallmark.Error:
                    pass

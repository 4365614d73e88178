# SPDX-License-Identifier: Apache-2.0
"""hallmark.arrow.validate says what hallmark.validate and the program say."""
import collections
import doctest
import json
import pathlib
import subprocess
import threading

import numpy
import pytest

pyarrow = pytest.importorskip("pyarrow")

import hallmark
import samples
from hallmark import arrow, cluster, vectors

FLOATS = b"\x27\0" + bytes(8)
PADDED = b"\x27\3" + bytes(8)


def batch_of(*inputs, text=None, binary=None):
    paths, contents = zip(*inputs)
    return pyarrow.record_batch({"path": pyarrow.array(paths, text or pyarrow.string()),
                                 "content": pyarrow.array(contents, binary or pyarrow.binary())})


def verdicts(findings):
    return [(row["path"], row["verdict"], row["rule"]) for row in findings.to_pylist()]


def report_of(findings):
    """The report that the clusters write of these findings."""
    return json.loads("".join(cluster.report(iter(findings.to_pylist()), "strict", collections.Counter())))


def test_every_input_has_a_row_and_every_finding():
    broken = b"\x09\0\0\0\x08k\0\2\0"
    findings = arrow.validate(batch_of(("a.bsonvec", FLOATS), ("b.bsonvec", PADDED), (f"c{samples.EXTENSION}", broken * 3), ("d", b"?"), (None, b"")))
    assert findings.schema == arrow.SCHEMA
    assert verdicts(findings) == [("a.bsonvec", "valid", None), ("b.bsonvec", "invalid", f"{samples.VECTOR}/padding-not-applicable"),
                                  *[(f"c{samples.EXTENSION}", "invalid", f"{samples.DOCUMENTS}/boolean")] * 3, ("d", "unreadable", "hallmark/unknown-format"),
                                  ("", "unreadable", "hallmark/unknown-format")]
    assert findings["row"].to_pylist() == [0, 1, 2, 2, 2, 3, 4]
    assert findings["ordinal"].to_pylist() == [0, 0, 0, 1, 2, 0, 0]
    third = findings.slice(4, 1).to_pylist()[0]
    assert (third["offset"], third["place"], third["level"]) == (25, "documents[2].k", "MUST")
    findings.validate(full=True)


def test_findings_are_those_of_the_program(program, tmp_path):
    """For every golden vector: read by path, and from memory."""
    for place, vector in enumerate(vectors.load()):
        (tmp_path / f"{place:05}{samples.EXTENSIONS[vector.format]}").write_bytes(vector.bytes)
    done = subprocess.run([program, "validate", "--no-config", "--report", "json", "--include", "*", str(tmp_path)], capture_output=True)
    files = sorted(tmp_path.iterdir())
    paths = [str(file) for file in files]
    wanted = done.stdout.decode().splitlines()
    for batch in (pyarrow.record_batch({"path": paths}), batch_of(*((path, file.read_bytes()) for path, file in zip(paths, files)))):
        counts = collections.Counter()
        made = "".join(cluster.report(iter(arrow.validate(batch).to_pylist()), "strict", counts)).splitlines()
        for line, should in zip(made, wanted, strict=True):
            assert line == should
        assert cluster.exit_code(counts) == done.returncode


def test_files_of_a_folder_are_skipped_as_the_program_does(program, tmp_path):
    contents = {"a.bsonvec": FLOATS, "b.txt": b"only text", "model": samples.MARK, "c.data": b"b\2\0 i32\7\0\0\0", "d.data": b"text",
                "e.bt": b"#!/usr/bin/bpftrace\n", "f.gz": b"\x1f\x8b", "empty": b"", "g.http": b"GET / HTTP/1.1\r\n\r\n", f"h{samples.EXTENSION}": b""}
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    done = subprocess.run([program, "validate", "--no-config", "--report", "json", str(tmp_path)], capture_output=True)
    wanted = json.loads(done.stdout)
    paths = sorted(str(file) for file in tmp_path.iterdir())
    for batch in (pyarrow.record_batch({"path": paths}), batch_of(*((path, contents[path.rsplit("/", 1)[1]]) for path in paths))):
        assert report_of(arrow.validate(batch, as_folder=True)) == wanted
    assert wanted["summary"]["skipped"] == 6


def test_columns_may_be_large_sliced_or_partly_null(tmp_path):
    file = tmp_path / "file.bsonvec"
    file.write_bytes(PADDED)
    inputs = [("x", b"?"), ("a.bsonvec", FLOATS), (str(file), None), ("none.bsonvec", None), ("b.bsonvec", b""), ("y", b"?")]
    wanted = [("a.bsonvec", "valid", None), (str(file), "invalid", f"{samples.VECTOR}/padding-not-applicable"),
              ("none.bsonvec", "unreadable", "hallmark/unreadable"), ("b.bsonvec", "invalid", f"{samples.VECTOR}/truncated")]
    for text in (pyarrow.string(), pyarrow.large_string()):
        for binary in (pyarrow.binary(), pyarrow.large_binary()):
            assert verdicts(arrow.validate(batch_of(*inputs, text=text, binary=binary).slice(1, 4)))[:3] == wanted[:3]
    struct = pyarrow.StructArray.from_arrays(batch_of(*inputs).columns, ["path", "bytes"]).slice(1, 3)
    assert verdicts(arrow.validate(struct)) == wanted[:3]


def test_problems_are_reported_and_bad_paths_not_opened(tmp_path):
    file = tmp_path / "file.bsonvec"
    file.write_bytes(FLOATS)
    batch = pyarrow.record_batch({"path": [str(file), f"{file}\0.x"], "problem": ["no permission", None]})
    said = arrow.validate(batch).to_pylist()
    assert [row["rule"] for row in said] == ["hallmark/unreadable"] * 2
    assert said[0]["message"].endswith(": no permission") and said[1]["message"].endswith(": No such file or directory")


def test_messages_of_one_file_are_told_apart():
    request = b"POST /v2/models/m/infer HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}"
    rows = arrow.validate(batch_of(("two.http", request * 2))).to_pylist()
    assert {row["message_index"] for row in rows} == {0, 1}
    assert [row["ordinal"] for row in rows] == list(range(len(rows)))


def test_choices_are_those_of_validate():
    content = b"\x09\0\0\0\x08k\0\2\0" * 50
    batch = batch_of(("many", content))
    assert [row["rule"] for row in arrow.validate(batch, format=samples.DOCUMENTS, max_errors=3).to_pylist()] == [f"{samples.DOCUMENTS}/boolean"] * 3
    assert arrow.validate(batch, format=samples.DOCUMENTS, max_alloc=1)["verdict"].to_pylist() == ["limited"]
    compat = hallmark.validate(content, format=samples.DOCUMENTS, profile="compat")
    assert arrow.validate(batch, format=samples.DOCUMENTS, profile="compat")["verdict"][0].as_py() == compat.verdict
    for wrong in ({"format": "none"}, {"profile": "none"}, {"max_errors": 0}, {"format": samples.DOCUMENTS, "header_length": 1}):
        with pytest.raises(ValueError):
            arrow.validate(batch, **wrong)


def test_what_is_no_batch_of_inputs_is_refused():
    with pytest.raises(TypeError):
        arrow.validate([("a", b"")])
    with pytest.raises(TypeError):
        arrow.validate(pyarrow.table({"path": ["a"]}))
    for columns in ({"name": ["a"]}, {"path": [1]}, {"path": ["a"], "content": [1.5]},
                    {"path": pyarrow.array(["a"]).dictionary_encode()}):
        with pytest.raises(ValueError):
            arrow.validate(pyarrow.record_batch(columns))
    nulls = pyarrow.StructArray.from_arrays([pyarrow.array(["a"])], ["path"], mask=pyarrow.array([True]))
    with pytest.raises(ValueError):
        arrow.validate(nulls)


def test_a_column_that_leaves_its_buffers_is_refused():
    """pyarrow does not look at all of what other libraries hand over, unless it is asked to."""
    buffers = [None, pyarrow.py_buffer(numpy.array([0, 9, 4], numpy.int64)), pyarrow.py_buffer(b"abcd")]
    with pytest.raises(ValueError, match="[Oo]ffset"):
        arrow.validate(pyarrow.record_batch({"content": pyarrow.Array.from_buffers(pyarrow.large_binary(), 2, buffers)}))


def test_text_and_binary_may_have_a_type_of_their_own():
    column = pyarrow.array(['["a.txt"]'], pyarrow.string()).cast(pyarrow.json_()) if hasattr(pyarrow, "json_") else None
    if column is None:
        pytest.skip("this pyarrow has no extension type over strings")
    assert verdicts(arrow.validate(pyarrow.record_batch({"content": column}))) == [("", "unreadable", "hallmark/unknown-format")]


def test_threads_judge_side_by_side():
    batch = batch_of(*[("a.bsonvec", PADDED)] * 2000)
    wanted = arrow.validate(batch)
    results = []
    threads = [threading.Thread(target=lambda: results.append(arrow.validate(batch))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(result.equals(wanted) for result in results) and len(results) == 4


def test_the_example_of_the_page_is_what_happens():
    page = pathlib.Path(__file__).resolve().parents[1] / "cluster.md"
    assert doctest.testfile(str(page), module_relative=False) == (0, 3)


def test_tensors_share_their_memory_with_arrow():
    array = hallmark.open(hallmark.dumps({"a": numpy.arange(6, dtype="<f2").reshape(2, 3)}, samples.PACKED), format=samples.PACKED)["a"]
    tensor, row = pyarrow.Tensor.from_numpy(array), pyarrow.array(array.reshape(-1))
    assert tensor.shape == (2, 3) and tensor.type == row.type == pyarrow.float16()
    assert row.buffers()[1].address == array.ctypes.data == tensor.to_numpy().ctypes.data

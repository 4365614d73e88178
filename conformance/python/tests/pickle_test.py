# SPDX-License-Identifier: Apache-2.0
"""Reports, findings, errors and files go through pickles, and through pools of processes."""
import concurrent.futures
import copy
import multiprocessing
import os
import pickle

import numpy
import pytest

import hallmark
import samples

BROKEN = b"\x09\0\0\0\x08k\0\2\0" * 2


def again(value):
    return pickle.loads(pickle.dumps(value))


def test_reports_keep_what_they_say(tmp_path):
    odd = tmp_path.joinpath(b"odd\xff".decode("utf-8", "surrogateescape") + samples.EXTENSION)
    odd.write_bytes(BROKEN)
    messages = b"POST /v2/models/m/infer HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}" * 2
    for report in (hallmark.validate(odd, readers=True), hallmark.validate(odd, max_errors=1), hallmark.validate(BROKEN, profile="compat"),
                   hallmark.validate(tmp_path / "none"), hallmark.validate(messages), hallmark.validate(b"\5\0\0\0\0")):
        for made in (again(report), copy.deepcopy(report)):
            assert (str(made), made.to_json(), made.verdict) == (str(report), report.to_json(), report.verdict)
            assert [one.path for one in made.inputs] == [one.path for one in report.inputs]
            for findings in (made.findings, [again(one) for one in report.findings]):
                assert [(repr(one), one.help, one.part, str(one.readers)) for one in findings] == [
                    (repr(one), one.help, one.part, str(one.readers)) for one in report.findings]
        assert [repr(again(one)) for one in report.inputs] == [repr(one) for one in report.inputs]
    judged = hallmark.validate(odd, readers=True).findings[0].readers
    assert str(again(judged)) == str(judged) and again(judged.judged[0]).name == judged.judged[0].name


def work(path):
    """What a worker does; it must be found by name."""
    return hallmark.open(path)["documents[0].a"].tolist()


def shown(file):
    return repr(file), file["documents[0].a"].tolist()


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_pools_of_processes(tmp_path, start):
    good, bad = tmp_path / f"good{samples.EXTENSION}", tmp_path / f"bad{samples.EXTENSION}"
    hallmark.dump([{"a": numpy.array([1, 2], "i1")}], good)
    bad.write_bytes(BROKEN)
    context = multiprocessing.get_context(start)
    with concurrent.futures.ProcessPoolExecutor(1, context) as pool:
        assert pool.submit(work, good).result() == [1, 2]
        assert pool.submit(hallmark.validate, bad).result().verdict == "invalid"
        assert pool.submit(shown, hallmark.open(good)).result() == ("<hallmark.TensorFile bson, 1 tensor>", [1, 2])
        with pytest.raises(hallmark.InvalidError) as raised:
            pool.submit(work, bad).result()
    error = raised.value
    assert (error.rule, error.offset, error.finding.path, error.path) == (f"{samples.DOCUMENTS}/boolean", 7, "documents[0].k", os.fspath(bad))
    assert str(error).startswith(f"{bad}: ") and len(error.report.findings) == 2
    with context.Pool(1) as pool, pytest.raises(hallmark.InvalidError):
        pool.map(work, [bad])


def test_values_that_are_refused():
    with pytest.raises(hallmark.RefusedError) as raised:
        hallmark.dumps({"not a name": numpy.zeros(1)}, samples.TABLES)
    assert str(again(raised.value)) == str(raised.value) and again(raised.value).rule == raised.value.rule


def test_files_are_opened_again(tmp_path, monkeypatch):
    content = hallmark.dumps({"a": numpy.arange(3)}, samples.TENSORS)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.bt").write_bytes(content)
    file, memory = hallmark.open("a.bt"), hallmark.open(bytearray(content), format=samples.TENSORS, name="x")
    monkeypatch.chdir("/")
    for one in (again(file), again(memory), copy.copy(file)):
        assert one["a"].tolist() == [0, 1, 2]
    (tmp_path / "a.bt").unlink()
    with pytest.raises(FileNotFoundError):
        again(file)
    file.close()
    with pytest.raises(ValueError, match="closed"):
        pickle.dumps(file)

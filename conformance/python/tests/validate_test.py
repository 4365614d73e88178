# SPDX-License-Identifier: Apache-2.0
"""hallmark.validate says what the program says."""
import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import hallmark
import samples
from hallmark import vectors


def programs_reports(program, folder, *arguments):
    """What the program says of each file of a folder, by name."""
    done = subprocess.run([program, "validate", "--no-config", "--report", "ndjson", "--include", "*", *arguments, str(folder)], capture_output=True)
    reports = {}
    for line in done.stdout.splitlines():
        report = json.loads(line)
        reports.setdefault(report["path"], []).append(report)
    return reports


@pytest.mark.parametrize("format", samples.EXTENSIONS)
def test_findings_are_those_of_the_program(program, tmp_path, format):
    every = [vector for vector in vectors.load(format) if "header_length" not in vector.options]
    for profile in ("strict", "compat"):
        for place, vector in enumerate(every):
            (tmp_path / f"{place}{samples.EXTENSIONS[format]}").write_bytes(vector.bytes)
        said = programs_reports(program, tmp_path, "--format", format, "--profile", profile)
        assert len(said) == len(every)
        for path, inputs in said.items():
            report = hallmark.validate(path, format=format, profile=profile)
            assert json.loads(report.to_json())["inputs"] == inputs
            for shown, wanted in zip(report.inputs, inputs):
                assert (shown.path, shown.verdict, shown.format, shown.size) == (path, wanted["verdict"], wanted["format"], int(wanted["size"]))
                seen = [(one.rule, one.level, one.severity, one.category, one.offset, one.length, one.path, one.message) for one in shown.findings]
                assert seen == [tuple(int(one[key]) if key in ("offset", "length") else one[key] for key in
                                      ("rule", "level", "severity", "category", "offset", "length", "path", "message"))
                                for one in wanted["diagnostics"]]


def test_the_text_is_that_of_the_program(program, tmp_path):
    every = vectors.load()
    for vector in every[:: len(every) // 60]:
        path = tmp_path / ("input" + samples.EXTENSIONS[vector.format])
        path.write_bytes(vector.bytes)
        done = subprocess.run([program, "validate", "--no-config", path], capture_output=True, text=True)
        report = hallmark.validate(path)
        assert str(report) == done.stdout
        assert report.valid == bool(report) == (done.returncode == 0)
        given = subprocess.run([program, "validate", "--no-config", "-"], input=vector.bytes, capture_output=True)
        assert str(hallmark.validate(vector.bytes)) == given.stdout.decode()


@pytest.mark.parametrize("format", samples.EXTENSIONS)
def test_the_beginning_of_a_file_is_judged_as_by_the_program(program, tmp_path, format):
    whole = max((one.bytes for one in vectors.load(format) if one.verdict == "valid" and not one.options), key=len)
    path = tmp_path / f"beginning{samples.EXTENSIONS[format]}"
    for length in (1, 8, 9, 40, len(whole) - 1, len(whole)):
        path.write_bytes(whole[:length])
        arguments = ["--format", format, "--size", str(len(whole)), "--report", "json", str(path)]
        done = subprocess.run([program, "validate", "--no-config", *arguments], capture_output=True)
        report = hallmark.validate(path, format=format, size=len(whole))
        assert json.loads(report.to_json())["inputs"] == json.loads(done.stdout)["inputs"]
        assert report.inputs[0].size == len(whole)
        assert length > 1 or report.inputs[0].findings[0].rule == "hallmark/window"


def test_options_are_those_of_the_program(program, tmp_path):
    path = tmp_path / f"many{samples.EXTENSION}"
    path.write_bytes(b"\x09\0\0\0\x08k\0\2\0" * 50)
    for given, options in [({"max_errors": 3}, ["--max-errors", "3"]), ({"max_alloc": 1}, ["--max-alloc", "1"]), ({"max_depth": 0}, ["--max-depth", "0"]),
                           ({"profile": "compat"}, ["--profile", "compat"])]:
        done = subprocess.run([program, "validate", "--no-config", *options, path], capture_output=True, text=True)
        assert str(hallmark.validate(path, **given)) == done.stdout
    report = hallmark.validate(path, max_errors=3)
    assert len(report.findings) == 3 and report.inputs[0].more == 47
    with pytest.raises(ValueError):
        hallmark.validate(path, max_errors=0)
    with pytest.raises(ValueError):
        hallmark.validate(path, max_errors=10_001)


def test_readers_are_those_of_the_program(program, tmp_path):
    path = tmp_path / f"x{samples.EXTENSION}"
    path.write_bytes(b"\x09\0\0\0\x08k\0\2\0")
    done = subprocess.run([program, "validate", "--no-config", "--readers", path], capture_output=True, text=True)
    report = hallmark.validate(path, readers=True)
    assert str(report) == done.stdout
    found = report.findings[0].readers
    assert f"readers: {found}\n" in done.stdout
    shown = json.loads(report.to_json())["inputs"][0]["diagnostics"][0]["readers"]
    assert [(one.name, one.version, one.way, one.took, one.refused) for one in found.judged] == [
        (one["name"], one["version"], one["way"], one["took"], one["refused"]) for one in shown["judged"]]
    assert found.withheld == shown["withheld"] and [one.otherwise for one in found.judged] == [one.get("otherwise", {}) for one in shown["judged"]]
    assert hallmark.validate(path).findings[0].readers is None
    assert hallmark.validate(tmp_path / "none", readers=True).findings[0].readers is None


def test_a_file_that_cannot_be_read_is_reported(tmp_path):
    report = hallmark.validate(tmp_path / "none.bt")
    assert report.verdict == "unreadable" and report.findings[0].rule == "hallmark/unreadable"
    odd = tmp_path.joinpath(b"odd\xff".decode("utf-8", "surrogateescape") + samples.EXTENSION)
    odd.write_bytes(b"\x05\0\0\0\0")
    assert hallmark.validate(odd).inputs[0].path == str(odd)


def test_names_of_bytes_tell_the_format():
    payload = b"\x10\x09\x7f"
    assert hallmark.validate(payload).verdict == "unreadable"
    report = hallmark.validate(payload, name="x.bsonvec")
    assert str(report).startswith("x.bsonvec:1: error: padding 9 ")
    finding = report.findings[0]
    assert (finding.rule, finding.level, finding.offset, finding.length, finding.path) == (f"{samples.VECTOR}/padding-range", "MUST", 1, 1, "padding")
    assert finding.help and finding.expected == "0..7" and finding.actual == "9" and finding.part is None


def test_every_kind_of_buffer():
    import array

    good = b"\x03\x00\x7f"
    for buffer in (good, bytearray(good), memoryview(good), array.array("B", good)):
        assert hallmark.validate(buffer, format=samples.VECTOR).valid
    with pytest.raises((BufferError, TypeError)):
        hallmark.validate(memoryview(good + good)[::2], format=samples.VECTOR)


def test_other_threads_run_meanwhile(tmp_path):
    pipe = tmp_path / f"pipe{samples.EXTENSION}"
    os.mkfifo(pipe)
    # If the call kept the GIL, nobody would open the pipe, and after two seconds it would be reported as unreadable.
    writer = threading.Thread(target=lambda: pipe.write_bytes(b"\x05\0\0\0\0"))
    writer.start()
    report = hallmark.validate(pipe)
    writer.join()
    assert report.valid and report.inputs[0].size == 5


def test_a_file_that_shrinks_meanwhile_is_unreadable(tmp_path):
    path, size, done = tmp_path / f"shrinks{samples.EXTENSION}", 64 << 20, threading.Event()

    def change():
        while not done.is_set():
            path.write_bytes(b"")
            os.truncate(path, size)  # a hole: zeros, which no rule of a binary refuses
            with open(path, "r+b") as file:
                file.write(size.to_bytes(4, "little") + b"\5k\0" + (size - 13).to_bytes(4, "little") + b"\0")
            time.sleep(0.003)

    changing = threading.Thread(target=change)
    changing.start()
    try:
        ends = time.monotonic() + 60
        while time.monotonic() < ends:
            report = hallmark.validate(path, format=samples.DOCUMENTS)
            if report.verdict == "unreadable" and "became shorter" in report.findings[0].message:
                return
    finally:
        done.set()
        changing.join()
    pytest.fail("no file was caught while it shrank")


def test_other_handlers_of_bus_errors_keep_theirs(tmp_path):
    (tmp_path / "large").write_bytes(b"\5\0\0\0\0" * (1 << 19))
    (tmp_path / "other").write_bytes(bytes(1 << 16))
    script = """
import faulthandler, mmap, os, sys, hallmark
faulthandler.enable()
assert hallmark.validate("large", format=sys.argv[1]).valid
file = open("other", "r+b")
view = mmap.mmap(file.fileno(), 0)
os.truncate("other", 0)
view[1 << 15]
"""
    done = subprocess.run([sys.executable, "-c", script, samples.DOCUMENTS], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == -signal.SIGBUS and "Fatal Python error: Bus error" in done.stderr and '"<string>", line 8' in done.stderr

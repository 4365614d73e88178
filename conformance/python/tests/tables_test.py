# SPDX-License-Identifier: Apache-2.0
"""formats(), explain() and inspect(): the tables of the library."""
import subprocess
import sys
import typing

import numpy
import pytest

import hallmark
import samples


def test_formats_are_those_of_the_library():
    formats = {one.id: one for one in hallmark.formats()}
    assert list(formats) == list(hallmark._core.families) and set(typing.get_args(hallmark.Format)) - set(formats) == {"safetensors-index"}
    for one in formats.values():
        assert one.title and samples.EXTENSIONS[one.id] == one.extensions[0] and one.written
    assert [formats[id].keys for id in (samples.TENSORS, samples.DOCUMENTS, samples.STREAM)] == ["names", "paths", "places"]


def test_types_of_formats_are_made_from_the_manifests():
    from hallmark import _formats

    for keys, names in (("names", _formats.NamedFormat), ("places", _formats.ListFormat)):
        assert set(typing.get_args(names)) == {one.id for one in hallmark.formats() if one.keys == keys}
    assert set(typing.get_args(_formats.MessageFormat)) == {samples.REQUEST, samples.RESPONSE}
    for profile in typing.get_args(hallmark.Profile):
        hallmark.validate(b"", profile=profile)
    with pytest.raises(ValueError, match=" nor ".join(f'"{profile}"' for profile in typing.get_args(hallmark.Profile))):
        hallmark.validate(b"", profile="lax")


def test_rules_are_explained(program):
    finding = hallmark.validate(b"\x09\0\0\0\x08k\0\2\0").findings[0]
    rule = hallmark.explain(finding.rule)
    assert (rule.id, rule.level, rule.clause, rule.category, rule.fix) == (finding.rule, finding.level, finding.clause, finding.category, finding.help)
    said = subprocess.run([program, "explain", rule.id], capture_output=True, text=True).stdout
    for text in (rule.title, rule.kind, rule.severity, rule.address, rule.fix, rule.why):
        assert text in said
    assert rule.title in str(rule) and repr(rule) == f"<hallmark.Rule {rule.id}>"
    with pytest.raises(ValueError, match='there is no rule "none"'):
        hallmark.explain("none")


@pytest.mark.parametrize("options", [{}, {"layout": True}, {"stats": True}])
def test_inspect_prints_what_the_program_prints(program, tmp_path, options):
    path = tmp_path / f"a{samples.EXTENSIONS[samples.TENSORS]}"
    hallmark.dump({"a": numpy.ones(3)}, path)
    broken = tmp_path / f"broken{samples.EXTENSION}"
    broken.write_bytes(b"\x09\0\0\0\x08k\0\2\0")
    messages = tmp_path / "messages.http"
    messages.write_bytes(b"POST /v2/models/m/infer HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}" * 2)
    for one in (path, broken, messages, tmp_path / "none"):
        done = subprocess.run([program, "inspect", "--no-config", *(f"--{name}" for name in options), one], capture_output=True, text=True)
        assert hallmark.inspect(one, **options) == done.stdout
    with pytest.raises(ValueError, match="not both"):
        hallmark.inspect(path, layout=True, stats=True)


def test_modules_are_imported_when_they_are_used():
    script = "import sys, hallmark; assert 'hallmark.vectors' not in sys.modules; print(hallmark.vectors.__name__); hallmark.none"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "hallmark.vectors\n" and "AttributeError: module 'hallmark' has no attribute 'none'" in done.stderr

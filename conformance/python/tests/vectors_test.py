# SPDX-License-Identifier: Apache-2.0
"""hallmark.vectors, and the plugin of pytest."""
import base64

import pytest

import hallmark
import samples
from hallmark import vectors


def test_the_corpus_is_whole():
    every = vectors.load()
    assert {vector.format for vector in every} == set(samples.EXTENSIONS)
    assert len({vector.id for vector in every}) == len(every) > 5000
    assert sum(len(vectors.load(format)) for format in samples.EXTENSIONS) == len(every)
    vector = next(one for one in every if one.id == f"{samples.VECTOR}/grid/packed-bit-padding-10")
    assert (vector.level, vector.verdict, vector.error["rule"]) == ("MUST", "invalid", f"{samples.VECTOR}/padding-range")
    assert vector.bytes == b"\x10\x0a" + bytes(9) and any(note.hazard == "memory" for note in vector.notes)
    assert all(one.features <= {"text"} for one in vectors.load(samples.STREAM, features=["text"]))
    with pytest.raises(ValueError):
        vectors.load("npz")


def value_of(array_list):
    (array,) = array_list
    name = array_list.info(0).dtype
    padding = 8 * array.size - array_list.info(0).shape[0] if name == "packed_bit" else 0
    dtype = {"i8": "int8", "f32": "float32"}.get(name, name)
    return {"dtype": dtype, "padding": padding, "data": {"base64": base64.b64encode(array.tobytes()).decode()}}


def test_judging():
    for vector in vectors.load(samples.VECTOR, features=[]):
        judged = vector.judge(lambda content: hallmark.open(content, format=samples.VECTOR), value=value_of)
        assert judged.result == "pass", judged.message
        lax = vector.judge(bytes, value=lambda _: {})
        assert lax.result == ("wrong-value" if vector.valid else "accepted-invalid") and vector.id in lax.message
        assert vector.judge(lambda _: 1 / 0).result == ("rejected-valid" if vector.valid else "pass")


DECODER = f"""
    import pytest

    def decode(payload):
        if payload[0] not in (0x03, 0x27, 0x10):
            raise ValueError("dtype")
        return payload[2:]

    @pytest.mark.hallmark("{samples.VECTOR}")
    def test_decode(hallmark_vector):
        assert hallmark_vector.format == "{samples.VECTOR}"
        hallmark_vector.check(decode)
"""


def run(pytester, *arguments):
    return pytester.runpytest_subprocess("-p", "hallmark.pytest_plugin", "-p", "no:hallmark", "-p", "no:cacheprovider", *arguments)


def counts(pytester, *arguments):
    return run(pytester, *arguments).parseoutcomes()


def test_the_plugin_scores_by_level(pytester):
    pytester.makepyfile(DECODER)
    result = run(pytester, "-rfx")
    outcomes = result.parseoutcomes()
    expected = {}
    for vector in vectors.load(samples.VECTOR):
        known = vector.bytes[:1] in (b"\x03", b"\x27", b"\x10")
        if vector.features:
            outcome = "skipped"
        elif vector.valid == known:
            outcome = "passed"
        else:
            outcome = {"MUST": "failed", "SHOULD": "warnings"}.get(vector.scored_level, "xfailed")
        for one in {outcome, "passed"} if outcome == "warnings" else {outcome}:
            expected[one] = expected.get(one, 0) + 1
    assert outcomes == expected and outcomes["failed"] > 10
    said = f"accepted-invalid: {samples.VECTOR}/grid/packed-bit-padding-10 [MUST, {samples.VECTOR}#validation], "
    assert said in result.stdout.str() and f"({samples.VECTOR}/padding-range at byte 1), but was accepted" in result.stdout.str()


def test_known_deviations(pytester):
    pytester.makepyfile(DECODER)
    path = pytester.makefile(".toml", expect=f"""
        [[expect]]
        pattern = "{samples.VECTOR}/grid/packed-bit-padding-10"
        result = "accepted-invalid"
        reason = "not looked at yet"
    """)
    select = ["-k", "packed-bit-padding-10", f"--hallmark-expect={path}"]
    assert counts(pytester, *select)["xfailed"] == 1
    path.write_text(path.read_text().replace("accepted-invalid", "wrong-value"))
    assert counts(pytester, *select)["failed"] == 1
    for pattern in (f"{samples.VECTOR}/none", "*"):
        path.write_text(f'[[expect]]\npattern = "{pattern}"\nresult = "wrong-value"\nreason = "x"\n')
        result = run(pytester, *select)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        assert "matches" in result.stderr.str() + result.stdout.str()
    path.write_text("[[expect]]\npattern = 1")
    assert run(pytester, *select).ret == pytest.ExitCode.USAGE_ERROR


def test_wrong_use(pytester):
    pytester.makepyfile("def test_it(hallmark_vector): pass")
    result = run(pytester)
    assert result.ret != 0 and "needs @pytest.mark.hallmark" in result.stdout.str() + result.stderr.str()

# SPDX-License-Identifier: Apache-2.0
"""The examples of the READMEs are what happens."""
import doctest
import os
import pathlib

import pytest

import hallmark
import samples

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.mark.parametrize("page", ["README.md", "conformance/python/README.md"])
def test_examples(page, tmp_path, monkeypatch):
    if not (ROOT / page).is_file():
        pytest.skip("the pages are not installed")
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"dump{samples.EXTENSION}").write_bytes(bytes.fromhex("1a00000005656d62000600000009270300 00803f 086f6b00 0200".replace(" ", "")))
    failed, tried = doctest.testfile(os.fspath(ROOT / page), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert tried > 3 and failed == 0
    assert hallmark.__version__ in (ROOT / "codecs/include/hallmark/core/version.hpp").read_text()

# SPDX-License-Identifier: Apache-2.0
"""Type checkers find nothing in a user's program, nor in the lines of the README, and find what is wrong."""
import doctest
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import pytest

import hallmark
import samples

HERE = pathlib.Path(__file__).parent
CHECKERS = {"mypy": ["-m", "mypy", "--strict", "--cache-dir", os.devnull],
            "pyright": ["-m", "pyright", "--pythonpath", sys.executable]}


def checked(checker, folder, program):
    """What a checker says of a program, from outside the package."""
    if importlib.util.find_spec(checker) is None:
        pytest.skip(f"{checker} is not installed")
    (folder / "program.py").write_text(program)
    package = os.fspath(pathlib.Path(hallmark.__file__).parents[1])
    (folder / "mypy.ini").write_text("[mypy]\n[mypy-hallmark.*]\nfollow_imports = silent\nfollow_imports_for_stubs = True\n")  # as of a package that is installed
    (folder / "pyrightconfig.json").write_text(f'{{"typeCheckingMode": "strict", "extraPaths": ["{package}"]}}')
    search = "" if "site-packages" in package else package  # mypy refuses to be told where packages are installed
    done = subprocess.run([sys.executable, *CHECKERS[checker], "program.py"], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "MYPYPATH": search, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"})
    if checker == "pyright" and not re.search(r"\d+ errors?, ", done.stdout):
        pytest.skip(f"pyright does not run: {done.stdout + done.stderr}")
    return done.returncode, done.stdout


def test_the_program_runs(tmp_path):
    done = subprocess.run([sys.executable, HERE / "typing_program.py", tmp_path], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_program_of_every_function_is_clean(checker, tmp_path):
    code, said = checked(checker, tmp_path, (HERE / "typing_program.py").read_text())
    assert code == 0, said


@pytest.mark.parametrize("checker", CHECKERS)
def test_the_lines_of_the_readme_are_clean(checker, tmp_path):
    page = HERE.parent / "README.md"
    if not page.is_file():
        pytest.skip("the page is not installed")
    lines = [example.source for example in doctest.DocTestParser().get_examples(page.read_text())]
    code, said = checked(checker, tmp_path, "".join(line if line.split()[0] in ("import", "for") or " = " in line or "dump(" in line else f"print({line.rstrip()})\n" for line in lines))
    assert code == 0, said


@pytest.mark.parametrize("checker", CHECKERS)
def test_what_is_wrong_is_found(checker, tmp_path):
    wrong = ["open(3.5)", "open('a', format='none')", "open('a', profile='lax')", f"open('a', format='{samples.TABLES}')[0]",
             f"open('a', format='{samples.STREAM}')['x']", "dumps({}, 'none')", "validate(None)", f"dumps({{}}, '{samples.TABLES}').header_length"]
    code, said = checked(checker, tmp_path, "import hallmark\n" + "".join(f"print(hallmark.{one})\n" for one in wrong))
    assert code == 1 and {int(line) for line in re.findall(r"program.py:(\d+)", said)} == set(range(2, len(wrong) + 2)), said

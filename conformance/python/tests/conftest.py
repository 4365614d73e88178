# SPDX-License-Identifier: Apache-2.0
"""What the tests share. They run against the package that PYTHONPATH leads to, or one that is installed."""
import os
import shutil

import pytest

pytest_plugins = ["pytester"]


@pytest.fixture(scope="session")
def program():
    """The program of the same build."""
    found = os.environ.get("HALLMARK_PROGRAM") or shutil.which("hallmark")
    if not found:
        pytest.skip("there is no program hallmark")
    return found

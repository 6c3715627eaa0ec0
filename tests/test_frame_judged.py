"""The promise of tests/conftest.py: what any sandbox was asked is judged, whoever ran the test."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")
ROOT = CONFTEST.parent.parent

SOURCE = """
import json, os, pathlib, time
import pytest
from sandbox.rest import open_journal

HERE = pathlib.Path(__file__).parent

@pytest.mark.parametrize("number", [1, 2])
def test_asks(number):
    journal = open_journal()
    journal.append(("GET", f"/api/v10/nowhere/{number}", None, 200, None))
    journal.close()
    (HERE / os.environ.get("PYTEST_XDIST_WORKER", "alone")).touch()
    while not (HERE / "alone").exists() and len([*HERE.glob("gw*")]) < 2:
        time.sleep(0.01)  # until the other worker has a test as well
"""


@pytest.mark.slow
@pytest.mark.parametrize("workers", [0, 2])
def test_what_was_asked_on_any_worker_is_judged(tmp_path: Path, workers: int) -> None:
    """Issue 3, "Must hold"; issue 10, item 9: in parallel with the same oracles."""
    description = tmp_path / "openapi.json"
    description.write_text('{"paths": {}}')
    (tmp_path / "conftest.py").write_text(CONFTEST.read_text())
    (tmp_path / "test_asking.py").write_text(SOURCE)
    outside = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    options = ("-p", "no:cacheprovider", "-n", str(workers), "--rootdir", tmp_path, tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options],
        env={**outside, "LUMBERCAMP_OPENAPI": str(description), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 1, done.stdout
    assert "GET /nowhere/1" in done.stdout
    assert "GET /nowhere/2" in done.stdout
    assert len([*tmp_path.glob("gw*")]) == workers

"""The promise of LUMBERCAMP_REQUIRE_ALL: what was not tested is not called good."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

CONFTEST = Path(__file__).with_name("conftest.py")
ROOT = CONFTEST.parent.parent

SOURCES = {
    "test_inside": "def test_it(): pytest.skip('no browser inside')",
    "test_marked": "@pytest.mark.skipif(True, reason='no browser marked')\ndef test_it(): pass",
    "test_module": "pytest.skip('no browser module', allow_module_level=True)",
    "test_described": "@pytest.mark.openapi\ndef test_it(): pass",
    "test_known": "@pytest.mark.xfail(reason='known')\ndef test_it(): assert False",
}


def run(folder: Path, require_all: str, openapi: str = "") -> str:
    """What pytest says of these files with our conftest beside them."""
    (folder / "conftest.py").write_text(CONFTEST.read_text())
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = openapi")
    for name, source in SOURCES.items():
        (folder / f"{name}.py").write_text(f"import pytest\n{source}\n")
    settings = {"LUMBERCAMP_REQUIRE_ALL": require_all, "LUMBERCAMP_OPENAPI": openapi}
    options = ("-ra", "-p", "no:cacheprovider", "--continue-on-collection-errors")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--rootdir", folder, folder],
        env={**os.environ, **settings, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        cwd=folder,
    )
    return done.stdout


def test_a_skip_fails_with_its_reason_where_everything_is_required(tmp_path: Path) -> None:
    """tests/conftest.py; a failure that is expected stays one."""
    output = run(tmp_path, require_all="1")
    for kind in ("inside", "marked", "module"):
        assert f"LUMBERCAMP_REQUIRE_ALL=1 allows no skip: no browser {kind}" in output
    assert re.search(r"1 failed, 1 skipped, 1 xfailed, 2 errors in", output)


def test_only_what_is_judged_by_discords_description_may_be_skipped_without_it(
    tmp_path: Path,
) -> None:
    """.ci/run for somebody who has this repository alone; where there is a copy, nothing is."""
    without = run(tmp_path, require_all="1")
    skipped = re.findall(r"^SKIPPED.*", without, re.MULTILINE)
    assert ["LUMBERCAMP_OPENAPI names no copy" in each for each in skipped] == [True]
    assert re.search(r"1 failed, 1 passed, 1 xfailed, 2 errors in", run(tmp_path, "1", "a copy"))


def test_a_skip_is_a_skip_elsewhere(tmp_path: Path) -> None:
    """tests/conftest.py."""
    assert re.search(r"4 skipped, 1 xfailed in", run(tmp_path, require_all=""))

"""The frame of the tests: approved texts, judged requests, skips."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.approved import FOLDER, TESTS, Example, compare, sections

FILES = sorted(FOLDER.rglob("*.txt"))
TEXT = "## one\nWhy.\n\na\nb\n    ab\n\n    twice\nc\n    c\n\n## two\nx\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "approved.txt"
    file.write_text(TEXT)
    return file


def accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUMBERCAMP_APPROVE", "1")
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)


def test_every_approved_text_is_read_by_a_test() -> None:
    """Nothing is left over of tests that are gone."""
    assert {file.name: left for file in FILES if (left := _unread(file))} == {}


def _unread(file: Path) -> set[str]:
    """The sections of an approved file that no test reads."""
    place = TESTS / file.relative_to(FOLDER)
    (test,) = (p for p in (place.with_suffix(".py"), place.parent.with_suffix(".py")) if p.exists())
    source = test.read_text(encoding="utf-8")
    takers = set(re.findall(r"^ *(?:async )?def (\w+)\([^)]*\bapproved:", source, re.MULTILINE))
    names = {name.partition("[")[0] for name in sections(file) if name}
    return set() if "examples(__file__)" in source else names - takers


def test_what_is_said_otherwise_is_shown_line_by_line(file: Path) -> None:
    compare(file, "two", "x")
    with pytest.raises(pytest.fail.Exception, match=r"approved.txt, two: .*\n(.*\n)*-x\n\+y"):
        compare(file, "two", "y")


def test_examples_are_answered_block_by_block(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines that stand together are one situation; accepting one answer leaves the others."""
    one = Example(file, "one", sections(file)["one"])
    one.judge({"a\nb": "ab\n\ntwice", "c": "c"}.__getitem__)
    with pytest.raises(pytest.fail.Exception, match=r"\+    silence"):
        one.judge(lambda block: "silence")
    with pytest.raises(pytest.fail.Exception, match=r"a\n\+    1\n b"):
        one.judge(lambda block: ["1", "2"] if "a" in block else ["c"])
    accepted(monkeypatch)
    one.judge(lambda block: "d" if block == "c" else "ab\n\ntwice")
    assert file.read_text() == TEXT.replace("    c", "    d")


CONFTEST = Path(__file__).with_name("conftest.py")
ROOT = CONFTEST.parent.parent

ASKING = """
from sandbox.rest import note

def test_asks():
    note(("GET", "/api/v10/nowhere", None, 200, None))
"""


@pytest.mark.slow
def test_what_was_asked_on_any_worker_is_judged(tmp_path: Path) -> None:
    description = tmp_path / "openapi.json"
    description.write_text('{"paths": {}}')
    (tmp_path / "test_asking.py").write_text(ASKING)
    assert "GET /nowhere" in run(tmp_path, "-n", "2", LUMBERCAMP_OPENAPI=str(description))


def run(folder: Path, *options: str, **env: str) -> str:
    """pytest's output for the tests in a folder, with our conftest beside them."""
    (folder / "conftest.py").write_text(CONFTEST.read_text())
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = openapi")
    asked = ("-ra", "-p", "no:cacheprovider", "--continue-on-collection-errors", *options)
    outside = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *asked, "--rootdir", folder, folder],
        env=outside | {"PYTHONPATH": str(ROOT)} | env,
        capture_output=True,
        text=True,
        cwd=folder,
    )
    return done.stdout


SOURCES = {
    "test_inside": "def test_it(): pytest.skip('no browser inside')",
    "test_marked": "@pytest.mark.skipif(True, reason='no browser marked')\ndef test_it(): pass",
    "test_module": "pytest.skip('no browser module', allow_module_level=True)",
    "test_described": "@pytest.mark.openapi\ndef test_it(): pass",
    "test_known": "@pytest.mark.xfail(reason='known')\ndef test_it(): assert False",
}


@pytest.mark.slow
def test_a_skip_fails_where_everything_is_required(tmp_path: Path) -> None:
    """With its reason, and an expected failure stays one. Without Discord's description, only
    tests that need it may be skipped."""
    for name, source in SOURCES.items():
        (tmp_path / f"{name}.py").write_text(f"import pytest\n{source}\n")
    required = run(tmp_path, LUMBERCAMP_REQUIRE_ALL="1", LUMBERCAMP_OPENAPI="")
    for kind in ("inside", "marked", "module"):
        assert f"LUMBERCAMP_REQUIRE_ALL=1 allows no skip: no browser {kind}" in required
    (skipped,) = re.findall(r"^SKIPPED.*", required, re.MULTILINE)
    assert "LUMBERCAMP_OPENAPI names no copy" in skipped
    assert re.search(r"1 failed, 1 skipped, 1 xfailed, 2 errors in", required)

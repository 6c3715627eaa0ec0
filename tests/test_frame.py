"""The frame of the tests themselves: approved texts, connections left open, each worker's share,
the sandbox's exchanges, and LUMBERCAMP_REQUIRE_ALL."""

import ast
import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web

from tests.approved import FOLDER, TESTS, Approved, Example, compare, sections
from tests.connections import left_open
from tests.dealing import dealt

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


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(FOLDER)))
def test_every_approved_text_is_read_by_a_test(file: Path) -> None:
    """Nothing is left over of tests that are gone."""
    place = TESTS / file.relative_to(FOLDER)
    (test,) = (p for p in (place.with_suffix(".py"), place.parent.with_suffix(".py")) if p.exists())
    source = test.read_text(encoding="utf-8")
    takers = {
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and "approved" in {argument.arg for argument in node.args.args}
    }
    names = {name.partition("[")[0] for name in sections(file) if name}
    assert "examples(__file__)" in source or names <= takers, names - takers


def test_what_is_said_otherwise_is_shown_line_by_line(file: Path) -> None:
    """A clear difference."""
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


def test_a_transcript_says_what_it_is_of(
    file: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader of the file only sees why, in which situation, and which answer."""
    said = Approved(request.node)
    said.file, said.about = file, "Why not?"
    said("Nobody came", "Nobody came.\nSo be it.")
    with pytest.raises(pytest.fail.Exception, match=r"\+    So be it"):
        said.judge()
    accepted(monkeypatch)
    said.judge()
    written = "## {}\nWhy not?\n\nNobody came\n    Nobody came.\n    So be it.\n"
    assert file.read_text() == f"{TEXT}\n{written.format(request.node.name)}"


async def _endless(request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse()
    await response.prepare(request)
    await response.write(b"more is to come")
    await asyncio.Event().wait()
    return response


async def _asked() -> aiohttp.ClientResponse:
    app = web.Application()
    app.router.add_get("/", _endless)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await (site := web.TCPSite(runner, "127.0.0.1", 0)).start()
    async with aiohttp.ClientSession() as session:
        answer = await session.get(site.name)
    await runner.cleanup()
    return answer


def test_a_connection_that_was_left_open_is_told_once() -> None:
    """tests/players/test_review.py failed for one that an earlier test had left."""
    answer = asyncio.run(_asked())
    told = left_open()
    assert len(told) == 1
    assert "127.0.0.1" in told[0]
    assert left_open() == []
    answer.close()


SLOW, QUICK = [f"slow {n}" for n in range(10)], [f"quick {n}" for n in range(51)]


def runs(order: list[str], hands: int) -> list[list[str]]:
    """pytest-xdist's share of tests for each worker (its scheduler `worksteal`)."""
    rest, found = [*order], list[list[str]]()
    for nobody_yet in range(hands, 0, -1):
        length = len(rest) // nobody_yet
        found.append(rest[:length])
        rest = rest[length:]
    return found


@pytest.mark.parametrize("hands", [1, 2, 3, 5])
def test_every_worker_begins_with_its_share_of_what_takes_long(hands: int) -> None:
    """And then has as much that is quick, which others can take from its end."""
    order = dealt(SLOW, QUICK, hands)
    assert sorted(order) == sorted([*SLOW, *QUICK])
    shares = [[test in SLOW for test in run] for run in runs(order, hands)]
    assert all(share == sorted(share, reverse=True) for share in shares)
    assert max(map(sum, shares)) - min(map(sum, shares)) <= 1


@pytest.mark.parametrize(("slow", "quick"), [(SLOW, []), ([], QUICK), (SLOW, QUICK[:2]), ([], [])])
def test_none_is_lost_where_there_is_little_of_one_kind(slow: list[str], quick: list[str]) -> None:
    assert sorted(dealt(slow, quick, 3)) == sorted([*slow, *quick])


CONFTEST = Path(__file__).with_name("conftest.py")
ROOT = CONFTEST.parent.parent

SOURCE = """
import json, os, pathlib, time
import pytest
from sandbox.rest import note

HERE = pathlib.Path(__file__).parent

@pytest.mark.parametrize("number", [1, 2])
def test_asks(number):
    note(("GET", f"/api/v10/nowhere/{number}", None, 200, None))
    (HERE / os.environ.get("PYTEST_XDIST_WORKER", "alone")).touch()
    while not (HERE / "alone").exists() and len([*HERE.glob("gw*")]) < 2:
        time.sleep(0.01)  # until the other worker has a test as well
"""


@pytest.mark.slow
@pytest.mark.parametrize("workers", [0, 2])
def test_what_was_asked_on_any_worker_is_judged(tmp_path: Path, workers: int) -> None:
    """Workers in parallel use the same oracles."""
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


SOURCES = {
    "test_inside": "def test_it(): pytest.skip('no browser inside')",
    "test_marked": "@pytest.mark.skipif(True, reason='no browser marked')\ndef test_it(): pass",
    "test_module": "pytest.skip('no browser module', allow_module_level=True)",
    "test_described": "@pytest.mark.openapi\ndef test_it(): pass",
    "test_known": "@pytest.mark.xfail(reason='known')\ndef test_it(): assert False",
}


def run(folder: Path, require_all: str, openapi: str = "") -> str:
    """pytest's output for these files with our conftest beside them."""
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


@pytest.mark.slow
def test_a_skip_fails_with_its_reason_where_everything_is_required(tmp_path: Path) -> None:
    """tests/conftest.py; an expected failure stays one."""
    output = run(tmp_path, require_all="1")
    for kind in ("inside", "marked", "module"):
        assert f"LUMBERCAMP_REQUIRE_ALL=1 allows no skip: no browser {kind}" in output
    assert re.search(r"1 failed, 1 skipped, 1 xfailed, 2 errors in", output)


@pytest.mark.slow
def test_only_what_is_judged_by_discords_description_may_be_skipped_without_it(
    tmp_path: Path,
) -> None:
    """.ci/run for somebody who has only this repository; with a copy, nothing is."""
    without = run(tmp_path, require_all="1")
    skipped = re.findall(r"^SKIPPED.*", without, re.MULTILINE)
    assert ["LUMBERCAMP_OPENAPI names no copy" in each for each in skipped] == [True]
    assert re.search(r"1 failed, 1 passed, 1 xfailed, 2 errors in", run(tmp_path, "1", "a copy"))


@pytest.mark.slow
def test_a_skip_is_a_skip_elsewhere(tmp_path: Path) -> None:
    """tests/conftest.py."""
    assert re.search(r"4 skipped, 1 xfailed in", run(tmp_path, require_all=""))

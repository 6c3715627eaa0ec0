"""`lumbercamp ratings rebuild`: what it does and says, and its exit codes.

Source: issue 14, item 4; docs/hosting.md.
"""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import WRONG_SETTING, main
from storage import SqliteStore
from tests.storage.samples import ANN, BEN, finished

Captured = pytest.CaptureFixture[str]


async def _played(path: Path) -> None:
    store = await SqliteStore.open(path)
    for key in ("a", "b"):
        await finished(store, key, (ANN, BEN), (5, True, 1), (3, False, 2), turns=9)
    await store.close()


def _ratings(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db:
        return db.execute("select * from ratings order by user, ending").fetchall()


def test_ratings_are_worked_out_anew_from_the_results(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever stood there before."""
    path = tmp_path / "games.db"
    monkeypatch.setenv("LUMBERCAMP_DATABASE", str(path))
    asyncio.run(_played(path))
    before = _ratings(path)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("update ratings set mu = 0")
    assert main(["ratings", "rebuild"]) == 0
    said = "The ratings and tables of 2 games are worked out anew.\n"
    assert capsys.readouterr().out == said
    assert _ratings(path) == before


def test_nothing_is_made_where_there_is_no_database(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUMBERCAMP_DATABASE", str(tmp_path / "games.db"))
    assert main(["ratings", "rebuild"]) == WRONG_SETTING
    assert "There is no database" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []

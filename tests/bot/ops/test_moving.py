"""What `lumbercamp move` says (docs/many-machines.md, Moving); tests/storage proves the rows."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.ops import command_line as command
from bot.ops import upkeep
from storage import Address, SqliteStore, Store
from tests import postgres
from tests.bot.core import Captured, Patch
from tests.storage.samples import lobby

pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")
CONFIG = 78


@pytest.fixture
def server() -> Iterator[Address]:
    with postgres.database() as name:
        yield Address(postgres.server().url(name))


def _filled(path: Path, **columns: str) -> None:
    async def fill() -> None:
        store = await SqliteStore.open(path)
        await store.create(lobby(**columns))
        await store.close()

    asyncio.run(fill())


def test_what_has_come_of_a_move_is_said(
    tmp_path: Path, server: Address, capsys: Captured, monkeypatch: Patch
) -> None:
    path = tmp_path / "games.db"
    _filled(path, kind="chess")
    assert command.main(["move", str(path), server.url]) == 0
    said = capsys.readouterr()
    assert f"Copied {path} to the database on the server" in said.out
    assert "Set LUMBERCAMP_DATABASE to the new place" in said.out
    assert "chess" in said.err
    assert command.main(["move", str(path), server.url]) == CONFIG
    assert "it already holds data" in capsys.readouterr().err
    assert command.main(["move", server.url, server.url]) == CONFIG
    assert server.url not in "".join(capsys.readouterr())


def test_a_game_that_goes_on_otherwise_there_stops_a_move(
    tmp_path: Path, server: Address, capsys: Captured, monkeypatch: Patch
) -> None:
    path, found = tmp_path / "games.db", iter([upkeep.Checked(1, ("L1",)), upkeep.Checked(1, ())])
    _filled(path)

    async def checked(_: Store) -> upkeep.Checked:
        return next(found)

    monkeypatch.setattr(upkeep, "check", checked)
    assert command.main(["move", str(path), server.url]) == CONFIG
    assert "open games would play out differently there" in capsys.readouterr().err
    assert postgres.server().execute(
        "select count(*) from pg_tables where schemaname = 'public'",
        database=server.url.split("/")[3].split("?")[0],
    ) == [(0,)]

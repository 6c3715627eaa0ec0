"""A game moves from a file to a database on a server, and back, and continues.

Source: docs/many-machines.md, Moving.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.ops import command_line as command
from bot.ops import upkeep
from bot.table.game import LOBBY_CLOSES
from bot.table.seats import LOBBY_LASTS
from storage import Address, SqliteStore, Store
from tests import postgres
from tests.bot.core import ANN, BEN, CY, OTHER_CHANNEL, Captured, Core, Patch
from tests.storage.samples import lobby

pytest.importorskip("psycopg")
pytestmark = pytest.mark.skipif(not postgres.programs(), reason="there is no PostgreSQL")
CONFIG = 78


@pytest.fixture
def server() -> Iterator[Address]:
    with postgres.database() as name:
        yield Address(postgres.server().url(name))


async def _moved(core: Core, here: Path | Address, there: Path | Address) -> Core:
    """A table after everything stored was moved from one place to another."""
    await core.store.close()
    assert await asyncio.to_thread(upkeep.move, here, there) == 0
    opened: Store = await (there.open() if isinstance(there, Address) else SqliteStore.open(there))
    return replace(core, store=opened)


@pytest.mark.sqlite  # it begins in a file
async def test_a_table_goes_on_wherever_it_is_moved(tmp_path: Path, server: Address) -> None:
    core = await Core.build(tmp_path / "games.db")
    await core.seated(ANN, BEN)
    await core.play("a1")
    await core.open(CY, 2, channel=OTHER_CHANNEL)
    before = await core.log()
    core = await _moved(core, tmp_path / "games.db", server)
    try:
        assert await core.log() == before
        await core.deliver()
        assert core.posts(OTHER_CHANNEL)
        await core.play("e5")
        core = await _moved(core, server, tmp_path / "back.db")
        await core.play("b1 +c1")
        assert len(await core.log()) > len(before) + 1
        assert (await core.game(2)).due(LOBBY_CLOSES) is not None
        core.time.seconds += LOBBY_LASTS
        await core.clock.tick()
        assert (await core.game(2)).status == "cancelled"
    finally:
        await core.store.close()


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

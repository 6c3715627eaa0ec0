"""`lumbercamp migrate` changes only the schema (docs/many-machines.md, Two versions at once)."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.ops import upkeep
from storage import Address, SqliteStore, Store, migrating
from storage.migrating import Migration, migrations
from storage.sqlite import reading
from tests import postgres
from tests.bot.core import Captured, Patch
from tests.patience import until
from tests.storage.samples import lobby

CONFIG, TRY_AGAIN = 78, 75
NEWEST = migrations()[-1].number
NEXT = NEWEST + 1
CHANGES = Migration(NEXT, "later", "create table later (x integer);")
ADDS = CHANGES._replace(sql=f"-- Works with {NEWEST:04}: a table.\n{CHANGES.sql}")


@asynccontextmanager
async def open_at(place: Path | Address) -> AsyncIterator[Store]:
    """A bot is at work there."""
    opening = place.share() if isinstance(place, Address) else SqliteStore.open(place)
    store: Store = await opening
    yield store
    await store.close()


async def command(*words: str) -> int:
    return await asyncio.to_thread(main, ["migrate", *words])


def updated(monkeypatch: Patch, step: Migration) -> None:
    """From now on the program is of a newer version."""
    monkeypatch.setattr(migrating, "migrations", lambda: (*migrations(), step))


@pytest.fixture
async def file(tmp_path: Path, monkeypatch: Patch) -> Path:
    path = tmp_path / "games.db"
    monkeypatch.setenv("LUMBERCAMP_DATABASE", str(path))
    async with open_at(path) as store:
        await store.create(lobby())
    return path


@pytest.fixture
def server(monkeypatch: Patch) -> Iterator[Address]:
    if not postgres.programs():
        pytest.skip("there is no PostgreSQL")
    with postgres.database() as name:
        address = postgres.server().url(name)
        monkeypatch.setenv("LUMBERCAMP_DATABASE", address)
        yield Address(address)


async def test_a_file_is_brought_to_the_newest_level_and_what_it_was_is_kept(
    file: Path, monkeypatch: Patch, capsys: Captured
) -> None:
    updated(monkeypatch, CHANGES)
    before = file.read_bytes()
    assert await command("--dry-run") == 0
    steps = f"from schema level {NEWEST} to {NEXT} ({NEXT:04}_later)."
    stopped = "Stop the bot first."
    dry = "This was a dry run, without changes."
    assert capsys.readouterr().out == f"Would migrate {file} {steps} {stopped}\n{dry}\n"
    assert file.read_bytes() == before
    assert await command() == 0
    kept = file.with_name(f"games.db.before-{NEXT:04}")
    assert (
        capsys.readouterr().out
        == f"Migrated {file} {steps} The database from before is saved in {kept}.\n"
    )
    assert kept.exists()
    assert await command("--dry-run") == 0
    assert capsys.readouterr().out == f"No migration needed: {file} is at schema level {NEXT}.\n"


async def test_a_file_that_a_bot_has_open_is_refused_and_can_be_looked_at(
    file: Path, monkeypatch: Patch, capsys: Captured
) -> None:
    async with open_at(file):
        updated(monkeypatch, CHANGES)
        assert await command() == CONFIG
        assert "is in use by another process" in capsys.readouterr().err
        assert await command("--dry-run") == 0
        assert f"from schema level {NEWEST}" in capsys.readouterr().out


async def test_a_file_whose_games_would_go_on_otherwise_is_left_as_it_is(
    file: Path, monkeypatch: Patch, capsys: Captured
) -> None:
    """As at a start: the way back is the version before."""
    async with open_at(file) as store:
        await store.set(upkeep.RULES, "other")
        await store.create(lobby("b", kind="chess", channel=77))
    updated(monkeypatch, CHANGES)
    assert await command() == CONFIG
    assert (
        "These open games would play out differently with this version" in capsys.readouterr().err
    )
    assert reading.upgrade(file).found == NEWEST


async def test_a_server_gets_its_tables_and_says_so(server: Address, capsys: Captured) -> None:
    assert await command("--dry-run") == 0
    assert "from schema level 0 to" in capsys.readouterr().out
    assert server.upgrade().found == 0
    assert await command() == 0
    assert "Migrated the database on the server from schema level 0 to" in capsys.readouterr().out
    assert server.upgrade().found == NEWEST


async def test_beside_older_bots_a_step_that_adds_is_done(
    server: Address, monkeypatch: Patch, capsys: Captured
) -> None:
    async with open_at(server) as store:
        updated(monkeypatch, ADDS)
        assert await command("--dry-run") == 0
        assert "Bots that use it now can keep running." in capsys.readouterr().out
        assert server.upgrade().found == NEWEST
        assert await command() == 0
        assert f"({NEXT:04}_later). Now start the bots of this version" in capsys.readouterr().out
        await store.create(lobby())


async def test_beside_older_bots_a_step_that_changes_more_is_refused(
    server: Address, monkeypatch: Patch, capsys: Captured
) -> None:
    async with open_at(server):
        updated(monkeypatch, CHANGES)
        for words in (("--dry-run",), ()):
            assert await command(*words) == TRY_AGAIN
            assert "Bots of an older version are using this database" in capsys.readouterr().err

    async def noticed() -> bool:
        return await command("--dry-run") == 0

    await until(noticed)  # a server needs a moment
    assert server.upgrade().found == NEWEST
    assert "Keep bots of older versions stopped" in capsys.readouterr().out
    assert await command() == 0
    assert server.upgrade().found == NEXT

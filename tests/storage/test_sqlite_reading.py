"""A database is read and copied while another process writes it, and is left as it is."""

import asyncio
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from storage import Missing, NotCopied, SqliteStore, TooNew, backup, migrating, upgrade
from storage.migrating import Migration
from storage.sqlite import reading
from tests.storage.files import ROOT, folder_of, foreign, play, store_in, write_until_killed
from tests.storage.samples import lobby, turn


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """In a folder of its own, which shows every file made beside it."""
    (tmp_path / "of bot").mkdir()
    return tmp_path / "of bot" / "games.db"


async def games_in(path: Path) -> list[int]:
    store = await SqliteStore.snapshot(path)
    found = [game.n for game in await store.open_games()]
    await store.close()
    return found


async def test_a_snapshot_is_not_held_in_memory(path: Path) -> None:
    """A file may be larger than the memory. SQLite keeps its rollback log in memory only for a
    database in memory."""
    await play(path)
    store = await SqliteStore.snapshot(path)
    assert [*await store._thread.execute_fetchall("pragma journal_mode")] == [("delete",)]
    ((_, _, file),) = await store._thread.execute_fetchall("pragma database_list")
    assert file == ""
    await store.close()
    assert [each.name for each in path.parent.iterdir() if "games.db" not in each.name] == []


async def test_a_snapshot_is_read_beside_the_process_that_holds_the_file(path: Path) -> None:
    """The newest commit is in the write-ahead log alone."""
    async with store_in(path) as bot:
        game = await bot.create(lobby())
        for n in (1, 2):
            await bot.commit(game.id, n, turn(f"{n}"))
            assert await games_in(path) == [n + 1]


async def test_reading_a_closed_database_leaves_its_folder(path: Path, tmp_path: Path) -> None:
    """A file made by another user's hands would keep the bot from opening its own. A backup holds
    the seeds of running games, and is for its owner alone."""
    await play(path)
    before = folder_of(path)
    await games_in(path)
    backup(path, tmp_path / "copy.db")
    assert folder_of(path) == before
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600


async def test_a_snapshot_has_been_through_our_migrations_and_the_file_has_not(path: Path) -> None:
    """So a new version can say what it would make of the games before it touches them."""
    await play(path)
    before = path.read_bytes()
    step = Migration(9998, "later", "create table later (id); insert into later values (7);")
    with closing(reading.snapshot(path, (*migrating.migrations(), step), 0.0)) as db:
        assert db.execute("select id from later").fetchall() == [(7,)]
        assert db.execute("select count(*) from games").fetchall() == [(1,)]
    assert path.read_bytes() == before


@pytest.mark.parametrize("torn", [False, True])
async def test_somebody_who_opens_the_file_meanwhile_is_noticed(
    path: Path, monkeypatch: pytest.MonkeyPatch, torn: bool
) -> None:
    """A file that nobody had open is read without locks; if that changes, it is read again. A torn
    read isn't called damage."""
    await play(path)
    reads = list[bool]()

    def disturb(*_: object) -> None:
        reads.append(True)
        if len(reads) == 1:
            foreign(path, "update games set n = 5")
            if torn:
                raise sqlite3.DatabaseError("malformed")

    monkeypatch.setattr("storage.sqlite.opening.not_newer", disturb)
    assert await games_in(path) == [5]
    assert len(reads) == 2


@pytest.mark.slow
async def test_a_backup_is_made_while_a_process_writes(path: Path, tmp_path: Path) -> None:
    """Every copy is a state that the database was in, and later copies know more."""
    ns = []
    with subprocess.Popen(write_until_killed(path), cwd=ROOT, stdout=subprocess.PIPE) as writer:
        assert writer.stdout
        for number in range(3):
            for _ in range(5):
                writer.stdout.readline()
            await asyncio.to_thread(backup, path, tmp_path / f"{number}.db")
        writer.kill()
    for number in range(3):
        async with store_in(tmp_path / f"{number}.db") as store:
            (game,) = await store.open_games()
            assert [row.n for row in await store.log(game.id)] == list(range(1, game.n + 1))
        assert game.n % 2  # two lines a turn, after the first row: never half a turn
        ns.append(game.n)
    assert ns == sorted(set(ns))


async def test_nothing_is_overwritten(path: Path, tmp_path: Path) -> None:
    """Nor is a folder made: it may be a disk that is not mounted."""
    await play(path)
    target = tmp_path / "copy.db"
    target.write_text("the backup of yesterday")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    for taken in (target, tmp_path / "dangling", path):
        with pytest.raises(NotCopied, match="there's already a file with that name"):
            backup(path, taken)
    with pytest.raises(NotCopied, match=r"away/copy\.db: no such file or directory"):
        backup(path, tmp_path / "away" / "copy.db")
    assert target.read_text() == "the backup of yesterday"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["copy.db", "dangling", "of bot"]


@pytest.mark.parametrize("why", ["full", "unsound", "foreign"])
async def test_a_copy_that_fails_leaves_nothing_behind(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    """Only a whole, sound copy ever gets the name of a backup."""
    await play(path)
    write = reading.write_copy

    def fail(db: sqlite3.Connection, scratch: Path) -> None:
        write(db, scratch)
        if why == "full":
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise full
        with closing(sqlite3.connect(scratch, isolation_level=None)) as copy:
            if why == "foreign":
                copy.execute("pragma application_id = 7")
            else:
                copy.execute("pragma writable_schema = on")
                copy.execute("update sqlite_master set rootpage = 999 where name = 'log'")

    monkeypatch.setattr(reading, "write_copy", fail)
    sentence = {"full": "the disk is full"}.get(why, "the copy is damaged")
    with pytest.raises(NotCopied, match=sentence):
        backup(path, tmp_path / "copy.db")
    assert [p.name for p in tmp_path.iterdir()] == ["of bot"]


async def test_what_opening_a_file_would_change_is_said_before_it_does(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names the copy that it would keep, whatever lies there already."""
    with pytest.raises(Missing):
        upgrade(path)
    await play(path)
    level = migrating.migrations()[-1].number
    assert upgrade(path) == (level, (), None)
    assert upgrade(path).works_with == level
    step = Migration(9001, "later", "create table later (x);")
    (path.parent / "games.db.before-9001").touch()
    newer = (*migrating.migrations(), step)
    monkeypatch.setattr(migrating, "migrations", lambda: newer)
    kept = path.parent / "games.db.before-9001.2"
    assert upgrade(path) == (level, (step,), kept)
    foreign(path, "insert into migrations values (9002, 'newer', 0, 9002)")
    with pytest.raises(TooNew):
        upgrade(path)

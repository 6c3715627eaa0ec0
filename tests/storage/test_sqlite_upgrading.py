"""A file is copied before a migration of it, and a backup can be put back in its place."""

import re
import sqlite3
from contextlib import AbstractContextManager, closing, nullcontext
from functools import partial
from pathlib import Path

import pytest

from storage import SqliteStore, backup, copied_from, restore, setting
from storage.errors import Altered, Busy, Damaged, NotRestored, NotUpgraded, TooNew
from storage.migrating import Migration, level, migrations
from storage.sqlite import opening, reading
from storage.sqlite.opening import SIGNATURE
from tests.storage.files import crash, folder_of, play, store_in
from tests.storage.samples import lobby, turn, waiting

NEXT = Migration(9_000, "next", "create table next (x);")
LATER = Migration(9_001, "later", "create table later (x);")
upgrade = partial(opening.connect, keep=reading.copy_before)


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    await play(tmp_path / "games.db", "a")
    return tmp_path / "games.db"


@pytest.fixture
def copy(path: Path) -> Path:
    backup(path, path.with_name("copy.db"))
    return path.with_name("copy.db")


def level_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return level(db)


async def rows(path: Path) -> int:
    async with store_in(path) as store:
        (game,) = await store.open_games()
        return game.n


async def test_a_file_is_copied_before_its_first_migration(path: Path) -> None:
    copy = path.with_name("games.db.before-9000")
    upgrade(path, (*migrations(), NEXT, LATER), 1.0).close()
    assert (level_of(path), level_of(copy)) == (9_001, migrations()[-1].number)
    assert [*path.parent.glob("*before*")] == [copy]
    assert await rows(copy) == 2
    assert copy.stat().st_mode & 0o077 == 0


async def test_a_failed_migration_leaves_the_copy_and_the_next_try_another(path: Path) -> None:
    failing = Migration(9_000, "failing", "selekt;")
    for _ in range(2):
        with pytest.raises(sqlite3.OperationalError):
            upgrade(path, (*migrations(), failing), 1.0)
    found = sorted(file.name for file in path.parent.glob("*before*"))
    assert found == ["games.db.before-9000", "games.db.before-9000.2"]
    assert await rows(path) == 2


async def test_nothing_uncopied_is_migrated(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The version before can use the file again."""
    monkeypatch.setattr(reading, "sound", lambda _: False)
    before = folder_of(path)
    said = r"games\.db\.before-9000: the copy is damaged\. Your data is unchanged\."
    with pytest.raises(NotUpgraded, match=said):
        upgrade(path, (*migrations(), NEXT), 1.0)
    assert folder_of(path) == before
    assert await rows(path) == 2


async def test_a_value_is_read_without_opening_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    async with store_in(path) as store:
        await store.set("rules", "5b1c")
        assert setting(path, "rules") == "5b1c"
    before = folder_of(path)
    assert (setting(path, "rules"), setting(path, "other")) == ("5b1c", None)
    assert folder_of(path) == before


def empty(path: Path, *statements: str) -> Path:
    """A database of ours without any table, as a crash may leave it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in (f"pragma application_id = {SIGNATURE}", "vacuum", *statements):
            db.execute(statement)
    return path


def test_a_file_that_has_been_through_nothing_has_no_values_and_no_games(tmp_path: Path) -> None:
    there = empty(tmp_path / "copy.db")
    assert setting(there, "rules") is None
    done = restore(there, tmp_path / "games.db")
    assert (done.games, done.last, done.lacks) == (0, 0.0, len(migrations()))
    theirs = empty(tmp_path / "theirs.db", "create table theirs (x)")
    with pytest.raises(Altered, match="theirs"):
        restore(theirs, tmp_path / "games.db")


async def test_a_backup_takes_the_place_of_a_database_that_is_kept(path: Path, copy: Path) -> None:
    async with store_in(path) as store:
        await store.commit(1, 2, turn("later"))
    before = copy.read_bytes()
    done = restore(copy, path)
    assert (done.games, done.last, done.lacks) == (1, 1_000.0, 0)
    assert done.before == path.with_name("games.db.replaced")
    assert (await rows(path), await rows(done.before)) == (2, 3)
    assert copy.read_bytes() == before
    assert path.stat().st_mode & 0o077 == done.before.stat().st_mode & 0o077 == 0


async def test_a_migration_is_undone_from_the_copy_that_was_made_before_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    upgrade(path, (*migrations(), NEXT), 1.0).close()
    with pytest.raises(TooNew):
        opening.connect(path, migrations(), 2.0)
    with monkeypatch.context() as newer:
        newer.setattr("storage.migrating.migrations", lambda: (*migrations(), NEXT))
        assert restore(path.with_name("games.db.before-9000"), path).lacks == 1
    assert await rows(path) == 2


async def test_turns_that_a_crash_left_in_a_log_are_in_what_is_kept(path: Path, copy: Path) -> None:
    async with store_in(path) as store:
        await store.commit(1, 2, turn("in the log"))
        path = crash(path)
    assert path.with_name("games.db-wal").stat().st_size
    done = restore(copy, path)
    assert not path.with_name("games.db-wal").exists()
    assert done.before is not None
    assert (await rows(path), await rows(done.before)) == (2, 3)


@pytest.mark.parametrize("damaged", [b"no database any more" * 100, None])
async def test_a_database_that_is_damaged_or_gone_is_kept_as_it_is_with_its_log(
    path: Path, copy: Path, damaged: bytes | None
) -> None:
    path.unlink()
    if damaged:
        path.write_bytes(damaged)
    else:
        assert restore(copy, path).before is None
        path.unlink()
    path.with_name("games.db-wal").write_bytes(b"its log")
    before = restore(copy, path).before
    assert before == path.with_name("games.db.replaced")
    assert (before.read_bytes() if before.exists() else None) == damaged
    assert path.with_name("games.db.replaced-wal").read_bytes() == b"its log"
    assert await rows(path) == 2


async def test_while_the_bot_runs_nothing_is_restored(path: Path, copy: Path) -> None:
    async with store_in(path):
        with pytest.raises(Busy):
            restore(copy, path)
    assert not [*path.parent.glob("*replaced*")]


async def test_what_is_no_sound_backup_is_not_put_in_place(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is one that there is no room for. The database is as it was; for files that aren't
    backups see test_sqlite_files.py."""
    before = path.read_bytes()

    def fill_disk(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(NotRestored, match="the backup is the same file"):
        restore(path, path)
    with monkeypatch.context() as full:
        full.setattr("storage.sqlite.reading.shutil.copyfile", fill_disk)
        with pytest.raises(NotRestored, match=r"no space left on device\. Your data is unchanged"):
            restore(copy, path)
    monkeypatch.setattr("storage.sqlite.reading.sound", lambda _: False)
    with pytest.raises(Damaged):
        restore(copy, path)
    assert path.read_bytes() == before
    assert await rows(path) == 2


ALTERED = {
    "create trigger keep after update on seats begin select 1; end": "the trigger 'keep' isn't",
    "create view names as select name from seats": "the view 'names' isn't part of Lumbercamp",
    "create index seats_name on seats (name)": "the index 'seats_name' isn't part of Lumbercamp",
    "create virtual table found using fts5(name)": "the table 'found' isn't part of Lumbercamp",
    "alter table seats add column nick text": "the table seats isn't as",
    "drop index reports_user": "the index reports_user is missing",
    "create temp table mine (x)": "",
    "analyze": "",
}


def refused(why: str) -> AbstractContextManager[object]:
    return pytest.raises(Altered, match=re.escape(why)) if why else nullcontext()


@pytest.mark.slow
async def test_an_altered_database_is_refused_by_name(path: Path, copy: Path) -> None:
    sound = path.read_bytes()
    for changed, why in ALTERED.items():
        path.write_bytes(sound)
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.executescript(changed)
        before = path.read_bytes()
        with refused(why):
            await (await SqliteStore.snapshot(path)).close()
        with refused(why), copied_from(path, alone=True):
            pass
        with refused(why):
            restore(path, copy)
        assert path.read_bytes() == before
        with refused(why):
            await (await SqliteStore.open(path)).close()


async def test_a_restored_game_posts_its_newest_board_again(tmp_path: Path) -> None:
    """A lobby shows its present state. Discord's messages may be ahead of the database."""
    path, copy = tmp_path / "games.db", tmp_path / "copy.db"
    async with store_in(path) as store:
        game, other = await store.create(lobby()), await store.create(lobby("b", channel=2))
        row = await store.commit(other.id, 1, turn("t", posts=("turn",), status="playing"))
        await store.note_sent(row.posts[0], 777, 2)
    backup(path, copy)
    restore(copy, path)
    async with store_in(path) as store:
        there = {(post.game, post.kind, post.fresh) for post in await waiting(store)}
        assert {(game.id, "card", False), (other.id, "turn", False)} <= there
        assert await store.latest(other.id, "turn") is None

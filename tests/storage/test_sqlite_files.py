"""Which files are opened, and that every other one is refused in a sentence and left as it is."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import Busy, Damaged, NotOurs, TooNew, Unwritable, migrating
from storage.errors import translated
from storage.sqlite import opening
from tests.storage.files import folder_of, foreign, opened_once, refused, store_in
from tests.storage.samples import lobby


@pytest.mark.parametrize("name", ["games.db", "a b", "per%20cent", "what?mode=ro", "#1 'x' \"y\""])
async def test_a_new_file_is_made_with_its_folders(tmp_path: Path, name: str) -> None:
    path = tmp_path / "new folder" / "and #2" / name
    for _ in range(2):
        await opened_once(path)
    assert path.is_file()


async def test_a_closed_database_is_one_file_and_its_lock(tmp_path: Path) -> None:
    """So that a copy of the file is a copy of everything."""
    await opened_once(tmp_path / "games.db")
    assert sorted(folder_of(tmp_path / "games.db")) == ["games.db", "games.db.lock"]


async def test_opening_and_closing_an_old_database_leaves_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    await opened_once(path)
    before = folder_of(path)
    await opened_once(path)
    assert folder_of(path) == before


async def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Remember the milk.\n" * 10)
    assert "isn't a Lumbercamp database" in await refused(path, NotOurs)


@pytest.mark.parametrize("size", [1, 15, 16, 70])
async def test_a_scrap_of_a_database_is_refused(tmp_path: Path, size: int) -> None:
    path = tmp_path / "games.db"
    await opened_once(path)
    (tmp_path / "scrap").mkdir()
    scrap = tmp_path / "scrap" / "games.db"
    scrap.write_bytes(path.read_bytes()[:size])
    await refused(scrap, NotOurs)


@pytest.mark.parametrize(
    "statements",
    [
        ("create table games (id)",),
        ("pragma application_id = 7", "create table games (id)"),
        ("pragma journal_mode = wal", "create table games (id)"),
    ],
)
async def test_a_database_of_somebody_else_is_refused(
    tmp_path: Path, statements: tuple[str, ...]
) -> None:
    path = tmp_path / "theirs.db"
    foreign(path, *statements)
    await refused(path, NotOurs)


async def test_a_database_of_somebody_else_in_use_is_left_alone(tmp_path: Path) -> None:
    """With a write-ahead log beside it, opening it at all would already change it."""
    path = tmp_path / "theirs.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("pragma journal_mode = wal")
        db.execute("create table games (id)")
        await refused(path, NotOurs)


KNOWN = migrating.shipped()[-1].number


async def _newer(path: Path, level: int = 9999) -> None:
    await opened_once(path)
    foreign(path, f"insert into migrations values ({level}, 'later', 0, {level})")


@pytest.mark.parametrize("level", [KNOWN + 1, 9999])
async def test_a_file_from_a_newer_version_is_refused(tmp_path: Path, level: int) -> None:
    path = tmp_path / "games.db"
    await _newer(path, level)
    sentence = await refused(path, TooNew)
    assert f"(migration {level}; this version knows {KNOWN})" in sentence
    assert "Install that version" in sentence


async def test_a_newer_file_left_by_a_crash_is_not_tidied_up(tmp_path: Path) -> None:
    """Its last changes are in the log beside it; they stay there for the version that can read."""
    path, copy = tmp_path / "games.db", tmp_path / "copy" / "games.db"
    await opened_once(path)
    copy.parent.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("insert into migrations values (9999, 'later', 0, 9999)")
        for name, content in folder_of(path).items():
            if not name.endswith("-shm"):
                (copy.parent / name).write_bytes(content)
    main, log = copy.read_bytes(), (copy.parent / "games.db-wal").read_bytes()
    with pytest.raises(TooNew):
        await opened_once(copy)
    assert copy.read_bytes() == main
    assert (copy.parent / "games.db-wal").read_bytes() == log


async def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    await opened_once(path)
    content = path.read_bytes()
    path.write_bytes(content[:100] + b"\xff" * (len(content) - 100))
    assert "is damaged" in await refused(path, Damaged)


async def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "games.db").mkdir()
    assert "it isn't a file" in await refused(tmp_path / "games.db", Unwritable)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
async def test_a_pipe_is_no_file_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "games.db")
    assert "it isn't a file" in await refused(tmp_path / "games.db", Unwritable)


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here")
    path = tmp_path / "file" / "games.db"
    with pytest.raises(Unwritable, match=r"file/games\.db: ") as refused:
        await opened_once(path)
    assert refused.value.why == "file exists (EEXIST)"
    assert (tmp_path / "file").read_text() == "here"


async def test_a_refused_file_is_not_held(tmp_path: Path) -> None:
    """The reason stays the same, and is not the lock of the first try."""
    path = tmp_path / "games.db"
    await _newer(path)
    for _ in range(2):
        with pytest.raises(TooNew):
            await opened_once(path)


async def test_stores_in_memory_share_nothing() -> None:
    async with store_in(":memory:") as one, store_in(":memory:") as other:
        await one.create(lobby())
        assert await other.open_games() == []


async def test_every_commit_is_flushed_to_the_disk(tmp_path: Path) -> None:
    """A turn that was acknowledged is there after a power cut."""
    with closing(opening.connect(tmp_path / "games.db", migrating.shipped(), 0.0)) as db:
        asked = ("journal_mode", "synchronous", "foreign_keys")
        told_of = {name: db.execute(f"pragma {name}").fetchone()[0] for name in asked}
    assert told_of == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_lock_of_another_program_is_told_as_busy(tmp_path: Path) -> None:
    """Such as the sqlite3 shell, which knows nothing of the lock beside the file."""
    path = tmp_path / "games.db"
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        closing(sqlite3.connect(path, isolation_level=None, timeout=0)) as db,
    ):
        other.execute("begin immediate")
        with pytest.raises(Busy), translated(path):
            db.execute("begin immediate")


def test_a_mistake_of_ours_is_not_blamed_on_the_file() -> None:
    """What is no fault of the file is a bug, and goes on as one."""
    with (
        closing(sqlite3.connect(":memory:")) as db,
        pytest.raises(sqlite3.OperationalError),
        translated("games.db"),
    ):
        db.execute("selekt")
    with pytest.raises(sqlite3.ProgrammingError), translated("games.db"):
        raise sqlite3.ProgrammingError("without a code")

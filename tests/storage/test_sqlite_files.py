"""Which files are opened; every other one is refused in a sentence and left as it is; and a file is
for one process and only for its owner."""

import errno
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from storage import Busy, Damaged, Lost, Missing, NotOurs, SqliteStore, copied_from, migrating
from storage.errors import StoreError, TooNew, Unreadable, Unwritable, translate_errors
from storage.sqlite import opening
from storage.sqlite.reading import backup, restore, setting, upgrade
from tests.storage.files import crash, folder_of, foreign, opened_once, refused, store_in
from tests.storage.samples import lobby, turn


async def test_a_new_file_is_made_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "per%20cent" / "#1 'x' \"y\"?mode=ro"
    for _ in range(2):
        await opened_once(path)
    assert path.is_file()


async def test_a_closed_database_is_one_file_and_its_lock(tmp_path: Path) -> None:
    """So that a copy of the file is a copy of everything; and opening it leaves its bytes."""
    await opened_once(path := tmp_path / "games.db")
    before = folder_of(path)
    assert sorted(before) == ["games.db", "games.db.lock"]
    await opened_once(path)
    assert folder_of(path) == before


KNOWN = migrating.migrations()[-1].number
THEIRS = "create table games (id)"


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _made(path: Path) -> Path:
    opening.connect(path, migrating.migrations(), 0.0).close()
    return path


def _scrap(path: Path, size: int) -> None:
    path.write_bytes(_made(path).read_bytes()[:size])


def _damaged(path: Path) -> None:
    content = _made(path).read_bytes()
    path.write_bytes(content[:100] + b"\xff" * (len(content) - 100))


def _newer(path: Path) -> None:
    level = KNOWN + 1
    foreign(_made(path), f"insert into migrations values ({level}, 'later', 0, {level})")


WRONG: dict[str, tuple[Callable[[Path], object], type[StoreError], str]] = {
    "nothing": (lambda path: None, Missing, "There's no database at"),
    "a log alone": (lambda path: _log(path).write_bytes(b"of today"), Missing, "no database at"),
    "a folder": (Path.mkdir, Unreadable, "it isn't a file"),
    "a pipe": (os.mkfifo, Unreadable, "it isn't a file"),
    "an empty file": (Path.touch, Lost, "delete what's left to start over"),
    "notes": (lambda path: path.write_text("Remember the milk.\n" * 10), NotOurs, "isn't a Lumb"),
    **{f"{size} bytes": (partial(_scrap, size=size), NotOurs, "") for size in (1, 70)},
    "theirs": (lambda path: foreign(path, THEIRS), NotOurs, ""),
    "signed": (lambda path: foreign(path, "pragma application_id = 7", THEIRS), NotOurs, ""),
    "with a log": (lambda path: foreign(path, "pragma journal_mode = wal", THEIRS), NotOurs, ""),
    "a damaged file": (_damaged, Damaged, "is damaged"),
    "a newer file": (_newer, TooNew, f"(migration {KNOWN + 1}; this version knows {KNOWN})"),
}
# The door's other sentence; None: it takes the file.
ELSE: dict[tuple[str, str], type[StoreError] | None] = {
    ("nothing", "open"): None,
    ("a log alone", "open"): Lost,
    ("a folder", "open"): Unwritable,
    ("a folder", "restore"): Unwritable,
    ("a pipe", "open"): Unwritable,
    ("a pipe", "restore"): Unwritable,
    ("a newer file", "setting"): None,
    ("a newer file", "backup"): None,
}
DOORS: dict[str, Callable[[Path], object]] = {
    "open": SqliteStore.open,
    "snapshot": SqliteStore.snapshot,
    "setting": lambda path: setting(path, "key"),
    "upgrade": upgrade,
    "backup": lambda path: backup(path, path.parents[1] / "copy.db"),
    "move": lambda path: copied_from(path, alone=True).__enter__(),
    "restore": lambda path: restore(path, path.parents[1] / "other.db"),
}


@pytest.mark.parametrize("wrong", WRONG)
async def test_a_file_that_is_no_database_of_ours_is_refused(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "bot" / "games.db"
    path.parent.mkdir()
    make, usual, words = WRONG[wrong]
    make(path)
    for name, door in DOORS.items():
        kind = ELSE.get((wrong, name), usual)
        if kind:
            sentence = await refused(path, kind or usual, door)
            assert kind is not usual or words in sentence
    assert {each.name for each in tmp_path.iterdir()} <= {"bot", "copy.db", "other.db.lock"}


async def test_a_database_of_somebody_else_in_use_is_left_alone(tmp_path: Path) -> None:
    """With a write-ahead log beside it, opening it at all would already change it."""
    path = tmp_path / "theirs.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("pragma journal_mode = wal")
        db.execute("create table games (id)")
        await refused(path, NotOurs)


async def test_a_newer_file_left_by_a_crash_is_not_tidied_up(tmp_path: Path) -> None:
    """Its last changes are in the log beside it; they stay there for the version that can read."""
    await opened_once(path := tmp_path / "games.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("insert into migrations values (9999, 'later', 0, 9999)")
        path = crash(path)
    before = folder_of(path)
    assert _log(path).name in before
    with pytest.raises(TooNew):
        await opened_once(path)
    assert {name: held for name, held in folder_of(path).items() if name in before} == before


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here")
    path = tmp_path / "file" / "games.db"
    with pytest.raises(Unwritable, match=r"file/games\.db: ") as refused:
        await opened_once(path)
    assert refused.value.why == "file exists (EEXIST)"
    assert (tmp_path / "file").read_text() == "here"


async def test_every_commit_is_flushed_to_the_disk(tmp_path: Path) -> None:
    """A turn that was acknowledged is there after a power cut."""
    with closing(opening.connect(tmp_path / "games.db", migrating.migrations(), 0.0)) as db:
        asked = ("journal_mode", "synchronous", "foreign_keys")
        told_of = {name: db.execute(f"pragma {name}").fetchone()[0] for name in asked}
    assert told_of == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_a_lock_of_another_program_is_told_as_busy(tmp_path: Path) -> None:
    """For example the sqlite3 shell, which knows nothing of the lock beside the file."""
    connect = partial(sqlite3.connect, path := tmp_path / "games.db", isolation_level=None)
    with closing(connect()) as other, closing(connect(timeout=0)) as db:
        other.execute("begin immediate")
        with pytest.raises(Busy), translate_errors(path):
            db.execute("begin immediate")


def test_a_mistake_of_ours_is_not_blamed_on_the_file() -> None:
    coded = sqlite3.OperationalError("a syntax error")
    coded.sqlite_errorcode = sqlite3.SQLITE_ERROR
    for mistake in (coded, sqlite3.ProgrammingError("without a code")):
        with pytest.raises(type(mistake)), translate_errors("games.db"):
            raise mistake


async def test_pages_of_zeros_inside_are_refused(tmp_path: Path) -> None:
    """A disk that forgot two pages: the first turn that needs them would find out, too late. There
    is the log of a crash beside them."""
    async with store_in(path := tmp_path / "games.db") as store:
        game = await store.create(lobby())
        for i in range(100):
            game = await store.commit(game.id, game.n, turn(f"key {i}", "c3 " * 200))
        await store._thread.execute_fetchall("pragma wal_checkpoint(truncate)")
        await store.commit(game.id, game.n, turn("last"))
        path = crash(path)
    content = path.read_bytes()
    pages = len(content) // 4096
    assert pages > 10
    for page in (pages - 6, pages - 5):  # of the log
        content = content[: page * 4096] + bytes(4096) + content[(page + 1) * 4096 :]
    path.write_bytes(content)
    with pytest.raises(Damaged, match="is damaged"):
        await opened_once(path)
    assert path.read_bytes() == content


async def test_a_second_store_on_the_file_is_refused_until_the_first_closes(tmp_path: Path) -> None:
    """Each would hold the other's posts for its own; also by another name of the file."""
    path, alias, link = tmp_path / "games.db", tmp_path / "alias.db", tmp_path / "link.db"
    async with store_in(path) as first:
        alias.hardlink_to(path)
        link.symlink_to(path)
        for name in (path, tmp_path / "x" / ".." / "games.db", alias, link):
            with pytest.raises(Busy, match="in use by another process"):
                await opened_once(name)
        game = await first.create(lobby())
    async with store_in(alias) as second:
        assert await second.game(game.id) == game


async def test_a_name_can_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a file system that knows no other locks, as on other systems."""
    path = tmp_path / "games.db"

    def none(*_: object) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(opening, "fcntl", SimpleNamespace(flock=none, LOCK_EX=2, LOCK_NB=4))
    async with store_in(path):
        with pytest.raises(Busy):
            await opened_once(path)


def modes(path: Path) -> dict[str, str]:
    return {each.name: oct(each.stat().st_mode & 0o777) for each in path.parent.iterdir()}


NAMES = ("games.db", "games.db-wal", "games.db-shm", "games.db.lock")


async def test_a_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    """It holds the seeds of running games, whatever the process would let others see."""
    path = tmp_path / "games.db"
    before = os.umask(0)
    try:
        async with store_in(path) as store:
            await store.create(lobby())
            assert modes(path) == dict.fromkeys(NAMES, "0o600")
    finally:
        os.umask(before)


async def test_an_old_database_is_closed_to_others_and_that_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "games.db"
    await opened_once(path)
    assert caplog.messages == []
    for each in (path, tmp_path / "games.db.lock"):
        each.chmod(0o644)
    async with store_in(path):
        assert modes(path) == dict.fromkeys(NAMES, "0o600") | {"games.db.lock": "0o644"}
    assert caplog.messages == ["others could read the database; now its owner alone can"]


async def test_another_owners_rights_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    await opened_once(path)
    path.chmod(0o640)
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    await opened_once(path)
    assert modes(path)["games.db"] == "0o640"


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    readers, opens, flushes = set[int](), os.open, os.fsync

    def files_only(path: Any, flags: int, *more: Any, **others: Any) -> int:
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied", str(path))
        opened = opens(path, flags, *more, **others)
        (readers.discard if flags & (os.O_RDWR | os.O_WRONLY) else readers.add)(opened)
        return opened

    def writable_only(opened: int) -> None:
        if opened in readers:
            raise OSError(9, "Bad file descriptor")
        flushes(opened)

    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delattr(os, "geteuid")
    monkeypatch.setattr(os, "open", files_only)
    monkeypatch.setattr(os, "fsync", writable_only)


@pytest.mark.usefixtures("windows")
async def test_a_database_is_made_opened_again_and_copied(tmp_path: Path) -> None:
    """Also on Windows, as the README describes."""
    path, copy = tmp_path / "games.db", tmp_path / "copy.db"
    async with store_in(path) as store:
        game = await store.create(lobby())
        backup(path, copy)
    path.chmod(0o666)  # as Windows shows every file that may be written
    await opened_once(path)
    async with store_in(copy) as again:
        assert await again.game(game.id) == game

"""How the tests of the database file look at it, and run other processes on it."""

import os
import sqlite3
import sys
import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from inspect import isawaitable
from pathlib import Path
from typing import Any

import pytest

from storage import SqliteStore, StoreError
from tests.storage.samples import Clock, lobby, turn

ROOT = Path(__file__).parents[2]
_played = dict[tuple[str, ...], bytes]()  # files that `play` has made


def folder_of(path: Path) -> dict[str, bytes]:
    """Every file beside the database (and itself) with its bytes."""
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}


@asynccontextmanager
async def store_in(path: Path | str) -> AsyncIterator[SqliteStore]:
    """A store, closed also when the test fails: an open one would keep the process alive."""
    store = await SqliteStore.open(path)
    try:
        yield store
    finally:
        await store.close()


async def opened_once(path: Path | str) -> None:
    async with store_in(path):
        pass


async def refused(
    path: Path, kind: type[StoreError], door: Callable[[Path], Any] = SqliteStore.open
) -> str:
    """The sentence of a refusal, which left the whole folder byte for byte as it was. door: opens
    or uses the file."""
    before = folder_of(path)
    with pytest.raises(kind) as refusal:
        await _through(door, path)
    assert folder_of(path) == before
    assert type(refusal.value) is kind
    sentence = str(refusal.value)
    assert str(path) in sentence
    assert "another file" in sentence
    return sentence


async def _through(door: Callable[[Path], Any], path: Path) -> None:
    if isawaitable(done := door(path)):
        await (await done).close()


def write_until_killed(path: Path) -> list[str]:
    return [sys.executable, "-m", "tests.storage.outside", str(path)]


def run_in_fork(work: Callable[[], str]) -> tuple[int, str]:
    """The status of a process of its own, and what its work returned; "": it didn't end."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # there may be threads
        pid = os.fork()
    if pid == 0:
        try:
            os.write(writing, work().encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as end:
        said = end.read()
    return os.waitpid(pid, 0)[1], said


async def play(path: Path, *keys: str) -> None:
    """A closed file with a game at which somebody has spoken so often."""
    if keys not in _played:
        store = await SqliteStore.open(path, Clock())
        game = await store.create(lobby())
        for n, key in enumerate(keys, 1):
            await store.commit(game.id, n, turn(key))
        await store.close()
        _played[keys] = path.read_bytes()
    path.write_bytes(_played[keys])
    path.chmod(0o600)
    path.with_name(f"{path.name}.lock").touch()


def crash(path: Path) -> Path:
    """The files of a database that is open, elsewhere: as if its process had died."""
    there = path.parent / "crashed" / path.name
    there.parent.mkdir()
    for name, held in folder_of(path).items():
        if not name.endswith(("-shm", ".lock")):
            there.with_name(name).write_bytes(held)
    return there


def foreign(path: Path, *statements: str) -> None:
    """A database that somebody else made."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)

"""How the tests of the database file look at it, and run other processes on it."""

import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from inspect import isawaitable
from pathlib import Path
from typing import Any

import pytest

from storage import SqliteStore, StoreError
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]


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


def command(*words: object) -> list[str]:
    return [sys.executable, "-m", "tests.storage.outside", *map(str, words)]


def outside(*words: object) -> subprocess.CompletedProcess[str]:
    """Another process, from start to end."""
    return subprocess.run(
        command(*words), cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def foreign(path: Path, *statements: str) -> None:
    """A database that somebody else made."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)

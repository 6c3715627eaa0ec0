"""Disks that are full or read-only, and processes that are killed: nothing acknowledged is lost."""

import asyncio
import os
import re
import resource
import signal
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from storage import Busy, SqliteStore, StoreError, Unwritable
from storage.migrating import migrations
from storage.sqlite import opening
from tests.storage.files import ROOT, opened_once, run_in_fork, store_in, write_until_killed
from tests.storage.samples import lobby, turn, waiting

NOBODY = 65_534
STEPS = migrations()


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder whose path everybody may walk; pytest's own are closed to others."""
    with tempfile.TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        yield Path(made)


def open_as_nobody(path: Path) -> str:
    """How a process fares that opens the file without root's rights."""

    def work() -> str:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setuid(NOBODY)
        try:
            opening.connect(path, STEPS, 0.0).close()
        except StoreError as error:
            return f"{type(error).__name__}: {error}"
        return "opened"

    return run_in_fork(work)[1]


@pytest.mark.parametrize(
    ("name", "file", "folder", "why"),
    [
        ("games.db", 0o444, 0o777, "it's read-only"),
        ("games.db", 0o644, 0o555, "permission denied"),
        ("new.db", 0o644, 0o555, ""),
    ],
)
async def test_what_must_not_be_read_or_written_is_named(
    public: Path, name: str, file: int, folder: int, why: str
) -> None:
    made = public / "games.db"
    await opened_once(made)
    before = made.read_bytes()
    if folder == 0o777:
        (public / "games.db.lock").chmod(0o666)
    made.chmod(file)
    public.chmod(folder)
    said = open_as_nobody(public / name)
    public.chmod(0o755)
    made.chmod(0o644)
    assert said.startswith(f"Unwritable: Can't write to {public / name}: ")
    assert why in said
    assert made.read_bytes() == before
    assert (public / name).exists() == (name == "games.db")


@contextmanager
def room(size: int) -> Iterator[None]:
    """No file may grow beyond this size: for SQLite that is a disk without room."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_full_disk_refuses_the_turn_and_keeps_the_others(tmp_path: Path) -> None:
    path, posts = tmp_path / "games.db", ("turn", "card")
    with room(700_000):
        async with store_in(path) as store:
            game = await store.create(lobby(posts=posts))
            with suppress(Unwritable):
                while True:
                    change = turn(f"key {game.n}", "c3 " * 2_000, "5", posts=posts)
                    game = await store.commit(game.id, game.n, change)
            with pytest.raises(Unwritable, match=re.escape(f"Can't write to {path}: ")):
                await store.commit(game.id, game.n, change)
    assert game.n > 20
    assert await _rows_of_a_whole_log(path) == game.n


async def test_a_disk_too_full_for_a_new_database_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with room(20_000), pytest.raises(Unwritable, match=re.escape(f"Can't write to {path}: ")):
        await opened_once(path)
    await opened_once(path)


@pytest.mark.slow
async def test_a_second_process_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    """A second bot on the file gets a message; a killed one doesn't lock its successor out, and the
    turns that it acknowledged are there, each with its posts."""
    path = tmp_path / "games.db"
    with subprocess.Popen(write_until_killed(path), cwd=ROOT, stdout=subprocess.PIPE) as first:
        assert first.stdout is not None
        for _ in range(3):
            acknowledged = int(first.stdout.readline())
        with pytest.raises(Busy, match=r"is in use by another process\."):
            await opened_once(path)
        first.send_signal(signal.SIGKILL)
        acknowledged = max([acknowledged, *map(int, first.stdout.read().split(b"\n")[:-1])])
    assert await _rows_of_a_whole_log(path) in (acknowledged, acknowledged + 2)


async def _rows_of_a_whole_log(path: Path) -> int:
    """The length of the only game, after proving that log, game and outbox agree."""
    async with store_in(path) as store:
        (game,) = await store.open_games()
        log = await store.log(game.id)
        posts = [post.n for post in await waiting(store, 10_000)]
    assert [row.n for row in log] == list(range(1, game.n + 1))
    assert posts == [n for n in range(1, game.n + 1, 2) for _ in range(2)]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("pragma integrity_check").fetchall() == [("ok",)]
    return game.n


@pytest.mark.parametrize("where", ["sign", "put_in_place", "migrate"])
async def test_killed_while_making_a_file_leaves_one_that_opens(tmp_path: Path, where: str) -> None:
    """It must not be taken for a database of somebody else."""
    path = tmp_path / "games.db"

    def die() -> str:
        setattr(opening, where, lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        opening.connect(path, STEPS, 0.0)
        return "still alive"

    assert run_in_fork(die) == (signal.SIGKILL, "")
    async with store_in(path) as store:
        assert (await store.create(lobby(posts=("lobby",)))).number == 1


async def test_cancelled_while_opening_lets_go_of_the_file(tmp_path: Path) -> None:
    opener = asyncio.ensure_future(SqliteStore.open(tmp_path / "games.db"))
    await asyncio.sleep(0)
    opener.cancel()
    await asyncio.gather(opener, return_exceptions=True)
    assert opener.cancelled()
    async with store_in(tmp_path / "games.db") as store:
        assert await store.open_games() == []

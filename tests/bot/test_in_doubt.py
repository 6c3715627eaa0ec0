"""A disk that fails in the middle of commits: people notice nothing, or are told honestly.

Source: issue 28, A 6; tests/storage/test_sqlite_in_doubt.py tries each verb of the store. The
connections of a server are cut in tests/storage/test_postgres_faults.py, verb by verb.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from random import Random

import pytest

from bot.messages.boundary import answered
from storage import Busy, InDoubt, Unwritable
from storage.errors import FileError, committing
from storage.sqlite import store as sqlite
from tests.bot.conftest import Seeds
from tests.bot.core import Core
from tests.bot.playing import any_turn
from tests.games import every_kind

pytestmark = pytest.mark.sqlite
HOUR = 3600.0


class Failing:
    """A disk that fails at every other commit."""

    def __init__(self) -> None:
        self.commits = 0

    @contextmanager
    def __call__(self, path: object) -> Iterator[None]:
        self.commits += 1
        if self.commits % 2:
            raise InDoubt(path, "it failed")
        yield


async def lived(core: Core, kind: str) -> tuple[list[str], list[str]]:
    """A table that does a little of everything; its log and its posts."""
    chance = Random(7)
    await core.table_of(kind)
    await core.deliver()
    for _ in range(6):
        mover, other = await core.mover(), await core.waiting()
        line = any_turn(await core.table(), chance)
        await core.say(mover, line.split()[0], key=f"half {line}")
        await answered(core.cases.vacations.begin(core.wish(other), "2026-03-19"))
        await answered(core.cases.vacations.end(core.wish(other)))
        await core.say(mover, line)
        await core.later(1000)
    await core.later(100 * HOUR)
    return await core.log(), core.posts()


@every_kind
async def test_a_table_is_played_as_if_no_commit_had_failed(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    for commits in (committing, failing := Failing()):
        monkeypatch.setattr("bot.features.lobbies.secrets", Seeds())
        monkeypatch.setattr(sqlite, "committing", commits)
        core = await Core.build()
        async with AsyncExitStack() as at_end:
            at_end.push_async_callback(core.store.close)
            told.append(await lived(core, kind))
    assert told[0] == told[1]
    assert failing.commits > 20


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (InDoubt, "I'm not sure that was saved: the database failed while writing (reference "),
        (Unwritable, "I couldn't save that: the database isn't available right now (reference "),
        (Busy, "The database is busy. Try again in a moment."),
    ],
)
async def test_people_are_told_whether_it_may_have_been_recorded(
    two: Core,
    error: type[FileError],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Whoever says it again should know; nothing of the reason, which is for the host. A database
    that another process holds is no bug, so no ERROR tells of it."""

    @contextmanager
    def refuses(path: object) -> Iterator[None]:
        raise error(path) if error is Busy else error(path, "the disk refused it")
        yield

    log, mover = await two.log(), await two.mover()
    monkeypatch.setattr(sqlite, "committing", refuses)
    answer = await two.say(mover, "a1")
    assert answer.text.startswith(said)
    assert "disk" not in answer.text
    assert ("broken" in caplog.messages) is (error is not Busy)
    monkeypatch.undo()
    assert await two.log() == log
    assert "Turn played" in (await two.say(mover, "a1")).text

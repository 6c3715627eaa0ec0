"""A disk that fails in the middle of commits: people notice nothing, or are told honestly.

Source: issue 28, A 6; tests/storage/test_sqlite_in_doubt.py tries each verb of the store. The
connections of a server are cut in tests/storage/test_postgres_faults.py, verb by verb.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from storage import Busy, InDoubt, Unwritable
from storage.errors import FileError
from storage.sqlite import store as sqlite
from tests.bot.core import Core

pytestmark = pytest.mark.sqlite


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

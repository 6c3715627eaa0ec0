"""The door: every wish gets an answer, and a bug a reference that leads to the log.

Source: the guide's 3.13 ("Internal"), and "exactly one except Refused and one except Exception".
"""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.boundary import Broken, answered, guarded
from bot.messages.layout import Layout
from bot.messages.message import Message
from rules.errors import Illegal
from rules.text import Text


async def _work(what: Layout | BaseException) -> Layout:
    if isinstance(what, Layout):
        return what
    raise what


async def test_an_answer_and_a_refusal() -> None:
    """The text of a refusal is the message."""
    assert await answered(_work(Layout(Text("yes")))) == Message("yes")
    assert await answered(_work(Illegal(Text("`xd4` is not legal.")))) == Message(
        "`xd4` is not legal.", fleeting=True
    )


async def test_a_bug_is_told_by_a_reference(caplog: pytest.LogCaptureFixture) -> None:
    """One reference, in the answer and in the log; not what the bug says of itself."""
    panel = await answered(_work(RuntimeError("the hand of Ann")))
    found = re.search(r"\(reference ([0-9a-f]{4})\)", panel.text)
    assert found is not None
    assert "hand" not in panel.text
    assert "Nothing that was recorded is lost" in panel.text
    (record,) = caplog.records
    assert record.__dict__["reference"] == found[1]


async def test_behind_the_counter_a_refusal_is_a_bug_too(caplog: pytest.LogCaptureFixture) -> None:
    """Nobody is there to be told; the worker must go on."""
    with pytest.raises(Broken):
        await guarded(_work(Illegal(Text("no"))))
    assert len(caplog.records) == 1


async def test_being_stopped_is_no_bug(caplog: pytest.LogCaptureFixture) -> None:
    """A cancelled wish is not answered, and not logged."""
    with pytest.raises(asyncio.CancelledError):
        await answered(_work(asyncio.CancelledError()))
    assert caplog.records == []

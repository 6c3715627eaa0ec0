"""Two clicks of which the first is done just after the second one has looked: the answer to each
is true.

Source: issue 2, "Must hold" (two at once); experience 3.13 (a double click is as good as one).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.messages.message import Message
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, Core

Click = Callable[[], Awaitable[Message]]


@pytest.fixture
async def jam(core: Core) -> Core:
    core.kind = "logjam"
    await core.seated(ANN, BEN)
    return core


def just_before(monkeypatch: pytest.MonkeyPatch, store: Any, verb: str, first: Click) -> None:
    """The next time that the store is asked this, the other click is done before it answers."""
    ask = getattr(store, verb)

    async def answer(*asked: Any) -> Any:
        monkeypatch.setattr(store, verb, ask)
        await first()
        return await ask(*asked)

    monkeypatch.setattr(store, verb, answer)


@pytest.mark.parametrize("verb", ["game", "commit"])
async def test_the_second_click_on_confirm_is_told_that_the_turn_counts(
    jam: Core, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    """And is not shown a builder for a turn that is over, because its draft is gone."""
    mover, controls = await jam.mover(), Controls(jam)
    preview = await controls.picked(mover, ".")

    async def click() -> Message:
        return await controls.press(mover, preview, "Confirm Turn")

    just_before(monkeypatch, jam.store, verb, click)
    told = await click()
    assert "Your turn in J1 counts." in told.text
    assert [each.label for each in told.buttons] == []


async def test_what_is_taken_back_in_that_moment_does_not_go_on(
    jam: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told that chance has spoken when it has not."""
    mover, controls = await jam.mover(), Controls(jam)
    await jam.say(mover, ".")
    rows = (await jam.game()).n

    async def take_back() -> Message:
        return await controls.undo(mover)

    just_before(monkeypatch, jam.store, "log", take_back)
    told = await jam.done(jam.cases.undo_window.end, jam.wish(mover, n=rows))
    assert "moved on since then" in told.text
    assert (await jam.game()).n == rows + 1
    assert await jam.mover() == mover


async def test_when_the_clock_meets_a_take_back_the_turn_is_taken_back(
    jam: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock finds the game moved on, and leaves it alone."""
    mover, controls = await jam.mover(), Controls(jam)
    await jam.say(mover, ".")
    jam.time.seconds += 121
    rows = (await jam.game()).n

    async def take_back() -> Message:
        return await controls.undo(mover)

    just_before(monkeypatch, jam.store, "commit", take_back)
    await jam.clock.tick()
    assert (await jam.game()).n == rows + 1
    assert await jam.mover() == mover

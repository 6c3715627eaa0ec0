"""Pictures are drawn beside the event loop, and what becomes of them there is told to who waits."""

from __future__ import annotations

import asyncio
from threading import Event, current_thread
from typing import Any

import pytest

from bot.messages.layout import PAINTER, Drawing, Layout, told
from bot.messages.medium import VOICE
from renderer import Picture
from rules.ending import Ending
from rules.text import NOTHING
from tests.bot.core import ANN, BEN, Core
from tests.bot.playing import good_turn


def board(draw: Any) -> Layout:
    return Layout(NOTHING, Drawing(lambda _: draw(), ()))


async def test_who_waits_for_a_picture_has_it() -> None:
    picture = Picture(b"png", "words")
    message = await told(board(lambda: picture), VOICE)
    assert message.picture is picture


@pytest.mark.parametrize("broken", [ValueError("ink"), SystemExit(3)])
async def test_who_waits_for_a_picture_hears_why_there_is_none(broken: BaseException) -> None:
    """Nobody waits for ever, whatever broke; and the next picture is drawn."""

    def draw() -> Picture:
        raise broken

    with pytest.raises(type(broken)) as heard:
        await told(board(draw), VOICE)
    assert heard.value is broken
    assert (await told(board(lambda: Picture(b"", "")), VOICE)).picture


async def test_a_game_that_is_over_is_looked_at_again_beside_the_event_loop(core: Core) -> None:
    """Issue 25, item 28: for its curve and its best moment a result follows the whole game once
    more, and nobody else waits for that."""
    threads, ending = list[str](), core.tables.ending

    def watched(*asked: Any) -> Ending:
        threads.append(current_thread().name)
        return ending(*asked)

    core.tables.ending = watched  # type: ignore[assignment,method-assign]
    await core.seated(ANN, BEN)
    while (table := await core.table()).running:
        await core.say(await core.mover(), good_turn(table))
    await core.deliver()
    assert core.transport.messages[-1].text.startswith("**L1 is over")
    assert [name.split("_")[0] for name in threads] == ["painter"]


async def test_a_picture_that_nobody_waits_for_any_more_breaks_nothing() -> None:
    """The bot leaves while one is drawn."""
    begun, gone = Event(), Event()
    complaints = list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))

    def draw() -> Picture:
        begun.set()
        assert gone.wait(60)
        return Picture(b"", "")

    waiting = asyncio.create_task(told(board(draw), VOICE))
    await asyncio.to_thread(begun.wait, 60)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    gone.set()
    await asyncio.to_thread(PAINTER.submit(int).result)  # the picture is finished by then
    await asyncio.sleep(0)
    assert complaints == []

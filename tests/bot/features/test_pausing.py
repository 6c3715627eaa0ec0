"""Everyone at a table agrees on a pause; moderators pause it in test_mending.py."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.messages.boundary import answer_to
from bot.messages.layout import Message
from bot.table.clocks import last_day_of
from bot.table.game import CLOCK, DAY, PAUSED
from bot.table.intent import Session
from bot.table.servers import SEASON_PAUSES
from bot.table.settings import ON
from bot.table.table_options import SEASON
from rules.errors import Unavailable
from tests.acting import ANN, BEN, CY, EVE, Person
from tests.bot.core import Core, is_sound
from tests.bot.features.test_consent import line
from tests.bot.features.test_mending import mend
from tests.bot.words import words

TIMED = {"pace": "brisk"}


def day(core: Core, n: int) -> str:
    return f"{datetime.fromtimestamp(core.time() + n * DAY, UTC).date()}"


async def ask(core: Core, who: Person, until: str) -> Message:
    return await core.do(who, "askpause", until, game=1)


async def resume(core: Core, who: Person, **more: Any) -> str:
    return (await answer_to(core.verbs.do("resume", core.wish(who, game=1, **more)))).text


async def paused(core: Core, days: int = 5) -> str:
    """Ann and Ben agree on a pause; until when it lasts."""
    until = day(core, days)
    assert "I've asked the other players in L1" in (await ask(core, ANN, until)).text
    await core.press(BEN, "Accept")
    await core.deliver()
    return until


async def test_all_agree_and_the_game_stands_still_until_a_player_resumes_it(core: Core) -> None:
    """The asker, or the player to move. The lobby message and the board's line say until when."""
    await core.begin(ANN, BEN, lines=2, options=TIMED)
    await ask(core, ANN, day(core, 5))
    request = await line(core)
    assert "Ann asks to pause **L1** until <t:" in request.text
    await core.press(BEN, "Accept", request)
    await core.deliver()
    game = await core.game()
    assert game.due(PAUSED) == last_day_of(f"pause-{day(core, 5)}")
    assert game.due(CLOCK) is None
    posted = next(m for m in reversed(core.transport.messages) if "is paused until" in m.text)
    assert "Paused until" in "".join(m.text for m in core.transport.messages)
    await core.pass_time(2 * DAY)
    assert (await core.press(BEN, "Resume the Game", posted)).text == "L1 has resumed."
    await core.deliver()
    game = await core.game()
    seat = [sitter.user for sitter in game.sitters].index(BEN.id)
    assert (await core.log())[-1] == f"resume {seat}"
    assert (game.due(PAUSED), game.due(CLOCK) is None) == (None, False)
    assert core.posts()[-1] == "Ben resumed L1."
    assert "isn't paused" in await resume(core, ANN)
    await is_sound(core)


async def test_it_resumes_by_itself_when_the_day_is_over(core: Core) -> None:
    """With a line, and no row: nobody has said anything."""
    await core.begin(ANN, BEN, lines=2, options=TIMED)
    await paused(core, 3)
    rows = await core.log()
    await core.pass_time(4 * DAY)
    await core.deliver()
    game = await core.game()
    assert (game.due(PAUSED), game.due(CLOCK) is None) == (None, False)
    assert await core.log() == rows
    assert core.posts()[-1] == "The pause in L1 is over: clocks are running again."
    await is_sound(core)


async def test_a_pause_needs_a_last_day_within_a_month(core: Core) -> None:
    await core.begin(ANN, BEN, lines=2)
    for until, why in (
        ("tomorrow", "That isn't a day. Write the last day of the pause like this: 2026-12-24."),
        (day(core, -1), "That day is over. Choose a later one."),
        (day(core, 32), "A pause lasts at most 30 days."),
    ):
        assert (await ask(core, ANN, until)).text == why
        assert "ask" not in (await core.log())[-1]


async def test_players_pause_a_season_only_if_the_server_allows_it(core: Core) -> None:
    """Its rounds wait for each other."""
    game = await core.begin(ANN, BEN)
    game = replace(game, options={**game.options, SEASON: "12:1:1"})
    session = Session.from_intent(core.wish(ANN, day(core, 3)), game)
    with pytest.raises(Unavailable) as refused:
        await core.verbs.do("askpause", session)
    assert "only a moderator can pause it" in words(refused.value.text)
    await core.store.set_server(game.guild, {SEASON_PAUSES: ON}, [])
    told = await core.answer("askpause", session)
    assert "I've asked the other players" in told.text


async def test_nobody_pauses_twice_and_no_player_ends_a_moderators_pause(core: Core) -> None:
    await core.begin(ANN, BEN, lines=2, options=TIMED)
    await paused(core)
    assert "is already paused" in (await ask(core, BEN, day(core, 9))).text
    await mend(core, EVE, "resume")
    assert (await core.game()).due(PAUSED) is None
    await mend(core, EVE, "pause")
    assert "a moderator paused it" in await resume(core, ANN)
    assert (await core.game()).due(PAUSED) is not None


async def test_only_players_resume_and_one_press_counts_once(core: Core) -> None:
    await core.begin(ANN, BEN, lines=2, options=TIMED)
    await paused(core)
    await resume(core, CY)
    assert (await core.game()).due(PAUSED) is not None
    for _ in range(2):
        assert await resume(core, ANN, key="press") == "L1 has resumed."
    assert sum(row.startswith("resume") for row in await core.log()) == 1


async def test_more_offers_a_pause_and_then_the_way_out_of_it(core: Core) -> None:
    await core.begin(ANN, BEN, lines=2)

    async def labels() -> list[str]:
        told = await core.do(BEN, "more", game=1)
        return [each.label for each in told.buttons]

    assert "Ask for a Pause" in await labels()
    await paused(core)
    assert "Resume the Game" in await labels()
    assert "Ask for a Pause" not in await labels()

"""The puzzle of a day has tries, a hint, a streak, one line to share, and a post each day."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.features.puzzles import KIND
from bot.features.puzzles.puzzle import Puzzle, game_of_day, of_day, puzzles_of, streak, today
from bot.messages.layout import Message
from rules import GAMES
from rules.drafting import at_table
from tests.acting import ANN, BEN, Person
from tests.bot.core import CHANNEL, GUILD, Core

NIGHT = 1_700_000_000.0 - 1_700_000_000 % 86_400  # midnight in UTC
HOUR, DAY = 3600.0, 86_400.0
KINDS = [kind for kind in GAMES if puzzles_of(kind)]


@pytest.fixture
def core(core: Core) -> Core:
    core.time.seconds = NIGHT + 12 * HOUR
    return core


async def do(core: Core, does: str, who: Person = ANN, said: str = "", /, **values: Any) -> Message:
    """The answer to a verb; Ann manages the server."""
    return await core.do(who, does, said, values, manages=who == ANN)


def puzzle(core: Core, kind: str = "logger") -> Puzzle:
    return of_day(kind, today(core.time()))


async def answer(core: Core, line: str, who: Person = ANN, kind: str = "logger") -> Message:
    return await do(core, "puzzleline", who, line, kind=kind, day=today(core.time()))


async def press(core: Core, verb: str, **more: Any) -> Message:
    given: dict[str, Any] = {"kind": "logger", "day": today(core.time()), "path": ()}
    return await do(core, "puzzle", verb=verb, **given | more)


def typed(kind: str, line: str) -> str:
    return at_table(GAMES[kind], ("A", "B")).spelt(line.split())


def everything(panel: Message) -> str:
    """The contents of a message: its words, ids, labels, the name of its file, the alt text."""
    alt = panel.picture.alt if panel.picture else ""
    parts = (panel.rows, panel.menus, panel.buttons, panel.file, panel.text, alt)
    return json.dumps(parts, default=str)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_turn_is_right_or_told_what_is_wrong_with_it(core: Core, kind: str) -> None:
    """First wrong, then a hint, then right, with a line to share that tells no turn."""
    best, other, *_ = puzzle(core, kind).turns
    panel = await do(core, "daily", play=kind)
    assert panel.picture is not None
    missed = await answer(core, typed(kind, other.line), kind=kind)
    assert "is a legal turn, but not the best one." in missed.text
    assert f"wins about {other.share} games in 100" in missed.text
    hint = await press(core, "hint", kind=kind)
    assert hint.text.splitlines()[1].startswith("Hint")
    solved = await answer(core, typed(kind, best.line), kind=kind)
    assert "That's it!" in solved.text
    (shared,) = (line for line in solved.text.splitlines() if line.startswith("`🧩"))
    assert "2 tries and a hint · 1-day streak" in shared
    for line in (best.line, typed(kind, best.line)):
        assert line not in shared
    assert (await do(core, "daily", play=kind)).text == solved.text


async def test_the_same_turn_is_one_try_however_it_is_said(lasting: Core) -> None:
    """Pressed twice, sent twice after a death, or typed with other words."""
    core = lasting
    best, other, *_ = puzzle(core).turns
    for line in (other.line, other.line.upper(), typed("logger", other.line)):
        missed = await answer(core, line)
        assert "You've tried 1 turn." in missed.text
    await core.restart()
    missed = await answer(core, other.line)
    assert "You've tried 1 turn." in missed.text
    assert "2 tries" in (await answer(core, best.line)).text
    assert "2 tries" in (await answer(core, other.line)).text, "it is over"


async def test_what_is_no_turn_is_refused_as_at_a_table_and_is_no_try(core: Core) -> None:
    """One parser, one set of errors; a question plays nothing."""
    for said in ("🪓", "plant z9", "can I stay?", "x" * 2_500, "lorem ipsum"):
        refused = await answer(core, said)
        assert refused.refusal, said
    assert await core.store.puzzle_tries(ANN.id, today(core.time()), "logger") == []


async def test_help_comes_after_a_try_and_the_answer_ends_the_puzzle(core: Core) -> None:
    best, other, *_ = puzzle(core).turns
    for verb in ("hint", "show"):
        early = await press(core, verb)
        assert "You can get a hint or the answer after your first try." in early.text
    await answer(core, other.line)
    assert "Here's the turn:" in (await press(core, "show")).text
    told = await answer(core, best.line)
    assert "That's it!" not in told.text
    assert await core.store.puzzle_days(ANN.id) == []


async def test_nothing_that_is_shown_before_holds_the_answer(core: Core) -> None:
    """Attack: ids, labels, names of files and alt texts of the panels of two people are the same,
    whatever one of them has tried; the invitation has one button."""
    best = puzzle(core).best.line
    fresh = everything(await do(core, "daily", BEN, play="logger"))
    assert best not in fresh
    await answer(core, best, ANN)
    assert everything(await do(core, "daily", BEN, play="logger")) == fresh


async def test_at_midnight_there_is_another_puzzle(core: Core) -> None:
    """A press or a line under yesterday's shows today's, and doesn't count as a try."""
    yesterday, other = today(core.time()), puzzle(core).turns[1]
    core.time.seconds = NIGHT + 24 * HOUR
    for late in (
        await do(core, "puzzleline", ANN, other.line, kind="logger", day=yesterday),
        await press(core, "open", day=yesterday),
    ):
        assert "is over. Here's today's." in late.text
    assert await core.store.puzzle_tries(ANN.id, today(core.time()), "logger") == []
    assert game_of_day(KINDS, yesterday) != game_of_day(KINDS, yesterday + 1)


async def test_a_streak_ends_with_a_day_that_was_missed(core: Core) -> None:
    """Any game's puzzle of the day counts; today may still be solved."""
    for expected in (1, 2):
        solved = await answer(core, puzzle(core, KINDS[-1]).best.line, kind=KINDS[-1])
        assert f"{expected}-day streak" in solved.text
        core.time.seconds += DAY
    core.time.seconds += 7 * DAY
    solved = await answer(core, puzzle(core).best.line)
    assert "1-day streak`" in solved.text
    assert [streak({4, 5, 7}, day) for day in (5, 6, 7, 8, 9)] == [2, 2, 1, 1, 0]


async def test_a_server_may_have_no_puzzles(core: Core) -> None:
    panel = await do(core, "puzzles", name="off")
    assert "Puzzles are off on this server" in panel.text
    for asked in (await do(core, "daily", BEN), await answer(core, "b4", BEN)):
        assert "Puzzles are turned off on this" in asked.text
    wish = core.wish(BEN, guild=-77)
    assert (await core.answer("daily", wish)).picture is not None
    await do(core, "puzzles", name="allow")
    assert (await do(core, "daily", BEN)).picture is not None


async def test_a_puzzle_is_posted_once_a_day_in_the_channel_that_wants_it(core: Core) -> None:
    """At the server's hour, through every crash; after an absence only the last one."""
    await core.store.set_server(GUILD, {"time_zone": "Europe/Berlin"})
    panel = await do(core, "puzzles", name="channel", value=str(CHANNEL))
    assert "at 9:00 (Europe/Berlin)" in panel.text
    await do(core, "puzzles", ANN, "18", name="hour")
    assert "at 18:00" in (await do(core, "puzzlesetup")).text
    await core.pass_time(4 * HOUR)
    await core.deliver()
    assert core.posts() == []
    for days in (0, 1, 9):
        await core.pass_time(days * DAY + HOUR)
        await core.pass_time(0)
        await core.deliver()
        assert len(core.posts()) == 1, days
        assert "Find the best turn" in core.posts()[0]
        core.transport.messages.clear()
        await do(core, "puzzles", ANN, "18", name="hour")  # set again: no second one that day
        await core.pass_time(60)
        await core.deliver()
        assert core.posts() == []
        core.time.seconds -= HOUR + 60


async def test_the_daily_post_ends_where_it_is_wanted_no_more(core: Core) -> None:
    """Even if the setting changes between the commit and the post."""
    await do(core, "puzzles", name="channel", value=str(CHANNEL))
    await core.pass_time(DAY)
    await do(core, "puzzles", ANN, "nowhere", name="channel")
    await core.deliver()
    assert core.posts() == []
    await core.pass_time(2 * DAY)
    assert not [each for each in await core.store.timers_after() if each.kind == KIND]


async def test_what_cannot_be_set_is_refused(core: Core) -> None:
    for name, value, why in (
        ("channel", "4711", "That channel doesn't exist, or I can't see it."),
        ("channel", "x", "That channel doesn't exist, or I can't see it."),
        ("hour", "24", "The hour must be a number from 0 to 23."),
        ("hour", "x", "The hour must be a number from 0 to 23."),
    ):
        assert (await do(core, "puzzles", name=name, value=value)).text == why
    assert await core.store.server(GUILD) == {}

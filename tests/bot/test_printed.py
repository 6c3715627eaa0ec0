"""The channel reads as a printed game: a board becomes a line when the next one is there.

Source: issue 11, item 3, and the guide's 3.6: one edit, and its failure does not matter.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.delivery.transport import PermanentError
from bot.domain.seats import LASTS
from rules import GAMES
from rules.text import Text
from tests.bot.core import ANN, BEN, CHANNEL, CY, OTHER_CHANNEL, Core
from tests.bot.playing import any_turn
from tests.bot.test_outbox import plays


def lines(core: Core) -> list[str]:
    """What is left of the boards before the newest."""
    return [m.text for m in core.transport.messages if m.posted][:-1]


async def test_a_board_becomes_a_line_of_the_turn_that_answered_it(core: Core) -> None:
    """In the one edit that takes its picture and its buttons; the newest stays a board."""
    await core.seated(ANN, BEN)
    first, second = await core.mover(), await core.waiting()
    await core.deliver()
    for line in ("a1", "e5", "stay +a2"):
        await plays(core, line)
        await core.deliver()
    assert lines(core) == [
        f"1 · {first.name}: took corner a1.",
        f"2 · {second.name}: took corner e5.",
        f"3 · {first.name}: stayed on a1 · planted a2.",
    ]
    boards = [m for m in core.transport.messages if m.posted]
    assert [(bool(m.file), bool(m.buttons)) for m in boards] == [(False, False)] * 3 + [
        (True, True)
    ]
    assert [verb for verb, _ in core.transport.calls].count("strip") == 3


async def test_turns_that_nobody_was_called_to_are_in_the_same_line(core: Core) -> None:
    """A board that the game left behind is not posted, so the one before it tells both."""
    await core.seated(ANN, BEN)
    await core.deliver()
    await plays(core, "a1")
    await plays(core, "e5")
    await core.deliver()
    (line,) = lines(core)
    assert line.startswith("1 · ")
    assert ". 2 · " in line


async def test_what_came_before_the_first_board_is_in_its_line(core: Core) -> None:
    """The bot could not post when the game began."""
    await core.seated(ANN, BEN)
    await plays(core, "a1")
    await core.deliver()
    await plays(core, "e5")
    await core.deliver()
    (line,) = lines(core)
    assert line.startswith("1 · ")
    assert ". 2 · " in line


async def test_a_turn_taken_back_says_so_and_is_printed_anew(core: Core) -> None:
    await core.seated(ANN, BEN)
    await core.deliver()
    first = await core.mover()
    await plays(core, "a1")
    await core.deliver()
    await core.done(core.cases.undo.take_back, core.wish(first))
    await core.deliver()
    await plays(core, "a5")
    await core.deliver()
    assert lines(core) == [
        f"1 · {first.name}: took corner a1.",
        f"{first.name} took turn 1 back.",
        f"1 · {first.name}: took corner a5.",
    ]


async def test_somebody_who_leaves_has_no_turn(core: Core) -> None:
    await core.seated(ANN, BEN, CY)
    await core.deliver()
    first = await core.mover()
    game = await core.game()
    await core.done(core.cases.resign.resign, core.wish(first, n=game.n, game=game.id))
    core.time.seconds += LASTS  # nobody takes the seat
    await core.clock.tick()
    await core.deliver()
    assert lines(core) == [f"{first.name}: left the game."]


async def test_a_roll_is_printed_with_its_turn(core: Core) -> None:
    """The post that told it is gone; the first line has what chance did before the game."""
    core.kind = "logjam"
    await core.seated(ANN, BEN)
    await core.deliver()
    for _ in range(2):
        assert "counts" in (await core.say(await core.mover(), ".")).text
        core.time.seconds += 1000
        core.passed += 1000
        await core.clock.tick()
        await core.deliver()
    opening, second = lines(core)
    assert opening.startswith("Roll-off: ")
    assert " 1 · " in opening
    assert second.startswith("2 · ")
    assert all(line.count(" rolled ") == 1 for line in (opening, second))


async def test_a_board_that_was_left_for_another_channel_says_where_it_goes_on(core: Core) -> None:
    await core.seated(ANN, BEN)
    await core.deliver()
    await core.done(core.cases.move.here, core.wish(ANN, channel=OTHER_CHANNEL, game=1))
    await core.deliver()
    assert lines(core) == [f"**L1 · Logger** goes on in <#{OTHER_CHANNEL}>."]


async def test_a_game_that_is_closed_keeps_its_last_position(core: Core) -> None:
    await core.seated(ANN, BEN)
    await core.deliver()
    game = await core.game()
    await core.cancel(ANN, moderator=True, game=game.id, n=game.n)
    await core.deliver()
    (board,) = [m for m in core.transport.messages if m.posted]
    assert (board.file, board.buttons) == ("L1-3.png", ())


async def test_a_line_that_cannot_be_written_does_not_matter(core: Core) -> None:
    """The game goes on, and it is not tried twice."""
    await core.seated(ANN, BEN)
    await core.deliver()
    core.transport.fail("strip", PermanentError(Text("too many edits")))
    for line in ("a1", "e5"):
        await plays(core, line)
        await core.deliver()
    assert [bool(m.file) for m in core.transport.messages if m.posted] == [True, False, True]
    assert core.transport.told == []


@pytest.mark.parametrize("agreed", [{"boards": "keep"}, {}], ids=["keep", "by itself"])
async def test_a_table_may_keep_its_boards(core: Core, agreed: dict[str, str]) -> None:
    """They lose their buttons all the same; the lobby says so where it was chosen, and a rematch
    keeps it."""
    await core.open(ANN, 2, options=agreed)
    await core.deliver()
    assert ("boards keep" in core.posts()[0]) == bool(agreed)
    await core.join(BEN)
    await core.deliver()
    for line in ("a1", "e5"):
        await plays(core, line)
        await core.deliver()
    boards = [m for m in core.transport.messages if m.posted]
    assert [bool(m.file) for m in boards] == [bool(agreed), bool(agreed), True]
    assert [bool(m.buttons) for m in boards] == [False, False, True]


async def test_a_board_replies_to_the_line_that_led_to_it(core: Core) -> None:
    """Where it was typed in the board's channel; not to one of elsewhere, a command or a press."""
    await core.seated(ANN, BEN)
    await core.deliver()
    for key, line in ((f"typed:{CHANNEL}:77", "a1"), (f"typed:{OTHER_CHANNEL}:78", "e5")):
        await core.say(await core.mover(), line, key=key, public=True, game=1)
        await core.deliver()
    await plays(core, "stay +a2")
    await core.deliver()
    assert [m.reply for m in core.transport.messages if m.posted] == [None, 77, None, None]


@pytest.mark.parametrize("kind", GAMES)
async def test_what_a_position_remembers_is_what_a_replay_tells(core: Core, kind: str) -> None:
    """A line is made of what came of its turns when they were made; nothing plays them again."""
    core.kind, chance = kind, Random(3)
    await core.seated(ANN, BEN)
    for _ in range(8):
        await core.say(await core.mover(), any_turn(await core.table(), chance))
        core.time.seconds += 1000
        await core.clock.tick()
    game = await core.game()
    table, rows = await core.table(), await core.store.log(game.id)
    forgetful = replace(table, at=replace(table.at, lately=()))
    for after in [row.n for row in rows if row.n >= game.n - 8]:
        told = await core.tables.turns(table, after, rows)
        assert told == await core.tables.turns(forgetful, after, rows)

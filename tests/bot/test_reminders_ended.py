"""What comes with a reminder: the board, where much was said since; and that it was the last one.

Source: experience 3.6 (buried boards) and 3.7 (at most three, then silence and a note on the
status card).
"""

from __future__ import annotations

import pytest

from bot.delivery.posts import MUCH
from bot.delivery.transport import PermanentError
from bot.messages.message import Message
from rules.text import Text
from tests.bot.core import ANN, BEN, CHANNEL, Core
from tests.bot.test_calls import everybody, letters
from tests.bot.test_reminders import after, begun, nudge, reminders
from tests.bot.transport import Posted

LAST = "-# This is the last reminder of this turn."


async def chat(core: Core, lines: int) -> None:
    for n in range(lines):
        await core.transport.post(CHANNEL, Message(f"chat {n}"), f"chat{n}")


@pytest.mark.parametrize(("lines", "shown"), [(MUCH - 1, False), (MUCH, True)])
async def test_a_buried_board_is_shown_again_with_the_reminder(
    core: Core, lines: int, shown: bool
) -> None:
    """Thirty messages under it; its buttons stay where they are, and alone."""
    mover = await begun(core)
    board = core.transport.in_channel(CHANNEL)[-1]
    await chat(core, lines)
    await after(core, 36)
    (reminder,) = reminders_of(core)
    assert mover.id in reminder.pings
    assert (reminder.file == board.file) is shown
    assert ("Columns a to e" in reminder.alt) is shown
    assert reminder.buttons == ()
    assert board.buttons != ()


def reminders_of(core: Core) -> list[Posted]:
    return [m for m in core.transport.in_channel(CHANNEL) if "still your turn" in m.text]


async def test_who_may_not_look_there_reminds_without_it(core: Core) -> None:
    await begun(core)
    await chat(core, MUCH)
    core.transport.fail("buried", PermanentError(Text("may not read what was said")))
    await after(core, 36)
    (reminder,) = reminders_of(core)
    assert reminder.file == ""


async def test_a_direct_message_shows_no_board(core: Core) -> None:
    """It leads to it."""
    await everybody(core, pings="dm")
    mover = await begun(core)
    await chat(core, MUCH)
    await after(core, 36)
    assert "buried" not in {verb for verb, _ in core.transport.calls}
    assert "still your turn" in letters(core, mover)[-1]


async def test_the_last_reminder_says_so(core: Core) -> None:
    """Of two the second."""
    mover = await begun(core)
    await after(core, 37)
    (first,) = reminders(core, mover)
    assert LAST not in first.text
    await after(core, 12)
    (second,) = reminders(core, mover)
    assert second.text.endswith(LAST)


@pytest.mark.parametrize("nudged", [False, True])
async def test_the_card_says_when_nobody_is_reminded_any_more(core: Core, nudged: bool) -> None:
    """In the channel of a game that is played in a thread; also where a nudge was the third."""
    await everybody(core, reminders="three")
    await core.open(ANN, 2, thread=True, options={"pace": "none"})
    await core.deliver()
    game = await core.game()
    await core.join(BEN, game=game.id)
    await core.deliver()
    mover, other = await core.mover(), await core.waiting()
    card = core.transport.in_channel(CHANNEL)[0]
    for day in range(8):
        if nudged and day == 2:
            await nudge(core, other, game=game.id)
            await core.deliver()
        await after(core, 24)
        assert ("reminded" in card.text) is (day >= (2 if nudged else 6)), day
    told = f"{mover.name} was reminded 3 times, and is not reminded again."
    assert told in card.text
    await core.say(mover, "a1", game=game.id)
    await core.deliver()
    assert "reminded" not in card.text

"""Several messages that are due for one person in the same moment, from one game or from two.

Source: issue 12, "Must hold": at most three reminders or nudges for a turn; experience 3.7: no
reminder soon after another message.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from bot.core.calendar import HOUR
from bot.delivery.calls import Calls
from storage import Change, Post
from tests.bot.core import ANN, BEN, OTHER_CHANNEL, Core, Person
from tests.bot.test_calls import BERLIN, everybody, passing
from tests.bot.test_reminders import after, begun, nudge, reminders

MORNING = datetime(2026, 3, 12, 8, 0, tzinfo=BERLIN).timestamp()


async def two_games(core: Core, pace: str) -> tuple[Person, Person]:
    """Two games that wait for the same person; that one, and the other player."""
    mover = await begun(core, pace=pace)
    other = BEN if mover.id == ANN.id else ANN
    await core.open(mover, 2, channel=OTHER_CHANNEL, options={"pace": pace})
    await core.join(other, channel=OTHER_CHANNEL)
    if await core.mover(2) != mover:
        await core.say(other, "a1", channel=OTHER_CHANNEL)
    await core.deliver()
    return mover, other


async def in_the_evening(core: Core) -> tuple[Person, Person]:
    """Two games that have waited for somebody for more than a day. It is 23:00 in Berlin, where
    everybody lives, and tomorrow they are to be reminded of both."""
    core.time.seconds = datetime(2026, 3, 10, 22, 30, tzinfo=BERLIN).timestamp()
    people = await two_games(core, "none")
    await everybody(core, time_zone="Europe/Berlin")
    core.time.seconds = datetime(2026, 3, 11, 23, 0, tzinfo=BERLIN).timestamp()
    return people


async def put(core: Core, post: str, number: int) -> None:
    """A row that calls whoever is on turn, as a timer would write it."""
    game = await core.game(number)
    await core.cases.commits.commit(game, Change((), f"{post} {number}", posts=(post,)))


@pytest.mark.parametrize("first", ["the reminder", "the nudge"])
async def test_a_nudge_goes_before_the_reminder_of_the_same_morning(core: Core, first: str) -> None:
    """In another game: the reminder comes six hours later, and is not lost."""
    mover, other = await in_the_evening(core)
    if first == "the reminder":
        await passing(core)  # it waits for the morning from now on
    await nudge(core, other, channel=OTHER_CHANNEL, n=(await core.game(2)).n)
    core.time.seconds = MORNING
    await passing(core)
    (only,) = reminders(core, mover)
    assert f"{other.name} asks for your turn in **[L2](" in only.text
    await after(core, 5.9)
    assert reminders(core, mover) == [only]
    await after(core, 0.2)
    (_, reminder) = reminders(core, mover)
    assert (reminder.at, "it is still your turn" in reminder.text) == (MORNING + 6 * HOUR, True)


async def test_the_reminder_of_each_game_comes_in_its_time(core: Core) -> None:
    """Of two that are due in the same second the other one is put off, and not forgotten."""
    mover, _ = await in_the_evening(core)
    core.time.seconds = MORNING
    await passing(core)
    await after(core, 7)
    told = [(each.at, each.channel) for each in reminders(core, mover)]
    assert [at for at, _ in told] == [MORNING, MORNING + 6 * HOUR]
    assert len({channel for _, channel in told}) == 2


async def test_a_reminder_is_put_off_for_a_nudge_that_has_not_been_sent_yet(core: Core) -> None:
    """It waits in the outbox while the reminder of another game becomes due."""
    mover, other = await two_games(core, "long")
    await after(core, 30)
    await nudge(core, other, channel=OTHER_CHANNEL, n=(await core.game(2)).n)
    core.time.seconds += 90 * HOUR
    await passing(core)
    assert len(reminders(core, mover)) == 1
    await after(core, 6.1)
    assert len(reminders(core, mover)) == 2


@pytest.mark.parametrize("loud", ["nudge:", "turn"])
async def test_a_reminder_that_is_sent_beside_another_message_is_left_out(
    core: Core, loud: str
) -> None:
    """The outbox delivers games side by side: when the reminder is looked at, nobody has sent the
    other one yet, but somebody is about to."""
    mover, _ = await two_games(core, "none")
    core.time.seconds += 30 * HOUR
    seat = next(s for s, each in enumerate((await core.game(2)).sitters) if each.user != mover.id)
    await put(core, f"nudge:{seat}", 2)
    await put(core, "remind", 1)
    rows = {post.kind: post for post in await core.store.pending(0, 10)}
    nudged, reminder = rows[f"nudge:{seat}"], rows["remind"]
    calls = Calls(core.store, core.tables, core.time, core.cases.reminders.later)
    one, two = await core.game(1), await core.game(2)
    if loud == "turn":
        board: Post = replace(nudged, kind="turn")
        assert await calls.by_board(two, None, await core.store.log(board.game), again=False)
    else:
        assert await calls.summons(nudged, two) is not None
    assert await calls.summons(reminder, one) is None
    core.time.seconds += 2 * 60  # it was not sent after all
    assert await calls.summons(reminder, one) is not None


@pytest.mark.parametrize("rows", [("remind", "nudge:"), ("nudge:", "nudge:")])
async def test_two_that_are_due_at_once_are_not_the_third_and_the_fourth(
    core: Core, rows: tuple[str, ...]
) -> None:
    """Each was made when there were two; what counts is what there is when it is sent."""
    mover, other = await begun(core, pace="long"), await core.waiting()
    for _ in range(2):
        await after(core, 24.1)
        await nudge(core, other)
        await core.deliver()
    core.time.seconds += 7 * HOUR
    seat = next(s for s, each in enumerate((await core.game()).sitters) if each.user == other.id)
    for number, row in enumerate(rows):
        game = await core.game()
        kind = f"{row}{seat}" if row == "nudge:" else row
        await core.cases.commits.commit(game, Change((), f"row {number}", posts=(kind,)))
    await core.deliver()
    assert len(reminders(core, mover)) == 3

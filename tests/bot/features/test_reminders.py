"""A turn gets at most three reminders or nudges, none at night, none once it was taken."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from bot.messages.courier import PermanentError
from bot.messages.layout import Message
from bot.outbox.boards import MUCH
from bot.table.game import DAY, HOUR
from bot.table.rows import Reminder, row_class
from rules.text import Text
from storage import Change
from tests.acting import ANN, BEN, Person
from tests.bot.core import CHANNEL, OTHER_CHANNEL, Core
from tests.bot.outbox.test_calls import BERLIN, everybody, letters, mentions, passing
from tests.bot.transport import Posted
from tests.storage.samples import waiting

RELAXED = {"pace": "relaxed"}  # 72 hours at first


async def begun(core: Core, **options: str) -> Person:
    """Begin a game of two, its board posted; return the player to move."""
    await core.begin(ANN, BEN, options=options or RELAXED)
    await core.deliver()
    return await core.mover()


async def after(core: Core, hours: float) -> None:
    """Let hours pass, and do each timer when it is due."""
    end = core.time.seconds + hours * HOUR
    while (wait := await core.clock.tick()) <= end - core.time.seconds:
        core.time.seconds += wait
        core.passed += wait
        await passing(core)
    core.passed += end - core.time.seconds
    core.time.seconds = end
    await passing(core)


def reminders(core: Core, who: Person) -> list[Posted]:
    """The messages that mention someone, except boards."""
    return [each for each in mentions(core, who) if not each.posted]


async def nudge(core: Core, who: Person, **more: Any) -> Message:
    return await core.do(who, "nudge", **{"n": (await core.game()).n} | more)


async def test_two_by_default_at_half_of_the_time_and_a_day_before_its_end(core: Core) -> None:
    """72 hours: after 36, and after 48; the second takes the place of the first."""
    mover = await begun(core)
    begin = core.time.seconds
    await after(core, 35.9)
    assert reminders(core, mover) == []
    await after(core, 0.2)
    (first,) = reminders(core, mover)
    end = int(begin + 72 * HOUR)
    assert "it's still your turn in **[L1](" in first.text
    assert f"Play by <t:{end}:f> (<t:{end}:R>), or I'll play your turn" in first.text
    await after(core, 12)
    (second,) = reminders(core, mover)
    assert second.id != first.id
    assert second.at == begin + 48 * HOUR
    last = "-# This is the last reminder for this turn."
    assert last not in first.text
    assert second.text.endswith(last)
    await after(core, 23)
    assert reminders(core, mover) == [second]


async def test_a_second_reminder_is_not_taken_for_the_first(lasting: Core) -> None:
    """They may say the same; after a death the bot looks for the second one."""
    mover = await begun(lasting)
    await after(lasting, 36)
    (first,) = reminders(lasting, mover)
    await lasting.pass_time(12 * HOUR)
    await lasting.restart()
    await lasting.deliver()
    (second,) = reminders(lasting, mover)
    assert second.id != first.id


async def test_without_a_clock_after_one_day_and_three(core: Core) -> None:
    mover = await begun(core, pace="none")
    begin, times = core.time.seconds, set[float]()
    for _ in range(5):
        await after(core, 24)
        times |= {each.at for each in reminders(core, mover)}
    assert times == {begin + DAY, begin + 3 * DAY}
    (left,) = reminders(core, mover)
    assert "There's no clock, but the others are waiting." in left.text


@pytest.mark.parametrize(
    ("how", "hours"), [("off", ()), ("three", (36, 48, 64.8)), ("daily", (24, 48))]
)
async def test_as_many_as_somebody_likes(core: Core, how: str, hours: tuple[float, ...]) -> None:
    await everybody(core, reminders=how)
    mover = await begun(core)
    begin, times = core.time.seconds, set[float]()
    for _ in range(6):
        await after(core, 11.9)
        times |= {each.at for each in reminders(core, mover)}
    assert times == {begin + each * HOUR for each in hours}


async def test_a_reminder_that_comes_after_the_turn_reminds_nobody_of_the_next_one(
    core: Core,
) -> None:
    """It waits in the outbox while the turn is played, in front of the next call. The end of a turn
    deletes its reminders in the store, so not even a moment is left."""
    mover = await begun(core)
    await core.pass_time(37 * HOUR)
    assert Reminder in {row_class(post.kind) for post in await core.store.under_way([1])}
    await core.say(mover, "a1")
    await core.deliver()
    called = await core.store.calls(1, 0)
    assert Reminder not in {row_class(call.kind) for call in called}


async def test_a_draft_that_waits_is_said_but_never_its_words(core: Core) -> None:
    mover = await begun(core)
    await core.play("a1", "e5")
    await core.deliver()
    await core.say(mover, "stay")
    await after(core, 90)
    told = reminders(core, mover)[-1]
    assert "You have a saved draft" in told.text
    assert "stay" not in told.text


async def second_game(core: Core, mover: Person, **options: str) -> Person:
    """One more game that waits for the same person; the other player."""
    other = BEN if mover.id == ANN.id else ANN
    await core.open(mover, 2, channel=OTHER_CHANNEL, options=options)
    await core.join(other, channel=OTHER_CHANNEL)
    if await core.mover(2) != mover:
        await core.say(other, "a1", channel=OTHER_CHANNEL)
    await core.deliver()
    return other


async def test_one_message_speaks_of_all_games_for_who_wants_that(core: Core) -> None:
    await everybody(core, bundle="on", pings="dm")
    mover = await begun(core)
    await second_game(core, mover, **RELAXED)
    before = len(letters(core, mover))
    await after(core, 43)
    told = letters(core, mover)[before:]
    assert len(told) == 1
    assert "Also waiting for you: [L" in told[0]


async def test_a_reminder_for_which_there_is_no_channel_is_none(core: Core) -> None:
    """Nothing hangs on it, and nobody is written to about it."""
    mover = await begun(core)
    core.time.seconds += 37 * HOUR
    core.transport.fail_in(CHANNEL, PermanentError(Text("the channel is gone")))
    await passing(core)
    assert reminders(core, mover) == []
    assert core.transport.told == []
    assert (await core.store.census()).parked == 0


async def test_who_waits_may_nudge_after_a_day_and_once_a_day(core: Core) -> None:
    """With one button too, which stays on an old panel."""
    mover, other = await begun(core, pace="long"), await core.waiting()
    begin, n = int(core.time.seconds), (await core.game()).n
    early = await nudge(core, other, n=n)
    assert f"You can send a reminder from <t:{begin + 86400}:f>." in early.text
    await after(core, 24.1)
    told = await nudge(core, other, n=n)
    assert told.text == f"I've reminded {mover.name} about L1."
    await core.deliver()
    (sent,) = reminders(core, mover)
    assert f"{other.name} has been waiting for you to take your turn in **[L1](" in sent.text
    assert "in the last day" in (await nudge(core, other, n=n)).text
    await core.deliver()
    assert len(reminders(core, mover)) == 1
    await after(core, 24.1)
    assert (await nudge(core, other, n=n)).text == told.text
    await core.deliver()
    assert len(reminders(core, mover)) == 2


async def test_there_are_three_reminders_and_nudges_at_most(core: Core) -> None:
    await everybody(core, reminders="three")
    mover, other = await begun(core, pace="none"), await core.waiting()
    sent = set[int]()
    for _ in range(5):
        await after(core, 24)
        await nudge(core, other)
        await core.deliver()
        sent |= {each.id for each in reminders(core, mover)}
    assert len(sent) == 3
    assert "has already had three reminders" in (await nudge(core, other)).text


async def test_a_nudge_at_night_waits_and_says_so(core: Core) -> None:
    core.time.seconds = datetime(2026, 3, 10, 22, 30, tzinfo=BERLIN).timestamp()
    mover, other = await begun(core, pace="long"), await core.waiting()
    await everybody(core, time_zone="Europe/Berlin")
    core.time.seconds += 24.5 * HOUR
    told = await nudge(core, other)
    morning = datetime(2026, 3, 12, 8, 0, tzinfo=BERLIN).timestamp()
    assert f"your reminder for L1 will wait until <t:{int(morning)}:f>" in told.text
    await core.deliver()
    assert reminders(core, mover) == []
    core.time.seconds = morning
    await passing(core)
    assert len(reminders(core, mover)) == 1


async def test_a_nudge_is_no_move(core: Core) -> None:
    """A draft, an old board's buttons and the clock stay; the log records it."""
    mover, other = await begun(core), await core.waiting()
    await after(core, 25)
    before = await core.game()
    await nudge(core, other)
    now = await core.game()
    assert (now.changed, now.clocks) == (before.changed, before.clocks)
    assert (await core.log())[-1].startswith("nudge ")
    assert "Turn played" in (await core.say(mover, "a1", n=before.n)).text


# -- A reminder repeats the board if there are many messages since.


@pytest.mark.parametrize(
    ("lines", "seen", "shown"), [(MUCH - 1, True, False), (MUCH, True, True), (MUCH, False, False)]
)
async def test_a_buried_board_is_shown_again_with_the_reminder(
    core: Core, lines: int, seen: bool, shown: bool
) -> None:
    """Thirty messages under it, if the bot may look; its buttons stay where they are, and alone."""
    mover = await begun(core)
    board = core.transport.in_channel(CHANNEL)[-1]
    for n in range(lines):
        await core.transport.post(CHANNEL, Message(f"chat {n}"), f"chat{n}")
    if not seen:
        core.transport.fail("is_buried", PermanentError(Text("may not read messages")))
    await after(core, 36)
    reminder = core.transport.in_channel(CHANNEL)[-1]
    assert mover.id in reminder.pings
    assert "still your turn" in reminder.text
    assert (reminder.file == board.file) is shown
    assert ("Columns a to e" in reminder.alt) is shown
    assert reminder.buttons == ()
    assert board.buttons != ()


async def test_the_card_says_when_nobody_is_reminded_any_more(core: Core) -> None:
    """In the channel of a game that is played in a thread, where a nudge was the third."""
    await everybody(core, reminders="three")
    await core.open(ANN, 2, thread=True, options={"pace": "none"})
    await core.deliver()
    game = await core.game()
    await core.join(BEN, game=game.id)
    await core.deliver()
    mover, other = await core.mover(), await core.waiting()
    card = core.transport.in_channel(CHANNEL)[0]
    for day in range(5):
        if day == 2:
            await nudge(core, other, game=game.id)
            await core.deliver()
        await after(core, 24)
        assert ("reminded" in card.text) is (day >= 2), day
    told = f"{mover.name} has been reminded 3 times and won't be reminded again."
    assert told in card.text
    await core.say(mover, "a1", game=game.id)
    await core.deliver()
    assert "reminded" not in card.text


# -- Several messages that are due for one person in the same moment, from one game or from two.


async def put(core: Core, post: str, number: int) -> None:
    """Write a row that calls the player to move, like a timer's."""
    game = await core.game(number)
    await core.services.commits.commit(game, Change((), f"{post} {number}", posts=(post,)))


@pytest.mark.parametrize("first", ["the reminder", "the nudge"])
async def test_a_nudge_goes_before_the_reminder_of_the_same_morning(core: Core, first: str) -> None:
    """In another game: the reminder comes six hours later, and isn't lost."""
    core.time.seconds = datetime(2026, 3, 10, 22, 30, tzinfo=BERLIN).timestamp()
    mover = await begun(core, pace="none")
    other = await second_game(core, mover, pace="none")
    await everybody(core, time_zone="Europe/Berlin")
    core.time.seconds += DAY + HOUR / 2  # both wait a day; reminders are due tomorrow
    morning = datetime(2026, 3, 12, 8, 0, tzinfo=BERLIN).timestamp()
    if first == "the reminder":
        await passing(core)  # it waits for the morning from now on
    await nudge(core, other, channel=OTHER_CHANNEL, n=(await core.game(2)).n)
    core.time.seconds = morning
    await passing(core)
    (only,) = reminders(core, mover)
    assert f"{other.name} has been waiting for you to take your turn in **[L2](" in only.text
    await after(core, 5.9)
    assert reminders(core, mover) == [only]
    await after(core, 0.2)
    (_, reminder) = reminders(core, mover)
    assert (reminder.at, "it's still your turn" in reminder.text) == (morning + 6 * HOUR, True)


@pytest.mark.parametrize("loud", ["nudge:", "turn", "remind"])
async def test_a_reminder_that_is_sent_beside_another_message_is_left_out(
    core: Core, loud: str
) -> None:
    """Games are delivered side by side, by any process: another message is about to be sent. Of two
    reminders the older one goes."""
    mover = await begun(core, pace="none")
    await second_game(core, mover, pace="none")
    core.time.seconds += 30 * HOUR
    seat = next(s for s, each in enumerate((await core.game(2)).sitters) if each.user != mover.id)
    await put(core, f"nudge:{seat}" if loud == "nudge:" else loud, 2)
    await put(core, "remind", 1)
    asked = ("there:0", "there:1")
    other, reminder = [post for post in await waiting(core.store) if post.kind not in asked]
    calls = core.calls
    one, two = await core.game(1), await core.game(2)
    if loud == "remind":
        assert await calls.summons(Reminder(), two, other) is not None
    assert await calls.summons(Reminder(), one, reminder) is None
    await core.store.note_try(other, "503")  # Discord did not take it, and may not for long
    assert await calls.summons(Reminder(), one, reminder) is not None


@pytest.mark.parametrize("rows", [("remind", "nudge:"), ("nudge:", "nudge:")])
async def test_two_that_are_due_at_once_are_not_the_third_and_the_fourth(
    core: Core, rows: tuple[str, ...]
) -> None:
    """Each was made when there were two; the number at the time of sending counts."""
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
        await core.services.commits.commit(game, Change((), f"row {number}", posts=(kind,)))
    await core.deliver()
    assert len(reminders(core, mover)) == 3

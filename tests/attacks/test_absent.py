"""Absent people aren't called for ever, and posts about them are true (docs/decisions.md, 53)."""

from random import Random

import pytest

from bot.table.game import HOUR
from tests.acting import ANN, BEN, CY, EVE, Person
from tests.bot.core import CHANNEL, GUILD, Core
from tests.bot.features.test_reminders import after
from tests.bot.outbox.test_calls import everybody, letters
from tests.bot.playing import turn
from tests.bot.transport import Posted


def still(core: Core) -> list[Posted]:
    return [
        m
        for m in core.transport.messages
        if "still your turn" in m.text or "has been waiting for you" in m.text
    ]


@pytest.mark.slow
async def test_a_reminder_leaves_when_its_turn_is_over(core: Core) -> None:
    await core.begin(ANN, BEN, options={"pace": "relaxed"})
    await core.deliver()
    await after(core, 37)
    nudged = core.wish(await core.waiting())
    await core.answer("nudge", nudged)
    await core.deliver()
    assert len(still(core)) == 2
    await core.say(await core.mover(), "a1")
    await core.deliver()
    assert still(core) == []
    await after(core, 71)
    assert len(still(core)) == 1
    await after(core, 2)
    assert "timeout" in (await core.log())[-2]
    assert still(core) == []


async def test_a_reminder_leaves_with_the_game(core: Core) -> None:
    await everybody(core, pings="dm")
    await core.begin(ANN, BEN, options={"pace": "relaxed"})
    await core.deliver()
    mover = await core.mover()
    await after(core, 37)
    assert "still your turn" in letters(core, mover)[-1]
    game = await core.game()
    await core.do(mover, "resign", n=game.n)
    await core.deliver()
    assert still(core) == []


@pytest.mark.slow
async def test_two_who_are_absent_are_called_six_times_each_and_then_only_the_card_tells(
    core: Core,
) -> None:
    await core.open(ANN, 2, thread=True, options={"pace": "brisk"})
    await core.deliver()
    game = await core.game()
    await core.join(BEN, game=game.id)
    called = dict.fromkeys((ANN.id, BEN.id), 0)
    seen = set[int]()
    for _ in range(110):
        await after(core, 1)
        for message in core.transport.messages:
            if message.id not in seen and len(message.pings) == 1:
                called[message.pings[0]] += 1
        seen |= {message.id for message in core.transport.messages}
    assert [row for row in await core.log() if row.startswith("timeout")][3:]
    assert max(called.values()) <= 6, called
    card = core.transport.in_channel(CHANNEL)[0]
    assert (
        "hasn't responded to 6 messages, so I won't notify them again until they're back."
        in card.text
    )
    silent = await core.mover()
    before = await core.waiting()
    core.time.seconds += 25 * HOUR
    nudge = core.wish(before, game=game.id)
    told = await core.answer("nudge", nudge)
    assert silent.name in told.text
    assert "so I won't send more until they're back" in told.text


async def lose(core: Core, *people: Person) -> Person:
    await core.begin(*people, options={"pace": "relaxed"})
    await core.deliver()
    late = await core.mover()
    for _ in range(24 * 10):
        await after(core, 1)
        game = await core.game()
        if any(sitter.left for sitter in game.sitters):
            break
        if (now := await core.mover()) != late:
            await core.say(now, turn(await core.table(), Random(1)))
    await core.deliver()
    return late


@pytest.mark.slow
@pytest.mark.parametrize(
    ("people", "way"), [((ANN, BEN), "Rematch L1"), ((ANN, BEN, CY), "Download L1")]
)
async def test_who_ran_out_of_time_has_not_left_and_reads_for_a_week_what_became_of_the_seat(
    core: Core, people: tuple[Person, ...], way: str
) -> None:
    """In the result, on the line of the seat and in the printed game; with a way back in: a rematch
    of a game that is over, or the page."""
    late = await lose(core, *people)
    texts = [message.text for message in core.transport.messages]
    told = [text for text in texts if late.name in text]
    assert not [text for text in told if "left the game" in text or "no longer in the game" in text]
    assert not [text for text in told if f"{late.name} had left" in text]
    ran_out = [text for text in texts if f"{late.name} ran out of time in **L1**" in text]
    assert "and nobody took over the seat" in ran_out[-1]
    if (game := await core.game()).status == "over":
        result = next(text for text in texts if " is over: " in text)
        assert f"<@{late.id}> ran out of time." in result
        page = (await core.do(late, "record", game=game.id)).page.decode()
        assert " ran out of time." in page
        assert "left the game" not in page
    mine = await core.do(late, "mine")
    assert "you ran out of time and lost your seat <t:" in mine.text
    assert [button.label for button in mine.buttons] == [way]
    answer = await core.push(late, mine.buttons[0])
    assert "L2" in answer.text if way.startswith("Rematch") else answer.document
    other = next(person for person in people if person != late)
    assert "your seat" not in (await core.do(other, "mine")).text
    core.time.seconds += 8 * 24 * HOUR
    assert "your seat" not in (await core.do(late, "mine")).text


async def test_who_gave_a_seat_away_reads_who_has_it(core: Core) -> None:
    await core.begin(ANN, BEN, CY)
    game = await core.game()
    await core.do(ANN, "offerseat", n=game.n)
    seat = [sitter.user for sitter in game.sitters].index(ANN.id)
    await core.do(EVE, "takeover", values={"seat": seat})
    told = await core.do(ANN, "mine")
    assert "Eve took over your seat" in told.text
    assert "The others play on." in told.text
    assert (await core.do(ANN, "mine", guild=GUILD + 1)).buttons == ()

"""What needs everybody's consent: a late take-back, more time, the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from bot.messages.layout import Message, SaidButton
from bot.table.game import CLOCK, DAY, OFFER
from bot.table.seats import Answers, Offer, answers_to
from rules import history
from rules.game import TABLE
from storage import Row
from tests.acting import ANN, BEN, CY, EVE, Person
from tests.bot.core import CHANNEL, Core, is_sound
from tests.bot.outbox.test_calls import at, comes, likes, mentions
from tests.bot.panels import button, labels
from tests.bot.playing import good_turn
from tests.bot.transport import Posted


async def ask(core: Core, who: Person, what: str, **more: Any) -> Message:
    return await core.do(who, f"ask{what}", **more)


async def line(core: Core) -> Posted:
    await core.deliver()
    return next(m for m in reversed(core.transport.messages) if "Accept" in labels(m))


async def answered_turn(core: Core) -> tuple[Person, Person]:
    """Logger for two: a turn was answered, so it is too late to take it back."""
    await core.begin(ANN, BEN, lines=2)
    first, other = await core.mover(), await core.waiting()
    await core.say(first, "stay; plant n")
    await core.say(other, "stay; plant s")
    await core.deliver()
    return first, other


async def test_a_turn_that_was_answered_is_taken_back_where_all_agree(core: Core) -> None:
    """`undo` has a button that asks. It adds rows to the log, which verifies."""
    first, other = await answered_turn(core)
    before = await core.tables.at(await core.game(), 5)
    refused = await core.do(first, "undo")
    assert f"the last turn in L1 was {other.name}'s" in refused.text
    assert "If all the other players in L1 agree" in refused.text
    answer = await core.press(first, "Ask the Others", refused)
    assert "Each of them will get one notification" in answer.text
    posted = await line(core)
    assert posted.text.startswith(f"<@{other.id}>: {first.name} asks to undo the turn")
    assert posted.pings == (other.id,)
    assert labels(posted) == ["Accept", "Decline"]
    assert "You've accepted" in (await core.press(other, "Accept", posted)).text
    seat = before.actor
    assert (await core.log())[-3:] == [f"ask undo {seat}", f"accept {1 - seat}", "undo 5"]
    assert (await core.table()).at.state == before.at.state
    assert await core.mover() == first
    await core.deliver()
    assert core.transport.messages[-1].pings == (first.id,)
    assert "undid the last turn" in core.transport.messages[-1].text
    assert labels(posted) == []
    assert posted.text.endswith(f"{other.name} accepted.")
    await is_sound(core)
    assert "Turn played" in (await core.say(first, "stay; plant n")).text


async def test_a_button_that_asked_before_says_why_it_does_not_ask_again(core: Core) -> None:
    """It stays on an old panel, when the request is long settled."""
    first, other = await answered_turn(core)
    refused = await core.do(first, "undo")
    await core.press(first, "Ask the Others", refused)
    await core.press(other, "Decline", await line(core))
    again = await core.press(first, "Ask the Others", refused)
    assert "already gone out to the players" in again.text


async def test_of_three_both_others_have_to_agree(core: Core) -> None:
    await core.begin(ANN, BEN, CY, lines=3)
    movers = []
    for square in ("stay; plant n", "stay; plant s", "stay; plant s"):
        movers.append(await core.mover())
        assert "Turn played" in (await core.say(movers[-1], square)).text
    await ask(core, movers[0], "undo")
    posted = await line(core)
    assert set(posted.pings) == {movers[1].id, movers[2].id}
    await core.press(movers[1], "Accept", posted)
    await core.deliver()
    assert posted.text.endswith(f"Accepted by {movers[1].name}.")
    assert labels(posted) == ["Accept", "Decline"]
    assert not [text for text in await core.log() if text.startswith("undo")]
    await core.press(movers[2], "Accept", posted)
    assert (await core.log())[-1].startswith("undo")
    assert await core.mover() == movers[0]
    await is_sound(core)


async def test_one_who_declines_ends_it_and_so_does_who_asked(core: Core) -> None:
    first, other = await answered_turn(core)
    await ask(core, first, "undo")
    posted = await line(core)
    assert "You've declined" in (await core.press(other, "Decline", posted)).text
    await core.deliver()
    assert posted.text.endswith(f"{other.name} declined.")
    assert labels(posted) == []
    asked = await ask(core, first, "end")  # for the turn back they were asked in this turn
    posted = await line(core)
    withdrawn = await core.press(first, "Withdraw", asked)
    assert "no open request in L1 any more" in withdrawn.text
    await core.deliver()
    assert posted.text.endswith("Withdrawn.")
    await is_sound(core)


async def test_it_comes_to_nothing_when_the_game_goes_on_or_time_is_over(core: Core) -> None:
    """Then the button that asked asks again."""
    first, other = await answered_turn(core)
    n = (await core.game()).n
    await ask(core, other, "end", n=n)
    posted, late = await line(core), button(await line(core), "Accept")
    await core.say(first, "stay; plant e")
    await core.deliver()
    assert posted.text.endswith("Expired: the game has moved on.")
    assert "You can't answer that any more" in (await core.push(first, late)).text
    await ask(core, other, "end", n=n)
    posted = await line(core)
    await core.pass_time(2 * DAY)
    await core.deliver()
    assert posted.text.endswith("Expired: not everyone answered in time.")
    assert (await core.game()).due(OFFER) is None
    assert not (await core.game()).past((await core.game()).n - 1)
    await is_sound(core)


async def test_one_thing_is_asked_for_at_a_time_and_answered_by_who_was_asked(core: Core) -> None:
    first, other = await answered_turn(core)
    await ask(core, first, "undo")
    again = await ask(core, first, "undo")
    assert "I've asked the other players in L1. Each of them will get one" in again.text
    told = (await ask(core, other, "end")).text
    assert "The players of L1 are already voting on something else" in told
    assert len([text for text in await core.log() if text.startswith("ask")]) == 1
    posted = await line(core)
    assert "You made the request in L1" in (await core.press(first, "Accept", posted)).text
    assert "You're not in L1" in (await core.press(EVE, "Accept", posted)).text
    withdraw = SaidButton("Withdraw", button(posted, "Accept").id.replace("accept", "withdraw"))
    told = (await core.push(other, withdraw)).text
    assert "Only the player who asked in L1 can withdraw" in told


@pytest.mark.parametrize(
    ("kind", "options", "why"),
    [
        ("logjam", {"wait": "none"}, "a die has been rolled since your turn in"),
        ("fellers", {}, "a card has been drawn since your turn in F1, and nobody can unsee it"),
    ],
)
async def test_what_chance_has_shown_cannot_be_agreed_away(
    core: Core, kind: str, options: dict[str, str], why: str
) -> None:
    """The refusal names the reveal (decision 50), and nobody is asked."""
    core.kind = kind
    await core.begin(ANN, BEN, options=options)
    first = await core.mover()
    assert "Turn played" in (await core.say(first, good_turn(await core.table()))).text
    assert why in (await ask(core, first, "undo")).text
    assert not (await core.do(first, "undo")).buttons


async def test_two_of_logger_agree_on_a_draw(core: Core) -> None:
    """Rulings A: both have played a game, and nobody has won."""
    first, other = await answered_turn(core)
    await ask(core, first, "end")
    posted = await line(core)
    assert f"{first.name} offers a draw in **L1**." in posted.text
    await core.press(other, "Accept", posted)
    game = await core.game()
    assert (game.status, game.on_turn) == ("over", None)
    assert (await core.log())[-1] == "draw"
    await core.deliver()
    result = core.transport.messages[-1]
    assert " draw." in result.text
    assert "to move" not in result.alt
    assert "draw" in result.alt
    assert "Rematch" in labels(result)
    standings = await core.store.standings(game.guild, "logger")
    assert [(s.games, s.won) for s in standings] == [(1, 0), (1, 0)]
    curve = await core.do(first, "turned", game=1)
    assert curve.picture is not None
    assert " · 0.0." in curve.picture.alt, "the curve of a draw ends in the middle"
    await is_sound(core)


async def test_elsewhere_an_end_by_consent_has_no_result(core: Core) -> None:
    """Three of Logger, and every other game: it is closed, and nobody has won."""
    await core.begin(ANN, BEN, CY, lines=3)
    await ask(core, ANN, "end")
    posted = await line(core)
    assert "Ann asks to end **L1** now, without a result." in posted.text
    for who in (BEN, CY):
        await core.press(who, "Accept", posted)
    assert (await core.game()).status == "cancelled"
    assert (await core.log())[-1] == "end"
    await core.deliver()
    assert "was closed without a winner" in core.transport.messages[-1].text
    assert (await core.store.standings(900, "logger")) == []
    await is_sound(core)


async def test_all_give_somebody_more_time(core: Core) -> None:
    await core.begin(ANN, BEN, options={"pace": "relaxed"})
    first, other = await core.mover(), await core.waiting()
    await core.deliver()
    game = await core.game()
    due, seat = game.due(CLOCK), game.on_turn
    assert (due, seat) != (None, None)
    await ask(core, first, "time")
    posted = await line(core)
    assert posted.text.startswith(f"<@{other.id}>: {first.name} asks for 3 days more in **L1**.")
    calls = len([m for m in core.transport.messages if m.pings])
    await core.press(other, "Accept", posted)
    await core.deliver()
    after = await core.game()
    assert after.due(CLOCK) == (due or 0) + 72 * 3600
    clocks = [timer for timer in after.timers if timer.kind == CLOCK]
    assert (after.on_turn, len(clocks)) == (seat, 1)
    assert f"{other.name} accepted. {first.name} now has until <t:" in posted.text
    assert len([m for m in core.transport.messages if m.pings]) == calls
    assert not after.past(game.n)
    await is_sound(core)


# -- Players who are asked at night are mentioned in the morning, once.


async def asked_at_night(core: Core) -> tuple[Person, Person, Person, Posted]:
    """Three play, and one of the two who are asked sleeps: who asks, sleeps, is awake; the line."""
    await core.begin(ANN, BEN, CY, lines=4)
    at(core, 23)
    mover = await core.mover()
    sleeper, other = (who for who in (ANN, BEN, CY) if who != mover)
    await likes(core, sleeper, time_zone="Europe/Berlin")
    await ask(core, mover, "end")
    return mover, sleeper, other, await line(core)


def of_offers(core: Core, who: Person) -> list[Posted]:
    return [each for each in mentions(core, who) if "asks to end" in each.text]


async def test_the_line_stands_at_once_and_the_mention_comes_in_the_morning(core: Core) -> None:
    _, sleeper, other, posted = await asked_at_night(core)
    assert posted.pings == (other.id,)
    await comes(core, 7, 59, day=11)
    assert of_offers(core, sleeper) == []
    await comes(core, 8, day=11)
    (called,) = of_offers(core, sleeper)
    assert called.text.startswith(f"<@{sleeper.id}>: ")
    assert f"/{CHANNEL}/{posted.id})" in called.text
    assert len(of_offers(core, other)) == 1
    await comes(core, 9, day=12)
    assert len(of_offers(core, sleeper)) == 1


@pytest.mark.parametrize("how", ["Accept", "withdrawn", "muted"])
async def test_what_is_settled_by_then_calls_nobody(core: Core, how: str) -> None:
    mover, sleeper, _, posted = await asked_at_night(core)
    game = await core.game()
    if how == "withdrawn":
        await core.press(mover, "Withdraw", await ask(core, mover, "end"))
    elif how == "muted":
        await likes(core, sleeper, muted=f"{game.id}")
    else:
        await core.press(sleeper, how, posted)
    await comes(core, 8, day=11)
    assert of_offers(core, sleeper) == []


@pytest.mark.parametrize("remark", sorted(history._REMARKS))
def test_what_is_said_beside_a_question_leaves_it_open(remark: str) -> None:
    """rules/history.py: a remark answers nothing, so all answers to an offer still count."""
    said = ("ask end 0", "accept 1", f"{remark} 1", "accept 2")
    rows = [Row(n, TABLE, line, "", None, 0.0) for n, line in enumerate(said, start=1)]
    assert answers_to(rows, Offer(1, "end", 0)) == Answers((1, 2))

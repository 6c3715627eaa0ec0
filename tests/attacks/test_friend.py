"""Somebody who is about to lose a rated game hands their seat to a friend, so that nobody's rating
moves.

Source: issue 25, item 8; docs/decisions.md, 50; docs/players.md, "Leaving".
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.boundary import answered
from bot.core.effective import line_of
from bot.core.game import OFFER
from bot.domain.offers import OFFER_LASTS, Offer
from bot.messages.message import Message
from rules.game import TABLE
from storage import Change, Line, Moved
from tests.bot.controls import Controls, begun, is_sound
from tests.bot.core import ANN, BEN, CY, DEE, EVE, Core, Person
from tests.bot.playing import turn
from tests.bot.test_offers import ask, labels, pushed
from tests.bot.test_offers import line as asked_line
from tests.bot.test_seats import left_by, line, push, wished
from tests.bot.test_standings import KEEP, ends, plays

NO_SAY = "Only players who were in L1 before a seat changed hands can decide"


async def handed(core: Core, who: Person = ANN, by: Person = EVE) -> Message:
    """Somebody's friend has their seat; the line of the seat, as a message to press."""
    await wished(core, who)
    posted = await line(core)
    await push(core, by, posted, "Take Over")
    await core.deliver()
    return Message("", buttons=posted.buttons)


async def rated(core: Core) -> bool:
    return all(each.agreed for each in (await core.game()).former)


async def test_of_two_the_one_who_stayed_decides_alone(core: Core) -> None:
    """At once, and without a line that anybody could leave unanswered."""
    await begun(core, ANN, BEN, lines=4)
    seat = await handed(core)
    posts = len(core.posts())
    told = await Controls(core).press(BEN, seat, KEEP)
    assert "L1 stays rated. You were the only one who had to agree" in told.text
    await core.deliver()
    assert (await rated(core), len(core.posts())) == (True, posts)
    moved, result = await ends(core)
    assert set(moved.changes) == {ANN.id, BEN.id, EVE.id}
    assert "Rated, although a seat changed hands." in result


async def test_the_friend_neither_agrees_nor_declines(core: Core) -> None:
    """They may ask; whoever stayed answers, and neither they nor who has left can."""
    await begun(core, ANN, BEN, CY, lines=4)
    seat = await handed(core)
    await Controls(core).press(EVE, seat, KEEP)
    posted = await asked_line(core)
    assert set(posted.pings) == {BEN.id, CY.id}
    assert "Eve has taken over your seat in L1" in await pushed(core, ANN, posted, "Decline")
    assert "You made the request in L1" in await pushed(core, EVE, posted, "Decline")
    await pushed(core, BEN, posted, "Accept")
    assert not await rated(core)
    await pushed(core, CY, posted, "Accept")
    assert await rated(core)
    await is_sound(core)


async def test_a_friend_who_is_asked_for_nothing_has_no_button_that_works(core: Core) -> None:
    await begun(core, ANN, BEN, CY, lines=4)
    seat = await handed(core)
    await Controls(core).press(BEN, seat, KEEP)
    posted = await asked_line(core)
    assert posted.pings == (CY.id,)
    for label in ("Accept", "Decline"):
        assert NO_SAY in await pushed(core, EVE, posted, label)
    assert "no open request" not in posted.text
    await pushed(core, CY, posted, "Accept")
    assert await rated(core)


async def test_another_question_of_the_friend_is_no_lock(core: Core) -> None:
    """One thing can be asked for at a time; what one decides alone asks nobody."""
    await begun(core, ANN, BEN, lines=4)
    seat = await handed(core)
    assert "I've asked the other players" in (await ask(core, EVE, "end")).text
    await Controls(core).press(BEN, seat, KEEP)
    assert await rated(core)
    assert (await core.game()).due(OFFER) is not None


async def test_who_wants_it_too_agrees_with_who_has_asked(core: Core) -> None:
    """The button under the line of the seat is a yes to what is asked already."""
    await begun(core, ANN, BEN, CY, lines=4)
    seat = await handed(core)
    await Controls(core).press(EVE, seat, KEEP)
    for person in (BEN, CY):
        assert "You've accepted" in (await Controls(core).press(person, seat, KEEP)).text
    assert await rated(core)


async def test_a_friend_who_ends_the_game_at_once_takes_no_decision_away(core: Core) -> None:
    """Of two the other one has won before they could say anything: it is rated."""
    await begun(core, ANN, BEN, lines=4)
    await plays(core, 6)
    await handed(core)
    moved, result = await ends_by(core, EVE)
    assert set(moved.changes) == {ANN.id, BEN.id, EVE.id}
    before, after = moved.changes[BEN.id]
    assert after.mu > before.mu
    assert "Rated, although a seat changed hands." in result


async def over(core: Core) -> Message:
    """The game is played to its end, and nobody has decided anything; its result."""
    chance = Random(5)
    while (await core.game()).status == "playing":
        await core.say(await core.mover(), turn(await core.table(), chance))
    await core.deliver()
    result = next(m for m in reversed(core.transport.messages) if " is over: " in m.text)
    return Message("", buttons=result.buttons)


async def why_unrated(core: Core) -> str:
    moved = await core.store.moved((await core.game()).id)
    assert moved is not None
    return moved.unrated


async def test_a_friend_who_plays_the_last_turn_at_once_takes_no_decision_away(core: Core) -> None:
    """Nobody had the time to decide before the end, so they can for two days after it."""
    await begun(core, ANN, BEN, lines=4)
    await handed(core)
    result = await over(core)
    assert await why_unrated(core) == "substitute"
    assert NO_SAY in (await Controls(core).press(EVE, result, KEEP)).text
    assert NO_SAY in (await Controls(core).press(ANN, result, KEEP)).text
    assert (
        "L1 will be rated unless something else"
        in (await Controls(core).press(BEN, result, KEEP)).text
    )
    await core.deliver()
    moved = await core.store.moved((await core.game()).id)
    assert moved is not None
    assert set(moved.changes) == {ANN.id, BEN.id, EVE.id}
    assert "is already rated" in (await Controls(core).press(BEN, result, KEEP)).text
    await is_sound(core)


async def test_after_the_end_all_who_stayed_have_to_say_so(core: Core) -> None:
    """Each for themselves, in any order, and also after a restart."""
    await begun(core, ANN, BEN, CY, lines=4)
    await handed(core)
    result = await over(core)
    for _ in range(2):
        told = await Controls(core).press(CY, result, KEEP)
        assert (
            "You've agreed to keep L1 rated. Ben must agree too, by pressing the same button"
            in told.text
        )
    assert await why_unrated(core) == "substitute"
    await Controls(core).press(BEN, result, KEEP)
    assert await why_unrated(core) == ""
    assert (await core.game()).timers == ()


async def test_two_days_after_the_end_it_is_settled(core: Core) -> None:
    await begun(core, ANN, BEN, CY, lines=4)
    await handed(core)
    result = await over(core)
    await Controls(core).press(CY, result, KEEP)
    core.time.seconds += OFFER_LASTS
    assert "until <t:" in (await Controls(core).press(BEN, result, KEEP)).text
    await core.clock.tick()
    await core.deliver()
    assert (await core.game()).timers == ()
    assert await why_unrated(core) == "substitute"


async def test_who_stayed_and_resigns_is_not_rated_by_it(core: Core) -> None:
    """Nobody is left who has agreed, and a stranger wins nothing from them."""
    await begun(core, ANN, BEN, lines=4)
    await plays(core, 6)
    await handed(core)
    moved, _ = await ends_by(core, BEN)
    assert moved.unrated == "substitute"


async def ends_by(core: Core, who: Person) -> tuple[Moved, str]:
    await Controls(core).gone(who)
    await core.deliver()
    moved = await core.store.moved((await core.game()).id)
    assert moved is not None
    return moved, core.posts()[-1]


async def test_a_second_friend_who_leaves_has_no_veto(core: Core) -> None:
    """Neither while their seat is offered nor when it is given up for good."""
    await begun(core, ANN, BEN, CY, DEE, lines=5)
    seat = await handed(core)
    await left_by(core, DEE)
    await Controls(core).press(BEN, seat, KEEP)
    posted = await asked_line(core)
    assert posted.pings == (CY.id,)
    await Controls(core).gone(DEE)
    await core.deliver()
    assert labels(posted) == []
    await Controls(core).press(CY, await more(core), KEEP)
    await Controls(core).press(BEN, await more(core), KEEP)
    assert await rated(core)
    assert set((await ends(core))[0].changes) == {ANN.id, BEN.id, CY.id, DEE.id, EVE.id}


async def more(core: Core) -> Message:
    return await answered(core.verbs.do("more", core.wish(BEN, game=1)))


async def test_an_offer_of_before_is_settled_by_who_decides_now(core: Core) -> None:
    """A database of before has a question that waits for the friend alone: they are told that it is
    not theirs to answer, and who asked, or has agreed, presses once more."""
    await begun(core, ANN, BEN, CY, lines=4)
    seat = await handed(core)
    game = await core.game()
    who = [each.user for each in game.sitters].index(BEN.id)
    other = [each.user for each in game.sitters].index(CY.id)
    old = Offer(game.n + 1, "rated", who)
    said = (line_of(old.word), Line(TABLE, f"accept {other}", ""))
    waits = replace(old.timer(core.time() + OFFER_LASTS))
    change = Change(said, "old", aside=True, timers=(waits,), posts=(old.post,))
    core.wake(await core.store.commit(game.id, game.n, change), ())
    posted = await asked_line(core)
    assert NO_SAY in await pushed(core, EVE, posted, "Decline")
    assert not await rated(core)
    assert "stays rated" in (await Controls(core).press(BEN, seat, KEEP)).text
    await core.deliver()
    assert await rated(core)
    assert (labels(posted), (await core.game()).due(OFFER)) == ([], None)
    assert posted.text.endswith("Cy accepted. The game stays rated.")

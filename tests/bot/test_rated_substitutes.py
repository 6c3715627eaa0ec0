"""A game in which a seat has changed hands is rated where all who play agree, and not otherwise.

Source: issue 14, item 4 ("tables with a substitute unless all agree"); docs/decisions.md.
"""

from __future__ import annotations

from random import Random

from bot.core.game import OFFER
from bot.messages import layouts
from bot.messages.medium import VOICE
from bot.messages.message import Message
from bot.text import posts
from storage import Moved
from tests.bot.controls import Controls, begun, is_sound
from tests.bot.core import ANN, BEN, CY, DEE, EVE, Core, Person
from tests.bot.playing import turn
from tests.bot.test_offers import DAY, ask, labels, line, on, pushed
from tests.bot.test_seats import left_by, push
from tests.bot.transport import Posted
from tests.bot.words import words

KEEP = "Keep It Rated"


async def taken_over(core: Core, who: Person = BEN, by: Person = EVE) -> Posted:
    """Somebody has left, and somebody else has the seat; its line."""
    posted = await left_by(core, who)
    told = await push(core, by, posted, "Take Over")
    assert f"moves your rating, and not that of {who.name}" in told.text
    await core.deliver()
    return posted


async def plays(core: Core, turns: int) -> None:
    chance = Random(3)
    for _ in range(turns):
        await core.say(await core.mover(), turn(await core.table(), chance))


async def ends(core: Core, stays: Person = EVE) -> tuple[Moved, str]:
    """All but one resign, after three turns each; what that has moved, and the result."""
    table = await core.table()
    await plays(core, max(0, 3 * len(table.game.sitters) - table.at.turns))
    controls = Controls(core)
    for sitter in table.game.sitters:
        playing = (game := await core.game()).status == "playing" and not sitter.left
        if playing and sitter.user != stays.id:
            await controls.gone(Person(sitter.user, sitter.name))
    await core.deliver()
    moved = await core.store.moved(game.id)
    assert moved is not None
    await is_sound(core)
    return moved, core.posts()[-1]


async def more(core: Core) -> Message:
    """What More… shows."""
    return layouts.more(await core.game()).said(VOICE)


async def test_a_seat_that_changes_hands_ends_the_rating_and_says_so(core: Core) -> None:
    """At the lobby, at the take-over, and under the result."""
    await begun(core, ANN, BEN, CY, lines=4)
    card = words(posts.lobby(await core.game()))
    assert "unless a seat changes hands and those who stay do not agree that it stays so" in card
    posted = await taken_over(core)
    assert posted.text.endswith(
        "So the game is not rated, unless those agree who were there before and stayed: "
        f"**{KEEP}** asks them."
    )
    moved, result = await ends(core)
    assert moved == Moved("substitute", {})
    assert (
        "Not rated: a seat has changed hands, and those who stayed have not agreed that it is."
        in result
    )


async def test_all_agree_and_it_is_rated_with_who_sits_there(core: Core) -> None:
    """Everybody who is asked, also while the game goes on; whoever gave the seat up is not."""
    await begun(core, ANN, BEN, CY, lines=4)
    posted = await taken_over(core)
    assert "are asked; each of them is called once" in await pushed(core, EVE, posted, KEEP)
    asked = await line(core)
    assert set(asked.pings) == {ANN.id, CY.id}
    assert "Eve asks that **L1** stays rated, though a seat has changed hands." in asked.text
    await pushed(core, ANN, asked, "Accept")
    await plays(core, 2)
    await core.deliver()
    assert asked.text.endswith("Accepted by Ann.")
    assert labels(posted) == [KEEP]
    await pushed(core, CY, asked, "Accept")
    await core.deliver()
    assert (asked.text.endswith("The game stays rated."), labels(asked)) == (True, [])
    assert posted.text.endswith("The game stays rated all the same.")
    assert labels(posted) == []
    assert "is rated already" in (await ask(core, ANN, "rated")).text
    moved, result = await ends(core)
    assert (moved.unrated, set(moved.changes)) == ("", {ANN.id, CY.id, EVE.id})
    assert "A seat has changed hands, and it is rated all the same." in result
    assert "Eve new (1 of 5 games)" in result


async def test_one_who_does_not_agree_is_enough(core: Core) -> None:
    """Who declines, and who does not answer in two days; it can be asked for again by More…."""
    await begun(core, ANN, BEN, CY, DEE, lines=5)
    posted = await taken_over(core)
    await pushed(core, ANN, posted, KEEP)
    asked = await line(core)
    await pushed(core, CY, asked, "Decline")
    await core.deliver()
    assert asked.text.endswith("Cy has declined.")
    again = await Controls(core).press(DEE, await more(core), KEEP)
    assert "each of them is called once" in again.text
    asked = await line(core)
    await pushed(core, CY, asked, "Accept")
    core.time.seconds += 2 * DAY
    await core.clock.tick()
    await core.deliver()
    assert asked.text.endswith("not everybody accepted; the game is not rated.")
    assert (await ends(core))[0].unrated == "substitute"


async def test_the_next_hand_over_is_agreed_on_anew(core: Core) -> None:
    """What was agreed was about those who sat there then; whom all have agreed on is one of those
    who were there when the next seat changes hands (decision 50)."""
    await begun(core, ANN, BEN, CY, lines=4)
    posted = await taken_over(core)
    await pushed(core, ANN, posted, KEEP)
    asked = await line(core)
    await pushed(core, CY, asked, "Accept")
    assert [each.agreed for each in (await core.game()).former] == [True]
    posted = await taken_over(core, CY, DEE)
    await pushed(core, ANN, posted, KEEP)
    asked = await line(core)
    assert set(asked.pings) == {EVE.id}
    assert "decided by those who were there" in await pushed(core, DEE, asked, "Accept")
    moved, _ = await ends(core, DEE)
    assert moved.unrated == "substitute"
    await core.deliver()
    assert asked.text.endswith("not everybody accepted; the game is not rated.")


async def test_who_has_left_is_asked_only_when_they_are_back(core: Core) -> None:
    """Issue 25, item 8, in place of "who may come back is asked too": nobody's silence is a veto.
    While Ann's seat is offered Cy decides alone; back before that, Ann is asked as well."""
    await begun(core, ANN, BEN, CY, lines=4)
    posted = await taken_over(core)
    offered = await left_by(core, ANN)
    await pushed(core, EVE, posted, KEEP)
    asked = await line(core)
    assert asked.pings == (CY.id,)
    await pushed(core, ANN, offered, "I'm Back")
    await pushed(core, CY, asked, "Accept")
    assert (await core.game()).due(OFFER) is not None
    await pushed(core, ANN, asked, "Accept")
    assert (await core.game()).due(OFFER) is None
    moved, _ = await ends(core)
    assert set(moved.changes) == {ANN.id, CY.id, EVE.id}


async def test_who_has_left_a_rated_game_does_not_stand_in_the_way(core: Core) -> None:
    """Ann has resigned before a seat changed hands, and so when she could lose by it."""
    await begun(core, ANN, BEN, CY, DEE, lines=4)
    await Controls(core).gone(ANN)
    posted = await taken_over(core)
    await pushed(core, EVE, posted, KEEP)
    asked = await line(core)
    for person in (CY, DEE):
        await pushed(core, person, asked, "Accept")
    moved, _ = await ends(core)
    assert set(moved.changes) == {ANN.id, CY.id, DEE.id, EVE.id}


async def test_where_nothing_can_be_agreed_nothing_is_asked(core: Core) -> None:
    """At a table that is not rated, and where no seat has changed hands."""
    await core.seated(ANN, BEN, CY, options={"rated": "no"})
    posted = await left_by(core, BEN)
    told = await push(core, EVE, posted, "Take Over")
    await core.deliver()
    assert "rating" not in told.text
    assert (posted.text, labels(posted)) == ("Eve took over the seat of Ben in **L1**.", [])
    assert KEEP not in [each.label for each in (await more(core)).buttons]
    assert "is not rated, whoever plays there" in (await ask(core, ANN, "rated")).text
    await core.open(ANN, channel=777)
    await core.join(BEN, channel=777)
    refused = await ask(core, ANN, "rated", channel=777)
    assert "is rated already, as no seat has changed hands" in refused.text


async def test_the_same_press_twice_is_one_and_next_turn_it_asks_anew(core: Core) -> None:
    """The button stays where it is, so its row is no key: after an answer it works again, once a
    turn (issue 25, item 9)."""
    await begun(core, ANN, BEN, CY, lines=4)
    posted = await taken_over(core)
    keep = on(posted, KEEP)
    for _ in range(2):
        assert "are asked" in (await Controls(core).push(EVE, keep)).text
    assert len([row for row in await core.log() if row.startswith("ask")]) == 1
    await pushed(core, ANN, await line(core), "Decline")
    await plays(core, 1)
    assert "are asked" in (await Controls(core).push(EVE, keep)).text
    assert len([row for row in await core.log() if row.startswith("ask")]) == 2

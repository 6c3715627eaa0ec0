"""A computer takes over a seat that is free, where the table has agreed on it, and gives it back.

Source: issue 13, item 3: by the table's ladder; docs/decisions.md, 31 and 38.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.domain import records
from bot.domain.computers import computers
from bot.messages.message import Button
from rules.history import Course
from rules.record import parse
from tests.bot.controls import Controls, is_sound
from tests.bot.core import ANN, BEN, CY, EVE, Core, Person
from tests.bot.playing import any_turn
from tests.bot.test_seats import left_by, line, push, wished
from tests.bot.transport import Posted

LET = "Let A Computer Play"


async def begun(core: Core, *people: Person, **options: str) -> None:
    await core.seated(*people, options={"substitute": "strong", **options})
    await played(core, 2 * len(people))


async def played(core: Core, turns: int) -> None:
    """So many turns of whichever person is next."""
    chance = Random(1)
    for _ in range(turns):
        await core.deliver()
        mover = await core.mover()
        assert "counts" in (await core.say(mover, any_turn(await core.table(), chance))).text
    await core.deliver()


def labels(posted: Posted) -> list[str]:
    return [button.label for button in posted.buttons]


async def stood_in(core: Core, who: Person, by: Person) -> Posted:
    """Somebody has left, and somebody else lets a computer play."""
    posted = await left_by(core, who)
    told = await push(core, by, posted, LET)
    assert f"plays for {who.name}" in told.text, told.text
    await core.deliver()
    return posted


@pytest.mark.parametrize("on_turn", [True, False])
async def test_a_computer_takes_over_and_plays_on(core: Core, on_turn: bool) -> None:
    """Of the level that was agreed; nobody is called for its turns."""
    await begun(core, ANN, BEN, CY)
    mover = await core.mover()
    who = mover if on_turn else next(p for p in (ANN, BEN, CY) if p != mover)
    other = next(p for p in (ANN, BEN, CY) if p not in (mover, who))
    posted = await stood_in(core, who, other)
    game = await core.game()
    (seat,) = computers(game)
    assert f"(computer, strong) plays for {who.name} in **L1**" in posted.text
    assert labels(posted) == ["I'm Back"]
    assert game.on_turn != seat
    await played(core, 4)
    assert "<@-" not in "".join(core.posts())
    assert who.id not in {ping for m in core.transport.messages[-4:] for ping in m.pings}
    await is_sound(core)


async def test_whoever_is_back_has_the_seat_again(core: Core) -> None:
    """In one press, and twice is once; the line says so."""
    await begun(core, ANN, BEN, CY)
    posted = await stood_in(core, BEN, ANN)
    await played(core, 2)
    assert "who can come back" in posted.text
    assert "You are not in L1" in (await push(core, EVE, posted, "I'm Back")).text
    back = next(b for b in posted.buttons if b.label == "I'm Back")
    for _ in range(2):
        await Controls(core).push(BEN, back)
    await core.deliver()
    assert computers(await core.game()) == frozenset()
    assert "Ben took over the seat of" in posted.text
    assert posted.buttons == ()
    assert len([text for text in await core.log() if text.startswith("taken")]) == 2
    await played(core, 3)
    await is_sound(core)


async def test_who_is_back_while_the_computer_thinks_plays_that_turn(core: Core) -> None:
    """What it had thought of is dropped."""
    await begun(core, ANN, BEN, CY)
    mover = await core.mover()
    other = next(p for p in (ANN, BEN, CY) if p != mover)
    posted = await left_by(core, mover)
    await push(core, other, posted, LET)
    game = await core.game()
    (timer,) = [t for t in game.timers if t.kind == "think"]

    async def think(position: Any) -> str:
        await core.outbox.collect()
        await core.outbox.drained()
        await push(core, mover, posted, "I'm Back")
        return await core.mind.turn(position)

    rows = len(await core.log())
    await core.cases.computers.play(timer, think)
    assert (await core.log())[rows:] == [f"offered {game.on_turn} wish", f"taken {game.on_turn}"]
    assert await core.mover() == mover
    await core.deliver()
    assert core.transport.messages[-1].pings == (mover.id,)


async def test_only_where_it_was_agreed(core: Core) -> None:
    """Where it was not, there is no button, and a press of one that was made up refuses."""
    await core.seated(ANN, BEN, CY)
    await played(core, 6)
    posted = await left_by(core, BEN)
    assert LET not in labels(posted)
    game = await core.game()
    seat = next(i for i, s in enumerate(game.sitters) if s.user == BEN.id)
    made_up = Button(LET, f"lc:letplay:{game.id}:{game.n}:{seat}")
    assert "people alone" in (await Controls(core).push(ANN, made_up)).text


async def test_who_asks_for_a_substitute_decides_whether_it_is_a_computer(core: Core) -> None:
    """The last person never gives way to one: nobody would be left."""
    await begun(core, ANN, BEN, CY)
    await wished(core, BEN)
    posted = await line(core)
    assert "not your seat" in (await push(core, ANN, posted, LET)).text
    assert "plays for Ben" in (await push(core, BEN, posted, LET)).text
    await core.deliver()
    posted = await left_by(core, CY)
    await push(core, ANN, posted, LET)
    await core.deliver()
    await wished(core, ANN)
    assert LET not in labels(await line(core))
    game = await core.game()
    seat = next(i for i, s in enumerate(game.sitters) if s.user == ANN.id)
    made_up = Button(LET, f"lc:letplay:{game.id}:{game.n}:{seat}")
    assert "nobody but computers" in (await Controls(core).push(ANN, made_up)).text


async def test_a_seat_that_went_to_and_fro_is_in_the_record(core: Core) -> None:
    """Who sat there when; its rows can be followed."""
    await begun(core, ANN, BEN, CY)
    posted = await stood_in(core, BEN, ANN)
    await played(core, 2)
    await push(core, BEN, posted, "I'm Back")
    await played(core, 3)
    game = await core.game()
    record = parse(records.text(game, await core.store.log(game.id)))
    first, second = record.former
    assert first.name == "Ben"
    assert "(computer, strong)" in second.name
    course = Course(len(record.names))
    for entry in record.entries:
        course.take(entry.n, entry.seat, entry.line)


async def test_a_turn_is_taken_back_past_a_computer_that_stands_in(core: Core) -> None:
    """But not past what the person has played who sat there before."""
    await begun(core, ANN, BEN, CY)
    people = {person.id: person for person in (ANN, BEN, CY)}
    first, second, third = (people[s.user] for s in (await core.game()).sitters)
    assert await core.mover() == first
    await stood_in(core, first, second)
    told = await Controls(core).undo(third)
    assert "is taken back" in told.text, told.text
    await core.deliver()
    assert await core.mover() == third
    assert "Nothing was taken back" in (await Controls(core).undo(second)).text

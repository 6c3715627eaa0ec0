"""Taking back, leaving, closing and playing again in Logjam and Forest Fellers, and the clock of
several games at once.

Source: issue 3, item 3; issue 4, "the roll comes before the mention"; issue 5, hidden hands.
"""

from __future__ import annotations

from random import Random

import pytest

from bot.games.timers import CHANCE
from bot.ops.check import check
from bot.tables.undo_window import SECONDS
from rules.drafting import draft
from rules.fellers.position import ABSENT
from rules.logjam.position import Phase
from rules.play import legal, read
from tests.bot.desks import Desks, is_sound
from tests.bot.hall import ANN, BEN, CY, DEE, PEOPLE, Hall, Person


async def begun(hall: Hall, kind: str, *people: Person, **options: str) -> Desks:
    hall.kind = kind
    await hall.seated(*people, options=options)
    return Desks(hall)


async def gone(desks: Desks, who: Person) -> str:
    """He asks to leave, and means it."""
    name = f"{'J' if desks.hall.kind == 'logjam' else 'F'}1"
    return (await desks.press(who, await desks.resign(who), f"Resign From {name}")).text


async def rests(hall: Hall) -> Person:
    mover = await hall.mover()
    assert "counts" in (await hall.say(mover, ".")).text
    return mover


async def plays(hall: Hall, chance: Random) -> None:
    """A turn of the mover's, said word by word."""
    mover, table = await hall.mover(), await hall.table()
    rules, s, words = table.kind.game, table.at.state, list[str]()
    while rules.actor(s) == table.actor:
        step = chance.choice(legal(rules, s))
        words.append(str(step))
        s, _ = rules.apply(s, step)
    assert "counts" in (await hall.say(mover, " ".join(words))).text


# Logjam


async def half_said(hall: Hall, chance: Random) -> str:
    """Play until the mover takes somebody back and has a choice whereto; that word is said."""
    for _ in range(600):
        table = await hall.table()
        rules, s = table.kind.game, table.at.state
        asking = [x for x in map(str, legal(rules, s)) if not draft(table.kind, s, x).complete]
        for word in asking:
            answer = (await hall.say(await hall.mover(), word)).text
            assert answer.startswith("Kept for your turn in J1"), answer
            return word
        await plays(hall, chance)
        hall.time.seconds += SECONDS
        await hall.clock.tick()
    raise AssertionError("nobody was ever taken")


async def test_a_half_said_return_is_kept_when_somebody_else_leaves(hall: Hall) -> None:
    """Decision 7: a draft is words; those who are still to be sent back go on as they were,
    unless it is he who has left."""
    desks = await begun(hall, "logjam", ANN, BEN, CY, DEE, board="6x8", logs="2233")
    word = await half_said(hall, Random(4))
    table, mover = await hall.table(), await hall.mover()
    taken, _ = table.kind.game.apply(table.at.state, read(table.kind.game, table.at.state, word))
    spared = next(i for i, n in enumerate(taken.hand) if not n and i != table.actor)
    leaver = next(p for p in PEOPLE if p.id == table.game.sitters[spared].user)
    await gone(desks, leaver)
    kept = await hall.store.draft(table.game.id, table.actor)
    assert kept is not None
    assert kept.line.startswith(word)
    assert await hall.mover() == mover
    assert "You send back" in (await hall.say(mover)).text
    await is_sound(hall)


async def test_a_half_said_return_is_dropped_with_its_speaker(hall: Hall) -> None:
    """docs/rulings.md, leaving: nothing of the draft is played, and chance rolls for the next
    seat."""
    desks = await begun(hall, "logjam", ANN, BEN, CY, board="6x8", logs="2233")
    await half_said(hall, Random(5))
    mover, table = await hall.mover(), await hall.table()
    await gone(desks, mover)
    game = await hall.game()
    assert (game.status, game.timers) == ("playing", ())
    assert await hall.mover() != mover
    assert await hall.store.draft(game.id, table.actor) is None
    assert (await hall.log())[-1].isdigit()
    assert (await hall.table()).at.state.phase is Phase.MOVE
    await is_sound(hall)


@pytest.mark.parametrize("waits", [True, False], ids=["in the grace", "before it"])
async def test_of_two_in_logjam_the_other_wins(hall: Hall, waits: bool) -> None:
    """Whoever leaves, whether or not a die is about to be rolled: none is."""
    desks = await begun(hall, "logjam", ANN, BEN)
    mover = await hall.mover()
    if waits:
        await rests(hall)
    rows = await hall.log()
    await gone(desks, mover)
    assert len(await hall.log()) == len(rows) + 1
    game = await hall.game()
    assert (game.status, game.on_turn, game.timers) == ("over", None, ())
    hall.time.seconds += 2 * SECONDS
    await hall.clock.tick()
    assert len(await hall.log()) == len(rows) + 1
    await hall.deliver()
    assert f"**J1 is over: {(BEN if mover == ANN else ANN).name} wins.**" in hall.posts()[-1]


async def test_who_made_the_waiting_turn_may_leave(hall: Hall) -> None:
    """The turn stands, he is gone, chance rolls for the next one, and nothing comes back."""
    desks = await begun(hall, "logjam", ANN, BEN, CY)
    mover = await rests(hall)
    assert "You have left J1" in await gone(desks, mover)
    assert (await hall.game()).timers == ()
    assert "Nothing was taken back" in (await desks.undo(mover)).text
    assert (await hall.mover()) != mover
    await is_sound(hall)


async def test_a_game_is_closed_in_the_grace(hall: Hall) -> None:
    """The host closes it for everybody; no die is rolled any more."""
    desks = await begun(hall, "logjam", ANN, BEN)
    mover = await rests(hall)
    game = await hall.game()
    await hall.cancel(ANN, n=game.n)
    closed = await hall.game()
    assert (closed.status, closed.timers, closed.on_turn) == ("cancelled", (), None)
    hall.time.seconds += 2 * SECONDS
    await hall.clock.tick()
    assert await hall.log() == [*(await hall.log())[:-1], "cancel"]
    assert "was closed" in (await desks.undo(mover)).text
    await hall.deliver()
    assert hall.posts()[-1].startswith("J1 (Logjam) is closed.")


@pytest.mark.parametrize("seed", range(3))
async def test_whole_games_of_logjam_with_take_backs_and_departures(hall: Hall, seed: int) -> None:
    """Issue 3: the log rebuilds the state, the checksums hold, and the game ends."""
    options = {
        "board": "6x8",
        "logs": "2233",
        "loggers": "3",
        "setup": ("quick", "classic")[seed % 2],
    }
    desks = await begun(hall, "logjam", *PEOPLE[: 2 + seed], **options)
    chance, undone = Random(seed), 0
    for n in range(900):
        if (await hall.game()).status == "over":
            break
        mover = await hall.mover()
        await plays(hall, chance)
        waiting = (await hall.game()).due(CHANCE) is not None
        if waiting and chance.random() < 0.1:
            undone += "is taken back" in (await desks.undo(mover)).text
        if n == 40 and seed == 2:
            await gone(desks, await hall.mover() if not waiting else mover)
        hall.time.seconds += SECONDS
        await hall.clock.tick()
    assert undone
    await is_sound(hall)


# Forest Fellers


async def test_who_leaves_fellers_takes_his_lumberjacks_and_cards(hall: Hall) -> None:
    """Fellers: nobody sees what he held, the others play on, and a half-said turn is dropped."""
    desks = await begun(hall, "fellers", ANN, BEN, CY)
    mover, table = await hall.mover(), await hall.table()
    await hall.say(mover, table.at.state.hands[table.actor][0])
    await gone(desks, mover)
    after = await hall.table()
    assert after.at.state.hands[table.actor] == ()
    assert await hall.store.draft(after.game.id, table.actor) is None
    owners = zip(after.at.state.figures, after.at.state.owners, strict=True)
    assert {at for at, owner in owners if owner == table.actor} == {ABSENT}
    assert "left" in (await desks.hand(mover)).text
    await hall.deliver()
    for card in table.at.state.hands[table.actor]:
        assert card not in "".join(hall.posts())
    for _ in range(6):
        await plays(hall, Random(1))
        assert await hall.mover() != mover
    assert (await check(hall.store)).wrong == ()


async def test_of_two_in_fellers_the_other_wins(hall: Hall) -> None:
    desks = await begun(hall, "fellers", ANN, BEN)
    await plays(hall, Random(2))
    mover, other = await hall.mover(), await hall.waiting()
    await gone(desks, other)
    assert (await hall.game()).status == "over"
    await hall.deliver()
    assert f"**F1 is over: {mover.name} wins.**" in hall.posts()[-1]
    await is_sound(hall)


async def test_a_card_that_was_drawn_cannot_be_put_back(hall: Hall) -> None:
    """Decision: chance has spoken with the turn, so nothing can be taken back."""
    desks = await begun(hall, "fellers", ANN, BEN)
    mover = await hall.mover()
    await plays(hall, Random(3))
    log = await hall.log()
    assert (await desks.undo(mover)).text.startswith("Nothing was taken back: since the last turn")
    assert await hall.log() == log

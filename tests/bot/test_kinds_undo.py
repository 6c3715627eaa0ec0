"""Taking back, leaving, closing and playing again in Logjam and Forest Fellers, and the clock of
several games at once.

Source: issue 3, item 3; issue 4, "the roll comes before the mention"; issue 5, hidden hands.
"""

from __future__ import annotations

from random import Random

import pytest

from bot.core.game import CHANCE
from bot.domain.agreed import SECONDS
from bot.ops.check import check
from rules.drafting import draft
from rules.fellers.position import ABSENT
from rules.logjam.position import Phase
from rules.play import legal, read
from tests.bot.controls import Controls, is_sound
from tests.bot.core import ANN, BEN, CY, DEE, PEOPLE, Core, Person
from tests.drafts import draft_in


async def begun(core: Core, kind: str, *people: Person, **options: str) -> Controls:
    core.kind = kind
    await core.seated(*people, options=options)
    return Controls(core)


async def gone(controls: Controls, who: Person) -> str:
    """He asks to leave, and means it."""
    name = f"{'J' if controls.core.kind == 'logjam' else 'F'}1"
    return (await controls.press(who, await controls.resign(who), f"Resign From {name}")).text


async def rests(core: Core) -> Person:
    mover = await core.mover()
    assert "counts" in (await core.say(mover, ".")).text
    return mover


async def plays(core: Core, chance: Random) -> None:
    """A turn of the mover's, said word by word."""
    mover, table = await core.mover(), await core.table()
    rules, s, words = table.kind.game, table.at.state, list[str]()
    while rules.actor(s) == table.actor:
        step = chance.choice(legal(rules, s))
        words.append(str(step))
        s, _ = rules.apply(s, step)
    assert "counts" in (await core.say(mover, " ".join(words))).text


# Logjam


async def half_said(core: Core, chance: Random) -> str:
    """Play until the mover takes somebody back and has a choice whereto; that word is said."""
    for _ in range(600):
        table = await core.table()
        rules, s = table.kind.game, table.at.state
        asking = [x for x in map(str, legal(rules, s)) if not draft(table.kind, s, x).complete]
        for word in asking:
            answer = (await core.say(await core.mover(), word)).text
            assert answer.startswith("Kept for your turn in J1"), answer
            return word
        await plays(core, chance)
        core.time.seconds += SECONDS
        await core.clock.tick()
    raise AssertionError("nobody was ever taken")


async def test_a_half_said_return_is_kept_when_somebody_else_leaves(core: Core) -> None:
    """Decision 7: a draft is words; those who are still to be sent back go on as they were,
    unless it is he who has left."""
    controls = await begun(core, "logjam", ANN, BEN, CY, DEE, board="6x8", logs="2233")
    word = await half_said(core, Random(4))
    table, mover = await core.table(), await core.mover()
    taken, _ = table.kind.game.apply(table.at.state, read(table.kind.game, table.at.state, word))
    spared = next(i for i, n in enumerate(taken.hand) if not n and i != table.actor)
    leaver = next(p for p in PEOPLE if p.id == table.game.sitters[spared].user)
    await gone(controls, leaver)
    kept = await draft_in(core.store, table.game.id, table.actor)
    assert kept is not None
    assert kept.line.startswith(word)
    assert await core.mover() == mover
    assert "You send back" in (await core.say(mover)).text
    await is_sound(core)


async def test_a_half_said_return_is_dropped_with_its_speaker(core: Core) -> None:
    """docs/rulings.md, leaving: nothing of the draft is played, and chance rolls for the next
    seat."""
    controls = await begun(core, "logjam", ANN, BEN, CY, board="6x8", logs="2233")
    await half_said(core, Random(5))
    mover, table = await core.mover(), await core.table()
    await gone(controls, mover)
    game = await core.game()
    assert (game.status, game.due(CHANCE)) == ("playing", None)
    assert await core.mover() != mover
    assert await draft_in(core.store, game.id, table.actor) is None
    assert (await core.log())[-1].isdigit()
    assert (await core.table()).at.state.phase is Phase.MOVE
    await is_sound(core)


@pytest.mark.parametrize("waits", [True, False], ids=["in the grace", "before it"])
async def test_of_two_in_logjam_the_other_wins(core: Core, waits: bool) -> None:
    """Whoever leaves, whether or not a die is about to be rolled: none is."""
    controls = await begun(core, "logjam", ANN, BEN)
    mover = await core.mover()
    if waits:
        await rests(core)
    rows = await core.log()
    await gone(controls, mover)
    assert len(await core.log()) == len(rows) + 1
    game = await core.game()
    assert (game.status, game.on_turn, game.timers) == ("over", None, ())
    core.time.seconds += 2 * SECONDS
    await core.clock.tick()
    assert len(await core.log()) == len(rows) + 1
    await core.deliver()
    assert f"**J1 is over: {(BEN if mover == ANN else ANN).name} wins.**" in core.posts()[-1]


async def test_who_made_the_waiting_turn_may_leave(core: Core) -> None:
    """The turn stands, he is gone, chance rolls for the next one, and nothing comes back."""
    controls = await begun(core, "logjam", ANN, BEN, CY)
    mover = await rests(core)
    assert "You have left J1" in await gone(controls, mover)
    assert (await core.game()).due(CHANCE) is None
    assert "Nothing was taken back" in (await controls.undo(mover)).text
    assert (await core.mover()) != mover
    await is_sound(core)


async def test_a_game_is_closed_in_the_grace(core: Core) -> None:
    """The host closes it for everybody; no die is rolled any more."""
    controls = await begun(core, "logjam", ANN, BEN)
    mover = await rests(core)
    game = await core.game()
    await core.cancel(ANN, n=game.n)
    closed = await core.game()
    assert (closed.status, closed.timers, closed.on_turn) == ("cancelled", (), None)
    core.time.seconds += 2 * SECONDS
    await core.clock.tick()
    assert await core.log() == [*(await core.log())[:-1], "cancel"]
    assert "was closed" in (await controls.undo(mover)).text
    await core.deliver()
    assert core.posts()[-1].startswith("J1 (Logjam) is closed.")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
async def test_whole_games_of_logjam_with_take_backs_and_departures(core: Core, seed: int) -> None:
    """Issue 3: the log rebuilds the state, the checksums hold, and the game ends."""
    options = {
        "board": "6x8",
        "logs": "2233",
        "loggers": "3",
        "setup": ("quick", "classic")[seed % 2],
    }
    controls = await begun(core, "logjam", *PEOPLE[: 2 + seed], **options)
    chance, undone = Random(seed), 0
    for n in range(900):
        if (await core.game()).status == "over":
            break
        mover = await core.mover()
        await plays(core, chance)
        waiting = (await core.game()).due(CHANCE) is not None
        if waiting and chance.random() < 0.1:
            undone += "is taken back" in (await controls.undo(mover)).text
        if n == 40 and seed == 2:
            await gone(controls, await core.mover() if not waiting else mover)
        core.time.seconds += SECONDS
        await core.clock.tick()
    assert undone
    await is_sound(core)


# Forest Fellers


async def test_who_leaves_fellers_takes_his_lumberjacks_and_cards(core: Core) -> None:
    """Fellers: nobody sees what he held, the others play on, and a half-said turn is dropped."""
    controls = await begun(core, "fellers", ANN, BEN, CY)
    mover, table = await core.mover(), await core.table()
    await core.say(mover, table.at.state.hands[table.actor][0])
    await gone(controls, mover)
    after = await core.table()
    assert after.at.state.hands[table.actor] == ()
    assert await draft_in(core.store, after.game.id, table.actor) is None
    owners = zip(after.at.state.figures, after.at.state.owners, strict=True)
    assert {at for at, owner in owners if owner == table.actor} == {ABSENT}
    assert "left" in (await controls.hand(mover)).text
    await core.deliver()
    for card in table.at.state.hands[table.actor]:
        assert card not in "".join(core.posts())
    for _ in range(6):
        await plays(core, Random(1))
        assert await core.mover() != mover
    assert (await check(core.store)).wrong == ()


async def test_of_two_in_fellers_the_other_wins(core: Core) -> None:
    controls = await begun(core, "fellers", ANN, BEN)
    await plays(core, Random(2))
    mover, other = await core.mover(), await core.waiting()
    await gone(controls, other)
    assert (await core.game()).status == "over"
    await core.deliver()
    assert f"**F1 is over: {mover.name} wins.**" in core.posts()[-1]
    await is_sound(core)


async def test_a_card_that_was_drawn_cannot_be_put_back(core: Core) -> None:
    """Decision: chance has spoken with the turn, so nothing can be taken back."""
    controls = await begun(core, "fellers", ANN, BEN)
    mover = await core.mover()
    await plays(core, Random(3))
    log = await core.log()
    assert (await controls.undo(mover)).text.startswith(
        "Nothing was taken back: since the last turn"
    )
    assert await core.log() == log

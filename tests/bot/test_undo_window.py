"""The moment in which a turn can be taken back, before a die answers it.

Source: issue 4, "the roll comes before the mention"; experience 3.9: two minutes, nobody pinged
and no die shown before they are over, a button ends them at once.
"""

from __future__ import annotations

import pytest

from bot.core.game import CHANCE
from bot.domain.agreed import SECONDS
from bot.messages.message import Message
from rules.game import NATURE, TABLE
from tests.bot.controls import Controls, button
from tests.bot.core import ANN, BEN, CY, EVE, Core, Person


@pytest.fixture
async def jam(core: Core) -> Core:
    """A game of Logjam for three whose first player has been called."""
    core.kind = "logjam"
    await core.seated(ANN, BEN, CY)
    await core.deliver()
    return core


async def rests(core: Core) -> tuple[Person, Message]:
    """The mover does nothing; who that was, and the answer."""
    mover = await core.mover()
    return mover, await core.say(mover, ".")


async def go_on(core: Core, who: Person, n: int | None = None) -> Message:
    return await core.done(core.cases.undo_window.end, core.wish(who, n=n))


async def rolls(core: Core) -> list[str]:
    rows = await core.store.log((await core.game()).id)
    return [row.text for row in rows if row.seat == NATURE]


async def test_the_first_player_is_called_with_his_roll(jam: Core) -> None:
    """The maze is built, the loggers stand and the die is rolled before anybody is mentioned."""
    post = jam.posts()[-1]
    state = (await jam.table()).at.state
    assert post.startswith(f"<@{(await jam.mover()).id}>, your turn in **J1**")
    assert f"You rolled **{state.roll}**" in post.splitlines()[0]


async def test_nobody_is_called_and_no_die_is_rolled_before_the_grace_is_over(jam: Core) -> None:
    """A turn counts at once, but chance waits: no post, no row of nature, nobody on turn."""
    posts, before = jam.posts(), await rolls(jam)
    mover, answer = await rests(jam)
    await jam.deliver()
    game = await jam.game()
    assert (game.on_turn, game.due(CHANCE)) == (None, jam.time() + SECONDS)
    assert (jam.posts(), await rolls(jam)) == (posts, before)
    assert "counts" in answer.text
    assert [b.label for b in answer.buttons] == ["Go On Now", "Take Back My Turn"]
    refused = await jam.say(ANN if mover != ANN else BEN, ".")
    assert refused.text.startswith("Nothing was played: it is nobody's turn in J1 yet.")


async def test_when_the_grace_is_over_the_next_player_is_called_with_his_roll(jam: Core) -> None:
    """The clock lets chance speak: one row, one post, and no take-back any more."""
    mover, _ = await rests(jam)
    assert await jam.clock.tick() == SECONDS
    jam.time.seconds += SECONDS
    before = await rolls(jam)
    await jam.clock.tick()
    await jam.deliver()
    assert len(await rolls(jam)) == len(before) + 1
    assert (await jam.game()).due(CHANCE) is None
    assert jam.posts()[-1].startswith(f"<@{(await jam.mover()).id}>, your turn")
    late = await Controls(jam).undo(mover)
    assert late.text.startswith("Nothing was taken back: since the last turn")


async def test_a_turn_is_taken_back_in_the_grace_and_the_old_roll_stands(jam: Core) -> None:
    """It is the same player's turn with the same roll, and chance says nothing when the two
    minutes would have been over."""
    rolled = (await jam.table()).at.state.roll
    mover, _ = await rests(jam)
    await Controls(jam).undo(mover)
    assert (await jam.game()).due(CHANCE) is None, "nothing is waited for any more"
    jam.time.seconds += 2 * SECONDS
    await jam.clock.tick()
    await jam.deliver()
    assert await jam.mover() == mover
    assert (await jam.table()).at.state.roll == rolled
    assert "took the last turn back" in jam.posts()[-1]


async def test_the_one_who_moved_ends_the_grace_at_once(jam: Core) -> None:
    """Go On Now: chance speaks; pressed twice, it has spoken once."""
    mover, answer = await rests(jam)
    n = int(button(answer, "Go On Now").id.split(":")[-1])
    before = await rolls(jam)
    assert "goes on" in (await go_on(jam, mover, n)).text
    assert "goes on" in (await go_on(jam, mover, n)).text
    assert len(await rolls(jam)) == len(before) + 1
    jam.time.seconds += SECONDS
    await jam.clock.tick()
    assert len(await rolls(jam)) == len(before) + 1


async def test_the_button_of_a_turn_that_was_taken_back_ends_no_later_grace(jam: Core) -> None:
    """It was made for another row; the turn that was said since can still be thought over."""
    mover, answer = await rests(jam)
    n = int(button(answer, "Go On Now").id.split(":")[-1])
    await Controls(jam).undo(mover)
    await rests(jam)
    assert "has moved on since then" in (await go_on(jam, mover, n)).text
    assert (await jam.game()).on_turn is None


@pytest.mark.parametrize("ending", ["resign", "cancel", "cancel in the wait"])
async def test_a_game_that_is_over_does_not_go_on(jam: Core, ending: str) -> None:
    """The button is pressed again when nobody plays any more."""
    mover, answer = await rests(jam)
    n = int(button(answer, "Go On Now").id.split(":")[-1])
    if ending != "cancel in the wait":
        assert "goes on" in (await go_on(jam, mover, n)).text
    if ending == "resign":
        for who in [p for p in (ANN, BEN, CY) if p != mover]:
            controls = Controls(jam)
            await controls.press(who, await controls.resign(who), "Resign From J1")
    else:
        await jam.cancel(ANN)
        await jam.cancel(ANN, n=(await jam.game()).n)
    told = await go_on(jam, mover, n)
    assert "goes on" not in told.text
    assert told.text.startswith("J1 ended on" if ending == "resign" else "J1 was closed on")


@pytest.mark.parametrize("stranger", [EVE, None], ids=["a stranger", "another player"])
async def test_nobody_else_ends_the_grace(jam: Core, stranger: Person | None) -> None:
    """It is the mover's time to think again."""
    mover, _ = await rests(jam)
    other = stranger or next(p for p in (ANN, BEN, CY) if p != mover)
    assert "Only who made it can end the wait" in (await go_on(jam, other)).text
    assert (await jam.game()).on_turn is None


async def test_a_line_said_in_public_is_answered_with_the_button_alone(jam: Core) -> None:
    """The typist sees that his turn counts; a take-back is no button for everybody to press."""
    answer = await jam.say(await jam.mover(), ".", public=True)
    assert not answer.quiet
    assert [b.label for b in answer.buttons] == ["Go On Now"]


async def test_the_grace_outlives_the_process(lasting: Core) -> None:
    """Killed in the grace, the next process lets chance speak when it is due."""
    lasting.kind = "logjam"
    await lasting.seated(ANN, BEN)
    await rests(lasting)
    next_one = await lasting.again()
    next_one.time.seconds += SECONDS
    before = await rolls(next_one)
    await next_one.clock.tick()
    assert len(await rolls(next_one)) == len(before) + 1
    assert (await next_one.game()).on_turn is not None
    await next_one.store.close()


async def test_the_same_roll_whatever_was_taken_back_before(jam: Core) -> None:
    """No die is ever drawn twice: the roll belongs to its row, and rows only grow."""
    mover, _ = await rests(jam)
    await Controls(jam).undo(mover)
    _, answer = await rests(jam)
    n = int(button(answer, "Go On Now").id.split(":")[-1])
    await go_on(jam, mover, n)
    rows = await jam.store.log((await jam.game()).id)
    assert [row.n for row in rows] == list(range(1, len(rows) + 1))
    assert rows[-1].n == n + 1
    assert any(row.seat == TABLE and row.text.startswith("undo") for row in rows)


async def test_resigning_in_the_grace_lets_chance_speak(jam: Core) -> None:
    """Somebody leaves while a turn waits: the game goes on with the next player's roll."""
    mover, _ = await rests(jam)
    leaver = next(p for p in (ANN, BEN, CY) if p != mover)
    controls = Controls(jam)
    await controls.press(leaver, await controls.resign(leaver), "Resign From J1")
    game = await jam.game()
    assert (game.status, game.due(CHANCE)) == ("playing", None)
    assert game.on_turn is not None
    assert await jam.mover() != leaver

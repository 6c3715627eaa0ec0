"""Taking a turn back by a row of its own (decision 13), and the wait before a die is rolled."""

from __future__ import annotations

import pytest

from bot.messages.layout import Message
from bot.table.game import CHANCE
from bot.table.table_options import SECONDS
from rules.game import NATURE
from tests.acting import ANN, BEN, CY, Person
from tests.bot.core import Core
from tests.bot.panels import button
from tests.bot.transport import Killed


async def test_an_answer_ends_it_though_it_was_taken_back_itself(core: Core) -> None:
    """bot/features/undo.py: the answer has shown its player's plan."""
    await core.begin(ANN, BEN, lines=2)
    mover, other = await core.mover(), await core.waiting()
    await core.say(mover, "stay; plant n")
    await core.say(other, "stay; plant s")
    assert "has been undone" in (await core.do(other, "undo")).text
    log = await core.log()
    assert "someone has already played since your turn in L1" in (await core.do(mover, "undo")).text
    assert await core.log() == log


async def test_pressed_twice_it_is_taken_back_once(two: Core) -> None:
    assert "Nothing has been played in L1 yet" in (await two.do(ANN, "undo")).text
    await two.say(await two.mover(), "a1")
    first, game = await two.waiting(), await two.game()
    once = await two.do(first, "undo", game=game.id, n=game.n)
    assert "has been undone" in once.text
    assert await two.do(first, "undo", game=game.id, n=game.n) == once


# -- The moment in which a turn can be taken back, before a die answers it.


@pytest.fixture
async def jam(core: Core) -> Core:
    """A game of Logjam for three whose first player has been mentioned."""
    core.kind = "logjam"
    await core.begin(ANN, BEN, CY)
    await core.deliver()
    return core


async def rests(core: Core) -> tuple[Person, Message]:
    """The mover does nothing; who that was, and the answer."""
    mover = await core.mover()
    return mover, await core.say(mover, ".")


async def rolls(core: Core) -> list[str]:
    rows = await core.store.log((await core.game()).id)
    return [row.text for row in rows if row.seat == NATURE]


async def test_nobody_is_called_and_no_die_is_rolled_before_the_grace_is_over(jam: Core) -> None:
    """Then the next player is called with their roll, and nothing can be taken back any more."""
    posts, before = jam.posts(), await rolls(jam)
    mover, answer = await rests(jam)
    await jam.deliver()
    game = await jam.game()
    assert (game.on_turn, game.due(CHANCE)) == (None, jam.time() + SECONDS)
    assert (jam.posts(), await rolls(jam)) == (posts, before)
    assert "Turn played" in answer.text
    assert [b.label for b in answer.buttons] == ["Roll Now", "Undo My Turn"]
    refused = await jam.say(ANN if mover != ANN else BEN, ".")
    assert refused.text.startswith("It's nobody's turn in J1 yet:")
    assert await jam.clock.tick() == SECONDS
    await jam.pass_time(SECONDS)
    await jam.deliver()
    assert len(await rolls(jam)) == len(before) + 1
    assert (await jam.game()).due(CHANCE) is None
    called = jam.posts()[-1].splitlines()[0]
    assert called.startswith(f"<@{(await jam.mover()).id}>, your turn in **J1**")
    assert f"You rolled **{(await jam.table()).at.state.roll}**" in called
    late = await jam.do(mover, "undo")
    assert late.text.startswith("You can't undo: a die has been rolled or")


async def test_the_one_who_moved_ends_the_grace_at_once(jam: Core) -> None:
    """By the button of this very turn, and not of one that was taken back."""
    mover, answer = await rests(jam)
    old = int(button(answer, "Roll Now").id.split(":")[-1])
    await jam.do(mover, "undo")
    assert (await jam.game()).due(CHANCE) is None, "nothing is waited for any more"
    _, answer = await rests(jam)
    assert "has moved on since then" in (await jam.do(mover, "go", n=old)).text
    assert (await jam.game()).on_turn is None
    n = int(button(answer, "Roll Now").id.split(":")[-1])
    before = await rolls(jam)
    for _ in range(2):
        assert "the turn in J1 is final" in (await jam.do(mover, "go", n=n)).text
        assert len(await rolls(jam)) == len(before) + 1
    await jam.pass_time(SECONDS)
    assert len(await rolls(jam)) == len(before) + 1


async def test_a_line_said_in_public_is_answered_by_a_post_with_the_button_alone(jam: Core) -> None:
    """Everyone sees that the turn counts, but not everyone gets the button to take it back."""
    assert (await jam.say(await jam.mover(), ".", public=True)).quiet
    await jam.deliver()
    post = jam.transport.messages[-1]
    assert "Turn played" in post.text
    assert [b.label for b in post.buttons] == ["Roll Now"]


def waiting(jam: Core) -> list[str]:
    return [post for post in jam.posts() if "The die for the next turn will be rolled" in post]


@pytest.mark.parametrize("over", [False, True], ids=["it goes on", "it is over"])
async def test_a_post_of_a_wait_over_which_a_process_died_is_there_once_or_deleted(
    lasting: Core, over: bool
) -> None:
    """Sent and not noted; the next process finds it, and deletes it where chance has spoken."""
    lasting.kind = "logjam"
    await lasting.begin(ANN, BEN)
    await lasting.deliver()
    await lasting.say(await lasting.mover(), ".", public=True)
    lasting.transport.fail_after("post", Killed())
    with pytest.raises(Killed):
        await lasting.deliver()
    assert len(waiting(lasting)) == 1
    lasting.transport.forget_nonces()
    await lasting.restart()
    if over:
        await lasting.pass_time(SECONDS)
    await lasting.deliver()
    assert len(waiting(lasting)) == (not over)


# -- The table agrees on how long a die waits, and a confirmed turn doesn't wait.


async def test_a_turn_that_is_typed_can_be_taken_back_for_so_long(core: Core) -> None:
    core.kind = "logjam"
    await core.begin(ANN, BEN, options={"wait": "10"})
    answer = await core.say(await core.mover(), ".")
    assert (await core.game()).due(CHANCE) == core.time() + 600
    assert [each.label for each in answer.buttons] == ["Roll Now", "Undo My Turn"]
    core.time.seconds += 599
    assert await core.clock.tick() == 1
    await core.pass_time(1)
    assert (await core.game()).on_turn is not None


async def test_a_confirmed_turn_waits_for_nothing_and_its_preview_says_so(jam: Core) -> None:
    mover = await jam.mover()
    preview = await jam.touch(mover, ".")
    assert "Once you confirm, the die is rolled and you can't undo your turn." in preview.text
    answer = await jam.press(mover, "Confirm Turn", preview)
    assert "is next" in answer.text
    assert answer.buttons == ()
    assert (await jam.game()).due(CHANCE) is None
    assert (await jam.log())[-2] == "."

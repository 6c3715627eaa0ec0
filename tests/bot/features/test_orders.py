"""Standing orders are private lines that are played at once when their moment comes."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.features.orders import Ordering, is_order, parse_order, readings
from bot.ops.upkeep import check
from bot.table import records
from bot.table.table import nature
from rules.game import NATURE, NOBODY
from rules.play import perform
from rules.record import parse
from storage import Change, OrderRow, Sitter
from tests.acting import ANN, BEN, CY, EVE, Person
from tests.bot.core import Core, is_sound
from tests.bot.features.test_at_once import Meddled
from tests.bot.playing import any_turn

STAYS = "if {name} stays and plants a2, then e4; plant d4"


async def ready(core: Core, *lines: str) -> tuple[Person, Person]:
    """Both stand on their corners, a1 and e5; the first is to move, the second has an order."""
    await core.begin(ANN, BEN, lines=2)
    mover, other = await core.mover(), await core.waiting()
    for line in lines:
        told = await core.do(other, "order", line.format(name=mover.name))
        assert "Your premoves in L1" in told.text, told.text
    await core.deliver()
    return mover, other


async def test_it_is_played_in_the_transaction_of_the_turn_that_it_waited_for(core: Core) -> None:
    """It is checked at that moment, played at once, announced as an order, and recorded."""
    mover, other = await ready(core, STAYS)
    before = records.text(await core.game(), await core.store.log(1))
    assert not [word for word in ("premove", "d4") if word in before]
    answer = await core.say(mover, "stay; plant n")
    assert (await core.log())[5:] == ["a1 +a2", "premove 1", "e4 +d4"]
    assert await core.mover() == mover
    assert f"{other.name}: e5 to e4 · planted d4." in answer.text
    assert f"{other.name} played a premove." in answer.text
    assert answer.text.endswith(f"{mover.name} is next.")
    assert (await core.game()).orders == ()
    told = records.text(await core.game(), await core.store.log(1))
    assert "\n7 game premove 1\n8 B e4 +d4 #" in told
    assert parse(told).entries[6].line == "premove 1"
    await is_sound(core)


async def test_the_most_exact_condition_counts_and_any_turn_last(core: Core) -> None:
    lines = ("if anything, then e3 +e4", "if b1, then e4 +e3", "if b1 +b2, then e4 +d4")
    mover, other = await ready(core, *lines)
    told = (await core.do(other, "order")).text.splitlines()
    assert [line[:2] for line in told[1:4]] == ["1.", "2.", "3."]
    said = ("b1 +b2", "begins with `b1`", "After any other turn")
    assert all(words in line for words, line in zip(said, told[1:], strict=False))
    await core.say(mover, "b1 +b2")
    assert (await core.log())[6:] == ["premove 1", "e4 +d4"]
    assert (await core.game()).orders == ()


async def test_when_another_turn_comes_it_is_dropped_with_a_word_to_its_player(core: Core) -> None:
    """In private; nobody else reads the order."""
    mover, other = await ready(core, STAYS)
    await core.say(mover, "a3 +a4")
    assert (await core.log())[5:] == ["a3 +a4"]
    assert await core.mover() == other
    why = "Your premove `e4 +d4` wasn't played: the turn before it wasn't the one you expected."
    for panel in (await core.do(other, "take"), await core.do(other, "order")):
        assert why in panel.text
    await core.deliver()
    assert "premove" not in "".join(core.posts())
    await core.say(other, "e3 +e4")
    assert "wasn't played" not in (await core.do(other, "order")).text


async def test_words_that_fill_themselves_in_are_said_all_the_same(core: Core) -> None:
    """Where they are a choice they are needed, so an order has all words that were typed."""
    await core.begin(ANN, BEN)
    await core.play("a5", "a1")
    await core.do(await core.waiting(), "order", "if anything, then stay; plant b1")
    await core.play("a3 +b3")
    assert (await core.log())[-2:] == ["premove 1", "a1 +b1"]


@pytest.mark.parametrize("line", ["e4 +a1", "e4"])
async def test_what_is_no_whole_legal_turn_by_then_gives_way_to_the_next_best(
    core: Core, line: str
) -> None:
    """The condition was only a beginning, and the rest of the turn changed the possibilities."""
    mover, _ = await ready(core, "if anything, then e3 +e4")
    game = await core.game()
    await core.store.give_order(game.id, game.n, OrderRow(0, 1, "b1", "", line))
    await core.say(mover, "b1 +c1")
    assert (await core.log())[5:] == ["b1 +c1", "premove 1", "e3 +e4"]


async def test_where_none_is_legal_any_more_its_player_is_told(core: Core) -> None:
    mover, other = await ready(core)
    game = await core.game()
    await core.store.give_order(game.id, game.n, OrderRow(0, 1, "b1", "", "e4"))
    await core.say(mover, "b1 +c1")
    assert (await core.log())[5:] == ["b1 +c1"]
    assert "wasn't played: it wasn't legal any more." in (await core.do(other, "take")).text


async def test_an_order_that_comes_while_the_turn_is_being_written_is_not_missed(
    core: Core,
) -> None:
    """Both count, or the later one is refused: nothing is lost between them."""
    mover, other = await ready(core)
    late = [f"if {mover.name} stays, then e4 +d4"]

    async def speaks(*_: object) -> None:
        if late:
            assert "1. " in (await core.do(other, "order", late.pop())).text

    between = core.wrap(Meddled(core.store, "commit", speaks))
    await between.say(mover, "stay; plant n")
    assert (await core.log())[5:] == ["a1 +a2", "premove 1", "e4 +d4"]


async def test_a_turn_that_comes_while_an_order_is_being_given_makes_it_stale(core: Core) -> None:
    mover, other = await ready(core)

    async def plays(*_: object) -> None:
        await core.say(mover, "stay; plant n")

    late = core.wrap(Meddled(core.store, "give_order", plays))
    told = await late.do(other, "order", "if a3, then e4 +d4")
    assert ["L1" in told.text, "Your premoves" in told.text] == [True, False]
    assert (await core.game()).orders == ()


async def test_a_turn_that_the_clock_plays_meets_conditions_too(core: Core) -> None:
    """Any turn counts, the clock's too: nobody waits twice."""
    await core.begin(ANN, BEN, options={"pace": "brisk"})
    await core.play("a1", "e5")
    mover, other = await core.mover(), await core.waiting()
    await core.do(other, "order", "if anything, then e4 +d4")
    core.time.seconds += 40 * 3600.0
    core.passed += 40 * 3600.0
    await core.clock.tick()
    said = [row.text.split()[0] for row in (await core.store.log(1))[5:]]
    assert (said[0], said[2:]) == ("timeout", ["premove", "e4"])
    assert await core.mover() == mover
    await core.deliver()
    assert "(premove)" in core.posts()[-1]
    await is_sound(core)


async def test_an_order_waits_for_the_turn_whoever_makes_it(core: Core) -> None:
    """docs/players.md: a taken-over seat isn't a turn, so it drops no order."""
    mover, other = await ready(core, STAYS)
    game = await core.game()
    await core.do(mover, "offerseat", game=game.id, n=game.n)
    seat = next(i for i, each in enumerate(game.sitters) if each.user == mover.id)
    await core.do(CY, "takeover", values={"seat": seat}, game=game.id)
    assert await core.mover() == CY
    assert [order.fell for order in (await core.game()).orders] == [""]
    await core.say(CY, "stay; plant n")
    assert (await core.log())[-3:] == ["a1 +a2", "premove 1", "e4 +d4"]
    assert "wasn't played" not in (await core.do(other, "take")).text
    await is_sound(core)


async def test_who_ordered_a_turn_may_take_it_back(core: Core) -> None:
    """Back to the position for which it was ordered. The player before it has seen the answer."""
    mover, other = await ready(core, STAYS)
    await core.say(mover, "stay; plant n")
    await core.deliver()
    assert f"the last turn in L1 was {other.name}'s" in (await core.do(mover, "undo")).text
    assert "has been undone. It's your turn again" in (await core.do(other, "undo")).text
    assert (await core.log())[8:] == ["undo 7"]
    assert await core.mover() == other
    await core.deliver()
    assert f"{other.name} undid the last turn." in core.posts()[-1]
    assert "someone has already played since your turn in L1" in (await core.do(mover, "undo")).text
    await core.say(other, "e3 +e4")
    await is_sound(core)


async def test_a_take_back_of_the_turn_before_drops_orders_with_a_word(core: Core) -> None:
    """The position is another one, so the order no longer fits."""
    mover, other = await ready(core)
    await core.say(mover, "stay; plant n")
    assert "1. " in (await core.do(mover, "order", "if e4, then stay; plant b1")).text
    await core.do(mover, "undo")
    assert (await core.mover()) == mover
    assert "wasn't played" in (await core.do(mover, "take")).text
    assert [o.fell for o in (await core.game()).orders] == ["otherwise"]
    assert "You have no premoves" in (await core.do(other, "order")).text


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("if Ben walks to c3, then c5 +c4", ("walks to c3", "c5 +c4")),
        ("IF ben WALKS to c3 THEN c5, plant c4", ("walks to c3", "c5, plant c4")),
        ("if c3: then c5", ("c3", "c5")),
        ("c3, then c5", ("c3", "c5")),
        ("if they go n then e, then c5", ("go n, e", "c5")),
        ("if anything, then c5", (None, "c5")),
        ("if Ben plays anything else then c5", (None, "c5")),
        ("if whatever then c5", (None, "c5")),
        ("wenn Ben nach c3 geht, dann c5 +c4", ("nach c3 geht", "c5 +c4")),
        ("falls egal was passiert, dann c5", (None, "c5")),
        ("si Ben va en c3, alors c5 +c4", ("va en c3", "c5 +c4")),
        ("s'il va en c3, alors c5", ("va en c3", "c5")),
        ("si n'importe quoi, alors c5", (None, "c5")),
        ("si Ben va a c3, entonces c5 +c4", ("va a c3", "c5 +c4")),
        ("si cualquier cosa, entonces c5", (None, "c5")),
    ],
)
def test_a_line_is_a_condition_and_an_answer(typed: str, read: tuple[str | None, str]) -> None:
    """ "if Ben walks to c3, then c5 +c4"; it is read as leniently as every line."""
    assert parse_order(typed, "Ben") == Ordering(*read)


@pytest.mark.parametrize(
    "typed",
    [
        "if c3, then c5; then if b2, then b4",
        "if c3 then c5; then if b2 then b4",
        "if c3 then c5 then if b2, then b4",
        "wenn c3 dann c5; dann wenn b2 dann b4",
    ],
)
def test_a_follow_up_begins_with_if_whatever_stands_between(typed: str) -> None:
    assert parse_order(typed, "Ben") == Ordering("c3", "c5", Ordering("b2", "b4"))


@pytest.mark.parametrize("typed", ["", "c3", "if c3", "then c5", "if then", "if c3, then"])
def test_what_lacks_one_of_both_is_no_order(typed: str) -> None:
    assert parse_order(typed, "Ben") is None


def test_a_condition_is_read_as_its_player_would_say_it() -> None:
    assert [*readings("goes to c3")] == ["goes to c3", "go to c3"]
    assert [*readings("c3 pass")] == ["c3 pass"]
    assert "nach c3 gehen" in readings("nach c3 geht")
    assert "geh nach c3, pflanze b2" in readings("geht nach c3, pflanzt b2")
    assert "ve a c3" in readings("va a c3")


def test_only_a_line_that_begins_with_if_is_taken_for_an_order_where_a_turn_is_expected() -> None:
    assert is_order(" If c3, then c5")
    polite = ("s'il te plaît, c3", "Si quieres, c3", "wenn möglich c3", "if you like, c3")
    assert not any(map(is_order, ("c3, then c5", "iffy", *polite)))


IMPOSSIBLE = {
    "if c3, then e4 +d4": "there's a tree on c3",
    "if z9, then e4 +d4": "I can't read `z9` here",
    "if b1, then e4 +a1": "You couldn't play the turn after `then`",
    "if b1, then e4": "isn't a complete turn",
    "if b1": "I can't read that",
}


async def test_what_could_not_come_about_is_refused_with_the_reason(core: Core) -> None:
    """The condition is a possible turn, and the answer is legal after it."""
    _, other = await ready(core)
    for line, why in IMPOSSIBLE.items():
        told = await core.do(other, "order", line)
        assert told.refusal, line
        assert why in told.text, line
    assert (await core.game()).orders == ()


async def test_there_are_not_more_than_fit_into_a_row_of_buttons(core: Core) -> None:
    _, other = await ready(core, *(f"if {x}, then e4 +d4" for x in ("b1", "a2", "a3", "b2", "a1")))
    told = await core.do(other, "order", "if c1, then e4 +d4")
    assert "You already have 5 premoves in L1" in told.text
    assert "5. " in (await core.do(other, "order", "if b1, then e4 +e3")).text


async def test_each_can_be_dropped_with_its_button(core: Core) -> None:
    mover, other = await ready(core, "if b1, then e4 +d4", "if anything, then e3 +e4")
    panel = await core.do(other, "order")
    left = await core.press(other, "Remove 1", panel)
    assert ["After any other turn" in left.text, "b1" in left.text] == [True, False]
    assert (await core.press(other, "Remove 1", panel)).text == left.text  # twice
    await core.say(mover, "b1 +c1")
    assert (await core.log())[6:] == ["premove 1", "e3 +e4"]


async def test_nobody_else_sees_or_drops_an_order(core: Core) -> None:
    mover, other = await ready(core, STAYS)
    panel = await core.do(other, "order")
    for who in (mover, EVE):
        assert "e4" not in (await core.do(who, "order")).text
        await core.press(who, "Remove 1", panel)
    assert len((await core.game()).orders) == 1


async def test_a_line_with_if_is_an_order_also_where_turns_are_typed(core: Core) -> None:
    """`/logger turn` is private too. A public order is refused: everyone would read it."""
    _, other = await ready(core)
    told = await core.answer("turn", core.wish(other, "if anything, then e3 +e4"))
    assert "1. After any other turn" in told.text
    public = core.wish(other, "if a3, then e3 +e4", public=True)
    assert "Everyone can read this message" in (await core.answer("turn", public)).text
    assert len((await core.game()).orders) == 1


async def test_of_three_only_the_next_one_can_order(core: Core) -> None:
    await core.begin(ANN, BEN, CY, lines=3)
    mover, second, third = await core.seats()
    told = await core.do(third, "order", "if anything, then stay; plant n")
    assert f"{second.name} plays after {mover.name}, so you aren't next" in told.text


async def test_an_order_goes_when_its_player_leaves(core: Core) -> None:
    await core.begin(ANN, BEN, CY, lines=3)
    _, second, _ = await core.seats()
    assert "1. " in (await core.do(second, "order", "if anything, then stay; plant s")).text
    await core.resign(second)
    assert (await core.game()).orders == ()


async def test_when_somebody_leaves_the_orders_of_others_are_dropped_with_a_word(
    core: Core,
) -> None:
    await core.begin(ANN, BEN, CY, lines=3)
    mover, player, _ = await core.seats()
    await core.do(player, "order", "if anything, then stay; plant s")
    await core.resign(mover)
    assert (await core.mover()) == player
    assert "wasn't played" in (await core.do(player, "take")).text


async def test_a_seat_that_is_handed_over_keeps_nothing_of_who_sat_there(core: Core) -> None:
    """Not even the reason why an order fell: that would tell its turn."""
    mover, _ = await ready(core, STAYS)
    await core.say(mover, "a3 +a4")
    game = await core.game()
    taken = (*game.sitters[:1], Sitter(CY.id, CY.name))
    await core.store.commit(game.id, game.n, Change((), "taken", sitters=taken))
    assert "wasn't played" not in (await core.do(CY, "take")).text
    assert (await core.game()).orders == ()


async def foreseen(core: Core) -> tuple[str, str, Person]:
    """A turn of the player to move, a possible turn of another one after it, and that one."""
    chance = Random(3)
    while True:
        table = await core.table()
        game, line = table.kind.game, any_turn(table, chance)
        state, events = perform(game, table.at.state, line)
        at = table.at.after_turn(table.actor, state, tuple(events), table.n)
        ends = nature(table.game, at)[1] if game.actor(state) == NATURE else at
        after = replace(table, at=ends)
        if after.actor not in (NOBODY, table.actor):
            sitter = table.game.sitters[after.actor]
            return line, any_turn(after, chance), Person(sitter.user, sitter.name)
        await core.play(line)


async def test_ones_own_next_words_are_ordered_where_something_is_hidden(core: Core) -> None:
    """After any turn, since nobody sees the hand of the player before. It is played after the
    secret draw, and nobody sees it before that."""
    await core.table_of("fellers")
    line, words, other = await foreseen(core)
    mover = await core.mover()
    unseen = await core.do(other, "order", f"if {line}, then {words}")
    assert "You can't see the previous player's hand" in unseen.text
    illegal = await core.do(other, "order", "if anything, then zz")
    assert illegal.text.startswith("You couldn't play the turn after `then`")
    refused = await core.say(other, f"if anything, then {words}", public=True)
    assert words not in refused.text
    told = await core.answer("turn", core.wish(other, f"if anything, then {words}"))
    assert "Your premoves in" in told.text, told.text
    before, sitters = len(await core.log()), (await core.game()).sitters
    await core.say(mover, line)
    seat = [sitter.user for sitter in sitters].index(other.id)
    assert f"premove {seat}" in (await core.log())[before:]
    assert (await check(core.store, core.games)).wrong == ()

"""A premove may have follow-ups: once it is played, they are premoves for the turn after."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from bot.ops.upkeep import check
from bot.table import records
from bot.table.table import Table, nature
from rules.play import perform
from storage import OrderRow
from tests.acting import ANN, BEN, CY, EVE
from tests.bot.core import Core, Patch, is_sound
from tests.bot.features.test_orders import foreseen, ready
from tests.bot.features.test_orders_private import told
from tests.bot.features.test_privacy import killed_at
from tests.bot.playing import any_turn, position
from tests.stores import STORES

FIRST = "if {name} stays and plants a2, then e4; plant d4"
CHAIN = f"{FIRST}; then if b1 +b2, then e3 +e2"
UNEXPECTED = "Your premove `e3 +e2` wasn't played: the turn before it wasn't the one you expected."


async def follow_ups(core: Core) -> list[tuple[str, str]]:
    return [(order.condition, order.line) for order in (await core.game()).orders]


async def test_after_a_premove_its_follow_up_is_the_next_one(core: Core) -> None:
    mover, other = await ready(core, CHAIN)
    shown = (await core.do(other, "order")).text.splitlines()
    assert shown[1].startswith("1. If the turn is `a1 +a2`: `e4 +d4`")
    assert shown[2] == "\u20031.1. If the turn begins with `b1 +b2`: `e3 +e2`."
    before = records.text(await core.game(), await core.store.log(1))
    assert not [word for word in ("premove", "d4", "e2") if word in before]
    await core.say(mover, "stay; plant n")
    assert (await core.log())[5:] == ["a1 +a2", "premove 1", "e4 +d4"]
    assert "1. If the turn is `b1 +b2`: `e3 +e2`" in (await core.do(other, "order")).text
    assert "e3" not in records.text(await core.game(), await core.store.log(1))
    await core.say(mover, "b1 +b2")
    assert (await core.log())[8:] == ["b1 +b2", "premove 1", "e3 +e2"]
    assert (await core.game()).orders == ()
    await is_sound(core)


async def test_of_several_follow_ups_the_most_exact_playable_one_counts(core: Core) -> None:
    """One that isn't legal by then takes no other branch with it."""
    more = ("anything, then e4 +e3", "b1, then e3 +d3", "b2 +b3, then e5 +d5")
    mover, other = await ready(core, CHAIN, *(f"{FIRST}; then if {each}" for each in more))
    shown = (await core.do(other, "order")).text.splitlines()[1:6]
    assert [line.split()[0] for line in shown] == ["1.", "1.1.", "1.2.", "1.3.", "1.4."]
    game = await core.game()
    unplayable = OrderRow(0, 1, "a1 +a2|b1 +b2", "", "e4")  # no whole turn
    await core.store.give_order(game.id, game.n, unplayable)
    await core.say(mover, "stay; plant n")
    assert len((await core.game()).orders) == 4
    await core.say(mover, "b1 +b2")
    assert (await core.log())[9:] == ["premove 1", "e3 +d3"]
    assert (await core.game()).orders == ()


async def test_a_follow_up_is_dropped_with_a_reason_only_when_it_was_its_turn(core: Core) -> None:
    """Behind a premove that isn't played it goes without a word of its own."""
    never = "if b1, then e4 +d4; then if anything, then e3 +d3"
    mover, other = await ready(core, CHAIN, never)
    await core.say(mover, "stay; plant n")
    await core.say(mover, "b2 +b3")
    assert "\n".join((await core.do(other, "order")).text.splitlines()[-1:]) == UNEXPECTED
    assert [order.fell for order in (await core.game()).orders] == ["otherwise"]
    await core.say(other, "e4 +e3")
    assert "2. " not in (await core.do(other, "order", CHAIN.format(name=mover.name))).text


async def test_an_undo_drops_follow_ups_as_it_drops_premoves(core: Core) -> None:
    """The position is another one."""
    mover, other = await ready(core, CHAIN)
    await core.say(mover, "stay; plant n")
    await core.do(other, "undo")
    assert [order.fell for order in (await core.game()).orders] == ["otherwise"]
    await core.say(other, "e4 +d4")
    await core.say(mover, "b1 +b2")
    assert await core.mover() == other


@pytest.mark.parametrize(("turn", "fell"), [("e5", []), ("d4", ["otherwise"])])
async def test_a_turn_without_a_choice_is_answered_at_once_and_once(
    core: Core, turn: str, fell: list[str]
) -> None:
    """Two premoves in a row in one commit, and no third: nothing is ordered behind the second."""
    await core.begin(ANN, BEN)
    first, second = await core.seats()
    await core.put(position("...../...../..Ts./...../.....", "e5,e2", supply=(3, 2)))
    chain = f"if anything, then e3 +e4; then if {turn}, then e1 +d1"
    told = await core.do(second, "order", chain)
    if "can't play" in told.text:  # d4 can't be reached, so it is stored by hand
        assert turn == "d4"
        game = await core.game()
        rows = OrderRow(0, 1, "", "", "e3 +e4"), OrderRow(0, 1, "|d4", "", "e1 +d1")
        await core.store.give_order(game.id, game.n, *rows)
    before = len(await core.log())
    await core.say(first, "stay; plant w")
    played = ["e5 +d5", "premove 1", "e3 +e4", "e5 !c3 ."]
    assert (await core.log())[before:] == played + ["premove 1", "e1 +d1"] * (not fell)
    assert [order.fell for order in (await core.game()).orders] == fell


IMPOSSIBLE = {
    "if b1 +c4, then e3 +e2": "The follow-up doesn't work.\nAnn can't play",
    "if b1, then e4 +a1": "The follow-up doesn't work.\nYou couldn't play the turn after",
    "if b1, then e4": "isn't a complete turn",
    "if b1": "I can't read that premove",
    "if b1, then e3 +e2, then if a1, then e2 +e1": "I can't read that premove",
}


async def test_a_follow_up_that_could_not_come_about_is_refused(core: Core) -> None:
    """With the premove before it: nothing is half set."""
    mover, other = await ready(core)
    for line, why in IMPOSSIBLE.items():
        told = await core.do(other, "order", f"{FIRST.format(name=mover.name)}. Then {line}")
        assert told.refusal, line
        assert why.replace("Ann", mover.name) in told.text, line
    assert (await core.game()).orders == ()


async def test_five_follow_ups_stand_behind_a_premove_until_it_is_another_one(core: Core) -> None:
    squares = ("b1", "b2", "c1", "a1", "b1 +b2")
    mover, other = await ready(core, *(f"{FIRST}; then if {x}, then e3 +e2" for x in squares))
    begins = FIRST.format(name=mover.name)
    full = await core.do(other, "order", f"{begins}; then if anything, then e3 +e2")
    assert "That premove already has 5 follow-ups" in full.text
    again = await core.do(other, "order", f"{begins}; then if c1, then e3 +d3")
    assert "`c1`: `e3 +d3`" in again.text
    assert len((await core.game()).orders) == 6
    await core.do(other, "order", begins)
    assert len((await core.game()).orders) == 6
    await core.do(other, "order", begins.replace("d4", "e3"))
    assert await follow_ups(core) == [("a1 +a2", "e4 +e3")]


async def test_only_their_owner_removes_them_one_by_one_or_with_the_premove(core: Core) -> None:
    more = f"{FIRST}; then if b2, then e3 +d3"
    mover, other = await ready(core, CHAIN, more, "if b1, then e4 +d4")
    panel = await core.do(other, "order")
    (menu,) = panel.menus
    second = menu.choices[1].value
    for who in (mover, EVE):
        await core.do(who, "drop", second)
        await core.press(who, "Remove 1", panel)
        assert CHAIN[-6:] not in (await core.do(who, "order")).text
    assert len((await core.game()).orders) == 4
    left = await core.do(other, "drop", second)
    assert "1.1." in left.text
    assert "1.2." not in left.text
    await core.press(other, "Remove 1", panel)
    assert await follow_ups(core) == [("b1", "e4 +d4")]


async def test_of_three_players_none_can_foresee_a_second_turn(core: Core) -> None:
    await core.begin(ANN, BEN, CY, lines=3)
    _, second, third = await core.seats()
    chain = "if anything, then stay; plant s; then if anything, then stay; plant w"
    told = await core.do(second, "order", chain)
    assert f"plays after {third.name}, so you aren't next" in told.text


async def test_nothing_that_others_are_told_depends_on_a_follow_up(monkeypatch: Patch) -> None:
    without, _ = await told(monkeypatch, FIRST)
    said, logged = await told(monkeypatch, CHAIN)
    assert said == without
    assert "e3 +e2" not in "\n".join(logged)


async def test_where_hands_are_hidden_it_follows_any_turn(core: Core) -> None:
    """Tried on a guess of both hands, and again when its moment comes."""
    await core.table_of("fellers")
    line, words, other = await foreseen(core)
    mover, chance = await core.mover(), Random(5)
    here = after(after(await core.table(), line), words)
    chain = f"if anything, then {words}; then if anything, then "
    assert "The follow-up doesn't work" in (await core.do(other, "order", f"{chain}zz")).text
    for _ in range(20):  # until a turn doesn't need a card that is drawn meanwhile
        answered = any_turn(here, chance)
        last = any_turn(after(here, answered), chance)
        if not (told := await core.do(other, "order", chain + last)).refusal:
            break
    assert "1.1. After any other turn:" in told.text, told.text
    before = len(await core.log())
    await core.say(mover, line)
    await core.say(mover, answered)
    played = (await core.log())[before:]
    assert [word for word in played if word in (line, words, answered, last)] == [
        *(line, words, answered, last)
    ]
    assert played.count("premove 1") == 2
    assert (await check(core.store, core.games)).wrong == ()


def after(table: Table, line: str) -> Table:
    """The table after a turn and what chance draws then."""
    state, events = perform(table.kind.game, table.at.state, line)
    at = table.at.after_turn(table.actor, state, tuple(events), table.n)
    return replace(table, at=nature(table.game, at)[1])


@pytest.mark.slow
async def test_a_death_at_any_await_plays_a_premove_with_its_follow_up_or_neither(
    tmp_path: Path,
) -> None:
    """One transaction; the turn said again counts once."""
    path, dead, deaths = tmp_path / "games.db", True, 0
    core = await Core.build(path)
    await ready(core, CHAIN)
    await core.store.close()
    while dead:
        copy = tmp_path / f"dies-{deaths}.db"
        STORES.copy(path, copy)
        core = await Core.build(copy)
        mover = await core.mover()
        turn = core.wish(mover, "stay; plant n", key="turn")
        dead = await killed_at(core.answer("turn", turn), deaths)
        await core.restart()
        before = await follow_ups(core)
        assert (before == [("b1 +b2", "e3 +e2")]) is ("premove 1" in await core.log())
        assert len(before) == (1 if len(await core.log()) == 8 else 2)
        await core.answer("turn", turn)
        assert await follow_ups(core) == [("b1 +b2", "e3 +e2")]
        assert (await core.log())[5:] == ["a1 +a2", "premove 1", "e4 +d4"]
        await core.store.close()
        STORES.release(copy)
        deaths += dead
    assert deaths > 2

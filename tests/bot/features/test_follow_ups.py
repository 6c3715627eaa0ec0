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
from tests.bot.web.house import opened
from tests.stores import STORES

FIRST = "if {name} stays and plants a2, then e4; plant d4"
CHAIN = f"{FIRST}; then if b1 +b2, then e3 +e2"
BOTH = [("a1 +a2", "e4 +d4"), ("a1 +a2|b1 +b2", "e3 +e2")]
PLAYED = ["a1 +a2", "premove 1", "e4 +d4"]
UNEXPECTED = "Your premove `e3 +e2` wasn't played: the turn before it wasn't the one you expected."


async def stored(core: Core) -> list[tuple[str, str]]:
    return [(order.condition, order.fell or order.line) for order in (await core.game()).orders]


async def test_after_a_premove_its_follow_up_is_the_next_one(core: Core) -> None:
    mover, other = await ready(core, CHAIN)
    shown = (await core.do(other, "order")).text.splitlines()
    assert shown[1].startswith("1. If the turn is `a1 +a2`: `e4 +d4`")
    assert shown[2] == "\u20031.1. If the turn begins with `b1 +b2`: `e3 +e2`."
    await core.say(mover, "stay; plant n")
    assert (await core.log())[5:] == PLAYED
    assert "1. If the turn is `b1 +b2`: `e3 +e2`" in (await core.do(other, "order")).text
    assert "e3" not in records.text(await core.game(), await core.store.log(1))
    await core.say(mover, "b1 +b2")
    assert (await core.log())[8:] == ["b1 +b2", "premove 1", "e3 +e2"]
    assert await stored(core) == []
    await is_sound(core)


async def test_of_several_follow_ups_the_most_exact_playable_one_counts(core: Core) -> None:
    """One that isn't legal by then takes no other branch with it."""
    more = ("anything, then e4 +e3", "b1, then e3 +d3", "b2 +b3, then e5 +d5")
    mover, other = await ready(core, CHAIN, *(f"{FIRST}; then if {each}" for each in more))
    shown = (await core.do(other, "order")).text.splitlines()[1:6]
    assert [line.split()[0] for line in shown] == ["1.", "1.1.", "1.2.", "1.3.", "1.4."]
    unplayable = OrderRow(0, 1, "a1 +a2|b1 +b2", "", "e4")  # no whole turn
    await core.store.give_order(1, (await core.game()).n, unplayable)
    await core.say(mover, "stay; plant n")
    assert len(await stored(core)) == 4
    await core.say(mover, "b1 +b2")
    assert (await core.log())[9:] == ["premove 1", "e3 +d3"]
    assert await stored(core) == []


async def test_a_follow_up_may_name_the_beginning_of_a_turn(core: Core) -> None:
    """In every position before it, whatever tree has to grow after these words."""
    await core.begin(ANN, BEN)
    await core.play("a1", "e5", "b2 +b3")
    line = "if anything, then c2; plant d2; then if d3, then stay; plant b2"
    await core.do(await core.waiting(), "order", line)
    await core.play("d4 +e4", "d3 +d4")
    assert (await core.log())[-2:] == ["premove 0", "c2 c3>c4 +b2"]


@pytest.mark.parametrize("undoes", [False, True])
async def test_a_follow_up_is_dropped_with_a_reason_when_it_was_due(
    core: Core, undoes: bool
) -> None:
    """An undo drops it as it drops premoves. Behind one that isn't played it goes unmentioned."""
    mover, other = await ready(core, CHAIN, "if b1, then e4 +d4; then if anything, then e3 +d3")
    await core.say(mover, "stay; plant n")
    await (core.do(other, "undo") if undoes else core.say(mover, "b2 +b3"))
    assert (await core.do(other, "order")).text.splitlines()[-1] == UNEXPECTED
    assert await stored(core) == [("b1 +b2", "otherwise")]
    await core.say(other, "e4 +d4" if undoes else "e4 +e3")
    assert await stored(core) == []


@pytest.mark.parametrize("due", ["e5", "d4"])
async def test_a_turn_without_a_choice_is_answered_at_once_and_once(core: Core, due: str) -> None:
    """Two premoves in one commit, and no third: nothing stands behind the second."""
    await core.begin(ANN, BEN)
    await core.put(position("...../...../..Ts./...../.....", "e5,e2", supply=(3, 2)))
    before, n = len(await core.log()), (await core.game()).n
    rows = OrderRow(0, 1, "", "", "e3 +e4"), OrderRow(0, 1, f"|{due}", "", "e1 +d1")
    await core.store.give_order(1, n, *rows)
    await core.say(await core.mover(), "stay; plant w")
    forced = ["e5 +d5", "premove 1", "e3 +e4", "e5 !c3 ."]
    assert (await core.log())[before:] == forced + ["premove 1", "e1 +d1"] * (due == "e5")
    assert await stored(core) == [(due, "otherwise")] * (due == "d4")


IMPOSSIBLE = {
    "if b1 +c4, then e3 +e2": "The follow-up doesn't work.\n{name} can't play",
    "if b1, then e4 +a1": "The follow-up doesn't work.\nYou couldn't play the turn after",
    "if b1, then e4": "isn't a complete turn",
    "if b1": "I can't read that premove",
    "if b1, then e3 +e2, then if a1, then e2 +e1": "I can't read that premove",
}


async def test_a_follow_up_that_could_not_come_about_is_refused(core: Core) -> None:
    """With the premove before it. Of three players none can foresee a second turn."""
    mover, other = await ready(core)
    for line, why in IMPOSSIBLE.items():
        answer = await core.do(other, "order", f"{FIRST.format(name=mover.name)}. Then {line}")
        assert why.format(name=mover.name) in answer.text, line
    assert await stored(core) == []
    three = await Core.build()
    await three.begin(ANN, BEN, CY, lines=3)
    chain = "if anything, then stay; plant s; then if anything, then stay; plant w"
    assert "you aren't next" in (await three.do((await three.seats())[1], "order", chain)).text
    await three.store.close()


async def test_only_their_owner_removes_them_one_by_one_or_with_the_premove(core: Core) -> None:
    """Another turn in place of the premove removes them, too."""
    more = f"{FIRST}; then if b2, then e3 +d3", "if b1, then e4 +d4"
    mover, other = await ready(core, CHAIN, *more)
    panel = await core.do(other, "order")
    second = panel.menus[0].choices[1].value
    for who in (mover, EVE):
        await core.do(who, "drop", second)
        await core.press(who, "Remove 1", panel)
        assert "e3" not in (await core.do(who, "order")).text
    assert len(await stored(core)) == 4
    await core.do(other, "drop", second)
    await core.do(other, "order", FIRST.format(name=mover.name))  # the same once more
    assert [line for _, line in await stored(core)] == ["e4 +d4", "e3 +e2", "e4 +d4"]
    await core.do(other, "order", FIRST.format(name=mover.name).replace("d4", "e3"))
    assert await stored(core) == [("b1", "e4 +d4"), ("a1 +a2", "e4 +e3")]
    await core.do(other, "order", CHAIN.format(name=mover.name))
    await core.press(other, "Remove 1")
    assert await stored(core) == [("b1", "e4 +d4")]


async def test_nothing_that_others_are_told_depends_on_a_follow_up(monkeypatch: Patch) -> None:
    without, _ = await told(monkeypatch, FIRST)
    said, logged = await told(monkeypatch, CHAIN)
    assert said == without
    assert "e3 +e2" not in "\n".join(logged)


async def test_where_hands_are_hidden_it_follows_any_turn(core: Core) -> None:
    """Tried on a guess of both hands, and again when its moment comes. No forged id of the builder
    looks into a hand."""
    await core.table_of("fellers")
    line, words, other = await foreseen(core)
    for verb, part in ("premove", {"verb": "open"}), ("setpremove", {}):
        forged = await core.answer(verb, core.wish(other), {"path": (), **part})
        assert forged.text.startswith("You can't see the previous player's hand")
        assert not forged.menus
    mover, chance = await core.mover(), Random(5)
    here = after(after(await core.table(), line), words)
    chain = f"if anything, then {words}; then if anything, then "
    assert "The follow-up doesn't work" in (await core.do(other, "order", f"{chain}zz")).text
    for _ in range(20):  # until a turn doesn't need a card that is drawn meanwhile
        answer = any_turn(here, chance)
        last = any_turn(after(here, answer), chance)
        if not (panel := await core.do(other, "order", chain + last)).refusal:
            break
    assert "1.1. After any other turn:" in panel.text
    await core.say(mover, line)
    await core.say(mover, answer)
    turns = [row for row in await core.log() if row in (line, words, answer, last, "premove 1")]
    assert turns == [line, "premove 1", words, answer, "premove 1", last]
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
        turn = core.wish(await core.mover(), "stay; plant n", key="turn")
        dead = await killed_at(core.answer("turn", turn), deaths)
        await core.restart()
        for _ in "as it was", "again":
            follows = [("b1 +b2", "e3 +e2")] if (await core.log())[5:] == PLAYED else BOTH
            assert await stored(core) == follows
            await core.answer("turn", turn)
        assert follows != BOTH
        await core.store.close()
        STORES.release(copy)
        deaths += dead
    assert deaths > 2


async def test_on_a_page_it_is_built_by_tapping_one_board_after_the_other(core: Core) -> None:
    """The buttons of the channel, with the places of the board ahead."""
    mover, other = await ready(core)
    async with opened(core) as house, house.of(other) as surfer, house.of(mover) as rival:
        await surfer.press(surfer.page.button("Premoves"))
        begin = surfer.page.button("Build Premove")
        await surfer.press(begin)
        assert f"Which turn do you expect from {mover.name}?" in surfer.page.text
        for word in ["a1", "+a2", "e4", "+e3", "Back", "+d4", "Add", "b1", "+b2", "e3", "+e2"]:
            way = surfer.page.button(word) if word.isalpha() else surfer.page.word(word)
            assert word.isalpha() or way.data["data-at"]
            await surfer.press(way)
        finish = surfer.page.button("Set Premove")
        await surfer.press(finish)
        assert "1.1. If the turn begins with b1 +b2: e3 +e2" in surfer.page.text
        assert await stored(core) == BOTH
        for button in (begin, finish):  # sent by another player, and once the game has moved on
            await rival.press(rival.page.buttons[-2], id=button.fields["id"])
            assert "just play it" in rival.page.text
        await core.say(mover, "b2 +b3")
        for button in (begin, finish):
            await surfer.press(button, key="again")
            assert "What will you play" not in surfer.page.text
            assert "refused" in surfer.page.html
    assert await stored(core) == [("a1 +a2", "otherwise")]

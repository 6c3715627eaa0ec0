"""What can be looked up: options, whole turns as one types, the record, one's games.

Source of the promises: issue 3, items 1 and 3; experience 3.8; docs/decisions.md, decision 6.
"""

from __future__ import annotations

from random import Random

import pytest

from bot.ops.replay import told
from rules.play import turns
from rules.record import parse
from storage import GameRow
from tests.bot.desks import Desks
from tests.bot.hall import ANN, BEN, CHANNEL, CY, EVE, OTHER_CHANNEL, PEOPLE, Hall
from tests.bot.playing import position, turn

BUSY = position("..M../..M../MM.MM/..M../..M..", "c3,a4", supply=(3, 3))
CHOPS = position("...../M..../MM.../...../.....", "a2,e5", supply=(2, 2))


@pytest.fixture
async def desks(hall: Hall) -> Desks:
    """A game of two with both on their corners."""
    await hall.seated(ANN, BEN)
    for line in ("a1", "e5"):
        await hall.say(await hall.mover(), line)
    return Desks(hall)


async def lines(hall: Hall) -> set[str]:
    """Every whole legal turn in notation."""
    table = await hall.table()
    return {" ".join(map(str, x)) for x, _ in turns(table.kind.game, table.at.state)}


# options and completion


async def test_the_options_count_and_name_what_is_legal(desks: Desks) -> None:
    """Issue 3: on the enumeration of whole turns."""
    text = (await desks.options(await desks.hall.mover())).text
    assert f"{len(await lines(desks.hall))} different turns" in text
    assert "Walk to a3" in text
    await desks.hall.put(BUSY)
    assert "L1" in (await desks.options(await desks.hall.mover())).text


async def test_what_is_completed_is_a_whole_legal_turn(desks: Desks) -> None:
    """Issue 3: best 25, words in the label, notation in the value, each fit for Discord."""
    hall = desks.hall
    for place in (None, BUSY, CHOPS):
        if place is not None:
            await hall.put(place)
        found = await desks.completed(await hall.mover(), "")
        assert 0 < len(found) <= 25
        assert all(0 < len(text) <= 100 for pair in found.items() for text in pair)
        if place is not BUSY:
            assert found.keys() <= await lines(hall)


async def test_the_best_come_first(desks: Desks) -> None:
    """Issue 3: the most points for the mover."""
    await desks.hall.put(CHOPS)
    found = [*await desks.completed(await desks.hall.mover(), "")]
    assert "x" in found[0]
    table = await desks.hall.table()
    rules, seat = table.kind.game, table.actor
    ends = {" ".join(map(str, x)): s for x, s in turns(rules, table.at.state)}
    gains = [rules.scores(ends[line])[seat] for line in found]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] == max(rules.scores(s)[seat] for s in ends.values())


@pytest.mark.parametrize(
    ("typed", "line", "label"),
    [
        ("b1", "b1 +c1", "a1 to b1 · planted c1."),
        ("a3; plant south", "a3 +a2", "a1 to a3 · c3 grew to a sapling · planted a2."),
        ("+c1", "b1 +c1", "a1 to b1 · planted c1."),
        ("planted C1", "b1 +c1", "a1 to b1 · planted c1."),
        ("stay, plant n", "a1 +a2", "stayed on a1 · planted a2."),
    ],
)
async def test_it_is_filtered_as_typed(desks: Desks, typed: str, line: str, label: str) -> None:
    """Issue 3: in notation, in English, and in the words of what comes of it."""
    found = await desks.completed(await desks.hall.mover(), typed)
    assert found[line] == label
    assert len(found) < len(await lines(desks.hall))


async def test_a_typed_beginning_comes_before_what_only_mentions_it(desks: Desks) -> None:
    found = [*await desks.completed(await desks.hall.mover(), "b1")]
    walks = [line.startswith("b1") for line in found]
    assert walks[0]
    assert walks == sorted(walks, reverse=True)


@pytest.mark.parametrize("seed", range(3))
async def test_each_value_can_be_played_as_it_stands(hall: Hall, seed: int) -> None:
    """Issue 3: in whole games, where trees seed and protesters are placed."""
    chance, people = Random(seed), PEOPLE[: 2 + seed]
    await hall.seated(*people)
    desks = Desks(hall)
    for _ in range(40):
        if (await hall.game()).status == "over":
            break
        mover = await hall.mover()
        found = await desks.completed(mover, "")
        line = chance.choice([*found]) if found else turn(await hall.table(), chance)
        answer = (await hall.say(mover, line)).text
        assert "counts" in answer
        assert found.get(line, "").split(" · ")[0].split(".")[0] in answer
    assert (await hall.table()).at.turns > 10


async def test_a_kept_draft_does_not_spoil_a_completed_line(desks: Desks) -> None:
    mover = await desks.hall.mover()
    await desks.hall.say(mover, "b1")
    assert "a3 +a2" in await desks.completed(mover, "a3")
    assert "counts" in (await desks.hall.say(mover, "a3 +a2")).text
    assert (await desks.hall.log())[-1] == "a3 +a2"


@pytest.mark.parametrize("typed", ["nonsense", "xe5 now", "b1; plant e5", "z" * 900, "🪓"])
async def test_what_fits_nothing_completes_nothing(desks: Desks, typed: str) -> None:
    assert await desks.completed(await desks.hall.mover(), typed) == {}


async def test_nobody_else_is_told_anything(desks: Desks) -> None:
    """Design: nothing of a hand in another person's autocomplete; nor anything else."""
    hall = desks.hall
    for who in (await hall.waiting(), EVE):
        assert await desks.completed(who, "") == {}
        assert "different turns" not in (await desks.options(who)).text
    assert await desks.completed(await hall.mover(), "", channel=OTHER_CHANNEL) == {}
    assert await desks.completed(await hall.mover(), "", game=1, guild=7) == {}


async def test_a_name_cannot_get_into_a_label(hall: Hall) -> None:
    """A display name may hold what separates name and story."""
    odd = type(ANN)(31, "Ann: the 1st: ")
    await hall.seated(odd, BEN)
    found = await Desks(hall).completed(odd if await hall.mover() == odd else BEN, "")
    assert set(found.values()) == {f"took corner {at}." for at in ("a1", "a5", "e1", "e5")}


# the record


async def test_the_record_replays_and_names_nobody_by_number(desks: Desks) -> None:
    """Decision 6; no ids of people, and the seed only when it is over."""
    hall = desks.hall
    panel = await desks.record(EVE)
    assert panel.file == "L1.txt"
    assert not parse(panel.document).seed
    assert (await hall.game()).seed.hex() not in panel.document
    await desks.gone(ANN)
    panel = await desks.record(EVE)
    record = parse(panel.document)
    assert record.seed == (await hall.game()).seed.hex()
    assert sorted(record.names) == ["Ann", "Ben"]
    assert not any(str(number) in panel.document.split() for number in (ANN.id, BEN.id, CHANNEL))
    *_, account = told(record)
    assert "all of them right" in account


async def test_a_rematch_is_recorded_without_ids(desks: Desks) -> None:
    """Who is called to it is an option of the lobby, and made of ids."""
    await desks.gone(ANN)
    await desks.again(ANN, game=1)
    await desks.again(BEN, game=1)
    record = parse((await desks.record(EVE, game=2)).document)
    assert record.options == {}


async def test_a_lobby_and_a_closed_game_have_a_record_too(hall: Hall) -> None:
    desks = Desks(hall)
    assert "There is no game in this channel" in (await desks.record(ANN)).text
    await hall.open(ANN, 2)
    assert parse((await desks.record(EVE)).document).names == ("Ann",)
    await hall.cancel(ANN)
    closed = parse((await desks.record(EVE)).document)
    assert [entry.line for entry in closed.entries] == ["open", "cancel"]
    assert not closed.seed


# where one's games are


async def _mine(hall: Hall, user: int) -> list[GameRow]:
    return await hall.store.games_of(user)


async def test_my_games_begin_with_those_that_wait_for_me(desks: Desks) -> None:
    """Experience 3.2: on all servers, mine-to-move first; also asked for without a server."""
    hall = desks.hall
    await hall.open(ANN, 2, channel=601, guild=7)
    await hall.join(BEN, channel=601, guild=7)
    for _ in range(2):
        on_turn = (await hall.game()).on_turn or 0
        mover = (await hall.game()).sitters[on_turn].user
        panel = await desks.queries.mine(hall.wish(ANN, guild=0, channel=0))
        rows = panel.text.splitlines()
        assert len(rows) == 2
        mine = [row.startswith("**Your turn:**") for row in rows]
        assert mine == sorted(mine, reverse=True)
        assert any("<#500>" in row and "Your turn" in row for row in rows) == (mover == ANN.id)
        await hall.say(await hall.mover(), turn(await hall.table(), Random(1)))
    assert len(await _mine(hall, BEN.id)) == 2
    assert "You are in no open game" in (await desks.queries.mine(hall.wish(EVE))).text


async def test_games_that_are_over_are_not_mine_any_more(desks: Desks) -> None:
    await desks.gone(ANN)
    assert await _mine(desks.hall, BEN.id) == []


async def test_here_are_the_games_of_this_server_only(desks: Desks) -> None:
    hall = desks.hall
    await hall.open(CY, 3, channel=OTHER_CHANNEL)
    await hall.open(EVE, 2, channel=601, guild=7)
    text = (await desks.queries.here(hall.wish(EVE))).text
    assert [row[:2] for row in text.splitlines()] == ["L1", "L2"]
    assert "is waiting for players: Cy" in text
    assert "No game is open" in (await desks.queries.here(hall.wish(EVE, guild=8))).text

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
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, CHANNEL, CY, EVE, OTHER_CHANNEL, PEOPLE, Core
from tests.bot.playing import position, turn
from tests.bot.words import in_words

BUSY = position("..M../..M../MM.MM/..M../..M..", "c3,a4", supply=(3, 3))
CHOPS = position("...../M..../MM.../...../.....", "a2,e5", supply=(2, 2))


@pytest.fixture
async def controls(core: Core) -> Controls:
    """A game of two with both on their corners."""
    await core.seated(ANN, BEN)
    for line in ("a1", "e5"):
        await core.say(await core.mover(), line)
    return Controls(core)


async def lines(core: Core) -> set[str]:
    """Every whole legal turn in notation."""
    table = await core.table()
    return {" ".join(map(str, x)) for x, _ in turns(table.kind.game, table.at.state)}


# options and completion


async def test_the_options_count_and_name_what_is_legal(controls: Controls) -> None:
    """Issue 3: on the enumeration of whole turns."""
    text = (await controls.options(await controls.core.mover())).text
    assert f"{len(await lines(controls.core))} different turns" in text
    assert "Walk to a3" in text
    await controls.core.put(BUSY)
    assert "L1" in (await controls.options(await controls.core.mover())).text


async def test_what_is_completed_is_a_whole_legal_turn(controls: Controls) -> None:
    """Issue 3: best 25, words in the label, notation in the value, each fit for Discord."""
    core = controls.core
    for place in (None, BUSY, CHOPS):
        if place is not None:
            await core.put(place)
        found = await controls.completed(await core.mover(), "")
        assert 0 < len(found) <= 25
        assert all(0 < len(text) <= 100 for pair in found.items() for text in pair)
        if place is not BUSY:
            assert found.keys() <= await lines(core)


async def test_the_best_come_first(controls: Controls) -> None:
    """Issue 3: the most points for the mover."""
    await controls.core.put(CHOPS)
    found = [*await controls.completed(await controls.core.mover(), "")]
    assert "x" in found[0]
    table = await controls.core.table()
    rules, seat = table.kind.game, table.actor
    ends = {" ".join(map(str, x)): s for x, s in turns(rules, table.at.state)}
    gains = [rules.scores(ends[line])[seat][0] for line in found]
    assert gains == sorted(gains, reverse=True)
    assert gains[0] == max(rules.scores(s)[seat][0] for s in ends.values())


@pytest.mark.parametrize(
    ("typed", "line", "label"),
    [
        ("b1", "b1 +c1", "planted c1 · a1 to b1"),
        ("a3; plant south", "a3 +a2", "planted a2 · a1 to a3 · c3 grew to a sapling"),
        ("+c1", "b1 +c1", "planted c1 · a1 to b1"),
        ("planted C1", "b1 +c1", "planted c1 · a1 to b1"),
        ("stay, plant n", "a1 +a2", "planted a2 · stayed on a1"),
    ],
)
async def test_it_is_filtered_as_typed(
    controls: Controls, typed: str, line: str, label: str
) -> None:
    """Issue 3: in notation, in English, and in the words of what comes of it."""
    found = await controls.completed(await controls.core.mover(), typed)
    assert found[line] == label
    assert len(found) < len(await lines(controls.core))


async def test_a_typed_beginning_comes_before_what_only_mentions_it(controls: Controls) -> None:
    found = [*await controls.completed(await controls.core.mover(), "b1")]
    walks = [line.startswith("b1") for line in found]
    assert walks[0]
    assert walks == sorted(walks, reverse=True)


@pytest.mark.parametrize("seed", range(3))
async def test_each_value_can_be_played_as_it_stands(core: Core, seed: int) -> None:
    """Issue 3: in whole games, where trees seed and protesters are placed."""
    chance, people = Random(seed), PEOPLE[: 2 + seed]
    await core.seated(*people)
    controls = Controls(core)
    for _ in range(40):
        if (await core.game()).status == "over":
            break
        mover = await core.mover()
        found = await controls.completed(mover, "")
        line = chance.choice([*found]) if found else turn(await core.table(), chance)
        answer = (await core.say(mover, line)).text
        assert "counts" in answer
        deeds = found.get(line, "").rstrip("…").split(" · ")
        assert any(deed in answer for deed in deeds)
    assert (await core.table()).at.turns > 10


async def test_a_kept_draft_does_not_spoil_a_completed_line(controls: Controls) -> None:
    mover = await controls.core.mover()
    await controls.core.say(mover, "b1")
    assert "a3 +a2" in await controls.completed(mover, "a3")
    assert "counts" in (await controls.core.say(mover, "a3 +a2")).text
    assert (await controls.core.log())[-1] == "a3 +a2"


@pytest.mark.parametrize("typed", ["nonsense", "xe5 now", "b1; plant e5", "z" * 900, "🪓"])
async def test_what_fits_nothing_completes_nothing(controls: Controls, typed: str) -> None:
    assert await controls.completed(await controls.core.mover(), typed) == {}


async def test_nobody_else_is_told_anything(controls: Controls) -> None:
    """Design: nothing of a hand in another person's autocomplete; nor anything else."""
    core = controls.core
    for who in (await core.waiting(), EVE):
        assert await controls.completed(who, "") == {}
        assert "different turns" not in (await controls.options(who)).text
    assert await controls.completed(await core.mover(), "", channel=OTHER_CHANNEL) == {}
    assert await controls.completed(await core.mover(), "", game=1, guild=7) == {}


async def test_a_name_cannot_get_into_a_label(core: Core) -> None:
    """A display name may hold what separates name and story."""
    odd = type(ANN)(31, "Ann: the 1st: ")
    await core.seated(odd, BEN)
    found = await Controls(core).completed(odd if await core.mover() == odd else BEN, "")
    assert set(found.values()) == {f"took corner {at}" for at in ("a1", "a5", "e1", "e5")}


# the record


async def test_the_record_replays_and_names_nobody_by_number(controls: Controls) -> None:
    """Decision 6; no ids of people, and the seed only when it is over."""
    core = controls.core
    panel = await controls.record(EVE)
    assert panel.file == "L1.txt"
    assert not parse(panel.document).seed
    assert (await core.game()).seed.hex() not in panel.document
    await controls.gone(ANN)
    panel = await controls.record(EVE)
    record = parse(panel.document)
    assert record.seed == (await core.game()).seed.hex()
    assert sorted(record.names) == ["Ann", "Ben"]
    assert not any(str(number) in panel.document.split() for number in (ANN.id, BEN.id, CHANNEL))
    *_, account = told(record)
    assert "all of them right" in account


async def test_a_rematch_is_recorded_without_ids(controls: Controls) -> None:
    """Who is called to it is an option of the lobby, and made of ids."""
    await controls.gone(ANN)
    await controls.again(ANN, game=1)
    await controls.again(BEN, game=1)
    record = parse((await controls.record(EVE, game=2)).document)
    assert record.options == {}


async def test_a_lobby_and_a_closed_game_have_a_record_too(core: Core) -> None:
    controls = Controls(core)
    assert "There is no game in this channel" in (await controls.record(ANN)).text
    await core.open(ANN, 2)
    assert parse((await controls.record(EVE)).document).names == ("Ann",)
    await core.cancel(ANN)
    closed = parse((await controls.record(EVE)).document)
    assert [entry.line.split()[0] for entry in closed.entries] == ["open", "cancel"]
    assert not closed.seed


# where one's games are


async def _mine(core: Core, user: int) -> list[GameRow]:
    return await core.store.games_of(user)


async def test_my_games_begin_with_those_that_wait_for_me(controls: Controls) -> None:
    """Experience 3.2: on all servers, mine-to-move first; also asked for without a server."""
    core, where = controls.core, controls.core.cases.whereabouts
    await core.open(ANN, 2, channel=601, guild=7)
    await core.join(BEN, channel=601, guild=7)
    for _ in range(2):
        on_turn = (await core.game()).on_turn or 0
        mover = (await core.game()).sitters[on_turn].user
        panel = await in_words(where.mine(core.wish(ANN, guild=0, channel=0)))
        rows = [row for row in panel.text.splitlines() if not row.startswith("-#")]
        assert len(rows) == 2
        mine = [row.startswith("**Your turn:**") for row in rows]
        assert mine == sorted(mine, reverse=True)
        assert any("<#500>" in row and "Your turn" in row for row in rows) == (mover == ANN.id)
        await core.say(await core.mover(), turn(await core.table(), Random(1)))
    assert len(await _mine(core, BEN.id)) == 2
    assert (
        "You are in no open game"
        in (await in_words(controls.core.cases.whereabouts.mine(core.wish(EVE)))).text
    )


async def test_games_that_are_over_are_not_mine_any_more(controls: Controls) -> None:
    await controls.gone(ANN)
    assert await _mine(controls.core, BEN.id) == []


async def test_here_are_the_games_of_this_server_only(controls: Controls) -> None:
    core, where = controls.core, controls.core.cases.whereabouts
    await core.open(CY, 3, channel=OTHER_CHANNEL)
    await core.open(EVE, 2, channel=601, guild=7)
    text = (await in_words(where.here(core.wish(EVE)))).text
    assert [row[:2] for row in text.splitlines()] == ["L1", "L2"]
    assert "is waiting for players: Cy" in text
    assert (
        "No game is open"
        in (await in_words(controls.core.cases.whereabouts.here(core.wish(EVE, guild=8)))).text
    )

"""Turns without a choice are played at once and told (docs/rulings.md, Logger 17)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from bot.features.consequences import only_turn
from bot.ops.replay import verify_record
from bot.table import records
from bot.table.rows import without_choice
from bot.table.table import Table, Tables
from bot.table.table_options import SECONDS
from rules import GAMES
from rules.drafting import draft
from rules.game import NATURE, NOBODY, Setup
from rules.logjam.position import Phase
from rules.play import perform, turns
from storage import Row
from tests.acting import ANN, BEN, CY, DEE, EVE, PEOPLE, Person
from tests.bot.core import Core, is_sound
from tests.bot.playing import position, turn
from tests.rules.boards import scattered as crowded
from tests.rules.courses import position as race
from tests.rules.courses import river
from tests.rules.rivers_of_logs import scattered

# After `e3 +e4` the logger on e5 has only one tree to protect.
ONE = position("...s./...../..Ts./...s./.....", "e5,e2", 1, supply=(2, 2))

# After `e1 +d1` there is one turn for e5, and then one for e1 again.
# After `d4 d3>e3 +e4` the logger on e2 has to chop, and has ten points.
LAST = position("sMMGM/.T.../.MGG./.T.s./..TsG", "e4,e2", points=(6, 9), stirred=False)
SHORE = river("# # # . . . # # #")

# Either tree may seed e3 for the logger on e5, and then e4 falls.
SAME = position(".sGs./s.GGM/GMGM./MGsMG/M.MsG", "a5,e5", 1)


async def put(core: Core, there: object, *people: Person) -> None:
    await core.begin(*(people or (ANN, BEN)))
    await core.put(there)


async def rows(core: Core) -> list[Row]:
    return await core.store.log((await core.game()).id)


async def test_a_turn_without_a_choice_is_played_at_once(core: Core) -> None:
    """Logger 17. Nobody is asked; the log has it in the transaction of the turn before it."""
    await put(core, ONE)
    mover, other = await core.mover(), await core.waiting()
    answer = await core.say(mover, "e3 +e4")
    assert (await core.log())[-2:] == ["e3 +e4", "e5 !c3 ."]
    there = await rows(core)
    assert without_choice(there) == {there[-1].n}
    assert await core.mover() == mover
    assert "e5" in answer.text
    assert f"{other.name} had only one legal turn, so it was played right away." in answer.text
    assert answer.text.endswith(f"{mover.name} is next.")


async def test_where_all_ways_end_in_one_position_nobody_has_a_choice(core: Core) -> None:
    """Logger 20. The log holds one of the ways."""
    await core.begin(ANN, BEN)
    table = await core.table()
    alone = only_turn(at(table, SAME))
    assert alone is not None
    assert alone.line == "e5 e2>e3 xe4"
    (way,) = turns(GAMES["logger"].game, SAME)
    assert way[1] == alone.state
    assert perform(GAMES["logger"].game, SAME, alone.line) == (alone.state, [*alone.events])


@pytest.mark.parametrize("kind", ["logger", "logjam", "fellers"])
async def test_a_turn_is_played_at_once_exactly_where_all_its_ways_end_alike(
    core: Core, kind: str
) -> None:
    """Logger 20, Logjam 22. A turn that only a hand forces is left to its owner (Fellers 22)."""
    core.kind = kind
    await core.begin(ANN, BEN)
    table, game, seen = await core.table(), GAMES[kind].game, Counter[bool]()
    for s in thorny(kind):
        alike = len([*islice(turns(game, game.view(s, None)), 2)]) == 1
        assert (only_turn(at(table, s)) is not None) is alike, s
        seen[alike] += 1
    assert seen[False]
    assert seen[True] or kind != "logger"


def at(table: Table, state: Any) -> Table:
    return replace(table, at=replace(table.at, state=state))


def thorny(kind: str) -> Iterator[Any]:
    """Positions in which a player is next, many of them with little to choose from."""
    game, chance = GAMES[kind].game, Random(7)
    for _ in range(60 if kind == "logger" else 12):
        if kind == "logger":
            s: Any = crowded(chance, 2, crowd=0.95)
        elif kind == "logjam":
            s = scattered(chance, 2, rows=5)
        else:
            s = game.new(Setup(2))
        for _ in range(0 if kind == "logger" else 12):
            if game.actor(s) == NOBODY:
                break
            s, _ = game.apply(s, chance.choice(game.legal(s)))
        while game.actor(s) == NATURE:
            s, _ = game.apply(s, chance.choice(game.legal(s)))
        if game.actor(s) >= 0:
            yield s


async def test_the_next_post_tells_it(core: Core) -> None:
    """The post tells it like a turn, and mentions only the player who has a choice."""
    await put(core, ONE)
    mover, other = await core.mover(), await core.waiting()
    posts = len(core.posts())
    await core.say(mover, "e3 +e4")
    await core.deliver()
    (post,) = core.posts()[posts:]
    assert post.startswith(f"<@{mover.id}>, your turn in **L1** (turn 12)")
    assert f"\nSince your turn: {other.name} protested on c3.\n" in post
    assert f"<@{other.id}>" not in post


async def test_a_game_may_end_with_one(core: Core) -> None:
    """Then the result is posted, and counted for the server."""
    await put(core, LAST)
    answer = await core.say(await core.mover(), "d4 d3>e3 +e4")
    assert (await core.log())[-1] == "e2 xd2"
    game = await core.game()
    assert (game.status, game.on_turn) == ("over", None)
    assert answer.text.endswith("The game is over.")
    await core.deliver()
    assert "had only one legal turn, so it was played right away." in await core.details()
    assert await core.store.standings(game.guild, "logger")


async def test_the_turn_before_it_can_be_taken_back(core: Core) -> None:
    """Decision 21: an unasked turn isn't an answer, and goes with the turn before it."""
    await core.begin(ANN, BEN, CY)
    mover, before = await unasked_follows(core, Random(2))
    game, table = await core.game(), await core.table()
    skipped = {game.sitters[seat].user for seat in table.at.unasked} - {mover.id}
    for other in (p for p in PEOPLE if p.id in skipped):
        assert "your last turn in L1 was the only legal one" in (await core.do(other, "undo")).text
    assert "has been undone" in (await core.do(mover, "undo")).text
    assert (await core.log())[-1] == f"undo {before.n}"
    assert (await core.table()).at.state == before.at.state
    assert await core.mover() == mover
    for other in (p for p in PEOPLE if p.id in skipped):
        assert "the only legal one" not in (await core.do(other, "undo")).text
    assert "Turn played" in (await core.say(mover, turn(before, Random(4)))).text
    await is_sound(core)


async def unasked_follows(core: Core, chance: Random) -> tuple[Person, Table]:
    """Play until a turn without a choice follows; who spoke before it, and the table then."""
    while True:
        mover, before = await core.mover(), await core.table()
        await core.say(mover, turn(before, chance))
        if (await core.table()).at.unasked:
            return mover, before


async def test_in_a_whole_game_nobody_is_waited_for_without_a_choice(core: Core) -> None:
    """Logger 17. The log replays; the record verifies like any other."""
    chance, asked = Random(3), 0
    await core.begin(ANN, BEN)
    while (await core.game()).status == "playing":
        table = await core.table()
        assert only_turn(table) is None
        assert "Turn played" in (await core.say(await core.mover(), turn(table, chance))).text
        asked += 1
        if asked % 8 == 0:
            await same_when_replayed(core)
    log = await rows(core)
    assert sum(row.seat >= 0 for row in log) == asked + len(without_choice(log))
    assert len(without_choice(log)), "the game has such turns, or it proves nothing"
    await is_sound(core)
    assert verify_record(records.public_record(await core.game(), log)).fair


async def same_when_replayed(core: Core) -> None:
    """The table remembered after a commit equals a replay of the log."""
    game = await core.game()
    assert (await Tables(core.store, core.games).at(game)).at == (await core.tables.at(game)).at


async def placed(core: Core) -> Person:
    """The classic set-up of Logjam for six on six columns, up to the fifth logger; return the
    player who placed it. The sixth then has one square, and so has everyone after."""
    core.kind = "logjam"
    six = (ANN, BEN, CY, DEE, EVE, Person(15, "Flo"))
    await core.begin(*six, options={"setup": "classic", "board": "6x8", "logs": "2233"})
    people, chance = {person.id: person for person in six}, Random(5)
    while True:
        game, table = await core.game(), await core.table()
        assert only_turn(table) is None
        assert game.on_turn is not None
        who, s = people[game.sitters[game.on_turn].user], table.at.state
        word = str(chance.choice(table.kind.game.legal(s)))
        assert "Turn played" in (await core.say(who, word)).text
        if s.phase is Phase.LOGGERS and sum(map(len, s.loggers)) == 4:
            return who


async def test_the_classic_set_up_asks_for_no_logger_that_has_one_square(core: Core) -> None:
    """Logjam 22. The die waits as after any turn, and its maker may take it back."""
    await placed(core)
    table, log = await core.table(), await rows(core)
    assert (table.at.state.phase, table.waiting) == (Phase.ROLL, True)
    assert len(without_choice(log)) == 13
    await same_when_replayed(core)
    await core.pass_time(SECONDS)
    assert (await core.table()).at.state.phase is Phase.MOVE
    await is_sound(core)


async def test_such_a_turn_is_taken_back_with_all_that_followed(core: Core) -> None:
    """Logjam 22. Before a die is rolled; and only the turn's player ends the wait."""
    last = await placed(core)
    others = [p for p in PEOPLE if p != last]
    game = await core.game()
    for other in others:
        hurried = await core.do(other, "go", game=game.id, n=game.n)
        assert "Only the player who took that turn can skip the wait" in hurried.text
    assert "has been undone" in (await core.do(last, "undo")).text
    state = (await core.table()).at.state
    assert (state.phase, sum(map(len, state.loggers))) == (Phase.LOGGERS, 4)
    await is_sound(core)


async def test_what_a_hand_forces_is_not_played_for_its_owner(core: Core) -> None:
    """Decision 17: playing the only way would show the others something of the hand."""
    core.kind = "fellers"
    await core.begin(ANN, BEN)
    stuck = race(SHORE, hand="gm2", gm="d5", logs="d2 d3 d4 d6 d7 d8 e4 e5 f4 f6")
    assert draft(GAMES["fellers"], stuck, "").complete
    assert only_turn(at(await core.table(), stuck)) is None

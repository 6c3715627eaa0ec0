"""Turns without a choice: played at once, told, and in nobody's way.

Source of the promises: docs/rulings.md, Logger 17; docs/decisions.md, 21.
"""

from __future__ import annotations

from random import Random

import pytest

from bot.games import records
from bot.games.table import Table, Tables, unasked
from bot.games.verify import verified
from bot.tables import consequences
from bot.tables.consequences import only_turn
from bot.tables.undo_window import SECONDS
from rules import GAMES
from rules.drafting import draft
from rules.logjam.position import Phase
from rules.play import legal
from storage import GameRow, Row
from tests.bot.desks import Desks, is_sound
from tests.bot.hall import ANN, BEN, CY, DEE, EVE, PEOPLE, Hall, Person
from tests.bot.playing import position, turn
from tests.rules.courses import position as race
from tests.rules.courses import river

# After `e3 +e4` the logger on e5 has only one tree to protect.
ONE = position("...s./...../..Ts./...s./.....", "e5,e2", 1, supply=(2, 2))
# After `e1 +d1` there is one turn for e5, and then one for e1 again.
TWO = position(".sMG./...sG/..GTG/....T/.....", "e5,e1", 1, points=(0, 2))
# After `d4 d3>e3 +e4` the logger on e2 has to chop, and has ten points.
LAST = position("sMMGM/.T.../.MGG./.T.s./..TsG", "e4,e2", points=(6, 9), stirred=False)
SHORE = river("# # # . . . # # #")


async def put(hall: Hall, there: object, *people: Person) -> Desks:
    await hall.seated(*(people or (ANN, BEN)))
    await hall.put(there)
    return Desks(hall)


async def rows(hall: Hall) -> list[Row]:
    return await hall.store.log((await hall.game()).id)


async def test_a_turn_without_a_choice_is_played_at_once(hall: Hall) -> None:
    """Logger 17. Nobody is asked for it. It stands in the log like any other, in the same
    transaction as what it followed from."""
    await put(hall, ONE)
    mover, other = await hall.mover(), await hall.waiting()
    answer = await hall.say(mover, "e3 +e4")
    assert (await hall.log())[-2:] == ["e3 +e4", "e5 !c3 ."]
    assert [unasked(row) for row in (await rows(hall))[-2:]] == [False, True]
    assert await hall.mover() == mover
    assert "e5" in answer.text
    assert f"{other.name} had no choice, so that turn was played at once." in answer.text
    assert answer.text.endswith(f"{mover.name} is next.")


async def test_the_next_post_tells_it(hall: Hall) -> None:
    """What somebody was not asked for is told like a turn, with why; only who has a choice is
    called."""
    await put(hall, ONE)
    mover, other = await hall.mover(), await hall.waiting()
    posts = len(hall.posts())
    await hall.say(mover, "e3 +e4")
    await hall.deliver()
    (post,) = hall.posts()[posts:]
    assert post.startswith(f"<@{mover.id}>, your turn in **L1** (Logger, turn 12)")
    assert f"\n{mover.name}: e2 to e3 · " in post
    assert f"\n{other.name}: stayed on e5" in post
    assert f"\n{other.name} had no choice, so that turn was played at once.\n" in post
    assert f"<@{other.id}>" not in post


async def test_turns_without_a_choice_follow_one_another(hall: Hall) -> None:
    """Also one of the player who has just played."""
    await put(hall, TWO)
    mover, other = await hall.mover(), await hall.waiting()
    answer = await hall.say(mover, "e1 +d1")
    assert (await hall.log())[-3:] == ["e1 +d1", "e5 e2>d2 c5>c4", "e1 xe2"]
    assert await hall.mover() == other
    assert f"{other.name} and {mover.name} had no choice, so those turns were" in answer.text


async def test_a_game_may_end_with_one(hall: Hall) -> None:
    """Then the result is told, and counted for the server."""
    await put(hall, LAST)
    answer = await hall.say(await hall.mover(), "d4 d3>e3 +e4")
    assert (await hall.log())[-1] == "e2 xd2"
    game = await hall.game()
    assert (game.status, game.on_turn) == ("over", None)
    assert answer.text.endswith("The game is over.")
    await hall.deliver()
    assert "had no choice, so that turn was played at once." in hall.posts()[-1]
    assert await hall.store.standings(game.guild, "logger")


async def test_so_many_in_a_row_and_then_somebody_is_asked(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One commit is bounded; who is asked without need says anything of the turn."""
    monkeypatch.setattr(consequences, "UNASKED", 1)
    await put(hall, TWO)
    mover = await hall.mover()
    await hall.say(mover, "e1 +d1")
    assert (await hall.log())[-2:] == ["e1 +d1", "e5 e2>d2 c5>c4"]
    assert await hall.mover() == mover
    assert "counts" in (await hall.say(mover, "e1-e1")).text
    assert (await hall.log())[-1] == "e1 xe2"


async def test_the_turn_before_it_can_be_taken_back(hall: Hall) -> None:
    """Decision 21: what nobody said is nobody's answer, and goes with what it followed from. Who
    was not asked has nothing to take back."""
    await hall.seated(ANN, BEN, CY)
    mover, before = await unasked_follows(hall, Random(2))
    desks, game, table = Desks(hall), await hall.game(), await hall.table()
    skipped = {game.sitters[seat].user for seat in table.at.unasked} - {mover.id}
    for other in (p for p in PEOPLE if p.id in skipped):
        assert "your last turn in L1 was the only one possible" in (await desks.undo(other)).text
    assert "is taken back" in (await desks.undo(mover)).text
    assert (await hall.log())[-1] == f"undo {before.n}"
    assert (await hall.table()).at.state == before.at.state
    assert await hall.mover() == mover
    for other in (p for p in PEOPLE if p.id in skipped):
        assert "the only one possible" not in (await desks.undo(other)).text
    assert "counts" in (await hall.say(mover, turn(before, Random(4)))).text
    await is_sound(hall)


async def unasked_follows(hall: Hall, chance: Random) -> tuple[Person, Table]:
    """Play until a turn without a choice follows; who spoke before it, and the table then."""
    while True:
        mover, before = await hall.mover(), await hall.table()
        await hall.say(mover, turn(before, chance))
        if (await hall.table()).at.unasked:
            return mover, before


async def test_an_answer_that_somebody_said_still_ends_it(hall: Hall) -> None:
    """Nobody takes back what another has answered, whatever was played without a choice."""
    desks = await put(hall, TWO)
    mover, other = await hall.mover(), await hall.waiting()
    await hall.say(mover, "e1 +d1")
    assert "counts" in (await hall.say(other, turn(await hall.table(), Random(3)))).text
    assert f"{other.name} made the last turn" in (await desks.undo(mover)).text


async def test_a_departure_can_leave_somebody_without_a_choice(hall: Hall) -> None:
    """The seat that is next is not waited for then, and nothing that was said is kept for the
    turn after it."""
    alone = position("...../...../s..../Gs.../.Gs..", "e5,a1,c3", supply=(2, 0, 2))
    desks = await put(hall, alone, ANN, BEN, CY)
    seated = [next(p for p in PEOPLE if p.id == s.user) for s in (await hall.game()).sitters]
    panel = await desks.resign(seated[0])
    answer = await desks.press(seated[0], panel, "Resign From L1")
    assert "You have left L1" in answer.text
    assert (await hall.log())[-2:] == ["leave 0", "a1"]
    assert await hall.mover() == seated[2]


async def test_a_line_delivered_twice_has_one_answer(lasting: Hall) -> None:
    """Also from a process that has to replay it: what was not asked for is known by its row."""
    wish, first = None, ""
    await lasting.seated(ANN, BEN)
    chance = Random(11)
    while wish is None or not (await lasting.table()).at.unasked:
        wish = lasting.wish(await lasting.mover(), turn(await lasting.table(), chance))
        first = (await lasting.turns.say(wish)).text
    assert "had no choice" in first
    later = await lasting.again()
    assert (await later.turns.say(wish)).text == first
    assert (await later.table()).at == (await lasting.tables.at(await later.game())).at
    await later.store.close()


@pytest.mark.parametrize("seed", [2, 3, 5])
async def test_in_a_whole_game_nobody_is_waited_for_without_a_choice(hall: Hall, seed: int) -> None:
    """Logger 17. The log replays, the record is told and verified like any other."""
    chance, asked = Random(seed), 0
    await hall.seated(*PEOPLE[: 2 + seed % 3])
    while (await hall.game()).status == "playing":
        table = await hall.table()
        assert only_turn(table) is None
        assert "counts" in (await hall.say(await hall.mover(), turn(table, chance))).text
        asked += 1
        await same_when_replayed(hall, await hall.game())
    log = await rows(hall)
    assert sum(row.seat >= 0 for row in log) == asked + sum(map(unasked, log))
    assert sum(map(unasked, log)), "the game has such turns, or it proves nothing"
    await is_sound(hall)
    assert verified(records.recorded(await hall.game(), log)).fair


async def same_when_replayed(hall: Hall, game: GameRow) -> None:
    """What is remembered after a commit is what the log says."""
    assert (await Tables(hall.store).at(game)).at == (await hall.tables.at(game)).at


# chance that waits


async def placed(hall: Hall) -> Person:
    """The classic set-up of Logjam for six on six columns, as far as the fifth logger; who has
    stood that one. The sixth then has one square, and so has everybody from there on."""
    hall.kind = "logjam"
    six = (ANN, BEN, CY, DEE, EVE, Person(15, "Flo"))
    await hall.seated(*six, options={"setup": "classic", "board": "6x8", "logs": "2233"})
    people, chance = {person.id: person for person in six}, Random(5)
    while True:
        game, table = await hall.game(), await hall.table()
        assert only_turn(table) is None
        assert game.on_turn is not None
        who, s = people[game.sitters[game.on_turn].user], table.at.state
        word = str(chance.choice(legal(table.kind.game, s)))
        assert "counts" in (await hall.say(who, word)).text
        if s.phase is Phase.LOGGERS and sum(map(len, s.loggers)) == 4:
            return who


async def test_the_classic_set_up_asks_for_no_logger_that_has_one_square(hall: Hall) -> None:
    """Logjam 22. From the last free square on nobody has a choice. The die waits as after any
    turn, and the one who made it may take it back or go on."""
    await placed(hall)
    table, log = await hall.table(), await rows(hall)
    assert (table.at.state.phase, table.waiting) == (Phase.ROLL, True)
    assert sum(map(unasked, log)) == 13
    await same_when_replayed(hall, await hall.game())
    hall.time.seconds += SECONDS
    await hall.clock.tick()
    assert (await hall.table()).at.state.phase is Phase.MOVE
    await is_sound(hall)


async def test_such_a_turn_is_taken_back_with_all_that_followed(hall: Hall) -> None:
    """Logjam 22. Before a die is rolled; and only who made it ends the wait."""
    last = await placed(hall)
    desks = Desks(hall)
    others = [p for p in PEOPLE if p != last]
    game = await hall.game()
    for other in others:
        hurried = await hall.done(
            hall.cases.undo_window.end, hall.wish(other, game=game.id, n=game.n)
        )
        assert "Only who made it can end the wait" in hurried.text
    assert "is taken back" in (await desks.undo(last)).text
    state = (await hall.table()).at.state
    assert (state.phase, sum(map(len, state.loggers))) == (Phase.LOGGERS, 4)
    await is_sound(hall)


# hidden hands


async def test_what_a_hand_forces_is_not_played_for_its_owner(hall: Hall) -> None:
    """Decision 17: that there is only one way would tell the others what the hand holds."""
    hall.kind = "fellers"
    await hall.seated(ANN, BEN)
    stuck = race(SHORE, hand="gm2", gm="d5", logs="d2 d3 d4 d6 d7 d8 e4 e5 f4 f6")
    assert draft(GAMES["fellers"], stuck, "").complete
    await hall.put(stuck)
    assert only_turn(await hall.table()) is None

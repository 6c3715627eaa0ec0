"""Forest Fellers' machine for playing on, in step with the rules, and its valuation."""

from __future__ import annotations

from itertools import repeat
from math import inf, isfinite
from random import Random
from typing import Any

import pytest

from rules.fellers.computer import (
    ANY,
    ENTER,
    Card,
    FastRiver,
    FastTurn,
    Playouts,
    Race,
    tables,
    turns,
)
from rules.fellers.position import FIGURES, JOKER, ROUNDS, Phase, Position
from rules.fellers.river import COMPASS
from rules.fellers.rules import Draw, Go
from rules.game import NOBODY, Leave, Setup
from tests.rules.courses import FELLERS, after, holding, opening, position, river
from tests.rules.games import dealt
from tests.rules.races import choose

BAGS = "hands", "piles", "gone"
THINGS = "at", "taken", "drift", "away"


def fast(s: Position) -> Race:
    """A position at the beginning of a turn, as the machine has it."""
    assert s.course is not None
    return Race(s, tables(s.course))


def play(here: Race, turn: FastTurn) -> bool:
    """Play all of a turn but the draw. False if it wins the race."""
    return here.take(turn, here.board, here.board.walk(turn.figure, turn.path))


def arrangement(here: Race) -> dict[str, Any]:
    """All of a race but the order of the cards."""
    bags = {name: [sorted(bag) for bag in getattr(here, name)] for name in BAGS}
    return bags | things(here.board) | {"mover": here.mover, "winner": here.winner}


def things(board: FastRiver) -> dict[str, Any]:
    """Everything that moves."""
    return {name: getattr(board, name) for name in THINGS}


def onward(s: Position) -> Playouts:
    """The playout of a position."""
    found = FELLERS.playouts(s)
    assert found is not None
    return found


def word(card: Card) -> str:
    """A card as the rules know it."""
    return JOKER if card[0] == ANY else f"{FIGURES[card[0]]}{card[1]}"


def played(s: Position, turn: FastTurn) -> Position:
    """The machine's turn by the rules, as far as possible; floats go in the order of the words."""
    s = after(s, word(turn.card))
    if s.phase is Phase.PICK:
        s = after(s, FIGURES[turn.figure])
    for cell, way in turn.path:
        assert s.course is not None
        wanted = s.course.names[cell] if way == ENTER else COMPASS[way]
        if wanted not in map(str, FELLERS.legal(s)):
            break
        s = after(s, wanted)
        assert s.figures[turn.figure] == cell
    if s.phase is Phase.MOVE:
        s = after(s, ".")
    while s.phase is Phase.FLOAT:
        s, _ = FELLERS.apply(s, FELLERS.legal(s)[0])
    return s


def by_chance(s: Position, rng: Random) -> FastTurn:
    """Any turn, mostly downstream, which shoves much."""
    begun, path = s, list[tuple[int, int]]()
    while s.phase is not Phase.MOVE:
        s, _ = FELLERS.apply(s, rng.choice(FELLERS.legal(s)))
    figure, card = s.figure, s.card
    while s.phase is Phase.MOVE:
        step = choose(rng, s, 0.7)
        s, _ = FELLERS.apply(s, step)
        if str(step) != ".":
            path.append((s.figures[figure], step.direction if isinstance(step, Go) else ENTER))
    held = next(x for x in fast(begun).hands[begun.mover] if word(x) == card)
    return FastTurn(held, figure, tuple(path))


def in_step(s: Position, rng: Random, sensible: float) -> int:
    """Play a game to its end by both. sensible: the share of turns that the machine chooses; return
    the number of turns."""
    here, turns = fast(s), 0
    while not here.over:
        assert arrangement(here) == arrangement(fast(s))
        chosen = here.chosen() if rng.random() < sensible else None
        turn = by_chance(s, rng) if chosen is None else chosen[0]
        s, turns = played(s, turn), turns + 1
        on = play(here, turn)
        if chosen is not None:
            assert (things(chosen[1]), chosen[2]) == (things(here.board), on)
        if on:
            seat = here.mover
            here.draw(rng.random())
            s, _ = FELLERS.apply(s, Draw(word(here.hands[seat][-1])))
    assert FELLERS.actor(s) == NOBODY
    assert (here.winner, here.board.at) == (s.winner, [*s.figures])
    assert here.board.taken == fast(s).board.taken
    return turns


@pytest.mark.parametrize(("seats", "course"), [(2, "D+E"), (5, "E+K")])
def test_whole_games_are_played_as_by_the_rules(seats: int, course: str) -> None:
    """Forest Fellers rules, Playing the Game and Game End: steps, shoves, currents, cards, ends."""
    rng = Random(f"{seats} {course}")
    s = dealt(FELLERS, FELLERS.new(Setup(seats, {"course": course})), rng)
    assert in_step(s, rng, 0.5) > 20


def test_whoever_has_left_is_passed_over() -> None:
    """Fellers 24: their lumberjacks are off the river, and they have no turn."""
    rng = Random(1)
    s, _ = FELLERS.apply(opening(4, "A+H"), Leave(2))
    assert in_step(s, rng, 1.0) > 20
    s, _ = FELLERS.apply(opening(3, "A+H"), Leave(0))
    assert in_step(s, rng, 1.0) > 20
    assert fast(s).shares()[0] == 0


def test_whoever_floats_over_the_finish_wins() -> None:
    """Forest Fellers rules, Game End: the last one is carried home by a current."""
    mouth = river("# # # . . . # # #\n" * 10 + "# # # . 3 . # # #\n" * 2)
    s = position(mouth, hand="gm1 gw1", gm="e10", gw="home", kw="home")
    s = holding(s, 1, "ym1")
    assert in_step(s, Random(1), 1.0) == 1
    here = fast(s)
    assert not play(here, here.chosen()[0])
    assert here.shares() == [1, 0]


def test_a_seat_that_others_have_brought_home_wins_when_its_turn_comes() -> None:
    """Forest Fellers rules, Game End."""
    here = fast(opening(2, "A+H"))
    here.board.away[1] = 0
    here.draw(0.0)
    assert here.winner == 1


def test_after_the_last_round_nobody_has_won() -> None:
    """Fellers 21: after the last round the race is counted, even if somebody would be home then."""
    s = opening(2, "A+H")._replace(round=ROUNDS, mover=1)
    assert in_step(s, Random(1), 1.0) == 1
    here = fast(s)
    here.board.away[0] = 0
    here.draw(0.0)
    assert (here.over, here.winner) == (True, NOBODY)
    assert sum(here.shares()) == pytest.approx(1)


def test_first_sight_counts_what_is_left_in_hand() -> None:
    """docs/decisions.md, 79: a card played for nothing is gone."""
    s = position(river(), gm="d2", gw="home", kw="home", ym="d2", yw="home", wm="home")
    seen = holding(s, 0, "gm4 gm5"), holding(s, 0, "gm1 gm2")
    high, low = (onward(each).seems(each) for each in seen)
    assert high[0] > low[0] > 0
    assert sum(high) == pytest.approx(1)
    left = s._replace(left=(False, True))
    assert onward(left).seems(left) == [1, 0]


def test_a_current_that_is_barred_keeps_nobody_from_the_finish() -> None:
    """Forest Fellers rules, Playing the Game."""
    assert all(map(isfinite, turns(river("# # # . 0 . # # #"))))


def test_a_game_is_played_on_for_some_rounds() -> None:
    """rules/game.py, Playouts: from nature's word on; a won race is one."""
    s = opening(2, "A+H")
    found = onward(s)
    drawn = played(s, fast(s).chosen()[0])
    shares, positions = found.play_out(drawn, repeat(0.5))
    assert sum(shares) == pytest.approx(1)
    assert (shares, positions) == found.play_out(drawn, repeat(0.5))
    near = holding(position(river(), gm="home", gw="home", kw="e12", hand="kw1 kw2"), 1, "ym1 ym2")
    near = after(near, "kw1 .")
    shares, fewer = onward(near).play_out(near, repeat(0.0))
    assert list(shares) == [1, 0]
    assert fewer < positions


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_start_is_even_and_victory_is_everything(seats: int) -> None:
    """Forest Fellers rules, Game End; everybody has as far to go."""
    s = opening(seats)
    assert {FELLERS.worth(s, seat) for seat in range(seats)} == {0}
    assert FELLERS.worth(s._replace(winner=1), 1) == inf
    unchosen = FELLERS.new(Setup(seats, {"course": "random"}))
    assert FELLERS.worth(unchosen, 0) == 0

"""Forest Fellers' machine for playing on, in step with the rules, and its valuation."""

from __future__ import annotations

from itertools import repeat
from math import inf
from random import Random
from typing import Any

import pytest

from rules.fellers.computer import (
    ANY,
    ENTER,
    FURTHEST,
    Card,
    FastRiver,
    FastTurn,
    Playouts,
    Race,
    rests,
    tables,
    turns,
    ways,
)
from rules.fellers.position import FIGURES, HOME, JOKER, ROUNDS, Phase, Position
from rules.fellers.river import BANK, BARRED, COMPASS, OFF, Course
from rules.fellers.rules import Draw, Go
from rules.game import NATURE, NOBODY, Leave, Setup
from tests.rules.courses import FELLERS, after, holding, opening, position, river
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


def spoken(s: Position, said: str) -> Position:
    """The position after a word, which is legal."""
    step = next(x for x in FELLERS.legal(s) if str(x) == said)
    return FELLERS.apply(s, step)[0]


def played(s: Position, turn: FastTurn) -> Position:
    """The machine's turn by the rules, as far as possible; floats go in the order of the words."""
    s = spoken(s, word(turn.card))
    if s.phase is Phase.PICK:
        s = spoken(s, FIGURES[turn.figure])
    for cell, way in turn.path:
        assert s.course is not None
        wanted = s.course.names[cell] if way == ENTER else COMPASS[way]
        if wanted not in map(str, FELLERS.legal(s)):
            break
        s = spoken(s, wanted)
        assert s.figures[turn.figure] == cell
    if s.phase is Phase.MOVE:
        s = spoken(s, ".")
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


def dealt(s: Position, rng: Random) -> Position:
    while FELLERS.actor(s) == NATURE:
        s, _ = FELLERS.apply(s, rng.choice(FELLERS.legal(s)))
    return s


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


@pytest.mark.parametrize(("seats", "course"), [(2, "D+E"), (3, "B+L"), (4, "C+G"), (5, "E+K")])
def test_whole_games_are_played_as_by_the_rules(seats: int, course: str) -> None:
    """Forest Fellers rules, Playing the Game and Game End: steps, shoves, currents, cards, ends."""
    rng = Random(f"{seats} {course}")
    s = dealt(FELLERS.new(Setup(seats, {"course": course})), rng)
    assert in_step(s, rng, 0.5) > 20


def test_whoever_has_left_is_passed_over() -> None:
    """Fellers 24: their lumberjacks are off the river, and they have no turn."""
    rng = Random(1)
    s, _ = FELLERS.apply(opening(4, "A+H"), Leave(2))
    assert in_step(s, rng, 1.0) > 20
    s, _ = FELLERS.apply(opening(3, "A+H"), Leave(0))
    assert in_step(s, rng, 1.0) > 20
    assert fast(s).shares()[0] == 0


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


def test_without_currents_a_turn_gains_what_it_seems_to() -> None:
    """docs/decisions.md, 79: shoves of one's own count for a walk, those of others against it."""
    own, others = {"gm": "e5", "gw": "e6", "kw": "d7"}, {"ym": "d6", "yw": "f7", "wm": "e7"}
    where: dict[str, Any] = own | others
    s = position(river(), hand="gm4 gw5 j", logs="f6", **where)
    here, shoves = fast(s), 0
    for seems, besides, _, turn in here.promising():
        board = here.board.like()
        assert board.walk(turn.figure, turn.path)
        assert here.lead(board) - here.lead(here.board) + besides == pytest.approx(seems)
        moved = [old != new for old, new in zip(here.board.at, board.at, strict=True)]
        shoves += sum(moved) > 1
    assert shoves


def test_a_game_is_played_on_for_some_rounds() -> None:
    """rules/game.py, Playouts: from nature's word on; a won race is one."""
    s = opening(2, "A+H")
    found = onward(s)
    drawn = played(s, fast(s).chosen()[0])
    shares, positions = found.ended(drawn, repeat(0.5))
    assert sum(shares) == pytest.approx(1)
    assert (shares, positions) == found.ended(drawn, repeat(0.5))
    near = holding(position(river(), gm="home", gw="home", kw="e12", hand="kw1 kw2"), 1, "ym1 ym2")
    near = after(near, "kw1 .")
    shares, fewer = onward(near).ended(near, repeat(0.0))
    assert list(shares) == [1, 0]
    assert fewer < positions


def test_before_there_is_a_course_nothing_is_played_on() -> None:
    """rules/game.py, playouts."""
    assert FELLERS.playouts(FELLERS.new(Setup(2, {"course": "random"}))) is None


def test_what_others_hold_is_not_known_to_it() -> None:
    """Fellers 22: an unseen card isn't a card, so a computer has to imagine it first."""
    s = opening(2, "A+H")
    here = fast(FELLERS.view(s, 0))
    assert (len(here.hands[0]), here.hands[1], here.piles[1]) == (3, [], [])


CHANNEL = river("""
    # # # . . . # # #
    # # . . . . . # #
    # # . . . . . # #
    # # . . . . . # #
""")
QUICK = river("""
    # # # . . . # # #
    # # . . 3 . . # #
    # # . . 3 . . # #
    # # . . 3 . . # #
""")


def within(course: Course, start: int, steps: int) -> set[int]:
    """Every cell, or OFF, that a lumberjack alone on the river can walk to."""
    found = {start}
    for _ in range(steps):
        found |= {to for cell in found - {OFF} for to in course.toward[cell]} - {BANK, BARRED}
    return found


@pytest.mark.parametrize("course", [CHANNEL, QUICK, river()])
def test_the_best_ways_are_known_beforehand(course: Course) -> None:
    """Forest Fellers rules, Playing the Game: up to as many steps as the card shows."""
    needed, rest = turns(course), rests(course)
    for start, by_steps in enumerate(ways(course)):
        for steps in range(FURTHEST + 1):
            least, path = by_steps[steps]
            here = start
            for cell, way in path:
                assert here == cell
                here = course.toward[cell][way]
            ends = {
                end: needed[HOME if end == OFF else rest[end]]
                for end in within(course, start, steps)
            }
            assert len(path) <= steps
            assert ends[here] == least == min(ends.values())


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_start_is_even_and_victory_is_everything(seats: int) -> None:
    """Forest Fellers rules, Game End; everybody has as far to go."""
    s = opening(seats)
    assert {FELLERS.worth(s, seat) for seat in range(seats)} == {0}
    assert FELLERS.worth(s._replace(winner=1), 1) == inf
    unchosen = FELLERS.new(Setup(seats, {"course": "random"}))
    assert FELLERS.worth(unchosen, 0) == 0

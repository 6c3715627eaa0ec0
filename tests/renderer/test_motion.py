"""A game's account of its events, as movement for pages."""

from itertools import islice
from typing import Any

import pytest

import renderer
from renderer import moves
from rules.fellers.position import FIGURES
from rules.game import NATURE, Event, Setup
from rules.logger.rules import BOARD, PROTESTED
from rules.play import look
from tests.games import EVERY
from tests.hosted import HOSTED
from tests.renderer.gallery import COUNTS, crowd_labels
from tests.rules.games import by_chance

Lying = set[tuple[str, tuple[str, ...]]]


def lying(kind: str, s: Any) -> Lying:
    """What lies where, by its name."""
    if kind == "logger":
        loggers = ((f"logger {n}", (BOARD.names[at],)) for n, at in enumerate(s.loggers) if at >= 0)
        trees = [(name, stage) for name, stage in zip(BOARD.names, s.trees, strict=True) if stage]
        sitting = {("protester", (name,)) for name, stage in trees if stage == PROTESTED}
        return {*loggers, *(("tree", (name,)) for name, _ in trees), *sitting}
    if kind == "logjam":
        names = s.terms.grid.names
        logs = {("log", tuple(names[cell] for cell in log)) for log in s.logs}
        seats = enumerate(s.loggers)
        return logs | {(f"logger {n}", (names[cell],)) for n, cells in seats for cell in cells}
    names = s.course.names if s.course else ()
    figures = zip(FIGURES, s.figures, strict=True)
    there = {(code, (names[at],)) for code, at in figures if at >= 0}
    return there | {("log", (names[cell],)) for cell in s.logs}


@pytest.mark.no_cover
@pytest.mark.parametrize("kind", ["logger", "logjam", "fellers"])
@pytest.mark.parametrize("seed", range(2))
def test_whatever_lies_elsewhere_after_a_step_has_moved_there(kind: str, seed: int) -> None:
    """In games at random: a new thing in a place has come there by a move, and a missing one has
    left by one, except those of a given-up seat and a protester on a tree that falls."""
    game = EVERY[kind].game
    for s, _, _, events, after in islice(
        by_chance(game, game.new(Setup(max(COUNTS[kind]))), seed), 150
    ):
        ways = [move for beat in moves(HOSTED[kind], events) for move in beat]
        before, now = lying(kind, s), lying(kind, after)
        if kind != "fellers" or s.course:
            assert now - before <= {(it.what, it.way[-1]) for it in ways}, events
        gone = {it for it in before - now if it[0] != "protester"}
        assert gone <= {(it.what, it.way[0]) for it in ways}, events


def test_what_happens_at_once_is_one_beat() -> None:
    """All trees of a cross grow after the walk; a logger that pushes a log goes with it, and so
    does everything that it meets; a shoved one makes room for the one that comes."""
    walk = said("walks 0 b2 b3", "grows 0 b4", "grows 0 c3", "plants 0 a3")
    assert moves(HOSTED["logger"], walk) == [
        (("logger 0", (("b2",), ("b3",))),),
        (("tree", (("b4",), ("b4",))), ("tree", (("c3",), ("c3",)))),
        (("tree", ((), ("a3",))),),
    ]
    log = "log", (("c5", "d5"), ("c8", "d8"))
    push = said("pushes 1 c4 c5", "slides 1 c5 d5 c8 d8", "carried 0 d5 d8")
    pushed = ("logger 1", (("c4",), ("c5",))), log, ("logger 0", (("d5",), ("d8",)))
    assert moves(HOSTED["logjam"], push) == [pushed]
    shift = said("shifts 1 c5", "drifts 1 c5 c6")
    assert moves(HOSTED["logjam"], shift) == [(("log", (("c5", "c6"), ())),)]
    float_ = said("floats 0 gm d4 d5 d6", "shoves 0 log d6 d7", "finishes 0 gm d6")
    shoved = ("gm", (("d4",), ("d5",), ("d6",))), ("log", (("d6",), ("d7",)))
    assert moves(HOSTED["fellers"], float_) == [shoved]


def said(*events: str) -> tuple[Event, ...]:
    split = (event.split() for event in events)
    return tuple(Event(verb, int(seat), tuple(at)) for verb, seat, *at in split)


@pytest.mark.parametrize("kind", ["logger", "logjam", "fellers"])
def test_the_ground_is_the_same_whatever_lies_on_it(kind: str) -> None:
    game, drawn = EVERY[kind].game, set[bytes]()
    for s, seat, *_ in islice(by_chance(game, game.new(Setup(2)), 1), 60):
        if seat != NATURE and (kind != "fellers" or s.course):
            seen = look(game, s, (), None)
            drawn.add(renderer.draw_ground(HOSTED[kind], seen, crowd_labels(kind, 2)).png)
    assert len(drawn) == 1


def test_a_game_that_says_nothing_of_it_has_no_movement() -> None:
    """The guide's example: nothing moves, and there is no board without anything on it."""
    game = EVERY["keep"].game
    s = game.new(Setup(2))
    _, events = game.apply(s, game.legal(s)[0])
    assert moves(HOSTED["keep"], events) == []
    with pytest.raises(ValueError, match="keep has no board"):
        renderer.draw_ground(HOSTED["keep"], look(game, s, (), None), crowd_labels("keep", 2))

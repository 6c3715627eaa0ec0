"""Forest Fellers: over the finish, and who wins when."""

from rules.fellers.position import FIGURES, HOME, ROUNDS, Phase, Position
from rules.game import NOBODY, Event
from rules.play import winners
from tests.rules.courses import (
    FELLERS,
    after,
    at,
    changed,
    dealt,
    holding,
    name,
    position,
    river,
)

CHANNEL = river()


def drawn(s: Position) -> tuple[Position, list[Event]]:
    """Nature has drawn the one card that is missing."""
    return FELLERS.apply(s, FELLERS.legal(s)[0])


def with_home(s: Position, codes: str) -> Position:
    """These lumberjacks are home."""
    homes = (
        HOME if code in codes.split() else spot
        for code, spot in zip(FIGURES, s.figures, strict=True)
    )
    return changed(s, figures=tuple(homes))


def test_example_6_a_rival_shoved_home_has_to_wait_for_his_turn() -> None:
    """Forest Fellers rules, Game End: and somebody else may win before."""
    s = position(CHANNEL, "gm1", seats=3, hand="gm2 gw2", gm="f12", bm="f13", ym="e12")
    s = holding(with_home(s, "rm rw yw wm"), 1, "ym2 wm1 wm3")
    shoved = after(s, "s")
    assert (at(shoved, "bm"), shoved.phase, shoved.winner) == ("home", Phase.DRAW, NOBODY)
    due = dealt(shoved)
    assert (due.phase, due.mover) == (Phase.PLAY, 1)
    assert after(due, "ym2 s").winner == 1
    waited, events = drawn(after(due, "ym2 ."))
    assert [event.verb for event in events] == ["draws", "gets", "wins"]
    assert (waited.winner, FELLERS.actor(waited)) == (2, NOBODY)


def test_the_turn_limit_ends_the_race() -> None:
    """Fellers 21. After 400 rounds most lumberjacks home, then fewest steps to go."""
    where = position(CHANNEL, gm="e12", gw="e2", ym="e11", yw="e10").figures
    s = changed(position(CHANNEL, "ym1", mover=1, hand="ym2 ym3"), figures=where)
    over, events = drawn(after(changed(s, round=ROUNDS), "."))
    assert [event.verb for event in events] == ["draws", "gets", "ends"]
    assert (over.phase, over.winner) == (Phase.OVER, NOBODY)
    shore = CHANNEL.shore
    assert FELLERS.scores(over) == ((0, 0, -(1 + 11 + shore)), (0, 0, -(2 + 3 + shore)))
    assert winners(FELLERS, over) == (1,)
    assert drawn(after(changed(s, round=ROUNDS - 1), "."))[0].round == ROUNDS


def test_a_round_is_a_turn_of_everybody() -> None:
    """Fellers 21. Rounds are counted from the first seat."""
    s = position(CHANNEL, "ym1", mover=1, seats=3)
    assert dealt(after(s, ".")).round == 1
    s = position(CHANNEL, "rm1", mover=2, seats=3)
    there = dealt(after(s, "."))
    assert (there.mover, there.round) == (0, 2)


def test_the_shore_is_one_step_further_than_the_nearest_start() -> None:
    """Forest Fellers rules, Playing the Game: the first step is onto a start space."""
    fewest = min(CHANNEL.steps[cell] for cell in CHANNEL.starts)
    assert CHANNEL.shore == fewest + 1
    assert name(position(CHANNEL), CHANNEL.starts[0]) == "d1"
    assert HOME not in CHANNEL.starts

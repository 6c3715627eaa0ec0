"""Logger: a seat that is given up for good."""

from hypothesis import given
from hypothesis import strategies as st

from rules.game import NOBODY, Leave, Setup
from rules.logger.rules import GONE, Phase, Position
from rules.play import legal, replay
from tests.rules.boards import LOGGER, after, position
from tests.rules.games import any_seed, positions

TABLE_OF_THREE = """
    . . . . .
    . . . G .
    . M A M B
    . . . . .
    . . C . .
"""


def left(s: Position, seat: int) -> Position:
    return LOGGER.apply(s, Leave(seat))[0]


def test_the_seat_is_skipped_from_then_on() -> None:
    """Logger 18. The rounds go on in the original order."""
    s = left(position(TABLE_OF_THREE), 1)
    movers = []
    for _ in range(4):
        movers.append(s.mover)
        while s.mover == movers[-1]:
            s, _ = LOGGER.apply(s, legal(LOGGER, s)[0])
    assert movers == [0, 2, 0, 2]


def test_the_round_begins_with_the_first_who_is_left() -> None:
    """Logger 18. When the first player has gone, the second begins the rounds."""
    s = left(position(TABLE_OF_THREE, mover=2), 0)
    assert s.mover == 2
    assert after(s, "c1 +c2").mover == 1


@given(st.integers(3, 4), any_seed, st.integers(0, 3), st.integers(0, 60))
def test_the_others_play_to_the_end(seats: int, seed: int, who: int, when: int) -> None:
    """Logger 18. Whoever leaves, and whenever, the game of the others goes on and ends."""
    starts = [s for s in positions(seats, seed) if s.phase in (Phase.WALK, Phase.CORNER)]
    s, turns = left(starts[when % len(starts)], who % seats), 0
    while LOGGER.actor(s) != NOBODY:
        assert s.loggers[s.mover] != GONE
        s, _ = LOGGER.apply(s, legal(LOGGER, s)[turns % len(legal(LOGGER, s))])
        turns += 1
        assert turns < 9000
    assert LOGGER.scores(s)[who % seats] == ()


def test_leaving_is_a_row_of_the_log() -> None:
    """docs/decisions.md, 6: a word of the table, replayed like the others."""
    rows = [(4, 0, "a1", ""), (5, -3, "leave 1", ""), (6, 2, "e5", "")]
    *_, last = replay(LOGGER, Setup(3), rows)
    s, events = last.after, [*last.events]
    assert (s.phase, s.mover) == (Phase.WALK, 0)
    assert [event.verb for event in events] == ["stands"]
    assert str(Leave(1)) == "leave 1"

"""Logger: a seat that is given up for good."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game import NOBODY, Leave, Setup
from rules.logger.rules import GONE, Phase, Position
from rules.play import legal, replay, winners
from tests.rules.boards import ENGLISH, LOGGER, PEOPLE, after, choices, opening, position, squares
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


def test_who_leaves_takes_his_logger_and_his_hand() -> None:
    """Logger 18. Trees and what is on them stay, and so do the points."""
    s = position(TABLE_OF_THREE, supply=(1, 2, 0), points=(3, 4, 5))
    gone, events = LOGGER.apply(s, Leave(1))
    assert [(event.verb, event.seat) for event in events] == [("leaves", 1)]
    assert (gone.loggers[1], gone.supply, gone.points) == (GONE, (1, 0, 0), (3, 4, 5))
    assert (gone.trees, squares(gone, "G")) == (s.trees, {"d4"})
    assert (gone.mover, gone.phase) == (0, Phase.WALK)
    assert squares(gone, ".") - squares(s, ".") == {"e3"}
    assert "Ben has left" in ENGLISH.pieces(gone, PEOPLE[:3])
    assert str(gone) != str(s)


def test_who_leaves_has_no_score() -> None:
    """Logger 18. He cannot win, whatever he had."""
    s = left(position(TABLE_OF_THREE, points=(3, 14, 5)), 1)
    assert LOGGER.scores(s) == ((3, 0), (), (5, 0))
    assert winners(LOGGER, s) == (2,)


def test_the_seat_is_skipped_from_then_on() -> None:
    """Logger 18. The rounds go on in the original order."""
    s = left(position(TABLE_OF_THREE), 1)
    movers = []
    for _ in range(4):
        movers.append(s.mover)
        while s.mover == movers[-1]:
            s, _ = LOGGER.apply(s, legal(LOGGER, s)[0])
    assert movers == [0, 2, 0, 2]


@pytest.mark.parametrize(("mover", "following"), [(0, 1), (1, 2), (2, 0)])
def test_when_the_mover_leaves_the_next_one_is_due(mover: int, following: int) -> None:
    """Logger 18. A turn that nobody takes is none."""
    s = left(position(TABLE_OF_THREE, mover=mover), mover)
    assert (s.phase, s.mover) == (Phase.WALK, following)


def test_the_round_begins_with_the_first_who_is_left() -> None:
    """Logger 18. When the first player has gone, the second begins the rounds."""
    s = left(position(TABLE_OF_THREE, mover=2), 0)
    assert s.mover == 2
    assert after(s, "c1 +c2").mover == 1


def test_the_last_round_ends_when_its_last_player_leaves() -> None:
    """Logger 18; Logger, 2011 sheet, End Game: nobody is left to have his last turn."""
    s = position(TABLE_OF_THREE, mover=2, points=(11, 0, 0), stirred=True)
    over, events = LOGGER.apply(s, Leave(2))
    assert [event.verb for event in events] == ["leaves", "ends"]
    assert over.phase is Phase.OVER


def test_with_two_players_the_game_ends() -> None:
    """Logger 18. The one who stays has nobody to play with, and wins."""
    two = position(TABLE_OF_THREE.replace("C", "."), points=(0, 9))
    over, events = LOGGER.apply(two, Leave(1))
    assert [event.verb for event in events] == ["leaves"]
    assert LOGGER.actor(over) == NOBODY
    assert winners(LOGGER, over) == (0,)


def test_leaving_is_a_change_to_a_round_without_any() -> None:
    """Logger 18 and 16. The square that becomes free may set the others free."""
    s = position(
        """
        M M M G B
        M M M M G
        M M M M M
        G M M M M
        A C M M M
    """,
        mover=2,
    )
    s = left(s, 2)
    assert (s.phase, s.mover) == (Phase.WALK, 0)
    assert choices(s) == {"a1", "b1"}


def test_leaving_before_the_corner_leaves_the_corner_to_the_others() -> None:
    """Logger 18 and 17. With three left of four, everybody has a choice."""
    s = left(after(opening(4), "a1"), 1)
    assert (s.phase, s.mover) == (Phase.CORNER, 2)
    s = after(s, "e5")
    assert (s.phase, s.mover) == (Phase.CORNER, 3)
    s = after(s, "a5")
    assert (s.phase, s.mover) == (Phase.WALK, 0)
    last = left(after(after(opening(3), "a1"), "e5"), 2)
    assert (last.phase, last.mover) == (Phase.WALK, 0)


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

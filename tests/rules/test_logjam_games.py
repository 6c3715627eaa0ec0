"""Logjam: what holds in every game, on random whole games with every option."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import NATURE, NOBODY, Event, Seat, Setup, Step
from rules.logjam.building import OPTIONS
from rules.logjam.position import QUIET_ROWS, Phase, Position, lying, owners
from rules.play import legal, winners
from tests.rules.rivers_of_logs import LOGJAM, whole_game

Move = tuple[Position, Seat, Step, list[Event], Position]  # before, who, what, events, after

tables = st.fixed_dictionaries(
    {},
    optional={
        "loggers": st.sampled_from(["3", "4", "5"]),
        "setup": st.sampled_from(["quick", "classic"]),
        "board": st.sampled_from(["6x8", "7x9", "12x8", "10x12", "8x16"]),
        "logs": st.sampled_from(["2", "5555", "234", "2222333344445555"]),
    },
)
seats = st.integers(2, 6)
seeds = st.integers(0, 2**32)


def everybody_is_somewhere(game: list[Move]) -> None:
    """Logjam rules, Initial Setup and Play of the Game: on the board, on the way to the starting
    row, or off over the open edge."""
    for *_, s in game:
        for on, hand, home in zip(s.loggers, s.hand, s.home, strict=True):
            assert len(on) + hand + home == s.terms.each
            assert min(hand, home) >= 0


def nothing_shares_a_square(game: list[Move]) -> None:
    """Logjam rules, Moving a Logger and Rolling a Two: logs neither overlap nor bend nor enter
    the two back rows; no logger on a log; one colour on a square."""
    for *_, s in game:
        cells = [cell for log in s.logs for cell in log]
        assert len(set(cells)) == len(cells)
        assert min(cells, default=99) >= QUIET_ROWS * s.terms.columns
        assert not set(owners(s)) & set(lying(s.logs))
        assert sum(len(set(on)) for on in s.loggers) == len(owners(s))
        steps = {b - a for log in s.logs for a, b in pairwise(log)}
        assert steps <= {1, s.terms.columns}


def it_ends_with_a_winner(game: list[Move]) -> None:
    """Logjam rules, Victory Conditions: who has all loggers off first, and nobody else."""
    *_, events, s = game[-1]
    assert LOGJAM.actor(s) == NOBODY
    assert legal(LOGJAM, s) == []
    if s.winner == NOBODY:
        assert events[-1].verb == "ends"
    else:
        assert s.home[s.winner] == s.terms.each
        assert winners(LOGJAM, s) == (s.winner,)
        assert (events[-1].verb, events[-1].seat) == ("wins", s.winner)


def turns_go_round_the_table(game: list[Move]) -> None:
    """Logjam rules, Play of the Game: clockwise, each turn a roll first."""
    last, turn = None, 0
    for s, seat, _, events, _ in game:
        if s.phase is Phase.ROLL:
            seats = len(s.loggers)
            assert last is None or s.mover == (last + 1) % seats
            assert s.round == 1 + turn // seats
            assert seat == NATURE
            assert [event.verb for event in events] == ["rolls"]
            last, turn = s.mover, turn + 1


@settings(max_examples=25)
@given(seats, seeds, tables)
def test_whole_games_keep_to_the_rules(seats: int, seed: int, table: dict[str, str]) -> None:
    """Logjam rules, all of them: each game is played once, and everything that holds in every game
    is asked of it."""
    game = list(whole_game(seats, seed, **table))
    everybody_is_somewhere(game)
    nothing_shares_a_square(game)
    it_ends_with_a_winner(game)
    turns_go_round_the_table(game)


def test_the_defaults_are_written_out() -> None:
    """rules/game.py: a game with no options is one with every default said."""
    written = {option.name: option.default for option in OPTIONS}
    assert LOGJAM.new(Setup(4)) == LOGJAM.new(Setup(4, written))
    for option in OPTIONS:
        for value in option.choices:
            assert LOGJAM.new(Setup(4, {option.name: value}))

"""What the last picture of a game is made of: the scores turn by turn, and its best moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import GAMES
from rules.ending import Ending, ended
from rules.game import Setup
from rules.play import frames, replay, winners
from rules.record import parse

RECORDS = Path(__file__).parents[2] / "seeds/records"


def ending(name: str) -> tuple[str, Ending, int]:
    record = parse((RECORDS / name).read_text(encoding="utf-8"))
    played = list(frames(GAMES[record.kind].game, record))
    return record.kind, ended(GAMES[record.kind].game, played), sum(f.seat >= 0 for f in played)


@pytest.mark.parametrize("name", sorted(path.name for path in RECORDS.glob("*.txt")))
def test_a_curve_has_a_point_for_each_turn_and_ends_with_the_winner(name: str) -> None:
    kind, told, turns = ending(name)
    assert len(told.scores) == turns + 1
    record = parse((RECORDS / name).read_text(encoding="utf-8"))
    *_, last = frames(GAMES[kind].game, record)
    best = winners(GAMES[kind].game, last.after)
    assert max(told.scores[-1]) == told.scores[-1][best[0]]
    assert told.moment is not None
    assert 1 <= told.moment.turn <= turns


def test_the_moment_is_what_the_game_finds_remarkable() -> None:
    """The longest row of Logger, the best roll of Logjam, the best turn of Forest Fellers."""
    said = {kind: str(told.moment.told) for kind, told, _ in map(ending, NAMES) if told.moment}
    assert said["logger"].startswith("longest row: ")
    assert said["logjam"].startswith("best roll: a ")
    assert said["fellers"].startswith("best turn: ")


NAMES = ("logger-two.txt", "logjam-three.txt", "fellers-three.txt")


def test_who_has_left_keeps_what_they_had() -> None:
    """The curve of a player who resigned ends level."""
    game = GAMES["logger"].game
    rows = [(1, 0, "a1", ""), (2, 1, "e5", ""), (3, -3, "leave 1", "")]
    told = ended(game, replay(game, Setup(2), rows))
    assert told.scores == ((0, 0), (0, 0), (0, 0))
    assert told.moment is None

"""What is worth knowing of how somebody plays: each game counts its own in the frames of games.

Source: issue 14, item 5; experience 3.11; docs/new-game.md.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rules import GAMES
from rules.game import Event, Frame, Played
from rules.play import frames
from rules.record import parse
from rules.text import Tenths
from rules.voice import ENGLISH
from tests import pseudo
from tests.rules.keep import Keep

RECORD = Path(__file__).parents[2] / "seeds/records/fellers-three.txt"


def game_of(*events: Event, seat: int = 0, won: bool = False, after: Any = None) -> Played:
    """A game of one row in which all this happened."""
    frame: Frame[Any] = Frame(4, 0, "", None, after, events)
    return Played((frame,), seat, won)


def told(key: str, *games: Played) -> list[str]:
    return [ENGLISH.say(text) for text in GAMES[key].game.figures(games)]


def test_logger_points_a_chop_and_the_longest_row() -> None:
    """Issue 14, item 5: points per chop, longest row, first-seat advantage."""
    chops = [Event("chops", 0, ("a1",), n) for n in (1, 4)]
    others = Event("chops", 1, ("a1",), 9)
    first = game_of(*chops, others, won=True)
    later = game_of(others, seat=1)
    assert told("logger", first) == [
        "2.5 points per chop",
        "longest row of 4 trees",
        "won 1 of 1 games going first, and 0 of 0 otherwise",
    ]
    assert told("logger", first, later)[0] == "4.7 points per chop"
    assert told("logger", first, later)[2].endswith(", and 0 of 1 otherwise")
    assert told("logger", game_of()) == ["won 0 of 1 games going first, and 0 of 0 otherwise"]


def test_logjam_rolls_against_what_was_to_be_expected() -> None:
    """Issue 14, item 5: one's own rolls, by face; a roll-off is none."""
    mine = [Event("rolls", 0, (), face) for face in (6, 6, 5)]
    others = [Event("rolls", 1, (), 1), Event("rolls_off", 0, (), 1)]
    assert told("logjam", game_of(*mine, *others)) == [
        "3 rolls, 5.7 on average (expected: 3.5)",
        "1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 2",
    ]
    assert told("logjam", game_of(*others)) == []


def test_fellers_shoves_given_and_received() -> None:
    """Issue 14, item 5: of lumberjacks, from one player to another; logs and one's own do not
    count."""
    played = frames(GAMES["fellers"].game, parse(RECORD.read_text(encoding="utf-8")))
    last = [frame.after for frame in played][-1]
    mine, theirs = "gm", "ym"  # of the first and of the second seat
    shoves = [
        Event("shoves", 0, (theirs, "a1", "a2")),
        Event("shoves", 0, (mine, "a1", "a2")),
        Event("shoves", 0, ("log", "a1", "a2")),
        Event("shoves", 1, (mine, "a1", "a2")),
        Event("shoves", 1, (mine, "a2", "a3")),
        Event("shoves", 2, (theirs, "a2", "a3")),
    ]
    assert told("fellers", game_of(*shoves, after=last)) == ["made 1 shove", "was shoved 2 times"]
    assert told("fellers", Played((), 0, won=False)) == ["made 0 shoves", "was shoved 0 times"]


def test_a_game_need_not_count_anything() -> None:
    """docs/new-game.md: `figures` is optional."""
    assert list(Keep().figures([game_of()])) == []


def test_a_decimal_is_written_as_the_language_writes_it() -> None:
    """docs/text.md: numbers are the voice's."""
    assert ENGLISH.say(Tenths(2.549)) == "2.5"
    assert pseudo.voice().say(Tenths(1234.5)) == "1.234,5"
    assert Tenths(2.51) == Tenths(2.49)

"""A record of a running game shows what was drawn in secret and then shown to everybody.

Source: issue 9, item 5 ("dice that were shown in public stay `?` in a running record"); the guide
on secrets in docs/decisions.md, 17.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, replace

from bot.games.records import _unseen
from rules.base import BaseGame
from rules.game import NATURE, TABLE, Event, Seat, Setup, Step
from rules.play import checksum, replay
from rules.record import UNSEEN, Entry, Record
from rules.text import Text


@dataclass(frozen=True, slots=True)
class Cup:
    """One die under a cup; 0: not rolled; lifted: everybody sees it."""

    die: int = 0
    lifted: bool = False


@dataclass(frozen=True, slots=True)
class Word(Step):
    what: str

    def __str__(self) -> str:
        return self.what


class Cups(BaseGame[Cup]):
    """Nature rolls for the first player alone, who lifts the cup (`!`) or rolls anew (`+`); once
    it is lifted, the second does that."""

    key, title, letter, fewest, most = "cups", "Cups", "C", 2, 2
    hidden_information = True

    def opening(self, setup: Setup) -> Cup:
        return Cup()

    def actor(self, s: Cup) -> Seat:
        return int(s.lifted) if s.die else NATURE

    def candidates(self, s: Cup) -> Sequence[Step]:
        return [*map(Word, "123456")] if not s.die else [Word("!"), Word("+")]

    def why_not(self, s: Cup, step: Step) -> Text | None:
        return Text("it is lifted") if s.lifted and str(step) == "!" else None

    def apply(self, s: Cup, step: Step) -> tuple[Cup, list[Event]]:
        match str(step):
            case "!":
                return replace(s, lifted=True), [Event("shows", 0, n=s.die)]
            case "+":
                return Cup(), [Event("again", 0)]
        return Cup(int(str(step))), [Event("rolls", 0), Event("gets", 0, n=1, only=0)]

    def view(self, s: Cup, seat: Seat | None) -> Cup:
        return s if seat == 0 or s.lifted or not s.die else replace(s, die=9)

    def shown(self, s: Cup) -> bool:
        return s.lifted

    def scores(self, s: Cup) -> tuple[tuple[int, ...], ...]:
        return ((0,), (0,))


def told(*rows: tuple[Seat, str]) -> list[tuple[str, str]]:
    """What a stranger reads of rows that begin with the third, and its checksums."""
    entries = tuple(Entry(n, seat, line, "") for n, (seat, line) in enumerate(rows, 3))
    rows_played = replay(Cups(), Setup(2), map(astuple, entries))
    marks = [checksum(frame.after) for frame in rows_played]
    vouched = [replace(e, checksum=m) for e, m in zip(entries, marks, strict=True)]
    record = Record("cups", 1, ("Ann", "Ben"), tuple(vouched))
    return [(e.line, e.checksum) for e in _unseen(Cups(), record)]


def test_a_die_under_the_cup_is_left_out() -> None:
    """And no checksum vouches for it."""
    assert told((NATURE, "5")) == [(UNSEEN, checksum(Cup(9)))]


def test_a_die_that_was_shown_is_in_the_record() -> None:
    """With the checksum of the truth, so that whoever has the record can replay it."""
    assert told((NATURE, "5"), (0, "!")) == [
        ("5", checksum(Cup(5))),
        ("!", checksum(Cup(5, lifted=True))),
    ]
    later = told((NATURE, "5"), (0, "!"), (1, "+"), (NATURE, "2"))
    assert [line for line, _ in later] == ["5", "!", "+", UNSEEN]


def test_a_die_that_nobody_was_shown_is_not() -> None:
    """An empty cup hides nothing, and yet its last die is the player's own affair."""
    assert [line for line, _ in told((NATURE, "5"), (0, "+"))] == [UNSEEN, "+"]


def test_a_die_that_was_taken_back_stays_unseen() -> None:
    """Whatever is shown later."""
    rows = [(NATURE, "5"), (0, "+"), (TABLE, "undo 2"), (NATURE, "3"), (0, "!")]
    assert [line for line, _ in told(*rows)] == [UNSEEN, "+", "undo 2", "3", "!"]

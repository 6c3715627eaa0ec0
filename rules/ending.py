"""How a whole game went, for its last picture: the scores turn by turn, and its best moment.

A game says in `curve` which part of its scores tells best how far everybody was, and in `moment`
what was remarkable in a turn; whatever it leaves out is as usual: points, and the most of them won
in one turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.game import NOBODY, Game, Seat
from rules.play import Frame
from rules.text import NOTHING, Plural, Text

Remark = tuple[int, Text]  # how remarkable, and in words


@dataclass(frozen=True, slots=True)
class Moment:
    """The most remarkable turn of a game: whose it was, its number, and what happened."""

    seat: Seat
    turn: int
    told: Text


@dataclass(frozen=True, slots=True)
class Ending:
    """A whole game. scores: by turn and seat, from before the first turn to the end; who has left
    keeps what they had; measured: what they count ("points")."""

    scores: tuple[tuple[int, ...], ...]
    measured: Text
    moment: Moment | None


class Drawn:
    """A game whose players have agreed on a draw: it is over where it stands, and all who are
    there share it. All else is as in the game itself."""

    agreed = True

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def actor(self, s: Any) -> Seat:
        return NOBODY


def ended(game: Game[Any], frames: Iterable[Frame[Any]]) -> Ending:
    """What there is to tell of a game after these rows of its log."""
    played = list(frames)
    part, measured = curve(game)
    scores = [tuple(score[part] for score in game.scores(played[0].before))] if played else []
    for frame in played:
        now = _scored(game.scores(frame.after), part, scores[-1])
        scores[len(scores) - (frame.seat < 0) :] = [now]
    return Ending(tuple(scores), measured, _moment(game, played))


def untold(game: Game[Any], s: Any) -> Ending:
    """A game of which nothing is known but how it stands."""
    part, measured = curve(game)
    now = tuple(score[part] if score else 0 for score in game.scores(s))
    return Ending((now,), measured, None)


def curve(game: Game[Any]) -> tuple[int, Text]:
    """Which part of a score is shown by turn, and what it counts."""
    found: tuple[int, Text] = getattr(game, "curve", (0, Text("points")))
    return found


def untied(game: Game[Any], more: Sequence[int], less: Sequence[int]) -> Text:
    """What has put one score before another of as many points, as its game says it; nothing where
    they differ in points, or in nothing."""
    n = next((n for n, (a, b) in enumerate(zip(more, less, strict=True)) if a != b), 0)
    known: Sequence[Text] = getattr(game, "tie_breaks", ())
    told = (NOTHING, *known, *(Text("by a tie-break") for _ in more))
    return told[n]


def gained(game: Game[Any], frame: Frame[Any]) -> int:
    """By how much the score of whoever spoke has grown, as far as the curve shows it."""
    part, _ = curve(game)
    before, after = (game.scores(s)[frame.seat] for s in (frame.before, frame.after))
    return after[part] - before[part] if before and after else 0


def _scored(scores: Sequence[tuple[int, ...]], part: int, before: Sequence[int]) -> tuple[int, ...]:
    each = zip(scores, before, strict=True)
    return tuple(score[part] if score else kept for score, kept in each)


def _moment(game: Game[Any], frames: Sequence[Frame[Any]]) -> Moment | None:
    """The first of the best."""
    remark: Callable[[Frame[Any]], Remark] = getattr(game, "moment", lambda f: _usual(game, f))
    turns = [frame for frame in frames if frame.seat >= 0]
    told = [(remark(frame), n, frame.seat) for n, frame in enumerate(turns, 1)]
    (worth, words), turn, seat = max(told, key=lambda each: each[0][0], default=((0, ""), 0, 0))
    return Moment(seat, turn, words) if worth > 0 and isinstance(words, Text) else None


def _usual(game: Game[Any], frame: Frame[Any]) -> Remark:
    n = gained(game, frame)
    return n, Plural("best turn: {n} point", "best turn: {n} points", n=n)

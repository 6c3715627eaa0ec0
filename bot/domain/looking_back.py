"""A game that is over, for who looks back at it: the turns that had a choice, and who was ahead."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, NamedTuple

from bot.core.effective import without_choice
from bot.core.game import Game
from bot.domain.minds import PlayedGame
from rules.ending import Ending, ended
from rules.game import Frame
from rules.text import Text
from storage import Row

OF = 100  # what the best that anybody ever stood is worth in the curve


class Point(NamedTuple):
    """A turn that gave something away: where it stands in the log, its number, and what was
    better."""

    frame: Frame[Any]
    number: int
    better: str


def chosen(frames: Sequence[Frame[Any]], rows: Sequence[Row]) -> list[Frame[Any]]:
    """The turns of players who could have played another one."""
    alone = without_choice(rows)
    return [frame for frame in frames if frame.seat >= 0 and frame.n not in alone]


def played(game: Game, turns: Sequence[Frame[Any]]) -> PlayedGame:
    """These turns for whoever judges them: each with what its player saw before it."""
    seen = tuple((game.rules.view(turn.before, turn.seat), turn.line) for turn in turns)
    seed = hashlib.sha256(game.seed).digest()[:8]
    return PlayedGame(game.kind, seen, int.from_bytes(seed))


def ahead(game: Game, frames: Sequence[Frame[Any]]) -> Ending:
    """How well everybody stood after each turn, by the game's own measure: the worst and the best
    of the whole game are 0 and 100."""
    turns = [frame for frame in frames if frame.seat >= 0][:-1]  # what is over has no prospects
    if not turns:
        return ended(game.rules, frames)
    stood = [_stood(game, frame.after) for frame in turns]
    there = [value for values in stood for value in values if value is not None] or [0.0]
    least, most = min(there), max(there)
    curve, last = list[tuple[int, ...]](), (0,) * len(game.sitters)
    for values in stood:
        each = zip(values, last, strict=True)
        last = tuple(
            old if value is None else round(OF * (value - least) / (most - least or 1))
            for value, old in each
        )
        curve.append(last)
    return Ending(tuple(curve), Text("of 100, how well each stood"), None)


def _stood(game: Game, s: Any) -> list[float | None]:
    """By seat; None: it has left."""
    scores = game.rules.scores(s)
    return [game.rules.worth(s, seat) if score else None for seat, score in enumerate(scores)]

"""A game that is over, for whoever looks back at it: the turns that had a choice, and who stood
better."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bot.core.effective import without_choice
from bot.core.game import Game
from bot.core.table import Table
from bot.domain.minds import PlayedGame
from players import decided, shares
from renderer import Balance
from rules.game import Event, Frame
from rules.game import Game as Rules
from rules.play import perform
from storage import Row


class Point(NamedTuple):
    """A turn that gave something away: where it stands in the log, its number, and what was
    better."""

    frame: Frame[Any]
    number: int
    better: str

    def tried(self, rules: Rules[Any], *, better: bool) -> tuple[Any, list[Event]]:
        """The position after the turn, or after what was better, and what came of it: before chance
        answers, as its player could see it."""
        seen = rules.view(self.frame.before, self.frame.seat)
        return perform(rules, seen, self.better if better else self.frame.line)


def chosen(frames: Sequence[Frame[Any]], rows: Sequence[Row]) -> list[Frame[Any]]:
    """The turns of players who could have played another one."""
    alone = without_choice(rows)
    return [frame for frame in frames if frame.seat >= 0 and frame.n not in alone]


def played(game: Game, turns: Sequence[Frame[Any]]) -> PlayedGame:
    """These turns for whoever judges them: each with what its player saw before it."""
    seen = tuple((game.rules.view(turn.before, turn.seat), turn.line) for turn in turns)
    seed = hashlib.sha256(game.seed).digest()[:8]
    return PlayedGame(game.kind, seen, int.from_bytes(seed))


def balance(table: Table, frames: Sequence[Frame[Any]], points: Sequence[Point] = ()) -> Balance:
    """Who stood better in a game that is over, after each turn with what followed from it; with
    marks at some points of it. frames: all rows that count, one at least."""
    rules, states = table.game.rules, [frames[0].before]
    for frame in frames:
        states[len(states) - (frame.seat < 0) :] = [frame.after]
    del states[-1]
    end = shares(table.kind.game, table.at.state)  # also where all agreed on a draw
    stood = _by_round([shares(rules, s) for s in states])
    told = (decided(rules, s) or so_far for s, so_far in zip(states, stood, strict=True))
    return Balance((*told, end), tuple(point.number for point in points))


def _by_round(stood: Sequence[tuple[float, ...]]) -> Iterator[tuple[float, ...]]:
    """On average over the last turn of each seat: whoever has just played looks better than they
    do when the others have answered."""
    for n, now in enumerate(stood, 1):
        last = stood[max(0, n - len(now)) : n]
        yield tuple(sum(each) / len(last) for each in zip(*last, strict=True))

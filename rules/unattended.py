"""What is played for a player whose time is over: whatever changes least, and never a choice that
only they could make well. A game says it step by step (`Shortcuts.unattended`); where it says
nothing the turn is `.` as soon as that is legal, and before that the first legal step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules.game import Game, Step, Stop
from rules.play import legal

S = TypeVar("S")


def unattended(game: Game[S], s: S) -> tuple[str, S]:
    """A whole turn of the actor as it stands in the log, and the position after it."""
    choose: Callable[[S], Step] | None = getattr(game, "unattended", None)
    seat, words = game.actor(s), list[str]()
    while game.actor(s) == seat:
        step = _least(legal(game, s)) if choose is None else choose(s)
        words.append(str(step))
        s, _ = game.apply(s, step)
    return " ".join(words), s


def _least(options: list[Step]) -> Step:
    return next((step for step in options if isinstance(step, Stop)), options[0])

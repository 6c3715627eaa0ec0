"""What a whole turn of Logger can end with: every action after every walk and growth."""

from __future__ import annotations

from collections.abc import Iterator

from rules.game import Step
from rules.logger.effects import apply
from rules.logger.position import Phase, Position
from rules.logger.steps import legal


def prospects(s: Position) -> dict[Step, set[int]]:
    """Every action that some whole turn can end with, growth included, and the squares walked
    to before it."""
    found: dict[Step, set[int]] = {}
    for walk in legal(s):
        for after in _grown(apply(s, walk)[0], set()):
            if after.mover == s.mover and after.phase is Phase.ACT:
                for step in legal(after):
                    found.setdefault(step, set()).add(after.loggers[s.mover])
    return found


def _grown(s: Position, known: set[Position]) -> Iterator[Position]:
    """Every position after the growth, whatever the mover seeds."""
    if s in known:
        return
    known.add(s)
    if s.phase is not Phase.SEED:
        yield s
        return
    for step in legal(s):
        yield from _grown(apply(s, step)[0], known)

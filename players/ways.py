"""The whole turns that could be played in a position, and what each is taken to be worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from players.budget import Budget
from rules.game import Game, Step
from rules.play import tried

S = TypeVar("S")
TRIED = 400  # steps that are tried in one position; few positions have more
ALL = 20_000  # by whoever must overlook nothing


@dataclass(frozen=True, slots=True)
class Way:
    """A whole turn. value: what it is worth to its player, more being better; only those of one
    search compare."""

    steps: tuple[Step, ...]
    value: float


class Reached(NamedTuple, Generic[S]):
    """A whole turn, the position after it, and what that is worth to whoever searches. In the
    position nature may speak, for another seat or for the same again."""

    steps: tuple[Step, ...]
    after: S
    value: float

    @property
    def way(self) -> Way:
        """The way as whoever asked is told it."""
        return Way(self.steps, self.value)


def reached_by(
    game: Game[S], s: S, steps: Sequence[Step], value: Callable[[S], float]
) -> Reached[S]:
    """One whole turn of the actor."""
    for step in steps:
        s, _ = game.apply(s, step)
    return Reached(tuple(steps), s, value(s))


def reached(
    game: Game[S], s: S, value: Callable[[S], float], budget: Budget, most: int = TRIED
) -> list[Reached[S]]:
    """The whole turns of the actor: all, or the most promising of very many, and at least one. The
    budget pays for every step that was tried, up to `most` where one of them led somewhere."""
    if (whole := game.whole(s)) is not None:
        turns = [Reached(steps, after, value(after)) for steps, after in whole]
        budget.spend(len(turns))
        return turns
    found: list[Reached[S]] = []
    spent = 0
    for way in tried(game, s):
        spent += 1
        if way is not None:
            found.append(Reached(*way, value(way[1])))
        if spent >= most and found:
            break
    budget.spend(spent)
    return found

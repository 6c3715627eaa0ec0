"""Looking ahead where a die is rolled before each turn, with a game's own machine, for two.

    turn ── each roll counts the same
     └── roll ── whoever moves plays what is best for them
          └── turn ...

Deeper and deeper, as long as the budget lasts. Of the answers to a roll those that seem best are
followed further. A position at the end is worth what the game takes the next seat to win of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from random import Random
from typing import Generic, NamedTuple, TypeVar

from players.budget import Budget
from players.standing import WON, Standing, lead_of, share_of
from players.tree import Spent
from players.ways import Reached, Way, reached, reached_by
from rules.game import NOBODY, Dice, Game, Step

S = TypeVar("S")
P = TypeVar("P")

WIDE, NARROW = 16, 4  # turns of the root, and answers to a roll, that are followed further
DEEPEST = 8  # turns ahead
CLEAR = 0.08  # of the win: who is so far ahead of the second is not looked at further


class Looked(NamedTuple, Generic[P]):
    """A turn of the root; where it leads, None: to the end of the game; and what its player is
    taken to win."""

    way: Way
    place: P | None
    share: float


class Expected(Generic[S, P]):
    """What may come of the turns of one position. exact: how many of the best are asked for."""

    def __init__(
        self, game: Game[S], s: S, budget: Budget, dice: Dice[S, P], exact: int = 1
    ) -> None:
        self.game, self.root, self.budget, self.dice = game, s, budget, dice
        self.exact = exact
        self.standing = Standing(game, game.actor(s), s)
        self.round = 1  # positions that the last round cost

    @property
    def enough(self) -> bool:
        """What is left may last for a round that looks further, and so costs more than the last."""
        return self.budget.left >= self.round

    def ranked(self, rng: Random) -> list[Way]:
        """The turns of the root, best first."""
        turns = [*map(self.looked, reached(self.game, self.root, self.standing, self.budget))]
        rng.shuffle(turns)  # of equals it is not always the same that comes first
        turns.sort(key=_share, reverse=True)
        for depth in range(1, DEEPEST):
            if not self.enough or self.settled(turns, depth - 1):
                break
            found = sorted(self.further(turns[:WIDE], depth), key=_share, reverse=True)
            least = min(map(_share, found), default=1.0)
            rest = (turn._replace(share=min(turn.share, least)) for turn in turns[len(found) :])
            turns = [*found, *rest]
        return [self.told(turn) for turn in turns]

    def settled(self, turns: Sequence[Looked[P]], depth: int) -> bool:
        """There is no choice, or a clear one. Looked at so many turns ahead, the best first."""
        if len(turns) == 1 or turns[0].way.value >= WON:
            return True
        clear = turns[0].share - turns[1].share >= CLEAR
        return clear and depth > 0 and self.exact == 1

    def beside(self, ways: Sequence[Sequence[Step]]) -> list[float]:
        """What these turns of the root are worth, all looked at equally far."""
        turns = [
            self.looked(reached_by(self.game, self.root, steps, self.standing)) for steps in ways
        ]
        for depth in range(1, DEEPEST):
            if not self.enough:
                break
            found = self.further(turns, depth)
            if len(found) < len(turns):
                break
            turns = found
        return [self.told(turn).value for turn in turns]

    def looked(self, turn: Reached[S]) -> Looked[P]:
        """A turn at first sight."""
        if self.game.actor(turn.after) == NOBODY:
            return Looked(turn.way, None, share_of(self.game, turn.value))
        self.budget.spend(1)
        place = self.dice.place(turn.after)
        return Looked(turn.way, place, 1 - self.dice.share(place))

    def further(self, turns: Sequence[Looked[P]], depth: int) -> list[Looked[P]]:
        """Turns with what they are worth so many turns further ahead, in order, as far as the
        budget lasts."""
        found, spent = list[Looked[P]](), self.budget.spent
        for turn in turns:
            try:
                found.append(self.one_further(turn, depth))
            except Spent:
                break
        self.round = self.budget.spent - spent
        return found

    def one_further(self, turn: Looked[P], depth: int) -> Looked[P]:
        """One of them. Raises Spent."""
        if turn.place is None:
            return turn
        return turn._replace(share=1 - self.worth(turn.place, depth))

    def worth(self, here: P, depth: int) -> float:
        """What the next seat is taken to win, so many turns further ahead. Raises Spent."""
        if self.budget.done:
            raise Spent
        if self.dice.over(here):
            return self.dice.share(here)
        rolls = self.dice.answers(here)
        return sum(self.best(turns, depth - 1) for turns in rolls) / len(rolls)

    def best(self, turns: Sequence[P], depth: int) -> float:
        """What the best of the answers to one roll wins. Raises Spent."""
        share = self.dice.share
        self.budget.spend(len(turns))
        if depth == 0:
            return 1 - min(map(share, turns))
        few = sorted(turns, key=share)[:NARROW]
        if self.dice.over(few[0]):
            return 1 - share(few[0])
        return 1 - min(self.worth(turn, depth) for turn in few)

    def told(self, turn: Looked[P]) -> Way:
        """A turn as whoever asked is told it."""
        if turn.place is None:
            return turn.way
        return Way(turn.way.steps, lead_of(self.game, turn.share))


_share = attrgetter("share")

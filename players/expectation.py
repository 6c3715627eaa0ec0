"""Search for two players with a die before each turn, on the game's fast `dice`. The search deepens
as long as the budget lasts and follows the most promising answers to each roll. A position at the
end counts as the next seat's expected share of the win."""

from collections.abc import Sequence
from operator import attrgetter
from random import Random
from typing import Generic, NamedTuple, TypeVar

from players.search import (
    WON,
    Budget,
    Lead,
    RankedTurn,
    Reached,
    lead_of,
    reached_by,
    share_of,
    whole_turns,
)
from players.tree import BudgetSpent
from rules.game import NOBODY, Dice, GameRules, S, Step

P = TypeVar("P")

WIDE, NARROW = 16, 4  # turns followed at the root, and answers followed after a roll
DEEPEST = 8  # turns ahead
CLEAR = 0.08  # the lead over the second turn, in shares of the win, that ends a search


class Looked(NamedTuple, Generic[P]):
    """A turn of the root, searched."""

    turn: RankedTurn
    place: P | None  # the position after it, None at the end of the game
    share: float  # its player's expected share of the win


class Expected(Generic[S, P]):
    """A search of one position. exact: how many of the best turns get an exact value."""

    def __init__(
        self, game: GameRules[S], s: S, budget: Budget, dice: Dice[S, P], exact: int = 1
    ) -> None:
        self.game, self.root, self.budget, self.dice = game, s, budget, dice
        self.exact = exact
        self.standing = Lead(game, game.actor(s), s)
        self.round = 1  # positions of the last round

    @property
    def enough(self) -> bool:
        """The budget may last for another round, which costs more than the last one."""
        return self.budget.left >= self.round

    def rank(self, rng: Random) -> list[RankedTurn]:
        """The turns of the root, best first."""
        turns = [*map(self.glance, whole_turns(self.game, self.root, self.standing, self.budget))]
        rng.shuffle(turns)  # equal turns come in random order
        turns.sort(key=_share, reverse=True)
        for depth in range(1, DEEPEST):
            if not self.enough or self.is_settled(turns, depth - 1):
                break
            found = sorted(self.further(turns[:WIDE], depth), key=_share, reverse=True)
            least = min(map(_share, found), default=1.0)
            rest = (turn._replace(share=min(turn.share, least)) for turn in turns[len(found) :])
            turns = [*found, *rest]
        return [self.as_lead(turn) for turn in turns]

    def is_settled(self, turns: Sequence[Looked[P]], depth: int) -> bool:
        """There is no choice, or a clear one. turns: best first; depth: turns searched ahead."""
        if len(turns) == 1 or turns[0].turn.value >= WON:
            return True
        clear = turns[0].share - turns[1].share >= CLEAR
        return clear and depth > 0 and self.exact == 1

    def value_turns(self, ways: Sequence[Sequence[Step]]) -> list[float]:
        """The values of these turns of the root, all searched equally far."""
        turns = [
            self.glance(reached_by(self.game, self.root, steps, self.standing)) for steps in ways
        ]
        for depth in range(1, DEEPEST):
            if not self.enough:
                break
            found = self.further(turns, depth)
            if len(found) < len(turns):
                break
            turns = found
        return [self.as_lead(turn).value for turn in turns]

    def glance(self, turn: Reached[S]) -> Looked[P]:
        """A turn valued at first sight."""
        if self.game.actor(turn.after) == NOBODY:
            return Looked(turn.turn, None, share_of(self.game, turn.value))
        self.budget.spend(1)
        place = self.dice.place(turn.after)
        return Looked(turn.turn, place, 1 - self.dice.share(place))

    def further(self, turns: Sequence[Looked[P]], depth: int) -> list[Looked[P]]:
        """The turns searched `depth` turns further, in order, as far as the budget lasts."""
        found, spent = list[Looked[P]](), self.budget.spent
        for turn in turns:
            try:
                share = turn.share if turn.place is None else 1 - self.worth(turn.place, depth)
            except BudgetSpent:
                break
            found.append(turn._replace(share=share))
        self.round = self.budget.spent - spent
        return found

    def worth(self, here: P, depth: int) -> float:
        """The next seat's expected share of the win, `depth` turns ahead. Raises BudgetSpent."""
        if self.budget.done:
            raise BudgetSpent
        if self.dice.is_over(here):
            return self.dice.share(here)
        rolls = self.dice.answers(here)
        return sum(self.best(turns, depth - 1) for turns in rolls) / len(rolls)

    def best(self, turns: Sequence[P], depth: int) -> float:
        """The share of the win of the best answer to a roll. Raises BudgetSpent."""
        share = self.dice.share
        self.budget.spend(len(turns))
        if depth == 0:
            return 1 - min(map(share, turns))
        few = sorted(turns, key=share)[:NARROW]
        if self.dice.is_over(few[0]):
            return 1 - share(few[0])
        return 1 - min(self.worth(turn, depth) for turn in few)

    def as_lead(self, turn: Looked[P]) -> RankedTurn:
        """The turn with its value as a lead."""
        if turn.place is None:
            return turn.turn
        return RankedTurn(turn.turn.steps, lead_of(self.game, turn.share))


_share = attrgetter("share")

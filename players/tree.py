"""Looking ahead by whole turns, where nothing is left to chance and nothing is hidden.

Deeper and deeper, as long as the budget lasts: each round begins with what was best in the one
before. Of two, the other is taken to play what is worst for the searcher, and what cannot matter
any more is cut off. Several others do not conspire: each is taken to play what looks best to it at
first sight, so that the searcher's own turns are followed over rounds of the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random
from typing import Generic, TypeVar

from players.budget import Budget
from players.standing import WON, Standing
from players.ways import Reached, Way, reached, reached_by
from rules.game import NATURE, NOBODY, Game, Seat, Step

S = TypeVar("S")

DEEPEST = 40  # whole turns ahead
WIDE, NARROW = 2, 16  # after so many turns, only so many of a position's turns are followed


class Chance(Exception):
    """Nature speaks in the positions ahead: this search is not for them."""


class Spent(Exception):
    """The budget was used up in the middle of a round."""


class Tree(Generic[S]):
    """The positions that can come of one, each with its turns, the most promising first.

    exact: how many turns at the root get their true value; of the others it is only found out
    that they are no better."""

    def __init__(self, game: Game[S], s: S, budget: Budget, exact: int = 1) -> None:
        self.game, self.budget, self.exact = game, budget, exact
        self.root, self.seat = s, game.actor(s)
        self.standing = Standing(game, self.seat, s)
        self.known: dict[S, list[Reached[S]]] = {}
        self.answers: dict[S, Reached[S]] = {}  # what was best in a position when it was searched
        self.depth = 0

    @property
    def size(self) -> int:
        """How much was looked at; a round that adds nothing has seen all to its end."""
        return len(self.known)

    def ranked(self, rng: Random) -> list[Way]:
        """The turns of the root, best first. Raises Chance."""
        turns = list(self.turns(self.root))
        rng.shuffle(turns)  # of equals it is not always the same that comes first
        turns.sort(key=_value, reverse=True)
        while self.worth_going_on(turns):
            size, self.depth = self.size, self.depth + 1
            found = self.round(turns)
            if len(found) == len(turns) and max(map(_value, found)) <= -WON:
                break  # all is lost: what was best before may last the longest
            turns = _merged(found, turns[len(found) :])
            if self.size == size:
                break
        return [turn.way for turn in turns]

    def beside(self, ways: Sequence[Sequence[Step]]) -> list[float]:
        """What these turns of the root are worth, all looked at equally far. Raises Chance."""
        turns = [reached_by(self.game, self.root, steps, self.standing) for steps in ways]
        self.exact = len(turns)
        while not self.budget.done and self.depth < DEEPEST:
            size, self.depth = self.size, self.depth + 1
            found = self.round(turns)
            if len(found) < len(turns):
                break
            turns = found
            if self.size == size:
                break
        return [turn.value for turn in turns]

    def worth_going_on(self, turns: Sequence[Reached[S]]) -> bool:
        """It is not settled, and there is something left to look with."""
        return not self.settled(turns) and not self.budget.done and self.depth < DEEPEST

    def settled(self, turns: Sequence[Reached[S]]) -> bool:
        """There is no choice, the first turn wins, or all others lose and only one is asked for."""
        if len(turns) == 1 or turns[0].value >= WON:
            return True
        return self.exact == 1 and turns[1].value <= -WON

    def round(self, turns: Sequence[Reached[S]]) -> list[Reached[S]]:
        """The turns in order with what they are worth one turn further ahead, as far as the
        budget lasts."""
        found: list[Reached[S]] = []
        for turn in turns:
            best = sorted(map(_value, found), reverse=True)
            floor = best[self.exact - 1] if len(best) >= self.exact else -inf
            try:
                found.append(turn._replace(value=self.value(turn, self.depth, floor, inf)))
            except Spent:
                break
        return found

    def value(self, turn: Reached[S], depth: int, low: float, high: float) -> float:
        """What a turn is worth to the searcher so many turns ahead: exactly, if that is between
        low and high. Raises Chance."""
        if self.budget.done:
            raise Spent
        actor = self.game.actor(turn.after)
        if actor == NATURE:
            raise Chance
        if depth == 0 or actor == NOBODY:
            return turn.value
        self.budget.spend(1)
        turns = self.turns(turn.after)
        if depth == 1:
            return turns[0].value
        mine = actor == self.seat
        best = -inf if mine else inf
        for answer in self.promising(turn.after, turns, self.depth - depth):
            value = self.value(answer, depth - 1, low, high)
            if (value > best) if mine else (value < best):
                best, self.answers[turn.after] = value, answer
                low, high = (max(low, value), high) if mine else (low, min(high, value))
                if low >= high:
                    break
        return best

    def promising(self, s: S, turns: list[Reached[S]], ahead: int) -> list[Reached[S]]:
        """The turns in the order in which they are followed: what was best before comes first."""
        few = turns if ahead < WIDE else turns[:NARROW]
        first = self.answers.get(s)
        if first is None or first is few[0]:
            return few
        return [first, *(turn for turn in few if turn is not first)]

    def turns(self, s: S) -> list[Reached[S]]:
        """The whole turns of a position, what its actor likes best at first sight in front."""
        if s not in self.known:
            actor = self.game.actor(s)
            if actor != self.seat and len(self.standing.others) > 1:
                self.known[s] = [self.likeliest(s, actor)]
            else:
                found = reached(self.game, s, self.standing, self.budget)
                self.known[s] = sorted(found, key=_value, reverse=actor == self.seat)
        return self.known[s]

    def likeliest(self, s: S, actor: Seat) -> Reached[S]:
        """What one of several others is taken to play: what looks best to it at first sight."""
        found = reached(self.game, s, Standing(self.game, actor, s), self.budget)
        best = max(found, key=_value)
        return best._replace(value=self.standing(best.after))


def _value(turn: Reached[S]) -> float:
    return turn.value


def _merged(found: Sequence[Reached[S]], rest: Sequence[Reached[S]]) -> list[Reached[S]]:
    """The turns by what a round has found out, then those that it did not come to, and those last
    that it found to be lost."""
    good = sorted((turn for turn in found if turn.value > -WON), key=_value, reverse=True)
    lost = [turn for turn in found if turn.value <= -WON]
    least = good[-1].value if good else inf
    return [*good, *(turn._replace(value=min(turn.value, least)) for turn in rest), *lost]

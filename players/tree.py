"""Search by whole turns, for games without chance and secrets. The search deepens as long as the
budget lasts, beginning each round with the last one's best turn. With two players it is an
alpha-beta search. Several rivals do not conspire: each is taken to play the turn that looks best to
it at first sight. Quick is the same on a game's own machine, for two players. It keeps what it
finds out about a position for the next round, values the last turn of each line without building
its position, and proves of later answers only that the first one is as good."""

from collections.abc import Hashable, Sequence
from math import inf, nextafter
from random import Random
from typing import Any, Generic, NamedTuple, TypeVar

from players.search import WON, Budget, Lead, RankedTurn, Reached, reached_by, whole_turns
from rules.game import NATURE, NOBODY, GameRules, Machine, S, Step

P = TypeVar("P", bound=Hashable)
T = TypeVar("T", bound=tuple[Any, ...])

DEEPEST = 40  # whole turns ahead
WIDE, NARROW = 2, 16  # turns with all answers followed, and answers followed after these


class ChanceAhead(Exception):
    """Nature speaks in a position ahead, so this search cannot be used."""


class BudgetSpent(Exception):
    """The budget was used up during a round."""


class Tree(Generic[S]):
    """A search of one position.
    exact: how many turns at the root get their true value, the others only an upper bound."""

    def __init__(self, game: GameRules[S], s: S, budget: Budget, exact: int = 1) -> None:
        self.game, self.budget, self.exact = game, budget, exact
        self.root, self.seat = s, game.actor(s)
        self.standing = Lead(game, self.seat, s)
        self.known: dict[S, list[Reached[S]]] = {}  # a position's turns, most promising first
        self.answers: dict[S, Reached[S]] = {}  # a position's best turn so far
        self.depth = 0

    @property
    def size(self) -> int:
        """The positions searched; a round that adds none has searched every line to its end."""
        return len(self.known)

    def rank(self, rng: Random) -> list[RankedTurn]:
        """The turns of the root, best first. Raises ChanceAhead."""
        turns = list(self.turns(self.root))
        rng.shuffle(turns)  # equal turns come in random order
        turns.sort(key=_value, reverse=True)
        while not (self.is_settled(turns) or self.budget.done or self.depth >= DEEPEST):
            size, self.depth = self.size, self.depth + 1
            found = self.round(turns)
            if len(found) == len(turns) and max(map(_value, found)) <= -WON:
                break  # every turn loses: the last round's best may last longest
            # First those that the round searched, then those it did not reach, last the lost ones.
            good = sorted((turn for turn in found if turn.value > -WON), key=_value, reverse=True)
            lost = [turn for turn in found if turn.value <= -WON]
            least = good[-1].value if good else inf
            rest = [x._replace(value=min(x.value, least)) for x in turns[len(found) :]]
            turns = [*good, *rest, *lost]
            if self.size == size:
                break
        return [turn.turn for turn in turns]

    def value_turns(self, ways: Sequence[Sequence[Step]]) -> list[float]:
        """The values of these turns of the root, all searched equally far. Raises ChanceAhead."""
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

    def is_settled(self, turns: Sequence[Reached[S]]) -> bool:
        """There is no choice, the first turn wins, or all others lose and one is enough."""
        if len(turns) == 1 or turns[0].value >= WON:
            return True
        return self.exact == 1 and turns[1].value <= -WON

    def round(self, turns: Sequence[Reached[S]]) -> list[Reached[S]]:
        """The turns searched one turn further, in order, as far as the budget lasts."""
        found: list[Reached[S]] = []
        for turn in turns:
            best = sorted(map(_value, found), reverse=True)
            floor = best[self.exact - 1] if len(best) >= self.exact else -inf
            try:
                found.append(turn._replace(value=self.value(turn, self.depth, floor, inf)))
            except BudgetSpent:
                break
        return found

    def value(self, turn: Reached[S], depth: int, low: float, high: float) -> float:
        """A turn's value to the searcher, `depth` turns ahead; exact between low and high. Raises
        ChanceAhead and BudgetSpent."""
        if self.budget.done:
            raise BudgetSpent
        actor = self.game.actor(turn.after)
        if actor == NATURE:
            raise ChanceAhead
        if depth == 0 or actor == NOBODY:
            return turn.value
        self.budget.spend(1)
        turns = self.turns(turn.after)
        if depth == 1:
            return turns[0].value
        mine = actor == self.seat
        best = -inf if mine else inf
        few = turns if self.depth - depth < WIDE else turns[:NARROW]
        first = self.answers.get(turn.after)  # the last round's best
        if first is not None and first is not few[0]:
            few = [first, *(answer for answer in few if answer is not first)]
        for answer in few:
            value = self.value(answer, depth - 1, low, high)
            if (value > best) if mine else (value < best):
                best, self.answers[turn.after] = value, answer
                low, high = (max(low, value), high) if mine else (low, min(high, value))
                if low >= high:
                    break
        return best

    def turns(self, s: S) -> list[Reached[S]]:
        """A position's whole turns, the actor's best at first sight in front."""
        if s not in self.known:
            actor = self.game.actor(s)
            if actor != self.seat and len(self.standing.others) > 1:
                # Of several rivals, expect only the best turn at first sight.
                found = whole_turns(self.game, s, Lead(self.game, actor, s), self.budget)
                best = max(found, key=_value)
                self.known[s] = [best._replace(value=self.standing(best.after))]
            else:
                found = whole_turns(self.game, s, self.standing, self.budget)
                self.known[s] = sorted(found, key=_value, reverse=actor == self.seat)
        return self.known[s]


def _value(turn: Reached[S]) -> float:
    return turn.value


class _Known(NamedTuple):
    """Results of a search of a position: its mover's value lies between `least` and `most`."""

    depth: int
    least: float
    most: float
    first: int  # index of the best turn


class Quick(Tree[S], Generic[S, P, T]):
    """A search of one position on the game's machine, for two players."""

    def __init__(
        self, game: GameRules[S], s: S, budget: Budget, machine: Machine[S, P, T], exact: int = 1
    ) -> None:
        super().__init__(game, s, budget, exact)
        budget.quicken()
        self.machine = machine
        self.found: dict[P, _Known] = {}
        self.followed: dict[P, list[T]] = {}
        self.ends = 0  # lines followed to their end

    @property
    def size(self) -> int:
        return self.ends

    def value(self, turn: Reached[S], depth: int, low: float, high: float) -> float:
        if depth == 0 or self.game.actor(turn.after) == NOBODY:
            return turn.value
        here = self.machine.place(turn.after)
        return min(max(-self.search(here, depth, -high, -low), -WON), WON)

    def search(self, here: P, depth: int, low: float, high: float) -> float:
        """A position's value to its mover, `depth` turns ahead; exact between low and high."""
        if self.budget.done:
            raise BudgetSpent
        if depth == 1:
            self.ends += 1
            value, looked = self.machine.best(here, high)
            self.budget.spend(looked)
            return value
        known, first = self.found.get(here), 0
        if known is not None:
            first = known.first
            if known.depth == depth:
                if known.least >= high or known.least == known.most:
                    return known.least
                if known.most <= low:
                    return known.most
        turns = self.followed.get(here)
        if turns is None:
            turns = self.followed[here] = self.machine.turns(here)
            self.budget.spend(len(turns))
        wide = len(turns) if self.depth - depth < WIDE else NARROW
        best, chosen, floor = -inf, first, low
        for n in order(first, min(wide, len(turns))):
            value = turns[n][0]
            after = self.machine.after(here, turns[n])
            if after is not None:
                value = -self.answer(after, depth - 1, floor, high, best > -inf)
            if value > best:
                best, chosen = value, n
                floor = max(floor, value)
                if floor >= high:
                    break
        least = best if best > low else -inf
        most = best if best < high else inf
        self.found[here] = _Known(depth, least, most, chosen)
        return best

    def answer(self, after: P, depth: int, low: float, high: float, later: bool) -> float:
        """The value to the next mover of a position after a turn. later: an earlier turn was
        searched, so a proof that this one isn't better is enough."""
        if later and low > -inf:
            above = nextafter(low, inf)
            value = self.search(after, depth, -above, -low)
            if -value <= low or -value >= high:
                return value
        return self.search(after, depth, -high, -low)


def order(first: int, many: int) -> list[int]:
    """The indices of `many` turns, the best one so far in front."""
    if first == 0:
        return list(range(many))
    return [first, *(n for n in range(many) if n != first)]

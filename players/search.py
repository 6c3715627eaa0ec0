"""The parts of every search: a budget, a seat's standing, and the whole turns of a position."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Generic, NamedTuple

from rules.game import NOBODY, GameRules, S, Seat, Step
from rules.play import turns_tried, winners

WON = 1e6  # worth of a win, more than any lead on a board
_NEVER = 1e-6  # the least share of the win in sums
_MOST_LEADS = 40.0  # multiples of a game's `lead` beyond which a game is settled
TRIED = 400  # steps tried in one position; few positions have more
ALL = 20_000  # steps tried by a search that must overlook nothing


def never() -> bool:
    """Never stop early: there is no time limit."""
    return False


class Budget:
    """The positions that a search may still examine. With the same number of positions and no time
    limit, a search finds the same turn."""

    EVERY = 64  # positions between two questions for the time

    def __init__(self, positions: int, over: Callable[[], bool] = never, pace: int = 1) -> None:
        """over: whether time is up; pace: the factor by which a game's machine adds positions."""
        self.left, self.spent, self._over = positions, 0, over
        self._asked, self._pace = 0, pace
        self.over = False  # time is up

    def spend(self, positions: int) -> None:
        """Count positions as examined."""
        self.spent += positions
        self.left -= positions
        if self.spent >= self._asked + self.EVERY:
            self._asked = self.spent
            if self._over():
                self.left, self.over = 0, True

    def quicken(self) -> None:
        """Multiply the positions by the pace, once, for a search with a machine."""
        self.left, self._pace = self.left * self._pace, 1

    @property
    def done(self) -> bool:
        """The budget is used up."""
        return self.left <= 0


class Lead(Generic[S]):
    """A seat's value of positions: its lead over the best rival, or the result once it is over."""

    def __init__(self, game: GameRules[S], seat: Seat, s: S) -> None:
        """s: the root of the search; nobody leaves after it."""
        self.game, self.seat = game, seat
        self.others = [n for n, score in enumerate(game.scores(s)) if n != seat and score]

    def __call__(self, s: S) -> float:
        if self.game.actor(s) == NOBODY:  # a win, a draw or a loss
            best = winners(self.game, s)
            if self.seat not in best:
                return -WON
            return WON if len(best) == 1 else 0.0
        worth = self.game.worth
        lead = worth(s, self.seat) - max([worth(s, other) for other in self.others], default=0.0)
        return min(max(lead, -WON / 2), WON / 2)


def share_of(game: GameRules[S], lead: float) -> float:
    """The share of the win that a lead promises, from 0 to 1."""
    far = max(-_MOST_LEADS, min(lead / game.lead, _MOST_LEADS))
    return 1 / (1 + exp(-far))


def lead_of(game: GameRules[S], share: float) -> float:
    """The lead that promises this share of the win."""
    share = min(max(share, _NEVER), 1 - _NEVER)
    return game.lead * log(share / (1 - share))


def win_shares(game: GameRules[S], s: S, best: Sequence[Seat]) -> tuple[float, ...]:
    """Each seat's share of the win when these seats win together."""
    return tuple((seat in best) / len(best) for seat, _ in enumerate(game.scores(s)))


def shares(game: GameRules[S], s: S) -> tuple[float, ...]:
    """Each seat's expected share of the win, by the position's worth to it; they add up to one.
    Seats given up have none."""
    if game.actor(s) == NOBODY:
        return win_shares(game, s, winners(game, s))
    there = [seat for seat, score in enumerate(game.scores(s)) if score]
    worth = {seat: max(-WON, min(game.worth(s, seat), WON)) / game.lead for seat in there}
    most = max(worth.values())
    weights = {seat: exp(max(-_MOST_LEADS, value - most)) for seat, value in worth.items()}
    whole = sum(weights.values())
    return tuple(weights.get(seat, 0.0) / whole for seat, _ in enumerate(game.scores(s)))


@dataclass(frozen=True, slots=True)
class RankedTurn:
    """A whole turn and its value to its player. Only values of one search compare."""

    steps: tuple[Step, ...]
    value: float


class Reached(NamedTuple, Generic[S]):
    """A whole turn, the position after it, and the position's value to the searching seat. In the
    position nature, another seat or the same seat may speak."""

    steps: tuple[Step, ...]
    after: S
    value: float

    @property
    def turn(self) -> RankedTurn:
        """The turn without the position after it."""
        return RankedTurn(self.steps, self.value)


def reached_by(
    game: GameRules[S], s: S, steps: Sequence[Step], value: Callable[[S], float]
) -> Reached[S]:
    """The position after one whole turn."""
    for step in steps:
        s, _ = game.apply(s, step)
    return Reached(tuple(steps), s, value(s))


def whole_turns(
    game: GameRules[S], s: S, value: Callable[[S], float], budget: Budget, most: int = TRIED
) -> list[Reached[S]]:
    """The actor's whole turns: all, or the most promising ones of very many; at least one. The
    budget pays for each step tried, up to `most` once a turn is found."""
    if (whole := game.whole(s)) is not None:
        turns = [Reached(steps, after, value(after)) for steps, after in whole]
        budget.spend(len(turns))
        return turns
    found: list[Reached[S]] = []
    spent = 0
    for way in turns_tried(game, s):
        spent += 1
        if way is not None:
            found.append(Reached(*way, value(way[1])))
        if spent >= most and found:
            break
    budget.spend(spent)
    return found

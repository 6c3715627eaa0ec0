"""Where dice are rolled or hands are hidden: turns are compared by what comes of them.

The turns that look best are played on, again and again, each time in another world: what is
hidden is imagined, and dice and cards fall as they may. All of them meet the same chance, so that
luck is no reason to prefer one. Half of them are given up while the other half is looked at twice
as often, until the budget is spent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, count
from random import Random
from typing import Generic, TypeVar

from players.budget import Budget
from players.standing import WON, Standing, lead_of, shares
from players.ways import Reached, Way, reached, reached_by
from rules.game import NATURE, NOBODY, Game, Luck, Playouts, Seat, Step
from rules.play import legal

S = TypeVar("S")

FEW, MANY = 4, 32  # turns that are compared, at least and at most
EACH = 1_000  # positions of the budget for each of them
AHEAD = 2  # rounds of the table that are played on
OFFHAND = 16  # positions that a turn played offhand costs as much as
DECIDED = 3  # a game that is won counts as so many times the greatest lead that is in sight
SIGHT = 4  # worlds that first sight counts as much as
GOLDEN = 0.618034  # steps of it on a circle fall evenly, however many there are


@dataclass
class Candidate(Generic[S]):
    """A turn that is compared, how good it is at first sight, what came of it so far, and how
    often. As long as little came of it, first sight counts for much."""

    turn: Reached[S]
    sight: float
    total: float = 0.0
    times: int = 0
    weight: float = SIGHT

    @property
    def value(self) -> float:
        return (self.weight * self.sight + self.total) / (self.weight + self.times)


class Rollouts(Generic[S]):
    """What may come of the turns of one position, for the seat whose turn it is and which sees it
    so."""

    def __init__(self, game: Game[S], seen: S, budget: Budget) -> None:
        self.game, self.seen, self.budget = game, seen, budget
        self.seat = game.actor(seen)
        self.standings = dict[Seat, Standing[S]]()
        self.standing = self.standing_of(self.seat)
        self.playouts = game.playouts(seen)
        self.most = WON

    def standing_of(self, seat: Seat) -> Standing[S]:
        """How well this seat stands."""
        if seat not in self.standings:
            self.standings[seat] = Standing(self.game, seat, self.seen)
        return self.standings[seat]

    def ranked(self, rng: Random) -> list[Way]:
        """The turns of the position, best first."""
        found = reached(self.game, self.seen, self.standing, self.budget)
        turns = [self.at_first_sight(turn) for turn in found]
        rng.shuffle(turns)
        turns.sort(key=lambda turn: turn.value, reverse=True)
        self.most = self.greatest(turns)
        wide = min(max(FEW, self.budget.left // EACH), MANY)
        few = self.compared(turns[:wide], rng)
        least = few[-1].value
        rest = (Way(turn.steps, min(turn.value, least)) for turn in turns[wide:])
        return [*few, *rest]

    def beside(self, ways: Sequence[Sequence[Step]], rng: Random) -> list[float]:
        """What these turns of the position are worth, each met with the same chance."""
        turns = [reached_by(self.game, self.seen, steps, self.standing) for steps in ways]
        self.most = self.greatest(turns)
        alive = [self.candidate(turn) for turn in turns]
        for n in count():
            if self.budget.done:
                break
            self.sample(alive, (n * GOLDEN) % 1.0, rng.random())
        return [self.told(each.value) for each in alive]

    def candidate(self, turn: Reached[S]) -> Candidate[S]:
        """A turn of which nothing is known but how good it looks."""
        if self.playouts is None:
            return Candidate(turn, self.kept(turn.value))
        seems = self.seems(turn.after) or shares(self.game, turn.after)
        return Candidate(turn, seems[self.seat], weight=self.playouts.sight)

    def seems(self, after: S) -> Sequence[float] | None:
        """What each seat is taken to win at first sight, if what plays on says so."""
        if self.playouts is None or self.game.actor(after) == NOBODY:
            return None
        return self.playouts.seems(after)

    def at_first_sight(self, turn: Reached[S]) -> Reached[S]:
        """A turn, valued so where that is said."""
        seems = self.seems(turn.after)
        return turn._replace(value=self.told(seems[self.seat])) if seems else turn

    def told(self, value: float) -> float:
        """What came of a turn, as a lead: also where it is a share of the win."""
        return value if self.playouts is None else lead_of(self.game, value)

    def greatest(self, turns: Sequence[Reached[S]]) -> float:
        """What a win counts as, beside the leads that are in sight."""
        return DECIDED * max([1.0, *(abs(x.value) for x in turns if abs(x.value) < WON / 2)])

    def compared(self, turns: list[Reached[S]], rng: Random) -> list[Way]:
        """The most promising turns, best first by what came of them."""
        alive = [self.candidate(turn) for turn in turns]
        given_up: list[Candidate[S]] = []
        goals = self.goals(len(alive))
        offset, n = rng.random(), 0
        while len(alive) > 1 and not self.budget.done:
            self.sample(alive, (offset + n * GOLDEN) % 1.0, rng.random())
            n += 1
            if self.budget.left <= goals[-1]:
                goals.pop()
                alive.sort(key=lambda each: each.value, reverse=True)
                half = (len(alive) + 1) // 2
                given_up = alive[half:] + given_up
                alive = alive[:half]
        alive.sort(key=lambda each: each.value, reverse=True)
        # Who was given up early was seen less often, and is told as no better than whoever was not.
        found = [*alive, *given_up]
        values = accumulate((self.told(each.value) for each in found), min)
        return [Way(each.turn.steps, value) for each, value in zip(found, values, strict=True)]

    def goals(self, count: int) -> list[float]:
        """What is left of the budget when half of the turns are given up, the last first."""
        halvings = max(1, (count - 1).bit_length())
        return [self.budget.left * i / halvings for i in range(halvings)]

    def sample(self, alive: list[Candidate[S]], first: float, seed: float) -> None:
        """One world, and what comes of each turn in it, as long as there is time. first: where in
        what nature may say lies her first word, from 0 to 1."""
        for each in alive:
            if self.budget.over:
                break
            rng = Random(seed)
            self.budget.spend(1)  # also where the game is over at once
            s = self.game.world(each.turn.after, self.seat, rng.choice)
            each.total += self.outlook(s, first, rng)
            each.times += 1

    def outlook(self, s: S, first: float, rng: Random) -> float:
        """What the seat wins of a game that is played on fast; or else how it stands after each of
        some rounds, on average: what comes soon is less a matter of luck, and what comes later
        tells more."""
        if self.playouts is not None:
            return self.won(self.playouts, s, chain([first], iter(rng.random, None)))
        total = 0.0
        for _ in range(AHEAD):
            s, first = self.played_on(s, first, rng), rng.random()
            total += self.kept(self.standing(s))
        return total / AHEAD

    def won(self, playouts: Playouts[S], s: S, luck: Luck) -> float:
        """What the seat wins of one game."""
        if self.game.actor(s) == NOBODY:
            return shares(self.game, s)[self.seat]
        won, positions = playouts.ended(s, luck)
        self.budget.spend(positions)
        return won[self.seat]

    def kept(self, value: float) -> float:
        """A value within bounds: no win is worth more than `most`."""
        return min(max(value, -self.most), self.most)

    def played_on(self, s: S, first: float, rng: Random) -> S:
        """The position after a round of the table."""
        turns, at = 1 + len(self.standing.others), first
        while (actor := self.game.actor(s)) != NOBODY:
            if actor == NATURE:
                outcomes = legal(self.game, s)
                s, _ = self.game.apply(s, outcomes[int(at * len(outcomes))])
                at = rng.random()
                self.budget.spend(1)
            elif turns == 0:
                break
            else:
                s, turns = self.answered(s, actor), turns - 1
        return s

    def answered(self, s: S, actor: Seat) -> S:
        """The position after a turn that its actor may well play."""
        step = self.game.offhand(s)
        if step is None:
            turns = reached(self.game, s, self.standing_of(actor), self.budget)
            return max(turns, key=lambda turn: turn.value).after
        self.budget.spend(OFFHAND)
        while step is not None:
            s, _ = self.game.apply(s, step)
            step = self.game.offhand(s) if self.game.actor(s) == actor else None
        return s

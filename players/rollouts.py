"""Search for games with dice, cards or secrets: play promising turns on in imagined worlds. Each
world has random secrets, dice and cards, the same for every turn, so no turn looks better by luck.
The worse half of the turns is given up again and again, until the budget is spent."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, count
from random import Random
from typing import Generic

from players.search import (
    WON,
    Budget,
    Lead,
    RankedTurn,
    Reached,
    lead_of,
    reached_by,
    shares,
    whole_turns,
)
from rules.game import NATURE, NOBODY, GameRules, S, Seat, Step

FEW, MANY = 4, 32  # turns compared, at least and at most
EACH = 1_000  # positions of the budget for each compared turn
AHEAD = 2  # rounds of the table played on
OFFHAND = 16  # positions that an offhand turn costs
_DECIDED = 3  # a win counts as this many times the greatest lead in sight
SIGHT = 4  # worlds that first sight counts for
_GOLDEN = 0.618034  # steps of this size spread evenly over a circle


@dataclass
class Candidate(Generic[S]):
    """A compared turn. First sight counts as long as few worlds were played."""

    turn: Reached[S]
    sight: float  # value at first sight
    total: float = 0.0  # sum of the results
    times: int = 0  # worlds played
    weight: float = SIGHT  # worlds that first sight counts for

    @property
    def value(self) -> float:
        return (self.weight * self.sight + self.total) / (self.weight + self.times)


class Rollouts(Generic[S]):
    """A search of one position, as its actor sees it."""

    def __init__(self, game: GameRules[S], seen: S, budget: Budget) -> None:
        self.game, self.seen, self.budget = game, seen, budget
        self.seat = game.actor(seen)
        self.standings = dict[Seat, Lead[S]]()
        self.standing = self.standing_of(self.seat)
        self.playouts = game.playouts(seen)
        self.most = WON

    def standing_of(self, seat: Seat) -> Lead[S]:
        """The standing of a seat."""
        if seat not in self.standings:
            self.standings[seat] = Lead(self.game, seat, self.seen)
        return self.standings[seat]

    def rank(self, rng: Random) -> list[RankedTurn]:
        """The turns of the position, best first."""
        found = whole_turns(self.game, self.seen, self.standing, self.budget)
        sights = [(turn, self.seems(turn.after)) for turn in found]
        turns = [
            turn._replace(value=self.as_lead(seems[self.seat])) if seems else turn
            for turn, seems in sights
        ]
        rng.shuffle(turns)
        turns.sort(key=lambda turn: turn.value, reverse=True)
        self.most = self.greatest(turns)
        wide = min(max(FEW, self.budget.left // EACH), MANY)
        few = self.compare(turns[:wide], rng)
        least = few[-1].value
        rest = (RankedTurn(turn.steps, min(turn.value, least)) for turn in turns[wide:])
        return [*few, *rest]

    def value_turns(self, ways: Sequence[Sequence[Step]], rng: Random) -> list[float]:
        """The values of these turns, each met with the same chance."""
        turns = [reached_by(self.game, self.seen, steps, self.standing) for steps in ways]
        self.most = self.greatest(turns)
        alive = [self.candidate(turn) for turn in turns]
        for n in count():
            if self.budget.done:
                break
            self.sample(alive, (n * _GOLDEN) % 1.0, rng.random())
        return [self.as_lead(each.value) for each in alive]

    def candidate(self, turn: Reached[S]) -> Candidate[S]:
        """A turn before its first world."""
        if self.playouts is None:
            return Candidate(turn, self.clip(turn.value))
        seems = self.seems(turn.after) or shares(self.game, turn.after)
        return Candidate(turn, seems[self.seat], weight=self.playouts.sight)

    def seems(self, after: S) -> Sequence[float] | None:
        """Each seat's share of the win at first sight, None if the game's playouts give none."""
        if self.playouts is None or self.game.actor(after) == NOBODY:
            return None
        return self.playouts.seems(after)

    def as_lead(self, value: float) -> float:
        """A turn's value as a lead."""
        return value if self.playouts is None else lead_of(self.game, value)

    def greatest(self, turns: Sequence[Reached[S]]) -> float:
        """The value of a win beside the leads in sight."""
        return _DECIDED * max([1.0, *(abs(x.value) for x in turns if abs(x.value) < WON / 2)])

    def compare(self, turns: list[Reached[S]], rng: Random) -> list[RankedTurn]:
        """The most promising turns, best first by their results."""
        alive = [self.candidate(turn) for turn in turns]
        given_up: list[Candidate[S]] = []
        # The budget left at each halving of the turns, the last halving first.
        halvings = max(1, (len(alive) - 1).bit_length())
        goals = [self.budget.left * i / halvings for i in range(halvings)]
        offset, n = rng.random(), 0
        while len(alive) > 1 and not self.budget.done:
            self.sample(alive, (offset + n * _GOLDEN) % 1.0, rng.random())
            n += 1
            if self.budget.left <= goals[-1]:
                goals.pop()
                alive.sort(key=lambda each: each.value, reverse=True)
                half = (len(alive) + 1) // 2
                given_up = alive[half:] + given_up
                alive = alive[:half]
        alive.sort(key=lambda each: each.value, reverse=True)
        # A turn given up early was played less often, so it counts as no better than later ones.
        found = [*alive, *given_up]
        values = accumulate((self.as_lead(each.value) for each in found), min)
        return [
            RankedTurn(each.turn.steps, value) for each, value in zip(found, values, strict=True)
        ]

    def sample(self, alive: list[Candidate[S]], first: float, seed: float) -> None:
        """Play each turn on in one world, as long as there is time. first: nature's first outcome,
        from 0 to 1; seed: of the world."""
        for each in alive:
            if self.budget.over:
                break
            rng = Random(seed)
            self.budget.spend(1)  # also where the game is over at once
            s = self.game.world(each.turn.after, self.seat, rng.choice)
            each.total += self.outlook(s, first, rng)
            each.times += 1

    def outlook(self, s: S, first: float, rng: Random) -> float:
        """The seat's share of the win in a fast playout, or its mean standing after some rounds.
        Early rounds depend less on luck, later rounds say more."""
        if self.playouts is not None:
            if self.game.actor(s) == NOBODY:
                return shares(self.game, s)[self.seat]
            won, positions = self.playouts.play_out(s, chain([first], iter(rng.random, None)))
            self.budget.spend(positions)
            return won[self.seat]
        total = 0.0
        for _ in range(AHEAD):
            s, first = self.played_on(s, first, rng), rng.random()
            total += self.clip(self.standing(s))
        return total / AHEAD

    def clip(self, value: float) -> float:
        """A value cut to at most `most`, the value of a win."""
        return min(max(value, -self.most), self.most)

    def played_on(self, s: S, first: float, rng: Random) -> S:
        """The position after a round of the table."""
        turns, at = 1 + len(self.standing.others), first
        while (actor := self.game.actor(s)) != NOBODY:
            if actor == NATURE:
                outcomes = self.game.legal(s)
                s, _ = self.game.apply(s, outcomes[int(at * len(outcomes))])
                at = rng.random()
                self.budget.spend(1)
            elif turns == 0:
                break
            else:
                s, turns = self.after_answer(s, actor), turns - 1
        return s

    def after_answer(self, s: S, actor: Seat) -> S:
        """The position after a likely turn of the actor."""
        step = self.game.offhand(s)
        if step is None:
            turns = whole_turns(self.game, s, self.standing_of(actor), self.budget)
            return max(turns, key=lambda turn: turn.value).after
        self.budget.spend(OFFHAND)
        while step is not None:
            s, _ = self.game.apply(s, step)
            step = self.game.offhand(s) if self.game.actor(s) == actor else None
        return s

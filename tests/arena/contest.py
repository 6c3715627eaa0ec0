"""One game of a contest: the players by seat, its opening, and the shares won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from time import process_time
from typing import Any

from players import LEVELS, Budget, Level, choose, never
from players.levels import Skill
from players.search import ALL, WON, Lead, whole_turns
from rules import GAMES
from rules.game import NATURE, NOBODY, Setup, Step
from rules.play import winners

RANDOM, BEGINNER = "random", "beginner"
OPENING = 2  # random first turns of each seat; every seat plays from the same ones
TURNS = 400  # of a game that does not end: it is drawn


@dataclass(frozen=True)
class Player:
    """Somebody who plays in a contest."""

    name: str
    level: Level | None  # None plays at random
    seconds: float = 0  # of processor time a turn, or 0 for no clock

    def turn(self, game: Any, seen: Any, chance: Random) -> tuple[Step, ...]:
        """A whole turn, legal as far as its player sees."""
        if self.level is None:
            return (by_a_beginner if self.name == BEGINNER else at_random)(game, seen, chance)
        end = process_time() + self.seconds
        over = (lambda: process_time() > end) if self.seconds else never
        return choose(game, seen, self.level, chance.getrandbits(32), over)


def player(name: str, seconds: float = 0) -> Player:
    """`strong`, `random`, `beginner`; `strong*10` with ten times the positions and seconds,
    and `strong@500` with as many positions. Raises KeyError for an unknown name."""
    known: dict[str, Level | None] = {**LEVELS, RANDOM: None, BEGINNER: None}
    key, _, positions = name.partition("@")
    key, _, times = key.partition("*")
    level, factor = known[key], float(times or 1)
    if level is not None:
        level = with_positions(level, factor, int(positions or 0))
    return Player(name, level, seconds * factor)


def by_a_beginner(game: Any, seen: Any, chance: Random) -> tuple[Step, ...]:
    """Play as a random but sane player: win if possible, take the most that there is to take, and
    of the other turns play any of the best-looking third."""
    seat = game.actor(seen)
    turns = whole_turns(game, seen, Lead(game, seat, seen), Budget(ALL), ALL)
    turns.sort(key=lambda turn: turn.value, reverse=True)
    if turns[0].value >= WON:
        return turns[0].steps
    catches = [game.catch(seen, turn.after, seat) for turn in turns]
    good = [turn for turn, catch in zip(turns, catches, strict=True) if catch == max(catches)]
    return chance.choice(good[: max(1, len(good) // 3)]).steps


def with_positions(level: Level, factor: float, positions: int) -> Level:
    """As good as a level, but searching `positions` positions, or if 0 `factor` times its own."""

    def more(skill: Skill) -> Skill:
        return replace(skill, positions=positions or int(skill.positions * factor))

    return replace(
        level,
        sure=more(level.sure),
        luck=more(level.luck),
        played=level.played and more(level.played),
        foreseen=level.foreseen and more(level.foreseen),
    )


def at_random(game: Any, s: Any, chance: Random) -> tuple[Step, ...]:
    """Any legal step, until the turn is over."""
    seat, steps = game.actor(s), list[Step]()
    while game.actor(s) == seat:
        steps.append(chance.choice(game.legal(s)))
        s, _ = game.apply(s, steps[-1])
    return tuple(steps)


@dataclass(frozen=True)
class Contest:
    """One player against others who are all alike."""

    game: str
    first: Player
    others: Player
    seats: int = 2
    seed: int = 1

    def share(self, n: int) -> float:
        """The first player's share of the nth game: 1, 0, or a part of a draw."""
        game, mine = GAMES[self.game].game, n % self.seats
        options = {option.name: option.default for option in game.options}
        s, turn = game.new(Setup(self.seats, options)), 0
        opening, chance = Random(f"{self.seed} {n // self.seats}"), Random(f"{self.seed} {n} game")
        while (seat := game.actor(s)) != NOBODY and turn < TURNS:
            begun = turn >= OPENING * self.seats
            if seat == NATURE:
                steps: Sequence[Step] = [(chance if begun else opening).choice(game.legal(s))]
            elif not begun:
                steps = at_random(game, s, opening)
            else:
                who = self.first if seat == mine else self.others
                steps = who.turn(game, game.view(s, seat), chance)
            turn += seat != NATURE
            for step in steps:
                s, _ = game.apply(s, step)
        best = winners(game, s) if game.actor(s) == NOBODY else range(self.seats)
        return (mine in best) / len(best)

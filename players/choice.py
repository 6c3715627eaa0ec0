"""Which search a game needs, and what a level makes of its answer."""

from collections.abc import Callable, Sequence
from operator import attrgetter, itemgetter
from random import Random

from players.expectation import Expected
from players.levels import Level, Skill
from players.rollouts import Rollouts
from players.search import ALL, WON, Budget, Lead, RankedTurn, Reached, never, share_of, whole_turns
from players.tree import ChanceAhead, Quick, Tree
from rules.game import NATURE, GameRules, S, Seat, Step

_value = attrgetter("value")
FEW = 8  # turns that a level with mistakes searches
EXACT = 3  # turns with an exact value in a ranking


def rank(
    game: GameRules[S], seen: S, seed: int | Random, budget: Budget, exact: int = EXACT
) -> list[RankedTurn]:
    """The whole turns of the actor, best first. Raises ValueError if no seat is to move.
    seen: the actor's view; exact: how many get their true value, the others an upper bound."""
    if game.actor(seen) < 0:
        raise ValueError("no seat is to move")
    rng = seed if isinstance(seed, Random) else Random(seed)
    if (dice := game.dice(seen)) is not None:
        return Expected(game, seen, budget, dice, exact).rank(rng)
    if not game.hidden_information:
        try:
            return tree(game, seen, budget, exact).rank(rng)
        except ChanceAhead:
            pass
    return Rollouts(game, seen, budget).rank(rng)


def values_of(
    game: GameRules[S], seen: S, ways: Sequence[Sequence[Step]], seed: int, budget: Budget
) -> list[float]:
    """The values of some whole turns of the actor, all searched equally far, in their order.
    seen: the actor's view."""
    if (dice := game.dice(seen)) is not None:
        return Expected(game, seen, budget, dice).value_turns(ways)
    if not game.hidden_information:
        try:
            return tree(game, seen, budget).value_turns(ways)
        except ChanceAhead:
            pass
    return Rollouts(game, seen, budget).value_turns(ways, Random(seed))


def choose(
    game: GameRules[S], seen: S, level: Level, seed: int, over: Callable[[], bool] = never
) -> tuple[Step, ...]:
    """The actor's whole turn at a level, the same for the same arguments unless time runs out.
    seen: the actor's view; over: whether time is up. Raises ValueError if no seat is to move."""
    if (seat := game.actor(seen)) < 0:
        raise ValueError("no seat is to move")
    rng = Random(seed)
    turns = whole_turns(game, seen, Lead(game, seat, seen), Budget(ALL, over), ALL)
    rng.shuffle(turns)
    best = max(turns, key=_value)
    if best.value >= WON:
        return best.steps
    skill = _skill(game, seen, turns, level)
    if skill.takes:
        most = max(catches := [game.catch(seen, turn.after, seat) for turn in turns])
        turns = [turn for turn, catch in zip(turns, catches, strict=True) if catch == most]
    if rng.random() >= skill.ahead:
        return _at_first_sight(game, turns, skill, rng, seat)
    budget = Budget(skill.positions, over, level.pace)
    if not (skill.rough or skill.takes):
        return rank(game, seen, rng, budget, 1)[0].steps
    few = [turn.steps for turn in sorted(turns, key=_value, reverse=True)[:FEW]]
    values = values_of(game, seen, few, rng.getrandbits(32), budget)
    shares = [share_of(game, value) for value in values]
    return _roughly(list(zip(few, shares, strict=True)), skill, rng)


def _skill(game: GameRules[S], seen: S, turns: Sequence[Reached[S]], level: Level) -> Skill:
    """A level's skill for this position."""
    chancy = game.hidden_information or any(game.actor(turn.after) == NATURE for turn in turns)
    if not chancy:
        return level.sure
    if level.foreseen is not None and game.dice(seen) is not None:
        return level.foreseen
    playouts = game.playouts(seen)
    if level.played is None or playouts is None or not playouts.to_the_end:
        return level.luck
    return level.played


def _at_first_sight(
    game: GameRules[S], turns: Sequence[Reached[S]], skill: Skill, rng: Random, seat: Seat
) -> tuple[Step, ...]:
    """The turn of a player who considers no answer."""
    least = share_of(game, max(map(_value, turns))) - skill.gives
    good = [turn for turn in turns if share_of(game, turn.value) >= least]
    values = [turn.value for turn in good]
    if rng.random() < skill.likes:
        values = [game.liking(turn.after, seat) for turn in good]
        top = max(values)
        values = [value - top for value in values]
    seems = [(turn.steps, share_of(game, value)) for turn, value in zip(good, values, strict=True)]
    return _roughly(seems, skill, rng)


def _roughly(
    turns: Sequence[tuple[tuple[Step, ...], float]], skill: Skill, rng: Random
) -> tuple[Step, ...]:
    """The best turn after a small random error for each."""
    least = max(share for _, share in turns) - skill.gives
    near = [(share + rng.gauss(0, skill.rough), steps) for steps, share in turns if share >= least]
    return max(near, key=itemgetter(0))[1]


def tree(game: GameRules[S], seen: S, budget: Budget, exact: int = 1) -> Tree[S]:
    """The search for games without chance, on the game's machine if it has one."""
    machine = game.machine(seen)
    if machine is None:
        return Tree(game, seen, budget, exact)
    return Quick(game, seen, budget, machine, exact)

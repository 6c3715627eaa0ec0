"""What the mover of Logger may say next, kind by kind, for those who pick instead of type."""

from __future__ import annotations

from rules.english import Choice, ChoiceGroup, counted, listed
from rules.game import Step
from rules.logger.effects import apply
from rules.logger.position import BOARD, NAMES, Phase, Position, felled
from rules.logger.steps import Chop, Plant, Protest, Seed, Walk, legal
from rules.squares import SPELT

NOTHING_NEAR = "no square next to you is free"
NO_CHOP = "no unguarded mature tree is next to you"
NO_PROTESTER = "you have no protester in hand"
NO_TREE = "there is no unguarded mature tree"


def offers(s: Position) -> tuple[ChoiceGroup, ...]:
    """The kinds of words that are due, each with its legal ways or with why there is none."""
    ways = [_way(s, step) for step in legal(s)]
    match s.phase:
        case Phase.CORNER:
            return (ChoiceGroup("Take corner", tuple(ways)),)
        case Phase.WALK:
            return (ChoiceGroup("Walk to", tuple(ways)),)
        case Phase.SEED:
            return (ChoiceGroup("Seed", tuple(ways)),)
        case Phase.ACT:
            return _actions(s)
        case Phase.MORE:
            return (ChoiceGroup("Protest", tuple(ways)),)
    return ()


def _actions(s: Position) -> tuple[ChoiceGroup, ...]:
    no_protest = NO_TREE if s.supply[s.mover] else NO_PROTESTER
    kinds = (
        ("Plant", Plant, NOTHING_NEAR),
        ("Chop", Chop, NO_CHOP),
        ("Protest", Protest, no_protest),
    )
    return tuple(
        ChoiceGroup(title, tuple(_way(s, step) for step in legal(s) if isinstance(step, kind)), why)
        for title, kind, why in kinds
    )


def _way(s: Position, step: Step) -> Choice:
    """A step with its label, and a hint at what comes of it."""
    match step:
        case Walk(to):
            return Choice(str(step), _walk_label(s, to), _growth(s, step))
        case Seed(tree, to):
            return Choice(str(step), f"{NAMES[tree]} seeds {NAMES[to]}", "a new seedling")
        case Plant(at):
            side = BOARD.bearing(s.loggers[s.mover], at)
            return Choice(str(step), NAMES[at], f"to the {SPELT[side or 'n']}")
        case Chop(at):
            trees = [NAMES[c] for c in felled(s, at)]
            return Choice(str(step), NAMES[at], f"{counted(len(trees), 'point')}: {listed(trees)}")
        case Protest(at):
            return Choice(str(step), NAMES[at], "guard this tree")
    return Choice(str(step), "Enough", "no more protesters")


def _walk_label(s: Position, to: int) -> str:
    return f"{NAMES[to]} (stay)" if to == s.loggers[s.mover] else NAMES[to]


def _growth(s: Position, step: Step) -> str:
    """What would grow or seed after this walk."""
    if s.phase is Phase.CORNER:
        return "a corner of the board"
    after, events = apply(s, step)
    grown = [e.at[0] for e in events if e.verb == "grows"]
    parts = [f"grows {listed(grown)}"] if grown else []
    parts += [f"{listed([NAMES[c] for c in after.owing])} will seed"] if after.owing else []
    return "; ".join(parts) or "nothing grows"

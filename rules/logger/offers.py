"""What the mover of Logger may say next, kind by kind, for those who pick instead of type."""

from __future__ import annotations

from rules.english import Choice, ChoiceGroup
from rules.game import Step, Stop
from rules.logger.effects import apply
from rules.logger.position import BOARD, CORNERS, NAMES, Phase, Position, felled
from rules.logger.reasons import why_none
from rules.logger.steps import Chop, Plant, Protest, Seed, Walk, legal
from rules.text import Joined, Listed, Plural, Text

WHERE = dict(
    zip(
        CORNERS,
        (Text("bottom left"), Text("bottom right"), Text("top left"), Text("top right")),
        strict=True,
    )
)
BESIDE = {
    "n": Text("to the north"),
    "e": Text("to the east"),
    "s": Text("to the south"),
    "w": Text("to the west"),
}


TITLES = {
    Phase.CORNER: Text("Take corner"),
    Phase.WALK: Text("Walk to"),
    Phase.SEED: Text("Seed"),
}
ENOUGH = Text("Enough")


def offers(s: Position) -> tuple[ChoiceGroup, ...]:
    """The kinds of words that are due, each with its legal ways or with why there is none."""
    if s.phase is Phase.ACT:
        return _actions(s)
    if s.phase is Phase.OVER:
        return ()
    if s.phase is Phase.MORE:
        return _more(s)
    return (ChoiceGroup(TITLES[s.phase], _ways(s, Step)),)


def _more(s: Position) -> tuple[ChoiceGroup, ...]:
    """After a protest: the trees where another one may stand, if any, and to have done."""
    trees = _ways(s, Protest)
    protests = (ChoiceGroup(Text("Protest"), trees),) if trees else ()
    return (
        *protests,
        ChoiceGroup(ENOUGH, (Choice(str(Stop()), ENOUGH, Text("no more protesters")),)),
    )


def _ways(s: Position, kind: type[Step]) -> tuple[Choice, ...]:
    """The legal steps of a kind."""
    return tuple(_way(s, step) for step in legal(s) if isinstance(step, kind))


def _actions(s: Position) -> tuple[ChoiceGroup, ...]:
    return (
        ChoiceGroup(Text("Plant"), _ways(s, Plant), why_none(s, Plant)),
        ChoiceGroup(Text("Chop"), _ways(s, Chop), why_none(s, Chop)),
        ChoiceGroup(Text("Protest"), _ways(s, Protest), why_none(s, Protest)),
    )


def _way(s: Position, step: Step) -> Choice:
    """A step with its label, and a hint at what comes of it."""
    match step:
        case Walk(to) if s.phase is Phase.CORNER:
            return Choice(str(step), _square(to), WHERE[to])
        case Walk(to):
            return Choice(str(step), _walk_label(s, to), _growth(s, step))
        case Seed(tree, to):
            label = Text("from {tree} to {square}", tree=NAMES[tree], square=NAMES[to])
            return Choice(str(step), label, Text("a new seedling"))
        case Plant(at):
            side = BOARD.bearing(s.loggers[s.mover], at)
            return Choice(str(step), _square(at), BESIDE[side or "n"])
        case Chop(at):
            return Choice(str(step), _square(at), _points(s, at))
    assert isinstance(step, Protest)
    return Choice(str(step), _square(step.at), Text("guard this tree"))


def _square(at: int) -> Text:
    return Text("{square}", square=NAMES[at])


def _walk_label(s: Position, to: int) -> Text:
    stays = to == s.loggers[s.mover]
    return Text("{square} (stay)", square=NAMES[to]) if stays else _square(to)


def _points(s: Position, at: int) -> Text:
    """What a chop is worth, and what falls with the tree that is named already."""
    _, *others = (NAMES[c] for c in felled(s, at))
    if not others:
        return Plural("{n} point", "{n} points", 1)
    return Plural(
        "{n} point, with {squares}",
        "{n} points, with {squares}",
        1 + len(others),
        squares=Listed(others),
    )


def _growth(s: Position, step: Step) -> Text:
    """What would grow or seed after this walk."""
    after, events = apply(s, step)
    grown = Listed(e.at[0] for e in events if e.verb == "grows")
    owing = Listed(NAMES[c] for c in after.owing)
    parts = [Text("grows {squares}", squares=grown)] if grown else []
    parts += [Text("{squares} will seed", squares=owing)] if owing else []
    return Joined("; ", parts) if parts else Text("nothing grows")

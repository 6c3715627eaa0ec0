"""How Logger is told: what can be done, what happened, and where everything stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rules.base import BaseEnglish
from rules.english import Names, counted, listed
from rules.game import Event, Step
from rules.logger import input
from rules.logger.effects import GOAL
from rules.logger.offers import offers
from rules.logger.position import (
    BOARD,
    GONE,
    MATURE,
    NAMES,
    PROTESTED,
    SAPLING,
    SEEDLING,
    UNPLACED,
    Phase,
    Position,
    felled,
    free_around,
)
from rules.logger.prospects import prospects
from rules.logger.steps import Chop, Plant, Protest, legal

STAGES = {SEEDLING: "seedling", SAPLING: "sapling", MATURE: "mature tree"}
KINDS = {PROTESTED: "Guarded mature trees", MATURE: "Mature trees"} | {
    SAPLING: "Saplings",
    SEEDLING: "Seedlings",
}


class LoggerEnglish(BaseEnglish[Position]):
    """See rules.english.English."""

    parse, offers = staticmethod(input.parse), staticmethod(offers)
    squares = "Columns a to e from the left, rows 1 to 5 from the bottom."

    def manner(self, s: Position) -> str:
        return "Say it like `stay; plant north` or `c3 +c4`; directions are n, e, s and w."

    def choices(self, s: Position) -> str:
        names = sorted(NAMES[c] for c in _squares(s))
        match s.phase:
            case Phase.CORNER:
                return f"You can take corner {listed(names, 'or')}."
            case Phase.WALK:
                return f"You can {_walks(s, names)}."
            case Phase.SEED:
                return f"Say where the mature trees seed: {_seedings(s)}."
            case Phase.ACT:
                return f"You can {_action_choices(s)}."
            case Phase.MORE:
                return f"You can {_more_choices(_trees(legal(s)))}."
        return "The game is over."

    def summary(self, s: Position) -> str:
        if s.phase is not Phase.WALK:
            return self.choices(s)
        walks = _walks(s, sorted(NAMES[c] for c in _squares(s)))
        return f"You can {walks}; then the trees grow; then {_prospects(s)}."

    def story(self, events: Sequence[Event], names: Names) -> str:
        turns = (
            f"{names[seat]}: {' · '.join(_deeds(list(deeds), names))}."
            for seat, deeds in groupby(events, key=lambda event: event.seat)
        )
        return "\n".join(turns)

    def standing(self, s: Position, names: Names) -> str:
        scores = " · ".join(f"{name} {n}" for name, n in zip(names, s.points, strict=True))
        hands = " · ".join(f"{name} {n}" for name, n in zip(names, s.supply, strict=True))
        return f"Scores: {scores}. Protesters in hand: {hands}."

    def news(self, s: Position, names: Names) -> str:
        if s.phase is Phase.OVER or max(s.points) < GOAL:
            return ""
        left = [name for i, name in enumerate(names) if i >= s.mover and s.loggers[i] != GONE]
        have = "has" if len(left) == 1 else "have"
        return f"Final round: {listed(left)} {have} one turn left."

    def pieces(self, s: Position, names: Names) -> str:
        where = {UNPLACED: "not yet on the board", GONE: "has left"} | dict(enumerate(NAMES))
        loggers = [f"{name} {where[c]}" for name, c in zip(names, s.loggers, strict=True)]
        lines = [f"Loggers: {', '.join(loggers)}."]
        for stage, title in KINDS.items():
            squares = [NAMES[c] for c in BOARD.cells if s.trees[c] == stage]
            lines.append(f"{title}: {', '.join(squares) or 'none'}.")
        return "\n".join(lines)

    def rows(self, s: Position, names: Names) -> str:
        return "\n".join(
            f"Row {row + 1}: {', '.join(_occupant(s, names, row * 5 + x) for x in range(5))}."
            for row in range(4, -1, -1)
        )


def _squares(s: Position) -> list[int]:
    return [step.to for step in legal(s) if hasattr(step, "to")]


def _walks(s: Position, names: list[str]) -> str:
    own = NAMES[s.loggers[s.mover]]
    others = [name for name in names if name != own]
    return f"stay on {own} or walk to {listed(others, 'or')}" if others else f"only stay on {own}"


def _seedings(s: Position) -> str:
    around = {NAMES[t]: sorted(NAMES[c] for c in free_around(s, t)) for t in s.owing}
    ways = [f"{tree} to {listed(squares, 'or')}" for tree, squares in around.items()]
    tree, squares = next(iter(around.items()))
    return f"{'; '.join(ways)} (for example `{tree}>{squares[0]}`)"


def _more_choices(trees: list[str]) -> str:
    enough = "say `.` to end the turn"
    return f"protest {listed(trees, 'or')} as well, or {enough}" if trees else enough


def _trees(steps: Sequence[Step]) -> list[str]:
    return sorted(NAMES[step.at] for step in steps if isinstance(step, Protest))


def _action_choices(s: Position) -> str:
    steps = legal(s)
    plants = [NAMES[step.at] for step in steps if isinstance(step, Plant)]
    chops = [
        f"{NAMES[step.at]} ({counted(len(felled(s, step.at)), 'point')})"
        for step in steps
        if isinstance(step, Chop)
    ]
    kinds = (("plant", plants), ("chop", chops), ("protest", _trees(steps)))
    return listed([f"{verb} {listed(sorted(at), 'or')}" for verb, at in kinds if at], "or")


def _prospects(s: Position) -> str:
    ways, walks = prospects(s), {NAMES[c] for c in _squares(s)}
    if not ways:
        return "your action is skipped, for nothing is possible"
    targets = {
        verb: [
            f"{NAMES[step.at]}{_after(squares, walks)}"
            for step, squares in sorted(ways.items(), key=lambda way: str(way[0]))
            if isinstance(step, kind)
        ]
        for verb, kind in (("chop", Chop), ("protest", Protest))
    }
    parts = ["plant next to you"] if any(isinstance(step, Plant) for step in ways) else []
    parts += [f"{verb} {listed(at, 'or')}" for verb, at in targets.items() if at]
    absent = [f"no {verb}" for verb, at in targets.items() if not at]
    nothing = f". There is {listed(absent, 'and')} this turn" if absent else ""
    return listed(parts, "or") + nothing


def _after(squares: set[int], walks: set[str]) -> str:
    """From where, unless it is from everywhere."""
    names = sorted(NAMES[c] for c in squares)
    return "" if set(names) == walks else f" (from {listed(names, 'or')})"


def _occupant(s: Position, names: Names, cell: int) -> str:
    if cell in s.loggers:
        return f"{NAMES[cell]} {names[s.loggers.index(cell)]}'s logger"
    match s.trees[cell]:
        case 0:
            return f"{NAMES[cell]} free"
        case 4:
            return f"{NAMES[cell]} guarded mature tree"
    return f"{NAMES[cell]} {STAGES[s.trees[cell]]}"


def _deeds(events: list[Event], names: Names) -> Iterator[str]:
    """The sentences of one seat; seeds and growth are told together."""
    for verb, group in groupby(events, key=lambda event: event.verb):
        yield from _tell(verb, list(group))


def _tell(verb: str, events: list[Event]) -> Iterator[str]:
    first = events[0]
    at = first.at
    match verb:
        case "stands":
            yield f"took corner {at[0]}"
        case "stays":
            yield f"stayed on {at[0]}"
        case "walks":
            yield f"{at[0]} to {at[1]}"
        case "grows":
            yield _growth(events)
        case "seeds":
            yield ", ".join(f"{e.at[0]} seeded {e.at[1]}" for e in events)
        case "plants":
            yield f"planted {at[0]}"
        case "protests":
            yield f"put {counted(len(events), 'protester')} on {listed([e.at[0] for e in events])}"
        case "chops":
            yield f"chopped {listed(at)}: +{first.n}"
        case "frees":
            yield f"took {counted(first.n, 'protester')} from {listed(at)}"
        case "skips":
            yield "could do nothing, so the action was skipped"
        case "leaves":
            yield "left the game"
        case "reaches":
            yield f"has {counted(first.n, 'point')}, which brings the last round"
        case "ends":
            yield "with this the last round is over"
        case "stalls":
            yield "nothing changed in a whole round, so the game is over"
        case _:
            raise ValueError(f"no sentence for {verb}")


def _growth(events: list[Event]) -> str:
    """`b2 and c3 grew to saplings, d4 matured`."""
    young = [e.at[0] for e in events if e.n == SAPLING]
    grown = [e.at[0] for e in events if e.n == MATURE]
    to = "a sapling" if len(young) == 1 else "saplings"
    parts = [f"{listed(young)} grew to {to}"] if young else []
    return ", ".join(parts + ([f"{listed(grown)} matured"] if grown else []))

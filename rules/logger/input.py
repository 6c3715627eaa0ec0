"""What the phrases of Logger mean (rules.input, languages.py).

Names in braces: {tree}, {to} and {start} are squares, {squares} one or more of them, {side} is a
direction, {way} one or more with their numbers; others are the language's own groups.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

from rules.errors import Illegal
from rules.game import Step
from rules.input import Language, Meant, Named, Phrases, Words, any_of, only, read_by
from rules.logger.rules import (
    BOARD,
    CORNERS,
    NAMES,
    NEIGHBOURS,
    UNPLACED,
    Chop,
    Phase,
    Plant,
    Position,
    Protest,
    Seed,
    TreeAction,
    Walk,
    legal,
    why_none,
)
from rules.squares import no_square_beyond
from rules.text import Listed, Text

NOTATION = (
    ("seed", "{tree} ?> ?{to}"),
    ("walk or seed", "{start} ?->? ?{to}"),
    ("walk", "{to}"),
    ("plant", r"\+ ?{to}"),
    ("chop", "x ?{to}"),
    ("protest", "! ?{squares}"),
    ("enough", r"\."),
)


def _aside(square: int, side: str) -> str:
    """The name of the next square on a side. Raises Illegal at the edge."""
    to = BOARD.toward(square, side)
    if to is None:
        raise Illegal(no_square_beyond(side, NAMES[square]))
    return NAMES[to]


def _corner(s: Position, named: Named) -> Words:
    """`top left`, and perhaps its square, while the corners are taken."""
    corner = NAMES[CORNERS[2 * ("n" in named) + ("e" in named)]]
    fits = s.phase is Phase.CORNER and named.get("to", corner) == corner
    return (corner,) if fits else ()


def _mine(s: Position) -> int:
    """The mover's square. Raises Illegal before they have one."""
    if s.loggers[s.mover] == UNPLACED:
        raise Illegal.because("Your logger isn't on the board yet.")
    return s.loggers[s.mover]


def _walk_from(s: Position, named: Named) -> Words:
    """`from a1 to a2`, or `stay on a1`. Raises Illegal when the mover stands elsewhere."""
    here = NAMES[_mine(s)]
    if named["start"] != here:
        raise Illegal.because("Your logger stands on {square}.", square=here)
    return (named.get("to", here),)


def _walk_to_sides(s: Position, named: Named) -> Words:
    """way: a side for each space."""
    here, way = NAMES[_mine(s)], named["way"]
    if len(way) > 2:
        raise Illegal.because("You can't walk {n} squares: a logger walks two at most.", n=len(way))
    for side in way:
        here = _aside(BOARD.by_name[here], side)
    return (here,)


def _walk_to_some_sides(s: Position, named: Named) -> Words:
    """Without a verb a side alone could be anything."""
    timely = s.phase is Phase.WALK and (len(named["way"]) > 1 or named["counted"])
    return _walk_to_sides(s, named) if timely else ()


def _walk_or_seed(s: Position, named: Named) -> Words:
    """`a1 to a3` is a walk if the mover stands there, otherwise a seeding tree."""
    start, to = named["start"], named["to"]
    own = s.phase is Phase.WALK and start == NAMES[_mine(s)]
    return (to,) if own else _seed(s, named | {"tree": start})


def _seed(s: Position, named: Named) -> Words:
    """Raises Illegal where a tree would seed farther than to the next square."""
    tree, to = (BOARD.by_name.get(named[name]) for name in ("tree", "to"))
    if tree is not None and to is not None and to not in (tree, *NEIGHBOURS[tree]):
        raise Illegal.because("{to} isn't next to {tree}.", to=named["to"], tree=named["tree"])
    return (f"{named['tree']}>{named['to']}",)


def _seed_there(s: Position, named: Named) -> Words:
    """`seed e1`, by the only tree that can. Raises Illegal where there is none, or more."""
    to = named["to"]
    if to not in BOARD.by_name:
        return ()
    ways = [str(x) for x in legal(s) if isinstance(x, Seed) and NAMES[x.to] == to]
    none = Text("No tree can drop a seed on {square} now.", square=to)
    return only(ways, lambda x: Text("Which tree drops a seed? {ways}.", ways=x), none)


def _seed_to_a_side(s: Position, named: Named) -> Words:
    tree = BOARD.by_name.get(named["tree"])
    return () if tree is None else (f"{named['tree']}>{_aside(tree, named['side'])}",)


def _at(sign: str) -> Meant[Position]:
    return lambda s, named: (sign + named["to"],)


def _on_side(sign: str) -> Meant[Position]:
    return lambda s, named: (sign + _aside(_mine(s), named["side"]),)


def _only(
    kind: type[TreeAction], which: Callable[[Text], Text], none: Callable[[Text], Text]
) -> Meant[Position]:
    """A verb without its square, where it has one meaning."""

    def meaning(s: Position, named: Named) -> Words:
        ways = {NAMES[step.at]: str(step) for step in legal(s) if isinstance(step, kind)}
        squares = Listed(ways, "or")
        return only([*ways.values()], lambda _: which(squares), none(why_none(s, kind)))

    return meaning


MEANINGS: Mapping[str, Meant[Position]] = {
    "corner": _corner,
    "stay": lambda s, named: (NAMES[_mine(s)],),
    "stay on": _walk_from,
    "stay there": lambda s, named: (named["to"],) if named["to"] == NAMES[_mine(s)] else (),
    "walk": lambda s, named: (named["to"],),
    "walk from": _walk_from,
    "walk to sides": _walk_to_sides,
    "walk to some sides": _walk_to_some_sides,
    "walk or seed": _walk_or_seed,
    "seed": _seed,
    "seed to a side": _seed_to_a_side,
    "seed there": _seed_there,
    "plant": _at("+"),
    "plant to a side": _on_side("+"),
    "chop": _at("x"),
    "chop to a side": _on_side("x"),
    "protest": lambda s, named: tuple(
        "!" + name for name in named["squares"].replace(",", " ").split()
    ),
    "the plant": _only(
        Plant,
        lambda squares: Text("Plant where? {squares}.", squares=squares),
        lambda reason: Text("You can't plant: {reason}.", reason=reason),
    ),
    "the chop": _only(
        Chop,
        lambda squares: Text("Chop which tree? {squares}.", squares=squares),
        lambda reason: Text("You can't chop: {reason}.", reason=reason),
    ),
    "the protest": _only(
        Protest,
        lambda squares: Text("Protest on which tree? {squares}.", squares=squares),
        lambda reason: Text("You can't protest: {reason}.", reason=reason),
    ),
    "enough": lambda s, named: (".",),
}


@cache
def phrases(language: Language) -> Phrases[Position]:
    """What can be typed in a language, the notation included."""
    square, sides = r"[a-z]\d{1,2}", language.compass
    known = {"squares": rf"(?P<squares>{square}(?: (?:, )?{square}(?! ?-?>))*)"}
    known |= {"side": f"(?P<side>{any_of(sides)})", "way": f"(?P<way>{language.ways.pattern})"}
    known |= {name: f"(?P<{name}>{square})" for name in ("tree", "to", "start")}

    def named(s: Position, m: re.Match[str]) -> tuple[Position, Named]:
        return s, {x: sides.get(y, y) for x, y in m.groupdict().items() if y}

    return read_by(language, (*language.phrases, *NOTATION), known, MEANINGS, named)


def phrased(language: Language, s: Position, step: Step) -> Words:
    """How a step is said in a language."""
    here = s.loggers[s.mover]

    def beside(kind: str, aside: str, here: int, to: int, **named: str) -> Words:
        """By its square, and by its side where it is the next one."""
        words = language.phrased(kind, to=NAMES[to], **named)
        side = BOARD.bearing(here, to) if to in NEIGHBOURS[here] else None
        if side is None:
            return words
        spelt = language.side(side)
        return (*words, *language.phrased(aside, side=spelt, **named))

    match step:
        case Walk(to) if s.phase is Phase.CORNER:
            return language.phrased("corner", to=NAMES[to])
        case Walk(to):
            stays = language.phrased("stay")
            return stays if to == here else beside("walk", "walk to a side", here, to)
        case Seed(tree, to):
            return beside("seed", "seed to a side", tree, to, tree=NAMES[tree])
        case Plant(at):
            return beside("plant", "plant to a side", here, at)
        case Chop(at):
            return beside("chop", "chop to a side", here, at)
        case Protest(at):
            return language.phrased("protest", to=NAMES[at])
    return language.phrased("enough")

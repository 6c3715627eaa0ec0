"""What the phrases of Logger mean, in whatever language: the words that each stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from rules.errors import Illegal
from rules.input import Language, Phrases, Words, any_of
from rules.logger.phrases import ENGLISH
from rules.logger.position import BOARD, NAMES, UNPLACED, Phase, Position
from rules.text import Text

Named: TypeAlias = Mapping[str, str]  # what a phrase names: squares, and sides as n, e, s, w
Meaning: TypeAlias = Callable[[Position, Named], Words]

SQUARE = r"[a-z]\d{1,2}"
NOTATION = (
    ("seed", "{tree} ?> ?{to}"),
    ("walk or seed", "{start} ?- ?{to}"),
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
        raise Illegal(_edge(side, NAMES[square]))
    return NAMES[to]


def _edge(side: str, square: str) -> Text:
    match side:
        case "n":
            return Text("There is no square north of {square}.", square=square)
        case "e":
            return Text("There is no square east of {square}.", square=square)
        case "s":
            return Text("There is no square south of {square}.", square=square)
    return Text("There is no square west of {square}.", square=square)


def _mine(s: Position) -> int:
    """The mover's square. Raises Illegal before they have one."""
    if s.loggers[s.mover] == UNPLACED:
        raise Illegal(Text("Your logger is not on the board yet."))
    return s.loggers[s.mover]


def _from_here(s: Position, square: str) -> None:
    """Raises Illegal when the mover stands elsewhere."""
    here = NAMES[_mine(s)]
    if square != here:
        raise Illegal(Text("Your logger stands on {square}.", square=here))


def _stay(s: Position, named: Named) -> Words:
    return (NAMES[_mine(s)],)


def _stay_on(s: Position, named: Named) -> Words:
    _from_here(s, named["start"])
    return (named["start"],)


def _walk(s: Position, named: Named) -> Words:
    return (named["to"],)


def _walk_from(s: Position, named: Named) -> Words:
    _from_here(s, named["start"])
    return (named["to"],)


def _walk_to_sides(s: Position, named: Named) -> Words:
    to = _aside(_mine(s), named["side"])
    return (_aside(BOARD.by_name[to], named["then"]),) if named["then"] else (to,)


def _walk_or_seed(s: Position, named: Named) -> Words:
    """`a1 to a3` is a walk of the one who stands there, otherwise a tree that seeds."""
    start, to = named["start"], named["to"]
    own = s.phase is Phase.WALK and start == NAMES[_mine(s)]
    return (to,) if own else (f"{start}>{to}",)


def _seed(s: Position, named: Named) -> Words:
    return (f"{named['tree']}>{named['to']}",)


def _seed_to_a_side(s: Position, named: Named) -> Words:
    tree = BOARD.by_name.get(named["tree"])
    return () if tree is None else (f"{named['tree']}>{_aside(tree, named['side'])}",)


def _at(sign: str) -> Meaning:
    return lambda s, named: (sign + named["to"],)


def _on_side(sign: str) -> Meaning:
    return lambda s, named: (sign + _aside(_mine(s), named["side"]),)


def _protest(s: Position, named: Named) -> Words:
    return tuple("!" + name for name in named["squares"].split())


def _enough(s: Position, named: Named) -> Words:
    return (".",)


MEANINGS: Mapping[str, Meaning] = {
    "stay": _stay,
    "stay on": _stay_on,
    "walk": _walk,
    "walk from": _walk_from,
    "walk to sides": _walk_to_sides,
    "walk or seed": _walk_or_seed,
    "seed": _seed,
    "seed to a side": _seed_to_a_side,
    "plant": _at("+"),
    "plant to a side": _on_side("+"),
    "chop": _at("x"),
    "chop to a side": _on_side("x"),
    "protest": _protest,
    "enough": _enough,
}


def phrases(language: Language) -> Phrases[Position]:
    """What can be typed in a language, the notation included."""
    side = any_of(language.compass)
    known = {"squares": rf"(?P<squares>{SQUARE}(?: {SQUARE}(?! ?>))*)"}
    known |= {name: f"(?P<{name}>{side})" for name in ("side", "then")}
    known |= {name: f"(?P<{name}>{SQUARE})" for name in ("tree", "to", "start")}
    rows = (*language.phrases, *NOTATION)
    return Phrases(
        *((language.pattern(said, known), _read(meant, language)) for meant, said in rows)
    )


def _read(meant: str, language: Language) -> Callable[[Position, re.Match[str]], Words]:
    """The meaning of a phrase that fits."""
    meaning, sides = MEANINGS[meant], language.compass
    return lambda s, m: meaning(s, {x: sides.get(y, y) for x, y in m.groupdict("").items()})


parse = phrases(ENGLISH).parse

"""What people type in Logger, phrase by phrase, and the words that it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.errors import Illegal
from rules.input import Phrases, Words
from rules.logger.position import BOARD, NAMES, UNPLACED, Phase, Position
from rules.squares import SPELT

SQUARE = r"([a-z]\d{1,2})"
SIDE = r"(north|east|south|west|n|e|s|w)"


def _aside(square: int, side: str) -> str:
    """The name of the next square on a side. Raises Illegal at the edge."""
    to = BOARD.toward(square, side[0])
    if to is None:
        raise Illegal(f"There is no square {SPELT[side[0]]} of {NAMES[square]}.")
    return NAMES[to]


def _mine(s: Position) -> int:
    """The mover's square. Raises Illegal before he has one."""
    if s.loggers[s.mover] == UNPLACED:
        raise Illegal("Your logger is not on the board yet.")
    return s.loggers[s.mover]


def _from_here(s: Position, square: str) -> None:
    """Raises Illegal when the mover stands elsewhere."""
    if square != NAMES[_mine(s)]:
        raise Illegal(f"Your logger stands on {NAMES[_mine(s)]}.")


def _on_side(sign: str) -> Callable[[Position, re.Match[str]], Words]:
    return lambda s, m: (sign + _aside(_mine(s), m[1]),)


def _from_to(s: Position, m: re.Match[str]) -> Words:
    """`a1 to a3` is a walk of the one who stands there, otherwise a tree that seeds."""
    own = s.phase is Phase.WALK and m[1] == NAMES[_mine(s)]
    return (m[2],) if own else (f"{m[1]}>{m[2]}",)


def _walk_from_to(s: Position, m: re.Match[str]) -> Words:
    _from_here(s, m[1])
    return (m[2],)


def _seed_side(s: Position, m: re.Match[str]) -> Words:
    tree = BOARD.by_name.get(m[1])
    return () if tree is None else (f"{m[1]}>{_aside(tree, m[2])}",)


def _walk_sides(s: Position, m: re.Match[str]) -> Words:
    to = _aside(_mine(s), m[1])
    return (_aside(BOARD.by_name[to], m[2]),) if m[2] else (to,)


def _stay(s: Position, m: re.Match[str]) -> Words:
    if m[1]:
        _from_here(s, m[1])
    return (NAMES[_mine(s)],)


GO = r"(?:(?:move|go|walk|step|run) )"
PHRASES = Phrases[Position](
    (rf"(?:stay|stand still|wait|remain)(?: here| put| (?:on|at) {SQUARE})?", _stay),
    (
        rf"(?:grow|seed|spawn|grow from|seed from) {SQUARE} (?:to |into |on |at )?{SIDE}",
        _seed_side,
    ),
    (rf"(?:grow |seed |spawn )?{SQUARE} ?> ?{SQUARE}", lambda s, m: (f"{m[1]}>{m[2]}",)),
    (
        rf"(?:grow|seed|spawn)(?: from)? {SQUARE}(?: to| into| on| at)? {SQUARE}",
        lambda s, m: (f"{m[1]}>{m[2]}",),
    ),
    (rf"{SQUARE} ?(?:to|-) ?{SQUARE}", _from_to),
    (rf"(?:{GO}(?:from )?|from ){SQUARE} ?(?:to|-) ?{SQUARE}", _walk_from_to),
    (
        rf"(?:{GO}(?:to )?|to |stand on |stand at |take )?(?:(?:the )?corner )?{SQUARE}",
        lambda s, m: (m[1],),
    ),
    (rf"{GO}{SIDE}(?: {SIDE})?", _walk_sides),
    (rf"(?:plant(?: a seedling)?(?: on| in| at)? |\+ ?){SQUARE}", lambda s, m: ("+" + m[1],)),
    (rf"plant(?: a seedling)?(?: to the)? {SIDE}", _on_side("+")),
    (
        rf"(?:(?:chop|fell|cut)(?: down)?(?: the tree on| on| at)? |x ?){SQUARE}",
        lambda s, m: ("x" + m[1],),
    ),
    (rf"(?:chop|fell|cut)(?: down)?(?: to the)? {SIDE}", _on_side("x")),
    (
        rf"(?:(?:protest|protect|guard)(?: on| at)? |! ?){SQUARE}(?: {SQUARE}(?! ?>))*",
        lambda s, m: tuple("!" + name for name in re.findall(SQUARE, m[0])),
    ),
    (r"(?:\.|done|enough|stop|end|no more)", lambda s, m: (".",)),
)


parse = PHRASES.parse

"""What people type in Forest Fellers, phrase by phrase, and the words that it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable

from rules.english import listed
from rules.errors import Illegal
from rules.fellers.chart import bearing
from rules.fellers.position import (
    ABSENT,
    FIGURES,
    JOKER,
    NONE,
    SEXES,
    THINGS,
    Phase,
    Position,
    called,
)
from rules.game import NOBODY
from rules.hexes import COMPASS, SPELT
from rules.input import Phrases, Words

Meaning = Callable[[Position, "re.Match[str]"], Words]

CELL = r"(?P<cell>[a-i][0-9]{1,2})"
# What the lumberjacks were called by once, and what their coats look like.
COLOURS = {"green": "g", "yellow": "y", "red": "r", "blue": "b", "black": "k", "white": "w"}
_INITIAL = {thing: initial for initial, thing in THINGS.items()} | COLOURS
THING = rf"(?P<thing>{'|'.join(_INITIAL)})"
SEX = r"(?P<sex>man|woman|male|female)"
FIGURE = rf"(?:the )?(?:(?P<code>{'|'.join(FIGURES)})|{THING}(?:[- ]?{SEX})?)"
SIDE = r"(?P<side>(?:north|south)[- ]?(?:east|west)|north|south|ne|nw|se|sw|n|s|down|up)"
COUNTS = ("one", "two", "three", "four", "five")
COUNT = rf"[1-9]|{'|'.join(COUNTS)}"
FLOAT = r"(?:: ?|float (?:: ?)?)"

_COLON = re.compile(r"(?<=\w):")
_STRAIGHT = {"down": "s", "up": "n"}
_SEX = {"man": "m", "male": "m", "woman": "w", "female": "w"}


def _figure(m: re.Match[str], of_thing: Callable[[str], list[str]]) -> str:
    """The lumberjack that was named; `of_thing`: who may be meant by the thing alone. Raises
    Illegal when there is none or more than one."""
    if m["code"]:
        return m["code"]
    initial, sex = _INITIAL[m["thing"]], _SEX.get(m["sex"], "")
    named = [initial + sex] if sex else of_thing(initial)
    if not set(named) <= set(FIGURES):
        raise Illegal(f"There is no {called(named[0])}.")
    if len(named) != 1:
        pair = [called(initial + letter) for letter in SEXES]
        raise Illegal(f"Say which one: {listed(pair, 'or')}.")
    return named[0]


def _own(s: Position, m: re.Match[str]) -> str:
    """One of the mover's, or else of anybody's: then the rules say what is wrong with it."""

    def of_thing(initial: str) -> list[str]:
        known = {code: s.owners[i] for i, code in enumerate(FIGURES) if code[0] == initial}
        mine = [code for code, owner in known.items() if owner == s.mover]
        return mine or [code for code, owner in known.items() if owner != NOBODY]

    return _figure(m, of_thing)


def _afloat(s: Position, m: re.Match[str]) -> str:
    """One that must still try to float, or else of those on the river."""

    def of_thing(initial: str) -> list[str]:
        known = {code: s.figures[i] for i, code in enumerate(FIGURES) if code[0] == initial}
        pending = [code for code, at in known.items() if at in s.pending]
        return pending or [code for code, at in known.items() if at >= 0]

    return _figure(m, of_thing)


def _card(s: Position, m: re.Match[str]) -> Words:
    code = _own(s, m)
    if s.figures[FIGURES.index(code)] == ABSENT:
        others = "; `k` is coal, `w` is birch" if m["code"] and code[0] == "b" else ""
        raise Illegal(f"There is no {called(code)} in this race{others}.")
    return (f"{code}{_number(m['n'])}",)


def _number(text: str) -> int:
    """`4`, `four`, `4 times`, `four times`."""
    count = text.removesuffix(" times")
    return COUNTS.index(count) + 1 if count in COUNTS else int(count)


def _float_figure(s: Position, m: re.Match[str]) -> Words:
    return (f":{_afloat(s, m)}",)


def _float_cell(s: Position, m: re.Match[str]) -> Words:
    """A lumberjack may be named by where it stands, too."""
    cell = s.course.by_name.get(m["cell"]) if s.course else None
    standing = (code for code, at in zip(FIGURES, s.figures, strict=True) if at == cell)
    return (f":{next(standing, m['cell'])}",)


def _float_log(s: Position, m: re.Match[str]) -> Words:
    """The only log that must still try to float. Raises Illegal when there are more or none."""
    names = [s.course.names[cell] for cell in s.pending if cell in s.logs] if s.course else []
    if len(names) != 1:
        which = f"Say which log: {listed(names, 'or')}." if names else "No log is on a current."
        raise Illegal(which)
    return (f":{names[0]}",)


def _pick(s: Position, m: re.Match[str]) -> Words:
    return _float_figure(s, m) if s.phase is Phase.FLOAT else (_own(s, m),)


def _start(s: Position, m: re.Match[str]) -> Words:
    """The left one is first: starts are in the order of their lanes."""
    if s.phase is Phase.MOVE and s.figures[s.figure] >= 0:
        raise Illegal(f"{called(FIGURES[s.figure]).capitalize()} is on the river already.")
    names = [s.course.names[cell] for cell in s.course.starts] if s.course else []
    return (names[("left", "middle", "right").index(m["which"])],)


def _cell(s: Position, m: re.Match[str]) -> Words:
    """A start space; or for who is on the river already, a space beside it."""
    if s.phase is Phase.FLOAT:
        return _float_cell(s, m)
    at = s.figures[s.figure] if s.phase is Phase.MOVE and s.figure != NONE else NONE
    if s.course is None or at < 0:
        return (m["cell"],)
    here = s.course.names[at]
    if way := bearing(here, m["cell"]):
        return (way,)
    raise Illegal(f"{m['cell']} is not beside {called(FIGURES[s.figure])} on {here}.")


def _go(s: Position, m: re.Match[str]) -> Words:
    side = _STRAIGHT.get(m["side"], m["side"].replace("-", "").replace(" ", ""))
    word = COMPASS[SPELT.index(side)] if side in SPELT else side
    often = m["count"] or m["times"] or ("two" if m["twice"] else "one")
    return (word,) * _number(often)


def _sideways(s: Position, m: re.Match[str]) -> Words:
    raise Illegal(f"No space lies straight {m['away']}: the directions are {listed(COMPASS)}.")


PLAY = r"(?:(?:i|play|use|card|with|move|my|the) )*"
WHOM = r"(?:(?:on|for|to|with|move|moving|pick|take) )*"
GO = (
    r"(?:(?:goes|go|moves?|walks?|steps?|runs?|rides?) )?(?:straight )?"
    r"(?:to the |to |onto |on )?"
)
BEGIN = r"(?:enters?|starts?|begins?)"
TIMES = (
    rf"(?: ?[x*×]? ?(?P<times>[1-9](?: times)?|(?:{'|'.join(COUNTS)}) times)"
    r"|(?P<twice> twice))?"
)
PHRASES = Phrases[Position](
    (rf"{PLAY}{FIGURE}(?:'s)? ?(?P<n>[0-9]|{'|'.join(COUNTS)})", _card),
    (rf"{PLAY}(?:{JOKER}|joker|beaver)", lambda s, m: (JOKER,)),
    (rf"{FLOAT}{FIGURE}(?: first| next)?", _float_figure),
    (
        rf"{FLOAT}(?:the )?(?:log )?(?:on |at |from )?{CELL}(?: first| next)?",
        _float_cell,
    ),
    (rf"(?:the )?log (?:on |at |from )?{CELL}(?: floats?)?(?: first| next)?", _float_cell),
    (rf"(?:{FLOAT})?(?:the )?log(?: floats?)?(?: first| next)?", _float_log),
    (rf"{FIGURE} floats?(?: first| next)?", _float_figure),
    (rf"{WHOM}{FIGURE}(?: first| next)?", _pick),
    (
        rf"(?:{BEGIN} )?(?:at |on |from |in )?(?:the )?"
        r"(?P<which>left|middle|right)(?: start)?(?: space)?",
        _start,
    ),
    (rf"{BEGIN} (?:at |on |from |in )?{CELL}", lambda s, m: (m["cell"],)),
    (rf"{GO}{CELL}", _cell),
    (rf"{GO}(?:(?P<count>{COUNT}) ?x? ?(?:steps? )?(?:to the )?)?{SIDE}{TIMES}", _go),
    (rf"{GO}(?P<away>east|west|e|w)", _sideways),
    (
        r"(?:\.|done|enough|stop(?: here| there)?|end|no more|pass|wait"
        r"|stay(?: here| there| put)?|stand still)",
        lambda s, m: (".",),
    ),
)


def parse(s: Position, text: str) -> tuple[Words, str]:
    """The words of the phrase that opens a plain text, and the rest; none: it cannot be read.

    A colon after a word only sets it off from what follows."""
    return PHRASES.parse(s, " ".join(_COLON.sub(" ", text).split()))

"""What the phrases of Forest Fellers mean (rules.input, languages.py).

Names in braces: {figure} is a lumberjack, {cell} a space, {n} a number, {gap} what may stand before
that, {way} one or more directions with their numbers, {away} and {which} are fields of
FellersLanguage; others are the language's own groups. The letters of the things are read too
(position.py), hm4 for ym4.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from rules.errors import Illegal
from rules.fellers.position import (
    ABSENT,
    COLOURS,
    FIGURES,
    JOKER,
    NONE,
    TITLED,
    Phase,
    Position,
    called,
    initials,
)
from rules.fellers.river import COMPASS, bearing
from rules.fellers.rules import Enter, Float, Go, Pick, Play, legal
from rules.game import NOBODY, Step
from rules.input import Language, Meant, Named, Phrases, Ways, Words, meant, only, read_by
from rules.text import Listed, Text


@dataclass(frozen=True, eq=False, kw_only=True)
class FellersLanguage(Language):
    """The phrases of one language, with words of this game as regular expressions."""

    things: Mapping[str, str]  # by the first letter of a code, the shown name first
    kinds: Mapping[str, str]  # by its second letter, the same
    ways_to: Mapping[str, str]  # by direction
    numbers: Mapping[str, str]  # by digit
    starts: Mapping[str, str]  # by place from the left
    away: str  # directions that don't exist
    # a lumberjack, by its code or by its thing and kind
    whole: str = "{the}(?:{code}|{thing}(?:{kindly}{kind})?)"

    def figure(self, kind: str, code: str, n: str = "") -> str:
        """A step with a lumberjack in words, with the steps `n` on its card."""
        thing, sex = self.things[code[0]], self.kinds[code[1]]
        return self.said[kind].format(thing=thing.split("|")[0], kind=sex.split("|")[0], n=n)

    @cached_property
    def initials(self) -> Mapping[str, str]:
        """The letters of the things in small, by those of the log."""
        named = initials(self.things[code].split("|")[0] for code in COLOURS)
        return {code: letter.lower() for code, letter in named.items()}

    @cached_property
    def ways(self) -> Ways:
        """How directions are typed, with their numbers."""
        typed = {way: "|".join((way, *filter(None, [self.ways_to.get(way)]))) for way in COMPASS}
        return Ways(typed, self.numbers, self.parts, squares=False)


NOTATION = (
    ("card", "{code}{gap}{n}"),
    ("joker", JOKER),
    ("float jack", ": ?{code}"),
    ("float on", ": ?{cell}"),
    ("jack", "{code}"),
    ("space", "{cell}"),
    ("go", "{way}"),
    ("enough", r"\."),
)


def _figure(named: Named, likely: Callable[[list[str]], list[str]]) -> str:
    """The lumberjack that was named, the thing alone meaning one of `likely`. Raises Illegal if
    that is none or more than one."""
    if named["code"]:
        return named["code"]
    if named["kind"]:
        whole = named["thing"] + named["kind"]
        if whole not in FIGURES:
            raise Illegal.because("There's no {jack}.", jack=called(whole))
        return whole
    known = [code for code in FIGURES if code[0] == named["thing"]]
    meant = likely(known) or known
    if len(meant) > 1:
        raise Illegal.because("Which one? {jacks}.", jacks=Listed(map(called, meant), "or"))
    return meant[0]


def _own(s: Position, named: Named) -> str:
    """A lumberjack of the mover, or else of any seat: the rules then refuse it."""

    def likely(codes: list[str]) -> list[str]:
        owners = {code: s.owners[FIGURES.index(code)] for code in codes}
        mine = [code for code, owner in owners.items() if owner == s.mover]
        return mine or [code for code, owner in owners.items() if owner != NOBODY]

    return _figure(named, likely)


def _float_jack(s: Position, named: Named) -> Words:
    """One that must still try to float, or else any on the river."""

    def likely(codes: list[str]) -> list[str]:
        places = {code: s.figures[FIGURES.index(code)] for code in codes}
        pending = [code for code, at in places.items() if at in s.pending]
        return pending or [code for code, at in places.items() if at >= 0]

    return (f":{_figure(named, likely)}",)


def _card(s: Position, named: Named) -> Words:
    """After the beaver, a lumberjack has no number: in `j gm 2 s` that counts steps."""
    if s.phase is Phase.PICK and named["gap"]:
        return ()
    code = _own(s, named)
    if s.figures[FIGURES.index(code)] == ABSENT:
        raise Illegal.because("There's no {jack} in this race.", jack=called(code))
    return (f"{code}{named['n']}",)


def _float_on(s: Position, named: Named) -> Words:
    """A lumberjack may be named by its cell, too."""
    cell = s.course.by_name.get(named["cell"]) if s.course else None
    standing = (code for code, at in zip(FIGURES, s.figures, strict=True) if at == cell)
    return (f":{next(standing, named['cell'])}",)


def _float_log(s: Position, named: Named) -> Words:
    """The only log that must still try to float. Raises Illegal if there are more or none."""
    names = [s.course.names[cell] for cell in s.pending if cell in s.logs] if s.course else []
    none = Text("There's no log on a current.")
    which = Text("Which log? {places}.", places=Listed(names, "or"))
    return only([f":{name}" for name in names], lambda _: which, none)


def _jack(s: Position, named: Named) -> Words:
    """A float, the lumberjack a card is for, or the only card of a lumberjack."""
    if s.phase is Phase.FLOAT:
        return _float_jack(s, named)
    code = _own(s, named)
    cards = {card for card in s.hands[s.mover] if card[:2] == code}
    # A word is read for any hand, so the kind of an answer tells nothing about a hand.
    return tuple(cards) if s.phase is Phase.PLAY and len(cards) == 1 else (code,)


def _start(s: Position, named: Named) -> Words:
    """The left one is first, as starts are in the order of their lanes."""
    if s.phase is Phase.MOVE and s.figures[s.figure] >= 0:
        jack = TITLED[FIGURES[s.figure]]
        raise Illegal.because("{jack} is already on the river.", jack=jack)
    names = [s.course.names[cell] for cell in s.course.starts] if s.course else []
    return (names[int(named["which"])],)


def _space(s: Position, named: Named) -> Words:
    """A start space, or, for a lumberjack on the river, a space beside it."""
    if s.phase is Phase.FLOAT:
        return _float_on(s, named)
    at = s.figures[s.figure] if s.phase is Phase.MOVE and s.figure != NONE else NONE
    if s.course is None or at < 0:
        return (named["cell"],)
    here = s.course.names[at]
    if way := bearing(here, named["cell"]):
        return (way,)
    place, jack = named["cell"], called(FIGURES[s.figure])
    raise Illegal.because(
        "{place} isn't beside {jack} on {here}.", place=place, jack=jack, here=here
    )


def _aside(s: Position, named: Named) -> Words:
    raise Illegal.because(
        "You can't go straight {side}: the directions are {directions}.",
        side=named["away"],
        directions=Listed(COMPASS),
    )


def _only(kind: type[Enter | Go]) -> Meant[Position]:
    """A verb alone, where it has one meaning."""

    def meaning(s: Position, named: Named) -> Words:
        ways = [str(step) for step in legal(s) if isinstance(step, kind)]
        none = Text("You can't do that now.")
        return only(ways, lambda _: Text("Where to? {ways}.", ways=Listed(ways, "or")), none)

    return meaning


MEANINGS: Mapping[str, Meant[Position]] = {
    "card": _card,
    "joker": lambda s, named: (JOKER,),
    "float jack": _float_jack,
    "float on": _float_on,
    "float log": _float_log,
    "jack": _jack,
    "start": _start,
    "enter": lambda s, named: (named["cell"],),
    "space": _space,
    "go": lambda s, named: tuple(named["way"].split()),
    "aside": _aside,
    "the start": _only(Enter),
    "the way": _only(Go),
    "enough": lambda s, named: (".",),
}


@cache
def phrases(language: FellersLanguage) -> Phrases[Position]:
    """What can be typed in a language, the notation included."""
    codes = {code: language.initials[code[0]] + code[1] for code in FIGURES}
    tables = {"thing": language.things, "kind": language.kinds, "code": codes}
    tables |= {"n": language.numbers, "which": language.starts}

    def named(s: Position, m: re.Match[str]) -> tuple[Position, Named]:
        said = m.groupdict("").items()
        return s, defaultdict(str, {name: meant(x, tables.get(name, {})) for name, x in said})

    groups = {name: "|".join(table.values()) for name, table in tables.items()}
    groups |= {
        "code": "|".join((*FIGURES, groups["code"])),
        "n": f"[0-9]|{groups['n']}",
        "cell": "[a-i][0-9]{1,2}",
        "gap": " ?",
        "away": language.away,
        "way": language.ways.part,
    }
    known = {name: f"(?P<{name}>{words})" for name, words in groups.items()}
    rows = (*language.phrases, *NOTATION)
    return read_by(language, rows, known | {"figure": language.whole}, MEANINGS, named, " ")


def phrased(language: FellersLanguage, step: Step) -> Words:
    """How a step is said in a language."""
    match step:
        case Play(card) if card == JOKER:
            return language.phrased("joker")
        case Play(card):
            return (language.figure("card", card[:2], card[2:]),)
        case Pick(code):
            return (language.figure("jack", code),)
        case Float(thing) if thing in FIGURES:
            return (language.figure("float jack", thing),)
        case Float(cell):
            return language.phrased("float log", cell=cell)
        case Enter(_, name):
            return language.phrased("enter", cell=name)
        case Go():
            return language.phrased(str(step))
    return language.phrased("enough")

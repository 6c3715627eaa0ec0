"""What the phrases of Forest Fellers mean, in whatever language: the words that each stands for."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cache

from rules.errors import Illegal
from rules.fellers.chart import bearing
from rules.fellers.languages import LANGUAGES
from rules.fellers.naming import TITLED, called
from rules.fellers.phrases import FellersLanguage
from rules.fellers.position import ABSENT, FIGURES, JOKER, NONE, Phase, Position
from rules.fellers.steps import Enter, Float, Go, Pick, Play, legal
from rules.game import NOBODY, Step
from rules.hexes import COMPASS
from rules.input import Meant, Named, Phrases, Words, only, read_by
from rules.text import Listed, Text
from rules.ways import meant

CELL = "[a-i][0-9]{1,2}"
CODE = "|".join(FIGURES)
SHORT = f"(?:{'|'.join(COMPASS)})"
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

# Between two steps people put these signs as well.
_APART = re.compile(rf" ?(?:->|>|/) ?| - |(?<=\b[ns])-(?={SHORT}\b)|(?<=\b[ns][ew])-(?={SHORT}\b)")


def _figure(named: Named, likely: Callable[[list[str]], list[str]]) -> str:
    """The lumberjack that was named; `likely`: who of some may be meant by the thing alone. Raises
    Illegal when there is none or more than one."""
    if named["code"]:
        return named["code"]
    if named["kind"]:
        whole = named["thing"] + named["kind"]
        if whole not in FIGURES:
            raise Illegal(Text("There's no {jack}.", jack=called(whole)))
        return whole
    known = [code for code in FIGURES if code[0] == named["thing"]]
    meant = likely(known) or known
    if len(meant) > 1:
        raise Illegal(Text("Which one? {jacks}.", jacks=Listed(map(called, meant), "or")))
    return meant[0]


def _own(s: Position, named: Named) -> str:
    """One of the mover's, or else of anybody's: then the rules say what is wrong with it."""

    def likely(codes: list[str]) -> list[str]:
        owners = {code: s.owners[FIGURES.index(code)] for code in codes}
        mine = [code for code, owner in owners.items() if owner == s.mover]
        return mine or [code for code, owner in owners.items() if owner != NOBODY]

    return _figure(named, likely)


def _afloat(s: Position, named: Named) -> str:
    """One that must still try to float, or else of those on the river."""

    def likely(codes: list[str]) -> list[str]:
        places = {code: s.figures[FIGURES.index(code)] for code in codes}
        pending = [code for code, at in places.items() if at in s.pending]
        return pending or [code for code, at in places.items() if at >= 0]

    return _figure(named, likely)


def _card(s: Position, named: Named) -> Words:
    """Whom the beaver is for has no number: in `j gm 2 s` that is one of steps."""
    if s.phase is Phase.PICK and named["gap"]:
        return ()
    code = _own(s, named)
    if s.figures[FIGURES.index(code)] == ABSENT:
        raise Illegal(Text("There's no {jack} in this race.", jack=called(code)))
    return (f"{code}{named['n']}",)


def _float_jack(s: Position, named: Named) -> Words:
    return (f":{_afloat(s, named)}",)


def _float_on(s: Position, named: Named) -> Words:
    """A lumberjack may be named by where it stands, too."""
    cell = s.course.by_name.get(named["cell"]) if s.course else None
    standing = (code for code, at in zip(FIGURES, s.figures, strict=True) if at == cell)
    return (f":{next(standing, named['cell'])}",)


def _float_log(s: Position, named: Named) -> Words:
    """The only log that must still try to float. Raises Illegal when there are more or none."""
    names = [s.course.names[cell] for cell in s.pending if cell in s.logs] if s.course else []
    none = Text("There's no log on a current.")
    which = Text("Which log? {places}.", places=Listed(names, "or"))
    return only([f":{name}" for name in names], lambda _: which, none)


def _jack(s: Position, named: Named) -> Words:
    """What floats, whom something is for, or the only card of a lumberjack."""
    if s.phase is Phase.FLOAT:
        return _float_jack(s, named)
    code = _own(s, named)
    cards = {card for card in s.hands[s.mover] if card[:2] == code}
    # Whatever is held, a word is read: from the kind of an answer nobody learns about a hand.
    return tuple(cards) if s.phase is Phase.PLAY and len(cards) == 1 else (code,)


def _start(s: Position, named: Named) -> Words:
    """The left one is first: starts are in the order of their lanes."""
    if s.phase is Phase.MOVE and s.figures[s.figure] >= 0:
        jack = TITLED[FIGURES[s.figure]]
        raise Illegal(Text("{jack} is already on the river.", jack=jack))
    names = [s.course.names[cell] for cell in s.course.starts] if s.course else []
    return (names[int(named["which"])],)


def _space(s: Position, named: Named) -> Words:
    """A start space; or for who is on the river already, a space beside it."""
    if s.phase is Phase.FLOAT:
        return _float_on(s, named)
    at = s.figures[s.figure] if s.phase is Phase.MOVE and s.figure != NONE else NONE
    if s.course is None or at < 0:
        return (named["cell"],)
    here = s.course.names[at]
    if way := bearing(here, named["cell"]):
        return (way,)
    place, jack = named["cell"], called(FIGURES[s.figure])
    raise Illegal(Text("{place} isn't beside {jack} on {here}.", place=place, jack=jack, here=here))


def _aside(s: Position, named: Named) -> Words:
    raise Illegal(
        Text(
            "You can't go straight {side}: the directions are {directions}.",
            side=named["away"],
            directions=Listed(COMPASS),
        )
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


def phrases(language: FellersLanguage) -> Phrases[Position]:
    """What can be typed in a language, the notation included."""
    tables = {"thing": language.things, "kind": language.kinds, "code": _codes(language)}
    tables |= {"n": language.numbers, "which": language.starts}

    def named(s: Position, m: re.Match[str]) -> tuple[Position, Named]:
        said = m.groupdict("").items()
        return s, defaultdict(str, {name: meant(x, tables.get(name, {})) for name, x in said})

    rows = (*language.phrases, *NOTATION)
    return read_by(language, rows, _groups(language), MEANINGS, named, " ")


def _groups(language: FellersLanguage) -> dict[str, str]:
    """What every name in braces stands for."""
    numbers = "|".join(language.numbers.values())
    named = {
        "code": "|".join((CODE, *_codes(language).values())),
        "gap": " ?",
        "cell": CELL,
        "thing": "|".join(language.things.values()),
        "kind": "|".join(language.kinds.values()),
        "which": "|".join(language.starts.values()),
        "away": language.away,
        "n": f"[0-9]|{numbers}",
        "way": language.ways.part,
    }
    found = {name: f"(?P<{name}>{words})" for name, words in named.items()}
    return found | {"figure": language.whole}


def _codes(language: FellersLanguage) -> dict[str, str]:
    """What is typed for the codes, by the letters that are shown."""
    return {code: language.initials[code[0]] + code[1] for code in FIGURES}


def phrased(language: FellersLanguage) -> Callable[[Position, Step], Words]:
    """How a step is said in a language."""

    def said(s: Position, step: Step) -> Words:
        match step:
            case Play(card):
                known = card != JOKER
                if not known:
                    return language.phrased(("joker",))
                return (language.figure("card", card[:2], card[2:]),)
            case Pick(code):
                return (language.figure("jack", code),)
            case Float(thing) if thing in FIGURES:
                return (language.figure("float jack", thing),)
            case Float(cell):
                return language.phrased(("float log",), cell=cell)
            case Enter(_, name):
                return language.phrased(("enter",), cell=name)
            case Go():
                return language.phrased((str(step),))
        return language.phrased(("enough",))

    return said


@cache
def reading(language: str) -> Phrases[Position]:
    """What can be typed in one of LANGUAGES."""
    return phrases(LANGUAGES[language])


@cache
def saying(language: str) -> Callable[[Position, Step], Words]:
    """How a step is said in one of them."""
    return phrased(LANGUAGES[language])


def parted(text: str) -> str:
    """A plain text in which the signs between two steps are commas too."""
    return " ".join(_APART.sub(" , ", text).split())

"""What the phrases of Logjam mean, in whatever language: the words that each stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import takewhile
from string import ascii_uppercase
from typing import NamedTuple, TypeAlias

from rules.errors import Illegal
from rules.game import Seat, Step, Stop
from rules.input import Language, Phrases, Words, any_of, by_way
from rules.logjam import Logjam
from rules.logjam.phrases import ENGLISH
from rules.logjam.position import (
    CAPTURE,
    OFF,
    PUSH,
    SHIFT,
    Phase,
    Position,
    going_back,
    lying,
    owners,
)
from rules.logjam.steps import Capture, Lay, Place, Push, Run, Shift
from rules.squares import no_square_beyond
from rules.text import Code, Listed, Text

Pair: TypeAlias = tuple[int, int]  # a logger's square and one beside it
Named: TypeAlias = dict[str, str]  # what a phrase names: squares, a letter, and n, e, s or w
Meaning: TypeAlias = Callable[[Position, Named], Words]  # no words: some other phrase is meant


class Table(NamedTuple):
    """Where a phrase is said: the position, and the letters by which the seats go there."""

    position: Position
    letters: Sequence[str]


RULES = Logjam()
REACH = range(1, 7)  # squares that a die may allow
LISTED = 6  # ways that are named where one has to be chosen
SQUARE = r"[a-z][0-9]{1,2}"
SEATS = tuple("ABCDEF")  # the letters of the seats in the log
PLACING = (Phase.LOGGERS, Phase.RETURN)
NOTATION = (
    ("capture", "{start} ?x ?{end}"),
    ("push", "{start} ?> ?{end}"),
    ("shift", r"{start} ?\+ ?{side}"),
    ("place", "{letter}? ?@ ?{end}"),
    ("run", "{start} ?- ?{end}"),
    ("arrow", "{start} ?-> ?{end}"),
    ("nothing", r"\."),
)
NOTATION_OFF = ("run off", "{start} ?->? ?off")  # a phrase may begin with it, so it comes last


def _all_on_board(s: Position, phrase: str) -> None:
    """Raises Illegal when a square of the phrase is not on the board."""
    board = s.terms.grid
    for name in re.findall(SQUARE, phrase):
        if name not in board.by_name:
            raise Illegal(
                Text(
                    "There is no square {square}; columns a to {column}, rows 1 to {rows}.",
                    square=name,
                    column=board.names[-1][0],
                    rows=board.rows,
                )
            )


def _log_at(s: Position, square: int) -> tuple[int, ...]:
    """The squares of the log on a square; none: no log lies there."""
    return lying(s.logs).get(square, ())


def _square(s: Position, name: str) -> int:
    return s.terms.grid.by_name[name]


def _is_mine(s: Position, name: str) -> bool:
    return _square(s, name) in s.loggers[s.mover]


def _run(s: Position, named: Named) -> Words:
    """Two squares: a run, or, while the logs are laid, a log named from either end."""
    ends = [named["start"], named["end"]]
    if s.phase is Phase.LOGS:
        ends.sort(key=s.terms.grid.by_name.__getitem__)
    return ("-".join(ends),)


def _run_or_place(s: Position, named: Named) -> Words:
    """Without a verb these are two squares to place on, where that is what is due."""
    return () if s.phase in PLACING else _run(s, named)


def _lay(s: Position, named: Named) -> Words:
    return _run(s, named) if s.phase is Phase.LOGS else ()


def _run_off(s: Position, named: Named) -> Words:
    """Without a square it is the only logger that can."""
    if start := named.get("start"):
        return (f"{start}-off",)
    ways = [str(step) for step in RULES.legal(s) if str(step).endswith("-off")]
    if len(ways) > 1:
        raise Illegal(
            Text("Several of your loggers can run off: say {words}.", words=_any_of(ways))
        )
    return tuple(ways)


def _any_of(words: Iterable[str]) -> Text:
    return Listed(map(Code, words), "or")


def _move(s: Position, named: Named) -> Words:
    """`c6 east` shifts the log on c6, and otherwise runs a logger, step by step."""
    start, way = named["start"], named["way"]
    if s.phase in PLACING:
        return ()
    if log := _log_at(s, _square(s, start)):
        if len(way) > 1:
            raise Illegal(_without_roll(s, Shift) or Text("A log moves by one square, no farther."))
        return (str(Shift(s.terms.grid, log[0], way)),)
    if len(way) == 1 and not named["counted"]:
        return _straight(s, start, way)
    return _as_said(s, start, way)


def _run_along(s: Position, start: str, way: str) -> str:
    """The run from a square, side by side. Raises Illegal at an edge that is not the open one."""
    board, here = s.terms.grid, _square(s, start)
    for n, side in enumerate(way, 1):
        there = board.toward(here, side)
        if there is None:
            if side == "n" and n == len(way):
                return f"{start}-off"
            raise Illegal(no_square_beyond(side, board.names[here]))
        here = there
    return f"{start}-{board.names[here]}"


def _as_said(s: Position, start: str, way: str) -> Words:
    """A run along a way. Raises Illegal where its square can be reached by another way alone."""
    word, board, here = _run_along(s, start, way), s.terms.grid, _square(s, start)
    taken = {*lying(s.logs), *owners(s)} - set(s.loggers[s.mover])
    if s.phase is not Phase.MOVE or word not in map(str, RULES.legal(s)):
        return (word,)  # the rules know why
    if len(way) > s.roll:
        raise Illegal(Text("That way has {n} squares; you rolled {roll}.", n=len(way), roll=s.roll))
    for side in way[:-1]:
        here = board.rays[here][side][0]
        if here in taken:
            square = board.names[here]
            raise Illegal(Text("That way is not free: {square} is taken.", square=square))
    return (word,)


def _straight(s: Position, start: str, side: str) -> Words:
    """How far is not said: the only run that way, or else the first, which tells the reason.
    Raises Illegal where there are more: they are as many squares as somebody likes, up to the
    roll."""
    first, legal = _run_along(s, start, side), set(map(str, RULES.legal(s)))
    runs = list(takewhile(legal.__contains__, _ever_farther(s, start, side)))
    if len(runs) < 2:
        return (first,)
    raise Illegal(Text("Say how far, up to {n}: {words}.", n=len(runs), words=_any_of(runs)))


def _ever_farther(s: Position, start: str, side: str) -> Iterator[str]:
    """The runs straight on, square by square, up to the edge or over it."""
    with suppress(Illegal):
        for n in REACH:
            yield _run_along(s, start, side * n)


def _diagonal(s: Position, named: Named) -> Words:
    raise Illegal(Text("Nothing moves diagonally: say both directions, each with its number."))


def _arrow(s: Position, named: Named) -> Words:
    """`b3 -> b4` is whatever may be done with what is on b4."""
    end = _square(s, named["end"])
    if _log_at(s, end):
        return _push(s, named)
    rival = any(end in on for seat, on in enumerate(s.loggers) if seat != s.mover)
    return _capture(s, named) if rival else _run(s, named)


def _shift(s: Position, named: Named) -> Words:
    """Any square of the log will do."""
    square = _square(s, named["start"])
    log = _log_at(s, square)
    return (str(Shift(s.terms.grid, log[0] if log else square, named["side"])),)


def _capture_there(s: Position, named: Named) -> Words:
    """A capture of who is on a square, by the only logger that could."""
    pairs = _pairs(s, {_square(s, named["end"])})
    return _chosen(s, Capture, pairs, Text("capture {square}", square=named["end"]))


def _push_there(s: Position, named: Named) -> Words:
    """The same for a log; any of its squares will do."""
    square = _square(s, named["end"])
    pairs = _pairs(s, {square}) or _pairs(s, _log_at(s, square))
    return _chosen(s, Push, pairs, Text("push {square}", square=named["end"]))


def _pairs(s: Position, targets: Iterable[int]) -> list[Pair]:
    """The mover's loggers with the squares of `targets` beside them."""
    neighbours = s.terms.grid.neighbours
    return [(f, t) for f in sorted(set(s.loggers[s.mover])) for t in neighbours[f] if t in targets]


def _chosen(s: Position, kind: type[Capture | Push], pairs: list[Pair], deed: Text) -> Words:
    """The only one that is legal; where none is, the first, which tells the reason. Raises
    Illegal where there is no logger for it, or more than one."""
    if not pairs:
        raise Illegal(_without_roll(s, kind) or _nobody(deed))
    ways = [str(kind(s.terms.grid, *pair)) for pair in pairs]
    legal = set(map(str, RULES.legal(s)))
    able = [way for way in ways if way in legal] or ways[:1]
    if len(able) > 1:
        raise Illegal(
            Text(
                "Several of your loggers could {deed}: say {words}.",
                deed=deed,
                words=_any_of(able),
            )
        )
    return tuple(able)


def _nobody(deed: Text) -> Text:
    return Text("No logger of yours stands where it could {deed}.", deed=deed)


def _without_roll(s: Position, kind: type[Step]) -> Text | None:
    """That another roll would be needed, if one would."""
    if s.phase is not Phase.MOVE:
        return None
    if kind is Capture and s.roll != CAPTURE:
        return Text("You rolled {n}; a capture needs a {needed}.", n=s.roll, needed=CAPTURE)
    if kind is Push and s.roll != PUSH:
        return Text("You rolled {n}; a push needs a {needed}.", n=s.roll, needed=PUSH)
    if kind is Shift and s.roll != SHIFT:
        return Text("You rolled {n}; a shift needs a {needed}.", n=s.roll, needed=SHIFT)
    return None


def _push_from(s: Position, named: Named) -> Words:
    """By the logger that pushes; what stands beside it is clear, or is asked."""
    pairs = [pair for pair in _pairs(s, lying(s.logs)) if pair[0] == _square(s, named["start"])]
    return _chosen(s, Push, pairs, Text("push a log from {square}", square=named["start"]))


def _push_to_a_side(s: Position, named: Named) -> Words:
    """`push b3 north` with a logger on b3, or else with the log there."""
    board, start, side = s.terms.grid, _square(s, named["start"]), named["side"]
    if not _is_mine(s, named["start"]):
        pairs = [p for p in _pairs(s, _log_at(s, start)) if board.bearing(*p) == side]
        return _chosen(s, Push, pairs, _pushing(side, named["start"]))
    ahead = board.toward(start, side)
    if ahead is None:
        raise Illegal(no_square_beyond(side, named["start"]))
    return (str(Push(board, start, ahead)),)


def _pushing(side: str, square: str) -> Text:
    match side:
        case "n":
            return Text("push {square} north", square=square)
        case "e":
            return Text("push {square} east", square=square)
        case "s":
            return Text("push {square} south", square=square)
    return Text("push {square} west", square=square)


def _push_any(s: Position, named: Named) -> Words:
    side = named["side"]
    pairs = [p for p in _pairs(s, lying(s.logs)) if s.terms.grid.bearing(*p) == side]
    return _chosen(s, Push, pairs, PUSH_ANY[side])


def _capture(s: Position, named: Named) -> Words:
    return (f"{named['start']}x{named['end']}",)


def _push(s: Position, named: Named) -> Words:
    return (f"{named['start']}>{named['end']}",)


def _with_mine(meaning: Meaning) -> Meaning:
    """`push b3 to b4` with a logger on b3. Otherwise the second square belongs to the next
    phrase: `capture b4 to a1` sends back."""
    return lambda s, named: meaning(s, named) if _is_mine(s, named["start"]) else ()


def _due(s: Position) -> str:
    """The letters of those who are placed on the starting row now."""
    seats = going_back(s) if s.phase is Phase.RETURN else [s.mover]
    return "".join(ascii_uppercase[seat] for seat in seats)


def _place(s: Position, named: Named) -> Words:
    """A letter is left out where only one colour is due."""
    letter = named.get("letter", "")
    return (f"@{named['end']}",) if letter == _due(s) else (f"{letter}@{named['end']}",)


def _place_in_time(s: Position, named: Named) -> Words:
    return _place(s, named) if s.phase in PLACING else ()


def _nothing(s: Position, named: Named) -> Words:
    return (str(Stop()),)


def _only(kind: type[Run | Capture | Push | Shift]) -> Meaning:
    """A verb without all of its squares, where it has one meaning. Raises Illegal where it has
    none, or more."""

    def meaning(s: Position, named: Named) -> Words:
        steps = [step for step in RULES.legal(s) if isinstance(step, kind)]
        if start := named.get("start"):
            square = _square(s, start)
            steps = [step for step in steps if square in _starts(s, step)]
        if not steps:
            raise Illegal(_without_roll(s, kind) or Text("No move of this kind is possible now."))
        if len(steps) > 1:
            raise Illegal(_which(steps))
        return (str(steps[0]),)

    return meaning


def _starts(s: Position, step: Run | Capture | Push | Shift) -> tuple[int, ...]:
    """The squares by which a step may be named: any of its log will do."""
    return _log_at(s, step.at) if isinstance(step, Shift) else (step.start,)


def _which(steps: Sequence[Step]) -> Text:
    words = Listed((Code(str(step)) for step in steps[:LISTED]), "or")
    if len(steps) <= LISTED:
        return Text("Say which one: {words}.", words=words)
    return Text("Say which one, for example {words}.", words=words)


PUSH_ANY = {
    "n": Text("push a log north"),
    "e": Text("push a log east"),
    "s": Text("push a log south"),
    "w": Text("push a log west"),
}
MEANINGS: Mapping[str, Meaning] = {
    "run": _run,
    "run off": _run_off,
    "run or place": _run_or_place,
    "move": _move,
    "arrow": _arrow,
    "diagonal": _diagonal,
    "capture": _capture,
    "capture with": _with_mine(_capture),
    "capture what is there": _capture_there,
    "push": _push,
    "push with": _with_mine(_push),
    "push what is there": _push_there,
    "push from": _push_from,
    "push to a side": _push_to_a_side,
    "push any": _push_any,
    "shift": _shift,
    "lay": _lay,
    "place": _place,
    "place in time": _place_in_time,
    "the run": _only(Run),
    "the capture": _only(Capture),
    "the push": _only(Push),
    "the shift": _only(Shift),
    "nothing": _nothing,
}


def phrases(language: Language) -> Phrases[Table]:
    """What can be typed in a language, the notation included."""
    known = _known(language)
    return Phrases(
        *(
            (language.pattern(said, known), _read(language, MEANINGS[meant]))
            for meant, said in (*NOTATION, *language.phrases, NOTATION_OFF)
        )
    )


def _known(language: Language) -> dict[str, str]:
    """The names that a phrase may use, besides the groups of its language."""
    side = any_of(language.compass)
    return {
        "start": f"(?P<start>{SQUARE})",
        "end": f"(?P<end>{SQUARE})",
        "square": SQUARE,
        "letter": "(?P<letter>[a-z])",
        "aside": side,
        "side": f"(?P<side>{side})",
        "way": f"(?P<way>{language.ways.pattern})",
    }


def _read(language: Language, meaning: Meaning) -> Callable[[Table, re.Match[str]], Words]:
    """The meaning of a phrase that fits, and that names no square which is not on the board."""

    def words(table: Table, m: re.Match[str]) -> Words:
        s = table.position
        _all_on_board(s, m[0])
        named = {name: said for name, said in m.groupdict().items() if said}
        if "letter" in named:
            seat = seat_of(named["letter"].upper(), table.letters)
            if seat is None:
                return ()
            named["letter"] = SEATS[seat]
        if "side" in named:
            named["side"] = language.compass[named["side"]]
        return by_way(named, language.ways, lambda said: meaning(s, said))

    return words


def seat_of(letter: str, letters: Sequence[str]) -> Seat | None:
    """Whose letter it is at a table; one that is nobody's there may be that of a seat in the
    log."""
    known = letters if letter in letters else SEATS[: len(letters)]
    return known.index(letter) if letter in known else None


PHRASES = phrases(ENGLISH)


def parse(s: Position, text: str, letters: Sequence[str] = SEATS) -> tuple[Words, str]:
    """The words of the phrase that opens a plain text, and the rest; none: it cannot be read.
    letters: by which the seats go."""
    return PHRASES.parse(Table(s, letters), text)


def phrased(language: Language) -> Callable[[Table, Step], Words]:
    """How a step is said in a language."""

    def said(table: Table, step: Step) -> Words:
        s = table.position
        names = s.terms.grid.names
        match step:
            case Lay():
                return language.phrased(
                    ("lay",), start=names[step.cells[0]], end=names[step.cells[-1]]
                )
            case Place(_, to, int(seat)):
                letter = table.letters[seat].casefold()
                return language.phrased(("place of",), letter=letter, end=names[to])
            case Place(_, to):
                kind = "place" if s.phase is Phase.RETURN else "stand"
                return language.phrased((kind,), end=names[to])
            case Shift():
                side = language.sides[step.side][0]
                return language.phrased(("shift",), start=names[step.at], side=side)
            case Run() | Capture() | Push():
                return moved(step)
        return language.phrased(("nothing",))

    def moved(step: Run | Capture | Push) -> Words:
        names = step.board.names
        if step.to == OFF:
            return language.phrased(("run off",), start=names[step.start])
        kind = {"-": "run", "x": "capture", ">": "push"}[step.sign]
        return language.phrased((kind,), start=names[step.start], end=names[step.to])

    return said


in_english = phrased(ENGLISH)

"""What the phrases of Logjam mean (rules.input, languages.py).

Names in braces: {start}, {end} and {square} are squares, {side} and {aside} a word for n, e, s or
w, {way} one or more with their numbers, {letter} is a player's letter; others are the
language's own groups.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple, TypeAlias

from rules.errors import Illegal
from rules.game import Seat, Step, Stop
from rules.input import Language, Meant, Named, Phrases, Words, any_of, only, read_by
from rules.logjam.position import (
    CAPTURE,
    DIE,
    OFF,
    PUSH,
    SHIFT,
    Capture,
    Lay,
    Phase,
    Placement,
    Position,
    Push,
    Run,
    Shift,
)
from rules.logjam.rules import legal
from rules.squares import SPELT, no_square_beyond
from rules.text import Listed, Text

Meaning: TypeAlias = Meant[Position]


class LetteredTable(NamedTuple):
    """A position, and the seats' letters at a table."""

    position: Position
    letters: Sequence[str]


LISTED = 6  # ways that are named where one has to be chosen
SQUARE = r"[a-z][0-9]{1,2}"
SEATS = tuple("ABCDEF")  # the letters of the seats in the log
_PLACING = (Phase.LOGGERS, Phase.RETURN)
NOTATION = (
    ("capture", "{start} ?x ?{end}"),
    ("push", "{start} ?> ?{end}"),
    ("shift", r"{start} ?\+ ?{side}"),
    ("place", "{letter}? ?@ ?{end}"),
    ("run", "{start} ?- ?{end}"),
    ("arrow", "{start} ?-> ?{end}"),
    ("nothing", r"\."),
)


def _square(s: Position, name: str) -> int:
    return s.grid.by_name[name]


def _is_mine(s: Position, name: str) -> bool:
    return _square(s, name) in s.loggers[s.mover]


def _run(s: Position, named: Named) -> Words:
    """Two squares: a run, or, while logs are laid, a log named from either end."""
    ends = [named["start"], named["end"]]
    if s.phase is Phase.LOGS:
        ends.sort(key=s.grid.by_name.__getitem__)
    return ("-".join(ends),)


def _run_off(s: Position, named: Named) -> Words:
    """Without a square it is the only logger that can."""
    if start := named.get("start"):
        return (f"{start}-off",)
    ways = [str(step) for step in legal(s) if str(step).endswith("-off")]
    return only(
        ways,
        lambda x: Text(
            "Several of your loggers can run off the edge. Which one? {words}.", words=x
        ),
    )


def _move(s: Position, named: Named) -> Words:
    """`c6 east` shifts the log on c6, and otherwise runs a logger, step by step."""
    start, way = named["start"], named["way"]
    if s.phase in _PLACING:
        return ()
    if log := s.lying.get(_square(s, start), ()):
        if len(way) > 1:
            raise Illegal(_without_roll(s, Shift) or Text("A log moves only one square."))
        return (str(Shift(s.grid, log[0], way)),)
    if len(way) == 1 and not named["counted"]:
        return _straight(s, start, way)
    return _as_said(s, start, way)


def _move_any(s: Position, named: Named) -> Words:
    """`forward 2`, by the only logger that can. Raises Illegal if there are more or none."""
    if s.phase is not Phase.MOVE or not named["counted"]:
        return ()
    ways, able = list[str](), set(map(str, legal(s)))
    for start in sorted(set(s.loggers[s.mover])):
        with suppress(Illegal):
            ways += able.intersection(_as_said(s, s.names[start], named["way"]))
    return only(ways, _which, Text("None of your loggers can go that way."))


def _run_along(s: Position, start: str, way: str) -> str:
    """The run from a square, side by side. Raises Illegal at an edge that isn't the open one."""
    board, here = s.grid, _square(s, start)
    for n, side in enumerate(way, 1):
        there = board.toward(here, side)
        if there is None:
            if side == "n" and n == len(way):
                return f"{start}-off"
            raise Illegal(no_square_beyond(side, board.names[here]))
        here = there
    return f"{start}-{board.names[here]}"


def _as_said(s: Position, start: str, way: str) -> Words:
    """A run along a way. Raises Illegal if only another way leads to its square."""
    word, board, here = _run_along(s, start, way), s.grid, _square(s, start)
    taken = {*s.lying, *s.owners} - set(s.loggers[s.mover])
    if s.phase is not Phase.MOVE or word not in map(str, legal(s)):
        return (word,)  # the rules know why
    if len(way) > s.roll:
        raise Illegal.because("That's {n} squares, but you rolled {roll}.", n=len(way), roll=s.roll)
    for side in way[:-1]:
        here = board.rays[here][side][0]
        if here in taken:
            square = board.names[here]
            raise Illegal.because("The way is blocked: {square} is taken.", square=square)
    return (word,)


def _straight(s: Position, start: str, side: str) -> Words:
    """A run of unknown length: the only one that way, or the first. Raises Illegal for several."""
    able, runs = set(map(str, legal(s))), list[str]()
    with suppress(Illegal):  # at an edge that isn't the open one
        for n in DIE:
            if (run := _run_along(s, start, side * n)) not in able:
                break
            runs.append(run)
    return only(
        runs or [_run_along(s, start, side)],
        lambda ways: Text(
            "How far? You can run up to {n} squares: {words}.", n=len(runs), words=ways
        ),
    )


def _diagonal(s: Position, named: Named) -> Words:
    raise Illegal.because(
        "You can't move diagonally. Give both directions, each with its number of squares."
    )


def _arrow(s: Position, named: Named) -> Words:
    """`b3 -> b4` is a push, a capture or a run: the contents of b4 decide."""
    end = _square(s, named["end"])
    if s.lying.get(end, ()):
        return _push(s, named)
    rival = any(end in on for seat, on in enumerate(s.loggers) if seat != s.mover)
    return _capture(s, named) if rival else _run(s, named)


def _shift(s: Position, named: Named) -> Words:
    """Any square of the log will do."""
    square = _square(s, named["start"])
    log = s.lying.get(square, ())
    return (str(Shift(s.grid, log[0] if log else square, named["side"])),)


def _capture_there(s: Position, named: Named) -> Words:
    """A capture on a square, by the only logger that could."""
    pairs = _pairs(s, {_square(s, named["end"])})
    return _chosen(s, Capture, pairs, Text("capture {square}", square=named["end"]))


def _push_there(s: Position, named: Named) -> Words:
    """A push of the log on a square; any of its squares will do."""
    square = _square(s, named["end"])
    pairs = _pairs(s, {square}) or _pairs(s, s.lying.get(square, ()))
    return _chosen(s, Push, pairs, Text("push {square}", square=named["end"]))


def _pairs(s: Position, targets: Iterable[int]) -> list[tuple[int, int]]:
    """The mover's loggers with the squares of `targets` beside them."""
    neighbours = s.grid.neighbours
    return [(f, t) for f in sorted(set(s.loggers[s.mover])) for t in neighbours[f] if t in targets]


def _chosen(
    s: Position, kind: type[Capture | Push], pairs: list[tuple[int, int]], deed: Text
) -> Words:
    """The only legal one, or the first, for its reason. Raises Illegal for none or several."""
    if not pairs:
        nobody = Text("None of your loggers can {deed}.", deed=deed)
        raise Illegal(_without_roll(s, kind) or nobody)
    ways, able = [str(kind(s.grid, *pair)) for pair in pairs], set(map(str, legal(s)))
    return only(
        [way for way in ways if way in able] or ways[:1],
        lambda x: Text(
            "Several of your loggers can {deed}. Which one? {words}.", deed=deed, words=x
        ),
    )


def _without_roll(s: Position, kind: type[Step]) -> Text | None:
    """The reason that it needs another roll, or None."""
    rolls: Mapping[type[Step], tuple[int, Text]] = {
        Capture: (CAPTURE, Text("a capture")),
        Push: (PUSH, Text("a push")),
        Shift: (SHIFT, Text("a shift")),
    }
    if s.phase is not Phase.MOVE or kind not in rolls or s.roll == rolls[kind][0]:
        return None
    needed, said = rolls[kind]
    return Text("You rolled {n}, but {deed} needs a {needed}.", n=s.roll, deed=said, needed=needed)


def _push_from(s: Position, named: Named) -> Words:
    """By the logger that pushes. The log beside it is clear, or is asked for."""
    pairs = [pair for pair in _pairs(s, s.lying) if pair[0] == _square(s, named["start"])]
    return _chosen(s, Push, pairs, Text("push a log from {square}", square=named["start"]))


def _push_to_a_side(s: Position, named: Named) -> Words:
    """`push b3 north` with a logger on b3, or else with a log there."""
    board, start, side = s.grid, _square(s, named["start"]), named["side"]
    if not _is_mine(s, named["start"]):
        pairs = [p for p in _pairs(s, s.lying.get(start, ())) if board.bearing(*p) == side]
        deed = Text("push {square} {side}", square=named["start"], side=SPELT[side])
        return _chosen(s, Push, pairs, deed)
    ahead = board.toward(start, side)
    if ahead is None:
        raise Illegal(no_square_beyond(side, named["start"]))
    return (str(Push(board, start, ahead)),)


def _push_any(s: Position, named: Named) -> Words:
    side = named["side"]
    pairs = [p for p in _pairs(s, s.lying) if s.grid.bearing(*p) == side]
    return _chosen(s, Push, pairs, Text("push a log {side}", side=SPELT[side]))


def _move_by(sign: str) -> Meaning:
    return lambda s, named: (f"{named['start']}{sign}{named['end']}",)


_capture, _push = _move_by("x"), _move_by(">")


def _with_mine(meaning: Meaning) -> Meaning:
    """`push b3 to b4` with a logger on b3. Otherwise the second square belongs to the next phrase:
    `capture b4 to a1` sends back."""
    return lambda s, named: meaning(s, named) if _is_mine(s, named["start"]) else ()


def _place(s: Position, named: Named) -> Words:
    """The letter is left out if only one colour is due."""
    letter, seats = named.get("letter", ""), [s.mover]
    if s.phase is Phase.RETURN:
        seats = s.going_back
    due = "".join(SEATS[seat] for seat in seats)
    return (f"@{named['end']}",) if letter == due else (f"{letter}@{named['end']}",)


def _only(kind: type[Run | Capture | Push | Shift]) -> Meaning:
    """A verb without all of its squares. Raises Illegal if it has no meaning, or more than one."""

    def meaning(s: Position, named: Named) -> Words:
        steps = [step for step in legal(s) if isinstance(step, kind)]
        if start := named.get("start"):
            square = _square(s, start)  # any square of the log will do
            steps = [
                step
                for step in steps
                if square
                in (s.lying.get(step.at, ()) if isinstance(step, Shift) else (step.start,))
            ]
        none = _without_roll(s, kind) or Text("You can't make that kind of move now.")
        return only([*map(str, steps)], _which, none)

    return meaning


def _which(words: Listed) -> Text:
    if len(words.items) <= LISTED:
        return Text("Which one? {words}.", words=words)
    few = Listed(words.items[:LISTED], "or")
    return Text("Which one? For example: {words}.", words=few)


MEANINGS: Mapping[str, Meaning] = {
    "run": _run,
    "run off": _run_off,
    # Without a verb these may be two squares to place on.
    "run or place": lambda s, named: () if s.phase in _PLACING else _run(s, named),
    "move": _move,
    "move any": _move_any,
    "arrow": _arrow,
    "diagonal": _diagonal,
    "capture": _capture,
    "capture with": _with_mine(_capture),
    "capture the piece there": _capture_there,
    "push": _push,
    "push with": _with_mine(_push),
    "push the piece there": _push_there,
    "push from": _push_from,
    "push to a side": _push_to_a_side,
    "push any": _push_any,
    "shift": _shift,
    "lay": lambda s, named: _run(s, named) if s.phase is Phase.LOGS else (),
    "place": _place,
    "place in time": lambda s, named: _place(s, named) if s.phase in _PLACING else (),
    "the run": _only(Run),
    "the capture": _only(Capture),
    "the push": _only(Push),
    "the shift": _only(Shift),
    "nothing": lambda s, named: (str(Stop()),),
}


@cache
def phrases(language: Language) -> Phrases[LetteredTable]:
    """What can be typed in a language, the notation included."""
    side = any_of(language.compass)
    known = {
        "start": f"(?P<start>{SQUARE})",
        "end": f"(?P<end>{SQUARE})",
        "square": SQUARE,
        "letter": "(?P<letter>[a-z])",
        "aside": side,
        "side": f"(?P<side>{side})",
        "way": f"(?P<way>{language.ways.pattern})",
    }

    def names(table: LetteredTable, m: re.Match[str]) -> tuple[Position, Named] | None:
        """What a phrase names. Raises Illegal if it names a square off the board."""
        board = table.position.grid
        for name in re.findall(SQUARE, m[0]):
            if name not in board.by_name:
                raise Illegal.because(
                    "There's no square {square}. Columns go from a to {column} and rows from "
                    "1 to {rows}.",
                    square=name,
                    column=board.names[-1][0],
                    rows=board.rows,
                )
        named = {name: said for name, said in m.groupdict().items() if said}
        if "letter" in named:
            seat = seat_of(named["letter"].upper(), table.letters)
            if seat is None:
                return None
            named["letter"] = SEATS[seat]
        if "side" in named:
            named["side"] = language.compass[named["side"]]
        return table.position, named

    # A phrase may begin with the notation of a run off: that phrase comes last.
    rows = (*NOTATION, *language.phrases, ("run off", "{start} ?->? ?off"))
    return read_by(language, rows, known, MEANINGS, names)


def seat_of(letter: str, letters: Sequence[str]) -> Seat | None:
    """The seat of a letter at a table, or else in the log."""
    known = letters if letter in letters else SEATS[: len(letters)]
    return known.index(letter) if letter in known else None


def phrased(language: Language, table: LetteredTable, step: Step) -> Words:
    """How a step is said in a language."""
    s = table.position
    names = s.names
    match step:
        case Lay(_, cells):
            return language.phrased("lay", start=names[cells[0]], end=names[cells[-1]])
        case Placement(_, to, int(seat)):
            letter = table.letters[seat].casefold()
            return language.phrased("place of", letter=letter, end=names[to])
        case Placement(_, to):
            kind = "place" if s.phase is Phase.RETURN else "stand"
            return language.phrased(kind, end=names[to])
        case Shift(_, at, side):
            return language.phrased("shift", start=names[at], side=language.side(side))
        case Run(_, start, to) if to == OFF:
            return language.phrased("run off", start=names[start])
        case Run(_, start, to) | Capture(_, start, to) | Push(_, start, to):
            kind = {"-": "run", "x": "capture", ">": "push"}[step.sign]
            return language.phrased(kind, start=names[start], end=names[to])
    return language.phrased("nothing")

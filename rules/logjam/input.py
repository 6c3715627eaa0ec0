"""What people type in Logjam, phrase by phrase, and the words that it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from string import ascii_uppercase

from rules.english import listed
from rules.errors import Illegal
from rules.game import Stop
from rules.input import Phrases, Words
from rules.logjam import Logjam
from rules.logjam.position import CAPTURE, PUSH, Phase, Position, going_back, lying
from rules.logjam.steps import Capture, Push, Shift
from rules.squares import SPELT

SQUARE = r"([a-z][0-9]{1,2})"
SIDES = {side: side for side in SPELT} | {word: side for side, word in SPELT.items()}
SIDES |= {"forward": "n", "downstream": "n", "upstream": "s", "left": "w", "right": "e"}
ASIDE = rf"(?:{'|'.join(sorted(SIDES, key=len, reverse=True))})"
SIDE = rf"({ASIDE})"
SPELT_COUNTS = ("one", "two", "three", "four", "five", "six")
COUNTS = {word: n for i, name in enumerate(SPELT_COUNTS, 1) for word, n in ((name, i), (str(i), i))}
STEPS = r"(?:square|step|space)s?"
COUNT = rf"(?:{'|'.join(COUNTS)})(?: {STEPS})?"
LEG = rf"(?:{ASIDE}(?: {COUNT})?|{COUNT} (?:to the )?{ASIDE})"
Pair = tuple[int, int]  # a logger's square and one beside it
Meaning = Callable[[Position, re.Match[str]], Words]  # no words: some other phrase is meant

RULES = Logjam()
NEEDED: dict[type[Capture | Push], int] = {Capture: CAPTURE, Push: PUSH}
PLACING = (Phase.LOGGERS, Phase.RETURN)


def _all_on_board(s: Position, phrase: str) -> None:
    """Raises Illegal when a square of the phrase is not on the board."""
    board = s.terms.grid
    for name in re.findall(SQUARE, phrase):
        if name not in board.by_name:
            last = board.names[-1]
            raise Illegal(
                f"There is no square {name}; columns a to {last[0]}, rows 1 to {last[1:]}."
            )


def _on_board(meaning: Meaning) -> Meaning:
    """The same for a phrase that names no square which this board does not have."""

    def checked(s: Position, m: re.Match[str]) -> Words:
        _all_on_board(s, m[0])
        return meaning(s, m)

    return checked


def _log_at(s: Position, square: int) -> tuple[int, ...]:
    """The squares of the log on a square; none: no log lies there."""
    return lying(s.logs).get(square, ())


def _is_mine(s: Position, name: str) -> bool:
    return s.terms.grid.by_name[name] in s.loggers[s.mover]


def _from_to(s: Position, m: re.Match[str]) -> Words:
    """Two squares: a run, or, while the logs are laid, a log named from either end."""
    start, end = m[1], m[2]
    if s.phase is Phase.LOGS:
        start, end = sorted((start, end), key=s.terms.grid.by_name.__getitem__)
    return (f"{start}-{end}",)


def _two_squares(s: Position, m: re.Match[str]) -> Words:
    """Without a verb these are two squares to place on, where that is what is due."""
    return () if s.phase in PLACING else _from_to(s, m)


def _log(s: Position, m: re.Match[str]) -> Words:
    return _from_to(s, m) if s.phase is Phase.LOGS else ()


def _off(s: Position, m: re.Match[str]) -> Words:
    """`run off` without a square is the only logger that can."""
    if m[1]:
        return (f"{m[1]}-off",)
    ways = [str(step) for step in RULES.legal(s) if str(step).endswith("-off")]
    return _only(ways, "can run off") if ways else ()


def _toward(s: Position, m: re.Match[str]) -> Words:
    """`c6 east` shifts the log on c6, and otherwise runs a logger, step by step."""
    board, start = s.terms.grid, s.terms.grid.by_name[m[1]]
    sides = _course(m[2])
    if log := _log_at(s, start):
        return (str(Shift(board, log[0], sides[0])),) if len(sides) == 1 else ()
    here = start
    for n, side in enumerate(sides, 1):
        there = board.toward(here, side)
        if there is None:
            if side == "n" and n == len(sides):
                return (f"{m[1]}-off",)
            raise Illegal(f"There is no square {SPELT[side]} of {board.names[here]}.")
        here = there
    return (f"{m[1]}-{board.names[here]}",)


def _course(text: str) -> list[str]:
    """The side of every step of `north 2 east` or `2 north 1 east`."""
    words = [word for word in text.split() if word in COUNTS or word in SIDES]
    turn = 1 if words[0] in COUNTS else -1  # so that a number stands before its side
    course, n = list[str](), 1
    for word in words[::turn]:
        if word in COUNTS:
            n = COUNTS[word]
        else:
            course, n = course + [SIDES[word]] * n, 1
    return course[::turn]


def _shift(s: Position, m: re.Match[str]) -> Words:
    """Any square of the log will do."""
    board, square = s.terms.grid, s.terms.grid.by_name[m[1]]
    log = _log_at(s, square)
    return (str(Shift(board, log[0] if log else square, SIDES[m[2]])),)


def _special(kind: type[Capture | Push], name: str) -> Meaning:
    return lambda s, m: _beside(s, kind, name, s.terms.grid.by_name[m[1]])


def _beside(s: Position, kind: type[Capture | Push], name: str, square: int) -> Words:
    """A capture or push of what is on a square, by the only logger that could."""
    pairs = _pairs(s, {square})
    if kind is Push and not pairs:  # any square of the log will do
        pairs = _pairs(s, _log_at(s, square))
    return _chosen(s, kind, pairs, f"{name} {s.terms.grid.names[square]}")


def _pairs(s: Position, targets: Iterable[int]) -> list[Pair]:
    """The mover's loggers with the squares of `targets` beside them."""
    neighbours = s.terms.grid.neighbours
    return [(f, t) for f in sorted(set(s.loggers[s.mover])) for t in neighbours[f] if t in targets]


def _chosen(s: Position, kind: type[Capture | Push], pairs: list[Pair], deed: str) -> Words:
    """The only one that is legal; where none is, the first, which tells the reason."""
    needed = NEEDED[kind]
    if not pairs and s.phase is Phase.MOVE and s.roll != needed:
        raise Illegal(f"You rolled {s.roll}; a {deed.split()[0]} needs a {needed}.")
    if not pairs:
        raise Illegal(f"No logger of yours stands where it could {deed}.")
    ways = [str(kind(s.terms.grid, *pair)) for pair in pairs]
    legal = set(map(str, RULES.legal(s)))
    return _only([way for way in ways if way in legal] or ways[:1], f"could {deed}")


def _only(ways: list[str], deed: str) -> Words:
    if len(ways) > 1:
        named = listed([f"`{way}`" for way in ways], "or")
        raise Illegal(f"Several of your loggers {deed}: say {named}.")
    return tuple(ways)


def _push_toward(s: Position, name: str, side: str) -> Words:
    """`push d5 east` with the logger on d5, or else the log on d5."""
    board, square = s.terms.grid, s.terms.grid.by_name[name]
    if not _is_mine(s, name):
        pairs = [p for p in _pairs(s, _log_at(s, square)) if board.bearing(*p) == SIDES[side]]
        return _chosen(s, Push, pairs, f"push {name} {SPELT[SIDES[side]]}")
    ahead = board.toward(square, SIDES[side])
    if ahead is None:
        raise Illegal(f"There is no square {SPELT[SIDES[side]]} of {name}.")
    return (str(Push(board, square, ahead)),)


def _push_side(s: Position, m: re.Match[str]) -> Words:
    board = s.terms.grid
    pairs = [p for p in _pairs(s, lying(s.logs)) if board.bearing(*p) == SIDES[m[1]]]
    return _chosen(s, Push, pairs, f"push a log {SPELT[SIDES[m[1]]]}")


def _pair(sign: str) -> Meaning:
    return lambda s, m: (f"{m[1]}{sign}{m[2]}",)


def _pair_from(sign: str) -> Meaning:
    """The target is named before the logger."""
    return lambda s, m: (f"{m[2]}{sign}{m[1]}",)


def _own_first(sign: str) -> Meaning:
    """`push b3 to b4` with a logger on b3. Otherwise the second square belongs to the next
    phrase: `capture b4 to a1` sends back."""
    return lambda s, m: (f"{m[1]}{sign}{m[2]}",) if _is_mine(s, m[1]) else ()


def _due(s: Position) -> str:
    """The letters of those who are placed on the starting row now."""
    seats = going_back(s) if s.phase is Phase.RETURN else [s.mover]
    return "".join(ascii_uppercase[seat] for seat in seats)


def _place(s: Position, m: re.Match[str]) -> Words:
    """A letter is left out where only one colour is due."""
    letter = (m[1] or "").upper()
    return (f"@{m[2]}",) if letter == _due(s) else (f"{letter}@{m[2]}",)


def _place_in_time(s: Position, m: re.Match[str]) -> Words:
    return _place(s, m) if s.phase in PLACING else ()


OF = r"(?:(?:the |my )?(?:log|logger) )?(?:(?:on|at|from) )?"
GO = rf"(?:(?:run|move|go|walk|step) {OF}|from )"
OVER = r"(?:off|out|home)(?: the (?:board|river|open edge))?"
LAY = r"(?:(?:lay|put|place) (?:a |the )?)?log (?:of [2-5] )?(?:on |from )?"
TAKE = rf"(?:capture|take) {OF}"
SHOVE = rf"push {OF}"
ARROW = r"(?:->|-)"
TO = rf"(?: ?{ARROW} ?| to | )"
BACK = r"(?:(?:send|put|place|stand) )?(?:back )?"
WHOSE = r"(?:([a-f])(?:'s(?: loggers?)?)? )?"
BY = rf"(?: (?:by )?(?:1|one)(?: {STEPS})?)?"
OWN = r"(?:(?:a|the|my|your own) )?logger "
_TABLE: tuple[tuple[str, Meaning], ...] = (
    (rf"{SQUARE} ?[x×] ?{SQUARE}", _pair("x")),
    (rf"{SQUARE} ?> ?{SQUARE}", _pair(">")),
    (rf"{SQUARE} ?\+ ?{SIDE}", _shift),
    (rf"([a-f])? ?@ ?{SQUARE}", _place),
    (rf"(?:{GO})?{SQUARE}{TO}?{OVER}", _off),
    (rf"(?:run|move|go) (){OVER}", _off),
    (rf"{LAY}{SQUARE}{TO}{SQUARE}", _log),
    (rf"{GO}{SQUARE}{TO}{SQUARE}", _from_to),
    (rf"{SQUARE}(?: ?{ARROW} ?| to ){SQUARE}", _from_to),
    (rf"{SQUARE} {SQUARE}", _two_squares),
    (rf"{TAKE}{SQUARE} (?:from|with) {SQUARE}", _pair_from("x")),
    (rf"{TAKE}{SQUARE}(?: to)? {SQUARE}", _own_first("x")),
    (rf"{SQUARE} (?:captures|takes) {SQUARE}", _pair("x")),
    (rf"{TAKE}{SQUARE}", _special(Capture, "capture")),
    (rf"{SHOVE}{SQUARE}(?: {ASIDE})? (?:from|with) {SQUARE}", _pair_from(">")),
    (rf"push (?:to the )?{SIDE} from {SQUARE}", lambda s, m: _push_toward(s, m[2], m[1])),
    (rf"{SHOVE}{SQUARE} (?:to the )?{SIDE}", lambda s, m: _push_toward(s, m[1], m[2])),
    (rf"{SHOVE}{SQUARE}(?: to)? {SQUARE}", _own_first(">")),
    (rf"{SQUARE} pushes {SQUARE}", _pair(">")),
    (rf"{SHOVE}{SQUARE}", _special(Push, "push")),
    (rf"push (?:to the )?{SIDE}", _push_side),
    (rf"shift {OF}{SQUARE}(?: ?- ?[a-z][0-9]+)?{BY} (?:to the )?{SIDE}", _shift),
    (rf"(?:{GO})?{SQUARE} (?:to the )?({LEG}(?: {LEG})*)", _toward),
    (rf"{BACK}{WHOSE}back (?:to |on )?{SQUARE}", _place),
    (rf"{BACK}{WHOSE}(?:to |on )?{SQUARE}", _place_in_time),
    (rf"{BACK}{OWN}()(?:to |on )?{SQUARE}", _place_in_time),
    (
        r"(?:\.|(?:do )?nothing|pass|stay|rest|wait|skip|done|enough|stop|end)",
        lambda s, m: (str(Stop()),),
    ),
)
PHRASES = Phrases[Position](*((pattern, _on_board(meaning)) for pattern, meaning in _TABLE))
parse = PHRASES.parse

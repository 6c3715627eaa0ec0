"""Lines as people type them, with what they mean: tests/rules/lines, and how each is answered.

== forest supply=2,0            a position, as tests/rules draw it, and its undrawn parts
. T . M .
--
b3 chop b4 => b3 xb4            a line, and what its player means (see logger.txt)
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from rules import GAMES
from rules.drafting import Kind, draft
from rules.errors import Question, Refused
from tests.rules import boards, courses, rivers_of_logs

FILES = Path(__file__).with_name("lines")
UNDERSTOOD, RIGHTLY, THOUGH_CLEAR, MISREAD = VERDICTS = (
    "understood",
    "rightly refused",
    "refused though clear",
    "misread",
)
WATER = "# # # . . . # # #\n" + "# # . . . . . # #\n" * 7


class Typed(NamedTuple):
    """A line at a position."""

    game: str
    position: Any
    line: str
    meant: str  # the words of a turn, or one of the signs in logger.txt


def typed_lines(game: str, folder: Path = FILES) -> Iterator[Typed]:
    """All lines of a game, in the order of its file. folder: of their language."""
    text = (folder / f"{game}.txt").read_text(encoding="utf-8")
    for part in text.split("\n== ")[1:]:
        head, _, below = part.partition("\n")
        drawing, _, lines = below.rpartition("--\n")
        s = POSITIONS[game](drawing, _settings(head))
        for row in filter(None, lines.splitlines()):
            line, _, meant = row.partition(" => ")
            yield Typed(game, s, line, meant)


def _settings(head: str) -> dict[str, Any]:
    return dict(pair.split("=", 1) for pair in shlex.split(head)[1:])


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


def _logger(drawing: str, known: dict[str, Any]) -> Any:
    if not drawing:
        return boards.opening(int(known["seats"]))
    return boards.position(drawing, supply=_numbers(known.get("supply", "")))


def _logjam(drawing: str, known: dict[str, Any]) -> Any:
    seats, roll = int(known.pop("seats", "0")), int(known.pop("roll", "0"))
    hand = _numbers(known.pop("hand", ""))
    return rivers_of_logs.river(drawing, seats=seats, hand=hand, roll=roll, **known)


def _fellers(_: str, known: dict[str, Any]) -> Any:
    mover, hand = int(known.pop("mover", "0")), known.pop("hand")
    s = courses.position(courses.river(WATER), mover=mover, hand=hand, **known)
    return courses.FELLERS.view(s, mover)


POSITIONS = {"logger": _logger, "logjam": _logjam, "fellers": _fellers}


@cache
def whole(game: str, position: Any, words: str) -> str:
    """The line of a turn that is meant, which many lines of each language mean."""
    return draft(GAMES[game], position, words).line


def verdict(typed: Typed, kind: Kind[Any] | None = None, *, hints: bool = False) -> str:
    """How a line is answered. kind: with the languages in which it is read, English without.
    hints: of refusals; they cost most of the time, so they are asked for where they matter."""
    kind, meant = kind or GAMES[typed.game], typed.meant
    hints = hints or meant[0] == "~"
    try:
        said = draft(kind, typed.position, typed.line, hints=hints)
    except Refused as refused:
        answer = _refused(typed, refused, kind)
        told = hints or answer != THOUGH_CLEAR
        return answer if told else verdict(typed, kind, hints=True)
    if not said.said:
        return RIGHTLY if meant == "?" else THOUGH_CLEAR
    if meant[0] in "?!" or whole(typed.game, typed.position, meant) != said.line:
        return MISREAD
    return UNDERSTOOD


def _suggests(typed: Typed, refused: Refused, kind: Kind[Any], meant: str) -> bool:
    """The line that a refusal suggests first means the same as these words."""
    first = re.search("Did you mean `([^`]+)`", str(refused))
    lines = (first[1], meant) if first else ()
    said = [draft(kind, typed.position, line).said for line in lines]
    return bool(said) and said[0] == said[1]


def _refused(typed: Typed, refused: Refused, kind: Kind[Any]) -> str:
    sign, _, rest = typed.meant.partition(" ")
    if sign == "~":
        return RIGHTLY if _suggests(typed, refused, kind, rest) else THOUGH_CLEAR
    if sign == "!":
        return RIGHTLY if rest in str(refused) else THOUGH_CLEAR
    if sign == "?" and rest:
        meant = draft(kind, typed.position, rest).line
        line = refused.line if isinstance(refused, Question) else ""
        told = line and draft(kind, typed.position, line).line == meant
        return RIGHTLY if told else THOUGH_CLEAR
    return RIGHTLY if sign == "?" else THOUGH_CLEAR

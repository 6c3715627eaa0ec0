"""Boards compared with a record: each ends in a digest of all rows by then (rules/record.py).

    L7:31:3f9a-12c0-77de        game, row, digest

Nothing in a record can prove that somebody said what it says; a board that was posted can.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bot.table.verify import Outcome, Verdict
from rules.errors import Refused, quoted
from rules.game import Game
from rules.history import BrokenLog
from rules.play import frames
from rules.record import Record, digest
from rules.text import NOTHING, Code, Name, Text, lines, sentences

EXAMPLE = "L7:31:3f9a-12c0-77de"
MOST_BOARDS = 50  # boards that are compared at once
_BOARD = re.compile(r"([a-z])([0-9]{1,9}):([0-9]{1,9}):([0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4})")


class Compared(NamedTuple):
    """What became of a board, in a sentence."""

    fits: bool
    told: Text


def separate(words: str) -> list[str]:
    """The boards that somebody has named in one line."""
    return re.findall(r"[^\s,;]+", words)


def with_boards(
    rules: Game[Any], record: Record, verdict: Verdict, boards: Sequence[str]
) -> Verdict:
    """A verdict, with what boards say of the record besides; without a seed nobody can tell."""
    if not record.seed:
        return verdict
    found = [_compared(rules, record, board) for board in boards[:MOST_BOARDS]]
    outcome = verdict.outcome if all(each.fits for each in found) else Outcome.WRONG
    hint = NOTHING if found or outcome is Outcome.WRONG else _last(record)
    told = lines(*(each.told for each in found), sentences(verdict.told, hint))
    return Verdict(outcome, told)


def _last(record: Record) -> Text:
    """What the game's last post must say."""
    if not record.entries:
        return NOTHING
    n = record.entries[-1].n
    last = f"{record.name}:{n}:{digest(record, bytes.fromhex(record.seed), n)}"
    return Text(
        "Only the posted boards can prove that these turns were played. Each board ends with "
        "a code; the code in the result is {last}.",
        last=Code(last),
    )


def _compared(rules: Game[Any], record: Record, board: str) -> Compared:
    said = board.strip(" `\t\n").lower()
    if (found := _BOARD.fullmatch(said)) is None:
        unread = Text(
            "{board} isn't a board code. A code looks like {example}.",
            board=quoted(board),
            example=Code(EXAMPLE),
        )
        return Compared(False, unread)
    name, n, digits = f"{found[1]}{found[2]}".upper(), int(found[3]), found[4].replace("-", "")
    shown = Code(f"{name}:{n}")
    if name != (record.name or name) or name[0] != rules.letter:
        other = Text(
            "Board {board} belongs to another game; this is the record of {game}.",
            board=shown,
            game=record.name or rules.title,
        )
        return Compared(False, other)
    last = record.entries[-1].n if record.entries else 0
    if n > last:
        beyond = Text(
            "Board {board} doesn't match: the record ends at row {last}, so rows are missing or "
            "have been replaced.",
            board=shown,
            last=last,
        )
        return Compared(False, beyond)
    if digest(record, bytes.fromhex(record.seed), n).replace("-", "") != digits:
        unlike = Text(
            "Board {board} doesn't match: an option, the seed, or a row up to row {n} was "
            "different when the board was posted.",
            board=shown,
            n=n,
        )
        return Compared(False, unlike)
    fits = Text("Board {board} matches: rows 1 to {n} are unchanged.", board=shown, n=n)
    return Compared(True, sentences(fits, *_whose(rules, record, n)))


def _whose(rules: Game[Any], record: Record, n: int) -> Iterator[Text]:
    """Whom the board must have called, so that names can be compared with it."""
    try:
        after = next((frame.after for frame in frames(rules, record) if frame.n == n), None)
    except (BrokenLog, Refused):
        return
    if after is not None and (seat := rules.actor(after)) >= 0:
        yield Text("It was {name}'s turn.", name=Name(record.named(n)[seat]))

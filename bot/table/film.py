"""What a film of a game shows: its boards one after another, as everybody could see them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeVar

from bot.table.effective import without_choice
from bot.table.game import Game
from bot.table.table import ReplayState, course, passed
from renderer import Hosted, Labels, Shot
from rules.dice import Chance
from rules.game import NOBODY, Setup
from rules.history import announced, effective
from rules.play import look, replay
from rules.record import Record
from rules.voice import Argument
from storage import Row

T = TypeVar("T")


def of_game(game: Game, rows: list[Row]) -> list[Shot]:
    """The boards of a started game, as they were posted. Raises BrokenLog."""
    there = ((table.n, table.at.turns, table) for table in passed(game, rows))
    tables = boards(there, without_choice(rows))
    return [Shot(table.seen(), table.labels) for table in tables]


def of_record(hosted: Hosted, record: Record, called: Argument) -> list[Shot]:
    """The boards of a recorded game. called: what it is called on them. Raises BrokenLog."""
    rules, setup = hosted.kind.game, Setup(len(record.names), record.options)
    told = [(entry.n, entry.seat, entry.line, entry.checksum) for entry in record.entries]
    at, how = ReplayState(rules.new(setup), (), 0, Chance(b"")), announced(row[:3] for row in told)
    played = [(0, at), *course(at, replay(rules, setup, effective(told)), how)]
    found = []
    for n, at in boards((n, at.turns, (n, at)) for n, at in played):
        number = at.turns + (rules.actor(at.state) != NOBODY)
        labels = Labels(called, record.named(n), number)
        found.append(Shot(look(rules, at.state, at.events, None), labels))
    return found


def boards(there: Iterable[tuple[int, int, T]], alone: Collection[int] = ()) -> list[T]:
    """Of where a game was after each row (its number, how many turns had been played, and what is
    wanted of it) the boards: one before the first turn, and one after each with what followed from
    it. alone: the rows of turns that followed from the one before."""
    found = list[tuple[int, T]]()
    for n, turns, wanted in there:
        if found and (turns == found[-1][0] or n in alone):
            found.pop()
        found.append((turns, wanted))
    return [wanted for _, wanted in found]

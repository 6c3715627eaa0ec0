"""What is kept of a game when somebody reports a problem: what anybody may see, without names.

The names of players, what they said besides turns, drafts, orders and hands are not in it.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Final

from bot.core.game import Game
from bot.domain import records
from rules.history import BrokenLog
from storage import Former, Post, Row, Sitter, word

OF_WHAT: Final = "lumbercamp", "discord.py"
UNTOLD: Final = "The rules cannot follow the log, so what is hidden in it cannot be left out."


def versions(game: Game) -> str:
    """What runs here, and by which rules the game is played."""
    told = [f"{name} {version(name)}" for name in OF_WHAT]
    python = f"Python {platform.python_version()}"
    return " · ".join((*told, python, f"{game.kind}, edition {game.edition} of the rules"))


def state(game: Game, waiting: Sequence[Post]) -> str:
    """Where a game is, and what waits in it. waiting: its posts that are not sent."""
    to_move = "nobody" if game.on_turn is None else f"seat {game.on_turn + 1}"
    timers = (f"{timer.kind} until {_when(timer.due)}" for timer in game.timers)
    posts = (f"{_kind(post.kind)} of row {post.n}, {post.tries} tries" for post in waiting)
    options = (f"{k}={v}" for k, v in game.options.items() if k != "order")  # which names people
    return "\n".join(
        (
            versions(game),
            f"status: {game.status} · row {game.n} · to move: {to_move}",
            f"agreed: {', '.join(options)}",
            f"timers: {', '.join(timers) or 'none'}",
            f"posts that wait: {', '.join(posts) or 'none'}",
        )
    )


def record(game: Game, rows: list[Row]) -> str:
    """The record as anybody may have it, with seats in place of names."""
    sitters = tuple(replace(each, name=_seat(seat)) for seat, each in enumerate(game.sitters))
    former = tuple(replace(each, name=_seat(each.seat)) for each in game.former)
    try:
        return records.text(replace(game, sitters=sitters, former=former), rows)
    except BrokenLog:  # whose words may be hidden ones
        return UNTOLD


def typed(game: Game, said: str) -> str:
    """Somebody's words, with seats in place of the names and ids of people who sit or sat there."""
    seated: list[tuple[int, Sitter | Former]] = [*enumerate(game.sitters)]
    seated += [(each.seat, each) for each in game.former]
    for seat, each in seated:
        if not each.computer:
            said = re.sub(rf"<@!?{each.user}>|(?<!\d){each.user}(?!\d)", _seat(seat), said)
            said = word(each.name).sub(_seat(seat), said) if each.name else said
    return said


def _seat(seat: int) -> str:
    return f"Seat {seat + 1}"


def _kind(kind: str) -> str:
    """Of a row of the outbox what it is, without whom it is for."""
    found = re.match(r"[a-z_]*", kind)
    return found[0] if found else ""


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="minutes")

"""What a commit says about a game besides its lines, whoever commits it."""

from __future__ import annotations

from bot.table import Table
from storage import Change, Game, Line, Result


def card_of(game: Game) -> tuple[str, ...]:
    """A game in a thread keeps its card in the channel up to date."""
    return ("card",) if game.channel != game.home else ()


def goes_on(after: Table, lines: tuple[Line, ...], key: str) -> Change:
    """The change to a table at which nobody has to wait: the next player is called, or the result
    is told."""
    return Change(
        lines,
        key,
        status="over" if after.over else None,
        on_turn=None if after.over else after.actor,
        due=None,
        results=results(after) if after.over else (),
        posts=("result" if after.over else "turn", *card_of(after.game)),
    )


def results(table: Table) -> tuple[Result, ...]:
    """How each seat came out of a game that is over."""
    winners = table.winners()
    return tuple(
        Result(seat, score[0] if score else 0, won=winners == (seat,))
        for seat, score in enumerate(table.kind.game.scores(table.at.state))
    )

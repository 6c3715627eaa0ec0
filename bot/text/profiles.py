"""How somebody plays here, in words."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.names import bare, lasting
from bot.domain.standings import Profile
from bot.text.standings import counted
from rules.errors import quoted
from rules.text import (
    NOTHING,
    Joined,
    Name,
    Plural,
    Small,
    Strong,
    Text,
    lines,
    notation,
    sentences,
)


def profile(name: str, games: Sequence[Profile]) -> Text:
    """games: those that they have played."""
    if not games:
        return Text("{name} hasn't finished a game here yet.", name=Name(bare(name)))
    head = Strong(Text("{name} on this server", name=Name(bare(name))))
    return lines(head, *(part for game in games for part in _game(game)))


def _game(game: Profile) -> tuple[Text, Text]:
    line = Text("{game}: {counted}.", game=Strong(notation(game.title)), counted=counted(game.line))
    return line, Small(sentences(_figures(game), _usual(game.usual)))


def _figures(game: Profile) -> Text:
    if not game.figures:
        return NOTHING
    told = Joined("; ", game.figures)
    return Plural(
        "In the last game: {told}.", "In the last {n} games: {told}.", n=game.last, told=told
    )


def _usual(seconds: float | None) -> Text:
    return (
        NOTHING
        if seconds is None
        else Text("Usually plays a turn within {time}.", time=lasting(seconds))
    )


def unknown(who: str) -> Text:
    return Text(
        "Nobody called {name} has finished a game on this server. Choose one of the names "
        "suggested as you type.",
        name=quoted(who),
    )

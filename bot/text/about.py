"""What is told about the bot itself."""

from __future__ import annotations

from bot.core.names import lasting
from rules.text import NOTHING, Moment, Plural, Strong, Text, lines, notation


def about(version: str, since: float | None, host: str, games: int, copied: float | None) -> Text:
    """games: that are open everywhere; copied: how many seconds old the newest copy is."""
    return lines(
        _runs(version, since),
        Text("Run by {host}.", host=notation(host)) if host else NOTHING,
        Plural("{n} open game across all servers.", "{n} open games across all servers.", n=games),
        _copied(copied),
        Text(
            "Turns, results and settings are stored on this bot's server and shared with "
            "nobody but Discord."
        ),
    )


def _runs(version: str, since: float | None) -> Text:
    name = Strong(Text("Lumbercamp {version}", version=version))
    if since is None:
        return name
    return Text("{name} has been running since {moment}.", name=name, moment=Moment(since, "f"))


def _copied(age: float | None) -> Text:
    if age is None:
        return NOTHING
    return Text("Last backup: {time} ago.", time=lasting(age))

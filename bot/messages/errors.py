"""Refusals that several features give."""

from __future__ import annotations

from bot.table.commands import Command
from bot.table.game import Game
from rules.errors import quoted
from rules.text import Text

HINT = Text("Hint")


def no_room(game: Game, other: Game) -> Text:
    """The refusal of a second game in a channel.

    other: the live game in it.
    """
    there = Text("{game} is being played in this channel.", game=other)
    if other.status == "lobby":
        there = Text("{game} is waiting for players in this channel.", game=other)
    return Text(
        "I couldn't move {game}: {there} Try another channel or a thread.", game=game, there=there
    )


MUTED = Text(
    "I can't post in this channel: the Send Messages permission is missing (in a thread: "
    "Send Messages in Threads). A channel manager can grant it."
)


def no_rules(kind: str) -> Text:
    return Text("I don't host {kind}, so I have no rules for it.", kind=quoted(kind))


def not_open(game: Game) -> Text:
    """The refusal to a person who is not invited, removed, blocked or blocks a player. It is the
    same for all four, so it gives no block away."""
    return Text(
        "{game} isn't open to you. {here} lists other games, and {start} starts one of your own.",
        game=game,
        here=Command("games", "here"),
        start=Command(game.kind, "start"),
    )

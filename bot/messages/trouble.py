"""What somebody is told when a post or an answer could not go where it belongs."""

from __future__ import annotations

from bot.table.commands import Command
from bot.table.game import Game
from bot.table.names import game_name
from rules.text import NOTHING, Place, Small, Text, lines


def undelivered(game: Game, why: Text) -> Text:
    """To the host, when something about the game could not be posted."""
    return Text(
        "I couldn't post in {place} about {game}: {why}. The game is safe. Once someone "
        "fixes that channel's permissions, I'll post within the hour. {check} shows server "
        "managers what I'm missing.",
        place=Place(game.place),
        game=game_name(game),
        why=why,
        check=Command("games-admin", "permissions"),
    )


def gone_home(game: Game, why: Text) -> Text:
    """Under a post that could not be made in the game's own thread."""
    gone = Text(
        "I couldn't post in {place}, {game}'s thread ({why}), so the game will continue in "
        "this channel.",
        place=Place(game.place),
        game=game_name(game),
        why=why,
    )
    return Small(gone)


def broken(reference: str) -> Text:
    """Why a post cannot be made, when it is our own fault."""
    return Text("something went wrong (reference {reference})", reference=reference)


def taken(channel: int, why: Text) -> Text:
    """Why a game cannot go on in a channel. why: it should, if there is a reason."""
    place = Place(channel)
    if not why:
        return Text("another game is already in {place}", place=place)
    return Text("{why}, and another game is being played in {place}", why=why, place=place)


def and_no_thread(why: Text) -> Text:
    """Why a game should go on in its channel."""
    return Text("I couldn't open a thread ({why})", why=why)


def without_picture(plain: Text) -> Text:
    """Under a post where no picture may be attached. plain: what the picture would show."""
    why = Text(
        "I can't post pictures here: the Attach Files permission is missing. A channel "
        "manager can grant it. Here's the board as text:"
    )
    return lines(why, plain) if plain else NOTHING


def undrawn(plain: Text) -> Text:
    """Under a post whose picture cannot be drawn. plain: what the picture would show."""
    why = Text("I can't draw pictures: a font is missing. `lumbercamp doctor` says which.")
    return lines(why, plain)


def mute(channel: int) -> Text:
    """To somebody alone, when they cannot be answered where they spoke."""
    return Text(
        "I can't write in {place}: the Send Messages permission is missing (in a thread: "
        "Send Messages in Threads). A channel manager can grant it. Here's my answer:",
        place=Place(channel),
    )


def no_thread(game: Game, why: Text) -> Text:
    """When a thread was asked for and is not allowed."""
    return Text(
        "I couldn't open a thread for {game} ({why}), so it'll be played in this channel.",
        game=game_name(game),
        why=why,
    )

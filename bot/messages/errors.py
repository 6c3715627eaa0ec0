"""Refusals to one person: the reason and the way out; notes to people when a post couldn't go to
its
place; and the sentences about hints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.table.commands import Command
from bot.table.game import Game
from bot.table.names import game_name
from bot.table.refusals import About
from bot.table.seats import good_turns
from bot.table.table import Table
from rules.errors import quoted
from rules.game import Seat
from rules.text import NOTHING, Code, Place, Plural, Small, Strong, Text, lines

not_yours_to_move = About(
    "Only the players of {game} ({players}) or a channel manager can move it."
)


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


UNDO = Text("undo")  # as it is typed


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


def undelivered(game: Game, why: Text) -> Text:
    """A note to the host that something about the game couldn't be posted."""
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
    """The note under a post that failed in the game's own thread."""
    gone = Text(
        "I couldn't post in {place}, {game}'s thread ({why}), so the game will continue in "
        "this channel.",
        place=Place(game.place),
        game=game_name(game),
        why=why,
    )
    return Small(gone)


def broken(reference: str) -> Text:
    """Why a post failed because of our own bug."""
    return Text("something went wrong (reference {reference})", reference=reference)


def taken(channel: int, why: Text) -> Text:
    """Why a game can't continue in a channel.

    why: the reason to continue there, if there is one.
    """
    place = Place(channel)
    if not why:
        return Text("another game is already in {place}", place=place)
    return Text("{why}, and another game is being played in {place}", why=why, place=place)


def and_no_thread(why: Text) -> Text:
    """Why a game continues in its channel."""
    return Text("I couldn't open a thread ({why})", why=why)


def without_picture(plain: Text) -> Text:
    """The note under a post that may not have a picture.

    plain: the picture in words.
    """
    why = Text(
        "I can't post pictures here: the Attach Files permission is missing. A channel "
        "manager can grant it. Here's the board as text:"
    )
    return lines(why, plain) if plain else NOTHING


def undrawn(plain: Text) -> Text:
    """The note under a post whose picture can't be drawn.

    plain: the picture in words.
    """
    why = Text("I can't draw pictures: a font is missing. `lumbercamp doctor` says which.")
    return lines(why, plain)


def mute(channel: int) -> Text:
    """A private note to a person whom we can't answer in the channel."""
    return Text(
        "I can't write in {place}: the Send Messages permission is missing (in a thread: "
        "Send Messages in Threads). A channel manager can grant it. Here's my answer:",
        place=Place(channel),
    )


def no_thread(game: Game, why: Text) -> Text:
    """The answer if a thread was asked for and isn't allowed."""
    return Text(
        "I couldn't open a thread for {game} ({why}), so it'll be played in this channel.",
        game=game_name(game),
        why=why,
    )


HINT = Text("Hint")
LEARN = Text("learn")  # as it is typed


def to_try(*, undo: bool) -> Text:
    """The tips after the first turn of a person who plays alone.

    undo: whether they can undo it.
    """
    if undo:
        return Text(
            "Next, try {hint} for suggestions, or reply {undo} to undo your last turn.",
            hint=Strong(HINT),
            undo=Code(UNDO),
        )
    return Text(
        "Next, try {hint} for suggestions, or reply {learn} for five short lessons.",
        hint=Strong(HINT),
        learn=Code(LEARN),
    )


def agreed(game: Game) -> Text:
    """Whether suggestions and hints are on."""
    if good_turns(game):
        return Text("Suggestions and hints are on.")
    return Text("Suggestions and hints are off.")


def asked(table: Table, hints: Mapping[Seat, int]) -> Iterator[Text]:
    """The number of turns in which each player asked for hints."""
    for seat, n in sorted(hints.items()):
        yield Plural(
            "{name} asked for a hint on {n} turn.",
            "{name} asked for hints on {n} turns.",
            n,
            name=table.names[seat],
        )

"""Why one person is refused: what did not happen, why, and what to do instead."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.commands import Command
from bot.table.game import Game, Games
from bot.table.intent import Intent
from bot.table.names import game_name, lasting, place_of, title
from bot.table.sentences import About
from bot.table.table import Table
from rules.errors import quoted
from rules.text import Code, Listed, Text, sentences

not_yours_to_move = About(
    "Only the players of {game} ({players}) or a channel manager can move it."
)


def no_room(game: Game, other: Game) -> Text:
    """other: the live game that is in the channel already."""
    return Text(
        "I couldn't move {game}: {there} Try another channel or a thread.",
        game=game_name(game),
        there=there_already(other),
    )


def there_already(other: Game) -> Text:
    """That a channel has a live game, in a sentence that may follow a colon."""
    if other.status == "lobby":
        return Text("{game} is waiting for players in this channel.", game=game_name(other))
    return Text("{game} is being played in this channel.", game=game_name(other))


MUTED = Text(
    "I can't post in this channel: the Send Messages permission is missing (in a thread: "
    "Send Messages in Threads). A channel manager can grant it."
)


def no_game(wish: Intent, games: Games) -> Text:
    if wish.game is not None:
        return Text("There's no such game on this server.")
    if wish.name is not None:
        return Text("There's no game called {game} on this server.", game=wish.name)
    return Text(
        "There's no game in this channel. Start one with {start}.",
        start=Command(wish.kind or games.first, "start"),
    )


NAMED = 25  # games that a sentence names


def which(games: Sequence[Game]) -> Text:
    """Asked back where a command could mean several games; the menu under it goes on."""
    if len(games) > NAMED:
        return Text("Which game? There are {n} to choose from.", n=len(games))
    return Text(
        "Which game? Open here: {games}.",
        games=Listed(map(game_name, games)),
    )


def other_game(game: Game, wish: Intent, wanted: str) -> Text:
    """wanted: the title of the game that was asked for."""
    use = Text("Use commands that start with {command} instead.", command=Command(game.kind))
    if wish.name is not None:
        said = Text(
            "{game} is a game of {title}, not {wanted}.",
            game=game_name(game),
            title=title(game),
            wanted=wanted,
        )
    else:
        said = Text(
            "This channel's game is {game} ({title}), not {wanted}.",
            game=game_name(game),
            title=title(game),
            wanted=wanted,
        )
    return sentences(said, use)


def not_your_turn(table: Table, seconds: float) -> Text:
    game = table.game
    if table.waiting:
        return Text(
            "It's nobody's turn in {game} yet: the last turn can still be undone ({undo}). "
            "After that, the die will be rolled and I'll mention the next player.",
            game=game_name(game),
            undo=Command(game.kind, "undo"),
        )
    return Text(
        "It's been {name}'s turn in {game} for {time}. I'll mention you in {place} when it's "
        "yours.",
        name=table.names[table.actor],
        game=game_name(game),
        time=lasting(seconds),
        place=place_of(game),
    )


def still_kept(line: str) -> Text:
    return Text("Your draft is saved: {line}.", line=Code(line))


# In public, where a reason could give away what a hand holds.
veiled = About("You can't play that in {game} right now.")
# To who asked about a line where hands are hidden, whether it can be played or not.
veiled_question = About("That was a question, so nothing was played in {game}.")


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

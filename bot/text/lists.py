"""Several games, and where each of them stands."""

from __future__ import annotations

from typing import NamedTuple

from bot.core.commands import Command
from bot.core.game import CLOCK, PAUSED, Game
from bot.core.names import bare, game_name, place_of, players, seated, title
from bot.domain.clocks import held
from bot.domain.pausing import by_players
from rules.text import (
    NOTHING,
    Due,
    Joined,
    Jump,
    Listed,
    Moment,
    Name,
    Small,
    Strong,
    Text,
    sentences,
)
from storage import Post


class Entry(NamedTuple):
    """A game in a list: its newest board, as far as that was posted, and what its reader has
    missed, as far as that was looked up."""

    game: Game
    board: Post | None = None
    missed: Text = NOTHING


def waits_for(game: Game, user: int) -> bool:
    """It is this person's turn."""
    return game.on_turn is not None and game.sitters[game.on_turn].user == user


def no_games(first: str) -> Text:
    """To somebody without an open game. first: a kind that can be opened."""
    return Text(
        "You have no open games. Start one in a server channel with {start}.",
        start=Command(first, "start"),
    )


def my_game(entry: Entry, user: int) -> Text:
    """One of a person's open games."""
    return _my_turn(entry) if waits_for(entry.game, user) else open_game(entry)


def _my_turn(entry: Entry) -> Text:
    missed = (
        Small(Text("Since your turn: {moves}.", moves=entry.missed)) if entry.missed else NOTHING
    )
    told = sentences(Strong(Text("Your turn:")), open_game(entry))
    return Joined("\n", (told, missed))


def next_game(entry: Entry) -> Text:
    """The game that has waited longest for somebody."""
    game = entry.game
    waited = Text(
        "{game} ({title}) in {place} has been waiting for you the longest: your turn started "
        "{since}.",
        game=board_link(game, entry.board),
        title=title(game),
        place=place_of(game),
        since=Moment(game.changed, "R"),
    )
    return sentences(waited, deadline(game))


NOTHING_WAITS = Text(
    "No game is waiting for you. {mine} lists your games.", mine=Command("games", "mine")
)


def named(game: Game) -> Text:
    """A game in a list to choose from, where no markup is read."""
    names = Listed((Name(bare(sitter.name)) for sitter in game.sitters), "unit")
    if game.status == "lobby":
        return Text("{game}: {names}, waiting for players", game=game_name(game), names=names)
    if game.status != "playing":
        return Text("{game}: {names}, finished", game=game_name(game), names=names)
    return Text("{game}: {names}, in progress", game=game_name(game), names=names)


NO_GAME_HERE = Text("There are no open games on this server.")


def board_link(game: Game, board: Post | None) -> Text:
    """A game's name, which leads to its newest board where there is one."""
    name = Joined("", (game_name(game),))
    if board is None or board.message is None:
        return name
    return Jump(name, game.guild, board.channel or game.place, board.message)


def deadline(game: Game) -> Text:
    """Until when whoever is on turn has time."""
    if (due := game.due(CLOCK)) is None or game.on_turn is None:
        return stands(game)
    return Text("Turn due by {until}.", until=Due(due))


def stands(game: Game) -> Text:
    """A clock that does not run: the table is paused, or its player was not called yet."""
    until = game.due(PAUSED)
    if until is not None and by_players(game):
        return Text("Paused until {time}. Clocks are stopped.", time=Due(until))
    if until is not None:
        return Text(
            "Paused by a moderator until {time} at the latest. Clocks are stopped.",
            time=Due(until),
        )
    if not held(game):
        return NOTHING
    return Text("The clock is stopped until I can notify the player.")


def open_game(entry: Entry) -> Text:
    """Where an open game is, and how it stands."""
    game = entry.game
    where = Text(
        "{game} ({title}) in {place}",
        game=board_link(game, entry.board),
        title=title(game),
        place=place_of(game),
    )
    if game.status == "lobby":
        return Text(
            "{game} is waiting for players. So far: {names}.", game=where, names=players(game)
        )
    return sentences(_standing(game, where), deadline(game))


def _standing(game: Game, where: Text) -> Text:
    since = Moment(game.changed, "R")
    if game.on_turn is None:
        return Text(
            "{game}: {names}; the die hasn't been rolled yet (last turn {since}).",
            game=where,
            names=players(game),
            since=since,
        )
    return Text(
        "{game}: {names}; {name} to move (last turn {since}).",
        game=where,
        names=players(game),
        name=seated(game.sitters)[game.on_turn],
        since=since,
    )

"""A game in a list: where it is and how it stands."""

from __future__ import annotations

from typing import NamedTuple

from bot.table.clocks import held
from bot.table.game import CLOCK, PAUSED, Game
from bot.table.names import bare, game_name, place_of, players, seated, title
from bot.table.pausing import by_players
from rules.text import NOTHING, Due, Joined, Jump, Listed, Moment, Name, Text, sentences
from storage import Post


class Entry(NamedTuple):
    """A game in a list."""

    game: Game
    board: Post | None = None  # the newest one posted
    missed: Text = NOTHING  # the moves since the reader's last turn, if looked up


def waits_for(game: Game, user: int) -> bool:
    """Whether it is this person's turn."""
    return game.on_turn is not None and game.sitters[game.on_turn].user == user


def named(game: Game) -> Text:
    """A game in a menu, which shows no markup."""
    names = Listed((Name(bare(sitter.name)) for sitter in game.sitters), "unit")
    if game.status == "lobby":
        return Text("{game}: {names}, waiting for players", game=game_name(game), names=names)
    if game.status != "playing":
        return Text("{game}: {names}, finished", game=game_name(game), names=names)
    return Text("{game}: {names}, in progress", game=game_name(game), names=names)


def board_link(game: Game, board: Post | None) -> Text:
    """A game's name, as a link to its newest board if there is one."""
    name = Joined("", (game_name(game),))
    if board is None or board.message is None:
        return name
    return Jump(name, game.guild, board.channel or game.place, board.message)


def deadline(game: Game) -> Text:
    """When the current turn is due."""
    if (due := game.due(CLOCK)) is None or game.on_turn is None:
        return stands(game)
    return Text("Turn due by {until}.", until=Due(due))


def stands(game: Game) -> Text:
    """Why the clock is stopped: the game is paused, or its player wasn't notified yet."""
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
    """An open game: its place and its state."""
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

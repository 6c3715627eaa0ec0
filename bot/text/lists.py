"""Several games, and where each of them stands."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.game import Game
from bot.games.names import bare, players, seated, spoken, title
from bot.text.fitting import Stacked
from rules.text import Code, Listed, Moment, Name, Place, Strong, Text, sentences


def my_games(games: Sequence[Game], user: int) -> Text:
    """One person's open games, those that wait for them first."""
    if not games:
        return Text(
            "You are in no open game. {start} in a channel of a server opens one.",
            start=Code("/logger start"),
        )
    mine = [g for g in games if g.on_turn is not None and g.sitters[g.on_turn].user == user]
    rest = [g for g in games if g not in mine]
    turn = Strong(Text("Your turn:"))
    return Stacked([*(sentences(turn, _where(g)) for g in mine), *map(_where, rest)])


def named(game: Game) -> Text:
    """A game in a list to choose from, where no markup is read."""
    names = Listed((Name(bare(sitter.name)) for sitter in game.sitters), "unit")
    if game.status == "lobby":
        return Text("{game}: {names}, waiting for players", game=spoken(game), names=names)
    return Text("{game}: {names}, being played", game=spoken(game), names=names)


def server_games(games: Sequence[Game]) -> Text:
    """A server's open games."""
    return Stacked(list(map(_where, games))) if games else Text("No game is open on this server.")


def _where(game: Game) -> Text:
    where = Text(
        "{game} ({title}) in {place}",
        game=spoken(game),
        title=title(game),
        place=Place(game.channel or game.home),
    )
    if game.status == "lobby":
        return Text("{game} is waiting for players: {names}.", game=where, names=players(game))
    since = Moment(game.changed, "R")
    if game.on_turn is None:
        return Text(
            "{game}: {names}; it is time for a roll, {since}.",
            game=where,
            names=players(game),
            since=since,
        )
    return Text(
        "{game}: {names}; it is {name}'s turn, {since}.",
        game=where,
        names=players(game),
        name=seated(game.sitters)[game.on_turn],
        since=since,
    )

"""What is said of computers at a table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Game
from bot.core.names import game_name, in_full
from bot.core.sentences import About
from bot.domain.computers import computers
from players import LEVELS
from rules.text import NOTHING, Listed, Plural, Small, Strong, Text, lines, sentences

ADD = Text("Add Computer")
PRACTICE = Text("Games with a computer are practice: they count in no standings of the server.")


def offered(game: Game) -> Text:
    """To who may seat some: which are there, and for how many there is room."""
    if game.status != "lobby":
        return Text("{game} has started.", game=game_name(game))
    names = in_full(game.sitters)
    there: Sequence[Text] = [names[seat] for seat in sorted(computers(game))]
    free = int(game.options["players"]) - len(game.sitters)
    seated = (
        Text("In {game}: {computers}.", game=game_name(game), computers=Listed(there))
        if there
        else Text("There is no computer in {game} yet.", game=game_name(game))
    )
    room = Plural("{n} seat is free.", "{n} seats are free.", free)
    starts = Text("With the last one it starts.")
    levels = (_level(each.name, each.told) for each in LEVELS.values())
    return lines(sentences(seated, room, starts), *levels, Small(PRACTICE))


def _level(name: Text, told: Text) -> Text:
    return Text("{level}: {what}.", level=Strong(name), what=told)


not_yours_to_seat = About(
    "Nothing was changed: computers are seated by whoever plays in {game}. Join it first."
)


def practice(game: Game) -> Text:
    """Under a result: that it counts for nobody."""
    return Small(PRACTICE) if computers(game) else NOTHING

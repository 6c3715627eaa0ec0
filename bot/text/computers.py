"""What is said of computers at a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat

from bot.core.game import Game
from bot.core.names import game_name, in_full
from bot.core.sentences import About
from bot.domain.computers import computers
from players import LEVELS, Level
from rules.text import NOTHING, Listed, Plural, Small, Strong, Text, lines, sentences

ADD = Text("Add Computer")
PRACTICE = Text("Games with a computer are practice: they don't count in the standings.")
RATED = Text(
    "Computers are rated in two-player games against each other. A level rated 200 points "
    "higher wins three games in four."
)


def offered(game: Game) -> Text:
    """To who may seat some: which are there, and for how many there is room."""
    if game.status != "lobby":
        return Text("{game} has started.", game=game_name(game))
    names = in_full(game.sitters)
    there: Sequence[Text] = [names[seat] for seat in sorted(computers(game))]
    free = int(game.options["players"]) - len(game.sitters)
    seated = (
        Text("Computers in {game}: {computers}.", game=game_name(game), computers=Listed(there))
        if there
        else Text("There's no computer in {game} yet.", game=game_name(game))
    )
    room = Plural("{n} seat is open.", "{n} seats are open.", free)
    starts = Text("The game starts when the last seat is filled.")
    ratings = game.rules.level_ratings
    small = Small(sentences(RATED if ratings else NOTHING, PRACTICE))
    return lines(sentences(seated, room, starts), *_levels(ratings), small)


def _levels(ratings: Sequence[int]) -> Iterator[Text]:
    """How well each plays. ratings: of all, the weakest first, or none."""
    for level, rating in zip(LEVELS.values(), ratings or repeat(None, len(LEVELS)), strict=True):
        yield _level(level, rating)


def _level(level: Level, rating: int | None) -> Text:
    name = Strong(level.name)
    if rating is None:
        return Text("{level}: {what}.", level=name, what=level.told)
    return Text("{level} ({rating}): {what}.", level=name, rating=rating, what=level.told)


not_yours_to_seat = About("Only players in {game} can add computers. Join it first.")


def practice(game: Game) -> Text:
    """Under a result: that it counts for nobody."""
    return Small(PRACTICE) if computers(game) else NOTHING

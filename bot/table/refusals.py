"""Why the table refuses a wish: the game is elsewhere, or the speaker has no part in it.

A refusal about a game is data that the game fills in:

    stale = About("{game} has moved on since then.")      stale(game)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from string import Formatter
from typing import Final, Generic, TypeVar

from bot.table.commands import Command
from bot.table.game import Game
from bot.table.names import game_name, host, players, seated, title
from rules.text import Moment, Place, Plural, Text, sentences
from rules.voice import Argument
from storage import Former, Full


def _command(verb: str, game: Game) -> Command:
    return Command(game.kind, verb)


_VERBS = ("board", "practice", "resign", "start", "undo")
OWN: Final[Mapping[str, Callable[[Game], Argument]]] = {
    "game": game_name,
    "title": title,
    "host": host,
    "players": players,
    "place": lambda game: Place(game.place),
    "options": partial(_command, "moves"),
    **{verb: partial(_command, verb) for verb in _VERBS},
}


Owner = TypeVar("Owner")


class Filled(Generic[Owner]):
    """A sentence whose arguments are properties of one value. Raises KeyError for an unknown
    argument when the sentence is created."""

    __slots__ = ("_own", "template")
    known: Mapping[str, Callable[[Owner], Argument]]

    def __init__(self, template: str, /) -> None:
        named = [field for _, field, _, _ in Formatter().parse(template) if field is not None]
        self.template, self._own = template, {field: self.known[field] for field in named}

    def __call__(self, owner: Owner) -> Text:
        return Text(self.template, **{field: own(owner) for field, own in self._own.items()})


class About(Filled[Game]):
    """A sentence about a game (see OWN): `{game}`, `{host}`, `{undo}`, the command of that name."""

    __slots__ = ()
    known = OWN


about_to_begin = About(
    "{game} has already started. I'll announce its seats in {place} in a moment and mention "
    "the first player there."
)
started_without = About("{game} has already started. You can watch it here.")


def too_many(full: Full) -> Text:
    if full.mine:
        return Text(
            "You already host {games} here, which is the limit. {mine} lists them. Finish "
            "one, or close one with {cancel}, before you open another.",
            games=Plural("{n} open game", "{n} open games", n=full.limit),
            mine=Command("games", "mine"),
            cancel=Command("games", "cancel"),
        )
    return Text(
        "This server already has {games} open, which is the limit. {here} lists them. You "
        "can start a game when one of them ends.",
        games=Plural("{n} game", "{n} games", n=full.limit),
        here=Command("games", "here"),
    )


def finished(game: Game) -> Text:
    when, start = Moment(game.changed, "D"), Command(game.kind, "start")
    if game.status == "cancelled":
        ended = Text("{game} was closed on {day}.", game=game_name(game), day=when)
    else:
        ended = Text("{game} ended on {day}.", game=game_name(game), day=when)
    replay = Command("games", "review replay", f"game:{game_name(game)}")
    again = Text(
        "Replay it with {replay}, or start a new game with {start}.", replay=replay, start=start
    )
    return sentences(ended, again)


stale = About("{game} has moved on since then. Check its newest board.")
not_started = About("{game} hasn't started yet. It's still waiting for players.")
stranger = About("You're not in {game}: {players} are playing. Watch it with {board}.")


def handed_over(game: Game, former: Former) -> Text:
    return Text(
        "{name} has taken over your seat in {game}, so you can't play there or see the hand "
        "any more. You can still watch with {board}.",
        game=game_name(game),
        name=seated(game.sitters)[former.seat],
        board=Command(game.kind, "board"),
    )


left_already = About("You've already left {game}.")
closed = About("{game} ({title}) was closed without a winner. Start a new game with {start}.")

"""A wish whose game was found, and the speaker's seat there. It is handed on, so nobody asks the
store for the game again.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from bot.table import refusals
from bot.table.game import Game, handed_over
from bot.table.intent import Intent
from bot.table.names import host_seat
from rules.drafting import Draft
from rules.errors import Finished, NotYou, Stale, Unavailable
from rules.game import Seat
from rules.text import Text
from storage import DraftRow


class Heard(NamedTuple):
    """A line that was read: the draft before it, and the draft after it."""

    kept: DraftRow | None
    drafted: Draft[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Session(Intent):
    """An Intent with its game.

    heard: its line, if it had to be read to find the game.
    """

    found: Game
    heard: Heard | None = None

    @classmethod
    def of(cls, intent: Intent, game: Game, heard: Heard | None = None) -> Session:
        said = {column.name: getattr(intent, column.name) for column in fields(Intent)}
        return cls(**said, found=game, heard=heard)

    @property
    def seat(self) -> Seat | None:
        """The speaker's seat, or None."""
        return seat_of(self.found, self.user)


def seat_of(game: Game, user: int) -> Seat | None:
    """A person's seat, or None."""
    return next((i for i, sitter in enumerate(game.sitters) if sitter.user == user), None)


def present(game: Game, user: int) -> bool:
    """Whether a person has a seat and hasn't left it."""
    seat = seat_of(game, user)
    return seat is not None and not game.sitters[seat].left


def presides(intent: Intent, game: Game) -> bool:
    """Whether a person is the host of a game, or may manage its channel. For the channel of the
    wish we know that; elsewhere only the right for the whole server counts."""
    there = intent.channel in (game.channel, game.home)
    moderator = intent.rights.moderator if there else intent.rights.steward
    return moderator or intent.user == game.sitters[host_seat(game)].user


def stale(intent: Intent, game: Game) -> bool:
    """Whether the game has moved on since the button of this wish was made."""
    return intent.target.n is not None and game.past(intent.target.n)


def still_open(game: Game) -> None:
    """Raise Refused if the lobby isn't open any more."""
    if game.status == "playing":
        raise Stale(Text("{game} has already started. You can watch it here.", game=game))
    if game.status == "over":
        raise Finished(refusals.finished(game))
    if game.status == "cancelled":
        raise Finished(refusals.closed(game))
    if game.settled:
        raise Unavailable(refusals.about_to_begin(game))


def must_play(game: Game) -> None:
    """Raise Refused if the game hasn't begun, or is over."""
    if game.status == "lobby":
        waiting = Text("{game} hasn't started yet. It's still waiting for players.", game=game)
        raise Unavailable(waiting)
    if game.status != "playing":
        raise Finished(refusals.finished(game))


def playing_seat(game: Game, user: int) -> Seat:
    """A person's seat in a running game. Raises Refused."""
    must_play(game)
    if (seat := seat_of(game, user)) is None:
        former = handed_over(game, user)
        raise NotYou(refusals.handed_over(game, former) if former else refusals.stranger(game))
    return seat


def held_seat(game: Game, user: int) -> Seat:
    """The seat of a person who plays and hasn't left for good. Raises Refused."""
    seat = playing_seat(game, user)
    if game.sitters[seat].left:
        raise Finished(refusals.left_already(game))
    return seat

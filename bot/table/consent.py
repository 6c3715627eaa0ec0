"""Requests to everyone else at a table: an undo, the end, more time, a pause, or a moderator's
measure. Each of these is a RequestKind, declared by the feature that does it.

    row "ask undo 0", timer "offer", Offer(12, undo, 0) ── row "accept 1" … ── all: done
                             │                      └── row "decline 1" or "withdraw 0"
                             └── two days are over, or the game moves on: it lapses

All other people at the table have to agree, except those who left or whose seat is open to others.
There is one request at a time. Its timer says that it's open, and the log who has agreed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.table.effective import word_of
from bot.table.game import OFFER, Game
from bot.table.rows import Coded, EditRow, OutboxRow, coded
from bot.table.seats import KEPT, open_seats
from bot.table.table import Table
from rules.game import Seat
from rules.history import Word
from rules.text import NOTHING, Text
from storage import Change, NewTimer, Row

OFFER_LASTS: Final = 48 * 3600.0  # seconds for which a request is open


@coded("ask")
class OfferMade(OutboxRow):
    """Posts the line of a request, with its buttons."""

    row: int  # of the request in the log


@coded("asked")
class OfferAnswered(EditRow):
    """Edits the line of a request after an answer."""

    row: int  # of the request in the log
    posted = OfferMade


@coded()
class Offer(Coded):
    """A request: the payload of its timer."""

    row: int  # of the request in the log
    what: str  # such as `undo` or `moderator-skip-1`
    seat: Seat  # of the asker, NOBODY for a moderator

    @property
    def kind(self) -> str:
        """The name of its RequestKind."""
        return self.what.partition("-")[0]

    @property
    def word(self) -> Word:
        """The request in the log."""
        return Word("ask", self.seat, self.what)

    def timer(self, due: float) -> NewTimer:
        return NewTimer(OFFER, due, self.encode())

    @property
    def post(self) -> str:
        """The row of the outbox that posts its line."""
        return OfferMade(self.row).encode()

    @property
    def news(self) -> str:
        """The row of the outbox that edits its line."""
        return OfferAnswered(self.row).encode()


@dataclass(frozen=True, slots=True)
class RequestKind:
    """A kind of request: its sentences, and what happens once everyone accepts."""

    # The first part of its words in the log: `undo`, or `moderator` in `moderator-skip-1`.
    name: str
    # The request, as everyone at the table reads it.
    wish: Callable[[Table, list[Row], Offer], Text]
    # What happens when everyone has agreed. The change holds the last yes. Raises Refused.
    do: Callable[[Game, Offer, Change], Awaitable[None]]
    # Raises Refused if nobody could agree to it now.
    possible: Callable[[Game, list[Row], Offer], None] = lambda *_: None
    # Added to the names of those who accepted.
    outcome: Callable[[Table, Offer], Text] = lambda *_: NOTHING


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a request."""

    agreed: tuple[Seat, ...] = ()
    against: Seat | None = None  # the seat that has declined or withdrawn it


def open_offer(game: Game) -> Offer | None:
    """The open request of a game, if there is one."""
    timer = next((timer for timer in game.timers if timer.kind == OFFER), None)
    return None if timer is None else Offer.decode(timer.payload)


def answers_to(rows: Sequence[Row], offer: Offer) -> Answers:
    """The answers to a request in some rows of the log."""
    said = Answers()
    for row in (each for each in rows if each.n > offer.row):
        match word := word_of(row):
            case Word("accept", seat):
                said = replace(said, agreed=(*said.agreed, seat))
            case Word("decline" | "withdraw", seat):
                return replace(said, against=seat)
            case Word("offer" | "takeover" | "back" | "moderator"):
                pass
            case _ if not word.remark:
                return said
    return said


def asked(game: Game, offer: Offer) -> tuple[Seat, ...]:
    """The seats that have to agree: all other people whose seat isn't offered to others."""
    away = {seat for seat, why in open_seats(game).items() if why not in KEPT}
    there = (i for i, each in enumerate(game.sitters) if not (each.left or each.computer))
    return tuple(seat for seat in there if seat not in {*away, offer.seat})

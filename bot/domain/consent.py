"""What someone asks of everyone else at a table: a turn back, the end, more time, a pause, or that
a moderator may do something there. Each of these is a Kind, declared by the feature that does it.

    row "ask undo 0", timer "offer", Offer(12, undo, 0) ── row "accept 1" … ── all: it is done
                             │                      └── row "decline 1" or "withdraw 0"
                             └── two days are over, or the game moves on: it lapses

A player or a moderator asks. All other people at the table have to agree, except those who left or
whose seat is open to others. There is one request at a time. The timer says whether one is open,
and the log who has agreed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.core.effective import played, word_of
from bot.core.game import OFFER, Game
from bot.core.policies import Moment
from bot.core.rows import Coded, OutboxRow, coded
from bot.core.sitters import sitters_at
from bot.core.table import Table
from bot.domain.seats import KEPT, open_seats
from rules.game import NOBODY, Seat
from rules.history import Word
from rules.text import NOTHING, Text
from storage import Change, Handover, NewTimer, Row

OFFER_LASTS: Final = 48 * 3600.0  # seconds for which something can be agreed to


@coded("ask")
class OfferMade(OutboxRow):
    """Posts the line of what was asked for at a row, with its buttons."""

    row: int


@coded("asked")
class OfferAnswered(OutboxRow):
    """Has that line say how it stands."""

    row: int
    aside = True

    @property
    def line(self) -> OfferMade:
        """The row that posted it."""
        return OfferMade(self.row)


@coded()
class Offer(Coded):
    """Somebody has asked for something: the payload of its timer. row: of the log, by which it is
    known."""

    row: int
    what: str
    seat: Seat

    @property
    def kind(self) -> str:
        """The name of its Kind."""
        return self.what.partition("-")[0]

    @property
    def word(self) -> Word:
        """By which it stands in the log."""
        return Word("ask", self.seat, self.what)

    def timer(self, due: float) -> NewTimer:
        return NewTimer(OFFER, due, self.encode())

    @property
    def post(self) -> str:
        """The row of the outbox that tells it."""
        return OfferMade(self.row).encode()

    @property
    def news(self) -> str:
        """The row of the outbox that has its post say how it stands."""
        return OfferAnswered(self.row).encode()


@dataclass(frozen=True, slots=True)
class Kind:
    """One thing that can be asked for, with what it does and what is said about it."""

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
    """What has been said to an offer. against: the seat that has declined it, or withdrawn it."""

    agreed: tuple[Seat, ...] = ()
    against: Seat | None = None


def open_offer(game: Game) -> Offer | None:
    """What has been asked for and is not answered yet: one thing at a time."""
    timer = next((timer for timer in game.timers if timer.kind == OFFER), None)
    return None if timer is None else Offer.decode(timer.payload)


def offer_at(rows: Sequence[Row], row: int) -> Offer:
    """The offer that was made by a row."""
    (word,) = (word_of(each) for each in rows if each.n == row)
    return Offer(row, word.what, word.seat)


def answers_to(rows: Sequence[Row], offer: Offer) -> Answers:
    """What was said to an offer, as far as the log is read."""
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
    """Who has to agree: all others who are still there and whose seat is not offered, but no
    computers."""
    away = {seat for seat, why in open_seats(game).items() if why not in KEPT}
    there = (i for i, each in enumerate(game.sitters) if not (each.left or each.computer))
    return tuple(seat for seat in there if seat not in {*away, offer.seat})


def asked_this_turn(game: Game, rows: list[Row], offer: Offer) -> bool:
    """The same person has asked for the same in this turn already, whatever came of it."""
    now = played(rows, game.n)
    same = [row.n for row in rows if word_of(row) == offer.word and played(rows, row.n) == now]
    if offer.seat == NOBODY:
        return bool(same)
    player = game.sitters[offer.seat].user
    return any(sitters_at(game, n)[offer.seat].user == player for n in same)


def expire_offer(game: Game, change: Change, _: Moment) -> Change:
    """End a request when the game moves on, or a seat changes hands."""
    offer = open_offer(game)
    aside = change.aside and not change.get(Handover)
    if offer is None or OFFER in change.done or aside or not (change.lines or change.status):
        return change
    return replace(change, done=(*change.done, OFFER), posts=(*change.posts, offer.news))

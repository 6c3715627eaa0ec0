"""What somebody asks of all the others at a table, as it stands in the store.

    row "ask undo 0", timer "offer", Offer(12, undo, 0) ── row "accept 1" … ── all: it is done
                             │                      └── row "decline 1" or "withdraw 0"
                             └── its time is over, or the game goes on: it has come to nothing

Whether one is open, its timer says; who has agreed stands in the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.core.effective import played, word_of
from bot.core.game import OFFER, Game
from bot.core.policies import Moment
from bot.core.rows import Coded, OutboxRow, coded
from bot.core.sitters import sitters_at
from bot.domain.agreed import pace_of
from bot.domain.seats import KEPT, open_seats, remaining
from rules.game import Seat
from rules.words import Word
from storage import Change, Handover, NewTimer, Row

UNDO: Final = "undo"
END: Final = "end"
TIME: Final = "time"
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
    """Whoever asks has asked for the same in this turn already, whatever came of it: the others are
    called once for it."""
    player, now = game.sitters[offer.seat].user, played(rows, game.n)
    mine = (row.n for row in rows if word_of(row) == offer.word)
    theirs = (n for n in mine if sitters_at(game, n)[offer.seat].user == player)
    return any(played(rows, n) == now for n in theirs)


def more_time(game: Game) -> float:
    """Seconds that somebody asks for: as many as everybody had at the beginning."""
    pace = pace_of(game)
    return pace.start if pace else 0.0


def draws(game: Game) -> bool:
    """An end that all agree on is a draw, by the rules of the game; elsewhere it has no result."""
    return remaining(game) in game.rules.draws


def expire_offer(game: Game, change: Change, _: Moment) -> Change:
    """A change, with the end of what was asked for where the game goes on by it, or a seat is
    somebody else's."""
    offer = open_offer(game)
    aside = change.aside and not change.get(Handover)
    if offer is None or aside or not (change.lines or change.status):
        return change
    posts = (offer.news,) if offer.news not in change.posts else ()
    return replace(change, done=(*change.done, OFFER), posts=(*change.posts, *posts))

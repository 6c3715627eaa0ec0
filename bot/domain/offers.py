"""What somebody asks of all the others at a table, as it stands in the store.

    row "ask undo 0", timer "offer", Offer(12, undo, 0) ── row "accept 1" … ── all: it is done
                             │                      └── row "decline 1" or "withdraw 0"
                             └── its time is over, or the game goes on: it has come to nothing

Whether one is open, its timer says; who has agreed stands in the log. That a game stays rated,
though a seat has changed hands, is no matter of the position: the game may go on before it is
answered, but not with other people.
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
from bot.domain.agreed import not_rated, pace_of
from bot.domain.seats import BY_MODERATOR, KEPT, open_seats, remaining
from rules.game import Seat
from rules.history import RATED
from rules.words import Word
from storage import Change, Former, GameRow, Handover, NewTimer, Row, StaysRated

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
            case Word(verb) if not word.remark and (offer.what != RATED or verb == "ask"):
                return said
    return said


def asked(game: Game, offer: Offer) -> tuple[Seat, ...]:
    """Who has to agree: all others who are still there and whose seat is not offered, but no
    computers; whether the game stays rated is for those alone who were there before."""
    whom = deciders(game) if offer.what == RATED else _staying(game)
    return tuple(seat for seat in whom if seat != offer.seat)


def _staying(game: Game) -> tuple[Seat, ...]:
    away = {seat for seat, why in open_seats(game).items() if why not in KEPT}
    there = (i for i, each in enumerate(game.sitters) if not (each.left or each.computer))
    return tuple(seat for seat in there if seat not in away)


def came(game: GameRow) -> frozenset[Seat]:
    """The seats that have changed hands since it was agreed last that the game stays rated."""
    return frozenset(each.seat for each in game.former if not each.agreed)


def deciders(game: Game) -> tuple[Seat, ...]:
    """Who decides whether a game stays rated though a seat has changed hands: those who were there
    and have stayed. Neither who has left nor who came has a say, also not by their silence."""
    return tuple(seat for seat in _staying(game) if seat not in came(game))


def unrated(game: Game) -> bool:
    """It is not rated, whatever anybody agrees to now: a computer plays or has played, or the
    table began so."""
    seated = any(each.computer for each in game.sitters)
    return not_rated(game) or seated or any(each.computer for each in game.former)


def doubtful(game: Game) -> bool:
    """It is not rated unless those who stayed agree that it is: a seat has changed hands."""
    return not unrated(game) and bool(came(game))


def forfeits(game: Game, seat: Seat) -> bool:
    """Whoever gives this seat up is rated as last: it is a person's, and the game is rated so
    far."""
    return not (game.sitters[seat].computer or unrated(game) or doubtful(game))


def gives_up(game: Game, seat: Seat, row: int) -> Former:
    """Who has the seat until that row. Whom a host puts off their seat forfeits nothing by it."""
    was, why = game.sitters[seat], open_seats(game).get(seat, BY_MODERATOR)
    last = why != BY_MODERATOR and forfeits(game, seat)
    return Former(seat, row, was.user, was.name, was.computer, forfeits=last)


def afterwards(game: Game) -> tuple[Seat, ...]:
    """Who has agreed since a game is over that it is rated, by their timers."""
    return tuple(Offer.decode(timer.payload).seat for timer in game.timers if timer.kind == OFFER)


def ended_by(game: Game, seat: Seat, change: Change) -> Change:
    """A change by which a seat is left. Who came as a substitute does not take the decision from
    the others by ending the game with it: then it is rated, and they are last."""
    walks_out = change.status == "over" and doubtful(game) and seat in came(game)
    return change.plus(StaysRated()) if walks_out and deciders(game) else change


def asked_this_turn(game: Game, rows: list[Row], offer: Offer) -> bool:
    """Whoever asks has asked for the same in this turn already, whatever came of it: the others are
    called once for it. Each seat that changes hands is a matter of its own."""
    player, now = game.sitters[offer.seat].user, played(rows, game.n)
    since = max((each.until for each in game.former), default=0) if offer.what == RATED else 0
    after = (row for row in rows if row.n > since)
    mine = (row.n for row in after if word_of(row) == offer.word)
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
    if offer is None or _stands(offer, change) or not (change.lines or change.status):
        return change
    posts = (offer.news,) if offer.news not in change.posts else ()
    return replace(change, done=(*change.done, OFFER), posts=(*change.posts, *posts))


def _stands(offer: Offer, change: Change) -> bool:
    """A change leaves what was asked for as it is."""
    if offer.what == RATED:
        return change.sitters is None and change.status is None
    return change.aside and not change.get(Handover)

"""Seats that are offered to others: of players who ask for that, have left, are gone or have let
their time run out. The first who presses has the seat, with all that belongs to it; until then
its player may come back; when nobody came, it is given up for good.

    offered ── 72 hours ──> given up for good, or, where it was a wish, theirs as before
       ├── Take Over: somebody else's      └── of two players: the game is over
       ├── I'm Back, or a turn: theirs
       └── Let A Computer Play, where that was agreed: a computer's, until its player is back
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from bot.core import refusals
from bot.core.commit import Commits
from bot.core.effective import line_of
from bot.core.game import OPEN_SEAT, Game
from bot.core.intent import Intent
from bot.core.session import Session, held_seat, must_play, seat_of, stale
from bot.core.table import Tables
from bot.core.timers import TimerKind
from bot.domain.agreed import substitute_of
from bot.domain.clocks import share
from bot.domain.computers import anybody, in_company, newcomers
from bot.domain.posts import Card, Turn
from bot.domain.seats import (
    BANNED,
    BY_MODERATOR,
    GONE,
    KEPT,
    REQUEST,
    SEAT_OFFER_LASTS,
    TIMEOUT,
    Opened,
    SeatSettled,
    close_offer,
    gives_up,
    kept_for,
    open_seats,
    out_of_time,
    request_seat_checks,
)
from bot.features.apart import Apart
from bot.features.departure import Departure
from bot.features.feature import ASK, OF_A_ROW, Behind, Feature, Slash, Verb, named_game, number
from bot.features.services import Services
from bot.features.turns import Turns
from bot.messages import seats as panels
from bot.messages.layout import Layout
from bot.text import answers
from bot.text import seats as texts
from rules.errors import Finished, NotYou, Stale, Unavailable
from rules.game import Seat
from rules.history import Word
from rules.text import NOTHING, Text
from storage import KEEP, Change, ClockChange, GameRow, Handover, Sitter, Store, Timer


class Seats:
    """Offers seats, and hands them over. leave: gives back a seat in a lobby."""

    def __init__(
        self,
        store: Store,
        turns: Turns,
        commits: Commits,
        departure: Departure,
        leave: Callable[[Session], Awaitable[Layout]],
        apart: Apart,
    ) -> None:
        self._store, self._turns, self._commits = store, turns, commits
        self._departure, self._leave, self._apart = departure, leave, apart

    @property
    def _tables(self) -> Tables:
        return self._turns.tables

    async def substitute(self, session: Session) -> Layout:
        """Ask for somebody who takes over one's seat, when that has been confirmed for this very
        row; until then one plays on. Raises Refused."""

        async def attempt(game: Game) -> Layout:
            seat = held_seat(game, session.user)
            if seat in open_seats(game):
                return panels.offered_yours(game, seat)
            await self._departure.may_offer(game, seat, REQUEST)
            if session.n is None:
                return panels.confirm_offer(game, seat)
            if stale(session, game):
                raise Stale(refusals.stale(game))
            game = await self._departure.offer(game, seat, REQUEST, session.key)
            if seat not in open_seats(game):  # it was offered by this press before
                raise Stale(refusals.stale(game))
            return panels.offered_yours(game, seat)

        return await self._commits.again(session.found, attempt)

    async def take(self, session: Session, seat: Seat) -> Layout:
        """Take over a seat that is offered. Raises Refused."""

        async def attempt(game: Game) -> Layout:
            if await self._store.known(session.key) is None:
                self._may_take(session, game, seat)
                await self._apart.may_sit(session, game, seat)
                mine = Sitter(session.user, session.called)
                game = await self.hand_over(game, seat, mine, Change((), session.key))
            return panels.taken(game, seat)

        return await self._commits.again(session.found, attempt)

    async def let(self, session: Session, seat: Seat) -> Layout:
        """Have a computer take over a seat that is offered, where the table has agreed on that.
        Raises Refused."""

        async def attempt(game: Game) -> Layout:
            if await self._store.known(session.key) is None:
                self._may_let(session, game, seat)
                level = substitute_of(game)
                (now,) = newcomers(level, 1, (*game.sitters, *game.former), session.key)
                game = await self.hand_over(game, seat, now, Change((), session.key))
            return Layout(texts.settled(game, seat))

        return await self._commits.again(session.found, attempt)

    async def back(self, session: Session, seat: Seat | None = None) -> Layout:
        """One's own seat is offered no longer. Raises Refused."""

        async def attempt(game: Game) -> Layout:
            if (kept := kept_for(game, session.user)) is not None and seat in (None, kept):
                return panels.taken(await self._again(session, game, kept), kept)
            mine = held_seat(game, session.user)
            if seat not in (None, mine):
                raise NotYou(texts.not_your_seat(game))
            if open_seats(game).get(mine) == BY_MODERATOR:
                raise Unavailable(texts.not_yours_to_keep(game))
            if mine in open_seats(game):
                row = line_of(Word("back", mine))
                more = share(game, mine) if open_seats(game)[mine] == TIMEOUT else ()
                change = Change((row,), session.key, aside=True).plus(ClockChange(more))
                game, _ = await self._commits.commit(game, close_offer(game, mine, change))
            return Layout(texts.yours_again(game))

        return await self._commits.again(session.found, attempt)

    async def gone(self, user: int, guild: int, *, banned: bool = False) -> None:
        """Somebody is on the server no more: their seats there are offered, those in lobbies
        given back. banned: not by their own choice, so they aren't rated last, except in games
        that were waiting for them."""
        for row in await self._store.games_of(user):
            if row.guild == guild and row.kind in self._tables.games:
                await self._gone(self._tables.games.of(row), user, banned)

    async def _gone(self, game: Game, user: int, banned: bool) -> None:
        if game.status == "lobby":
            key, channel = f"gone:{game.id}:{user}", game.place
            wish = Intent(key=key, user=user, called="", guild=game.guild, channel=channel)
            if game.settled:
                return  # their seat is offered once the game has begun
            await self._leave(Session.of(wish, game))
            return

        async def attempt(game: Game) -> Layout:
            seat = seat_of(game, user)
            if game.status == "playing" and seat is not None and not game.sitters[seat].left:
                rows = await self._store.log(game.id)
                why = BANNED if banned and not out_of_time(game, rows, seat) else GONE
                game = await self._departure.offer(
                    game, seat, why, f"gone:{game.id}:{game.n}:{user}"
                )
            return Layout(NOTHING)

        await self._commits.again(game, attempt)

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """Nobody came. Raises Conflict when somebody else was first."""
        game = self._tables.games.of(row)
        seat = Opened.decode(timer.payload).seat
        if open_seats(game)[seat] in KEPT or game.status != "playing":
            posts = (SeatSettled(seat).encode(),)
            over = Change((), f"unwanted:{timer.id}", done=(timer,), posts=posts)
            await self._commits.commit(game, over)
        else:
            await self._departure.remove(game, seat, f"removed:{timer.id}", alone=True)

    def _may_let(self, session: Session, game: Game, seat: Seat) -> None:
        """Raises Refused."""
        mine = held_seat(game, session.user)
        if seat not in open_seats(game):
            raise Unavailable(texts.not_offered(game, seat))
        if not substitute_of(game):
            raise Unavailable(texts.people_alone(game))
        if open_seats(game)[seat] in KEPT and mine != seat:
            raise NotYou(texts.not_your_seat(game))
        if not anybody(game, but=seat):
            raise Unavailable(texts.last_person(game))

    def _may_take(self, session: Session, game: Game, seat: Seat) -> None:
        """Raises Refused."""
        if game.status != "playing":
            raise Finished(refusals.finished(game))
        if seat not in open_seats(game):
            raise Unavailable(texts.not_offered(game, seat))
        if session.robot:
            raise NotYou(answers.NO_ROBOTS)
        if game.sitters[seat].user == session.user:
            raise NotYou(texts.your_own_seat(game))
        elsewhere = {f.user for f in game.former if f.seat != seat}
        if session.user in elsewhere | {sitter.user for sitter in game.sitters}:
            raise NotYou(texts.sits_already(game))

    async def _again(self, session: Session, game: Game, seat: Seat) -> Game:
        """A computer gives the seat back to whom it has played for. Raises Refused."""
        must_play(game)
        mine = Sitter(session.user, session.called)
        offers = Change((line_of(Word("offer", seat, REQUEST)),), session.key)
        return await self.hand_over(game, seat, mine, offers)

    async def hand_over(self, game: Game, seat: Seat, now: Sitter, said: Change) -> Game:
        """The seat, with what belongs to it, is somebody else's. said: what is said before that.
        Raises Conflict."""
        on_turn = game.on_turn == seat
        row = game.n + len(said.lines) + 1
        change = replace(
            said,
            lines=(*said.lines, line_of(Word("takeover", seat))),
            sitters=(*game.sitters[:seat], now, *game.sitters[seat + 1 :]),
            on_turn=seat if on_turn else KEEP,
            posts=(*((Turn().encode(),) if on_turn else ()), Card().encode(), *said.posts),
            aside=not on_turn,
        ).plus(Handover((gives_up(game, await self._store.log(game.id), seat, row),)))
        at = (await self._tables.at(game)).at  # a new player, and the same position
        change = close_offer(game, seat, change)
        if said.lines:  # the line of the seat says so, though it is offered no longer
            change = replace(change, posts=(*change.posts, SeatSettled(seat).encode()))
        return (await self._commits.commit(game, change, at)).game


def feature(at: Services, seats: Seats) -> Feature:
    of_a_seat = partial(Verb, id=(*OF_A_ROW, number("seat", 2)), once="row", on_page=True)
    return Feature(
        policies=(request_seat_checks,),
        verbs=(
            Verb(
                "substitute",
                seats.substitute,
                OF_A_ROW,
                slash=Slash(
                    "games",
                    Text("/substitute"),
                    Text("Offer your seat to someone else (asks you to confirm)"),
                    (named_game(),),
                    group=ASK,
                ),
                more=Behind(1, 4, Text("Find a Substitute"), in_company),
                any_row=True,
                on_page=True,
            ),
            Verb("offerseat", seats.substitute, OF_A_ROW, once="row", on_page=True),
            of_a_seat("takeover", seats.take),
            of_a_seat("letplay", seats.let),
            of_a_seat("return", seats.back),
        ),
        timers=(
            TimerKind(OPEN_SEAT, SEAT_OFFER_LASTS, at.clocks.deferred_after_outage(seats.expire)),
        ),
    )

"""One person asks everyone else at a table for something, and it is done once all of them accept.

    ask ── one public line, with Accept and Decline ── all accept ──> what its Kind does
                                                   └── someone declines, or the asker withdraws it

Features declare the kinds: bot/features/agreements.py what players ask for, pausing.py a pause, and
mending.py what a moderator asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.table.commit import Commits
from bot.table.consent import (
    OFFER_LASTS,
    Kind,
    Offer,
    answers_to,
    asked,
    open_offer,
)
from bot.table.effective import line_of, played, word_of
from bot.table.game import OFFER, Game, Games
from bot.table.reminders import asks_later
from bot.table.session import Session, held_seat
from bot.table.sitters import sitters_at
from rules.errors import NotYou, Stale, Unavailable
from rules.game import NOBODY, Seat
from rules.history import Word
from rules.text import Moment, Strong, Text, sentences
from storage import Change, GameRow, Row, Store, Timer


class Consent:
    """Asks the table, and does what everyone has agreed to."""

    def __init__(
        self, store: Store, games: Games, commits: Commits, now: Callable[[], float]
    ) -> None:
        self._store, self._games, self._commits, self._now = store, games, commits, now
        self.kinds = dict[str, Kind]()  # by name

    def add(self, kind: Kind) -> None:
        self.kinds[kind.name] = kind

    async def ask(self, session: Session, what: str) -> Layout:
        """Ask everyone else for something. Raises Refused."""

        async def first(*_: int) -> Layout:
            asked = Text("I've already asked the other players in {game}.", game=session.found)
            return Layout(asked)

        return await self._commits.once(session.key, self._ask(session, what), first)

    async def _ask(self, session: Session, what: str) -> Layout:
        game, seat = session.found, held_seat(session.found, session.user)
        there = open_offer(game)
        if there is not None and (there.what, there.seat) == (what, seat):
            return _asked(game, there)
        return _asked(*await self.open(game, what, seat, session.key))

    async def open(self, game: Game, what: str, seat: Seat, key: str) -> tuple[Game, Offer]:
        """Open a request. Raises Refused."""
        offer, now = Offer(game.n + 1, what, seat), self._now()
        if open_offer(game) is not None:
            busy = Text(
                "The players of {game} are already voting on something else. You can ask once "
                "that's settled.",
                game=game,
            )
            raise Unavailable(busy)
        if not asked(game, offer):
            nobody = Text("There's nobody else in {game} who could agree.", game=game)
            raise Unavailable(nobody)
        rows = await self._store.log(game.id)
        self.kinds[offer.kind].possible(game, rows, offer)
        if asked_this_turn(game, rows, offer):
            again = Text(
                "This request has already gone out to the players in {game} this turn. You can "
                "ask again after the next turn.",
                game=game,
            )
            raise Unavailable(again)
        change = Change(
            (line_of(offer.word),),
            key,
            aside=True,
            timers=(offer.timer(now + OFFER_LASTS), *asks_later(game, offer, now)),
            posts=(offer.post,),
        )
        return (await self._commits.said(game, change)).game, offer

    async def answer(self, session: Session, *, yes: bool) -> Layout:
        """Accept or decline the request of row session.n. Raises Refused."""

        async def first(*_: int) -> Layout:
            return _answered(session.found, yes=yes)

        return await self._commits.once(session.key, self._answer(session, yes), first)

    async def _answer(self, session: Session, yes: bool) -> Layout:
        game = session.found
        seat, offer = held_seat(game, session.user), _meant(session)
        if seat == offer.seat:
            own = Text(
                "You made the request in {game}, so the others have to answer it.", game=game
            )
            raise NotYou(own)
        if seat not in asked(game, offer):
            not_asked = Text(
                "Your seat in {game} is on offer, so you can't answer now. Press {back} there to "
                "reclaim it first.",
                game=game,
                back=Strong(Text("I'm Back")),
            )
            raise NotYou(not_asked)
        if not yes:
            await self._end(session, offer, Word("decline", seat))
            return _answered(game, yes=yes)
        agreed = answers_to(await self._store.log(game.id), offer).agreed
        accepts = Change((line_of(Word("accept", seat)),), session.key, posts=(offer.news,))
        if not set(asked(game, offer)) - {seat, *agreed}:
            done = replace(accepts, done=(OFFER,))
            await self.kinds[offer.kind].do(game, offer, done)
        elif seat not in agreed:
            await self._commits.said(game, replace(accepts, aside=True))
        return _answered(game, yes=yes)

    async def withdraw(self, session: Session) -> Layout:
        """Withdraw a request. Raises Refused."""

        async def first(*_: int) -> Layout:
            return _withdrawn(session.found)

        return await self._commits.once(session.key, self._withdraw(session), first)

    async def _withdraw(self, session: Session) -> Layout:
        seat, offer = held_seat(session.found, session.user), _meant(session)
        if seat != offer.seat:
            not_yours = Text(
                "Only the player who asked in {game} can withdraw the request.", game=session.found
            )
            raise NotYou(not_yours)
        await self._end(session, offer, Word("withdraw", seat))
        return _withdrawn(session.found)

    async def _end(self, session: Session, offer: Offer, said: Word) -> None:
        """End a request that was declined or withdrawn."""
        line = (line_of(said),)
        change = Change(line, session.key, aside=True, done=(OFFER,), posts=(offer.news,))
        await self._commits.said(session.found, change)

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """End a request that not everyone answered. Raises Conflict when someone was first."""
        game, offer = self._games.of(row), Offer.decode(timer.payload)
        over = Change((), f"unanswered:{timer.id}", done=(timer,), posts=(offer.news,))
        await self._commits.commit(game, over)


def asked_this_turn(game: Game, rows: list[Row], offer: Offer) -> bool:
    """Whether the same person has made the same request during this turn."""
    now = played(rows, game.n)
    same = [row.n for row in rows if word_of(row) == offer.word and played(rows, row.n) == now]
    if offer.seat == NOBODY:
        return bool(same)
    player = game.sitters[offer.seat].user
    return any(sitters_at(game, n)[offer.seat].user == player for n in same)


def _asked(game: Game, offer: Offer) -> Layout:
    withdraw = Button(Text("Withdraw"), button_id("withdraw", game.id, offer.row))
    notified = Text(
        "I've asked the other players in {game}. Each of them will get one notification.",
        game=game,
    )
    until = Text(
        "They can answer until {time}, unless something else happens in the game first.",
        time=Moment(game.due(OFFER) or 0, "f"),
    )
    return Layout(sentences(notified, until), buttons=(withdraw,))


def _answered(game: Game, *, yes: bool) -> Layout:
    if yes:
        return Layout(Text("You've accepted the request in {game}.", game=game))
    return Layout(Text("You've declined the request in {game}.", game=game))


def _withdrawn(game: Game) -> Layout:
    return Layout(Text("There's no open request in {game} any more.", game=game))


def _meant(session: Session) -> Offer:
    """The request that a button is about. Raises Stale if it isn't open any more."""
    offer = open_offer(session.found)
    if offer is None or offer.row != session.n:
        over = Text(
            "You can't answer that any more: it's been settled, or {game} has moved on.",
            game=session.found,
        )
        raise Stale(over)
    return offer

"""One person asks everyone else at a table for something, and it is done once all of them accept.

    ask ── one public line, with Accept and Decline ── all accept ──> what its Kind does
                                                   └── someone declines, or the asker withdraws it

Features declare the kinds: bot/features/agreements.py what players ask for, pausing.py a pause, and
mending.py what a moderator asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.core.commit import Commits
from bot.core.effective import line_of
from bot.core.game import OFFER, Game, Games
from bot.core.session import Session, held_seat
from bot.domain.consent import (
    OFFER_LASTS,
    Kind,
    Offer,
    answers_to,
    asked,
    asked_this_turn,
    open_offer,
)
from bot.domain.reminders import asks_later
from bot.messages import consent as texts
from bot.messages.layout import Layout
from rules.errors import NotYou, Stale, Unavailable
from rules.game import Seat
from rules.history import Word
from storage import Change, GameRow, Store, Timer


class Consent:
    """Asks, and does what everyone has agreed to. kinds: what can be asked for, by name."""

    def __init__(
        self, store: Store, games: Games, commits: Commits, now: Callable[[], float]
    ) -> None:
        self._store, self._games, self._commits, self._now = store, games, commits, now
        self.kinds = dict[str, Kind]()

    def add(self, kind: Kind) -> None:
        self.kinds[kind.name] = kind

    async def ask(self, session: Session, what: str) -> Layout:
        """Ask everyone else for something. Raises Refused."""

        async def first(*_: int) -> Layout:
            return Layout(texts.asked_already(session.found))

        return await self._commits.once(session.key, self._ask(session, what), first)

    async def _ask(self, session: Session, what: str) -> Layout:
        game, seat = session.found, held_seat(session.found, session.user)
        there = open_offer(game)
        if there is not None and (there.what, there.seat) == (what, seat):
            return texts.asked(game, there)
        return texts.asked(*await self.open(game, what, seat, session.key))

    async def open(self, game: Game, what: str, seat: Seat, key: str) -> tuple[Game, Offer]:
        """Open a request. Raises Refused."""
        offer, now = Offer(game.n + 1, what, seat), self._now()
        if open_offer(game) is not None:
            raise Unavailable(texts.one_at_a_time(game))
        if not asked(game, offer):
            raise Unavailable(texts.nobody_to_ask(game))
        rows = await self._store.log(game.id)
        self.kinds[offer.kind].possible(game, rows, offer)
        if asked_this_turn(game, rows, offer):
            raise Unavailable(texts.asked_this_turn(game))
        change = Change(
            (line_of(offer.word),),
            key,
            aside=True,
            timers=(offer.timer(now + OFFER_LASTS), *asks_later(game, offer, now)),
            posts=(offer.post,),
        )
        return (await self._commits.said(game, change)).game, offer

    async def answer(self, session: Session, *, yes: bool) -> Layout:
        """Accept or decline what is asked for by the row session.n. Raises Refused."""

        async def first(*_: int) -> Layout:
            return Layout(texts.answered(session.found, yes=yes))

        return await self._commits.once(session.key, self._answer(session, yes), first)

    async def _answer(self, session: Session, yes: bool) -> Layout:
        game, told = session.found, Layout(texts.answered(session.found, yes=yes))
        seat, offer = held_seat(game, session.user), _meant(session)
        if seat == offer.seat:
            raise NotYou(texts.your_own(game))
        if seat not in asked(game, offer):
            raise NotYou(texts.not_asked(game))
        if not yes:
            await self._end(session, offer, Word("decline", seat))
            return told
        agreed = answers_to(await self._store.log(game.id), offer).agreed
        accepts = Change((line_of(Word("accept", seat)),), session.key, posts=(offer.news,))
        if not set(asked(game, offer)) - {seat, *agreed}:
            done = replace(accepts, done=(OFFER,))
            await self.kinds[offer.kind].do(game, offer, done)
        elif seat not in agreed:
            await self._commits.said(game, replace(accepts, aside=True))
        return told

    async def withdraw(self, session: Session) -> Layout:
        """Ask for it no longer. Raises Refused."""

        async def first(*_: int) -> Layout:
            return Layout(texts.withdrawn(session.found))

        return await self._commits.once(session.key, self._withdraw(session), first)

    async def _withdraw(self, session: Session) -> Layout:
        seat, offer = held_seat(session.found, session.user), _meant(session)
        if seat != offer.seat:
            raise NotYou(texts.not_yours(session.found))
        await self._end(session, offer, Word("withdraw", seat))
        return Layout(texts.withdrawn(session.found))

    async def _end(self, session: Session, offer: Offer, said: Word) -> None:
        """End a request without doing what was asked for."""
        line = (line_of(said),)
        change = Change(line, session.key, aside=True, done=(OFFER,), posts=(offer.news,))
        await self._commits.said(session.found, change)

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """End a request that not everyone answered. Raises Conflict when someone was first."""
        game, offer = self._games.of(row), Offer.decode(timer.payload)
        over = Change((), f"unanswered:{timer.id}", done=(timer,), posts=(offer.news,))
        await self._commits.commit(game, over)


def _meant(session: Session) -> Offer:
    """The request that a button is about. Raises Stale if it isn't open any more."""
    offer = open_offer(session.found)
    if offer is None or offer.row != session.n:
        raise Stale(texts.over(session.found))
    return offer

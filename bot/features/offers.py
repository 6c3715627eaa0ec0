"""What one player asks of all the others: a turn back for which it is too late otherwise, the end
of the game, more time. Each is one public line that everybody answers with one button; it is open
until the game goes on, or for two days.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from bot.core.effective import line_of
from bot.core.game import CHANCE, OFFER, Game
from bot.core.session import Session, held_seat
from bot.core.timers import TimerKind
from bot.domain.clocks import granted
from bot.domain.closing import Closed
from bot.domain.computers import in_company
from bot.domain.mending import measure_of
from bot.domain.offers import (
    END,
    OFFER_LASTS,
    TIME,
    UNDO,
    Answers,
    Offer,
    answers_to,
    asked,
    asked_this_turn,
    draws,
    expire_offer,
    more_time,
    open_offer,
)
from bot.domain.posts import Card, Ending, Turn
from bot.domain.reminders import asks_later
from bot.features.consequences import card_of, drawn
from bot.features.feature import ASK, OF_A_ROW, Behind, Feature, Slash, Verb, named_game
from bot.features.services import Services
from bot.features.take_backs import by_consent, too_late
from bot.messages import offers as panels
from bot.messages.layout import Layout
from bot.text import offers as texts
from rules.errors import NotYou, Stale, Unavailable
from rules.game import Seat
from rules.play import checksum
from rules.text import Text
from rules.words import Word
from storage import (
    Change,
    ClockChange,
    GameRow,
    PostedAnew,
    Row,
    Timer,
)

# Does what all have agreed to that a host of the server would do.
Measures: TypeAlias = Callable[[Game, Offer, Change], Awaitable[None]]


class Offers:
    """Asks, and does what all have agreed to."""

    def __init__(self, at: Services, measures: Measures) -> None:
        self._measures = measures
        self._store, self._turns, self._commits, self._now = at.store, at.turns, at.commits, at.now

    async def ask(self, session: Session, what: str) -> Layout:
        """Ask all others for something. Raises Refused."""

        async def first(*_: int) -> Layout:
            return Layout(texts.asked_already(session.found))

        return await self._commits.once(session.key, self._ask(session, what), first)

    async def _ask(self, session: Session, what: str) -> Layout:
        game = session.found
        seat = held_seat(game, session.user)
        offer = Offer(game.n + 1, what, seat)
        if (there := open_offer(game)) is not None:
            if (there.what, there.seat) == (what, seat):
                return panels.asked(game, there)
            raise Unavailable(texts.one_at_a_time(game, there))
        if not asked(game, offer):
            raise Unavailable(texts.nobody_to_ask(game))
        log = await self._store.log(game.id)
        self._possible(game, offer, log)
        if asked_this_turn(game, log, offer):
            raise Unavailable(texts.asked_this_turn(game))
        change = Change(
            (line_of(offer.word),),
            session.key,
            aside=True,
            timers=(offer.timer(self._now() + OFFER_LASTS), *asks_later(game, offer, self._now())),
            posts=(offer.post,),
        )
        game, _ = await self._commits.said(game, change)
        return panels.asked(game, offer)

    async def _said(self, game: Game, offer: Offer) -> Answers:
        return answers_to(await self._store.log(game.id), offer)

    def _possible(self, game: Game, offer: Offer, log: list[Row]) -> None:
        """Raises Refused where nobody could agree to it, or need not."""
        if offer.what == UNDO:
            if too_late(game, log, offer.seat) is None:
                raise Unavailable(texts.not_too_late(game))
            by_consent(game, log, offer.seat)
        elif offer.what == TIME and not game.clocks:
            raise Unavailable(texts.no_clock(game))

    async def answer(self, session: Session, *, yes: bool) -> Layout:
        """Accept or decline what is asked for by the row session.n. Raises Refused."""

        async def first(*_: int) -> Layout:
            return Layout(texts.answered(session.found, yes=yes))

        return await self._commits.once(session.key, self._answer(session, yes), first)

    async def _answer(self, session: Session, yes: bool) -> Layout:
        game = session.found
        seat, offer = held_seat(game, session.user), _meant(session)
        if seat == offer.seat:
            raise NotYou(texts.your_own(game))
        if seat not in asked(game, offer):
            raise NotYou(texts.not_asked(game, offer))
        said = await self._said(game, offer)
        if yes and seat in said.agreed and set(asked(game, offer)) - set(said.agreed):
            return Layout(texts.answered(game, yes=yes))
        if yes:
            await self._agree(session, seat, offer, said)
        else:
            await self._against(session, offer, "decline", seat)
        return Layout(texts.answered(game, yes=yes))

    async def withdraw(self, session: Session) -> Layout:
        """Ask for it no longer. Raises Refused."""

        async def first(*_: int) -> Layout:
            return Layout(texts.withdrawn(session.found))

        return await self._commits.once(session.key, self._withdraw(session), first)

    async def _withdraw(self, session: Session) -> Layout:
        seat, offer = held_seat(session.found, session.user), _meant(session)
        if seat != offer.seat:
            raise NotYou(texts.not_yours(session.found))
        await self._against(session, offer, "withdraw", seat)
        return Layout(texts.withdrawn(session.found))

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """Nobody has answered in time. Raises Conflict when somebody else was first."""
        game, offer = self._turns.tables.games.of(row), Offer.decode(timer.payload)
        over = Change((), f"unanswered:{timer.id}", done=(timer,), posts=(offer.news,))
        await self._commits.commit(game, over)

    async def _against(self, session: Session, offer: Offer, word: str, seat: Seat) -> None:
        no = (line_of(Word(word, seat)),)
        change = Change(no, session.key, aside=True, done=(OFFER,), posts=(offer.news,))
        await self._commits.said(session.found, change)

    async def _agree(self, session: Session, seat: Seat, offer: Offer, said: Answers) -> None:
        """One more has agreed; with the last of them it is done."""
        game, yes = session.found, (line_of(Word("accept", seat)),)
        if set(asked(game, offer)) - {seat, *said.agreed}:
            noted = Change(yes, session.key, aside=True, posts=(offer.news,))
            await self._commits.said(game, noted)
        else:
            await self._do(game, offer, Change(yes, session.key))

    async def _do(self, game: Game, offer: Offer, agreed: Change) -> None:
        """What all have agreed to. Raises Refused."""
        if measure_of(offer) is not None:
            await self._measures(game, offer, agreed)
        elif offer.what == UNDO:
            await self._take_back(game, offer, agreed)
        elif offer.what == END:
            await self._end(game, agreed)
        else:
            more = granted(game, offer.seat, more_time(game))
            posts = (offer.news, *card_of(game))
            aside = replace(agreed, aside=True, done=(OFFER,), posts=posts)
            await self._commits.said(game, aside.plus(ClockChange((more,))))

    async def _take_back(self, game: Game, offer: Offer, agreed: Change) -> None:
        before = by_consent(game, await self._store.log(game.id), offer.seat).n - 1
        there = await self._turns.tables.at(game, before)
        undone = line_of(Word("undo", row=before), checksum(there.at.state))
        change = replace(
            agreed,
            lines=(*agreed.lines, undone),
            on_turn=there.actor,
            done=(CHANCE,),
            posts=(Turn().encode(), *card_of(game)),
        )
        await self._commits.said(game, change.plus(PostedAnew()))

    async def _end(self, game: Game, agreed: Change) -> None:
        """A draw where the game knows one; elsewhere there is no result."""
        word = "draw" if draws(game) else "end"
        change = replace(agreed, lines=(*agreed.lines, line_of(Word(word))), on_turn=None)
        if word == "end":
            change = replace(change, status="cancelled", posts=(Card().encode(), Closed().encode()))
            await self._commits.said(game, change)
            return
        table = await self._turns.tables.at(game)
        change = replace(change, status="over", results=drawn(table), turns=table.at.turns)
        change = replace(change, posts=(Ending().encode(), *card_of(game)))
        await self._commits.said(game, change, table.at)


def _meant(session: Session) -> Offer:
    """The offer that a button is about. Raises Stale: it is open no longer."""
    offer = open_offer(session.found)
    if offer is None or offer.row != session.n:
        raise Stale(texts.over(session.found))
    return offer


def feature(at: Services, measures: Measures) -> Feature:
    offers = Offers(at, measures)
    ask = partial(Verb, id=OF_A_ROW, once="row", on_page=True)
    return Feature(
        policies=(expire_offer,),
        verbs=(
            ask(
                "asktime",
                partial(offers.ask, what=TIME),
                slash=Slash(
                    "games",
                    Text("/time"),
                    Text("Ask the other players for more time"),
                    (named_game(),),
                    group=ASK,
                ),
                more=Behind(1, 2, Text("Ask for More Time"), in_company),
            ),
            ask(
                "askend",
                partial(offers.ask, what=END),
                slash=Slash(
                    "games",
                    Text("/end"),
                    Text("Ask the other players to end the game"),
                    (named_game(),),
                    group=ASK,
                ),
                more=Behind(1, 3, Text("Ask to End the Game"), in_company),
            ),
            ask("askundo", partial(offers.ask, what=UNDO)),
            ask("accept", partial(offers.answer, yes=True)),
            ask("decline", partial(offers.answer, yes=False)),
            ask("withdraw", offers.withdraw),
        ),
        timers=(TimerKind(OFFER, OFFER_LASTS, at.clocks.deferred_after_outage(offers.expire)),),
    )

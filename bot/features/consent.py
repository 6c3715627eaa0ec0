"""One person asks everyone else at a table for something; it happens once all of them accept.

Features declare the kinds: an end and more time are here, an undo in undo.py, a pause in
pausing.py, and a moderator's measures in mending.py.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.features.clocks import Clocks
from bot.features.consequences import card_of, close, drawn
from bot.features.feature import ASK, OF_A_ROW, Behind, Feature, Slash, Verb, named_game
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.table import commit
from bot.table.clocks import granted, more_time, running
from bot.table.commit import Commits, Policy
from bot.table.game import CLOCK, OFFER, REMIND, Game, sitters_at
from bot.table.intent import Session, held_seat
from bot.table.names import lasting
from bot.table.reminders import calm
from bot.table.rows import AsksLater, ResultPost, TimerKind, line_of, played, word_of
from bot.table.seats import (
    OFFER_LASTS,
    Offer,
    RequestKind,
    answers_to,
    asked,
    in_company,
    open_offer,
    remaining,
)
from bot.table.table import Table
from rules.errors import NotYou, Stale, Unavailable
from rules.game import NOBODY, Seat
from rules.history import Word
from rules.text import NOTHING, Moment, Strong, Text, sentences
from storage import Change, ClockChange, GameRow, Handover, NewTimer, Row, Timer


class Consent:
    """Asks the table, and acts once everyone agrees."""

    def __init__(self, commits: Commits, clocks: Clocks) -> None:
        self._store, self._games, self._commits = commits.store, commits.tables.games, commits
        self._clocks, self._now = clocks, commits.now
        self.kinds = {"end": _end(commits), "time": _time(commits)}

    def add(self, kind: RequestKind) -> None:
        self.kinds[kind.name] = kind

    def feature(self) -> Feature:
        verb = partial(Verb, id=OF_A_ROW, press="once a row", on_page=True)
        slash = partial(Slash, "games", options=(named_game(),), group=ASK)
        time = slash(Text("/time"), Text("Ask the other players for more time"))
        longer = Behind(1, 2, Text("Ask for More Time"), in_company)
        end = slash(Text("/end"), Text("Ask the other players to end the game"))
        to_end = Behind(1, 3, Text("Ask to End the Game"), in_company)
        expire = self._clocks.deferred_after_outage(self.expire)
        return Feature(
            policies=(Policy(expire_offer, timer=OFFER),),
            timers=(TimerKind(OFFER, OFFER_LASTS, expire),),
            verbs=(
                verb("asktime", partial(self.ask, what="time"), slash=time, more=longer),
                verb("askend", partial(self.ask, what="end"), slash=end, more=to_end),
                verb("askundo", partial(self.ask, what="undo")),
                verb("accept", partial(self.answer, yes=True)),
                verb("decline", partial(self.answer, yes=False)),
                verb("withdraw", self.withdraw),
            ),
        )

    async def ask(self, session: Session, what: str) -> Layout:
        """Ask everyone else for something. Raises Refused."""
        already = Text("I've already asked the other players in {game}.", game=session.found)
        work = self._ask(session, what)
        return await self._commits.done_once(session.key, work, Layout(already))

    async def _ask(self, session: Session, what: str) -> Layout:
        game, seat = session.found, held_seat(session.found, session.user)
        offer = open_offer(game)
        if offer is None or (offer.what, offer.seat) != (what, seat):
            game, offer = await self.open(game, what, seat, session.key)
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
            raise Unavailable(Text("There's nobody else in {game} who could agree.", game=game))
        rows = await self._store.log(game.id)
        self.kinds[offer.kind].possible(game, rows, offer)
        if asked_this_turn(game, rows, offer):
            again = Text(
                "This request has already gone out to the players in {game} this turn. You can "
                "ask again after the next turn.",
                game=game,
            )
            raise Unavailable(again)
        asleep = (
            NewTimer(REMIND, awake, AsksLater(offer.row, each).encode())
            for each in asked(game, offer)
            if (awake := calm(game, game.sitters[each], now)) > now
        )
        change = Change(
            (line_of(offer.word),),
            key,
            aside=True,
            timers=(offer.timer(now + OFFER_LASTS), *asleep),
            posts=(offer.post,),
        )
        return (await self._commits.commit_for_person(game, change)).game, offer

    async def answer(self, session: Session, *, yes: bool) -> Layout:
        """Accept or decline the request of row session.target.n. Raises Refused."""
        game = session.found
        await self._commits.done_once(session.key, self._answer(session, yes), None)
        accepted = Text("You've accepted the request in {game}.", game=game)
        declined = Text("You've declined the request in {game}.", game=game)
        return Layout(accepted if yes else declined)

    async def _answer(self, session: Session, yes: bool) -> None:
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
            return await self._end(session, offer, Word("decline", seat))
        agreed = answers_to(await self._store.log(game.id), offer).agreed
        accepts = Change((line_of(Word("accept", seat)),), session.key, posts=(offer.news,))
        if not set(asked(game, offer)) - {seat, *agreed}:
            done = replace(accepts, done=(OFFER,))
            await self.kinds[offer.kind].do(game, offer, done)
        elif seat not in agreed:
            await self._commits.commit_for_person(game, replace(accepts, aside=True))

    async def withdraw(self, session: Session) -> Layout:
        """Withdraw a request. Raises Refused."""
        await self._commits.done_once(session.key, self._withdraw(session), None)
        return Layout(Text("There's no open request in {game} any more.", game=session.found))

    async def _withdraw(self, session: Session) -> None:
        seat, offer = held_seat(session.found, session.user), _meant(session)
        if seat != offer.seat:
            not_yours = Text(
                "Only the player who asked in {game} can withdraw the request.", game=session.found
            )
            raise NotYou(not_yours)
        await self._end(session, offer, Word("withdraw", seat))

    async def _end(self, session: Session, offer: Offer, said: Word) -> None:
        """End a request that was declined or withdrawn."""
        line = (line_of(said),)
        change = Change(line, session.key, aside=True, done=(OFFER,), posts=(offer.news,))
        await self._commits.commit_for_person(session.found, change)

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


def _meant(session: Session) -> Offer:
    """The request that a button is about. Raises Stale if it isn't open any more."""
    offer = open_offer(session.found)
    if offer is None or offer.row != session.target.n:
        over = Text(
            "You can't answer that any more: it's been settled, or {game} has moved on.",
            game=session.found,
        )
        raise Stale(over)
    return offer


def _end(commits: Commits) -> RequestKind:
    """The end of the game: a draw if the game has draws, and otherwise no result."""

    def draws(game: Game) -> bool:
        return remaining(game) in game.rules.draws

    def wish(table: Table, rows: list[Row], offer: Offer) -> Text:
        name, game = table.names[offer.seat], Strong(table.game)
        if draws(table.game):
            return Text("{name} offers a draw in {game}.", name=name, game=game)
        return Text("{name} asks to end {game} now, without a result.", name=name, game=game)

    async def do(game: Game, offer: Offer, agreed: Change) -> None:
        if not draws(game):
            await commits.commit_for_person(game, close(agreed, "end"))
            return
        table = await commits.tables.at(game)
        change = replace(
            agreed,
            lines=(*agreed.lines, line_of(Word("draw"))),
            on_turn=None,
            status="over",
            results=drawn(table),
            turns=table.at.turns,
            posts=(ResultPost().encode(), *card_of(game), *agreed.posts),
        )
        await commits.commit_for_person(game, change, table.at)

    return RequestKind("end", wish, do)


def _time(commits: Commits) -> RequestKind:
    """As much time for the asker as everyone had at the start."""

    def wish(table: Table, rows: list[Row], offer: Offer) -> Text:
        name, game = table.names[offer.seat], Strong(table.game)
        more = lasting(more_time(table.game))
        return Text("{name} asks for {time} more in {game}.", name=name, time=more, game=game)

    def possible(game: Game, rows: list[Row], offer: Offer) -> None:
        if not game.clocks:
            raise Unavailable(Text("{game} has no clock, so you don't need more time.", game=game))

    async def do(game: Game, offer: Offer, agreed: Change) -> None:
        more = ClockChange((granted(game, offer.seat, more_time(game)),))
        change = replace(agreed, aside=True, posts=(*agreed.posts, *card_of(game)))
        await commits.commit_for_person(game, change.plus(more))

    def outcome(table: Table, offer: Offer) -> Text:
        clock, due = running(table.game), table.game.due(CLOCK)
        if due is None or clock is None or clock.seat != offer.seat:
            return NOTHING
        until, name = Moment(due, "f"), table.names[offer.seat]
        return Text("{name} now has until {time}.", name=name, time=until)

    return RequestKind("time", wish, do, possible, outcome)


def expire_offer(game: Game, change: Change, _: commit.CommitMoment) -> Change:
    """End a request when the game moves on, or a seat changes hands."""
    offer = open_offer(game)
    aside = change.aside and not change.get(Handover)
    if offer is None or OFFER in change.done or aside or not (change.lines or change.status):
        return change
    return replace(change, done=(*change.done, OFFER), posts=(*change.posts, offer.news))

"""Requests that players make of each other: an undo, the end of the game, more time."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.features.consequences import card_of, drawn
from bot.features.feature import ASK, OF_A_ROW, Behind, Feature, Slash, Verb, named_game
from bot.features.services import Services
from bot.features.take_backs import by_consent, too_late
from bot.table import policies
from bot.table.clocks import granted, more_time, running
from bot.table.closing import Closed
from bot.table.commands import Command
from bot.table.computers import in_company
from bot.table.consent import OFFER_LASTS, Kind, Offer, open_offer
from bot.table.effective import effective_rows, line_of, without_choice
from bot.table.game import CHANCE, CLOCK, OFFER, Game
from bot.table.names import lasting
from bot.table.policies import Policy
from bot.table.posts import Card, Ending, Turn
from bot.table.seats import remaining
from bot.table.table import Table
from bot.table.timers import TimerKind
from rules.errors import Unavailable
from rules.history import Word
from rules.play import checksum
from rules.text import NOTHING, Code, Moment, Strong, Text
from storage import Change, ClockChange, Handover, PostedAnew, Row


def _undo(at: Services) -> Kind:
    """Undo a turn that its player can't undo alone any more, and everything played since."""

    def wish(table: Table, rows: list[Row], offer: Offer) -> Text:
        counting = {row[0] for row in effective_rows(rows, offer.row)} - without_choice(rows)
        mine = (r for r in reversed(rows) if r.n in counting and r.seat == offer.seat)
        return Text(
            "{name} asks to undo the turn {turn} in {game}, and everything played since.",
            name=table.names[offer.seat],
            turn=Code(table.kind.spelt(next((row.text for row in mine), "").split())),
            game=Strong(table.game),
        )

    def possible(game: Game, rows: list[Row], offer: Offer) -> None:
        if too_late(game, rows, offer.seat) is None:
            alone = Text(
                "You can still undo your turn in {game} yourself, with {undo}.",
                game=game,
                undo=Command(game.kind, "undo"),
            )
            raise Unavailable(alone)
        by_consent(game, rows, offer.seat)

    async def do(game: Game, offer: Offer, agreed: Change) -> None:
        before = by_consent(game, await at.store.log(game.id), offer.seat).n - 1
        there = await at.tables.at(game, before)
        change = replace(
            agreed,
            lines=(*agreed.lines, line_of(Word("undo", row=before), checksum(there.at.state))),
            on_turn=there.actor,
            done=(*agreed.done, CHANCE),
            posts=(Turn().encode(), *card_of(game), *agreed.posts),
        )
        await at.commits.said(game, change.plus(PostedAnew()))

    return Kind("undo", wish, do, possible)


def _end(at: Services) -> Kind:
    """The end of the game: a draw if the game has draws, and otherwise no result."""

    def draws(game: Game) -> bool:
        return remaining(game) in game.rules.draws

    def wish(table: Table, rows: list[Row], offer: Offer) -> Text:
        name, game = table.names[offer.seat], Strong(table.game)
        if draws(table.game):
            return Text("{name} offers a draw in {game}.", name=name, game=game)
        return Text("{name} asks to end {game} now, without a result.", name=name, game=game)

    async def do(game: Game, offer: Offer, agreed: Change) -> None:
        word = "draw" if draws(game) else "end"
        change = replace(agreed, lines=(*agreed.lines, line_of(Word(word))), on_turn=None)
        if word == "end":
            posts = (Card().encode(), Closed().encode(), *agreed.posts)
            await at.commits.said(game, replace(change, status="cancelled", posts=posts))
            return
        table = await at.tables.at(game)
        change = replace(change, status="over", results=drawn(table), turns=table.at.turns)
        posts = (Ending().encode(), *card_of(game), *agreed.posts)
        await at.commits.said(game, replace(change, posts=posts), table.at)

    return Kind("end", wish, do)


def _time(at: Services) -> Kind:
    """As much time for the asker as everyone had at the start."""

    def wish(table: Table, rows: list[Row], offer: Offer) -> Text:
        return Text(
            "{name} asks for {time} more in {game}.",
            name=table.names[offer.seat],
            time=lasting(more_time(table.game)),
            game=Strong(table.game),
        )

    def possible(game: Game, rows: list[Row], offer: Offer) -> None:
        if not game.clocks:
            raise Unavailable(Text("{game} has no clock, so you don't need more time.", game=game))

    async def do(game: Game, offer: Offer, agreed: Change) -> None:
        more = ClockChange((granted(game, offer.seat, more_time(game)),))
        change = replace(agreed, aside=True, posts=(*agreed.posts, *card_of(game)))
        await at.commits.said(game, change.plus(more))

    def outcome(table: Table, offer: Offer) -> Text:
        clock, due = running(table.game), table.game.due(CLOCK)
        if due is None or clock is None or clock.seat != offer.seat:
            return NOTHING
        until, name = Moment(due, "f"), table.names[offer.seat]
        return Text("{name} now has until {time}.", name=name, time=until)

    return Kind("time", wish, do, possible, outcome)


def expire_offer(game: Game, change: Change, _: policies.Moment) -> Change:
    """End a request when the game moves on, or a seat changes hands."""
    offer = open_offer(game)
    aside = change.aside and not change.get(Handover)
    if offer is None or OFFER in change.done or aside or not (change.lines or change.status):
        return change
    return replace(change, done=(*change.done, OFFER), posts=(*change.posts, offer.news))


def feature(at: Services) -> Feature:
    consent = at.consent
    for kind in (_undo(at), _end(at), _time(at)):
        consent.add(kind)
    verb = partial(Verb, id=OF_A_ROW, once="row", on_page=True)
    slash = partial(Slash, "games", options=(named_game(),), group=ASK)
    return Feature(
        policies=(Policy(expire_offer),),
        verbs=(
            verb(
                "asktime",
                partial(consent.ask, what="time"),
                slash=slash(Text("/time"), Text("Ask the other players for more time")),
                more=Behind(1, 2, Text("Ask for More Time"), in_company),
            ),
            verb(
                "askend",
                partial(consent.ask, what="end"),
                slash=slash(Text("/end"), Text("Ask the other players to end the game")),
                more=Behind(1, 3, Text("Ask to End the Game"), in_company),
            ),
            verb("askundo", partial(consent.ask, what="undo")),
            verb("accept", partial(consent.answer, yes=True)),
            verb("decline", partial(consent.answer, yes=False)),
            verb("withdraw", consent.withdraw),
        ),
        timers=(TimerKind(OFFER, OFFER_LASTS, at.clocks.deferred_after_outage(consent.expire)),),
    )

"""People are invited to a lobby, which may be for those alone who are."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.core.game import GUEST, Game
from bot.core.intent import Meant, mentioned
from bot.core.session import Session, presides, seat_of, still_open
from bot.core.timers import TimerKind
from bot.domain.guests import (
    INVITED,
    LOBBY_LASTS,
    MOST_GUESTS,
    Invitation,
    forget_guests,
    guest,
    guests,
    played_before,
)
from bot.domain.posts import Card, NewCard
from bot.features.feature import ASK, Feature, Slash, SlashOption, Verb, named_game
from bot.features.services import Services
from bot.messages.courier import Courier, Made, Sent, handles
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.text import guests as texts
from rules.errors import NotYou, Unavailable
from rules.text import Text
from storage import Change, GameRow, NewTimer, Timer


class Guests:
    """Invites them, and tells them so."""

    def __init__(self, at: Services) -> None:
        self._at = at

    async def invite(self, session: Session) -> Layout:
        """The people in the words may join, and are mentioned unless that was done lately. Raises
        Refused."""
        invite = partial(self._invite, session, mentioned(session.words))
        async with self._at.mentions.one:
            return await self._at.commits.again(session.found, invite)

    async def _invite(self, session: Session, users: tuple[int, ...], game: Game) -> Layout:
        still_open(game)
        if not presides(session, game):
            raise NotYou(texts.not_yours(game))
        if not users:
            raise Unavailable(texts.nobody_named(game))
        there = guests(game, INVITED)
        new = [user for user in users if user not in there and seat_of(game, user) is None]
        if not new:
            return Layout(texts.invited_already(game))
        if len(there) + len(new) > MOST_GUESTS:
            raise Unavailable(texts.too_many(game))
        now, called = self._at.now(), await self._at.mentions.allowed(session.user, new)
        rows = (Invitation(user, session.user).encode() for user in called)
        change = Change(
            (),
            session.key,
            timers=tuple(guest(game, user, INVITED, now) for user in new),
            posts=(Card().encode(), *rows),
        )
        game, _ = await self._at.commits.commit(game, change)
        return Layout(texts.invited(game, new, [user for user in new if user not in called]))

    async def tell(self, row: Invitation, courier: Courier) -> Made:
        """A line that mentions somebody, as long as they can join. To the person who has invited
        them it's all the same whether they can."""
        game = await courier.game()
        if played_before(game, row.user):
            return await self._noted(row, game)
        if game.status != "lobby" or seat_of(game, row.user) is not None:
            return None
        if await self._at.apart.keeps_away(row.user, game):
            return await self._noted(row, game)
        join = Button(Text("Join"), button_id("join", game.id, game.n), "success")
        line = Layout(texts.invitation(game, row.user), buttons=(join,), pings=(row.user,))
        return (await courier.at_table(line, game))._replace(called=row.user)

    async def _noted(self, row: Invitation, game: Game) -> Made:
        """It counts as a mention by the lobby's card."""
        card = await self._at.store.latest(game.id, NewCard.prefix)
        if card is None or card.message is None:
            return None
        return Sent(card.channel or game.home, card.message, row.user)

    async def stay(self, row: GameRow, timer: Timer) -> None:
        """They stay for as long as the lobby does, whatever has put off its end. Raises Conflict
        when somebody else was first."""
        game = self._at.games.of(row)
        change = Change((), f"calm:{timer.id}", done=(timer,))
        if game.status == "lobby":
            later = NewTimer(GUEST, self._at.now() + LOBBY_LASTS, timer.payload)
            change = replace(change, done=(), timers=(later,))
        await self._at.commits.commit(game, change)


def feature(at: Services) -> Feature:
    guests_ = Guests(at)
    slash = Slash(
        "games",
        Text("/invite"),
        Text("Invite people to this channel's lobby"),
        (
            SlashOption(
                "people", Text("Who to invite: type @ and pick names"), default=None, words=True
            ),
            named_game(),
        ),
        group=ASK,
    )
    return Feature(
        verbs=(Verb("invite", guests_.invite, slash=slash, meant=Meant.LOBBY),),
        timers=(TimerKind(GUEST, LOBBY_LASTS, guests_.stay),),
        policies=(forget_guests,),
        rows=(handles(Invitation, guests_.tell),),
    )

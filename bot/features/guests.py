"""Invitations to a lobby. An option of the lobby lets only invited people join."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.features.feature import ASK, Feature, Slash, SlashOption, Verb, named_game
from bot.features.services import Services
from bot.messages.courier import Courier, Made, Sent, handles
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.table import seats
from bot.table.commit import CommitMoment, Policy
from bot.table.game import GUEST, Game
from bot.table.intent import Meant, Session, mentioned, presides, seat_of, still_open
from bot.table.names import host, title
from bot.table.rows import LobbyEdit, NewCard, TimerKind
from rules.errors import NotYou, Unavailable
from rules.text import NOTHING, SOMEBODY, Listed, Mention, Strong, Text, sentences
from storage import Change, GameRow, NewTimer, Timer


async def _invite(at: Services, session: Session) -> Layout:
    """Invite the people in the words, and mention them unless that happened lately. Raises
    Refused."""
    users = mentioned(session.words)

    async def attempt(game: Game) -> Layout:
        still_open(game)
        if not presides(session, game):
            not_host = Text(
                "Only {host} or a channel manager can invite people to {game}.",
                host=host(game),
                game=game,
            )
            raise NotYou(not_host)
        if not users:
            nobody = Text(
                "To invite people to {game}, type @ and pick one or more names.", game=game
            )
            raise Unavailable(nobody)
        invited = seats.guests(game, seats.INVITED)
        new = [user for user in users if user not in invited and seat_of(game, user) is None]
        if not new:
            return Layout(Text("They're already invited to {game}, or playing in it.", game=game))
        if len(invited) + len(new) > 20:
            enough = Text("You can invite up to {n} people to {game}.", n=20, game=game)
            raise Unavailable(enough)
        now, called = at.now(), await at.apart.mentions(session.user, new)
        rows = (seats.Invitation(user, session.user).encode() for user in called)
        change = Change(
            (),
            session.key,
            timers=tuple(seats.guest(game, user, seats.INVITED, now) for user in new),
            posts=(LobbyEdit().encode(), *rows),
        )
        game, _ = await at.commits.commit(game, change)
        people = Listed([Mention(user, SOMEBODY) for user in new])
        told = Text("You've invited {people} to {game}.", people=people, game=game)
        silent, others = NOTHING, NOTHING
        if unmentioned := [user for user in new if user not in called]:
            silent = Text(
                "I didn't mention {people}: I only mention a few people at a time, and rarely the "
                "same person twice. The lobby message names them.",
                people=Listed([Mention(user, SOMEBODY) for user in unmentioned]),
            )
        if not seats.only_guests(game):
            others = Text("Anyone else can join too.")
        return Layout(sentences(told, silent, others))

    async with at.apart.mentioning:
        return await at.commits.retry_on_conflict(session.found, attempt)


async def _tell(at: Services, row: seats.Invitation, courier: Courier) -> Made:
    """Mention an invited person if they can join. The person who invited them doesn't learn whether
    they can."""
    game, user = await courier.game(), row.user
    before = seats.played_before(game, user)
    if not before and (game.status != "lobby" or seat_of(game, user) is not None):
        return None
    if before or await at.apart.keeps_away(user, game):  # the lobby's message counts as the mention
        card = await at.store.latest(game.id, NewCard.prefix)
        if card is None or card.message is None:
            return None
        return Sent(card.channel or game.home, card.message, user)
    join = Button(Text("Join"), button_id("join", game.id, game.n), "success")
    invitation = Text(
        "{mention}, {host} has invited you to {game} ({title}).",
        mention=Mention(user, SOMEBODY),
        host=host(game),
        game=Strong(game),
        title=title(game),
    )
    line = Layout(invitation, buttons=(join,), pings=(user,))
    return (await courier.at_table(line, game))._replace(called=user)


async def _stay(at: Services, row: GameRow, timer: Timer) -> None:
    """Keep a guest while the lobby is open. Raises Conflict if the game has changed."""
    game = at.games.of(row)
    change = Change((), f"calm:{timer.id}", done=(timer,))
    if game.status == "lobby":
        later = NewTimer(GUEST, at.now() + seats.LOBBY_LASTS, timer.payload)
        change = replace(change, done=(), timers=(later,))
    await at.commits.commit(game, change)


def _forget_guests(game: GameRow, change: Change, _: CommitMoment) -> Change:
    """Delete the guests of a lobby when its game starts."""
    if game.status != "lobby" or change.status != "playing":
        return change
    return replace(change, done=(*change.done, GUEST))


def feature(at: Services) -> Feature:
    who = Text("Who to invite: type @ and pick names")
    options = (SlashOption("people", who, default=None, words=True), named_game())
    about = Text("Invite people to this channel's lobby")
    slash = Slash("games", Text("/invite"), about, options, group=ASK)
    return Feature(
        verbs=(Verb("invite", partial(_invite, at), slash=slash, game=Meant.LOBBY),),
        timers=(TimerKind(GUEST, seats.LOBBY_LASTS, partial(_stay, at)),),
        policies=(Policy(_forget_guests, timer=GUEST),),
        rows=(handles(seats.Invitation, partial(_tell, at)),),
    )

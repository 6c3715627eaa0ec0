"""Mentions that a player asks for: an invitation to a lobby, or a reminder to move. A nudge comes
after a day of waiting and once a day. It is a row of the outbox, or a timer during the player's
night. An option of a lobby lets only invited people join."""

from dataclasses import replace
from functools import partial

from bot.features.feature import (
    ASK,
    OF_A_ROW,
    Behind,
    Feature,
    Slash,
    SlashOption,
    Verb,
    named_game,
)
from bot.features.services import Services
from bot.messages.answers import board_link
from bot.messages.courier import (
    DRAFT,
    Courier,
    Made,
    Prompt,
    ReminderFacts,
    Sent,
    handles,
    mention,
    otherwise,
)
from bot.messages.layout import Button, Layout
from bot.messages.layouts import button_id
from bot.table import intent, seats
from bot.table.clocks import is_paused
from bot.table.commit import CommitMoment, Policy
from bot.table.game import DAY, GUEST, REMIND, Game
from bot.table.names import host, names_by_seat, title
from bot.table.reminders import MOST_REMINDERS, UNANSWERED, calm, ignores, so_far, ways
from bot.table.rows import LobbyEdit, NewCard, TimerKind, code, line_of, word_of
from bot.table.seats import in_company
from bot.table.servers import quiet_until
from rules.errors import NotYou, Unavailable
from rules.game import Seat
from rules.history import Word, remark
from rules.text import NOTHING, SOMEBODY, Listed, Mention, Moment, Strong, Text, lines, sentences
from rules.voice import Argument
from storage import Change, GameRow, NewTimer, Post, Timer

_NUDGE = remark("nudge")


@code("nudge")
class Nudge(Prompt):
    """Reminds the player to move, because a waiting player asked for it."""

    seat: Seat  # of the waiting player

    def text(self, game: Game, board: Post | None, waits: ReminderFacts) -> Text:
        asks = Text(
            "{mention}, {name} has been waiting for you to take your turn in {game} since {since}.",
            mention=mention(game),
            name=names_by_seat(game.sitters)[self.seat],
            game=Strong(board_link(game, board)),
            since=Moment(game.changed, "f"),
        )
        end = otherwise(game, last=waits.last)
        return lines(sentences(asks, end), DRAFT if waits.draft else NOTHING)


async def _invite(at: Services, session: intent.Session) -> Layout:
    """Invite the people in the words, and mention those not mentioned lately. Raises Refused."""
    users = intent.mentions_in(session.words)

    async def attempt(game: Game) -> Layout:
        intent.still_open(game)
        if not intent.presides(session, game):
            raise NotYou.because(
                "Only {host} or a channel manager can invite people to {game}.",
                host=host(game),
                game=game,
            )
        if not users:
            raise Unavailable.because(
                "To invite people to {game}, type @ and pick one or more names.", game=game
            )
        invited = seats.guests(game, seats.INVITED)
        new = [user for user in users if user not in invited and intent.seat_of(game, user) is None]
        if not new:
            return Layout(Text("They're already invited to {game}, or playing in it.", game=game))
        if len(invited) + len(new) > 20:
            raise Unavailable.because("You can invite up to {n} people to {game}.", n=20, game=game)
        now, called = at.now(), await at.block_check.mentions(session.user, new)
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

    async with at.block_check.mentioning:
        return await at.commits.retry_on_conflict(session.found, attempt)


async def _tell(at: Services, row: seats.Invitation, courier: Courier) -> Made:
    """Mention an invited person if they can join, which the one who invited doesn't learn."""
    game, user = await courier.game(), row.user
    before = seats.played_before(game, user)
    if not before and (game.status != "lobby" or intent.seat_of(game, user) is not None):
        return None
    if before or await at.block_check.keeps_away(
        user, game
    ):  # the lobby's message counts as the mention
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
    game, change = at.games.from_row(row), Change((), f"calm:{timer.id}", done=(timer,))
    if game.status == "lobby":
        later = NewTimer(GUEST, at.now() + seats.LOBBY_LASTS, timer.payload)
        change = replace(change, done=(), timers=(later,))
    await at.commits.commit(game, change)


def _forget_guests(game: GameRow, change: Change, _: CommitMoment) -> Change:
    """Delete the guests of a lobby when its game starts."""
    if game.status != "lobby" or change.status != "playing":
        return change
    return replace(change, done=(*change.done, GUEST))


async def _nudge(at: Services, session: intent.Session) -> Layout:
    """Remind the player to move. Raises Refused."""
    game, seat = session.found, intent.playing_seat(session.found, session.user)
    table = await at.tables.at(game)
    if game.on_turn is None or game.sitters[seat].left:
        raise Unavailable.because(
            "It's nobody's turn in {game} right now, so there's nobody to remind.", game=game
        )
    if is_paused(game):
        raise Unavailable.because("{game} is paused, so I won't remind anyone.", game=game)
    if game.on_turn == seat:
        raise NotYou.because("It's your own turn in {game}.", game=game)
    name = table.names[game.on_turn]
    done = Layout(Text("I've reminded {name} about {game}.", name=name, game=game))
    later = _remind(at, game, seat, name, session.key)
    return await at.commits.done_once(session.key, later, None) or done


async def _remind(at: Services, game: Game, seat: Seat, name: Argument, key: str) -> Layout | None:
    """Remind the player now, or say when their night is over. Raises Unavailable."""
    if (no := await _why_not(at, game, name)) is not None:
        raise Unavailable(no)
    settings, post = await at.store.server(game.guild), Nudge(seat).encode()
    now = at.now()
    then = quiet_until(settings, calm(game, game.sitters[game.on_turn or 0], now))
    noted = Change((line_of(Word(_NUDGE, seat)),), key, aside=True)
    if then <= now:
        await at.commits.commit_for_person(game, replace(noted, posts=(post,)))
        return None
    await at.commits.commit_for_person(game, replace(noted, timers=(NewTimer(REMIND, then, post),)))
    later = Text(
        "{name} isn't getting notifications right now, so your reminder for {game} will wait "
        "until {time}.",
        name=name,
        game=game,
        time=Moment(then, "f"),
    )
    return Layout(later)


async def _why_not(at: Services, game: Game, name: Argument) -> Text | None:
    """Why it is too early to remind the player, or too often; None: somebody may."""
    if at.now() < (then := game.changed + DAY):
        return Text(
            "{name}'s turn in {game} started less than a day ago. You can send a reminder from "
            "{time}.",
            name=name,
            game=game,
            time=Moment(then, "f"),
        )
    if not ways(game, game.sitters[game.on_turn or 0]):
        return Text("{name} has turned off notifications for {game}.", name=name, game=game)
    log = await at.store.log(game.id)
    nudges = [row.at for row in log if row.n > game.stands and word_of(row).verb == _NUDGE]
    if nudges and at.now() < (then := nudges[-1] + DAY):
        return Text(
            "{name} has already had a reminder about {game} in the last day. You can send "
            "another from {time}.",
            name=name,
            game=game,
            time=Moment(then, "f"),
        )
    if so_far(await at.store.calls(game.id, game.stands)) >= MOST_REMINDERS:
        return Text(
            "{name} has already had three reminders about this turn in {game}, which is the limit.",
            name=name,
            game=game,
        )
    if await ignores(at.store, game, log):
        return Text(
            "{name} hasn't responded to {n} messages about {game}, so I won't send more until "
            "they're back.",
            name=name,
            n=UNANSWERED,
            game=game,
        )
    return None


def feature(at: Services) -> Feature:
    who = Text("Who to invite: type @ and pick names")
    people = SlashOption("people", who, default=None, words=True)
    slash = partial(Slash, "games", group=ASK)
    about = Text("Invite people to this channel's lobby")
    invite = slash(Text("/invite"), about, (people, named_game()))
    about = Text("Remind the player whose turn it is (after a day)")
    nudge = slash(Text("/nudge"), about, (named_game(),))
    more = Behind(1, 1, Text("Nudge"), in_company)
    to_nudge = partial(Verb, _NUDGE, partial(_nudge, at), OF_A_ROW, slash=nudge, more=more)
    return Feature(
        verbs=(
            Verb("invite", partial(_invite, at), slash=invite, game=intent.Meant.LOBBY),
            to_nudge(press="any row", on_page=True),
        ),
        timers=(TimerKind(GUEST, seats.LOBBY_LASTS, partial(_stay, at)),),
        policies=(Policy(_forget_guests, status=True),),
        rows=(handles(seats.Invitation, partial(_tell, at)),),
    )

"""Nudges. A waiting player can remind the player to move, after a day and once a day.

A nudge is a row of the outbox, or a timer during that player's night.
"""

from __future__ import annotations

from dataclasses import replace

from bot.features.feature import ASK, OF_A_ROW, Behind, Feature, Slash, Verb, named_game
from bot.features.services import Services
from bot.messages.answers import board_link
from bot.messages.courier import DRAFT, Prompt, ReminderFacts, mention, otherwise
from bot.messages.layout import Layout
from bot.table.clocks import paused
from bot.table.game import DAY, REMIND, Game
from bot.table.intent import Session, playing_seat
from bot.table.names import seated
from bot.table.reminders import MOST_REMINDERS, UNANSWERED, calm, ignores, so_far, ways
from bot.table.rows import coded, line_of, word_of
from bot.table.seats import in_company
from bot.table.servers import quiet_until
from rules.errors import NotYou, Unavailable
from rules.game import Seat
from rules.history import Word, remark
from rules.text import NOTHING, Moment, Strong, Text, lines, sentences
from rules.voice import Argument
from storage import Change, NewTimer, Post

_NUDGE = remark("nudge")


@coded("nudge")
class Nudge(Prompt):
    """Reminds the player to move, because a waiting player asked for it."""

    seat: Seat  # of the waiting player

    def text(self, game: Game, board: Post | None, waits: ReminderFacts) -> Text:
        asks = Text(
            "{mention}, {name} has been waiting for you to take your turn in {game} since {since}.",
            mention=mention(game),
            name=seated(game.sitters)[self.seat],
            game=Strong(board_link(game, board)),
            since=Moment(game.changed, "f"),
        )
        end = otherwise(game, last=waits.last)
        return lines(sentences(asks, end), DRAFT if waits.draft else NOTHING)


def feature(at: Services) -> Feature:
    async def nudge(session: Session) -> Layout:
        """Remind the player to move. Raises Refused."""
        game, seat = session.found, playing_seat(session.found, session.user)
        table = await at.tables.at(game)
        if game.on_turn is None or game.sitters[seat].left:
            nobody = Text(
                "It's nobody's turn in {game} right now, so there's nobody to remind.", game=game
            )
            raise Unavailable(nobody)
        if paused(game):
            raise Unavailable(Text("{game} is paused, so I won't remind anyone.", game=game))
        if game.on_turn == seat:
            raise NotYou(Text("It's your own turn in {game}.", game=game))
        name = table.names[game.on_turn]
        done = Layout(Text("I've reminded {name} about {game}.", name=name, game=game))
        later = _nudge(at, game, seat, name, session.key)
        return await at.commits.done_once(session.key, later, None) or done

    slash = Slash(
        "games",
        Text("/nudge"),
        Text("Remind the player whose turn it is (after a day)"),
        (named_game(),),
        group=ASK,
    )
    more = Behind(1, 1, Text("Nudge"), in_company)
    verb = Verb(_NUDGE, nudge, OF_A_ROW, slash=slash, more=more, press="once a row", on_page=True)
    return Feature(verbs=(verb,))


async def _nudge(at: Services, game: Game, seat: Seat, name: Argument, key: str) -> Layout | None:
    """Remind the player now, or say when their night is over. Raises Unavailable."""
    if (no := await _why_not(at, game, name)) is not None:
        raise Unavailable(no)
    settings, post = await at.servers.settings(game.guild), Nudge(seat).encode()
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

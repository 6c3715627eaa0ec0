"""Whoever waits may have the player on turn reminded, after a day, and once a day.

What is sent is a row of the outbox, or a timer where it is night for them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from bot.core.calendar import DAY
from bot.core.effective import line_of, word_of
from bot.core.game import REMIND, Game
from bot.core.rows import coded
from bot.core.session import Session, playing_seat
from bot.domain.computers import in_company
from bot.domain.pausing import paused
from bot.domain.reminders import MOST_REMINDERS, calm, ignores, so_far, ways
from bot.domain.servers import quiet_until
from bot.features.feature import ASK, OF_A_ROW, Behind, Feature, Slash, Verb, named_game
from bot.features.services import Services
from bot.messages.courier import Prompt
from bot.messages.layout import Layout
from bot.text import nudges as texts
from bot.text.reminders import Waits
from rules.errors import NotYou, Unavailable
from rules.game import Seat
from rules.text import Text
from rules.voice import Argument
from rules.words import Word, remark
from storage import Change, NewTimer, Post

NUDGE_PAUSE: Final = DAY  # for which nobody is nudged
NUDGE: Final = remark("nudge")


@coded("nudge")
class Nudge(Prompt):
    """Reminds the player on turn, as somebody asks for it. seat: who does."""

    seat: Seat

    def text(self, game: Game, board: Post | None, waits: Waits) -> Text:
        return texts.nudge(game, board, self.seat, waits)


def feature(at: Services) -> Feature:
    verb = Verb(
        NUDGE,
        partial(nudge, at),
        OF_A_ROW,
        slash=Slash(
            "games",
            Text("/nudge"),
            Text("Remind the player whose turn it is (after a day)"),
            (named_game(),),
            group=ASK,
        ),
        more=Behind(1, 1, Text("Nudge"), in_company),
        once="row",
        on_page=True,
    )
    return Feature(verbs=(verb,))


async def nudge(at: Services, session: Session) -> Layout:
    """Remind whoever is on turn, for somebody who waits. Raises Refused."""
    game, seat = session.found, playing_seat(session.found, session.user)
    table = await at.tables.at(game)
    if game.on_turn is None or game.sitters[seat].left:
        raise Unavailable(texts.nobody_to_nudge(game))
    if paused(game):
        raise Unavailable(texts.no_nudge_in_a_pause(game))
    if game.on_turn == seat:
        raise NotYou(texts.your_own_turn(game))
    name = table.names[game.on_turn]

    async def first(*_: int) -> Layout:
        return Layout(texts.nudged(game, name, None))

    return await at.commits.once(session.key, _nudge(at, game, seat, name, session.key), first)


async def _nudge(at: Services, game: Game, seat: Seat, name: Argument, key: str) -> Layout:
    """At night for them, or on the server, it waits until that is over."""
    sitter, now = game.sitters[game.on_turn or 0], at.now()
    if now < game.changed + NUDGE_PAUSE:
        raise Unavailable(texts.too_early(game, name, game.changed + NUDGE_PAUSE))
    if not ways(game, sitter):
        raise Unavailable(texts.unreachable(game, name))
    await _seldom(at, game, name)
    settings, post = await at.servers.settings(game.guild), Nudge(seat).encode()
    then = quiet_until(settings, calm(game, sitter, now))
    noted = Change((line_of(Word(NUDGE, seat)),), key, aside=True)
    if then > now:
        noted = replace(noted, timers=(NewTimer(REMIND, then, post),))
    else:
        noted = replace(noted, posts=(post,))
    await at.commits.said(game, noted)
    return Layout(texts.nudged(game, name, then if then > now else None))


async def _seldom(at: Services, game: Game, name: Argument) -> None:
    """Raises Unavailable where this turn has been nudged for within a day, or has had as many
    messages as it may have."""
    log = await at.store.log(game.id)
    rows = [row for row in log if row.n > game.stands]
    nudges = [row.at for row in rows if word_of(row).verb == NUDGE]
    if nudges and at.now() < nudges[-1] + NUDGE_PAUSE:
        raise Unavailable(texts.nudged_already(game, name, nudges[-1] + NUDGE_PAUSE))
    if so_far(await at.store.calls(game.id, game.stands)) >= MOST_REMINDERS:
        raise Unavailable(texts.reminded_enough(game, name))
    if await ignores(at.store, game, log):
        raise Unavailable(texts.ignored(game, name))

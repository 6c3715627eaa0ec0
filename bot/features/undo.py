"""Take-back: a row of the log, so that what was replayed once is never mistaken for something
new.

It is one's own as long as nothing has come of the turn. Later the others may agree to it
(bot/features/consent.py), but never to unsee what chance has shown.
"""

from __future__ import annotations

from bot.core import refusals
from bot.core.effective import answerable, line_of
from bot.core.game import CHANCE
from bot.core.session import Session, playing_seat, stale
from bot.domain.posts import Turn
from bot.domain.seats import computed
from bot.features.consequences import card_of
from bot.features.feature import OF_A_ROW, Behind, Feature, Slash, Verb
from bot.features.services import Services
from bot.features.take_backs import by_consent, too_late
from bot.messages import consent
from bot.messages.layout import Layout
from bot.messages.layouts import TAKE_BACK
from bot.text import answers, errors
from rules.english import ASKING, asked
from rules.errors import Illegal, Refused, Stale, Unavailable
from rules.history import Word
from rules.play import checksum
from rules.text import Text
from storage import Change, PostedAnew


class TooLate(Unavailable):
    """A turn that is one's own to take back no longer."""


class Undo:
    """Takes turns back."""

    def __init__(self, at: Services) -> None:
        self._store, self._turns, self._commits = at.store, at.turns, at.commits

    async def take_back(self, session: Session) -> Layout:
        """Undo the last turn, if it was this person's; where it is too late for that, the others
        can be asked. Raises Refused."""

        async def first(*_: int) -> Layout:
            return Layout(answers.taken_back(session.found), quiet=True)

        try:
            return await self._commits.once(session.key, self._take_back(session), first)
        except TooLate as late:
            return await self._or_ask(session, late)

    async def said(self, session: Session) -> Layout:
        """By a line, which may ask what could be undone. Raises Refused."""
        if asked(session.words, ASKING) is not None:
            raise Illegal(errors.UNDO_QUESTION)
        return await self.take_back(session)

    async def _or_ask(self, session: Session, late: TooLate) -> Layout:
        game = session.found
        try:
            by_consent(game, await self._store.log(game.id), playing_seat(game, session.user))
        except Refused:
            raise late from None
        return consent.could_ask(game, late.text)

    async def _take_back(self, session: Session) -> Layout:
        game = session.found
        seat = playing_seat(game, session.user)
        log = await self._store.log(game.id)
        if stale(session, game):
            raise Stale(refusals.stale(game))
        if reason := too_late(game, log, seat):
            raise TooLate(reason)
        before = answerable(log, game.n, computed(game, log))[-1][0] - 1
        state = (await self._turns.tables.at(game, before)).at.state
        change = Change(
            (line_of(Word("undo", row=before), checksum(state)),),
            session.key,
            on_turn=seat,
            done=(CHANCE,),
            posts=(Turn().encode(), *card_of(game)),
        )
        game, _ = await self._commits.said(game, change.plus(PostedAnew()))
        return Layout(answers.taken_back(game), quiet=True)


def feature(at: Services) -> Feature:
    undo = Undo(at)
    verb = Verb(
        "undo",
        undo.take_back,
        OF_A_ROW,
        slash=Slash(
            "each game",
            Text("/undo"),
            Text("Undo your last turn, if the game hasn't moved on"),
        ),
        more=Behind(0, 1, TAKE_BACK, lambda game: not game.rules.final),
        instead_of_own=True,
        once="row",
        on_page=True,
    )
    back = "undo", "take back", "take it back"
    typed = Verb("undo_typed", undo.said, typed=back, on_page=True)
    return Feature(verbs=(verb, typed))

"""Report A Problem, behind More: what somebody types is kept for the host with the game's record,
without names and hands, under a reference that they are told.

    More… ── Report A Problem ── a form ──> kept on the host's machine: `lumbercamp reports`
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from bot.core.session import Session
from bot.domain.reports import record, state, typed
from bot.features.feature import OF_A_ROW, Behind, Feature, Form, Verb
from bot.features.services import Services
from bot.messages.layout import Layout
from bot.text import reports as texts
from rules.errors import Unavailable
from storage import NewReport

REPORTS_A_DAY: Final = 5  # of one person within a day
REPORT_LENGTH: Final = 1000  # characters that somebody may type
LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without those that look alike


def feature(at: Services) -> Feature:
    async def report(session: Session) -> Layout:
        """Keep what is reported. Raises Refused."""
        if not (said := session.words.strip()[:REPORT_LENGTH]):
            raise Unavailable(texts.SAY_WHAT)
        game = session.found
        rows, waiting = await at.store.log(game.id), await at.store.under_way([game.id])
        told = await asyncio.to_thread(record, game, rows)
        reference = "".join(secrets.choice(LETTERS) for _ in range(6))
        about = state(game, waiting)
        words = typed(game, said)
        new = NewReport(reference, session.user, game.id, game.n, words, about, told)
        if (known := await at.store.report(session.key, new, REPORTS_A_DAY)) is None:
            raise Unavailable(texts.enough(REPORTS_A_DAY))
        return Layout(texts.kept(game, known))

    form = Form(texts.TITLE, texts.WHAT_WENT_WRONG, texts.WHAT_TO_REPORT, REPORT_LENGTH)
    more = Behind(1, 7, texts.TITLE)
    return Feature(verbs=(Verb("report", report, OF_A_ROW, form=form, more=more, any_row=True),))

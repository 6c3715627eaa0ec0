"""Report a Problem, behind More: store what somebody typed for the person who runs this bot.

    More… ── Report a Problem ── a form ──> `lumbercamp reports`

A report holds only what anybody may see of the game: no names, drafts, premoves or hands.
"""

import asyncio
import platform
import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Final

from bot.features.feature import OF_A_ROW, Behind, Feature, Form, Verb
from bot.features.services import Services
from bot.messages.layout import Layout
from bot.table import records
from bot.table.game import Game
from bot.table.intent import Session
from bot.table.names import Command
from rules.errors import Unavailable
from rules.history import BrokenLog
from rules.text import Code, Plural, Text, lines
from storage import Former, NewReport, Post, Row, Sitter, word

REPORTS_A_DAY: Final = 5  # of one person within a day
REPORT_LENGTH: Final = 1000  # characters that somebody may type
UNTOLD: Final = "The rules cannot follow the log, so what is hidden in it cannot be left out."


def feature(at: Services) -> Feature:
    async def report(session: Session) -> Layout:
        """Store a report. Raises Unavailable."""
        if not (said := session.words.strip()[:REPORT_LENGTH]):
            raise Unavailable.because("Please say what went wrong.")
        game = session.found
        rows, waiting = await at.store.log(game.id), await at.store.under_way([game.id])
        played = await asyncio.to_thread(record, game, rows)
        letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without letters that look alike
        reference = "".join(secrets.choice(letters) for _ in range(6))
        # Seats in place of the names and ids of people who sit or sat there.
        seated: list[tuple[int, Sitter | Former]] = [*enumerate(game.sitters)]
        seated += [(each.seat, each) for each in game.former]
        for seat, each in seated:
            if not each.computer:
                said = re.sub(rf"<@!?{each.user}>|(?<!\d){each.user}(?!\d)", _seat(seat), said)
                said = word(each.name).sub(_seat(seat), said) if each.name else said
        about = state(game, waiting)
        new = NewReport(reference, session.user, game.id, game.n, said, about, played)
        if (known := await at.store.report(session.key, new, REPORTS_A_DAY)) is None:
            enough = Plural(
                "You've reported {n} problem in the last day, which is the limit.",
                "You've reported {n} problems in the last day, which is the limit.",
                n=REPORTS_A_DAY,
            )
            raise Unavailable(enough)
        thanks = Text("Thank you! Your report's reference is {reference}.", reference=Code(known))
        holds = Text(
            "Your report holds what you typed, your Discord ID, version numbers and the record of "
            "{game} (without names or hidden cards). The person who runs this bot can read it and "
            "stores it for up to 90 days. {data} shows or deletes your reports.",
            game=game,
            data=Command("games", "bot data"),
        )
        return Layout(lines(thanks, holds))

    title = Text("Report a Problem")
    hint = Text("What did you do, what did you expect, and what happened?")
    form = Form(title, Text("What went wrong?"), hint, REPORT_LENGTH)
    more = Behind(1, 7, title)
    return Feature(verbs=(Verb("report", report, OF_A_ROW, form=form, more=more, press="any row"),))


def state(game: Game, waiting: Sequence[Post]) -> str:
    """Say in which versions and in which state a game is. waiting: its posts that are not sent."""
    versions = (f"{name} {version(name)}" for name in ("lumbercamp", "discord.py"))
    python = f"Python {platform.python_version()}"
    rules = f"{game.kind}, edition {game.edition} of the rules"
    to_move = "nobody" if game.on_turn is None else _seat(game.on_turn).lower()
    dues = ((timer.kind, datetime.fromtimestamp(timer.due, UTC)) for timer in game.timers)
    timers = (f"{kind} until {due.isoformat(timespec='minutes')}" for kind, due in dues)
    # A kind of post, without its reader.
    kinds = ((re.findall("^[a-z_]*", post.kind)[0], post) for post in waiting)
    posts = (f"{kind} of row {post.n}, {post.tries} tries" for kind, post in kinds)
    options = (f"{k}={v}" for k, v in game.options.items() if k != "order")  # it names people
    return "\n".join(
        (
            " · ".join((*versions, python, rules)),
            f"status: {game.status} · row {game.n} · to move: {to_move}",
            f"agreed: {', '.join(options)}",
            f"timers: {', '.join(timers) or 'none'}",
            f"posts that wait: {', '.join(posts) or 'none'}",
        )
    )


def record(game: Game, rows: list[Row]) -> str:
    """The record as anybody may have it, with seats in place of names."""
    sitters = tuple(replace(each, name=_seat(seat)) for seat, each in enumerate(game.sitters))
    former = tuple(replace(each, name=_seat(each.seat)) for each in game.former)
    try:
        return records.text(replace(game, sitters=sitters, former=former), rows)
    except BrokenLog:  # its words may be hidden ones
        return UNTOLD


def _seat(seat: int) -> str:
    return f"Seat {seat + 1}"

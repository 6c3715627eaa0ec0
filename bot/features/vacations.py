"""Somebody goes away for some days: their clocks stand still, nobody calls them, and a line in
each of their games says so. It ends by itself, or when they say so."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

from bot.core.calendar import HOUR
from bot.core.commands import Command
from bot.core.commit import Commits
from bot.core.game import Game, Games
from bot.core.intent import Intent
from bot.core.session import seat_of
from bot.domain.agreed import vacations_count
from bot.domain.personal import HOLIDAYS, VACATION, Vacation, away
from bot.domain.settings import Settings
from bot.domain.vacations import (
    VacationBegins,
    VacationEnds,
    all_stored,
    begin_of,
    days,
    earlier,
    end_of,
    last_day,
    latest_end,
    stored,
)
from bot.features.clocks import Clocks
from bot.features.feature import Feature, Field, Slash, SlashOption, Verb
from bot.features.reminders import Reminders
from bot.features.services import Services
from bot.messages.layout import Choice, Layout
from bot.text import vacations as texts
from rules.errors import Stale, Unavailable
from rules.text import Moment, Text
from rules.voice import Voice
from storage import Change, Store

Show: TypeAlias = Callable[[Intent, Text], Awaitable[Layout]]


class Vacations:
    """Begins vacations, and ends them early. show: all that somebody has set, under a note."""

    def __init__(
        self,
        store: Store,
        games: Games,
        commits: Commits,
        clocks: Clocks,
        reminders: Reminders,
        show: Show,
        now: Callable[[], float],
    ) -> None:
        self._store, self._games, self._commits = store, games, commits
        self._clocks, self._reminders, self._show = clocks, reminders, show
        self._now = now

    async def begin(self, intent: Intent, until: str) -> Layout:
        """Away until the end of a day. Raises Unavailable; then nothing has changed."""
        settings, now = await self._store.personal(intent.user), self._now()
        if (day := last_day(until)) is None:
            raise Unavailable(texts.no_day(until))
        span = Vacation(begin_of(settings, now), end_of(day, settings))
        _possible(settings, span, now)
        known = away(settings, now) == span  # the same wish a second time
        await self._write(intent.user, settings, span)
        told, running = await self._split(intent.user)
        if not known:
            await self._tell(intent.user, told, VacationBegins)
        return Layout(texts.begun(span.end, told, running))

    async def end(self, intent: Intent) -> Layout:
        """Back before it is over. Raises Unavailable."""
        settings, now = await self._store.personal(intent.user), self._now()
        if (span := away(settings, now)) is None:
            raise Unavailable(texts.NOT_AWAY)
        await self._write(intent.user, settings, Vacation(span.begin, now))
        told, _ = await self._split(intent.user)
        await self._tell(intent.user, told, VacationEnds)
        return await self._show(intent, texts.VACATION_OVER)

    async def last_days(self, intent: Intent) -> list[Choice]:
        """The days that somebody can take while they type."""
        settings = await self._store.personal(intent.user)
        there = days(settings, self._now())
        return [Choice(f"{day}", Moment(end_of(day, settings) - 12 * HOUR, "D")) for day in there]

    async def _write(self, user: int, settings: Settings, span: Vacation) -> None:
        """The vacation, behind those of before: whatever dies in between, none is lost."""

        async def written() -> None:
            before = all_stored(earlier(settings, span.begin))
            await self._store.set_personal(user, HOLIDAYS, before)
            await self._store.set_personal(user, VACATION, stored(span))

        await self._clocks.by_other_hours(user, written())
        await self._reminders.replan(user)

    async def _split(self, user: int) -> tuple[list[Game], list[Game]]:
        """Somebody's running games: those at whose tables a vacation counts, and the others."""
        rows = await self._store.games_of(user)
        games = [self._games.of(row) for row in rows if row.kind in self._games]
        playing = [game for game in games if game.status == "playing"]
        return (
            [game for game in playing if vacations_count(game)],
            [game for game in playing if not vacations_count(game)],
        )

    async def _tell(
        self, user: int, games: list[Game], what: type[VacationBegins | VacationEnds]
    ) -> None:
        async def attempt(game: Game) -> None:
            seat = seat_of(game, user)
            assert seat is not None
            row = what(seat).encode()
            key = f"{row}:{game.id}:{self._now()}"
            await self._commits.commit(game, Change((), key, posts=(row,)))

        for game in games:
            with suppress(Stale):
                await self._commits.again(game, attempt)


def _possible(settings: Settings, span: Vacation, now: float) -> None:
    """Raises Unavailable."""
    latest = latest_end(settings, now)
    if span.end <= now:
        raise Unavailable(texts.PAST_DAY)
    if latest <= now:
        raise Unavailable(texts.none_left())
    if span.end > latest:
        raise Unavailable(texts.too_long(latest))


def feature(at: Services, show: Show) -> Feature:
    vacations = Vacations(at.store, at.games, at.commits, at.clocks, at.reminders, show, at.now)

    async def last_days(wish: Intent, voice: Voice) -> list[Choice]:
        found = await vacations.last_days(wish)
        return [each for each in found if each.value.startswith(wish.words.strip())]

    last = Text("Your last day away, such as 2026-12-24")
    slash = Slash(
        "games",
        Text("/vacation"),
        Text("Go on vacation: your clocks stop until you're back"),
        (SlashOption("until", last, default=None, complete=last_days),),
    )
    return Feature(
        verbs=(
            Verb("away", vacations.begin, slash=slash, game=False, anywhere=True),
            Verb(
                "vacation",
                vacations.end,
                (Field("", "end"),),
                way=Command("games", "vacation"),
                game=False,
                anywhere=True,
                instead=True,
            ),
        )
    )

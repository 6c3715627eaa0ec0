"""Vacations. A person's clocks stop and nothing notifies them. A line in each game says so."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from typing import Final

from bot.features.feature import Feature, Field, Slash, SlashOption, Verb
from bot.features.services import Services
from bot.features.settings import show
from bot.messages.courier import Courier, Made, handles
from bot.messages.layout import Choice, Layout
from bot.table.agreed import vacations_count
from bot.table.game import DAY, HOUR, Game
from bot.table.intent import Intent, seat_of
from bot.table.names import Command, game_name, seated
from bot.table.rows import OutboxRow, coded
from bot.table.settings import (
    HOLIDAYS,
    VACATION,
    Settings,
    Vacation,
    away,
    holidays_of,
    vacation_of,
    zone_of,
)
from rules.errors import Stale, Unavailable, quoted
from rules.game import Seat
from rules.text import Code, Listed, Moment, Plural, Small, Text, sentences
from rules.voice import ENGLISH, Voice
from storage import Change

YEAR: Final = 365 * DAY


@coded("vacation")
class VacationBegins(OutboxRow):
    """Says in a game that a player is on vacation."""

    seat: Seat


@coded("returns")
class VacationEnds(OutboxRow):
    """Says in a game that a player is back early."""

    seat: Seat


class Vacations:
    """Begins vacations, and ends them early."""

    def __init__(self, at: Services) -> None:
        self._at, self._store, self._now = at, at.store, at.now

    async def begin(self, intent: Intent, until: str) -> Layout:
        """Begin a vacation that ends after a day. Raises Unavailable."""
        settings, now = await self._store.personal(intent.user), self._now()
        try:
            day = date.fromisoformat(until.strip())
        except ValueError as unread:
            no_day = Text(
                "I can't read {typed} as a date. Write the last day of your vacation like this: "
                "{day}.",
                typed=quoted(until),
                day=Code("2026-12-24"),
            )
            raise Unavailable(no_day) from unread
        current, latest = away(settings, now), _latest_end(settings, now)
        span = Vacation(current.begin if current else now, _end_of(day, settings))
        if span.end <= now:
            raise Unavailable(Text("That day is in the past. Choose a later one."))
        if span.end > latest:
            too_long = Text(
                "A vacation can last up to 14 days, and you have 30 days a year in total. This "
                "one can last until {time}.",
                time=Moment(latest, "f"),
            )
            if latest <= now:
                days = Plural("{n} day", "{n} days", n=30)
                too_long = Text("You've used up your vacation for this year ({days}).", days=days)
            raise Unavailable(too_long)
        await self._write(intent.user, settings, span)
        stopped, running = await self._split(intent.user)
        if current != span:  # otherwise it's the same request once more
            await self._tell(intent.user, stopped, VacationBegins)
        on_vacation = Text(
            "You're on vacation until {time}. I won't notify you, and your clocks are stopped. "
            "To end it early, use the button in {settings}.",
            time=Moment(span.end, "f"),
            settings=Command("games", "settings"),
        )
        said = [on_vacation]
        if stopped:
            names = Listed(map(game_name, stopped))
            said.append(Text("I've let the other players know in {games}.", games=names))
        if running:
            as_usual = Text(
                "Vacations don't apply in {games}: I'll notify you there as usual, and your clock "
                "will keep running.",
                games=Listed(map(game_name, running)),
            )
            said.append(as_usual)
        return Layout(sentences(*said))

    async def end(self, intent: Intent) -> Layout:
        """End a vacation early. Raises Unavailable."""
        settings, now = await self._store.personal(intent.user), self._now()
        if (span := away(settings, now)) is None:
            raise Unavailable(Text("You're not on vacation."))
        await self._write(intent.user, settings, Vacation(span.begin, now))
        stopped, _ = await self._split(intent.user)
        await self._tell(intent.user, stopped, VacationEnds)
        over = Text("Your vacation is over. Your clocks are running again.")
        return await show(self._at, intent, over)

    async def last_days(self, intent: Intent, _: Voice = ENGLISH) -> list[Choice]:
        """The days that a person can choose while they type."""
        settings, now = await self._store.personal(intent.user), self._now()
        today = datetime.fromtimestamp(now, zone_of(settings) or UTC).date()
        found, latest = list[Choice](), _latest_end(settings, now)
        for day in (today + timedelta(days=n) for n in range(15)):
            end = _end_of(day, settings)
            if end <= latest and f"{day}".startswith(intent.words.strip()):
                found.append(Choice(f"{day}", Moment(end - 12 * HOUR, "D")))
        return found

    async def _write(self, user: int, settings: Settings, span: Vacation) -> None:
        """Store the earlier vacations first, then this one, so a crash loses none."""
        spans = (*_earlier(settings, span.begin), span)
        *before, last = [f"{each.begin!r}/{each.end!r}" for each in spans]

        async def written() -> None:
            await self._store.set_personal(user, HOLIDAYS, ";".join(before) or None)
            await self._store.set_personal(user, VACATION, last)

        await self._at.clocks.by_other_hours(user, written())
        await self._at.reminders.replan(user)

    async def _split(self, user: int) -> tuple[list[Game], list[Game]]:
        """A person's running games: those in which vacations count, and the others."""
        stopped, running = list[Game](), list[Game]()
        for game in self._at.games.among(await self._store.games_of(user)):
            if game.status == "playing":
                (stopped if vacations_count(game) else running).append(game)
        return stopped, running

    async def post(self, row: VacationBegins | VacationEnds, courier: Courier) -> Made:
        game = await courier.game()
        name = seated(game.sitters)[row.seat]
        told = Text("In {game}, {name} is back from vacation.", name=name, game=game)
        if isinstance(row, VacationBegins):
            if (span := vacation_of(game.sitters[row.seat].settings)) is None:
                return None
            told = Text(
                "{name} is on vacation until {time}. Their clock in {game} is stopped until then.",
                name=name,
                time=Moment(span.end, "f"),
                game=game,
            )
        return await courier.at_table(Layout(Small(told)), game)

    async def _tell(
        self, user: int, games: list[Game], what: type[VacationBegins | VacationEnds]
    ) -> None:
        async def attempt(game: Game) -> None:
            seat = seat_of(game, user)
            assert seat is not None
            row = what(seat).encode()
            key = f"{row}:{game.id}:{self._now()}"
            await self._at.commits.commit(game, Change((), key, posts=(row,)))

        for game in games:
            with suppress(Stale):
                await self._at.commits.retry_on_conflict(game, attempt)


def _end_of(day: date, settings: Settings) -> float:
    """When a day ends in a person's time zone."""
    morrow = min(day, date.max - timedelta(days=2)) + timedelta(days=1)  # it can't pass the last
    return datetime.combine(morrow, time(), zone_of(settings) or UTC).timestamp()


def _latest_end(settings: Settings, now: float) -> float:
    """The latest end of the current vacation, or of one that begins now."""
    span = away(settings, now)
    begin = span.begin if span else now
    spans = _earlier(settings, begin)
    taken = sum(span.end - max(span.begin, begin - YEAR) for span in spans)
    return begin + min(14 * DAY, 30 * DAY - taken)


def _earlier(settings: Settings, begin: float) -> tuple[Vacation, ...]:
    """The vacations in the year before `begin`."""
    last = vacation_of(settings)
    spans = {*holidays_of(settings), *((last,) if last else ())}
    return tuple(sorted(s for s in spans if s.begin < begin and s.end > begin - YEAR))


def feature(at: Services) -> Feature:
    vacations = Vacations(at)
    last = Text("Your last day away, such as 2026-12-24")
    until = SlashOption("until", last, default=None, complete=vacations.last_days)
    about = Text("Go on vacation: your clocks stop until you're back")
    slash, way = Slash("games", Text("/vacation"), about, (until,)), Command("games", "vacation")
    own = partial(Verb, game=None, anywhere=True)
    return Feature(
        rows=(handles(VacationBegins, vacations.post), handles(VacationEnds, vacations.post)),
        verbs=(
            own("away", vacations.begin, slash=slash),
            own("vacation", vacations.end, (Field("", "end"),), way=way, instead="panel"),
        ),
    )

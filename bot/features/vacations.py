"""Vacations. A person's clocks stop and I don't notify them. A line in each of their games says so.

A vacation lasts 14 days at most, and all vacations of a year 30 days.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from bot.features.feature import Feature, Field, Slash, SlashOption, Verb
from bot.features.services import Services
from bot.features.settings import show
from bot.messages.courier import Courier, Made, handles
from bot.messages.layout import Choice, Layout
from bot.table.agreed import vacations_count
from bot.table.calendar import DAY, HOUR
from bot.table.commands import Command
from bot.table.game import Game
from bot.table.intent import Intent
from bot.table.names import game_name, seated
from bot.table.personal import HOLIDAYS, VACATION, Vacation, away, holidays_of, vacation_of
from bot.table.rows import OutboxRow, coded
from bot.table.session import seat_of
from bot.table.settings import Settings, zone_of
from rules.errors import Stale, Unavailable, quoted
from rules.game import Seat
from rules.text import NOTHING, Code, Listed, Moment, Plural, Small, Text, sentences
from rules.voice import ENGLISH, Voice
from storage import Change

YEAR: Final = 365 * DAY
IN_A_YEAR: Final = 30 * DAY
IN_ONE_GO: Final = 14 * DAY
_LAST: Final = date.max - timedelta(days=2)  # Python can't add a day to the last one


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
        self._at, self._store, self._games, self._commits = at, at.store, at.games, at.commits
        self._clocks, self._reminders, self._now = at.clocks, at.reminders, at.now

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
        span = Vacation(_begin_of(settings, now), _end_of(day, settings))
        latest = _latest_end(settings, now)
        if span.end <= now:
            raise Unavailable(Text("That day is in the past. Choose a later one."))
        if latest <= now:
            used = Plural("{n} day", "{n} days", n=30)
            raise Unavailable(
                Text("You've used up your vacation for this year ({days}).", days=used)
            )
        if span.end > latest:
            too_long = Text(
                "A vacation can last up to 14 days, and you have 30 days a year in total. This "
                "one can last until {time}.",
                time=Moment(latest, "f"),
            )
            raise Unavailable(too_long)
        again = away(settings, now) == span  # the same request once more
        await self._write(intent.user, settings, span)
        stopped, running = await self._split(intent.user)
        if not again:
            await self._tell(intent.user, stopped, VacationBegins)
        on_vacation = Text(
            "You're on vacation until {time}. I won't notify you, and your clocks are stopped. "
            "To end it early, use the button in {settings}.",
            time=Moment(span.end, "f"),
            settings=Command("games", "settings"),
        )
        others = Text(
            "I've let the other players know in {games}.", games=Listed(map(game_name, stopped))
        )
        as_usual = Text(
            "Vacations don't apply in {games}: I'll notify you there as usual, and your clock "
            "will keep running.",
            games=Listed(map(game_name, running)),
        )
        return Layout(
            sentences(on_vacation, others if stopped else NOTHING, as_usual if running else NOTHING)
        )

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
        days = (today + timedelta(days=n) for n in range(15))
        ends, latest = (
            [(f"{day}", _end_of(day, settings)) for day in days],
            _latest_end(settings, now),
        )
        return [
            Choice(day, Moment(end - 12 * HOUR, "D"))
            for day, end in ends
            if end <= latest and day.startswith(intent.words.strip())
        ]

    async def _write(self, user: int, settings: Settings, span: Vacation) -> None:
        """Store the earlier vacations first, then this one, so a crash loses none."""

        async def written() -> None:
            before = ";".join(map(_stored, _earlier(settings, span.begin)))
            await self._store.set_personal(user, HOLIDAYS, before or None)
            await self._store.set_personal(user, VACATION, _stored(span))

        await self._clocks.by_other_hours(user, written())
        await self._reminders.replan(user)

    async def _split(self, user: int) -> tuple[list[Game], list[Game]]:
        """A person's running games: those in which vacations count, and the others."""
        games = self._games.among(await self._store.games_of(user))
        playing = [game for game in games if game.status == "playing"]
        return (
            [game for game in playing if vacations_count(game)],
            [game for game in playing if not vacations_count(game)],
        )

    async def post_begin(self, row: VacationBegins, courier: Courier) -> Made:
        game = await courier.game()
        sitter = game.sitters[row.seat]
        if (span := vacation_of(sitter.settings)) is None:
            return None
        leaves = Text(
            "{name} is on vacation until {time}. Their clock in {game} is stopped until then.",
            name=seated(game.sitters)[row.seat],
            time=Moment(span.end, "f"),
            game=game,
        )
        return await courier.at_table(Layout(Small(leaves)), game)

    async def post_end(self, row: VacationEnds, courier: Courier) -> Made:
        game = await courier.game()
        name = seated(game.sitters)[row.seat]
        returns = Text("In {game}, {name} is back from vacation.", name=name, game=game)
        return await courier.at_table(Layout(Small(returns)), game)

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


def _end_of(day: date, settings: Settings) -> float:
    """When a day ends in a person's time zone."""
    morrow = min(day, _LAST) + timedelta(days=1)
    return datetime.combine(morrow, time(), zone_of(settings) or UTC).timestamp()


def _begin_of(settings: Settings, now: float) -> float:
    """The begin of the current vacation, or now."""
    span = away(settings, now)
    return span.begin if span else now


def _latest_end(settings: Settings, now: float) -> float:
    """The latest end of the current vacation, or of one that begins now."""
    begin = _begin_of(settings, now)
    spans = _earlier(settings, begin)
    taken = sum(span.end - max(span.begin, begin - YEAR) for span in spans)
    return begin + min(IN_ONE_GO, IN_A_YEAR - taken)


def _earlier(settings: Settings, begin: float) -> tuple[Vacation, ...]:
    """The vacations in the year before `begin`."""
    last = vacation_of(settings)
    spans = {*holidays_of(settings), *((last,) if last else ())}
    return tuple(sorted(s for s in spans if s.begin < begin and s.end > begin - YEAR))


def _stored(span: Vacation) -> str:
    return f"{span.begin!r}/{span.end!r}"


def feature(at: Services) -> Feature:
    vacations = Vacations(at)

    async def last_days(wish: Intent, voice: Voice) -> list[Choice]:
        found = await vacations.last_days(wish)
        return [each for each in found if each.value.startswith(wish.words.strip())]

    last = Text("Your last day away, such as 2026-12-24")
    slash = Slash(
        "games",
        Text("/vacation"),
        Text("Go on vacation: your clocks stop until you're back"),
        (SlashOption("until", last, default=None, complete=vacations.last_days),),
    )
    return Feature(
        rows=(
            handles(VacationBegins, vacations.post_begin),
            handles(VacationEnds, vacations.post_end),
        ),
        verbs=(
            Verb("away", vacations.begin, slash=slash, game=None, anywhere=True),
            Verb(
                "vacation",
                vacations.end,
                (Field("", "end"),),
                way=Command("games", "vacation"),
                game=None,
                anywhere=True,
                instead="panel",
            ),
        ),
    )

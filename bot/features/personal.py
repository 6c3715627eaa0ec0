"""What people set: their own settings (bot/table/settings.py), also in direct messages; their
vacations, in which clocks stop and nothing notifies them; and the language of a table, which isn't
in the log, so the record of a game is the same in all languages."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from typing import Final

from bot.features.feature import OF_A_ROW, Behind, Feature, Field, Slash, SlashOption, Verb
from bot.features.services import Services
from bot.features.settings import options, person, read_settings, show, show_more
from bot.messages.courier import Courier, Made, handles
from bot.messages.languages import own_name
from bot.messages.layout import Choice, Layout, Menu, page_picked
from bot.table.game import DAY, HOUR, Game
from bot.table.intent import Intent, Session, present, presides, seat_of
from bot.table.names import Command, game_name, names_by_seat
from bot.table.rows import OutboxRow, code
from bot.table.settings import (
    BOTH,
    DIRECT,
    ELSEWHERE,
    HOLIDAYS,
    LANGUAGE,
    PERSONAL,
    PINGS,
    VACATION,
    PersonView,
    Settings,
    Vacation,
    away,
    chosen,
    holidays_of,
    stored_value,
    vacation_of,
    zone_of,
)
from bot.table.table_options import vacations_count
from rules.errors import NotYou, Stale, Unavailable, quote
from rules.game import Seat
from rules.text import Code, Listed, Moment, Plural, Small, Text, notation, sentences
from rules.voice import ENGLISH, Voice
from storage import Change


class Personal:
    """Shows and changes a person's settings."""

    def __init__(self, at: Services) -> None:
        self._at, self._store = at, at.store

    async def set(self, intent: Intent, name: str, value: str) -> Layout:
        """Change one thing. A default isn't stored. Raises Unavailable."""
        if name == ELSEWHERE:
            return await self._at.elsewhere.show(intent)
        view = await person(self._at, intent)
        stored, settings = stored_value(PERSONAL, view, name, value), view.settings
        direct = name == PINGS and stored in (DIRECT, BOTH)
        if not direct or chosen(settings, PINGS) in (DIRECT, BOTH):  # it was tried then
            await self._keep(intent, {name: stored})
            return await show(self._at, intent)
        # Try a direct message at once, so nobody waits for one that can't come.
        spoken = settings.get(LANGUAGE) or intent.language
        test = Text(
            "From now on I'll message you here when it's your turn, with a link to the board. You "
            "can change that with {settings}.",
            settings=Command("games", "settings"),
        )
        reached = await self._at.direct.reaches(intent.user, test, spoken)
        if reached is None:
            raise Unavailable.because(
                "Discord didn't respond when I tried to message you. Try again in a minute."
            )
        await self._keep(intent, {PINGS: stored if reached else None})
        works = Text("I've sent you a direct message to make sure I can reach you.")
        blocked = Text(
            "Discord blocked my direct message, so I'll keep notifying you in the game's channel. "
            "Allow direct messages in the privacy settings of a server we share, then choose this "
            "again."
        )
        return await show(self._at, intent, works if reached else blocked)

    async def choose(self, intent: Intent, name: str) -> Layout:
        """Set a value picked from a menu, or turn the menu's page. Raises Unavailable."""
        if (page := page_picked(intent.words)) is not None:
            return await show(self._at, intent, page=page)
        switch, _, to = intent.words.partition(":")  # one within the menu
        within = switch in PERSONAL
        return await self.set(intent, *((switch, to) if within else (name, intent.words)))

    async def by_command(self, intent: Intent, **said: str) -> Layout:
        """Set the typed values. Raises Unavailable; then nothing has changed."""
        await self._keep(intent, read_settings(PERSONAL, await person(self._at, intent), said))
        return await show(self._at, intent)

    async def _keep(self, intent: Intent, values: Mapping[str, str | None]) -> None:
        for name, value in values.items():
            write = self._store.set_personal(intent.user, name, value)
            if PERSONAL[name].clocks:
                await self._at.clocks.by_other_hours(intent.user, write)
            else:
                await write
        if any(PERSONAL[name].reminders for name in values):
            await self._at.reminders.replan(intent.user)


def _allowed(session: Session) -> Game:
    """The game, if the speaker may change its language. Raises NotYou."""
    game = session.found
    if not present(game, session.user) and not presides(session, game):
        raise NotYou.because(
            "Only the players in {game} or a channel manager can change its language.", game=game
        )
    return game


def feature(at: Services) -> Feature:
    personal = Personal(at)

    async def languages(session: Session) -> Layout:
        """The language of the table, and the others in a menu. Raises NotYou."""
        game = _allowed(session)
        choices = [Choice(code, notation(name)) for code, name in at.languages.names.items()]
        menu = Menu(f"lc:tongue:{game.id}:{game.n}", Text("Language"), tuple(choices))
        told = Text("Choose the language of {game} for everyone.", game=game)
        if game.language:
            told = Text(
                "{game} is in {language}. Choose another language for everyone.",
                game=game,
                language=own_name(game.language),
            )
        return Layout(told, menus=(menu,))

    async def speak(session: Session) -> Layout:
        """Change the language from the next post on. Raises Refused."""
        game, wanted = _allowed(session), session.words
        if wanted not in at.languages.names:
            raise Unavailable.because("I don't speak that language. Choose one from the menu.")
        if game.language != wanted:
            change = Change((), session.key, aside=game.status == "playing", language=wanted)
            await at.commits.retry_on_conflict(game, partial(at.commits.commit, change=change))
        told = Text(
            "{game} is now in {language}. You can type your turns in that language too.",
            game=game,
            language=own_name(wanted),
        )
        return Layout(told)

    name, value = Field("name", "[a-z_]{1,32}"), Field("value", "[a-z_]{1,32}")
    anywhere = partial(Verb, way=Command("games", "settings"), game=None, anywhere=True)
    of_table = partial(Verb, id=OF_A_ROW, press="any row", on_page=True)
    about = Text("Change your notifications, reminders, quiet hours and language")
    typing = options(PERSONAL, PersonView({}, languages=at.languages.names))
    slash = Slash("games", Text("/settings"), about, typing)
    more = Behind(1, 8, Text("Language"), lambda game: bool(at.languages.foreign and game.live))
    return Feature(
        verbs=(
            anywhere("settings", personal.by_command, (), slash=slash, help=Text("Settings")),
            anywhere("set", personal.set, (name, value), instead="panel"),
            anywhere("choose", personal.choose, (name,), instead="panel"),
            anywhere("moresettings", partial(show_more, at), (), instead="own"),
            of_table("language", languages, more=more),
            of_table("tongue", speak, instead="panel"),
        )
    )


YEAR: Final = 365 * DAY


@code("vacation")
class VacationBegins(OutboxRow):
    """Says in a game that a player is on vacation."""

    seat: Seat


@code("returns")
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
            raise Unavailable.because(
                "I can't read {typed} as a date. Write the last day of your vacation like this: "
                "{day}.",
                typed=quote(until),
                day=Code("2026-12-24"),
            ) from unread
        current, latest = away(settings, now), _latest_end(settings, now)
        span = Vacation(current.begin if current else now, _end_of(day, settings))
        if span.end <= now:
            raise Unavailable.because("That day is in the past. Choose a later one.")
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
            raise Unavailable.because("You're not on vacation.")
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
        name = names_by_seat(game.sitters)[row.seat]
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
    taken = sum(span.end - max(span.begin, begin - YEAR) for span in _earlier(settings, begin))
    return begin + min(14 * DAY, 30 * DAY - taken)


def _earlier(settings: Settings, begin: float) -> tuple[Vacation, ...]:
    """The vacations in the year before `begin`."""
    last = vacation_of(settings)
    spans = {*holidays_of(settings), *((last,) if last else ())}
    return tuple(sorted(s for s in spans if s.begin < begin and s.end > begin - YEAR))


def vacation(at: Services) -> Feature:
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

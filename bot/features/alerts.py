"""Alerts about new games: people pick games of a server, and get a direct message when somebody
opens one there that anybody may join.

a lobby opens, timer "alert" ──> after ten minutes a post for each reader who is awake: one message
                             │   about all their new lobbies, or none if there were three today
                             └── set again for the first morning of the others

The posts belong to a row among the games that nobody plays, so no table's messages wait for them.
"""

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from typing import Final

from bot.features.feature import KIND, Feature, Field, Verb, number
from bot.features.lobbies import begin_if_full
from bot.features.services import Services
from bot.messages.cards import lobby
from bot.messages.courier import Courier, Made, PermanentError, handles
from bot.messages.layout import Button, Layout, Pages
from bot.table.game import ALERT, DAY, Game
from bot.table.intent import Intent, seat_of
from bot.table.names import Command, place_of
from bot.table.reminders import calm
from bot.table.rows import NewCard, OutboxRow, TimerKind, code
from bot.table.seats import ALERT_WAITS, LOBBY_LASTS, REMOVED, guests, only_guests
from bot.table.settings import ALERTS, BLOCKED, OFF, ON, PERSONAL, PersonView, away
from bot.table.table_options import SEASON
from rules.errors import NotYou, Unavailable
from rules.text import Jump, Listed, Plural, Small, Strong, Text, lines
from storage import Already, Change, GameRow, NewTimer, Sitter, Timer

_A_DAY: Final = 3  # messages to one person
_MOST: Final = 300  # readers of a lobby


@code(ALERT)
class Alert(OutboxRow):
    """Tells a reader about a server's lobbies."""

    user: int
    guild: int
    at: int  # seconds since 1970; about those that opened before
    aside = True
    matters = False
    patience = 8  # later it would be old


class Alerts:
    """Lets people pick games, and tells them of new ones."""

    def __init__(self, at: Services) -> None:
        self._at, self._store, self._games = at, at.store, at.games

    async def show(self, intent: Intent, guild: int = 0) -> Layout:
        """A server's games, each with its switch. Raises Unavailable."""
        guild = guild or intent.guild
        if guild <= 0:
            raise Unavailable.because(
                "Each server has its own alerts. Use {here} on the one you mean.",
                here=Command("games", "here"),
            )
        settings, on = await self._store.personal(intent.user), list[str]()
        switches = list[Button]()
        for game in (self._games[kind].game for kind in self._games):
            to, label = ON, Text("Turn On {game}", game=game.title)
            if settings.get(_name(guild, game.key)) == ON:
                to, label = OFF, Text("Turn Off {game}", game=game.title)
                on.append(game.title)
            switches.append(Button(label, f"lc:alert:{guild}:{game.key}:{to}"))
        now = Text("You don't get alerts about new games.")
        if on:
            now = Text("You get alerts about new games of {games}.", games=Listed(on))
        how = Text(
            "When someone opens a game that anyone can join, I'll send you a direct message: at "
            "most three a day, and none in your quiet hours. Each server has its own alerts."
        )
        rests, heading = PERSONAL[ALERTS].said(PersonView(settings)), Text("New Game Alerts")
        return Layout(lines(Strong(heading), rests, now, Small(how)), buttons=tuple(switches))

    async def set(self, intent: Intent, guild: int, kind: str, value: str) -> Layout:
        """Turn alerts about a game on, and resume all others; or turn them off. Raises Refused."""
        game, user = self._games[kind].game, intent.user
        if value == ON:
            if guild != intent.guild and not await self._at.direct.is_member(guild, user):
                raise NotYou.because("I can't find you on that server. Join it first.")
            await self.switch(user, ALERTS, BLOCKED, ON)
        await self._store.set_personal(user, _name(guild, game.key), ON if value == ON else None)
        return await self.show(intent, guild)

    async def switch(self, user: int, alike: str, was: str, now: str | None) -> None:
        """Set the alerts of a person whose names begin alike. was: their value; "": any."""
        for name, value in (await self._store.personal(user)).items():
            if name.startswith(f"{alike}:") and was in ("", value):
                await self._store.set_personal(user, name, now)

    async def due(self, row: GameRow, timer: Timer) -> None:
        """Post to the readers who are awake now, and weren't at the last time, which is the timer's
        payload. Begin a lobby that was full as it opened if a death has prevented its start. Raises
        Conflict."""
        game = await begin_if_full(self._at, self._games.from_row(row))
        now, commits = self._at.now(), self._at.commits
        name, first = _name(game.guild, game.kind), game.created + ALERT_WAITS
        readers = await self._store.people_with(name, ON, _MOST) if _is_open(game) else {}
        wakes = {user: _wakes(game, user, own, first) for user, own in readers.items()}
        if awake := [user for user, at in wakes.items() if float(timer.payload or 0) < at <= now]:
            opens = Intent(f"{ALERTS}:{game.guild}", 0, "", game.guild, game.home)
            record = await commits.open_record(ALERT, opens, opens.key, options={}, channel=None)
            posts = tuple(Alert(user, game.guild, int(now)).encode() for user in awake)
            with suppress(Already):
                await commits.write_record(record, Change((), f"{ALERT}:{timer.id}", posts=posts))
        later = [at for at in wakes.values() if at > now]
        again = (NewTimer(ALERT, min(later), f"{now}"),) if later else ()
        await commits.commit(game, Change((), f"alerted:{timer.id}", timers=again, done=(timer,)))

    async def send(self, row: Alert, courier: Courier) -> Made:
        """Send a message about the new lobbies that a reader may join, if there are any."""
        entries = [await self._entry(game) for game in await self._new(row, courier)]
        if not entries:
            return None
        head = Plural("You can join a new game:", "You can join {n} new games:", n=len(entries))
        button = Button(Text("Change Alerts"), f"lc:alerts:{row.guild}:{row.at}")
        try:
            panel = Layout(head, buttons=(button,), pages=Pages(entries))
            return (await courier.direct(row.user, panel))._replace(called=row.user)
        except PermanentError:
            await self.switch(row.user, ALERTS, ON, BLOCKED)
            return None

    async def _new(self, row: Alert, courier: Courier) -> list[Game]:
        """The lobbies that a reader may join and doesn't know; none if it isn't the time."""
        user, guild, now, store = row.user, row.guild, self._at.now(), self._store
        settings, apart = await store.personal(user), await store.blocks_and_bans(user, guild)
        kinds = await store.call_kinds(user, f"{ALERT}:{user}:", now - DAY)
        others = {(each.at, each.guild) for each in map(Alert.decode, kinds)}
        before = [each for each in others if each < (row.at, guild)]
        # One that is there twice is about two lobbies that were due in the same second.
        if kinds.count(row.encode()) > 1 or len(before) >= _A_DAY or apart.barred:
            return []
        since = max([row.at - DAY, *(at for at, where in before if where == guild)])
        found = [
            game
            for game in self._games.among(await store.games_on(guild))
            if settings.get(_name(guild, game.kind)) == ON
            and since <= game.created < row.at
            and _is_open(game)
            and user not in {game.host, *guests(game, REMOVED)}
            and seat_of(game, user) is None
            and not apart.people & {game.host, *(sitter.user for sitter in game.sitters)}
        ]
        if not found or _wakes(found[0], user, settings, now) > now:
            return []
        readable = await courier.transport.readable(guild, user, {game.home for game in found})
        if readable is None:
            await self._at.on_departure(user, guild)
        return [game for game in found if game.home in (readable or ())]

    async def _entry(self, game: Game) -> Text:
        """A lobby's message, and a link to it."""
        card, way = await self._store.latest(game.id, NewCard.prefix), place_of(game)
        if card and card.message:
            way = Jump(Text("Open the lobby"), game.guild, card.channel or game.home, card.message)
        return lines(lobby(game).text, way)


def _name(guild: int, kind: str) -> str:
    """The personal setting for a game of a server."""
    return f"{ALERTS}:{guild}:{kind}"


def _is_open(game: Game) -> bool:
    """Whether a lobby has a free seat for anybody. A rematch is for the same people."""
    free = len(game.sitters) < int(game.options["players"]) and not only_guests(game)
    waits = game.status == "lobby" and not game.settled
    return waits and free and not {SEASON, "order"} & game.options.keys()


def _wakes(game: Game, user: int, settings: Mapping[str, str], at: float) -> float:
    """This moment, or the end of a reader's quiet hours or vacation around it."""
    span = away(settings, at)
    return calm(game, Sitter(user, "", settings=settings), max(at, span.end if span else at))


def feature(at: Services) -> Feature:
    alerts = Alerts(at)
    own = partial(Verb, way=Command("games", "settings"), game=None, anywhere=True)
    guild, value = number("guild", 19), Field("value", f"{ON}|{OFF}")
    message = Field("", "[0-9]{1,12}", optional=True)  # tells two messages apart
    return Feature(
        verbs=(
            own("alerts", alerts.show, (guild._replace(optional=True), message)),
            own("alert", alerts.set, (guild, KIND, value), instead="panel"),
        ),
        timers=(TimerKind(ALERT, LOBBY_LASTS, alerts.due),),
        rows=(handles(Alert, alerts.send),),
        gone=lambda user, guild, _: alerts.switch(user, f"{ALERTS}:{guild}", "", None),
    )

"""What people set: their own settings (bot/table/settings.py), also in direct messages, and the
language of a table, which its players can change at any time.

The log doesn't hold the language, so the record of a game is the same in all languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from bot.features.feature import OF_A_ROW, Behind, Feature, Field, Slash, Verb
from bot.features.services import Services
from bot.features.settings import options, person, show, typed
from bot.messages.languages import own_name
from bot.messages.layout import Choice, Layout, Menu, turned
from bot.table.game import Game
from bot.table.intent import Intent, Session, present, presides
from bot.table.names import Command
from bot.table.settings import BOTH, DIRECT, LANGUAGE, PERSONAL, PINGS, PersonView, chosen, wanted
from rules.errors import NotYou, Unavailable
from rules.text import Text, notation
from storage import Change, Speaks


class Personal:
    """Shows and changes a person's settings."""

    def __init__(self, at: Services) -> None:
        self._at, self._store = at, at.store

    async def set(self, intent: Intent, name: str, value: str) -> Layout:
        """Change one thing. A default isn't stored. Raises Unavailable."""
        view = await person(self._at, intent)
        stored, settings = wanted(PERSONAL, view, name, value), view.settings
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
            no = Text("Discord didn't respond when I tried to message you. Try again in a minute.")
            raise Unavailable(no)
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
        if (page := turned(intent.words)) is not None:
            return await show(self._at, intent, page=page)
        switch, _, to = intent.words.partition(":")  # one within the menu
        within = switch in PERSONAL
        return await self.set(intent, *((switch, to) if within else (name, intent.words)))

    async def by_command(self, intent: Intent, **said: str) -> Layout:
        """Set the typed values. Raises Unavailable; then nothing has changed."""
        await self._keep(intent, typed(PERSONAL, await person(self._at, intent), said))
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
        only = Text(
            "Only the players in {game} or a channel manager can change its language.", game=game
        )
        raise NotYou(only)
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
            raise Unavailable(Text("I don't speak that language. Choose one from the menu."))
        if game.language != wanted:
            begun, speaks = game.status == "playing", Speaks(wanted)
            change = Change((), session.key, aside=begun, added=(speaks,))
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
            of_table("language", languages, more=more),
            of_table("tongue", speak, instead="panel"),
        )
    )

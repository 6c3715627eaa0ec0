"""/games bot about: the version, since when it runs, who hosts it, and the age of the last copy."""

from __future__ import annotations

from importlib.metadata import version

from bot.core.intent import Intent
from bot.features.feature import BOT, Feature, Slash, Verb
from bot.features.services import Services
from bot.messages.layout import Button, Layout
from bot.text import about as texts
from bot.text.privacy import PRIVACY
from rules.text import Text


def feature(at: Services) -> Feature:
    async def about(_: Intent) -> Layout:
        """What anybody may know of the bot."""
        hosting, census = at.hosting, await at.store.census()
        told = texts.about(
            version("lumbercamp"),
            hosting.since,
            hosting.host,
            sum(census.games.values()),
            hosting.backup_age(),
        )
        mine = Button(Text("My Data"), "lc:mydata")
        return Layout(told, buttons=(mine, Button(PRIVACY, "lc:privacy:")))

    words = Text("See the bot's version, who runs it and what it stores")
    slash = Slash("games", Text("/about"), words, group=BOT)
    return Feature(verbs=(Verb("about", about, (), slash=slash, game=False, anywhere=True),))

"""/games bot about: the bot's version, its uptime, who runs it, and the age of the last backup."""

from __future__ import annotations

from importlib.metadata import version

from bot.features.feature import BOT, Feature, Slash, Verb
from bot.features.services import Services
from bot.messages.layout import Button, Layout
from bot.table.intent import Intent
from bot.table.names import lasting
from rules.text import NOTHING, Moment, Plural, Strong, Text, lines, notation


def feature(at: Services) -> Feature:
    async def about(_: Intent) -> Layout:
        """Public facts about the bot."""
        host, age = at.hosting.host, at.hosting.backup_age()
        runs: Text = Strong(Text("Lumbercamp {version}", version=version("lumbercamp")))
        if (since := at.hosting.since) is not None:
            moment = Moment(since, "f")
            runs = Text("{name} has been running since {moment}.", name=runs, moment=moment)
        told = lines(
            runs,
            Text("Run by {host}.", host=notation(host)) if host else NOTHING,
            Plural(
                "{n} open game across all servers.",
                "{n} open games across all servers.",
                n=sum((await at.store.census()).games.values()),
            ),
            NOTHING if age is None else Text("Last backup: {time} ago.", time=lasting(age)),
            Text(
                "Turns, results and settings are stored on this bot's server and shared with "
                "nobody but Discord."
            ),
        )
        mine = Button(Text("My Data"), "lc:mydata")
        return Layout(told, buttons=(mine, Button(Text("Privacy"), "lc:privacy:")))

    words = Text("See the bot's version, who runs it and what it stores")
    slash = Slash("games", Text("/about"), words, group=BOT)
    return Feature(verbs=(Verb("about", about, (), slash=slash, game=None, anywhere=True),))

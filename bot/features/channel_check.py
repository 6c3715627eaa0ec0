"""`/games-admin permissions`: the permissions that I miss, channel by channel, and how to grant
them. In each channel I post a message without a sound and delete it."""

from __future__ import annotations

from functools import partial

from bot.features.feature import PAGE, Feature, Slash, Verb
from bot.features.services import Services
from bot.messages.layout import Layout, span, turning
from bot.table.intent import Intent
from bot.table.names import Command
from bot.table.servers import LOG, channel_of, channels_of
from rules.text import NOTHING, ChannelName, Joined, Listed, Small, Strong, Text, lines, sentences


async def check(at: Services, intent: Intent, page: int = 0) -> Layout:
    """Check the channels of a page; nothing is tried in the others."""
    most = 5  # channels of a page, with a post tried in each
    settings = await at.servers.settings(intent.guild)
    allowed, log = channels_of(settings), channel_of(settings, LOG)
    wanted = [*dict.fromkeys((*(allowed or (intent.channel,)), *((log,) if log else ())))]
    parts = range(0, len(wanted), most)
    first = parts[min(page, len(parts) - 1)]
    language = await at.servers.language(intent.guild)
    here = wanted[first : first + most]
    checked = [await _line(at, intent.guild, each, language) for each in here]
    about = Text("Games can start in any channel. I checked this one:")
    if allowed:
        about = Text("I checked the game channels and the log channel:")
    fine = all(good for _, good in checked)
    grant = Text(
        "To fix one channel, open its settings, then Permissions, then my role. To fix all "
        "channels, open Server Settings, then Roles."
    )
    text = lines(about, *(line for line, _ in checked), NOTHING if fine else Small(grant))
    if len(parts) > 1:
        last = first + len(checked)
        text = lines(text, Small(span(first + 1, last, len(wanted))))
    turns = turning(lambda to: f"lc:checkpage:{to}", first // most, len(parts))
    return Layout(text, rows=(turns,))


async def _line(at: Services, guild: int, number: int, language: str) -> tuple[Text, bool]:
    """A line about a channel, and whether its permissions are complete."""
    good = False
    if (channel := at.guilds.channel(guild, number)) is None:
        setup = Command("games-admin", "setup")
        told = Text(
            "I can't find this channel any more. Choose another one with {setup}.", setup=setup
        )
    else:
        tried = {"View Channels", "Send Messages"}.isdisjoint(channel.lacking)
        testing = Text("Testing whether I can post here. I'll delete this right away.")
        refused = await at.guilds.tried(channel.id, testing, language) if tried else None
        rights = [Strong(Text("{right}", right=each)) for each in channel.lacking]
        missing = Text("Missing permissions: {rights}.", rights=Listed(rights))
        if not tried:
            told = Text("I can't post there at all.")
        elif refused is not None:
            told = Text("The test message failed: {why}.", why=refused)
        else:
            told = Text("The test message worked.")
        told = sentences(missing if rights else NOTHING, told)
        if not rights and refused is None:
            told, good = Text("nothing is missing, and the test message worked."), True
    return Joined(" ", ("-", Joined(": ", (ChannelName(number), told)))), good


def feature(at: Services) -> Feature:
    about = Text("Check which permissions I'm missing in the game channels")
    slash = Slash("games-admin", Text("/permissions"), about)
    look = partial(check, at)
    way, managers = Command("games-admin", "permissions"), partial(Verb, game=None, manages=True)
    turn = managers("checkpage", look, PAGE, instead="own", way=way)
    return Feature(verbs=(managers("check", look, (), slash=slash), turn))

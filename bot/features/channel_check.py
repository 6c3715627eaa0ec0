"""`/games-admin permissions`: what the bot lacks to work, channel by channel, and who can give it.

A post is tried in each, without a sound, and taken away again.
"""

from __future__ import annotations

from bot.core.commands import Command
from bot.core.guilds import Channel
from bot.core.intent import Intent
from bot.domain.servers import LOG, channel_of, channels_of
from bot.features.feature import PAGE, Feature, Slash, Verb
from bot.features.services import Services
from bot.messages.layout import Layout
from bot.messages.paging import turning
from bot.text import channel_check as texts
from bot.text.paging import span
from rules.text import Small, Text, lines

AT_ONCE = 5  # channels of a page, in each of which a post is tried
NEEDED = {"View Channels", "Send Messages"}  # without which no post is tried


class ChannelCheck:
    """Looks at the channels in which games may be opened, or at the one where it is asked."""

    def __init__(self, at: Services) -> None:
        self._servers, self._guilds = at.servers, at.guilds

    async def check(self, intent: Intent, page: int = 0) -> Layout:
        """How it stands in the channels of a page; in the others nothing is tried."""
        settings = await self._servers.settings(intent.guild)
        allowed, log = channels_of(settings), channel_of(settings, LOG)
        wanted = dict.fromkeys((*(allowed or (intent.channel,)), *((log,) if log else ())))
        parts = range(0, len(wanted), AT_ONCE)
        first = parts[min(page, len(parts) - 1)]
        told, fine = list[Text](), True
        language = await self._servers.language(intent.guild)
        for each in [*wanted][first : first + AT_ONCE]:
            channel = self._guilds.channel(intent.guild, each)
            if channel is None:
                told.append(texts.gone(each))
                fine = False
                continue
            line, good = await self._looked_at(channel, language)
            told.append(line)
            fine = fine and good
        text, n = texts.checked(told, everywhere=not allowed, fine=fine), len(wanted)
        if len(parts) > 1:
            text = lines(text, Small(span(first + 1, first + len(told), n)))
        turns = turning(lambda to: f"lc:checkpage:{to}", first // AT_ONCE, len(parts))
        return Layout(text, rows=(turns,))

    async def _looked_at(self, channel: Channel, language: str) -> tuple[Text, bool]:
        tried = NEEDED.isdisjoint(channel.lacking)
        refused = await self._guilds.tried(channel.id, texts.TEST, language) if tried else None
        line = texts.line(channel.id, channel.lacking, refused, tried=tried)
        return line, not channel.lacking and refused is None


def feature(at: Services) -> Feature:
    about = Text("Check which permissions I'm missing in the game channels")
    slash = Slash("games-admin", Text("/permissions"), about)
    check = Verb("check", ChannelCheck(at).check, (), slash=slash, game=False, manages=True)
    turn = Verb(
        "checkpage",
        ChannelCheck(at).check,
        PAGE,
        game=False,
        manages=True,
        instead_of_own=True,
        way=Command("games-admin", "permissions"),
    )
    return Feature(verbs=(check, turn))

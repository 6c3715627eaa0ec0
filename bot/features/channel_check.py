"""`/games-admin check`: what the bot lacks to work, channel by channel, and who can give it.

A post is tried in each, without a sound, and taken away again.
"""

from __future__ import annotations

from bot.core.guilds import Channel
from bot.core.intent import Intent
from bot.domain.servers import LOG, channel_of, channels_of
from bot.features.feature import Feature, Slash, Verb
from bot.features.services import Services
from bot.messages.layout import Layout
from bot.text import channel_check as texts
from rules.text import Text

NEEDED = {"View Channels", "Send Messages"}  # without which no post is tried


class ChannelCheck:
    """Looks at the channels in which games may be opened, or at the one where it is asked."""

    def __init__(self, at: Services) -> None:
        self._servers, self._guilds = at.servers, at.guilds

    async def check(self, intent: Intent) -> Layout:
        settings = await self._servers.settings(intent.guild)
        allowed, log = channels_of(settings), channel_of(settings, LOG)
        wanted = dict.fromkeys((*(allowed or (intent.channel,)), *((log,) if log else ())))
        told, fine = list[Text](), True
        language = await self._servers.language(intent.guild)
        for each in wanted:
            channel = self._guilds.channel(intent.guild, each)
            if channel is None:
                told.append(texts.gone(each))
                fine = False
                continue
            line, good = await self._looked_at(channel, language)
            told.append(line)
            fine = fine and good
        return Layout(texts.checked(told, everywhere=not allowed, fine=fine))

    async def _looked_at(self, channel: Channel, language: str) -> tuple[Text, bool]:
        tried = NEEDED.isdisjoint(channel.lacking)
        refused = await self._guilds.tried(channel.id, texts.TEST, language) if tried else None
        line = texts.line(channel.id, channel.lacking, refused, tried=tried)
        return line, not channel.lacking and refused is None


def feature(at: Services) -> Feature:
    about = Text("What I lack in the channels for games, and who can give it; a post is tried")
    slash = Slash("games-admin", Text("/check"), about)
    check = Verb("check", ChannelCheck(at).check, (), slash=slash, game=False, manages=True)
    return Feature(verbs=(check,))

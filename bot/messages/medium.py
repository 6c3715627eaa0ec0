"""How the text of a message marks what is special about some words: Discord's markdown."""

from __future__ import annotations

from bot.games.names import shown
from rules.voice import ENGLISH, Medium, MomentStyle, Voice


class Markdown(Medium):
    """The content of a message."""

    def name(self, name: str) -> str:
        return shown(name)

    def strong(self, said: str) -> str:
        return f"**{said}**"

    def small(self, said: str) -> str:
        return f"-# {said}"

    def mention(self, user: int) -> str | None:
        return f"<@{user}>"

    def place(self, channel: int) -> str | None:
        return f"<#{channel}>"

    def jump(self, said: str, guild: int, channel: int, message: int) -> str | None:
        return f"[{said}](https://discord.com/channels/{guild}/{channel}/{message})"

    def moment(self, at: float, style: MomentStyle) -> str | None:
        return f"<t:{int(at)}:{style}>"


MARKDOWN = Markdown()
VOICE = Voice(ENGLISH.locale, ENGLISH.catalogue, MARKDOWN)

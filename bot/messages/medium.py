"""Markup in Discord's texts: markdown in a message, and none where Discord shows it as it is."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from bot.table.names import bare, shown
from rules.voice import ENGLISH, Medium, MomentStyle, Voice


class Markdown(Medium):
    """The content of a message."""

    def name(self, name: str) -> str:
        return shown(name)

    def strong(self, said: str) -> str:
        return f"**{said}**"

    def small(self, said: str) -> str:
        return f"-# {said}"

    def rank(self, n: int) -> str:
        """Not the head of a list: Discord would count its lines again, so 1, 2 of 1, 1."""
        return rf"{n}\."

    def mention(self, user: int) -> str | None:
        """Discord's ids are above zero: computers and forgotten people have ids below it."""
        return f"<@{user}>" if user > 0 else None

    def place(self, channel: int) -> str | None:
        return f"<#{channel}>"

    def jump(self, said: str, guild: int, channel: int, message: int) -> str | None:
        server = guild if guild > 0 else "@me"
        return f"[{said}](https://discord.com/channels/{server}/{channel}/{message})"

    def link(self, address: str) -> str:
        """In brackets, so Discord doesn't fetch it for a preview."""
        return f"<{address}>"

    def moment(self, at: float, style: MomentStyle) -> str | None:
        return f"<t:{int(at)}:{style}>"


class Label(Medium):
    """A text on a button, in a menu or next to a picture, without markup."""

    def name(self, name: str) -> str:
        return bare(name)

    def code(self, said: str) -> str:
        return said


MARKDOWN = Markdown()
LABEL = Label()


@lru_cache(64)  # used for each button of a post
def labelling(voice: Voice) -> Voice:
    """The voice for places where Discord reads no markup."""
    return replace(voice, medium=LABEL)


VOICE = Voice(ENGLISH.locale, ENGLISH.catalogue, MARKDOWN)

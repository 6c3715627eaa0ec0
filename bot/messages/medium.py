"""How Discord's text marks what is special about some words: markdown in a message, and nothing
where it is shown as it is."""

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
        """Not the head of a list, whose lines Discord would count anew: it makes 1, 2 of 1, 1."""
        return rf"{n}\."

    def mention(self, user: int) -> str | None:
        """Nobody on Discord has a number below zero: computers have, and who was forgotten."""
        return f"<@{user}>" if user > 0 else None

    def place(self, channel: int) -> str | None:
        return f"<#{channel}>"

    def jump(self, said: str, guild: int, channel: int, message: int) -> str | None:
        server = guild if guild > 0 else "@me"
        return f"[{said}](https://discord.com/channels/{server}/{channel}/{message})"

    def link(self, address: str) -> str:
        """In brackets, so that Discord looks at none of its own accord and shows no preview."""
        return f"<{address}>"

    def moment(self, at: float, style: MomentStyle) -> str | None:
        return f"<t:{int(at)}:{style}>"


class Label(Medium):
    """What stands on a button, in a menu or beside a picture: nothing is marked in it."""

    def name(self, name: str) -> str:
        return bare(name)

    def code(self, said: str) -> str:
        return said


MARKDOWN = Markdown()
LABEL = Label()


@lru_cache(64)  # of a post it is asked for each button
def labelling(voice: Voice) -> Voice:
    """The voice for places where Discord reads no markup."""
    return replace(voice, medium=LABEL)


VOICE = Voice(ENGLISH.locale, ENGLISH.catalogue, MARKDOWN)

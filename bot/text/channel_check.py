"""What the bot lacks in each channel, and who can give it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.text.servers import SETUP
from rules.text import NOTHING, Joined, Listed, Place, Small, Strong, Text, lines, sentences

TEST: Final = Text("This is a test of whether I can post here. It goes away at once.")


def line(channel: int, lacking: Iterable[str], refused: Text | None, *, tried: bool) -> Text:
    """How it stands in one channel. lacking: rights, by Discord's names; refused: why a post did
    not come and go; tried: whether there was one."""
    rights = [Strong(Text("{right}", right=each)) for each in lacking]
    missing = Text("I lack {rights}.", rights=Listed(rights)) if rights else NOTHING
    if not tried:
        post = Text("So I cannot post there at all.")
    elif refused is not None:
        post = Text("A post there did not come and go: {why}.", why=refused)
    else:
        post = Text("A post came and went.")
    if not rights and refused is None:
        told = Text("nothing is missing; a post came and went.")
    else:
        told = sentences(missing, post)
    return Joined(" ", ("-", Joined(": ", (Place(channel), told))))


def gone(channel: int) -> Text:
    told = Text("I do not know it any more; {setup} chooses another.", setup=SETUP)
    return Joined(" ", ("-", Joined(": ", (Place(channel), told))))


def checked(each: Iterable[Text], *, everywhere: bool, fine: bool) -> Text:
    """everywhere: games can be opened in every channel, so this one was looked at; fine: nothing
    is missing."""
    about = (
        Text("Games can be opened in every channel; this is how it stands in this one.")
        if everywhere
        else Text("This is how it stands in the channels for games, and in that of the log.")
    )
    return lines(about, *each, NOTHING if fine else WHO_GIVES)


WHO_GIVES: Final = Small(
    Text(
        "Whoever may manage the channel's permissions gives what is missing: in the channel's "
        "settings, Permissions, for my role. What is missing in all channels is given in Server "
        "Settings, Roles."
    )
)

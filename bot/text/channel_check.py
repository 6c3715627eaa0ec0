"""What the bot lacks in each channel, and who can give it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.text.servers import SETUP
from rules.text import NOTHING, Joined, Listed, Place, Small, Strong, Text, lines, sentences

TEST: Final = Text("Testing whether I can post here. I'll delete this right away.")


def line(channel: int, lacking: Iterable[str], refused: Text | None, *, tried: bool) -> Text:
    """How it stands in one channel. lacking: rights, by Discord's names; refused: why a post did
    not come and go; tried: whether there was one."""
    rights = [Strong(Text("{right}", right=each)) for each in lacking]
    missing = Text("Missing permissions: {rights}.", rights=Listed(rights)) if rights else NOTHING
    if not tried:
        post = Text("I can't post there at all.")
    elif refused is not None:
        post = Text("The test message failed: {why}.", why=refused)
    else:
        post = Text("The test message worked.")
    if not rights and refused is None:
        told = Text("nothing is missing, and the test message worked.")
    else:
        told = sentences(missing, post)
    return Joined(" ", ("-", Joined(": ", (Place(channel), told))))


def gone(channel: int) -> Text:
    told = Text("I can't find this channel any more. Choose another one with {setup}.", setup=SETUP)
    return Joined(" ", ("-", Joined(": ", (Place(channel), told))))


def checked(each: Iterable[Text], *, everywhere: bool, fine: bool) -> Text:
    """everywhere: games can be opened in every channel, so this one was looked at; fine: nothing
    is missing."""
    about = (
        Text("Games can start in any channel. I checked this one:")
        if everywhere
        else Text("I checked the game channels and the log channel:")
    )
    return lines(about, *each, NOTHING if fine else WHO_GIVES)


WHO_GIVES: Final = Small(
    Text(
        "To fix one channel, open its settings, then Permissions, then my role. To fix all "
        "channels, open Server Settings, then Roles."
    )
)

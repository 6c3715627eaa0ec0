"""Why something is refused that a server has set so, or that only those may do who manage it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.core.commands import Command
from rules.text import Listed, Mention, Name, Place, Strong, Text, sentences

NO_RIGHT: Final = Text(
    "You need the Manage Server permission to do that. The server's owner can give it to you."
)
# What somebody can do all the same who may not open games.
INSTEAD: Final = Text(
    "You can join other people's games, or practise alone in direct messages with me."
)
NOT_A_STARTER: Final = sentences(
    Text("Only server managers can start games here."),
    INSTEAD,
)
THREAD_IN_THREAD: Final = Text("A thread can't hold other threads. Do this in a text channel.")
NO_THREADS_HERE: Final = Text("This kind of channel can't have threads. Do this in a text channel.")
NO_RIGHT_TO_THREADS: Final = Text(
    "I can't open threads here. I need the permissions Create Public Threads and Send "
    "Messages in Threads; a channel manager can grant them."
)
SETUP: Final = Command("games-admin", "setup")


def not_of_the_role(role: str) -> Text:
    """role: what it is called; empty: there is no such role any more."""
    if not role:
        return Text(
            "The role that can start games here no longer exists. A server manager can "
            "choose another: {setup}.",
            setup=SETUP,
        )
    who = Strong(Name(role))
    why = Text(
        "Only members with the {role} role can start games here.",
        role=who,
    )
    return sentences(why, INSTEAD)


def not_in_this_channel(allowed: Iterable[int]) -> Text:
    """allowed: the channels in which the server wants its games."""
    return Text(
        "Games on this server run in {channels}. A server manager can change that: {setup}.",
        channels=Listed(map(Place, allowed), "or"),
        setup=SETUP,
    )


def doer(user: int) -> Mention:
    """Who has done something, with whom a line of the server's log begins: nobody is called by
    it."""
    return Mention(user, Text("A moderator"))

"""What the bot may read of a message without the message-content intent.

It reads its own messages, private ones and those that mention it; of all others it gets the
frame without content, embeds, attachments and components.
"""

from __future__ import annotations

from sandbox import shapes
from sandbox.model import Json, Message
from sandbox.state import State

_HIDDEN: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


def for_bot(state: State, it: Message, *, granted: bool) -> Json:
    """A message for the bot; `granted` says whether it may read everything."""
    shown = shapes.message(state, it)
    if granted:
        return shown
    if not _readable(state, it):
        shown |= _HIDDEN
    source = shown.get("referenced_message")
    if source and not _readable(state, state.messages[it.channel][source["id"]]):
        source |= _HIDDEN
    return shown


def event(state: State, it: Message, *, granted: bool) -> Json:
    """The same as MESSAGE_CREATE and MESSAGE_UPDATE carry it: with server and members."""
    shown = for_bot(state, it, granted=granted)
    if state.channels[it.channel].is_private:
        return shown
    shown["guild_id"] = state.guild_id
    for mentioned in shown["mentions"]:
        mentioned["member"] = shapes.partial_member(state.people[mentioned["id"]])
    if it.interaction is None:
        shown["member"] = shapes.partial_member(state.people[it.author])
    return shown


def _readable(state: State, it: Message) -> bool:
    private = state.channels[it.channel].is_private
    return private or it.author == state.bot_id or state.bot_id in it.mentions

"""What the bot may read of a message without the message-content intent.

It reads its own messages, private ones and those that mention it; of all others it gets the
frame without content, embeds, attachments and components.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox import shapes
from sandbox.model import Json, Message

if TYPE_CHECKING:
    from sandbox.world import World

_HIDDEN: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


def for_bot(world: World, it: Message, *, granted: bool) -> Json:
    """A message for the bot; `granted` says whether it may read everything."""
    shown = shapes.message(world, it)
    if granted:
        return shown
    if not _readable(world, it):
        shown |= _HIDDEN
    source = shown.get("referenced_message")
    if source and not _readable(world, world.messages[it.channel][source["id"]]):
        source |= _HIDDEN
    return shown


def event(world: World, it: Message, *, granted: bool) -> Json:
    """The same as MESSAGE_CREATE and MESSAGE_UPDATE carry it: with server and members."""
    shown = for_bot(world, it, granted=granted)
    if world.channels[it.channel].is_private:
        return shown
    shown["guild_id"] = world.guild_id
    for mentioned in shown["mentions"]:
        mentioned["member"] = shapes.partial_member(world.people[mentioned["id"]])
    if it.interaction is None:
        shown["member"] = shapes.partial_member(world.people[it.author])
    return shown


def _readable(world: World, it: Message) -> bool:
    private = world.channels[it.channel].is_private
    return private or it.author == world.bot_id or world.bot_id in it.mentions

"""Things as the page shows them to one person: Discord's objects with a few words more."""

from __future__ import annotations

from sandbox import shapes
from sandbox.model import Channel, Interaction, Json, Message, Person
from sandbox.permissions import may_see
from sandbox.state import State


def shows(state: State, it: Message, viewer: str) -> bool:
    """An ephemeral message has one viewer; others are seen by all who see the channel."""
    if it.only is not None:
        return it.only == viewer
    return may_see(state.channels[it.channel], viewer)


def message(state: State, it: Message, viewer: str) -> Json:
    shown = shapes.message(state, it)
    if it.only is not None:
        shown["ephemeral"] = True
    if it.thinking:
        shown["thinking"] = True
    if viewer in it.pings:
        shown["pings"] = True
    return shown


def channel(it: Channel) -> Json:
    shown: Json = {
        "id": it.id,
        "type": it.type,
        "name": it.name,
        "last_message_id": it.last_message,
    }
    if it.is_thread:
        shown |= {"parent_id": it.parent, "archived": it.archived, "locked": it.locked}
    if it.topic:
        shown["topic"] = it.topic
    return shown


def person(it: Person) -> Json:
    return {"id": it.id, "username": it.username, "global_name": it.global_name}


def everything(state: State, viewer: str | None = None) -> Json:
    """What a page needs to begin; without a viewer no private channel is shown."""
    channels = [c for c in state.channels.values() if may_see(c, viewer or "")]
    bot = {
        "id": state.bot_id,
        "username": state.bot.username,
        "online": state.online,
    }
    return {
        "guild": {"id": state.guild_id, "name": state.guild_name},
        "bot": bot,
        "people": [person(p) for p in state.people.values() if not p.bot],
        "channels": [channel(c) for c in channels],
        "commands": state.commands,
    }


def interaction(it: Interaction) -> Json:
    shown: Json = {"id": it.id, "state": it.state}
    if it.state == "failed":
        shown["error"] = "This interaction failed"
    return shown

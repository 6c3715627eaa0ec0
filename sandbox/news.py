"""Sends every change to the bot by the gateway and to the page by its stream."""

from __future__ import annotations

from urllib.parse import urlencode

from sandbox import shapes, views
from sandbox.gateway import GatewayIntents
from sandbox.model import Channel, Message, Person
from sandbox.permissions import Permission, bot_permissions
from sandbox.world import World


def message_written(world: World, it: Message, *, edited: bool = False) -> None:
    tell_bot(world, "MESSAGE_UPDATE" if edited else "MESSAGE_CREATE", it)
    world.stream.message("message_edit" if edited else "message", it)


def tell_bot(world: World, name: str, it: Message) -> None:
    channel = world.channels[it.channel]
    if it.only is not None or not bot_permissions(world, channel) & Permission.VIEW_CHANNEL:
        return
    intent = GatewayIntents.DIRECT_MESSAGES if channel.is_private else GatewayIntents.GUILD_MESSAGES
    for session in world.gateway.listeners(intent, private=channel.is_private):
        granted = session.wants(GatewayIntents.MESSAGE_CONTENT)
        session.tell(name, views.event(world, it, granted=granted))


def channel_created(world: World, it: Channel) -> None:
    if not it.is_private:
        name = "THREAD_CREATE" if it.is_thread else "CHANNEL_CREATE"
        fresh = {"newly_created": True} if it.is_thread else {}
        world.gateway.tell(name, {**shapes.channel(world, it), **fresh}, GatewayIntents.GUILDS)
    world.stream.channel(it)


def channel_changed(world: World, it: Channel) -> None:
    name = "THREAD_UPDATE" if it.is_thread else "CHANNEL_UPDATE"
    world.gateway.tell(name, shapes.channel(world, it), GatewayIntents.GUILDS)
    world.stream.channel(it)


def activity_launched(world: World, person: Person, channel: Channel) -> str:
    """The instance that a person is in now."""
    it = world.activities.launch(person, channel)
    about = {"instance_id": it.id, "location_id": it.location["id"], "launch_id": it.launch}
    about |= {key: it.location[key] for key in ("channel_id", "guild_id") if key in it.location}
    frame = {"instance": it.id, "origin": world.activities.origin, "query": urlencode(about)}
    world.stream.tell("activity", frame, person.id.__eq__)
    return it.id

"""Sends every change to the bot by the gateway and to the page by its stream."""

from __future__ import annotations

from functools import partial

from sandbox import shapes, views
from sandbox.gateway import Intent
from sandbox.model import Channel, Interaction, Json, Message, Person
from sandbox.permissions import Permission, bot_permissions, may_see
from sandbox.world import World


def message_created(world: World, it: Message) -> None:
    tell_bot(world, "MESSAGE_CREATE", it)
    world.stream.message("message", it)


def message_edited(world: World, it: Message) -> None:
    tell_bot(world, "MESSAGE_UPDATE", it)
    world.stream.message("message_edit", it)


def message_deleted(world: World, it: Message) -> None:
    """Announce a deletion, before the message is deleted."""
    if it.only is None:
        guild = not world.channels[it.channel].is_private
        gone: Json = {"id": it.id, "channel_id": it.channel}
        if guild:
            gone["guild_id"] = world.guild_id
        world.gateway.tell("MESSAGE_DELETE", gone, _messages(guild))
    shown = {"channel": it.channel, "message": it.id}
    world.stream.tell("message_delete", shown, partial(views.shows, world, it))


def tell_bot(world: World, name: str, it: Message) -> None:
    channel = world.channels[it.channel]
    if it.only is not None or not bot_permissions(world, channel) & Permission.VIEW_CHANNEL:
        return
    for session in world.gateway.listeners(
        _messages(not channel.is_private), private=channel.is_private
    ):
        granted = session.wants(Intent.MESSAGE_CONTENT)
        session.tell(name, views.event(world, it, granted=granted))


def _messages(guild: bool) -> Intent:
    return Intent.GUILD_MESSAGES if guild else Intent.DIRECT_MESSAGES


# -- channels


def channel_created(world: World, it: Channel) -> None:
    if not it.is_private:
        name = "THREAD_CREATE" if it.is_thread else "CHANNEL_CREATE"
        fresh = {"newly_created": True} if it.is_thread else {}
        world.gateway.tell(name, {**shapes.channel(world, it), **fresh}, Intent.GUILDS)
    world.stream.channel(it)


def channel_changed(world: World, it: Channel) -> None:
    name = "THREAD_UPDATE" if it.is_thread else "CHANNEL_UPDATE"
    world.gateway.tell(name, shapes.channel(world, it), Intent.GUILDS)
    world.stream.channel(it)


def channel_deleted(world: World, it: Channel) -> None:
    shown = shapes.channel(world, it)
    if it.is_thread:
        kept = ("id", "type", "guild_id", "parent_id")
        gone = {name: shown[name] for name in kept}
        world.gateway.tell("THREAD_DELETE", gone, Intent.GUILDS)
    else:
        world.gateway.tell("CHANNEL_DELETE", shown, Intent.GUILDS)
    world.stream.tell("channel_delete", {"channel": it.id}, partial(may_see, it))


def bot_role_changed(world: World) -> None:
    """Announce the bot's role, and everybody's, which gives the bot rights too."""
    everybody, *_, bot = shapes.roles(world)
    for role in (bot, everybody):
        about = {"guild_id": world.guild_id, "role": role}
        world.gateway.tell("GUILD_ROLE_UPDATE", about, Intent.GUILDS)


# -- people and what they do


def person_joined(world: World, it: Person) -> None:
    about = {**shapes.member(it), "guild_id": world.guild_id}
    world.gateway.tell("GUILD_MEMBER_ADD", about, Intent.MEMBERS)
    world.stream.person(it)


def person_banned(world: World, it: Person) -> None:
    about = {"guild_id": world.guild_id, "user": shapes.user(it)}
    world.gateway.tell("GUILD_BAN_ADD", about, Intent.MODERATION)


def activity_launched(world: World, person: Person, channel: Channel) -> str:
    """The instance that a person is in now."""
    it = world.activities.launch(person, channel)
    world.stream.tell("activity", world.activities.shown(it), person.id.__eq__)
    return it.id


def interaction_opened(world: World, it: Interaction) -> None:
    """Send an interaction, also a second time."""
    world.gateway.tell("INTERACTION_CREATE", it.payload)

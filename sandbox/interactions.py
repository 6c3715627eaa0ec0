"""The life of an interaction: what a person did and how the bot answers.

    sent ─┬─► done       answered with a message, or the pressed message changed
          ├─► thinking ─► done
          └─► failed     nothing within 3 seconds

Its token is good for further answers for 15 minutes.
"""

from __future__ import annotations

import asyncio
import os
import secrets

from sandbox import model, news, shapes
from sandbox.limits import FILE_SIZE
from sandbox.limits_commands import PARTS
from sandbox.model import Channel, Interaction, Json, Message, Person
from sandbox.permissions import bot_permissions, person_permissions
from sandbox.world import World

PATIENCE_VARIABLE = "LUMBERCAMP_SANDBOX_PATIENCE"  # seconds; tests on a busy machine set it higher
FIRST_ANSWER_SECONDS = float(os.environ.get(PATIENCE_VARIABLE, "3"))
TOKEN_SECONDS = 15 * 60


def begin(
    world: World,
    person: Person,
    channel: Channel,
    kind: int,
    data: Json,
    message: Message | None = None,
) -> Interaction:
    """A person does something; the bot is told and has three seconds."""
    token = secrets.token_urlsafe(48)
    it = Interaction(world.new_id(), kind, token, person.id, channel.id, world.clock.now(), {})
    it.payload = _payload(world, it, person, channel, data)
    if message is not None:
        it.message = message.id
        it.payload["message"] = shapes.message(world, message)
    world.add(it)
    if kind != model.AUTOCOMPLETE:
        world.stream.interaction(it)
    news.interaction_opened(world, it)
    watch(world)
    return it


def _payload(world: World, it: Interaction, person: Person, channel: Channel, data: Json) -> Json:
    return {
        "id": it.id,
        "application_id": world.bot_id,
        "type": it.type,
        "token": it.token,
        "version": 1,
        "data": data,
        "channel_id": channel.id,
        "channel": _channel(world, channel, person),
        "locale": world.locale,
        "app_permissions": str(bot_permissions(world, channel)),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": FILE_SIZE,
        **_place(world, channel, person),
    }


def _channel(world: World, channel: Channel, person: Person) -> Json:
    shown = shapes.channel(world, channel)
    return {**shown, "permissions": str(person_permissions(world, person, channel))}


def _place(world: World, channel: Channel, person: Person) -> Json:
    """Where and who: a member of the server, or a user in the private channel."""
    if channel.is_private:
        owners = {"authorizing_integration_owners": {"0": "0"}}
        return {"user": shapes.user(person), "context": 1, **owners}
    may = str(person_permissions(world, person, channel))
    return {
        "guild_id": world.guild_id,
        "guild": {"id": world.guild_id, "locale": world.guild_locale, "features": []},
        "guild_locale": world.guild_locale,
        "member": {**shapes.member(person), "permissions": may},
        "context": 0,
        "authorizing_integration_owners": {"0": world.guild_id},
    }


def metadata(world: World, it: Interaction, original: str | None) -> Json:
    """What an answer tells about the interaction it answers."""
    shown: Json = {
        "id": it.id,
        "type": it.type,
        "user": shapes.user(world.people[it.user]),
        "authorizing_integration_owners": it.payload["authorizing_integration_owners"],
    }
    if original is not None:
        shown["original_response_message_id"] = original
    if it.type == model.COMMAND_RUN:
        shown["name"] = command_name(it.payload["data"])
    elif it.type == model.COMPONENT:
        shown["interacted_message_id"] = it.message
    elif it.opener is not None:
        opener = world.interactions[it.opener]
        shown["triggering_interaction_metadata"] = metadata(world, opener, None)
    return shown


def command_name(data: Json) -> str:
    """The whole name: "logger turn", "games season join"."""
    names, options = [data["name"]], data.get("options")
    while options and options[0]["type"] in PARTS:
        names.append(options[0]["name"])
        options = options[0]["options"]
    return " ".join(names)


# -- time and states


def age(world: World, it: Interaction) -> float:
    return world.clock.now() - it.at


def watch(world: World) -> None:
    """Look again when three seconds are over, for the newest too."""
    asyncio.get_running_loop().call_later(FIRST_ANSWER_SECONDS + 0.05, expire, world)


def expire(world: World) -> None:
    """Whatever has waited too long has failed."""
    if world.store.closed:
        return
    for it in list(world.unanswered.values()):
        if age(world, it) > FIRST_ANSWER_SECONDS:
            set_state(world, it, "failed")


def set_state(world: World, it: Interaction, state: str) -> None:
    it.state = state
    world.unanswered.pop(it.id, None)
    world.keep(it)
    if it.type != model.AUTOCOMPLETE:
        world.stream.interaction(it)

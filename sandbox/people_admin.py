"""What tests, and the owner of the server, may do besides: people, channels, time, repetition."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from sandbox import interactions, news, permissions, views
from sandbox.faults import KINDS, accident
from sandbox.founding import CAMPERS_ROLE
from sandbox.gateway import UNKNOWN_ERROR
from sandbox.model import TEXT, Channel, Json, Person
from sandbox.people_call import PersonCall
from sandbox.refusals import Sorry
from sandbox.rest_channels import remove


async def _add(call: PersonCall) -> Json:
    """A further person joins the server."""
    world, name = call.world, call.text("name").strip()
    if not 1 <= len(name) <= 32:
        raise Sorry("A name must have 1 to 32 characters.")
    username = re.sub(r"[^a-z0-9_.]", "", name.lower()) or "camper"
    person = Person(world.new_id(), username, name, world.clock.stamp(), [CAMPERS_ROLE])
    world.add(person)
    news.person_joined(world, person)
    return {"person": views.person(world, person)}


async def _create_channel(call: PersonCall) -> Json:
    world = call.world
    name = re.sub(r"\s+", "-", call.text("name").strip().lower())
    if not 1 <= len(name) <= 100:
        raise Sorry("A channel name must have 1 to 100 characters.")
    channel = Channel(world.new_id(), TEXT, name, world.clock.stamp(), position=len(world.channels))
    world.add(channel)
    news.channel_created(world, channel)
    return {"channel": views.channel(channel)}


async def _delete_channel(call: PersonCall) -> Json:
    remove(call.world, _any_channel(call))
    return {}


def _any_channel(call: PersonCall) -> Channel:
    channel = call.world.channels.get(call.text("channel"))
    if channel is None or channel.is_private:
        raise Sorry("There's no such channel.", 404)
    return channel


async def _permissions(call: PersonCall) -> Json:
    """What the bot lacks, on the whole server or in one channel; an empty list gives all back."""
    bits = permissions.named(call.body.get("deny") or [])
    channel = _any_channel(call) if call.body.get("channel") else None
    call.world.deny(bits, channel)
    if channel is None:
        news.bot_role_changed(call.world)
    else:
        news.channel_changed(call.world, channel)
    return {}


async def _rights(call: PersonCall) -> Json:
    """What a person may do besides; an empty list takes all of it away."""
    call.person.may = permissions.named(call.body.get("may") or [])
    call.world.keep(call.person)
    call.world.stream.person(call.person)
    return {}


async def _clock(call: PersonCall) -> Json:
    """Push Discord's clock forward."""
    seconds = call.body.get("add")
    if not isinstance(seconds, int | float) or seconds < 0:
        raise Sorry("The field add must be a number of seconds.")
    call.world.add_time(seconds)
    interactions.expire(call.world)
    return {}


async def _fault(call: PersonCall) -> Json:
    """Let the next requests of the bot go wrong; with nothing but "as", no more of them."""
    if "kind" not in call.body:
        call.world.faults.clear()
        return {}
    kind, seconds = call.text("kind"), call.body.get("seconds", 0.1)
    if kind not in KINDS or not isinstance(seconds, int | float):
        raise Sorry(f"The field kind must be one of {', '.join(KINDS)}, and seconds a number.")
    try:
        path = re.compile(call.text("path")).pattern
    except re.error as wrong:
        raise Sorry(f"The field path isn't a regular expression: {wrong}.") from None
    fault = accident(kind, call.text("method"), path, seconds=seconds)
    fault.times, fault.done = call.number("times", 1), call.body.get("done") is True
    call.world.faults.append(fault)
    return {}


async def _gateway(call: PersonCall) -> Json:
    """Disturb the bot's line: close it, or tell it to reconnect, or that its session is void."""
    gateway, what = call.world.gateway, call.text("do")
    if what == "close":
        await gateway.drop(call.number("code", UNKNOWN_ERROR))
    elif what == "reconnect":
        gateway.ask_to_reconnect()
    elif what in ("invalid", "forgotten"):
        gateway.invalidate(resumable=what == "invalid")
    else:
        raise Sorry("The field do must be close, reconnect, invalid or forgotten.")
    return {}


async def _thread(call: PersonCall) -> Json:
    """A moderator archives or locks a thread, or opens it again."""
    thread = _any_channel(call)
    if not thread.is_thread:
        raise Sorry("That isn't a thread.")
    thread.archived = call.body.get("archived") is True
    thread.locked = call.body.get("locked") is True
    thread.archived_at = call.world.clock.stamp()
    call.world.keep(thread)
    news.channel_changed(call.world, thread)
    return {}


async def _again(call: PersonCall) -> Json:
    """Deliver the very same interaction or message to the bot once more."""
    world = call.world
    if call.body.get("interaction"):
        it = world.interactions.get(call.text("interaction"))
        if it is None:
            raise Sorry("There's no such interaction.", 404)
        news.interaction_opened(world, it)
        return {}
    wanted = call.text("message")
    for messages in world.messages.values():
        if wanted in messages:
            news.redeliver(world, messages[wanted])
            return {}
    raise Sorry("There's no such message.", 404)


async def _privacy(call: PersonCall) -> Json:
    """Whether a person takes private messages from the bot."""
    person = call.person
    person.unreachable = call.body.get("direct_messages") is False
    call.world.keep(person)
    return {}


async def _leave(call: PersonCall) -> Json:
    """A person leaves the server, or is banned from it: only of that a bot hears unprivileged."""
    call.person.gone = call.person.unreachable = True
    call.world.keep(call.person)
    if call.body.get("banned") is True:
        news.person_banned(call.world, call.person)
    return {}


ACTIONS: dict[str, Callable[[PersonCall], Awaitable[Json]]] = {
    "add": _add,
    "channel": _create_channel,
    "channel/delete": _delete_channel,
    "permissions": _permissions,
    "rights": _rights,
    "clock": _clock,
    "fault": _fault,
    "gateway": _gateway,
    "thread": _thread,
    "again": _again,
    "privacy": _privacy,
    "leave": _leave,
}

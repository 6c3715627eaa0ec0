"""The acts of people in the page, of tests and of the server's owner, as JSON over HTTP."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from sandbox import interactions, news, options, permissions, posts, shapes, views
from sandbox.gateway import GatewayIntents
from sandbox.limits import ENTRY_POINT
from sandbox.model import (
    AUTOCOMPLETE,
    CAMPERS_ROLE,
    COMMAND_RUN,
    COMPONENT,
    FORM_SENT,
    REPLY,
    TEXT,
    Channel,
    Json,
    Message,
    Person,
)
from sandbox.permissions import may_see
from sandbox.posts import MessageForm, Origin
from sandbox.refusals import Refusal, Sorry
from sandbox.rest_channels import remove
from sandbox.world import KINDS, World, accident


@dataclass(slots=True)
class PersonCall:
    """A request of a person; every property raises `Sorry` if its field is missing or wrong."""

    world: World
    body: Json

    @property
    def person(self) -> Person:
        person = self.world.people.get(self.text("as"))
        if person is None or person.bot:
            raise Sorry("There's no such person.", 404)
        return person

    @property
    def channel(self) -> Channel:
        channel = self.world.channels.get(self.text("channel"))
        if channel is None or not may_see(channel, self.person.id):
            raise Sorry("There's no such channel.", 404)
        return channel

    def message(self, field: str = "message") -> Message:
        found = self.world.messages[self.channel.id].get(self.text(field))
        if found is None or not views.shows(self.world, found, self.person.id):
            raise Sorry("There's no such message.", 404)
        return found

    def text(self, field: str) -> str:
        value = self.body.get(field)
        if not isinstance(value, str):
            raise Sorry(f"The field {field} is missing.")
        return value

    def mapping(self, field: str) -> Json:
        value = self.body.get(field) or {}
        if not isinstance(value, dict):
            raise Sorry(f"The field {field} must be an object.")
        return value

    def number(self, field: str, default: int) -> int:
        try:
            return int(self.body.get(field) or default)
        except ValueError:
            raise Sorry(f"The field {field} must be a number.") from None


async def _add(call: PersonCall) -> Json:
    """Add a person to the server."""
    world, name = call.world, call.text("name").strip()
    if not 1 <= len(name) <= 32:
        raise Sorry("A name must have 1 to 32 characters.")
    username = re.sub(r"[^a-z0-9_.]", "", name.lower()) or "camper"
    person = Person(world.new_id(), username, name, world.clock.stamp(), [CAMPERS_ROLE])
    world.add(person)
    about = {**shapes.member(person), "guild_id": world.guild_id}
    world.gateway.tell("GUILD_MEMBER_ADD", about, GatewayIntents.MEMBERS)
    world.stream.person(person)
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


async def _delete_channel(call: PersonCall) -> None:
    remove(call.world, _any_channel(call))


def _any_channel(call: PersonCall) -> Channel:
    channel = call.world.channels.get(call.text("channel"))
    if channel is None or channel.is_private:
        raise Sorry("There's no such channel.", 404)
    return channel


async def _permissions(call: PersonCall) -> None:
    """Take permissions from the bot, on the whole server or in one channel; an empty list restores
    all."""
    bits = permissions.bits_of(call.body.get("deny") or [])
    channel = _any_channel(call) if call.body.get("channel") else None
    call.world.deny(bits, channel)
    if channel is None:
        everybody, *_, bot = shapes.roles(call.world)
        for role in (bot, everybody):  # everybody's role gives the bot rights, too
            about = {"guild_id": call.world.guild_id, "role": role}
            call.world.gateway.tell("GUILD_ROLE_UPDATE", about, GatewayIntents.GUILDS)
    else:
        news.channel_changed(call.world, channel)


async def _rights(call: PersonCall) -> None:
    """Set a person's additional permissions; an empty list removes them."""
    call.person.may = permissions.bits_of(call.body.get("may") or [])
    call.world.keep(call.person)
    call.world.stream.person(call.person)


async def _clock(call: PersonCall) -> None:
    """Push Discord's clock forward."""
    seconds = call.body.get("add")
    if not isinstance(seconds, int | float) or seconds < 0:
        raise Sorry("The field add must be a number of seconds.")
    call.world.add_time(seconds)
    interactions.expire(call.world)


async def _fault(call: PersonCall) -> None:
    """Make the next requests of the bot fail; with only "as", stop that."""
    if "kind" not in call.body:
        call.world.faults.clear()
        return
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


async def _gateway(call: PersonCall) -> None:
    """Disturb the bot's connection: close it, ask it to reconnect, or invalidate its session."""
    gateway, what = call.world.gateway, call.text("do")
    if what == "close":
        await gateway.drop(call.number("code", 4000))
    elif what == "reconnect":
        gateway.ask_to_reconnect()
    elif what in ("invalid", "forgotten"):
        gateway.invalidate(resumable=what == "invalid")
    else:
        raise Sorry("The field do must be close, reconnect, invalid or forgotten.")


async def _thread(call: PersonCall) -> None:
    """Archive, lock or reopen a thread as a moderator."""
    thread = _any_channel(call)
    if not thread.is_thread:
        raise Sorry("That isn't a thread.")
    thread.archived = call.body.get("archived") is True
    thread.locked = call.body.get("locked") is True
    thread.archived_at = call.world.clock.stamp()
    call.world.keep(thread)
    news.channel_changed(call.world, thread)


async def _again(call: PersonCall) -> None:
    """Deliver an interaction or message to the bot once more."""
    world = call.world
    if call.body.get("interaction"):
        it = world.interactions.get(call.text("interaction"))
        if it is None:
            raise Sorry("There's no such interaction.", 404)
        world.gateway.tell("INTERACTION_CREATE", it.payload)
        return
    wanted = call.text("message")
    for messages in world.messages.values():
        if wanted in messages:
            news.tell_bot(world, "MESSAGE_CREATE", messages[wanted])
            return
    raise Sorry("There's no such message.", 404)


async def _privacy(call: PersonCall) -> None:
    """Set whether a person takes private messages from the bot."""
    person = call.person
    person.unreachable = call.body.get("direct_messages") is False
    call.world.keep(person)


async def _leave(call: PersonCall) -> None:
    """Remove a person from the server, or ban them; without privileges, a bot hears only of
    bans."""
    call.person.gone = call.person.unreachable = True
    call.world.keep(call.person)
    if call.body.get("banned") is True:
        about = {"guild_id": call.world.guild_id, "user": shapes.user(call.person)}
        call.world.gateway.tell("GUILD_BAN_ADD", about, GatewayIntents.MODERATION)


Action = Callable[[PersonCall], Awaitable[Json | None]]


def install(app: web.Application, world: World) -> None:
    def door(action: Action | None) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """Answer with an action's result; None: with the stream."""

        async def answer(request: web.Request) -> web.StreamResponse:
            try:
                _check_host(request)
                call = PersonCall(world, await _body(request))
                if action is None:
                    return await world.stream.connect(request, call.person)
                return web.json_response(await action(call) or {})
            except Sorry as sorry:
                return web.json_response({"error": str(sorry)}, status=sorry.status)
            except Refusal as refusal:
                return web.json_response({"error": refusal.message + "."}, status=refusal.status)

        return answer

    app.router.add_get("/people", door(_everything))
    app.router.add_get("/people/history", door(_history))
    app.router.add_get("/people/stream", door(None))
    for name, action in _ACTIONS.items():
        app.router.add_post(f"/people/{name}", door(action))


def _check_host(request: web.Request) -> None:
    """Allow only our own page: not another port of this machine, nor a foreign page, nor a foreign
    name for this address. Programs other than browsers send no origin."""
    if urlsplit(f"//{request.host}").hostname not in ("127.0.0.1", "localhost"):
        raise Sorry("The sandbox only answers this computer.", 403)
    if request.headers.get("Origin") not in (None, f"{request.scheme}://{request.host}"):
        raise Sorry("The sandbox only answers its own page on this computer.", 403)


async def _body(request: web.Request) -> Json:
    if request.method == "GET":
        return dict(request.query)
    try:
        body = json.loads(await request.read() or b"{}")
    except (ValueError, RecursionError):
        raise Sorry("The request isn't JSON.") from None
    if not isinstance(body, dict):
        raise Sorry("The request must be a JSON object.")
    return body


async def _everything(call: PersonCall) -> Json:
    return views.everything(call.world, call.person.id if "as" in call.body else None)


async def _history(call: PersonCall) -> Json:
    world, viewer, channel = call.world, call.person.id, call.channel
    before, limit = call.number("before", 1 << 64), min(call.number("limit", 50), 200)
    seen = [m for m in world.messages[channel.id].values() if views.shows(world, m, viewer)]
    part = [m for m in seen if int(m.id) < before][-limit:]
    return {"messages": [views.message(world, m, viewer) for m in part]}


async def _say(call: PersonCall) -> Json:
    world, person, channel = call.world, call.person, call.channel
    content = _content(call)
    if channel.locked and person.id != world.owner:
        raise Sorry("This thread is locked.", 403)
    origin = Origin()
    if call.body.get("reply_to"):
        replied = call.message("reply_to")
        reference = {"channel_id": replied.channel, "message_id": replied.id}
        pinged = replied if call.body.get("ping", True) else None
        origin = Origin(REPLY, replied=pinged, reference=reference)
    message = posts.post(world, channel, person, MessageForm({"content": content}), origin)
    return {"message": views.message(world, message, person.id)}


def _content(call: PersonCall) -> str:
    content = call.text("content").strip()
    if not content:
        raise Sorry("A message needs some text.")
    if len(content) > 2000:
        raise Sorry(f"That's {len(content)} characters; the limit is 2000.")
    return content


async def _edit(call: PersonCall) -> Json:
    message = call.message()
    if message.author != call.person.id:
        raise Sorry("You can only edit your own messages.", 403)
    posts.edit(call.world, message, MessageForm({"content": _content(call)}))
    return {"message": views.message(call.world, message, call.person.id)}


async def _delete(call: PersonCall) -> None:
    message = call.message()
    # Only the person who sees an ephemeral message can dismiss it.
    if call.person.id not in (message.author, message.only, call.world.owner):
        raise Sorry("You can only delete your own messages.", 403)
    posts.delete(call.world, message)


async def _slash(call: PersonCall) -> Json:
    world, person, channel = call.world, call.person, call.channel
    name, given = call.text("command"), call.mapping("options")
    data = options.command_data(world, person, channel, name, given)
    return {"interaction": interactions.begin(world, person, channel, COMMAND_RUN, data).id}


async def _launch(call: PersonCall) -> Json:
    """Open the Activity from the launcher: Discord opens it itself, or asks the bot."""
    world, person, channel = call.world, call.person, call.channel
    command = next((c for c in world.commands if c["type"] == ENTRY_POINT), None)
    if command is None or not world.activities.target:
        raise Sorry("This application has no Activity.", 404)
    if command["handler"] == 1:
        data = {"id": command["id"], "name": command["name"], "type": ENTRY_POINT}
        return {"interaction": interactions.begin(world, person, channel, COMMAND_RUN, data).id}
    news.activity_launched(world, person, channel)
    posts.post(
        world, channel, world.bot, MessageForm({"content": "The Activity is open."}), Origin()
    )
    return {}


async def _authorize(call: PersonCall) -> Json:
    """Agree to share a person's identity with an Activity's page."""
    return {"code": call.world.activities.authorize(call.person)}


async def _close(call: PersonCall) -> None:
    call.world.activities.leave(call.person, call.text("instance"))


async def _complete(call: PersonCall) -> Json:
    world, name, given = call.world, call.text("command"), call.mapping("options")
    data = options.completion_data(world, name, given, call.text("focused"))
    it = interactions.begin(world, call.person, call.channel, AUTOCOMPLETE, data)
    asked = asyncio.get_running_loop().create_future()
    world.waiting[it.id] = asked
    try:
        choices = await asyncio.wait_for(asked, interactions.FIRST_ANSWER_SECONDS)
    except TimeoutError:
        choices = []
    finally:
        world.waiting.pop(it.id, None)
    return {"choices": [{"name": each["name"], "value": each["value"]} for each in choices]}


async def _press(call: PersonCall) -> Json:
    world, person, message = call.world, call.person, call.message()
    values: Any = call.body.get("values") or []
    data = options.press_data(message, call.text("custom_id"), [str(v) for v in values])
    it = interactions.begin(world, person, call.channel, COMPONENT, data, message)
    return {"interaction": it.id}


async def _submit(call: PersonCall) -> Json:
    """Send an interaction's form."""
    world, person = call.world, call.person
    opener = world.interactions.get(call.text("interaction"))
    if opener is None or opener.form is None or opener.user != person.id:
        raise Sorry("There's no such form.", 404)
    data = options.form_data(opener.form, call.mapping("values"))
    channel = world.channel(opener.channel)
    message = world.messages[channel.id].get(opener.message or "")
    it = interactions.begin(world, person, channel, FORM_SENT, data, message)
    it.opener = opener.id
    world.keep(it)
    return {"interaction": it.id}


async def _dm(call: PersonCall) -> Json:
    fresh = call.world.private_channel(call.person.id)
    call.world.stream.channel(fresh)
    return {"channel": views.channel(fresh)}


_ACTIONS: dict[str, Action] = {
    "say": _say,
    "edit": _edit,
    "delete": _delete,
    "slash": _slash,
    "activity/launch": _launch,
    "activity/authorize": _authorize,
    "activity/close": _close,
    "complete": _complete,
    "press": _press,
    "submit": _submit,
    "dm": _dm,
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

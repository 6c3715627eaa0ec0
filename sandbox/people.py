"""The acts of people in the page, of tests and of the server's owner, as JSON over HTTP. The data
of interactions is checked as by a client."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from sandbox import interactions, model, permissions, shapes, views
from sandbox.gateway import GatewayIntents
from sandbox.limits import ENTRY_POINT, INTEGER, PARTS, STRING, MessageForm
from sandbox.model import Channel, Json, Message, Person
from sandbox.permissions import may_see
from sandbox.refusals import Refusal, Sorry
from sandbox.world import KINDS, World, accident


@dataclass(slots=True)
class PersonCall:
    """A request of a person; every property raises `Sorry` if its field is missing or wrong. Each
    method act_x_y answers /people/x/y."""

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

    async def act_add(self) -> Json:
        """Add a person to the server."""
        world, name = self.world, self.text("name").strip()
        if not 1 <= len(name) <= 32:
            raise Sorry("A name must have 1 to 32 characters.")
        username = re.sub(r"[^a-z0-9_.]", "", name.lower()) or "camper"
        person = Person(world.new_id(), username, name, world.clock.stamp(), [model.CAMPERS_ROLE])
        world.add(person)
        about = {**shapes.member(person), "guild_id": world.guild_id}
        world.gateway.tell("GUILD_MEMBER_ADD", about, GatewayIntents.MEMBERS)
        world.stream.person(person)
        return {"person": views.person(world, person)}

    async def act_channel(self) -> Json:
        world, name = self.world, re.sub(r"\s+", "-", self.text("name").strip().lower())
        if not 1 <= len(name) <= 100:
            raise Sorry("A channel name must have 1 to 100 characters.")
        channel = Channel(
            world.new_id(), model.TEXT, name, world.clock.stamp(), position=len(world.channels)
        )
        world.add(channel)
        world.announce_channel(channel, new=True)
        return {"channel": views.channel(channel)}

    async def act_channel_delete(self) -> None:
        self.world.remove(self.any_channel())

    def any_channel(self) -> Channel:
        channel = self.world.channels.get(self.text("channel"))
        if channel is None or channel.is_private:
            raise Sorry("There's no such channel.", 404)
        return channel

    async def act_permissions(self) -> None:
        """Take permissions from the bot, on the server or in one channel; an empty list restores
        all."""
        bits = permissions.bits_of(self.body.get("deny") or [])
        channel = self.any_channel() if self.body.get("channel") else None
        if channel is None:
            self.world.denied = bits
            self.world.store.set("denied", bits)
            everybody, *_, bot = shapes.roles(self.world)
            for role in (bot, everybody):  # everybody's role gives the bot rights, too
                about = {"guild_id": self.world.guild_id, "role": role}
                self.world.gateway.tell("GUILD_ROLE_UPDATE", about, GatewayIntents.GUILDS)
        else:
            channel.denied = bits
            self.world.store.keep(channel)
            self.world.announce_channel(channel)

    async def act_rights(self) -> None:
        """Set a person's additional permissions; an empty list removes them."""
        self.person.may = permissions.bits_of(self.body.get("may") or [])
        self.world.store.keep(self.person)
        self.world.stream.person(self.person)

    async def act_clock(self) -> None:
        """Push Discord's clock forward."""
        seconds = self.body.get("add")
        if not isinstance(seconds, int | float) or seconds < 0:
            raise Sorry("The field add must be a number of seconds.")
        self.world.add_time(seconds)
        interactions.expire(self.world)

    async def act_fault(self) -> None:
        """Make the next requests of the bot fail; with only "as", stop that."""
        if "kind" not in self.body:
            self.world.faults.clear()
            return
        kind, seconds = self.text("kind"), self.body.get("seconds", 0.1)
        if kind not in KINDS or not isinstance(seconds, int | float):
            raise Sorry(f"The field kind must be one of {', '.join(KINDS)}, and seconds a number.")
        try:
            path = re.compile(self.text("path")).pattern
        except re.error as wrong:
            raise Sorry(f"The field path isn't a regular expression: {wrong}.") from None
        fault = accident(kind, self.text("method"), path, seconds=seconds)
        fault.times, fault.done = self.number("times", 1), self.body.get("done") is True
        self.world.faults.append(fault)

    async def act_gateway(self) -> None:
        """Close the bot's connection, ask it to reconnect, or invalidate its session."""
        gateway, what = self.world.gateway, self.text("do")
        if what == "close":
            await gateway.drop(self.number("code", 4000))
        elif what == "reconnect":
            gateway.ask_to_reconnect()
        elif what in ("invalid", "forgotten"):
            gateway.invalidate(resumable=what == "invalid")
        else:
            raise Sorry("The field do must be close, reconnect, invalid or forgotten.")

    async def act_post(self) -> Json:
        """Open a post in a forum."""
        forum, name = self.channel, self.text("name").strip()
        if forum.type != model.FORUM or not 1 <= len(name) <= 100:
            raise Sorry("A post needs a forum, and a name of 1 to 100 characters.")
        draft = MessageForm({"content": self.content()})
        return {"channel": views.channel(self.world.open_post(forum, self.person, name, draft, []))}

    async def act_thread(self) -> None:
        """Archive, lock or reopen a thread as a moderator."""
        thread = self.any_channel()
        if not thread.is_thread:
            raise Sorry("That isn't a thread.")
        thread.archived = self.body.get("archived") is True
        thread.locked = self.body.get("locked") is True
        thread.archived_at = self.world.clock.stamp()
        self.world.store.keep(thread)
        self.world.announce_channel(thread)

    async def act_again(self) -> None:
        """Deliver an interaction or message to the bot once more."""
        world = self.world
        if self.body.get("interaction"):
            it = world.interactions.get(self.text("interaction"))
            if it is None:
                raise Sorry("There's no such interaction.", 404)
            world.gateway.tell("INTERACTION_CREATE", it.payload)
            return
        wanted = self.text("message")
        for messages in world.messages.values():
            if wanted in messages:
                world.tell_bot("MESSAGE_CREATE", messages[wanted])
                return
        raise Sorry("There's no such message.", 404)

    async def act_privacy(self) -> None:
        """Set whether a person takes private messages from the bot."""
        person = self.person
        person.unreachable = self.body.get("direct_messages") is False
        self.world.store.keep(person)

    async def act_leave(self) -> None:
        """Remove a person from the server, or ban them; without privileges, a bot hears only of
        bans."""
        self.person.gone = self.person.unreachable = True
        self.world.store.keep(self.person)
        if self.body.get("banned") is True:
            about = {"guild_id": self.world.guild_id, "user": shapes.user(self.person)}
            self.world.gateway.tell("GUILD_BAN_ADD", about, GatewayIntents.MODERATION)

    async def everything(self) -> Json:
        return views.everything(self.world, self.person.id if "as" in self.body else None)

    async def history(self) -> Json:
        world, viewer, channel = self.world, self.person.id, self.channel
        before, limit = self.number("before", 1 << 64), min(self.number("limit", 50), 200)
        seen = [m for m in world.messages[channel.id].values() if views.shows(world, m, viewer)]
        part = [m for m in seen if int(m.id) < before][-limit:]
        return {"messages": [views.message(world, m, viewer) for m in part]}

    async def act_say(self) -> Json:
        world, person, channel = self.world, self.person, self.channel
        content = self.content()
        if channel.type == model.FORUM:
            raise Sorry("A forum holds posts; write in one of them.")
        if channel.locked and person.id != world.owner:
            raise Sorry("This thread is locked.", 403)
        replied = self.message("reply_to") if self.body.get("reply_to") else None
        draft, ping = MessageForm({"content": content}), bool(self.body.get("ping", True))
        message = world.post(channel, person, draft, reply_to=replied, ping=ping)
        return {"message": views.message(world, message, person.id)}

    def content(self) -> str:
        content = self.text("content").strip()
        if not content:
            raise Sorry("A message needs some text.")
        if len(content) > 2000:
            raise Sorry(f"That's {len(content)} characters; the limit is 2000.")
        return content

    async def act_edit(self) -> Json:
        message = self.message()
        if message.author != self.person.id:
            raise Sorry("You can only edit your own messages.", 403)
        self.world.edit(message, MessageForm({"content": self.content()}))
        return {"message": views.message(self.world, message, self.person.id)}

    async def act_delete(self) -> None:
        message = self.message()
        # Only the person who sees an ephemeral message can dismiss it.
        if self.person.id not in (message.author, message.only, self.world.owner):
            raise Sorry("You can only delete your own messages.", 403)
        self.world.delete(message)

    async def act_slash(self) -> Json:
        world, person, channel = self.world, self.person, self.channel
        name, given = self.text("command"), self.mapping("options")
        data = _command_data(world, person, channel, name, given)
        it = interactions.begin(world, person, channel, model.COMMAND_RUN, data)
        return {"interaction": it.id}

    async def act_activity_launch(self) -> Json:
        """Open the Activity from the launcher: Discord opens it itself, or asks the bot."""
        world, person, channel = self.world, self.person, self.channel
        command = next((c for c in world.commands if c["type"] == ENTRY_POINT), None)
        if command is None or not world.activities.target:
            raise Sorry("This application has no Activity.", 404)
        if command["handler"] == 1:
            data = {"id": command["id"], "name": command["name"], "type": ENTRY_POINT}
            it = interactions.begin(world, person, channel, model.COMMAND_RUN, data)
            return {"interaction": it.id}
        world.launch(person, channel)
        world.post(channel, world.bot, MessageForm({"content": "The Activity is open."}))
        return {}

    async def act_activity_authorize(self) -> Json:
        """Agree to share a person's identity with an Activity's page."""
        return {"code": self.world.activities.authorize(self.person)}

    async def act_activity_close(self) -> None:
        self.world.activities.leave(self.person, self.text("instance"))

    async def act_complete(self) -> Json:
        world, name, given = self.world, self.text("command"), self.mapping("options")
        data = _completion_data(world, name, given, self.text("focused"))
        it = interactions.begin(world, self.person, self.channel, model.AUTOCOMPLETE, data)
        asked = asyncio.get_running_loop().create_future()
        world.waiting[it.id] = asked
        try:
            choices = await asyncio.wait_for(asked, interactions.FIRST_ANSWER_SECONDS)
        except TimeoutError:
            choices = []
        finally:
            world.waiting.pop(it.id, None)
        return {"choices": [{"name": each["name"], "value": each["value"]} for each in choices]}

    async def act_press(self) -> Json:
        world, person, message = self.world, self.person, self.message()
        values: Any = self.body.get("values") or []
        data = _press_data(message, self.text("custom_id"), [str(v) for v in values])
        it = interactions.begin(world, person, self.channel, model.COMPONENT, data, message)
        return {"interaction": it.id}

    async def act_submit(self) -> Json:
        """Send an interaction's form."""
        world, person = self.world, self.person
        opener = world.interactions.get(self.text("interaction"))
        if opener is None or opener.form is None or opener.user != person.id:
            raise Sorry("There's no such form.", 404)
        data = _form_data(opener.form, self.mapping("values"))
        channel = world.channel(opener.channel)
        message = world.messages[channel.id].get(opener.message or "")
        it = interactions.begin(world, person, channel, model.FORM_SENT, data, message)
        it.opener = opener.id
        world.store.keep(it)
        return {"interaction": it.id}

    async def act_dm(self) -> Json:
        fresh = self.world.private_channel(self.person.id)
        self.world.stream.channel(fresh)
        return {"channel": views.channel(fresh)}


Action = Callable[[PersonCall], Awaitable[Json | None]]


def install(app: web.Application, world: World) -> None:
    def door(action: Action | None) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        """Answer with an action's result; None: with the stream."""

        async def answer(request: web.Request) -> web.StreamResponse:
            try:
                # Only for our own page: not for another port of this machine, a foreign page, or a
                # foreign name for this address. Programs other than browsers send no origin.
                if urlsplit(f"//{request.host}").hostname not in ("127.0.0.1", "localhost"):
                    raise Sorry("The sandbox only answers this computer.", 403)
                if request.headers.get("Origin") not in (
                    None,
                    f"{request.scheme}://{request.host}",
                ):
                    raise Sorry("The sandbox only answers its own page on this computer.", 403)
                call = PersonCall(world, await _body(request))
                if action is None:
                    return await world.stream.connect(request, call.person)
                return web.json_response(await action(call) or {})
            except Sorry as sorry:
                return web.json_response({"error": str(sorry)}, status=sorry.status)
            except Refusal as refusal:
                return web.json_response({"error": refusal.message + "."}, status=refusal.status)

        return answer

    app.router.add_get("/people", door(PersonCall.everything))
    app.router.add_get("/people/history", door(PersonCall.history))
    app.router.add_get("/people/stream", door(None))
    for name, action in vars(PersonCall).items():
        if name.startswith("act_"):
            path = name.removeprefix("act_").replace("_", "/")
            app.router.add_post(f"/people/{path}", door(action))


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


def _command_data(world: World, person: Person, channel: Channel, name: str, given: Json) -> Json:
    """Data of a finished command. Raises `Sorry` for anything that a client would reject."""
    command, path, options = _find(world, name)
    needed = int(command.get("default_member_permissions") or 0)
    if channel.is_private and not command["dm_permission"]:
        raise Sorry(f"/{command['name']} doesn't work in direct messages.", 403)
    if not channel.is_private and needed & ~permissions.person_permissions(world, person, channel):
        raise Sorry(f"You don't have permission to use /{command['name']}.", 403)
    if unknown := given.keys() - {option["name"] for option in options}:
        raise Sorry(f"There's no option called {min(unknown)}.")
    filled = []
    for option in options:
        if option["name"] in given:
            value = _value(option, given[option["name"]])
            filled.append({"type": option["type"], "name": option["name"], "value": value})
        elif option.get("required"):
            raise Sorry(f"Fill in {option['name']} first.")
    return _data(command, path, filled)


def _completion_data(world: World, name: str, given: Json, focused: str) -> Json:
    """Data while typing, unchecked; one option has the focus."""
    command, path, options = _find(world, name)
    known = {option["name"]: option for option in options}
    if not known.get(focused, {}).get("autocomplete"):
        raise Sorry(f"{focused} has no suggestions.")
    focus = {focused: {"focused": True}}
    filled: list[Json] = [
        {"type": known[key]["type"], "name": key, "value": value, **focus.get(key, {})}
        for key, value in {**given, focused: given.get(focused, "")}.items()
        if key in known
    ]
    return _data(command, path, filled)


def _data(command: Json, path: list[Json], filled: list[Json]) -> Json:
    for part in reversed(path):
        filled = [{"type": part["type"], "name": part["name"], "options": filled}]
    data = {"id": command["id"], "name": command["name"], "type": command["type"]}
    return {**data, "options": filled}


def _find(world: World, name: str) -> tuple[Json, list[Json], list[Json]]:
    """The command, its group and subcommand if it has some, and the options to fill."""
    first, *rest = name.strip().lstrip("/").split() or [""]
    found = [c for c in world.commands if c["name"] == first]
    if not found:
        raise Sorry(f"There's no command /{first}.", 404)
    path: list[Json] = []
    options: list[Json] = found[0].get("options") or []
    for word in rest:
        part = next((o for o in options if o["name"] == word and o["type"] in PARTS), None)
        if part is None:
            raise Sorry(f"There's no command /{name}.", 404)
        path.append(part)
        options = part.get("options") or []
    if any(option["type"] in PARTS for option in options):
        raise Sorry(f"/{name} needs one of: {', '.join(option['name'] for option in options)}.")
    return found[0], path, options


def _value(option: Json, value: Any) -> Any:
    """The value of a filled option, in its type. Raises `Sorry`."""
    name, text = f"The option {option['name']}", str(value)
    read: Any = text
    if option["type"] == STRING:
        if len(text) > 6000:
            raise Sorry(f"{name} must have 0 to 6000 characters.")
    elif option["type"] == INTEGER:
        try:
            read = int(text)
        except ValueError:
            raise Sorry(f"{name} must be a whole number.") from None
    else:
        if text.lower() not in ("true", "false"):
            raise Sorry(f"{name} must be true or false.")
        read = text.lower() == "true"
    choices = option.get("choices")
    if choices and read not in [each["value"] for each in choices]:
        names = ", ".join(each["name"] for each in choices)
        raise Sorry(f"{name} must be one of: {names}.")
    return read


def _press_data(message: Message, custom_id: str, values: list[str]) -> Json:
    """Data of a pressed button or of a choice in a select. Raises `Sorry`."""
    found = [
        each for _, each in model.walk(message.components) if each.get("custom_id") == custom_id
    ]
    if not found:
        raise Sorry("This message has no such button.", 404)
    it = found[0]
    if it.get("disabled"):
        raise Sorry("This button is disabled.")
    data: Json = {"custom_id": custom_id, "component_type": it["type"], "id": it["id"]}
    if it["type"] != model.SELECT:
        return data
    least, most = it.get("min_values", 1), it.get("max_values", 1)
    if not least <= len(values) <= most:
        raise Sorry(f"Choose {least} to {most}.")
    offered = [option["value"] for option in it.get("options") or ()]
    if not set(values) <= set(offered):
        raise Sorry("That isn't one of the choices.")
    return {**data, "values": values}


def _form_data(form: Json, values: Json) -> Json:
    """Data of a filled-in form. values: by the ids of its fields. Raises `Sorry`."""
    parts = []
    for number, label in enumerate(form["components"]):
        field = label["component"]
        typed = str(values.get(field["custom_id"], ""))
        if field.get("required", True) and not typed:
            raise Sorry(f"Fill in “{label['label']}” first.")
        if len(typed) > (most := field.get("max_length", 4000)):
            raise Sorry(f"That's {len(typed)} characters; the limit is {most}.")
        inner = {"type": model.TEXT_INPUT, "id": 2 * number + 2, "custom_id": field["custom_id"]}
        component = {**inner, "value": typed}
        parts.append({"type": model.LABEL, "id": 2 * number + 1, "component": component})
    return {"custom_id": form["custom_id"], "components": parts}

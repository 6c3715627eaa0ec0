"""REST: the path of a request from the bot (token, body, handler, answer), and all routes but those
of interactions. A journal can record each request and its answer for a check from outside."""

import asyncio
import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from sandbox import shapes, views
from sandbox.files import Upload, read_body
from sandbox.gateway import gateway_url
from sandbox.limits import CHAT, ENTRY_POINT, MessageForm, check_commands
from sandbox.model import FORUM, HAS_THREAD, PUBLIC_THREAD, REQUIRE_TAG, Channel, Json, Message
from sandbox.permissions import Permission as P
from sandbox.permissions import bot_permissions, demand
from sandbox.refusals import FormErrors, Refusal, invalid, unknown
from sandbox.world import World

NAMED_BY = "LUMBERCAMP_SANDBOX_JOURNAL"  # a file that several sandboxes may write to


def note(exchange: tuple[str, str, Any, int, Any]) -> None:
    """Write method, path, body, status and answer of a request to the journal that the environment
    names, if any, as one whole line."""
    if named := os.environ.get(NAMED_BY):
        file = os.open(named, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.write(file, json.dumps(exchange).encode() + b"\n")
        os.close(file)


PREFIX = "/api/v10"
Reply = tuple[int, Any]  # status and JSON; None as JSON means an answer without a body
NO_CONTENT: Reply = (204, None)


@dataclass(slots=True)
class RestCall:
    """One request. bearer: a person's token, if it has one."""

    world: World
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    files: list[Upload]
    bearer: str = ""

    @property
    def form(self) -> Json:
        """The body, which must be an object."""
        if not isinstance(self.body, dict):
            raise invalid("", "Only dictionaries may be used.")
        return self.body

    @property
    def draft(self) -> MessageForm:
        return MessageForm(self.form, self.files)

    @property
    def channel(self) -> Channel:
        return self.world.channel(self.params["channel"])

    @property
    def message(self) -> Message:
        """The message in the path; ephemeral ones aren't found in channels."""
        found = self.world.message(self.channel.id, self.params["message"])
        return found if found.only is None else self.world.message("", "")


Handler = Callable[[RestCall], Reply]


_ROUTES: list[tuple[str, str, Handler, bool]] = []  # of all modules


def route(method: str, path: str, *, open: bool = False) -> Callable[[Handler], Handler]:
    """Declare a handler. open: it has its own secret in the path."""

    def add(handler: Handler) -> Handler:
        _ROUTES.append((method, path, handler, open))
        return handler

    return add


def install(app: web.Application, world: World) -> None:
    async def exchange(request: web.Request) -> web.Response:
        """Answer the only route that takes a form, as OAuth2 has it, and no token."""
        form, client = await request.post(), (world.bot_id, world.activities.secret)
        if (form.get("client_id"), form.get("client_secret")) != client:
            return web.json_response({"error": "invalid_client"}, status=401)
        if form.get("grant_type") != "authorization_code":
            return web.json_response({"error": "unsupported_grant_type"}, status=400)
        token = world.activities.token(str(form.get("code", "")), str(form.get("redirect_uri", "")))
        if token is None:
            told = {"error": "invalid_grant", "error_description": 'Invalid "code" in request.'}
            return web.json_response(told, status=400)
        about = {"token_type": "Bearer", "expires_in": 604_800, "scope": "identify"}
        return web.json_response({"access_token": token, "refresh_token": token[::-1], **about})

    app.router.add_post(f"{PREFIX}/oauth2/token", exchange)

    def nowhere(call: RestCall) -> Reply:
        raise Refusal(404, 0, "404: Not Found")

    for method, path, handler, is_open in (*_ROUTES, ("*", "/{tail:.*}", nowhere, True)):
        app.router.add_route(method, PREFIX + path, _door(world, handler, is_open))


def _door(world: World, handler: Handler, is_open: bool) -> Callable[[web.Request], Any]:
    async def answer(request: web.Request) -> web.Response:
        sent: tuple[Any, list[Upload]] | Refusal
        try:  # read it whole, so a counted fault means that it has arrived
            sent = await read_body(request)
        except Refusal as refusal:
            sent = refusal
        due = (each for each in world.faults if each.times > 0 and each.method == request.method)
        fault = next((each for each in due if re.search(each.path, request.path)), None)
        if fault is not None:
            fault.times -= 1
            if fault.delay:
                await asyncio.sleep(fault.delay)
        if fault is None or fault.done or not fault.status:
            status, shown = _answer(world, handler, is_open, request, sent)
        headers: Mapping[str, str] = {}
        if fault is not None and fault.status:
            status, shown, headers = fault.status, fault.body, fault.headers
        if shown is None:
            return web.Response(status=status, headers=headers)
        body = json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode()
        kind = "application/json"  # exactly this, without a charset
        return web.Response(status=status, body=body, content_type=kind, headers=headers)

    return answer


def _answer(
    world: World,
    handler: Handler,
    is_open: bool,
    request: web.Request,
    sent: tuple[Any, list[Upload]] | Refusal,
) -> Reply:
    body: Any = None
    try:
        authorization = request.headers.get("Authorization", "")
        if not is_open and authorization != f"Bot {world.token}":
            raise Refusal(401, 0, "401: Unauthorized")
        if isinstance(sent, Refusal):
            raise sent
        body, files = sent
        bearer = authorization.removeprefix("Bearer ")
        it = RestCall(world, request.match_info, request.query, body, files, bearer)
        status, shown = handler(it)
    except Refusal as refusal:
        status, shown = refusal.status, refusal.body()
    exchange = request.method, request.path, body, status, shown
    if world.exchanges is None:
        note(exchange)
    else:
        world.exchanges.append(exchange)
    return status, shown


@route("GET", "/gateway/bot")
def _get_gateway_bot(call: RestCall) -> Reply:
    limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return 200, {"url": gateway_url(call.world), "shards": 1, "session_start_limit": limit}


@route("GET", "/oauth2/applications/@me")
@route("GET", "/applications/@me")
def _get_application(call: RestCall) -> Reply:
    return 200, shapes.application(call.world)


@route("GET", "/users/@me", open=True)
def get_myself(call: RestCall) -> Reply:
    """The token's owner: the bot, or a person who signed in to an Activity."""
    world = call.world
    person = world.bot if call.bearer == f"Bot {world.token}" else None
    person = person or world.activities.person(call.bearer)
    if person is None:
        raise Refusal(401, 0, "401: Unauthorized")
    return 200, shapes.myself(person)


@route("GET", "/applications/{application}/commands")
def get_commands(call: RestCall) -> Reply:
    return 200, call.world.commands


@route("PUT", "/applications/{application}/commands")
def put_commands(call: RestCall) -> Reply:
    world = call.world
    if call.params["application"] != world.bot_id:
        raise unknown("application command")
    check_commands(call.body)
    entry = [each for each in world.commands if each["type"] == ENTRY_POINT]
    if entry and not any(_same(each, entry[0]) for each in call.body):
        message = "You cannot remove this app's Entry Point command in a bulk update operation"
        raise Refusal(400, 50240, message)
    world.commands = [_command(world, each) for each in call.body]
    world.store.set("commands", world.commands)
    world.stream.tell("commands", {"commands": world.commands})
    return 200, world.commands


def _same(form: Json, command: Json) -> bool:
    """Whether both are the same command: by its id, or else by kind and name."""
    if "id" in form:
        return bool(form["id"] == command["id"])
    return (form.get("type", CHAT), form["name"]) == (command["type"], command["name"])


def _command(world: World, form: Json) -> Json:
    """A command in Discord's form; one of the same name keeps its id."""
    same = [each for each in world.commands if _same(form, each)]
    rights, contexts = form.get("default_member_permissions"), form.get("contexts")
    private = form.get("dm_permission", True) is not False if contexts is None else 1 in contexts
    return {
        "nsfw": False,
        "contexts": None,
        "integration_types": [0],
        **{name: value for name, value in form.items() if value is not None},
        "name_localizations": form.get("name_localizations"),
        "description_localizations": form.get("description_localizations"),
        "default_member_permissions": None if rights is None else str(rights),  # as with all rights
        "type": form.get("type", CHAT),
        "id": same[0]["id"] if same else world.new_id(),
        "application_id": world.bot_id,
        "version": world.new_id(),
        "dm_permission": private,
    }


@route("GET", "/applications/{application}/activity-instances/{instance}")
def get_instance(call: RestCall) -> Reply:
    """An instance; 404 if it doesn't exist or has ended (Discord, multiplayer experience)."""
    it = call.world.activities.instances.get(call.params["instance"])
    if it is None or call.params["application"] != call.world.bot_id:
        raise Refusal(404, 0, "404: Not Found")
    named = {"application_id": call.world.bot_id, "instance_id": it.id, "launch_id": it.launch}
    return 200, {**named, "location": it.location, "users": it.users}


@route("GET", "/channels/{channel}")
def _get_channel(call: RestCall) -> Reply:
    demand(call.world, call.channel)
    return 200, shapes.channel(call.world, call.channel)


@route("GET", "/guilds/{guild}")
def get_guild(call: RestCall) -> Reply:
    if call.params["guild"] != call.world.guild_id:
        raise unknown("Guild")
    return 200, shapes.guild(call.world, all_members=False)


@route("GET", "/guilds/{guild}/members/{user}")
def get_member(call: RestCall) -> Reply:
    person = call.world.people.get(call.params["user"])
    if person is None or person.gone:
        raise unknown("Member")
    return 200, shapes.member(person)


@route("POST", "/users/@me/channels")
def _open_private_channel(call: RestCall) -> Reply:
    person_id = str(call.form.get("recipient_id"))
    if person_id not in call.world.people:
        raise unknown("User")
    if person_id == call.world.bot_id:
        raise Refusal(400, 50007, "Cannot send messages to this user")
    return 200, shapes.channel(call.world, call.world.private_channel(person_id))


@route("POST", "/channels/{channel}/messages/{message}/threads")
def thread_from_message(call: RestCall) -> Reply:
    world, channel, message, form = call.world, call.channel, call.message, call.form
    demand(world, channel, P.CREATE_PUBLIC_THREADS)
    if channel.is_thread or channel.is_private:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    faults, archive_after = FormErrors(), (60, 1440, 4320, 10080)
    faults.refuse_unknown("", form, "name auto_archive_duration rate_limit_per_user")
    faults.length("name", form.get("name") or "", 1, 100)
    if form.get("auto_archive_duration") not in (None, *archive_after):
        faults.add("auto_archive_duration", f"Value must be one of {archive_after}.")
    faults.refuse()
    if message.flags & HAS_THREAD:
        raise Refusal(400, 160004, "A thread has already been created for this message")
    thread = Channel(
        message.id,
        PUBLIC_THREAD,
        form["name"].strip(),
        world.clock.stamp(),
        parent=channel.id,
        owner=world.bot_id,
        archive_after=form.get("auto_archive_duration") or 1440,
        members=[world.bot_id],
    )
    world.add(thread)
    world.announce_channel(thread, new=True)
    message.flags |= HAS_THREAD
    world.store.keep(message)
    world.announce(message, edited=True)
    return 201, shapes.channel(world, thread)


@route("POST", "/channels/{channel}/threads")
def create_post(call: RestCall) -> Reply:
    """A post in a forum, whose first message has the post's id."""
    world, forum, form = call.world, call.channel, call.form
    demand(world, forum, P.SEND_MESSAGES)
    if forum.type != FORUM:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    faults, draft = FormErrors(), MessageForm(form.get("message") or {}, call.files)
    known = "name type auto_archive_duration rate_limit_per_user applied_tags message"
    faults.refuse_unknown("", form, known)
    faults.length("name", form.get("name") or "", 1, 100)
    faults.refuse()
    draft.check_new("post")
    if draft.files:
        demand(world, forum, P.ATTACH_FILES)
    tags = _tags_for(forum, form.get("applied_tags") or [])
    archive_after = form.get("auto_archive_duration") or 1440
    post = world.open_post(forum, world.bot, form["name"], draft, tags, archive_after)
    first = world.messages[post.id][post.id]
    return 201, {**shapes.channel(world, post), "message": shapes.message(world, first)}


def _tags_for(forum: Channel, wanted: list[Any]) -> list[str]:
    """The tags that the bot gives a post. Raises Refusal."""
    tags = [str(each) for each in wanted]
    free = {tag["id"] for tag in forum.tags if not tag["moderated"]}
    if len(tags) > 5 or not {*tags} <= free:
        raise invalid("applied_tags", "Unknown tag, or too many of them.")
    if forum.flags & REQUIRE_TAG and not tags:
        raise Refusal(400, 40067, "A tag is required to create a forum post in this channel")
    return tags


@route("PATCH", "/channels/{channel}")
def edit_post(call: RestCall) -> Reply:
    """Set the tags of a post of the bot."""
    world, post, faults = call.world, call.channel, FormErrors()
    forum = world.channels.get(post.parent or "")
    demand(world, post)
    faults.refuse_unknown("", call.form, "applied_tags")
    faults.refuse()
    if forum is None or forum.type != FORUM or post.owner != world.bot_id:
        raise Refusal(403, 50013, "Missing Permissions")
    if post.archived:
        raise Refusal(400, 50083, "Thread is archived")
    post.applied = _tags_for(forum, call.form["applied_tags"])
    world.store.keep(post)
    world.announce_channel(post)
    return 200, shapes.channel(world, post)


@route("GET", "/guilds/{guild}/threads/active")
def list_active_threads(call: RestCall) -> Reply:
    return _threads(call, lambda it: not it.archived)


@route("GET", "/channels/{channel}/threads/archived/public")
def list_archived_threads(call: RestCall) -> Reply:
    demand(call.world, call.channel, P.READ_MESSAGE_HISTORY)
    return _threads(call, lambda it: it.archived and it.parent == call.channel.id)


def _threads(call: RestCall, wanted: Callable[[Channel], bool]) -> Reply:
    """A page of threads, the newest first; further pages aren't here."""
    found = [it for it in call.world.channels.values() if it.is_thread and wanted(it)]
    shown = [shapes.channel(call.world, it) for it in found[::-1][:50]]
    return 200, {"threads": shown, "members": [], "has_more": len(found) > 50}


@route("POST", "/channels/{channel}/messages")
def create_message(call: RestCall) -> Reply:
    channel, draft = call.channel, call.draft
    world = call.world
    if channel.is_private and world.people[channel.owner or ""].unreachable:
        raise Refusal(403, 50007, "Cannot send messages to this user")
    demand(world, channel, P.SEND_MESSAGES_IN_THREADS if channel.is_thread else P.SEND_MESSAGES)
    if channel.type == FORUM:
        raise Refusal(400, 50008, "Cannot send messages in a non-text channel")
    if draft.files:
        demand(world, channel, P.ATTACH_FILES)
    if channel.locked and not bot_permissions(world, channel) & P.MANAGE_THREADS:
        raise Refusal(400, 50083, "Thread is archived")
    draft.check_new("create")
    if draft.form.get("enforce_nonce"):
        same = world.nonces.get(str(draft.form.get("nonce")))
        if same is not None and same.author == world.bot_id and world.age(same.id) < 300:
            return 200, shapes.message(world, same)
    replied = None
    if wanted := draft.form.get("message_reference"):
        if not bot_permissions(world, channel) & P.READ_MESSAGE_HISTORY:
            raise Refusal(403, 160002, "Cannot reply without permission to read message history")
        replied = world.messages[channel.id].get(str(wanted.get("message_id")))
        if replied is not None and replied.only is not None:
            replied = None
        if replied is None and wanted.get("fail_if_not_exists", True):
            raise invalid("message_reference", "Unknown message")
    return 200, shapes.message(world, world.post(channel, world.bot, draft, reply_to=replied))


@route("GET", "/channels/{channel}/messages/{message}")
def get_message(call: RestCall) -> Reply:
    demand(call.world, call.channel, P.READ_MESSAGE_HISTORY)
    return 200, views.for_bot(call.world, call.message, granted=call.world.message_content)


@route("GET", "/channels/{channel}/messages")
def list_messages(call: RestCall) -> Reply:
    world, channel = call.world, call.channel
    demand(world, channel)
    if not bot_permissions(world, channel) & P.READ_MESSAGE_HISTORY:
        return 200, []
    public, query = [m for m in world.messages[channel.id].values() if m.only is None], call.query
    if query.keys() - {"before", "after", "limit"}:
        raise invalid("around", "This field is not known.")
    try:
        limit, after = int(query.get("limit", 50)), int(query.get("after", 0))
        before = int(query.get("before", 0)) or 1 << 64
    except ValueError:
        raise invalid("before", "Value is not a number.") from None
    if not 1 <= limit <= 100:
        raise invalid("limit", "int value should be between 1 and 100.")
    within = [m for m in public if after < int(m.id) < before]
    newest_first = (within[:limit] if "after" in query else within[-limit:])[::-1]
    return 200, [views.for_bot(world, m, granted=world.message_content) for m in newest_first]


@route("PATCH", "/channels/{channel}/messages/{message}")
def edit_message(call: RestCall) -> Reply:
    world, message, draft = call.world, call.message, call.draft
    demand(world, call.channel)
    if message.author != world.bot_id:
        raise Refusal(403, 50005, "Cannot edit a message authored by another user")
    if call.channel.archived:
        raise Refusal(400, 50083, "Thread is archived")
    if draft.files:
        demand(world, call.channel, P.ATTACH_FILES)
    world.change(message, draft, "edit")
    return 200, shapes.message(world, message)


@route("DELETE", "/channels/{channel}/messages/{message}")
def delete_message(call: RestCall) -> Reply:
    message = call.message
    mine = message.author == call.world.bot_id
    demand(call.world, call.channel, *(() if mine else (P.MANAGE_MESSAGES,)))
    if call.channel.archived:
        raise Refusal(400, 50083, "Thread is archived")
    call.world.delete(message)
    return NO_CONTENT

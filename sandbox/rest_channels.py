"""REST: channels, threads, private channels, typing."""

from __future__ import annotations

from typing import Any

from sandbox import news, posts, shapes
from sandbox.model import (
    HAS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    THREAD_CREATED,
    Channel,
    Json,
)
from sandbox.permissions import Permission as P
from sandbox.permissions import demand, of_bot
from sandbox.posts import Draft, Origin
from sandbox.refusals import CHOICES, Faults, Refusal, invalid, missing_permissions, unknown
from sandbox.refusals import thread_archived as archived
from sandbox.rest import NO_CONTENT, Call, Reply, Routes
from sandbox.world import World

routes = Routes()
_ARCHIVE_AFTER = (60, 1440, 4320, 10080)
_THREAD_FIELDS = frozenset(
    [
        "name",
        "auto_archive_duration",
        "rate_limit_per_user",
        "type",
        "invitable",
        "message",
        "applied_tags",
    ]
)
_THREAD_CHANGES = frozenset(
    [
        "name",
        "archived",
        "locked",
        "auto_archive_duration",
        "rate_limit_per_user",
        "invitable",
        "flags",
    ]
)


@routes("GET", "/channels/{channel}")
def get_channel(call: Call) -> Reply:
    demand(call.world, call.channel)
    return 200, shapes.channel(call.world, call.channel)


@routes("POST", "/channels/{channel}/typing")
def typing(call: Call) -> Reply:
    channel = call.channel
    demand(
        call.world, channel, P.SEND_MESSAGES_IN_THREADS if channel.is_thread else P.SEND_MESSAGES
    )
    call.world.stream.typing(channel, call.world.bot_id)
    return NO_CONTENT


@routes("POST", "/users/@me/channels")
def open_private_channel(call: Call) -> Reply:
    person_id = str(call.form.get("recipient_id"))
    if person_id not in call.world.people:
        raise unknown("User")
    if person_id == call.world.bot_id:
        raise Refusal(400, 50007, "Cannot send messages to this user")
    return 200, shapes.channel(call.world, call.world.private_channel(person_id))


# -- threads


@routes("POST", "/channels/{channel}/messages/{message}/threads")
def thread_from_message(call: Call) -> Reply:
    world, channel, message = call.world, call.channel, call.message
    _demand_thread(world, channel, P.CREATE_PUBLIC_THREADS, call.form)
    if message.flags & HAS_THREAD:
        raise Refusal(400, 160004, "A thread has already been created for this message")
    thread = _open(world, channel, message.id, call.form, PUBLIC_THREAD)
    posts.mark_thread(world, message)
    return 201, shapes.channel(world, thread)


@routes("POST", "/channels/{channel}/threads")
def thread_without_message(call: Call) -> Reply:
    world, channel = call.world, call.channel
    kind = call.form.get("type", PRIVATE_THREAD)
    public = kind == PUBLIC_THREAD
    if kind not in (PUBLIC_THREAD, PRIVATE_THREAD):
        raise invalid("type", CHOICES, "Value must be one of (11, 12).")
    needed = P.CREATE_PUBLIC_THREADS if public else P.CREATE_PRIVATE_THREADS
    _demand_thread(world, channel, needed, call.form)
    thread = _open(world, channel, world.new_id(), call.form, kind)
    if public:
        _announce(world, channel, thread)
    return 201, shapes.channel(world, thread)


def _demand_thread(world: World, channel: Channel, needed: P, form: Json) -> None:
    demand(world, channel, needed)
    if channel.is_thread or channel.is_private:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    faults = Faults()
    faults.known("", form, _THREAD_FIELDS)
    _check_thread(faults, {"name": "", **form})


def _check_thread(faults: Faults, form: Json) -> None:
    if "name" in form:
        faults.length("name", form["name"] or "", 1, 100)
    if form.get("auto_archive_duration") not in (None, *_ARCHIVE_AFTER):
        faults.add("auto_archive_duration", CHOICES, f"Value must be one of {_ARCHIVE_AFTER}.")
    faults.refuse()


def _open(world: World, parent: Channel, thread_id: str, form: Json, kind: int) -> Channel:
    thread = Channel(
        thread_id,
        kind,
        form["name"].strip(),
        world.clock.stamp(),
        parent=parent.id,
        owner=world.bot_id,
        archive_after=form.get("auto_archive_duration") or 1440,
        members=[world.bot_id],
    )
    world.add(thread)
    news.channel_created(world, thread)
    return thread


def _announce(world: World, channel: Channel, thread: Channel) -> None:
    """Discord tells the channel of a thread that did not grow out of a message."""
    reference: Json = {"channel_id": thread.id}
    origin = Origin(THREAD_CREATED, reference=reference)
    posts.post(world, channel, world.bot, Draft({"content": thread.name}), origin)


@routes("PUT", "/channels/{channel}/thread-members/@me")
def join_thread(call: Call) -> Reply:
    return _join(call, call.world.bot_id)


@routes("PUT", "/channels/{channel}/thread-members/{user}")
def add_to_thread(call: Call) -> Reply:
    if call.params["user"] not in call.world.people:
        raise unknown("User")
    return _join(call, call.params["user"])


def _join(call: Call, person_id: str) -> Reply:
    thread = _thread(call)
    demand(call.world, thread)
    if thread.archived:
        raise archived()
    if person_id not in thread.members:
        thread.members.append(person_id)
        call.world.keep(thread)
        news.channel_changed(call.world, thread)
    return NO_CONTENT


def _thread(call: Call) -> Channel:
    if not call.channel.is_thread:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    return call.channel


@routes("GET", "/guilds/{guild}/threads/active")
def active_threads(call: Call) -> Reply:
    return 200, _threads(call.world, [t for t in call.world.threads() if not t.archived])


@routes("GET", "/channels/{channel}/threads/archived/public")
def archived_threads(call: Call) -> Reply:
    demand(call.world, call.channel, P.READ_MESSAGE_HISTORY)
    found = [t for t in call.world.threads(call.channel.id) if t.archived]
    return 200, {**_threads(call.world, found), "has_more": False}


def _threads(world: World, threads: list[Channel]) -> Json:
    mine = [t for t in threads if world.bot_id in t.members]
    return {
        "threads": [shapes.thread(world, t) for t in threads],
        "members": [shapes.thread_member(t, world.bot_id) for t in mine],
        "has_more": False,
    }


# -- changes


@routes("PATCH", "/channels/{channel}")
def change_channel(call: Call) -> Reply:
    channel = call.channel
    if channel.is_private:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    if channel.is_thread:
        _change_thread(call.world, channel, call.form)
    else:
        _change_text_channel(call.world, channel, call.form)
    call.world.keep(channel)
    news.channel_changed(call.world, channel)
    return 200, shapes.channel(call.world, channel)


def _change_thread(world: World, thread: Channel, form: Json) -> None:
    demand(world, thread)
    faults = Faults()
    faults.known("", form, _THREAD_CHANGES)
    _check_thread(faults, form)
    moderates = bool(of_bot(world, thread) & P.MANAGE_THREADS)
    if not moderates and (thread.owner != world.bot_id or thread.locked or form.get("locked")):
        raise missing_permissions()
    if thread.archived and form.get("archived", True):
        raise archived()
    _apply(
        thread, form, {"name": "name", "locked": "locked", "auto_archive_duration": "archive_after"}
    )
    if "archived" in form:
        thread.archived, thread.archived_at = bool(form["archived"]), world.clock.stamp()


def _change_text_channel(world: World, channel: Channel, form: Json) -> None:
    demand(world, channel, P.MANAGE_CHANNELS)
    faults = Faults()
    faults.length("name", form.get("name", "x") or "", 1, 100)
    faults.length("topic", form.get("topic") or "", 0, 1024)
    faults.refuse()
    _apply(channel, form, {"name": "name", "topic": "topic"})


def _apply(channel: Channel, form: Json, fields: dict[str, str]) -> None:
    for name, attribute in fields.items():
        value: Any = form.get(name)
        if name in form and (value is not None or name == "topic"):
            setattr(channel, attribute, value)


@routes("DELETE", "/channels/{channel}")
def delete_channel(call: Call) -> Reply:
    channel = call.channel
    if not channel.is_private:
        demand(call.world, channel, P.MANAGE_THREADS if channel.is_thread else P.MANAGE_CHANNELS)
        remove(call.world, channel)
    return 200, shapes.channel(call.world, channel)


def remove(world: World, channel: Channel) -> None:
    """A channel goes with its threads."""
    for thread in world.threads(channel.id):
        remove(world, thread)
    news.channel_deleted(world, channel)
    world.forget_channel(channel)

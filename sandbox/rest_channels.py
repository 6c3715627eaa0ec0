"""REST: the server, channels, threads that grow out of messages, private channels, messages."""

from __future__ import annotations

from collections.abc import Mapping

from sandbox import limits, news, posts, shapes, views
from sandbox.model import HAS_THREAD, PUBLIC_THREAD, REPLY, Channel, Json, Message
from sandbox.permissions import Permission as P
from sandbox.permissions import bot_permissions, demand
from sandbox.posts import Draft, Origin
from sandbox.refusals import CHOICES, FormErrors, Refusal, invalid, thread_archived, unknown
from sandbox.rest import NO_CONTENT, Call, Reply, Routes
from sandbox.world import World

routes = Routes()
_ARCHIVE_AFTER = (60, 1440, 4320, 10080)
_THREAD_FIELDS = frozenset(["name", "auto_archive_duration", "rate_limit_per_user"])


@routes("GET", "/channels/{channel}")
def get_channel(call: Call) -> Reply:
    demand(call.world, call.channel)
    return 200, shapes.channel(call.world, call.channel)


@routes("GET", "/guilds/{guild}")
def get_guild(call: Call) -> Reply:
    if call.params["guild"] != call.world.guild_id:
        raise unknown("Guild")
    return 200, shapes.guild(call.world, all_members=False)


@routes("GET", "/guilds/{guild}/members/{user}")
def get_member(call: Call) -> Reply:
    person = call.world.people.get(call.params["user"])
    if person is None or person.gone:
        raise unknown("Member")
    return 200, shapes.member(person)


@routes("POST", "/users/@me/channels")
def open_private_channel(call: Call) -> Reply:
    person_id = str(call.form.get("recipient_id"))
    if person_id not in call.world.people:
        raise unknown("User")
    if person_id == call.world.bot_id:
        raise Refusal(400, 50007, "Cannot send messages to this user")
    return 200, shapes.channel(call.world, call.world.private_channel(person_id))


@routes("POST", "/channels/{channel}/messages/{message}/threads")
def thread_from_message(call: Call) -> Reply:
    world, channel, message, form = call.world, call.channel, call.message, call.form
    demand(world, channel, P.CREATE_PUBLIC_THREADS)
    if channel.is_thread or channel.is_private:
        raise Refusal(400, 50024, "Cannot execute action on this channel type")
    _check_thread(form)
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
    news.channel_created(world, thread)
    posts.mark_thread(world, message)
    return 201, shapes.channel(world, thread)


def _check_thread(form: Json) -> None:
    faults = FormErrors()
    faults.known("", form, _THREAD_FIELDS)
    faults.length("name", form.get("name") or "", 1, 100)
    if form.get("auto_archive_duration") not in (None, *_ARCHIVE_AFTER):
        faults.add("auto_archive_duration", CHOICES, f"Value must be one of {_ARCHIVE_AFTER}.")
    faults.refuse()


def remove(world: World, channel: Channel) -> None:
    """Delete a channel and its threads."""
    for thread in [each for each in world.channels.values() if each.parent == channel.id]:
        remove(world, thread)
    news.channel_deleted(world, channel)
    world.forget_channel(channel)


_NONCE_SECONDS, _HISTORY = 300, 100


@routes("POST", "/channels/{channel}/messages")
def create_message(call: Call) -> Reply:
    channel, draft = call.channel, call.draft
    _demand_to_post(call.world, channel, draft)
    limits.check_message(draft.form, draft.files, "create")
    if (existing := _same_nonce(call.world, draft.form)) is not None:
        return 200, shapes.message(call.world, existing)
    if draft.is_empty:
        raise limits.empty_message()
    origin = _reply(call.world, channel, draft.form)
    message = posts.post(call.world, channel, call.world.bot, draft, origin)
    return 200, shapes.message(call.world, message)


def _demand_to_post(world: World, channel: Channel, draft: Draft) -> None:
    if channel.is_private and world.people[channel.owner or ""].unreachable:
        raise Refusal(403, 50007, "Cannot send messages to this user")
    demand(world, channel, P.SEND_MESSAGES_IN_THREADS if channel.is_thread else P.SEND_MESSAGES)
    if draft.files:
        demand(world, channel, P.ATTACH_FILES)
    if channel.locked and not bot_permissions(world, channel) & P.MANAGE_THREADS:
        raise thread_archived()


def _same_nonce(world: World, form: Json) -> Message | None:
    """The bot's message with this nonce from the past five minutes."""
    existing = world.nonces.get(str(form.get("nonce"))) if form.get("enforce_nonce") else None
    if existing is None or existing.author != world.bot_id:
        return None
    return existing if world.age(existing.id) < _NONCE_SECONDS else None


def _reply(world: World, channel: Channel, form: Json) -> Origin:
    wanted = form.get("message_reference")
    if not wanted:
        return Origin()
    if not bot_permissions(world, channel) & P.READ_MESSAGE_HISTORY:
        raise Refusal(403, 160002, "Cannot reply without permission to read message history")
    replied = world.messages[channel.id].get(str(wanted.get("message_id")))
    if replied is None or replied.only is not None:
        if not wanted.get("fail_if_not_exists", True):
            return Origin()
        raise invalid("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    reference = {"channel_id": channel.id, "message_id": replied.id}
    return Origin(REPLY, replied=replied, reference=reference)


@routes("GET", "/channels/{channel}/messages/{message}")
def get_message(call: Call) -> Reply:
    demand(call.world, call.channel, P.READ_MESSAGE_HISTORY)
    return 200, message_json(call.world, call.message)


@routes("GET", "/channels/{channel}/messages")
def list_messages(call: Call) -> Reply:
    world, channel = call.world, call.channel
    demand(world, channel)
    if not bot_permissions(world, channel) & P.READ_MESSAGE_HISTORY:
        return 200, []
    public = [m for m in world.messages[channel.id].values() if m.only is None]
    return 200, [message_json(world, m) for m in _window(public, call.query)]


def _window(oldest_first: list[Message], query: Mapping[str, str]) -> list[Message]:
    """The requested part of the history, newest first: 1 to 100 messages, by default 50."""
    if query.keys() - {"before", "after", "limit"}:
        raise invalid("around", "UNKNOWN_FIELD", "This field is not known.")
    try:
        limit, after = int(query.get("limit", 50)), int(query.get("after", 0))
        before = int(query.get("before", 0)) or 1 << 64
    except ValueError:
        raise invalid("before", "NUMBER_TYPE_COERCE", "Value is not a number.") from None
    if not 1 <= limit <= _HISTORY:
        message = f"int value should be between 1 and {_HISTORY}."
        raise invalid("limit", "NUMBER_TYPE_MAX", message)
    within = [m for m in oldest_first if after < int(m.id) < before]
    return (within[:limit] if "after" in query else within[-limit:])[::-1]


def message_json(world: World, message: Message) -> Json:
    return views.for_bot(world, message, granted=world.message_content)


@routes("PATCH", "/channels/{channel}/messages/{message}")
def edit_message(call: Call) -> Reply:
    world, message, draft = call.world, call.message, call.draft
    demand(world, call.channel)
    if message.author != world.bot_id:
        raise Refusal(403, 50005, "Cannot edit a message authored by another user")
    if call.channel.archived:
        raise thread_archived()
    if draft.files:
        demand(world, call.channel, P.ATTACH_FILES)
    change(world, message, draft, "edit")
    return 200, shapes.message(world, message)


def change(world: World, message: Message, draft: Draft, kind: str) -> None:
    """Edit within the limits; also used for the answers to interactions."""
    limits.check_message(draft.form, draft.files, kind)
    if posts.leaves_nothing(message, draft):
        raise limits.empty_message()
    posts.edit(world, message, draft)


@routes("DELETE", "/channels/{channel}/messages/{message}")
def delete_message(call: Call) -> Reply:
    message = call.message
    mine = message.author == call.world.bot_id
    demand(call.world, call.channel, *(() if mine else (P.MANAGE_MESSAGES,)))
    if call.channel.archived:
        raise thread_archived()
    posts.delete(call.world, message)
    return NO_CONTENT

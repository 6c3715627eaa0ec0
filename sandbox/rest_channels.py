"""REST: the server, channels, threads that grow out of messages, private channels, messages."""

from __future__ import annotations

from functools import partial

from sandbox import shapes, views
from sandbox.gateway import GatewayIntents
from sandbox.model import HAS_THREAD, PUBLIC_THREAD, Channel
from sandbox.permissions import Permission as P
from sandbox.permissions import bot_permissions, demand, may_see
from sandbox.refusals import FormErrors, Refusal, invalid, unknown
from sandbox.rest import NO_CONTENT, Reply, RestCall, route
from sandbox.world import World


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
    faults.known("", form, "name auto_archive_duration rate_limit_per_user")
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


def remove(world: World, channel: Channel) -> None:
    """Delete a channel and its threads."""
    for thread in [each for each in world.channels.values() if each.parent == channel.id]:
        remove(world, thread)
    shown = shapes.channel(world, channel)
    if channel.is_thread:
        gone = {name: shown[name] for name in ("id", "type", "guild_id", "parent_id")}
        world.gateway.tell("THREAD_DELETE", gone, GatewayIntents.GUILDS)
    else:
        world.gateway.tell("CHANNEL_DELETE", shown, GatewayIntents.GUILDS)
    world.stream.tell("channel_delete", {"channel": channel.id}, partial(may_see, channel))
    world.forget_channel(channel)


@route("POST", "/channels/{channel}/messages")
def create_message(call: RestCall) -> Reply:
    channel, draft = call.channel, call.draft
    world = call.world
    if channel.is_private and world.people[channel.owner or ""].unreachable:
        raise Refusal(403, 50007, "Cannot send messages to this user")
    demand(world, channel, P.SEND_MESSAGES_IN_THREADS if channel.is_thread else P.SEND_MESSAGES)
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
    message = world.post(channel, world.bot, draft, reply_to=replied)
    return 200, shapes.message(world, message)


@route("GET", "/channels/{channel}/messages/{message}")
def get_message(call: RestCall) -> Reply:
    demand(call.world, call.channel, P.READ_MESSAGE_HISTORY)
    granted = call.world.message_content
    return 200, views.for_bot(call.world, call.message, granted=granted)


@route("GET", "/channels/{channel}/messages")
def list_messages(call: RestCall) -> Reply:
    world, channel = call.world, call.channel
    demand(world, channel)
    if not bot_permissions(world, channel) & P.READ_MESSAGE_HISTORY:
        return 200, []
    public = [m for m in world.messages[channel.id].values() if m.only is None]
    query = call.query
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

"""REST: the server, channels, threads that grow out of messages, private channels."""

from __future__ import annotations

from sandbox import news, posts, shapes
from sandbox.model import HAS_THREAD, PUBLIC_THREAD, Channel, Json
from sandbox.permissions import Permission as P
from sandbox.permissions import demand
from sandbox.refusals import CHOICES, FormErrors, Refusal, unknown
from sandbox.rest import Call, Reply, Routes
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
    thread = _thread(world, channel, message.id, form)
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


def _thread(world: World, parent: Channel, thread_id: str, form: Json) -> Channel:
    return Channel(
        thread_id,
        PUBLIC_THREAD,
        form["name"].strip(),
        world.clock.stamp(),
        parent=parent.id,
        owner=world.bot_id,
        archive_after=form.get("auto_archive_duration") or 1440,
        members=[world.bot_id],
    )


def remove(world: World, channel: Channel) -> None:
    """A channel goes with its threads."""
    for thread in world.threads(channel.id):
        remove(world, thread)
    news.channel_deleted(world, channel)
    world.forget_channel(channel)

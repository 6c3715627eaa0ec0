"""Views of records: a person's at the page, and the bot's. Without the message-content intent the
bot reads its own messages, private ones and those that mention it; all others lack content, embeds,
attachments and components."""

from sandbox import shapes
from sandbox.model import FORUM, Channel, Interaction, Json, Message, Person
from sandbox.permissions import may_see, person_permissions
from sandbox.state import SandboxState


def shows(state: SandboxState, it: Message, viewer: str) -> bool:
    """Whether a viewer sees a message: an ephemeral one has one viewer, others everybody in the
    channel."""
    if it.only is not None:
        return it.only == viewer
    return may_see(state.channels[it.channel], viewer)


def message(state: SandboxState, it: Message, viewer: str) -> Json:
    shown = shapes.message(state, it)
    if it.only is not None:
        shown["ephemeral"] = True
    if it.thinking:
        shown["thinking"] = True
    if viewer in it.pings:
        shown["pings"] = True
    return shown


def channel(it: Channel) -> Json:
    shown: Json = {
        "id": it.id,
        "type": it.type,
        "name": it.name,
        "last_message_id": it.last_message,
    }
    if it.type == FORUM:
        shown["tags"] = it.tags
    if it.is_thread:
        shown["applied"] = it.applied
        shown |= {"parent_id": it.parent, "archived": it.archived, "locked": it.locked}
    return shown


def person(state: SandboxState, it: Person) -> Json:
    called = {"id": it.id, "username": it.username, "global_name": it.global_name}
    return {**called, "permissions": str(person_permissions(state, it))}


def everything(state: SandboxState, viewer: str | None = None) -> Json:
    """The page's first data; without a viewer it has no private channel."""
    channels = [c for c in state.channels.values() if may_see(c, viewer or "")]
    return {
        "guild": {"id": state.guild_id, "name": state.guild_name},
        "bot": {"id": state.bot_id, "username": state.bot.username, "online": state.online},
        "people": [person(state, p) for p in state.people.values() if not p.bot],
        "channels": [channel(c) for c in channels],
        "commands": state.commands,
    }


def interaction(it: Interaction) -> Json:
    shown: Json = {"id": it.id, "state": it.state}
    if it.state == "failed":
        shown["error"] = "This interaction failed"
    if it.form is not None:
        shown["form"] = it.form
    return shown


_HIDDEN: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


def for_bot(state: SandboxState, it: Message, *, granted: bool) -> Json:
    """A message for the bot; `granted` says whether it may read everything."""
    shown = shapes.message(state, it)
    if granted:
        return shown
    if not _is_readable(state, it):
        shown |= _HIDDEN
    source = shown.get("referenced_message")
    if source and not _is_readable(state, state.messages[it.channel][source["id"]]):
        source |= _HIDDEN
    return shown


def event(state: SandboxState, it: Message, *, granted: bool) -> Json:
    """A message as in MESSAGE_CREATE and MESSAGE_UPDATE: with server and members."""
    shown = for_bot(state, it, granted=granted)
    if state.channels[it.channel].is_private:
        return shown
    shown["guild_id"] = state.guild_id
    for mentioned in shown["mentions"]:
        mentioned["member"] = shapes.partial_member(state.people[mentioned["id"]])
    if it.interaction is None:
        shown["member"] = shapes.partial_member(state.people[it.author])
    return shown


def _is_readable(state: SandboxState, it: Message) -> bool:
    private = state.channels[it.channel].is_private
    return private or it.author == state.bot_id or state.bot_id in it.mentions

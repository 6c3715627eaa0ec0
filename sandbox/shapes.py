"""Things as Discord shows them: the JSON objects of its API.

    user ─ member
    channel ─ thread
    message ─ attachment, component, reference

The server as a whole is in `shapes_guild`.
"""

from __future__ import annotations

from urllib.parse import quote

from sandbox.founding import BOT_ROLE
from sandbox.model import (
    EPHEMERAL,
    HAS_THREAD,
    REPLY,
    Channel,
    Json,
    Message,
    Person,
)
from sandbox.state import State


def user(person: Person) -> Json:
    shown: Json = {
        "id": person.id,
        "username": person.username,
        "global_name": person.global_name,
        "discriminator": "0000" if person.bot else "0",
        "avatar": None,
        "avatar_decoration_data": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
    }
    return {**shown, "bot": True} if person.bot else shown


def partial_member(person: Person) -> Json:
    """A member without the user, as it stands beside a message's author."""
    return {
        "roles": person.roles,
        "nick": None,
        "avatar": None,
        "banner": None,
        "joined_at": person.joined,
        "premium_since": None,
        "communication_disabled_until": None,
        "pending": False,
        "deaf": False,
        "mute": False,
        "flags": 0,
    }


def member(person: Person) -> Json:
    return {**partial_member(person), "user": user(person)}


def overwrites(channel: Channel) -> list[Json]:
    if not channel.denied:
        return []
    return [{"id": BOT_ROLE, "type": 0, "allow": "0", "deny": str(channel.denied)}]


def channel(state: State, it: Channel) -> Json:
    """A channel as its kind demands."""
    if it.is_private:
        return private_channel(state, it)
    return thread(state, it) if it.is_thread else text_channel(state, it)


def text_channel(state: State, it: Channel) -> Json:
    return {
        "id": it.id,
        "type": it.type,
        "guild_id": state.guild_id,
        "name": it.name,
        "topic": it.topic,
        "position": it.position,
        "parent_id": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "flags": 0,
        "last_message_id": it.last_message,
        "permission_overwrites": overwrites(it),
    }


def thread(state: State, it: Channel) -> Json:
    return {
        "id": it.id,
        "type": it.type,
        "guild_id": state.guild_id,
        "parent_id": it.parent,
        "owner_id": it.owner,
        "name": it.name,
        "last_message_id": it.last_message,
        "message_count": it.message_count,
        "total_message_sent": it.message_count,
        "member_count": len(it.members),
        "rate_limit_per_user": 0,
        "flags": 0,
        "thread_metadata": _thread_metadata(it),
        **({"member": thread_member(it, state.bot_id)} if _joined(state, it) else {}),
    }


def _joined(state: State, it: Channel) -> bool:
    return state.bot_id in it.members


def _thread_metadata(it: Channel) -> Json:
    return {
        "archived": it.archived,
        "locked": it.locked,
        "archive_timestamp": it.archived_at or it.made,
        "auto_archive_duration": it.archive_after,
        "create_timestamp": it.made,
    }


def thread_member(it: Channel, person_id: str) -> Json:
    return {"id": it.id, "user_id": person_id, "join_timestamp": it.made, "flags": 0}


def private_channel(state: State, it: Channel) -> Json:
    assert it.owner is not None
    return {
        "id": it.id,
        "type": it.type,
        "flags": 0,
        "last_message_id": it.last_message,
        "recipients": [user(state.people[it.owner])],
    }


# -- messages


def message(state: State, it: Message, *, nested: bool = False) -> Json:
    """A message in full. `nested` leaves out what it replies to."""
    shown: Json = {
        "id": it.id,
        "channel_id": it.channel,
        "type": it.type,
        "author": user(state.people[it.author]),
        "content": it.content,
        "timestamp": it.at,
        "edited_timestamp": it.edited,
        "tts": False,
        "mention_everyone": it.everyone,
        "mentions": [user(state.people[each]) for each in it.mentions],
        "mention_roles": it.mention_roles,
        "attachments": [attachment(state, it, each) for each in it.attachments],
        "embeds": [],
        "components": it.components,
        "flags": it.flags,
        "pinned": False,
    }
    _add_origin(state, it, shown)
    if it.reference and not nested:
        _add_reference(state, it, shown)
    return shown


def _add_origin(state: State, it: Message, shown: Json) -> None:
    if it.nonce is not None:
        shown["nonce"] = it.nonce
    if it.interaction is not None:
        shown |= {"interaction_metadata": it.interaction, "application_id": state.bot_id}
        shown["webhook_id"] = state.bot_id
    if it.flags & HAS_THREAD and it.id in state.channels:
        shown["thread"] = thread(state, state.channels[it.id])


def _add_reference(state: State, it: Message, shown: Json) -> None:
    assert it.reference is not None
    shown["message_reference"] = {"type": 0, "guild_id": state.guild_id, **it.reference}
    if state.channels[it.channel].is_private:
        del shown["message_reference"]["guild_id"]
    if it.type == REPLY:
        source = state.messages[it.channel].get(it.reference["message_id"])
        shown["referenced_message"] = source and message(state, source, nested=True)


def attachment(state: State, it: Message, kept: Json) -> Json:
    url = f"{state.address}/cdn/attachments/{it.channel}/{kept['id']}/{quote(kept['filename'])}"
    shown = {**kept, "url": url, "proxy_url": url}
    return {**shown, "ephemeral": True} if it.flags & EPHEMERAL else shown

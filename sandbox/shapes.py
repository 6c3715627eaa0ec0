"""The JSON objects of Discord's API. Features that the sandbox lacks appear as absent."""

from typing import Any
from urllib.parse import quote

from sandbox import model, permissions
from sandbox.model import Channel, Json, Message, Person
from sandbox.state import SandboxState


def user(person: Person) -> Json:
    shown: Json = {
        "id": person.id,
        "username": person.username,
        "global_name": person.global_name,
        "discriminator": "0000" if person.bot else "0",
        "public_flags": 0,
        "flags": 0,
        **dict.fromkeys(("avatar", "avatar_decoration_data", "primary_guild")),
    }
    return {**shown, "bot": True} if person.bot else shown


def myself(person: Person) -> Json:
    """A user as they see themselves."""
    own = {"mfa_enabled": False, "locale": "en-US", "premium_type": 0, "verified": True}
    return {**user(person), **own, "email": None}


def partial_member(person: Person) -> Json:
    """A member without the user, as beside a message's author."""
    return {
        "roles": person.roles,
        "joined_at": person.joined,
        "flags": 0,
        **dict.fromkeys(("pending", "deaf", "mute"), False),
        **dict.fromkeys(
            ("nick", "avatar", "banner", "premium_since", "communication_disabled_until")
        ),
    }


def member(person: Person) -> Json:
    return {**partial_member(person), "user": user(person)}


def channel(state: SandboxState, it: Channel) -> Json:
    """A channel in the form of its kind."""
    shown: Json = {"id": it.id, "type": it.type, "flags": it.flags}
    shown["last_message_id"] = it.last_message
    if it.is_private:
        return {**shown, "recipients": [user(state.people[it.owner or ""])]}
    shown |= {"guild_id": state.guild_id, "name": it.name, "rate_limit_per_user": 0}
    if not it.is_thread:
        denied = {"id": model.BOT_ROLE, "type": 0, "allow": "0", "deny": str(it.denied)}
        shown |= {"topic": None, "position": it.position, "parent_id": None, "nsfw": False}
        if it.type == model.FORUM:
            shown |= {"available_tags": it.tags, "default_forum_layout": 0}
            shown |= dict.fromkeys(("default_reaction_emoji", "default_sort_order"))
        return {**shown, "permission_overwrites": [denied] if it.denied else []}
    shown |= {
        "parent_id": it.parent,
        "owner_id": it.owner,
        "message_count": it.message_count,
        "total_message_sent": it.message_count,
        "member_count": len(it.members),
        "thread_metadata": {
            "archived": it.archived,
            "locked": it.locked,
            "archive_timestamp": it.archived_at or it.made,
            "auto_archive_duration": it.archive_after,
            "create_timestamp": it.made,
        },
    }
    if state.channels[it.parent or ""].type == model.FORUM:
        shown["applied_tags"] = it.applied
    if state.bot_id in it.members:
        joined = {"id": it.id, "user_id": state.bot_id, "join_timestamp": it.made, "flags": 0}
        shown["member"] = joined
    return shown


def _role(role_id: str, name: str, bits: int, position: int, **more: Any) -> Json:
    return {
        "id": role_id,
        "name": name,
        "permissions": str(bits),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "flags": 0,
        **dict.fromkeys(("hoist", "managed", "mentionable"), False),
        **dict.fromkeys(("icon", "unicode_emoji")),
        **more,
    }


def roles(state: SandboxState) -> list[Json]:
    everybody = permissions.EVERYONE | permissions.READS & ~state.denied
    of_bot = {"managed": True, "tags": {"bot_id": state.bot_id}}
    return [
        _role(state.guild_id, "@everyone", everybody, 0),
        _role(model.CAMPERS_ROLE, "Campers", permissions.MEMBER, 1),
        _role(model.BOT_ROLE, "Lumbercamp", permissions.BOT & ~state.denied, 2, **of_bot),
    ]


def guild(state: SandboxState, *, all_members: bool) -> Json:
    """GUILD_CREATE. Without the members intent the only member is the bot."""
    members = list(state.people.values()) if all_members else [state.bot]
    channels = [each for each in state.channels.values() if not each.is_private]
    open_threads = [each for each in channels if each.is_thread and not each.archived]
    return {
        "id": state.guild_id,
        "name": state.guild_name,
        "owner_id": state.owner,
        "roles": roles(state),
        "joined_at": state.bot.joined,
        "member_count": len(state.people),
        "members": [member(each) for each in members],
        "channels": [channel(state, each) for each in channels if not each.is_thread],
        "threads": [channel(state, each) for each in open_threads],
        "preferred_locale": state.guild_locale,
        **{"region": "", "afk_timeout": 60, "max_members": 500_000},
        **dict.fromkeys(_FALSE.split(), False),
        **dict.fromkeys(_ZERO.split(), 0),
        **dict.fromkeys(_NONE.split()),
        **{name: [] for name in _EMPTY.split()},
    }


_EMPTY = "emojis stickers features presences voice_states stage_instances"
_FALSE = "large unavailable nsfw widget_enabled premium_progress_bar_enabled"
_ZERO = """verification_level default_message_notifications system_channel_flags mfa_level
    explicit_content_filter max_stage_video_channel_users max_video_channel_users premium_tier
    nsfw_level premium_subscription_count"""
_NONE = """icon description home_header splash discovery_splash banner application_id
    vanity_url_code afk_channel_id system_channel_id widget_channel_id rules_channel_id
    safety_alerts_channel_id public_updates_channel_id max_presences incidents_data"""


def application(state: SandboxState) -> Json:
    """The application as its owner sees it in the developer portal."""
    flags = application_flags(state)
    return {
        "id": state.bot_id,
        "name": "Lumbercamp",
        "description": "",
        "bot": user(state.bot),
        "owner": user(state.people[state.owner]),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": flags,
        "flags_new": str(flags),
        "redirect_uris": [],
        "eligible_oauth2_scopes": [],
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        **dict.fromkeys(("icon", "type", "team", "interactions_endpoint_url")),
        "role_connections_verification_url": None,
    }


def application_flags(state: SandboxState) -> int:
    """The members intent is granted, message contents only if the sandbox allows it."""
    members, content = 1 << 15, 1 << 19
    return members | (content if state.message_content else 0)


def message(state: SandboxState, it: Message, *, nested: bool = False) -> Json:
    """A message in full. `nested` leaves out the message that it replies to."""
    attachments, ephemeral = list[Json](), {"ephemeral": True} if it.flags & model.EPHEMERAL else {}
    for kept in it.attachments:
        path = f"{it.channel}/{kept['id']}/{quote(kept['filename'])}"
        url = f"{state.address}/cdn/attachments/{path}"
        attachments.append({**kept, "url": url, "proxy_url": url, **ephemeral})
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
        "attachments": attachments,
        "embeds": [],
        "components": it.components,
        "flags": it.flags,
        "pinned": False,
    }
    if it.nonce is not None:
        shown["nonce"] = it.nonce
    if it.interaction is not None:
        shown |= {"interaction_metadata": it.interaction, "application_id": state.bot_id}
        shown["webhook_id"] = state.bot_id
    if it.flags & model.HAS_THREAD and it.id in state.channels:
        shown["thread"] = channel(state, state.channels[it.id])
    if it.reference and not nested:
        place = {} if state.channels[it.channel].is_private else {"guild_id": state.guild_id}
        shown["message_reference"] = {"type": 0, **place, **it.reference}
        if it.type == model.REPLY:
            source = state.messages[it.channel].get(it.reference["message_id"])
            shown["referenced_message"] = source and message(state, source, nested=True)
    return shown

"""The server and the application as Discord shows them."""

from __future__ import annotations

from typing import Any

from sandbox import permissions, shapes
from sandbox.founding import BOT_ROLE, CAMPERS_ROLE
from sandbox.model import Json
from sandbox.state import State


def role(role_id: str, name: str, bits: int, position: int, **more: Any) -> Json:
    return {
        "id": role_id,
        "name": name,
        "permissions": str(bits),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
        **more,
    }


def roles(state: State) -> list[Json]:
    of_bot = {"managed": True, "tags": {"bot_id": state.bot_id}}
    return [
        role(state.guild_id, "@everyone", permissions.EVERYONE, 0),
        role(CAMPERS_ROLE, "Campers", permissions.CAMPER, 1),
        role(BOT_ROLE, "Lumbercamp", permissions.BOT & ~state.denied, 2, **of_bot),
    ]


def guild(state: State) -> Json:
    """The server as REST shows it: without channels and members."""
    return {
        "id": state.guild_id,
        "name": state.guild_name,
        "owner_id": state.owner,
        "roles": roles(state),
        "emojis": [],
        "stickers": [],
        "features": [],
        **_SETTINGS,
        **dict.fromkeys(_EMPTY),
    }


_SETTINGS: Json = {
    "region": "deprecated",
    "afk_timeout": 300,
    "system_channel_flags": 0,
    "widget_enabled": False,
    "verification_level": 0,
    "default_message_notifications": 1,
    "explicit_content_filter": 0,
    "mfa_level": 0,
    "max_members": 500_000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "premium_progress_bar_enabled": False,
    "preferred_locale": "en-US",
    "nsfw": False,
    "nsfw_level": 0,
}

_EMPTY = (
    "icon",
    "description",
    "home_header",
    "splash",
    "discovery_splash",
    "banner",
    "application_id",
    "afk_channel_id",
    "system_channel_id",
    "widget_channel_id",
    "max_presences",
    "vanity_url_code",
    "rules_channel_id",
    "safety_alerts_channel_id",
    "public_updates_channel_id",
    "incidents_data",
)


def guild_create(state: State, *, all_members: bool) -> Json:
    """GUILD_CREATE. Without the members intent a bot is told of nobody but itself."""
    members = list(state.people.values()) if all_members else [state.bot]
    return {
        **guild(state),
        "joined_at": state.bot.joined,
        "large": False,
        "unavailable": False,
        "member_count": len(state.people),
        "members": [shapes.member(each) for each in members],
        "channels": [shapes.text_channel(state, each) for each in text_channels(state)],
        "threads": [shapes.thread(state, t) for t in state.threads() if not t.archived],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def text_channels(state: State) -> list[Any]:
    return [c for c in state.channels.values() if not c.is_thread and not c.is_private]


def application(state: State) -> Json:
    """The application as its owner sees it in the developer portal."""
    return {
        "id": state.bot_id,
        "name": "Lumbercamp",
        "icon": None,
        "description": "",
        "type": None,
        "bot": shapes.user(state.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": application_flags(state),
        "flags_new": str(application_flags(state)),
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": shapes.user(state.people[state.owner]),
        "team": None,
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
    }


def application_flags(state: State) -> int:
    """The members intent is granted, that of message contents when the sandbox allows it."""
    members, content = 1 << 15, 1 << 19
    return members | (content if state.message_content else 0)


def myself(state: State) -> Json:
    return {
        **shapes.user(state.bot),
        "mfa_enabled": False,
        "locale": "en-US",
        "premium_type": 0,
        "email": None,
        "verified": True,
    }

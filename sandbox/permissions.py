"""Permissions: bits, roles and the bot's missing rights. The owner may do everything."""

from enum import IntFlag

from sandbox.model import Channel, Person
from sandbox.refusals import Refusal, Sorry
from sandbox.state import SandboxState


class Permission(IntFlag):
    """The permissions that matter here, with Discord's bits."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38


P = Permission
EVERYONE = int(P.USE_APPLICATION_COMMANDS)
READS = int(P.VIEW_CHANNEL | P.READ_MESSAGE_HISTORY)  # everybody's, on a new server
BOT = int(
    P.VIEW_CHANNEL
    | P.SEND_MESSAGES
    | P.SEND_MESSAGES_IN_THREADS
    | P.CREATE_PUBLIC_THREADS
    | P.ATTACH_FILES
    | P.EMBED_LINKS
    | P.READ_MESSAGE_HISTORY
)
MEMBER = BOT | EVERYONE  # also the bot's permissions in private channels


def bits_of(names: list[str]) -> int:
    """The bits of permission names; an unknown name is a `Sorry`."""
    try:
        return sum({int(Permission[name]) for name in names})
    except KeyError as error:
        raise Sorry(f"There's no permission called {error.args[0]}.") from None


def bot_permissions(state: SandboxState, channel: Channel | None = None) -> int:
    """The bot's permissions in a channel, or on the server as a whole."""
    if channel is not None and channel.is_private:
        return MEMBER
    everywhere = EVERYONE | (BOT & ~state.denied)
    if channel is None:
        return everywhere
    # A thread has its parent's permissions.
    return everywhere & ~(state.channels[channel.parent] if channel.parent else channel).denied


def person_permissions(state: SandboxState, person: Person, channel: Channel | None = None) -> int:
    if person.id == state.owner:
        return int(~P(0))
    return bot_permissions(state, channel) if person.bot else MEMBER | person.may


def demand(state: SandboxState, channel: Channel, *needed: Permission) -> None:
    """Refuse acts for which the bot lacks a permission in a channel."""
    held = bot_permissions(state, channel)
    if not held & Permission.VIEW_CHANNEL:
        raise Refusal(403, 50001, "Missing Access")
    if any(not held & need for need in needed):
        raise Refusal(403, 50013, "Missing Permissions")


def may_see(channel: Channel, person_id: str) -> bool:
    """Whether a person sees a channel: all of the server's, and their own private one."""
    return not channel.is_private or channel.owner == person_id

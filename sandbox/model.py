"""What the sandbox remembers: people, channels, messages, interactions.

Each is a flat record that survives a trip through JSON; `shapes` shows them as Discord does.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Self

Json = dict[str, Any]

TEXT, DM, PUBLIC_THREAD = 0, 1, 11

HAS_THREAD, EPHEMERAL, LOADING, SILENT = 1 << 5, 1 << 6, 1 << 7, 1 << 12

DEFAULT, REPLY, COMMAND = 0, 19, 20

COMMAND_RUN, COMPONENT, AUTOCOMPLETE, FORM_SENT = 2, 3, 4, 5


@dataclass(slots=True)
class Record:
    """A thing with an id that the store keeps as one JSON row."""

    kind: ClassVar[str]
    id: str

    def to_json(self) -> Json:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def from_json(cls, row: Json) -> Self:
        return cls(**row)


@dataclass(slots=True)
class Person(Record):
    """A user of the sandbox; the bot is one too."""

    kind: ClassVar[str] = "person"
    username: str
    global_name: str | None
    joined: str
    roles: list[str] = field(default_factory=list)
    bot: bool = False
    unreachable: bool = False  # takes no private messages from the bot
    gone: bool = False  # from the server
    may: int = 0  # permissions besides those of everybody


@dataclass(slots=True)
class Channel(Record):
    """A text channel, a thread in one, or the private channel of a person with the bot."""

    kind: ClassVar[str] = "channel"
    type: int
    name: str
    made: str
    parent: str | None = None
    topic: str | None = None
    position: int = 0
    owner: str | None = None  # threads: who opened it; private channels: the person
    archived: bool = False
    locked: bool = False
    archived_at: str | None = None
    archive_after: int = 1440
    members: list[str] = field(default_factory=list)
    message_count: int = 0
    last_message: str | None = None
    denied: int = 0  # permissions that the bot lacks here

    @property
    def is_thread(self) -> bool:
        return self.parent is not None

    @property
    def is_private(self) -> bool:
        return self.type == DM


@dataclass(slots=True)
class Message(Record):
    """A message; `only` names the one person who sees it when it is ephemeral."""

    kind: ClassVar[str] = "message"
    channel: str
    author: str
    content: str
    at: str
    type: int = DEFAULT
    flags: int = 0
    edited: str | None = None
    attachments: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    mentions: list[str] = field(default_factory=list)
    mention_roles: list[str] = field(default_factory=list)
    everyone: bool = False
    pings: list[str] = field(default_factory=list)  # people who were notified
    reference: Json | None = None  # {"channel_id", "message_id"?}
    only: str | None = None
    nonce: str | None = None
    interaction: Json | None = None  # interaction metadata; marks an answer

    @property
    def thinking(self) -> bool:
        return bool(self.flags & LOADING)


@dataclass(slots=True)
class Interaction(Record):
    """Something a person did that the bot must answer: a command or a press."""

    kind: ClassVar[str] = "interaction"
    type: int
    token: str
    user: str
    channel: str
    at: float
    payload: Json  # the INTERACTION_CREATE exactly as it was sent
    state: str = "sent"  # sent, thinking, done, failed
    answered: bool = False
    original: str | None = None  # the message which @original means
    message: str | None = None  # the message whose component was pressed
    form: Json | None = None  # the modal that it was answered with
    opener: str | None = None  # the interaction that was answered with this modal

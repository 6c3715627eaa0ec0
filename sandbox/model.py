"""The sandbox's records, which survive a trip through JSON; `shapes` shows them as Discord does. An
id is the milliseconds since 2015 << 22 | a running number."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]

TEXT, DM, PUBLIC_THREAD, FORUM = 0, 1, 11, 15
REQUIRE_TAG = 1 << 4  # a flag of a forum

HAS_THREAD, EPHEMERAL, LOADING, SILENT = 1 << 5, 1 << 6, 1 << 7, 1 << 12

DEFAULT, REPLY, COMMAND = 0, 19, 20

COMMAND_RUN, COMPONENT, AUTOCOMPLETE, FORM_SENT = 2, 3, 4, 5


@dataclass(slots=True)
class SandboxRecord:
    """A thing with an id that the store keeps as one JSON row."""

    id: str


@dataclass(slots=True)
class Person(SandboxRecord):
    """A user of the sandbox; the bot is one too."""

    username: str
    global_name: str | None
    joined: str
    roles: list[str] = field(default_factory=list)
    bot: bool = False
    unreachable: bool = False  # takes no private messages from the bot
    gone: bool = False  # from the server
    may: int = 0  # permissions in addition to everybody's


@dataclass(slots=True)
class Channel(SandboxRecord):
    """A text channel, a thread in one, a forum, a post in one, or the private channel of a person
    with the bot."""

    type: int
    name: str
    made: str
    parent: str | None = None
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
    tags: list[Json] = field(default_factory=list)  # forums: those of their posts
    applied: list[str] = field(default_factory=list)  # posts: their tags
    flags: int = 0

    @property
    def is_thread(self) -> bool:
        return self.parent is not None

    @property
    def is_private(self) -> bool:
        return self.type == DM


@dataclass(slots=True)
class Message(SandboxRecord):
    """A message; `only` names the one person who sees it when it is ephemeral."""

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
class Interaction(SandboxRecord):
    """A person's act that the bot must answer: a command or a press."""

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


@dataclass(slots=True)
class InboxItem(SandboxRecord):
    """An e-mail or a webhook, as it came."""

    person: str
    at: str
    line: str  # the first line of the webhook's request; empty: an e-mail
    raw: str  # its bytes as Latin-1


EPOCH_MS = 1_420_070_400_000


class Clock:
    """Discord's clock here: the machine's, plus the seconds that were added by hand."""

    def __init__(self, added: float = 0.0) -> None:
        self.added = added

    def now(self) -> float:
        """Seconds since 1970."""
        return time.time() + self.added

    def stamp(self) -> str:
        """Now in the form of Discord's timestamps: ISO 8601 in UTC with microseconds."""
        return datetime.fromtimestamp(self.now(), UTC).isoformat(timespec="microseconds")


GUILD_ID = "1200000000000000000"  # also the id of the role @everyone, as on Discord
BOT_ID = "1200000000000000001"  # also the id of the application
CAMPERS_ROLE = "1200000000000000010"
BOT_ROLE = "1200000000000000011"
CHANNELS = {
    "1200000000000000101": "games",
    "1200000000000000102": "more-games",
    "1200000000000000103": "lounge",
}
FORUM_ID = "1200000000000000104"
TAGS = ("Logger", "Logjam", "Forest Fellers", "open", "playing", "finished")  # of its posts
PEOPLE = {
    "1200000000000000201": "Ann",
    "1200000000000000202": "Ben",
    "1200000000000000203": "Cy",
    "1200000000000000204": "Dee",
}
ROW, BUTTON, SELECT, TEXT_INPUT, LABEL = 1, 2, 3, 4, 18


def walk(components: list[Json], path: str = "components") -> Iterator[tuple[str, Json]]:
    """Every component with its path, parents first."""
    for i, each in enumerate(components):
        at = f"{path}.{i}"
        yield at, each
        yield from walk(each.get("components") or [], f"{at}.components")


def complete(components: list[Json]) -> list[Json]:
    """Components as Discord gives them back: each with a number, and with the defaults."""
    taken = {each["id"] for _, each in walk(components) if each.get("id")}
    free = (n for n in range(1, 1000) if n not in taken)

    def completed(it: Json) -> Json:
        defaults = {"min_values": 1, "max_values": 1} if it["type"] == SELECT else {}
        shown: Json = {**defaults, **it, "id": it.get("id") or next(free)}
        if shown.get("components"):
            shown["components"] = [completed(each) for each in shown["components"]]
        return shown

    return [completed(each) for each in components]

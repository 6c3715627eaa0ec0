"""The sandbox as a whole: its state, the events about each change, and faults: answers that a test
wants the bot to get instead of the real ones."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from sandbox import shapes, views
from sandbox.activities import Activities
from sandbox.gateway import Gateway, GatewayIntents
from sandbox.model import Channel, Json, Message, Person
from sandbox.permissions import Permission, bot_permissions
from sandbox.state import SandboxState
from sandbox.stream import Stream

_REFUSALS = {
    "10003": (404, "Unknown Channel"),
    "10008": (404, "Unknown Message"),
    "10062": (404, "Unknown interaction"),
    "30046": (400, "Maximum number of edits to messages older than 1 hour reached."),
    "40060": (400, "Interaction has already been acknowledged."),
    "50001": (403, "Missing Access"),
    "50007": (403, "Cannot send messages to this user"),
    "50013": (403, "Missing Permissions"),
    "50027": (401, "Invalid Webhook Token"),
    "50083": (400, "Thread is archived"),
    "160004": (400, "A thread has already been created for this message"),
    "160006": (400, "Maximum number of active threads reached"),
}
_OUTAGES = {"500": "500: Internal Server Error", "503": "503: Service Unavailable"}
# 429 asks to wait some seconds; slow is the real answer, some seconds late.
KINDS = ("429", "429 global", *_OUTAGES, "slow", *_REFUSALS)


@dataclass(slots=True)
class PlannedFault:
    """The answer to the next `times` requests of `method` whose path matches the regex `path`."""

    method: str
    path: str
    status: int  # 0: the real answer
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    times: int = 1
    done: bool = False  # the request still takes effect, only its answer is lost
    delay: float = 0.0  # seconds before the request is handled


def accident(kind: str, method: str, path: str, *, seconds: float = 0.0) -> PlannedFault:
    """A fault of one of the KINDS, once. Raises KeyError for another."""
    if kind == "slow":
        return PlannedFault(method, path, 0, delay=seconds)
    if kind in _OUTAGES:
        return PlannedFault(method, path, int(kind), {"message": _OUTAGES[kind], "code": 0})
    if kind in _REFUSALS:
        status, message = _REFUSALS[kind]
        return PlannedFault(method, path, status, {"message": message, "code": int(kind)})
    everywhere = {"429": False, "429 global": True}[kind]
    body = {"message": "You are being rate limited.", "retry_after": seconds, "global": everywhere}
    # A client believes that Discord sent a limit only if a proxy is named (Via).
    headers = {"Via": "1.1 sandbox", "Retry-After": f"{seconds:.3f}"}
    if everywhere:
        headers |= {"X-RateLimit-Scope": "global", "X-RateLimit-Global": "true"}
    else:
        bucket = {"Limit": "5", "Remaining": "0", "Reset-After": f"{seconds:.3f}"}
        bucket |= {"Bucket": "sandbox", "Scope": "user"}
        headers |= {f"X-RateLimit-{name}": value for name, value in bucket.items()}
    return PlannedFault(method, path, 429, body, headers)


class World(SandboxState):
    """The whole sandbox."""

    def __init__(self, folder: Path, *, message_content: bool = True, activity: str = "") -> None:
        super().__init__(folder, message_content=message_content)
        self.activities = Activities(self, activity)
        self.commands = [*self.activities.with_entry_point(self.commands)]
        self.stream = Stream(self)
        self.gateway = Gateway(self, self.stream)
        self.locale = "en-US"  # of all people's clients
        self.faults: list[PlannedFault] = []
        # Method, path, body, status and answer of each request, if a test asks for them.
        self.exchanges: list[tuple[str, str, Any, int, Any]] | None = None
        self.waiting: dict[str, asyncio.Future[list[Json]]] = {}  # autocompletions

    def announce(self, it: Message, *, edited: bool = False) -> None:
        """Tell the bot and the page of a written or edited message."""
        self.tell_bot("MESSAGE_UPDATE" if edited else "MESSAGE_CREATE", it)
        self.stream.message("message_edit" if edited else "message", it)

    def tell_bot(self, name: str, it: Message) -> None:
        """Tell the bot of a message, if it sees it."""
        channel = self.channels[it.channel]
        private = channel.is_private
        if it.only is not None or not bot_permissions(self, channel) & Permission.VIEW_CHANNEL:
            return
        intent = GatewayIntents.DIRECT_MESSAGES if private else GatewayIntents.GUILD_MESSAGES
        for session in self.gateway.listeners(intent, private=private):
            granted = session.wants(GatewayIntents.MESSAGE_CONTENT)
            session.tell(name, views.event(self, it, granted=granted))

    def announce_channel(self, it: Channel, *, new: bool = False) -> None:
        """Tell the bot and the page of a new or changed channel of the server."""
        kind, what = "THREAD" if it.is_thread else "CHANNEL", "CREATE" if new else "UPDATE"
        shown = shapes.channel(self, it)
        if new and it.is_thread:
            shown["newly_created"] = True
        self.gateway.tell(f"{kind}_{what}", shown, GatewayIntents.GUILDS)
        self.stream.channel(it)

    def launch(self, person: Person, channel: Channel) -> str:
        """Open the Activity for a person; return the instance that they are in now."""
        it = self.activities.join(person, channel)
        about = {"instance_id": it.id, "location_id": it.location["id"], "launch_id": it.launch}
        about |= {key: it.location[key] for key in ("channel_id", "guild_id") if key in it.location}
        frame = {"instance": it.id, "origin": self.activities.origin, "query": urlencode(about)}
        self.stream.tell("activity", frame, person.id.__eq__)
        return it.id

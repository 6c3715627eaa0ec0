"""The sandbox as a whole: its state, its two streams of events, and its faults.

World ── state      people, channels, messages, interactions, commands; clock and file
      ├─ gateway    events for the bot   ┐ `news` decides on the recipients
      ├─ stream     events for the page  ┘
      ├─ activities pages in a frame
      └─ faults     answers that a test wants the bot to get instead of the real ones
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox.activities import Activities
from sandbox.gateway import Gateway
from sandbox.model import Json
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
    """The answer to the next `times` requests of `method` whose path matches `path`."""

    method: str
    path: str
    status: int  # 0: the real answer
    body: Any
    headers: dict[str, str]
    times: int = 1
    done: bool = False  # the request still takes effect, only its answer is lost
    delay: float = 0.0  # seconds before the request is handled


def next_fault(faults: list[PlannedFault], method: str, path: str) -> PlannedFault | None:
    """The fault for this request, used up by one."""
    for fault in faults:
        if fault.times > 0 and method == fault.method and re.search(fault.path, path):
            fault.times -= 1
            return fault
    return None


def accident(kind: str, method: str, path: str, *, seconds: float = 0.0) -> PlannedFault:
    """A fault of one of the KINDS, once. Raises KeyError for another."""
    if kind == "slow":
        return PlannedFault(method, path, 0, None, {}, delay=seconds)
    if kind in _OUTAGES:
        return PlannedFault(method, path, int(kind), {"message": _OUTAGES[kind], "code": 0}, {})
    if kind in _REFUSALS:
        status, message = _REFUSALS[kind]
        return PlannedFault(method, path, status, {"message": message, "code": int(kind)}, {})
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
        self.exchanges: list[tuple[str, str, Any, int, Any]] | None = None
        self.waiting: dict[str, asyncio.Future[list[Json]]] = {}  # autocompletions

    def fault(
        self,
        method: str,
        path: str,
        status: int,
        body: Any = None,
        *,
        headers: dict[str, str] | None = None,
        times: int = 1,
        done: bool = False,
    ) -> None:
        """Fail the next `times` requests whose path matches a regex; done: they take effect."""
        self.faults.append(PlannedFault(method, path, status, body, headers or {}, times, done))

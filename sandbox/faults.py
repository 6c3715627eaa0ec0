"""Accidents on purpose: answers which a test wants the bot to get instead of the real ones."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Fault:
    """The answer to the next `times` requests of `method` whose path matches `path`."""

    method: str
    path: str
    status: int
    body: Any
    headers: dict[str, str]
    times: int
    done: bool

    def strikes(self, method: str, path: str) -> bool:
        return self.times > 0 and method == self.method and bool(re.search(self.path, path))


def striking(faults: list[Fault], method: str, path: str) -> Fault | None:
    """The fault that hits this request, used up by one."""
    for fault in faults:
        if fault.strikes(method, path):
            fault.times -= 1
            return fault
    return None

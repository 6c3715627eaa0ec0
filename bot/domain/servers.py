"""What a server has set for its tables, by the names and values that it has in the store.

log    500      the channel in which is said what its managers have done
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

Settings: TypeAlias = Mapping[str, str]

LOG: Final = "log"


def channel_of(settings: Settings, name: str) -> int | None:
    """A channel that was set; None: none was."""
    said = settings.get(name, "")
    return int(said) if said.isdecimal() else None

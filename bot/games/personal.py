"""What people set for themselves, by the names and values that it has in the store."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

TEXT_FIRST: Final = "text_first"
OFF: Final = "off"
ON: Final = "on"

# All there is to set, with what it may be; the first is what it is for who has set nothing.
SETTINGS: Mapping[str, tuple[str, ...]] = MappingProxyType({TEXT_FIRST: (OFF, ON)})


def text_first(settings: Mapping[str, str]) -> bool:
    """Whether somebody plays by ear: everything in words, and pictures second."""
    return settings.get(TEXT_FIRST) == ON

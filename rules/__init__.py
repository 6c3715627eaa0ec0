"""The rules of the games, pure: no clock, no chance of their own, no files.

GAMES is the only registry; whoever adds a game adds one line.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.drafting import Kind
from rules.logger import Logger
from rules.logger.english import LoggerEnglish

GAMES: Mapping[str, Kind[Any]] = MappingProxyType({"logger": Kind(Logger(), LoggerEnglish())})

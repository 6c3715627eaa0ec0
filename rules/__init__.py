"""The rules of the games, pure: no clock, no chance of their own, no files.

GAMES is the only registry: a new game adds one line.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.drafting import Kind
from rules.fellers import Fellers
from rules.fellers.english import FellersEnglish
from rules.fellers.river import read_all
from rules.logger import Logger
from rules.logger.english import LoggerEnglish
from rules.logjam import Logjam
from rules.logjam.english import LogjamEnglish
from seeds import rivers

GAMES: Mapping[str, Kind[Any]] = MappingProxyType(
    {
        "logger": Kind(Logger(), LoggerEnglish()),
        "logjam": Kind(Logjam(), LogjamEnglish()),
        "fellers": Kind(Fellers(read_all(rivers())), FellersEnglish()),
    }
)

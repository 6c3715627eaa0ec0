"""The languages in which Logger can be typed, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.input import Language
from rules.logger.french import FRENCH
from rules.logger.german import GERMAN
from rules.logger.phrases import ENGLISH
from rules.logger.spanish import SPANISH

LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}
)

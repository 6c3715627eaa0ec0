"""The languages in which Forest Fellers can be typed, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.fellers.french import FRENCH
from rules.fellers.german import GERMAN
from rules.fellers.phrases import ENGLISH, FellersLanguage
from rules.fellers.spanish import SPANISH

LANGUAGES: Mapping[str, FellersLanguage] = MappingProxyType(
    {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}
)

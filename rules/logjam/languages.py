"""The languages in which Logjam can be typed, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.input import Language
from rules.logjam.french import FRENCH
from rules.logjam.german import GERMAN
from rules.logjam.phrases import ENGLISH
from rules.logjam.spanish import SPANISH

LANGUAGES: Mapping[str, Language] = MappingProxyType(
    {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH}
)

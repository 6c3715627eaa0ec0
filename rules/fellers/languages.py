"""The languages in which Forest Fellers can be typed, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.fellers.phrases import ENGLISH, FellersLanguage

LANGUAGES: Mapping[str, FellersLanguage] = MappingProxyType({"en": ENGLISH})

"""The languages in which Logjam can be typed, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.input import Language
from rules.logjam.phrases import ENGLISH

LANGUAGES: Mapping[str, Language] = MappingProxyType({"en": ENGLISH})

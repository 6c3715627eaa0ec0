"""The languages in which Logger can be typed, by their codes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.input import Language
from rules.logger.phrases import ENGLISH

LANGUAGES: Mapping[str, Language] = MappingProxyType({"en": ENGLISH})

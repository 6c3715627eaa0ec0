"""The use cases by their names, for tests that act without buttons and commands."""

from __future__ import annotations

from typing import Any

from bot.features.services import Services
from bot.features.verbs import Verbs


class Cases:
    """All that people can want: verbs, and what does them."""

    def __init__(self, services: Services, verbs: Verbs) -> None:
        self._services, self.verbs = services, verbs

    def __getattr__(self, name: str) -> Any:
        return getattr(self._services, name)

"""The use cases by their names, for tests that act without buttons and commands."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import Any

from bot.features.boards import Boards
from bot.features.lobby import Lobby
from bot.features.orders import Orders
from bot.features.personal import Personal
from bot.features.profiles import Profiles
from bot.features.queries import Queries
from bot.features.seats import Seats
from bot.features.services import Services
from bot.features.standings import Standings
from bot.features.turn_builder import TurnBuilder
from bot.features.undo import Undo
from bot.features.vacations import Vacations
from bot.features.verbs import Verbs
from bot.features.whereabouts import Whereabouts
from bot.table.intent import Intent


class Found:
    """A use case, whose verbs are handed the game that a wish is about, as bot/features/verbs.py
    does. only: the names of those that are; all, where there are none."""

    def __init__(self, case: Any, at: Services, only: Collection[str] = ()) -> None:
        self._case, self._turns, self._only = case, at.turns, only

    def __getattr__(self, name: str) -> Any:
        verb = getattr(self._case, name)

        async def found(wish: Intent, *what: Any, **more: Any) -> Any:
            return await verb(await self._turns.find(wish), *what, **more)

        return found if not self._only or name in self._only else verb


class Done:
    """Verbs by the names of what they do, as a press or a command has them done."""

    def __init__(self, verbs: Verbs, **names: str) -> None:
        self._verbs, self._names = verbs, names

    def __getattr__(self, name: str) -> Any:
        return partial(self._verbs.do, self._names[name])


class Cases(Services):
    """All that people can want: verbs, and what does them."""

    def __init__(self, at: Services, verbs: Verbs) -> None:
        vars(self).update(vars(at))
        self.verbs = verbs
        self.boards: Any = Found(Boards(at), at)
        self.builder: Any = Found(TurnBuilder(at), at, ("hand",))
        self.move: Any = Done(verbs, here="move")
        self.offers: Any = Found(at.consent, at)
        self.orders: Any = Found(Orders(at), at)
        self.profiles = Profiles(at)
        self.resign: Any = Done(verbs, resign="quit")
        self.standings = Standings(at)
        self.undo: Any = Found(Undo(at), at)
        self.lobby: Lobby = getattr(verbs["open"].do, "__self__")  # noqa: B009
        self.personal = Personal(at)
        self.queries: Any = Found(Queries(at), at, ("record", "film", "verify"))
        self.seats: Any = Found(Seats(at), at, ("substitute", "take", "let", "back"))
        self.undo_window = Undo(at)
        self.vacations = Vacations(at)
        self.whereabouts = Whereabouts(at)

"""The use cases by their names, for tests that act without buttons and commands."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bot.features.boards import Boards
from bot.features.move import Move
from bot.features.orders import Orders
from bot.features.profiles import Profiles
from bot.features.registry import UseCases
from bot.features.resign import Resign
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

    def __init__(self, case: Any, at: UseCases, only: Collection[str] = ()) -> None:
        self._case, self._turns, self._only = case, at.turns, only

    def __getattr__(self, name: str) -> Any:
        verb = getattr(self._case, name)

        async def found(wish: Intent, *what: Any, **more: Any) -> Any:
            return await verb(await self._turns.find(wish), *what, **more)

        return found if not self._only or name in self._only else verb


class Cases(UseCases):
    """All that people can want: verbs, and what does them."""

    def __init__(self, at: UseCases, verbs: Verbs) -> None:
        vars(self).update(vars(at))
        self.verbs = verbs
        self.boards: Any = Found(Boards(at), at)
        self.builder: Any = Found(TurnBuilder(at), at, ("hand",))
        self.move: Any = Found(Move(at), at)
        self.offers: Any = Found(at.consent, at)
        self.orders: Any = Found(Orders(at), at)
        self.profiles = Profiles(at)
        self.resign: Any = Found(Resign(at), at)
        self.standings = Standings(at)
        self.undo: Any = Found(Undo(at), at)
        self.queries: Any = Found(at.queries, at, ("record", "film", "verify"))
        self.seats: Any = Found(at.seats, at, ("substitute", "take", "let", "back"))
        self.undo_window = Undo(at)
        away = at.clocks, at.reminders, at.personal.show, at.now
        self.vacations = Vacations(at.store, at.games, at.commits, *away)
        self.whereabouts = Whereabouts(at)

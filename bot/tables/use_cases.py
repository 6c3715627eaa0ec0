"""Every use case at one place: all that whoever listens to people may ask for."""

from __future__ import annotations

from collections.abc import Callable

from bot.games.table import Tables
from bot.tables.lobby import Lobby
from bot.tables.move import Move
from bot.tables.queries import Queries
from bot.tables.turn_builder import TurnBuilder
from bot.tables.turns import Turns
from bot.tables.undo import Undo
from bot.tables.undo_window import UndoWindow
from storage import Limits, Store


class UseCases:
    """The use cases on one store. now: seconds since 1970; wake: called after each commit that
    leaves something to tell; limits: of open games."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        now: Callable[[], float],
        wake: Callable[[], None],
        limits: Limits,
    ) -> None:
        self.turns = Turns(store, tables, now, wake)
        self.lobby = Lobby(store, now, wake, limits)
        self.undo_window = UndoWindow(store, tables, wake)
        self.builder = TurnBuilder(store, self.turns)
        self.undo = Undo(store, self.turns, wake)
        self.move = Move(store, self.turns, wake)
        self.queries = Queries(store, self.turns)

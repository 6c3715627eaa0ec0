"""Every use case at one place: all that whoever listens to people may ask for."""

from __future__ import annotations

from collections.abc import Callable, Collection

from bot.core.table import Tables
from bot.domain.direct import Direct
from bot.domain.minds import Minds
from bot.features.asked import Asked
from bot.features.boards import Boards
from bot.features.computers import Computers
from bot.features.hints import Hints
from bot.features.lessons import Lessons
from bot.features.lobby import Lobby
from bot.features.move import Move
from bot.features.offers import Offers
from bot.features.orders import Orders
from bot.features.personal import Personal
from bot.features.profiles import Profiles
from bot.features.queries import Queries
from bot.features.resign import Resign
from bot.features.seats import Seats
from bot.features.services import Services
from bot.features.standings import Standings
from bot.features.teaching import Teaching
from bot.features.tidy import Tidy
from bot.features.turn_builder import TurnBuilder
from bot.features.turning_points import TurningPoints
from bot.features.undo import Undo
from bot.features.undo_window import UndoWindow
from bot.features.vacations import Vacations
from bot.features.whereabouts import Whereabouts
from storage import GameRow, Limits, Store


class UseCases(Services):
    """The use cases on one store. now: seconds since 1970; wake: called after each commit that
    leaves something to tell; limits: of open games; direct: writes to one person; minds: what
    thinks of good turns, and looks back at games; there: whether the bot can hear and speak."""

    def __init__(
        self,
        store: Store,
        tables: Tables,
        now: Callable[[], float],
        wake: Callable[[GameRow | None, Collection[str]], None],
        limits: Limits,
        direct: Direct,
        minds: Minds,
        there: Callable[[], bool],
    ) -> None:
        super().__init__(store, tables, now, wake, limits, direct, minds, there)
        turns, commits, known, departure = (
            self.turns,
            self.commits,
            self.whole_turns,
            self.departure,
        )
        self.lobby = Lobby(store, tables, commits, now, limits)
        self.computers = Computers(store, tables, commits)
        self.hints = Hints(store, turns, commits, minds.player)
        self.turning_points = TurningPoints(store, turns, minds.reviewer)
        self.undo_window = UndoWindow(store, tables, commits)
        self.builder = TurnBuilder(store, turns, commits, known)
        self.undo = Undo(store, turns, commits)
        self.offers = Offers(store, turns, commits, now)
        self.seats = Seats(store, turns, commits, departure, self.lobby)
        self.resign = Resign(turns, commits, departure)
        self.move = Move(turns, commits)
        self.orders = Orders(store, turns, commits)
        self.queries = Queries(store, turns, known)
        self.whereabouts, self.profiles = Whereabouts(store, tables, now), Profiles(store, tables)
        self.boards = Boards(store, turns, commits)
        self.standings = Standings(store, tables, commits, now)
        self.personal = Personal(store, tables.games, self.clocks, self.reminders, direct, now)
        self.vacations = Vacations(
            store, tables.games, commits, self.clocks, self.reminders, self.personal, now
        )
        self.tidy = Tidy(turns, commits, now)
        self.teaching, self.lessons = Teaching(tables.games), Lessons(tables.games)
        self.asked = Asked(turns, self.undo, self.queries, self.boards, self.teaching, self.orders)

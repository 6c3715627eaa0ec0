"""The use cases by their names, for tests that act without buttons and commands."""

from __future__ import annotations

from bot.features.boards import Boards
from bot.features.hints import Hints
from bot.features.move import Move
from bot.features.offers import Offers
from bot.features.orders import Orders
from bot.features.profiles import Profiles
from bot.features.registry import UseCases
from bot.features.resign import Resign
from bot.features.standings import Standings
from bot.features.teaching import Teaching
from bot.features.turn_builder import TurnBuilder
from bot.features.undo import Undo
from bot.features.undo_window import UndoWindow
from bot.features.vacations import Vacations
from bot.features.verbs import Verbs
from bot.features.whereabouts import Whereabouts


class Cases(UseCases):
    """All that people can want: verbs, and what does them."""

    def __init__(self, at: UseCases, verbs: Verbs) -> None:
        vars(self).update(vars(at))
        self.verbs = verbs
        store, tables, turns, commits = at.store, at.tables, at.turns, at.commits
        self.boards = Boards(store, turns, commits)
        self.builder = TurnBuilder(store, turns, commits, at.whole_turns)
        self.hints = Hints(store, turns, commits, at.minds.player)
        self.move = Move(turns, commits)
        self.offers = Offers(store, turns, commits, at.now)
        self.orders = Orders(store, turns, commits)
        self.profiles = Profiles(store, tables)
        self.resign = Resign(turns, commits, at.departure)
        self.standings = Standings(store, tables, commits, at.now)
        self.teaching = Teaching(at.games)
        self.undo = Undo(store, turns, commits)
        self.undo_window = UndoWindow(store, tables, commits)
        away = at.clocks, at.reminders, at.personal, at.now
        self.vacations = Vacations(store, at.games, commits, *away)
        self.whereabouts = Whereabouts(store, tables, at.now)

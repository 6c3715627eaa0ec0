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
        self.boards = Boards(at)
        self.builder = TurnBuilder(at)
        self.hints = Hints(at)
        self.move = Move(at)
        self.offers = Offers(at)
        self.orders = Orders(at)
        self.profiles = Profiles(at)
        self.resign = Resign(at)
        self.standings = Standings(at)
        self.teaching = Teaching(at.games)
        self.undo = Undo(at)
        self.undo_window = UndoWindow(at)
        away = at.clocks, at.reminders, at.personal.show, at.now
        self.vacations = Vacations(at.store, at.games, at.commits, *away)
        self.whereabouts = Whereabouts(at)

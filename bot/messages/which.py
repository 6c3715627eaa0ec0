"""Asked back where a command could mean several games: the menu goes on with the wish.

lc:which:turn:c3; plant north    the command, and what was said with it
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.game import Game
from bot.core.intent import Intent
from bot.messages.layout import MOST_CHOICES, Choice, Menu
from bot.messages.layouts import LONGEST_ID
from bot.text import lists
from rules.text import Text


def menu(games: Sequence[Game], wish: Intent) -> Menu:
    """The games that could be meant. A line that is too long for the menu to keep is said again."""
    said = which_id(wish.verb, wish.words)
    kept = len(said) <= LONGEST_ID
    title = Text("Which game?") if kept else Text("Which game? Say your line again then")
    choices = tuple(Choice(str(game.id), lists.named(game)) for game in games[:MOST_CHOICES])
    return Menu(said if kept else which_id(wish.verb, ""), title, choices)


def which_id(verb: str, words: str) -> str:
    """What such a menu says."""
    return f"lc:which:{verb}:{words}"

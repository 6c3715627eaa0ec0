"""Asked back where a command could mean several games: the menu goes on with the wish.

lc:which:turn:c3; plant north    the command, and what was said with it
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.messages import lists
from bot.messages.layout import Choice, Menu
from bot.messages.layouts import LONGEST_ID
from bot.messages.paging import some, turned
from bot.table.game import Game
from bot.table.intent import Intent
from rules.text import Text


def menu(games: Sequence[Game], wish: Intent) -> Menu:
    """The games that could be meant. A line that is too long for the menu to keep is said again."""
    said = which_id(wish.target.verb, wish.words)
    kept = len(said) <= LONGEST_ID
    title = Text("Which game?") if kept else Text("Which game? Pick one, then send your turn again")
    choices = some([Choice(str(game.id), lists.named(game)) for game in games], wish.target.asked)
    if kind := wish.target.kind:  # the other pages are of this kind too
        choices = tuple(
            each if turned(each.value) is None else replace(each, value=f"{each.value} {kind}")
            for each in choices
        )
    return Menu(said if kept else which_id(wish.target.verb, ""), title, choices)


def elsewhere(words: str) -> tuple[int, str | None] | None:
    """The page of such a menu that was picked in it, and the kind of its games; None: a game was
    picked."""
    said, _, kind = words.partition(" ")
    page = turned(said)
    return None if page is None else (page, kind or None)


def which_id(verb: str, words: str) -> str:
    """What such a menu says."""
    return f"lc:which:{verb}:{words}"

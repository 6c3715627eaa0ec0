"""Whether whoever is on turn is told which turns are good: a matter of the table.

In a game that is rated it would be a coach, so that nobody's rating would be their own any more.
"""

from __future__ import annotations

from bot.table.agreed import GOOD_TURNS
from bot.table.game import Game
from bot.table.seats import unrated


def good_turns(game: Game) -> bool:
    """Turns are ranked in the turn builder, in My Moves and in completions, and a computer may be
    asked what it would play."""
    said = game.options.get(GOOD_TURNS.name, GOOD_TURNS.default)
    return said == "on" or (said == GOOD_TURNS.default and unrated(game))

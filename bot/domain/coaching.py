"""Whether whoever is on turn is told which turns are good: a matter of the table.

In a game that is rated it would be a coach, so that nobody's rating would be their own any more.
"""

from __future__ import annotations

from bot.core.game import Game
from bot.domain.agreed import GOOD_TURNS
from bot.domain.computers import computers
from bot.domain.offers import unrated


def good_turns(game: Game) -> bool:
    """Turns are ranked in the turn builder, in My Options and in completions. In games from before
    there was a choice they are, as they were."""
    said = game.options.get(GOOD_TURNS.name, "on")
    return said == "on" or (said == GOOD_TURNS.default and unrated(game))


def hints(game: Game) -> bool:
    """A computer may be asked what it would play. In games from before there was a choice that is
    so where one sits."""
    return good_turns(game) if GOOD_TURNS.name in game.options else bool(computers(game))

"""The start of the hash to which a game's chance is committed."""

from __future__ import annotations

from typing import Final

from bot.table.game import Game
from rules.text import Code, Small, Text

SHOWN: Final = 20  # digits of a hash on a card; enough that nobody finds another seed with them
GROUP: Final = 10


def digits(game: Game) -> str:
    """The first digits of the hash to which a game is committed: `2fb989d828 cd1cb6d142`."""
    hash_ = game.commitment[:SHOWN]
    return " ".join(hash_[i : i + GROUP] for i in range(0, SHOWN, GROUP))


def commitment(game: Game) -> Text:
    """On every card, so that there is something to compare the seed with when it can be seen."""
    return Small(Text("Fairness: {digits}", digits=Code(digits(game))))

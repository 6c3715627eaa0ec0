"""Who is to move and who has won, for the panel and the alt text of any game."""

from __future__ import annotations

from typing import Any

from rules.game import NOBODY, Game, Seat
from rules.play import winners


def victors(game: Game[Any], s: Any) -> tuple[Seat, ...]:
    """The seats with the best score when the game is over, several for a draw; else none."""
    return winners(game, s) if game.actor(s) == NOBODY else ()


def called(game: Game[Any], s: Any, seat: Seat) -> str:
    """What a card says of its seat: "to move", "won", "draw", "left", or nothing."""
    if game.actor(s) == seat:
        return "to move"
    if not game.scores(s)[seat]:
        return "left"
    best = victors(game, s)
    if seat not in best:
        return ""
    return "won" if len(best) == 1 else "draw"

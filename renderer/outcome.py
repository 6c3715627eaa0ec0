"""Who is to move and who has won, for the panel and the alt text of any game."""

from __future__ import annotations

from typing import Any

from rules.game import NOBODY, Game, Seat


def winners(game: Game[Any], s: Any) -> list[Seat]:
    """The seats with the best score when the game is over, several for a draw; else none."""
    if game.actor(s) != NOBODY:
        return []
    scores = game.scores(s)
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


def called(game: Game[Any], s: Any, seat: Seat) -> str:
    """What a card says of its seat: "to move", "won", "draw", or nothing."""
    if game.actor(s) == seat:
        return "to move"
    best = winners(game, s)
    if seat not in best:
        return ""
    return "won" if len(best) == 1 else "draw"

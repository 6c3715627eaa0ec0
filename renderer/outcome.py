"""Who is to move and who has won, for the panel and the alt text of any game."""

from __future__ import annotations

from typing import Any

from rules.english import Names
from rules.game import NOBODY, Game, Seat
from rules.play import winners
from rules.text import NOTHING, Listed, Text


def victors(game: Game[Any], s: Any) -> tuple[Seat, ...]:
    """The seats with the best score when the game is over, several for a draw; else none."""
    return winners(game, s) if game.actor(s) == NOBODY else ()


def won(best: Names) -> Text:
    """`Ben won`, `a draw of Ana and Ben`."""
    if len(best) == 1:
        return Text("{name} won", name=best[0])
    return Text("a draw of {names}", names=Listed(best))


def called(game: Game[Any], s: Any, seat: Seat) -> Text:
    """What a card says of its seat: "to move", "won", "draw", "left", or nothing."""
    if game.actor(s) == seat:
        return Text("to move")
    if not game.scores(s)[seat]:
        return Text("left")
    best = victors(game, s)
    if seat not in best:
        return NOTHING
    return Text("won") if len(best) == 1 else Text("draw")

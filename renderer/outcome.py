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
    return Text("a draw between {names}", names=Listed(best))


def called(game: Game[Any], s: Any) -> list[Text]:
    """What the cards say of their seats: "to move", "won", "draw", "left", or nothing."""
    mover, best = game.actor(s), victors(game, s)

    def of(seat: Seat, score: tuple[int, ...]) -> Text:
        if seat == mover:
            return TO_MOVE
        if not score:
            return LEFT
        if seat not in best:
            return NOTHING
        return WON if len(best) == 1 else DRAW

    return [of(seat, score) for seat, score in enumerate(game.scores(s))]


TO_MOVE, WON, DRAW, LEFT = Text("to move"), Text("won"), Text("draw"), Text("left")

"""How well a seat stands, as one number for any game: more is better."""

from __future__ import annotations

from typing import Generic, TypeVar

from rules.game import NOBODY, Game, Seat
from rules.play import winners

S = TypeVar("S")

WON = 1e6  # more than anything that can be on a board


class Standing(Generic[S]):
    """Positions of one game as one seat values them: by how far it is ahead of the best of the
    others, and by nothing else once the game is over."""

    def __init__(self, game: Game[S], seat: Seat, s: S) -> None:
        """s: where it begins; nobody leaves in what is looked at from there."""
        self.game, self.seat = game, seat
        self.others = [n for n, score in enumerate(game.scores(s)) if n != seat and score]

    def __call__(self, s: S) -> float:
        if self.game.actor(s) == NOBODY:
            return self.final(s)
        worth = self.game.worth
        lead = worth(s, self.seat) - max([worth(s, other) for other in self.others], default=0.0)
        return min(max(lead, -WON / 2), WON / 2)

    def final(self, s: S) -> float:
        """What has become of the seat: it has won, alone or with others, or it has lost."""
        best = winners(self.game, s)
        if self.seat not in best:
            return -WON
        return WON if len(best) == 1 else 0.0

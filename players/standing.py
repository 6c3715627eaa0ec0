"""How well a seat stands, as one number for any game: more is better."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Generic, TypeVar

from rules.game import NOBODY, Game, Seat
from rules.play import winners

S = TypeVar("S")

WON = 1e6  # more than anything that can be on a board
NEVER = 1e-6  # a share of the win that is as good as nothing
MOST_LEADS = 40.0  # leads, one after the other, from which on nothing is in doubt


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


def share_of(game: Game[S], lead: float) -> float:
    """What a seat that is so far ahead of the other is taken to win: from 0 to 1."""
    far = max(-MOST_LEADS, min(lead / game.lead, MOST_LEADS))
    return 1 / (1 + exp(-far))


def lead_of(game: Game[S], share: float) -> float:
    """By how much a seat is ahead of the other that is taken to win so much, from 0 to 1."""
    share = min(max(share, NEVER), 1 - NEVER)
    return game.lead * log(share / (1 - share))


def shared(game: Game[S], s: S, best: Sequence[Seat]) -> tuple[float, ...]:
    """The whole win, split among the seats that have it."""
    return tuple((seat in best) / len(best) for seat, _ in enumerate(game.scores(s)))


def shares(game: Game[S], s: S) -> tuple[float, ...]:
    """What every seat is taken to win of a game, by what the position is worth to it: shares that
    add up to one. Who has left has none; those who have won it share it."""
    if game.actor(s) == NOBODY:
        return shared(game, s, winners(game, s))
    there = [seat for seat, score in enumerate(game.scores(s)) if score]
    worth = {seat: max(-WON, min(game.worth(s, seat), WON)) / game.lead for seat in there}
    most = max(worth.values())
    weights = {seat: exp(max(-MOST_LEADS, value - most)) for seat, value in worth.items()}
    whole = sum(weights.values())
    return tuple(weights.get(seat, 0.0) / whole for seat, _ in enumerate(game.scores(s)))

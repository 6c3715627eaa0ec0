"""How strong somebody seems after a game, and which games are rated: pure functions of results.

Ratings are those of Weng and Lin, by their Plackett-Luce model: a number for the strength (mu) and
one for how unsure it is (sigma); both are worked out by openskill alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

# Grows with every change by which other ratings come of the same results: also when openskill does.
RULE: Final = "1"
MODEL: Final = PlackettLuce()

FEWEST_TURNS: Final = 3  # of each player, before a game counts
MOST_REMATCHES: Final = 5  # rated games of the same people in a week
WEEK: Final = 7 * 86_400.0

SURE: Final = 4.9  # a rating is sure from a sigma below this on, after some twenty games

# Why a game is not rated.
CASUAL, COMPUTERS, SUBSTITUTE = "casual", "computers", "substitute"
EARLY, ALONE, REMATCH = "early", "alone", "rematch"


class Rating(NamedTuple):
    """What is believed of somebody's strength after so many rated games."""

    mu: float
    sigma: float
    games: int

    @property
    def sure(self) -> bool:
        """It says more than that somebody seems better or worse than most."""
        return self.sigma < SURE


NEW: Final = Rating(MODEL.mu, MODEL.sigma, 0)


@dataclass(frozen=True, slots=True)
class Ending:
    """A game that is over, as far as it matters for ratings. people: the ids of who sat there at
    the end, in order; substitutes: how often a seat has changed hands; agreed: with how many of
    these all who played have agreed that the game stays rated."""

    id: int
    game: int
    guild: int
    kind: str
    at: float
    people: tuple[int, ...]
    turns: int
    casual: bool
    computers: int
    substitutes: int
    agreed: int


def unrated(ending: Ending, rematches: int) -> str:
    """Why a game is not rated; '': it is. rematches: how many rated games the same people have had
    in the week before."""
    if ending.computers:
        return COMPUTERS
    if ending.casual:
        return CASUAL
    if len(ending.people) < 2:
        return ALONE
    if ending.substitutes > ending.agreed:
        return SUBSTITUTE
    if ending.turns < FEWEST_TURNS * len(ending.people):
        return EARLY
    return REMATCH if rematches >= MOST_REMATCHES else ""


def rated(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """What is believed of everybody after a game: the lowest place is the best, the same place is a
    draw."""
    alone = [[MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    after = MODEL.rate(alone, ranks=[float(place) for place in places])
    return [
        Rating(mine.mu, mine.sigma, earlier.games + 1)
        for earlier, (mine,) in zip(before, after, strict=True)
    ]

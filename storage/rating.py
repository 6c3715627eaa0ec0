"""Ratings after a game, and which games are rated: pure functions of results. Ratings are those of
Weng and Lin, by their Plackett-Luce model: a strength (mu) and its uncertainty (sigma)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

# Change it whenever the same results lead to other ratings, also because of openskill.
RULE: Final = "1"
_MODEL: Final = PlackettLuce()

WEEK: Final = 7 * 86_400.0

SURE: Final = 4.9  # a rating is sure with a sigma below this, after some twenty games


class Rating(NamedTuple):
    """A person's estimated strength after a number of rated games."""

    mu: float
    sigma: float
    games: int

    @property
    def sure(self) -> bool:
        """Whether it says more than better or worse than most."""
        return self.sigma < SURE


NEW: Final = Rating(_MODEL.mu, _MODEL.sigma, 0)


class RatedEnding(NamedTuple):
    """A game that is over, as far as ratings need it."""

    id: int
    game: int
    guild: int
    kind: str
    at: float
    people: str  # the ids of everyone who sat there at the start, in order
    turns: int
    casual: int


@dataclass(frozen=True, slots=True)
class Player:
    """Someone who sat at a table when the game began."""

    user: int
    computer: bool
    place: int  # of the seat at the end
    away: bool  # they left for good
    gave_up: bool  # their seat changed hands, also if they took it back later
    excused: bool  # they didn't choose to leave


def why_unrated(ending: RatedEnding, began: Sequence[Player], rematches: int) -> str:
    """Why a game is not rated; empty: it is. rematches: how many rated games the same people had in
    the week before."""
    if any(each.computer for each in began):
        return "computers"
    if ending.casual:
        return "casual"
    if len(began) < 2:
        return "alone"
    if len(places(began)) < 2:
        return "excused"
    if ending.turns < 3 * len(ending.people.split()):  # three turns of each player count
        return "early"
    return "rematch" if rematches >= 5 else ""


def places(began: Sequence[Player]) -> dict[int, int]:
    """The place of each rated person: those who stayed by the places of their seats, and everyone
    who left or gave up a seat last. If nobody stayed, those who left count as having stayed, so
    resigning against a substitute is never worse than giving up a seat."""
    there = [each for each in began if not each.excused]
    stayed = [each for each in there if not (each.away or each.gave_up)]
    stayed = stayed or [each for each in there if not each.gave_up]
    last = 1 + max((each.place for each in there), default=0)
    return {each.user: each.place if each in stayed else last for each in there}


def rate(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """Everyone's rating after a game: the lowest place is the best, the same place is a draw."""
    alone = [[_MODEL.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    after = _MODEL.rate(alone, ranks=[float(place) for place in places])
    return [
        Rating(mine.mu, mine.sigma, earlier.games + 1)
        for earlier, (mine,) in zip(before, after, strict=True)
    ]

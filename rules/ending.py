"""The end of a game: its scores turn by turn and its best moment, for the last picture."""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from rules.game import NOBODY, Frame, GameRules, S, Seat
from rules.play import winners
from rules.text import NOTHING, Text


@dataclass(frozen=True, slots=True)
class Highlight:
    """The most remarkable turn of a game."""

    seat: Seat
    turn: int
    told: Text


@dataclass(frozen=True, slots=True)
class Ending:
    """A whole game."""

    scores: tuple[tuple[int, ...], ...]  # by turn, from the opening, and by seat
    measured: Text  # the unit of the scores ("points")
    moment: Highlight | None
    tie_break: bool = False  # steps to go: fewer are better, so they are below zero

    def show_score(self, n: int) -> str:
        """A score as a reader sees it: points with their sign, a tie-break without."""
        return str(abs(n) if self.tie_break else n)


def drawn_game(game: GameRules[S]) -> GameRules[S]:
    """The game after an agreed draw: it is over, and the remaining players share the win."""
    over = copy(game)
    vars(over).update(actor=lambda s: NOBODY, agreed=True)
    return over


def ending_of(game: GameRules[Any], frames: Iterable[Frame[Any]]) -> Ending:
    """The end of a game with these rows. A seat given up keeps its last score."""
    played = list(frames)
    part, _ = game.curve
    scores = [tuple(score[part] for score in game.scores(played[0].before))] if played else []
    for frame in played:
        both = zip(game.scores(frame.after), scores[-1], strict=True)
        now = tuple(score[part] if score else kept for score, kept in both)
        scores[len(scores) - (frame.seat < 0) :] = [now]
    turns = [frame for frame in played if frame.seat >= 0]
    told = [(game.moment(frame), n, frame.seat) for n, frame in enumerate(turns, 1)]
    (worth, words), turn, seat = max(
        told, key=lambda each: each[0][0], default=((0, NOTHING), 0, 0)
    )
    moment = Highlight(seat, turn, words) if worth > 0 else None
    return Ending(tuple(scores), _measured(game), moment, part > 0)


def untold(game: GameRules[Any], s: Any) -> Ending:
    """The end of a game without a log: only its final scores."""
    part, _ = game.curve
    now = tuple(score[part] if score else 0 for score in game.scores(s))
    return Ending((now,), _measured(game), None, part > 0)


def _measured(game: GameRules[Any]) -> Text:
    part, measured = game.curve
    fewest = Text("{points} (the fewest win)", points=measured)
    return fewest if game.lowest_wins and part == 0 else measured


def seats_by_place(game: GameRules[S], s: S) -> dict[int, list[Seat]]:
    """The remaining seats by place. Equals share a place, as do all in an agreed draw."""
    scores, best = game.comparable(s), winners(game, s)
    ranks = {
        seat: (seat in best, () if game.agreed else score)
        for seat, score in enumerate(scores)
        if score
    }
    places: dict[int, list[Seat]] = {}
    for seat in sorted(ranks, key=ranks.__getitem__, reverse=True):
        place = 1 + sum(ranks[other] > ranks[seat] for other in ranks)
        places.setdefault(place, []).append(seat)
    return places


def tie_break(game: GameRules[Any], more: Sequence[int], less: Sequence[int]) -> Text:
    """The tie-break between two scores, an empty text if their points differ or both are equal."""
    n = next((n for n, (a, b) in enumerate(zip(more, less, strict=True)) if a != b), 0)
    told = (NOTHING, *game.tie_breaks, *(Text("better tie-break") for _ in more))
    return told[n]

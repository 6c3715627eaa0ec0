"""Morra, a small game whose players choose in secret: each shows one to three fingers under the
table, then all hands are lifted. A player with a number that nobody else shows scores; three points
win.

    2           fingers, which only their player knows      lift    nature lifts the hands
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.deeds import Deed, Tenses
from rules.drafting import Kind
from rules.english import English
from rules.game import NATURE, NOBODY, Event, GameRules, Leave, Lot, Seat, Setup, Step, put
from rules.text import Text

GOAL, NONE, HIDDEN = 3, 0, -1
FINGERS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Hands:
    """By seat: the fingers, the points; who has left has none."""

    fingers: tuple[int, ...]
    points: tuple[int | None, ...]

    @property
    def here(self) -> list[Seat]:
        return [seat for seat, points in enumerate(self.points) if points is not None]


@dataclass(frozen=True, slots=True)
class Show(Step):
    fingers: int

    def __str__(self) -> str:
        return str(self.fingers)


@dataclass(frozen=True, slots=True)
class Lift(Step):
    def __str__(self) -> str:
        return "lift"


class Morra(GameRules[Hands]):
    key, title, letter = "morra", "Morra", "M"
    fewest, most = 2, 3
    hidden_information = True

    def opening(self, setup: Setup) -> Hands:
        return Hands((NONE,) * setup.seats, (0,) * setup.seats)

    def actor(self, s: Hands) -> Seat:
        if len(s.here) == 1 or GOAL in s.points:
            return NOBODY
        return next((seat for seat in s.here if s.fingers[seat] == NONE), NATURE)

    def candidates(self, s: Hands) -> Iterable[Step]:
        return map(Show, FINGERS) if self.actor(s) != NATURE else (Lift(),)

    def why_not(self, s: Hands, step: Step) -> Text | None:
        return Text("the game is over") if self.actor(s) == NOBODY else None

    def apply(self, s: Hands, step: Step) -> tuple[Hands, list[Event]]:
        match step:
            case Show(fingers):
                seat = self.actor(s)
                events = [Event("chooses", seat), Event("hides", seat, n=fingers, only=seat)]
                return replace(s, fingers=put(s.fingers, seat, fingers)), events
            case Lift():
                return self._lift(s)
            case Leave(seat):
                return replace(s, points=put(s.points, seat, None)), [Event("leaves", seat)]
        raise self.unknown(step)

    def _lift(self, s: Hands) -> tuple[Hands, list[Event]]:
        shown = [s.fingers[seat] for seat in s.here]
        events, points = [Event("shows", seat, n=s.fingers[seat]) for seat in s.here], s.points
        for seat in s.here:
            if shown.count(s.fingers[seat]) == 1:
                points = put(points, seat, (points[seat] or 0) + 1)
                events.append(Event("scores", seat))
                break
        return Hands((NONE,) * len(s.points), points), events

    def view(self, s: Hands, seat: Seat | None) -> Hands:
        seen = (n if owner == seat or not n else HIDDEN for owner, n in enumerate(s.fingers))
        return replace(s, fingers=tuple(seen))

    def secrets_known(self, s: Hands) -> bool:
        return not any(s.fingers)

    def world(self, s: Hands, seat: Seat, draw: Lot) -> Hands:
        seen = self.view(s, seat).fingers
        return replace(s, fingers=tuple(draw(FINGERS) if n == HIDDEN else n for n in seen))

    def scores(self, s: Hands) -> tuple[tuple[int, ...], ...]:
        return tuple(() if points is None else (points,) for points in s.points)


DEEDS = {"hides": Tenses(Deed("held out {n}"), Deed("hold out {n}"))}


class MorraEnglish(English[Hands]):
    game = Morra()
    deeds = DEEDS


KIND = Kind(Morra(), MorraEnglish())

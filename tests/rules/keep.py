"""Keep, a small game with hidden dice: what docs/new-game.md walks through.

Everybody has a die under a cup. In turn, players keep it or roll it again, once; a six stays. When
all have spoken the cups are lifted, the highest die scores a point, equal ones both, and the next
round begins. Three points win.

    keep  again         a player's words
    4                   nature rolls a die           lift    nature lifts the cups

    rolls ──> keep or again of each seat, with a roll after `again` ──> lift ──> rolls, or over
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from rules.deeds import Deed, Tenses
from rules.drafting import Kind
from rules.english import English, Names
from rules.game import (
    NATURE,
    NOBODY,
    Event,
    GameRules,
    Leave,
    Lot,
    Seat,
    Setup,
    Step,
    WrongPhase,
    put,
)
from rules.input import Phrases
from rules.text import NOTHING, Text, lines
from rules.voice import Argument

GOAL = 3
UNROLLED, HIDDEN = 0, -1  # in place of a die


@dataclass(frozen=True, slots=True)
class Table:
    """By seat: the die, whether its player has spoken in this round, the points, who has left."""

    dice: tuple[int, ...]
    spoken: tuple[bool, ...]
    points: tuple[int, ...]
    gone: tuple[bool, ...]

    @property
    def here(self) -> list[Seat]:
        return [seat for seat, gone in enumerate(self.gone) if not gone]


@dataclass(frozen=True, slots=True)
class Roll(Step):
    face: int

    def __str__(self) -> str:
        return str(self.face)


@dataclass(frozen=True, slots=True)
class Say(Step):
    word: str

    def __str__(self) -> str:
        return self.word


KEEP, AGAIN, LIFT = Say("keep"), Say("again"), Say("lift")


class Keep(GameRules[Table]):
    key, title, letter = "keep", "Keep", "K"
    fewest, most = 2, 6
    hidden_information = True

    def opening(self, setup: Setup) -> Table:
        none, no = (UNROLLED,) * setup.seats, (False,) * setup.seats
        return Table(none, no, none, no)

    def actor(self, s: Table) -> Seat:
        if len(s.here) == 1 or max(s.points) == GOAL:
            return NOBODY
        if any(s.dice[seat] == UNROLLED for seat in s.here):
            return NATURE
        return next((seat for seat in s.here if not s.spoken[seat]), NATURE)

    def candidates(self, s: Table) -> Iterable[Step]:
        if self.actor(s) != NATURE:
            return (KEEP, AGAIN)
        unrolled = any(s.dice[seat] == UNROLLED for seat in s.here)
        return map(Roll, range(1, 7)) if unrolled else (LIFT,)

    def why_not(self, s: Table, step: Step) -> Text | None:
        if (seat := self.actor(s)) == NOBODY:
            return WrongPhase("the game is over")
        return Text("a six is kept") if step == AGAIN and s.dice[seat] == 6 else None

    def apply(self, s: Table, step: Step) -> tuple[Table, list[Event]]:
        match step:
            case Roll(face):
                seat = next(seat for seat in s.here if s.dice[seat] == UNROLLED)
                events = [Event("rolls", seat), Event("gets", seat, n=face, only=seat)]
                return replace(s, dice=put(s.dice, seat, face)), events
            case Say("lift"):
                return self._lift(s)
            case Say(word):
                seat = self.actor(s)
                said = replace(s, spoken=put(s.spoken, seat, True))
                if step == AGAIN:
                    said = replace(said, dice=put(s.dice, seat, UNROLLED))
                return said, [Event(f"says {word}", seat)]
            case Leave(seat):
                return replace(s, gone=put(s.gone, seat, True)), [Event("leaves", seat)]
        raise self.unknown(step)

    def _lift(self, s: Table) -> tuple[Table, list[Event]]:
        best = max(s.dice[seat] for seat in s.here)
        events, points = [Event("shows", seat, n=s.dice[seat]) for seat in s.here], s.points
        for seat in s.here:
            if s.dice[seat] == best:
                points = put(points, seat, points[seat] + 1)
                events.append(Event("scores", seat, n=points[seat]))
        again = self.opening(Setup(len(s.dice)))
        return replace(again, points=points, gone=s.gone), events

    def view(self, s: Table, seat: Seat | None) -> Table:
        dice = (die if owner == seat or not die else HIDDEN for owner, die in enumerate(s.dice))
        return replace(s, dice=tuple(dice))

    def secrets_known(self, s: Table) -> bool:
        return not any(s.dice)

    def world(self, s: Table, seat: Seat, draw: Lot) -> Table:
        seen = self.view(s, seat).dice
        return replace(s, dice=tuple(draw(range(1, 7)) if die == HIDDEN else die for die in seen))

    def scores(self, s: Table) -> tuple[tuple[int, ...], ...]:
        return tuple(() if gone else (n,) for n, gone in zip(s.points, s.gone, strict=True))


DEEDS = {
    "says keep": Tenses(Deed("kept the die"), Deed("keep the die")),
    "says again": Tenses(Deed("rolled again"), Deed("roll again")),
}


class KeepEnglish(English[Table]):
    game = Keep()
    phrases = Phrases(
        (r"keep(?: it| my die)?|hold|stay", lambda s, m: ("keep",)),
        (r"(?:roll )?again|reroll|once more", lambda s, m: ("again",)),
    )
    deeds = DEEDS

    def hand(self, s: Table, seat: Seat) -> Text:
        return Text("Your die shows {n}.", n=s.dice[seat]) if s.dice[seat] > 0 else NOTHING

    def pieces(self, s: Table, names: Names) -> Text:
        return lines(*map(_stands, names, s.spoken, s.gone))


def _stands(name: Argument, spoken: bool, gone: bool) -> Text:
    if gone:
        return Text("{name} has left.", name=name)
    if spoken:
        return Text("{name} has spoken.", name=name)
    return Text("{name} is still to speak.", name=name)


KIND = Kind(Keep(), KeepEnglish())

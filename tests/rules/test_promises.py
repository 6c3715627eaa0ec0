"""What every game passes by being registered, and the example of docs/new-game.md with it; a fault
that is planted in the example is found.

Source: issue 10, item 7: generic tests, and a mutation of each is caught."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from rules import GAMES
from rules.drafting import Kind
from rules.english import Names
from rules.game import Event, Leave, Lot, Seat, Setup, Step
from rules.text import NOTHING, Text
from tests.rules.keep import AGAIN, KIND, Keep, KeepEnglish, Table
from tests.rules.morra import KIND as MORRA
from tests.rules.promises import QUESTIONS, moments

KINDS = {**GAMES, "keep": KIND, "morra": MORRA}


def wrong(kind: Kind[Table], seeds: int = 2) -> set[str]:
    """All that is wrong with a game, in games for each number of seats."""
    game = kind.game
    return {
        fault
        for seats in range(game.fewest, game.most + 1)
        for played in (list(moments(kind, seats, seed)) for seed in range(seeds))
        for question in QUESTIONS
        for fault in question(kind, seats, played)
    }


@pytest.mark.no_cover
@pytest.mark.parametrize("kind", KINDS)
def test_every_game_keeps_its_promises(kind: str) -> None:
    """docs/decisions.md, 5, 6, 13 and 17."""
    assert wrong(KINDS[kind]) == set()


class Open(Keep):
    """Everybody sees every die."""

    def view(self, s: Table, seat: Seat | None) -> Table:
        return s


class Late(Keep):
    """A die is seen by everybody once its player has spoken."""

    def view(self, s: Table, seat: Seat | None) -> Table:
        seen = zip(super().view(s, seat).dice, s.dice, s.spoken, strict=True)
        return replace(s, dice=tuple(die if spoken else blank for blank, die, spoken in seen))


class Loud(Keep):
    """Every roll is told to everybody."""

    def apply(self, s: Table, step: Step) -> tuple[Table, list[Event]]:
        after, events = super().apply(s, step)
        return after, [event._replace(only=None) for event in events]


class Gossip(Keep):
    """Every roll is told to the neighbour too."""

    def apply(self, s: Table, step: Step) -> tuple[Table, list[Event]]:
        after, events = super().apply(s, step)
        told = [e._replace(only=(e.only + 1) % len(s.dice)) for e in events if e.only is not None]
        return after, events + told


class Sworn(Keep):
    """Dice are hidden, and the game does not say so."""

    hidden_information = False


class Stuck(Keep):
    """Nobody can leave."""

    def apply(self, s: Table, step: Step) -> tuple[Table, list[Event]]:
        if isinstance(step, Leave):
            raise self.unknown(step)
        return super().apply(s, step)


class Ghost(Keep):
    """Who leaves goes on to be asked."""

    def apply(self, s: Table, step: Step) -> tuple[Table, list[Event]]:
        return (
            (s, [Event("leaves", step.seat)]) if isinstance(step, Leave) else super().apply(s, step)
        )


@dataclass(frozen=True, slots=True)
class Blind(Table):
    """The checksum does not know the dice."""

    def __str__(self) -> str:
        return f"{self.spoken} {self.points} {self.gone}"


class Blindly(Keep):
    def opening(self, setup: Setup) -> Table:
        s = super().opening(setup)
        return Blind(s.dice, s.spoken, s.points, s.gone)


class Silent(Keep):
    """In a view nobody has spoken."""

    def view(self, s: Table, seat: Seat | None) -> Table:
        return replace(super().view(s, seat), spoken=(False,) * len(s.spoken))


class Hasty(Keep):
    """All is said to have been shown as soon as somebody has spoken."""

    def shown(self, s: Table) -> bool:
        return any(s.spoken)


class Restless(Keep):
    """A view of a view is another one."""

    def view(self, s: Table, seat: Seat | None) -> Table:
        seen, again = super().view(s, seat), min(s.dice) < 0
        return replace(seen, dice=tuple(2 * die if die < 0 and again else die for die in seen.dice))


class Dull(Keep):
    """Nothing can be imagined."""

    world = None  # type: ignore[assignment]


class Dreaming(Keep):
    """One's own die is imagined too."""

    def world(self, s: Table, seat: Seat, draw: Lot) -> Table:
        return replace(s, dice=tuple(draw(range(1, 7)) if die else die for die in s.dice))


class Peeping(Keep):
    """What the others hold is looked at."""

    def world(self, s: Table, seat: Seat, draw: Lot) -> Table:
        return s


class Blinking(Keep):
    """What is hidden stays so."""

    def world(self, s: Table, seat: Seat, draw: Lot) -> Table:
        return self.view(s, seat)


class Rash(Keep):
    """Offhand a six is rolled again."""

    def offhand(self, s: Table) -> Step:
        return AGAIN


class Mute(KeepEnglish):
    """Nobody is told what the cups have shown."""

    def story(self, events: Sequence[Event], names: Names) -> Text:
        return super().story([e for e in events if e.verb != "shows"], names)


class Dumb(KeepEnglish):
    """Nothing is told."""

    def story(self, events: Sequence[Event], names: Names) -> Text:
        return NOTHING


PLANTED = {
    Kind(Open(), KIND.texts): "a secret draw is known to more than one seat",
    Kind(Late(), KIND.texts): "a secret draw is known to more than one seat",
    Kind(Loud(), KIND.texts): "hidden_information is True, secret draws: False",
    Kind(Gossip(), KIND.texts): "a secret draw is known to more than one seat",
    Kind(Sworn(), KIND.texts): "something is hidden, and the game does not say so",
    Kind(Stuck(), KIND.texts): "Leave is not known",
    Kind(Ghost(), KIND.texts): "who has left has a score, or is still to speak",
    Kind(Blindly(), KIND.texts): "two outcomes of a secret draw have one checksum",
    Kind(Silent(), KIND.texts): "in a view somebody else is to speak",
    Kind(Hasty(), KIND.texts): "all is said to be shown, and something is hidden",
    Kind(Restless(), KIND.texts): "a view of a view is not the view",
    Kind(Dull(), KIND.texts): "something is hidden, and no world can be imagined",
    Kind(Dreaming(), KIND.texts): "an imagined world does not look as the seat sees it",
    Kind(Peeping(), KIND.texts): "a world is imagined by what the seat cannot see",
    Kind(Blinking(), KIND.texts): "nothing hidden is ever imagined",
    Kind(Rash(), KIND.texts): "a step that is played offhand is not legal",
    Kind(Keep(), Mute()): "`shows` is not told",
    Kind(Keep(), Dumb()): "a turn has no story",
}


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("kind", "fault"),
    PLANTED.items(),
    ids=[type(k.game if k.game.__class__ is not Keep else k.texts).__name__ for k in PLANTED],
)
def test_a_planted_fault_is_found(kind: Kind[Table], fault: str) -> None:
    """Each by the question that is about it."""
    assert fault in wrong(kind, 1)


class Together(Mute):
    """What the cups have shown is told with the points, and its English says so."""

    untold = frozenset({"shows"})


def test_what_is_told_together_with_others_need_not_be_told_alone() -> None:
    """docs/new-game.md: `untold` names such verbs."""
    assert wrong(Kind(Keep(), Together()), 1) == set()

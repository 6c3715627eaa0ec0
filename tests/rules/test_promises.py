"""Tests that every game passes by being registered, and the example of docs/new-game.md with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from rules.drafting import Kind
from rules.english import Names
from rules.game import NATURE, NOBODY, Event, GameRules, Leave, Lot, Seat, Setup, Step, put
from rules.text import NOTHING, Text
from tests.games import EVERY, every_kind
from tests.rules.keep import AGAIN, KIND, Keep, KeepEnglish, Table
from tests.rules.nothanks import KIND as NOTHANKS
from tests.rules.nothanks import NONE, PAY, UNSEEN, NoThanks, Offer
from tests.rules.promises import QUESTIONS, whole_game


def faults(kind: Kind[Any]) -> Iterator[str]:
    """All faults of a game, for the fewest and for the most seats."""
    for seats in (kind.game.fewest, kind.game.most):
        for question in QUESTIONS:
            yield from question(kind, seats, whole_game(kind, seats))


@pytest.mark.no_cover
@every_kind
def test_every_game_keeps_its_promises(kind: str) -> None:
    """docs/decisions.md, 5, 6, 13 and 17."""
    assert [*faults(EVERY[kind])] == []


PLANTED: dict[str, tuple[Kind[Any], str]] = {}


def plant(fault: str, of: Kind[Any] = KIND) -> Callable[[type[Any]], type[Any]]:
    """Plant a fault in a subclass of one of these games, or of its English."""

    def planted(made: type[Any]) -> type[Any]:
        game = issubclass(made, GameRules)
        kind = Kind(made(), of.texts) if game else Kind(of.game, made())
        PLANTED[made.__name__] = kind, fault
        return made

    return planted


@plant("a secret is known to more than one seat")
class Late(Keep):
    """A die is seen by everybody once its player has spoken."""

    def view(self, s: Table, seat: Seat | None) -> Table:
        seen = zip(super().view(s, seat).dice, s.dice, s.spoken, strict=True)
        return replace(s, dice=tuple(die if spoken else blank for blank, die, spoken in seen))


@plant("an event tells what a view hides")
class Loud(Keep):
    """Everybody sees every roll."""

    def apply(self, s: Table, step: Step) -> tuple[Table, list[Event]]:
        after, events = super().apply(s, step)
        return after, [event._replace(only=None) for event in events]


@plant("hidden_information is False, something is hidden: True")
class Sworn(Keep):
    """Dice are hidden, and the game does not say so."""

    hidden_information = False


@plant("Leave is not known")
class Stuck(Keep):
    """Nobody can leave."""

    def apply(self, s: Table, step: Step) -> tuple[Table, list[Event]]:
        if isinstance(step, Leave):
            raise self.unknown(step)
        return super().apply(s, step)


@plant("who has left has a score, or is still to speak")
class Ghost(Keep):
    """A player who leaves is still asked."""

    def apply(self, s: Table, step: Step) -> tuple[Table, list[Event]]:
        return (
            (s, [Event("leaves", step.seat)]) if isinstance(step, Leave) else super().apply(s, step)
        )


@dataclass(frozen=True, slots=True)
class Blind(Table):
    def __str__(self) -> str:
        return f"{self.spoken} {self.points} {self.gone}"


@plant("two positions have one checksum")
class Blindly(Keep):
    """The checksum does not know the dice."""

    def opening(self, setup: Setup) -> Table:
        s = super().opening(setup)
        return Blind(s.dice, s.spoken, s.points, s.gone)


@plant("in a view somebody else is to speak")
class Silent(Keep):
    """In a view nobody has spoken."""

    def view(self, s: Table, seat: Seat | None) -> Table:
        return replace(super().view(s, seat), spoken=(False,) * len(s.spoken))


@plant("all is said to be shown, and something is hidden")
class Hasty(Keep):
    """All dice count as shown as soon as somebody has spoken."""

    def secrets_known(self, s: Table) -> bool:
        return any(s.spoken)


@plant("a view of a view is not the view")
class Restless(Keep):
    """A view of a view is another one."""

    def view(self, s: Table, seat: Seat | None) -> Table:
        seen, again = super().view(s, seat), min(s.dice) < 0
        return replace(seen, dice=tuple(2 * die if die < 0 and again else die for die in seen.dice))


@plant("an imagined world does not look as the seat sees it")
class Dreaming(Keep):
    """One's own die is imagined too."""

    def world(self, s: Table, seat: Seat, draw: Lot) -> Table:
        return replace(s, dice=tuple(draw(range(1, 7)) if die else die for die in s.dice))


@plant("a world is imagined by what the seat cannot see")
class Peeping(Keep):
    """It looks at the others' dice."""

    def world(self, s: Table, seat: Seat, draw: Lot) -> Table:
        return s


@plant("nothing hidden is ever imagined")
class Blinking(Keep):
    """Hidden dice stay hidden."""

    def world(self, s: Table, seat: Seat, draw: Lot) -> Table:
        return self.view(s, seat)


@plant("a step that is played offhand is not legal")
class Rash(Keep):
    """Offhand a six is rolled again."""

    def offhand(self, s: Table) -> Step:
        return AGAIN


@plant("`shows` is not told")
class Mute(KeepEnglish):
    """No sentence names the dice under the cups."""

    def story(self, events: Sequence[Event], names: Names) -> Text:
        return super().story([e for e in events if e.verb != "shows"], names)


@plant("a turn has no story")
class Dumb(KeepEnglish):
    """There are no sentences."""

    def story(self, events: Sequence[Event], names: Names) -> Text:
        return NOTHING


@plant("what one seat holds is shown to everybody", NOTHANKS)
class Favoured(NoThanks):
    """Everybody sees the chips of the first seat."""

    def view(self, s: Offer, seat: Seat | None) -> Offer:
        seen = super().view(s, seat)
        return seen._replace(chips=put(seen.chips, 0, s.chips[0]))


@plant("what is said tells somebody what they cannot see", NOTHANKS)
class Counting(NoThanks):
    """A player who pays shows how many chips they have."""

    def apply(self, s: Offer, step: Step) -> tuple[Offer, list[Event]]:
        after, events = super().apply(s, step)
        return after, [e._replace(n=s.chips[e.seat]) if step == PAY else e for e in events]


class Poor(Offer):
    def __str__(self) -> str:
        return str(self[:-1])


@plant("the checksum omits `chips`", NOTHANKS)
class Poorly(NoThanks):
    """The checksum does not know the chips."""

    def opening(self, setup: Setup) -> Offer:
        return Poor(*super().opening(setup))


@plant("one is left, and the game goes on", NOTHANKS)
class Lonely(NoThanks):
    """The last player takes all the cards."""

    def actor(self, s: Offer) -> Seat:
        over = s.card == NONE and len(s.deck) == UNSEEN
        return NOBODY if over else s.mover if s.card else NATURE


@plant("what is legal is not what there is no reason against", NOTHANKS)
class Lawless(NoThanks):
    """Players without chips may pay, and there is a reason against it."""

    def legal(self, s: Offer) -> list[Step]:
        return list(self.candidates(s))


@plant("what is legal depends on what its player cannot see", NOTHANKS)
class Peering(NoThanks):
    """The player with the most chips may not pay."""

    def why_not(self, s: Offer, step: Step) -> Text | None:
        most = step == PAY and s.chips[s.mover] == max(s.chips)
        return Text("you have the most chips") if most else super().why_not(s, step)


@pytest.mark.no_cover
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str) -> None:
    kind, fault = PLANTED[name]
    assert fault in faults(kind)


class Together(Mute):
    """The sentence about the points includes the dice, and its English says so."""

    untold = frozenset({"shows"})


def test_what_is_told_together_with_others_need_not_be_told_alone() -> None:
    """docs/new-game.md: `untold` names such verbs."""
    assert [*faults(Kind(Keep(), Together()))] == []

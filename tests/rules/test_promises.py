"""Tests that every game passes by being registered, and the example of docs/new-game.md with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from rules.drafting import Kind
from rules.english import Names
from rules.game import NATURE, NOBODY, Event, Leave, Lot, Seat, Setup, Step, put
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


@pytest.mark.slow
@pytest.mark.no_cover
@every_kind
def test_every_game_keeps_its_promises(kind: str) -> None:
    """docs/decisions.md, 5, 6, 13 and 17."""
    assert [*faults(EVERY[kind])] == []


@dataclass(frozen=True, slots=True)
class Blind(Table):
    def __str__(self) -> str:
        return f"{self.spoken} {self.points} {self.gone}"


class Poor(Offer):
    def __str__(self) -> str:
        return str(self[:-1])


Outcome = tuple[Any, list[Event]]


def omit_dice_from_text(self: Keep, setup: Setup) -> Blind:
    s = Keep.opening(self, setup)
    return Blind(s.dice, s.spoken, s.points, s.gone)


def forget_who_spoke(self: Keep, s: Table, seat: Seat | None) -> Table:
    return replace(Keep.view(self, s, seat), spoken=(False,) * len(s.spoken))


def imagine_own_die(self: Keep, s: Table, seat: Seat, draw: Lot) -> Table:
    return replace(s, dice=tuple(draw(range(1, 7)) if die else die for die in s.dice))


def open_first_seat(self: NoThanks, s: Offer, seat: Seat | None) -> Offer:
    seen = NoThanks.view(self, s, seat)
    return seen._replace(chips=put(seen.chips, 0, s.chips[0]))


def show_spoken_dice(self: Keep, s: Table, seat: Seat | None) -> Table:
    each = zip(Keep.view(self, s, seat).dice, s.dice, s.spoken, strict=True)
    return replace(s, dice=tuple(die if spoken else blank for blank, die, spoken in each))


def tell_rolls(self: Keep, s: Table, step: Step) -> Outcome:
    after, events = Keep.apply(self, s, step)
    return after, [event._replace(only=None) for event in events]


def refuse_leave(self: Keep, s: Table, step: Step) -> Outcome:
    if isinstance(step, Leave):
        raise self.unknown(step)
    return Keep.apply(self, s, step)


def ask_the_absent(self: Keep, s: Table, step: Step) -> Outcome:
    if isinstance(step, Leave):
        return s, [Event("leaves", step.seat)]
    return Keep.apply(self, s, step)


def view_anew(self: Keep, s: Table, seat: Seat | None) -> Table:
    seen, again = Keep.view(self, s, seat), min(s.dice) < 0
    return replace(seen, dice=tuple(2 * die if die < 0 and again else die for die in seen.dice))


def tell_chips(self: NoThanks, s: Offer, step: Step) -> Outcome:
    after, events = NoThanks.apply(self, s, step)
    return after, [e._replace(n=s.chips[e.seat]) if step == PAY else e for e in events]


def play_to_the_last_card(self: NoThanks, s: Offer) -> Seat:
    over = s.card == NONE and len(s.deck) == UNSEEN
    return NOBODY if over else s.mover if s.card else NATURE


def refuse_the_richest(self: NoThanks, s: Offer, step: Step) -> Text | None:
    most = step == PAY and s.chips[s.mover] == max(s.chips)
    return Text("you have the most chips") if most else NoThanks.why_not(self, s, step)


def omit_dice(self: KeepEnglish, events: Sequence[Event], names: Names) -> Text:
    return KeepEnglish.story(self, [e for e in events if e.verb != "shows"], names)


MUTE: dict[str, Any] = {"story": omit_dice}
# The fault that is found, where it is planted, and the difference there.
PLANTED: list[tuple[str, type[Any], dict[str, Any]]] = [
    ("a secret is known to more than one seat", Keep, {"view": show_spoken_dice}),
    ("an event tells what a view hides", Keep, {"apply": tell_rolls}),
    ("hidden_information is False, something is hidden: True", Keep, {"hidden_information": False}),
    ("Leave is not known", Keep, {"apply": refuse_leave}),
    ("who has left has a score, or is still to speak", Keep, {"apply": ask_the_absent}),
    ("two positions have one checksum", Keep, {"opening": omit_dice_from_text}),
    ("in a view somebody else is to speak", Keep, {"view": forget_who_spoke}),
    (
        "all is said to be shown, and something is hidden",
        Keep,
        {"secrets_known": lambda self, s: any(s.spoken)},
    ),
    ("a view of a view is not the view", Keep, {"view": view_anew}),
    ("an imagined world does not look as the seat sees it", Keep, {"world": imagine_own_die}),
    (
        "a world is imagined by what the seat cannot see",
        Keep,
        {"world": lambda self, s, seat, draw: s},
    ),
    (
        "nothing hidden is ever imagined",
        Keep,
        {"world": lambda self, s, seat, draw: self.view(s, seat)},
    ),
    ("a step that is played offhand is not legal", Keep, {"offhand": lambda self, s: AGAIN}),
    ("`shows` is not told", KeepEnglish, MUTE),
    ("a turn has no story", KeepEnglish, {"story": lambda self, events, names: NOTHING}),
    ("what one seat holds is shown to everybody", NoThanks, {"view": open_first_seat}),
    ("a sentence tells somebody something that they can't see", NoThanks, {"apply": tell_chips}),
    (
        "the checksum omits `chips`",
        NoThanks,
        {"opening": lambda self, setup: Poor(*NoThanks.opening(self, setup))},
    ),
    ("one player is left, and the game continues", NoThanks, {"actor": play_to_the_last_card}),
    (
        "a step without a reason against it isn't legal, or the reverse",
        NoThanks,
        {"legal": lambda self, s: [*self.candidates(s)]},
    ),
    (
        "a step's legality depends on something that its player can't see",
        NoThanks,
        {"why_not": refuse_the_richest},
    ),
]


def alter(base: type[Any], parts: dict[str, Any]) -> Kind[Any]:
    """One of these games, or its English, with other parts."""
    of, made = NOTHANKS if base is NoThanks else KIND, type("Planted", (base,), parts)()
    return Kind(of.game, made) if base is KeepEnglish else Kind(made, of.texts)


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(("fault", "base", "parts"), PLANTED, ids=[it[0] for it in PLANTED])
def test_a_planted_fault_is_found(fault: str, base: type[Any], parts: dict[str, Any]) -> None:
    assert fault in faults(alter(base, parts))


def test_what_is_told_together_with_others_need_not_be_told_alone() -> None:
    """docs/new-game.md: `untold` names such verbs."""
    together = alter(KeepEnglish, MUTE | {"untold": frozenset({"shows"})})
    assert [*faults(together)] == []

"""The words of a touch, in any game: the places of a word, and ways of several words."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from rules import GAMES
from rules.drafting import draft
from rules.game import NATURE, Setup
from rules.play import look
from rules.touching import Way, enough, names_in, touchable
from tests.approved import Approved
from tests.games import EVERY, every_kind
from tests.rules import keep
from tests.rules.games import by_chance
from tests.rules.rivers_of_logs import river

SQUARES = frozenset(f"{column}{row}" for column in "abcdefghij" for row in range(1, 13))
RACE = frozenset((*(f"{lane}{row}" for lane in "abcdefghi" for row in range(1, 27)), "off"))


def ways(kind: str, s: Any, known: frozenset[str], seat: int) -> dict[str, Way]:
    seen = look(GAMES[kind].game, s, (), seat)
    return {" ".join(way.words): way for way in touchable(GAMES[kind], seen.state, known)}


NAMED = {
    "c3": ["c3"],
    "xc3": ["c3"],
    "b3xb4": ["b3", "b4"],
    "b1>b12": ["b1", "b12"],
    "b12-off": ["b12", "off"],
    "c6+e": ["c6"],
    "gm4": [],
    ":gm": ["gm"],
    "gm": ["gm"],
    "offer": [],
    "a13": [],
}


def test_a_word_names_the_places_that_are_in_it() -> None:
    """Whole: a13 holds no a1, and a card of the grass man is not the grass man."""
    assert {word: [*names_in(word, {*SQUARES, "off", "gm"})] for word in NAMED} == NAMED


def test_a_run_is_about_where_it_begins_and_where_it_leads() -> None:
    """A shift is named by the log's lowest square and by the place to which only it leads."""
    s = river(
        """
        . . . . . .
        . . . . . .
        . . . . . .
        . 1 1 . . .
        . . . . . .
        A . . . . B
        """,
        roll=3,
    )
    found = ways("logjam", s, SQUARES, 0)
    assert found["a1-a4"].at == ("a1", "a4")
    assert found["."].at == ()
    sides = {word[-1]: way.at for word, way in found.items() if word.startswith("b3+")}
    assert sides["e"] == ("b3", "d3")
    assert sides["w"] == ("b3", "a3")
    assert sides["n"] == ("b3", "b4", "c4")


def test_a_step_in_a_direction_is_about_the_places_of_its_first_event() -> None:
    """Several are one way to a place that no single step reaches, as short as can be."""
    s = racing()
    seen = look(GAMES["fellers"].game, s, (), s.mover).state
    found = touchable(GAMES["fellers"], seen, RACE)
    one = {way.words[0]: way.at for way in found if len(way.words) == 1}
    assert one["."] == ()
    assert all(len(at) == 2 for word, at in one.items() if word != ".")
    several = [way for way in found if len(way.words) > 1]
    assert several
    assert {way.at[-1] for way in several}.isdisjoint(at[-1] for at in one.values() if at)
    ends = []
    for way in several:
        said = draft(GAMES["fellers"], seen, "", kept=way.words, typed=False)
        ends.append((way.at[-1], said.state))
        assert way.at[0] == next(at for word, at in one.items() if word == way.words[0])[0]
        assert str(way.label) == " ".join(way.words)
    assert len(set(ends)) == len(ends)


def racing() -> Any:
    """Somebody has a step or more to take on the river."""
    game = GAMES["fellers"].game
    played = by_chance(game, game.new(Setup(2)), 5)
    return next(s for s, seat, *_ in played if seat >= 0 and s.steps > 2 and s.moved)


def test_what_only_others_may_know_is_no_place() -> None:
    s = keep.Table((4, 2), (False, False), (0, 0), (False, False))
    found = touchable(keep.KIND, keep.KIND.game.view(s, 0), frozenset({"keep", "again"}))
    assert [(way.words, way.at) for way in found] == [
        (("keep",), ("keep",)),
        (("again",), ("again",)),
    ]
    assert all(way.at == () for way in touchable(keep.KIND, keep.KIND.game.view(s, 0), frozenset()))


def test_each_place_is_told_with_what_is_there(approved: Approved) -> None:
    """Its owner, the number of pieces, and the current; a game without such words has no places."""
    s = river(
        """
        . . . . . .
        . . . . . .
        . . . . . .
        . 1 1 . . .
        . . . . . .
        A2 . . . . B
        """
    )
    told = GAMES["logjam"].texts.occupants(s, ("Ann", "Ben"))
    approved("Logjam", "\n".join(str(told[name]) for name in ("a1", "f1", "c3", "d3", "off")))
    fellers = GAMES["fellers"]
    unchosen = fellers.game.new(Setup(2, {"course": "random"}))
    assert fellers.texts.occupants(unchosen, ("Ann", "Ben")) == {}
    told = fellers.texts.occupants(race := racing(), ("Ann", "Ben"))
    assert len(told) == len(race.course.names) + 1
    found = {text.partition(", ")[2] or text for text in map(str, told.values())}
    approved("Forest Fellers, whatever is somewhere", "\n".join(sorted(found)))
    assert keep.KIND.texts.occupants(keep.Table((), (), (), ()), ()) == {}


@pytest.mark.no_cover
@every_kind
def test_every_word_that_can_be_said_can_be_touched_or_pressed(kind: str) -> None:
    game, known = EVERY[kind].game, SQUARES | RACE
    for s, seat, *_ in islice(by_chance(game, game.new(Setup(game.fewest)), 2), 30):
        if seat != NATURE:
            seen = look(game, s, (), seat).state
            words = [
                way.words[0] for way in touchable(EVERY[kind], seen, known) if not way.words[1:]
            ]
            assert set(words) == {str(step) for step in game.legal(seen)}


def test_a_turn_is_whole_with_no_more_where_nothing_else_has_to_be_said() -> None:
    """Confirm says `.` then, as a typed line does."""
    rules = GAMES["logjam"].game
    s = river("A . . . . .\n" + ". . . . . .\n" * 6 + ". . . . . B", roll=3)
    assert enough(rules, s)
    assert not enough(GAMES["logger"].game, GAMES["logger"].game.new(Setup(2)))

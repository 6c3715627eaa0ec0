"""Drafts: a line of words becomes a turn, with guesses at a mistyped one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from rules import GAMES
from rules.drafting import LINE_LENGTH, Phrased, draft, nearest
from rules.errors import Refused
from rules.fellers import Fellers
from rules.fellers.position import Position
from rules.fellers.river import course_of
from rules.game import MOST_POSITIONS, GameRules, Step, converges, foreseen
from rules.play import perform, turns
from tests.rules import boards
from tests.rules.boards import KIND
from tests.rules.courses import FELLERS, after, changed, choices, position, river
from tests.rules.everywhere import everywhere

of_every_kind = pytest.mark.parametrize("name", everywhere())


def due(name: str, n: int) -> Iterator[Any]:
    """Some positions of every phase in which a player speaks."""
    places = everywhere()[name]
    return (s for s in places.some(n) if places.kind.game.actor(s) >= 0)


def words_of_a_turn(chance: Random, game: GameRules[Any], s: Any) -> list[str]:
    words, seat = list[str](), game.actor(s)
    while game.actor(s) == seat:
        words.append(str(step := chance.choice(game.legal(s))))
        s, _ = game.apply(s, step)
    return words


@pytest.mark.no_cover
@of_every_kind
def test_short_and_full_line_are_the_same_turn(name: str) -> None:
    """docs/decisions.md, 7: by steps, in full, or as short as possible, and legal word by word."""
    kind, chance = everywhere()[name].kind, Random(1)
    for s in due(name, 5):
        words = words_of_a_turn(chance, kind.game, s)
        full = draft(kind, s, " ".join(words))
        assert perform(kind.game, s, full.line) == (full.state, list(full.events))
        assert (full.complete, full.state) == (True, perform(kind.game, s, " ".join(words))[0])
        for said in (full.said, full.words):
            short = draft(kind, s, " ".join(said))
            assert (short.state, short.said, short.line) == (full.state, full.said, full.line)


@pytest.mark.no_cover
@of_every_kind
def test_every_beginning_of_a_turn_is_a_draft(name: str) -> None:
    """docs/decisions.md, 7: undo is dropping a word, so each beginning must stand on its own."""
    kind, chance = everywhere()[name].kind, Random(2)
    for s in due(name, 3):
        words = words_of_a_turn(chance, kind.game, s)
        beginnings = [words[:n] for n in range(len(words) + 1)]
        drafts = [draft(kind, s, " ".join(said), typed=False) for said in beginnings]
        for said, (shorter, longer) in zip(beginnings, pairwise(drafts), strict=False):
            assert longer.said[: len(shorter.said)] == shorter.said
            assert len(longer.said) - len(shorter.said) in (0, 1)
            assert set(said) <= set(shorter.line.split())
            assert longer.complete or not shorter.complete
        assert drafts[-1].complete


@pytest.mark.no_cover
@of_every_kind
def test_the_shortcut_to_what_is_settled_agrees_with_looking_ahead(name: str) -> None:
    """docs/decisions.md, 7: each game says at once what the search over all completions finds. In
    Forest Fellers an order of floats is settled too where all orders end alike."""
    game, found = everywhere()[name].kind.game, 0
    for s in due(name, 8):
        if getattr(s, "phase", "") == "float" or len(getattr(s, "owing", ())) > 2:
            continue
        assert game.forced_step(s) == foreseen(game, s, patience=10_000)
        found += 1
    assert found


WALKING = boards.position("""
    . . . . .
    . . . . .
    . . m . .
    . . . . .
    A . . . B
""")


def told(name: str, s: Any, line: str) -> str:
    """How a line is refused."""
    with pytest.raises(Refused) as caught:
        draft(GAMES[name], s, line)
    return str(caught.value)


def test_who_asks_for_no_hints_is_told_what_is_wrong_and_no_more() -> None:
    """Guesses, and possible words, take longer to find than the rest."""
    for line, wrong in (("zz", "I can't read `zz`."), ("go e5", "`go e5` isn't legal")):
        with pytest.raises(Refused) as caught:
            draft(KIND, WALKING, line, hints=False)
        assert str(caught.value).startswith(wrong)
        assert told("logger", WALKING, line).removeprefix(str(caught.value)).startswith(" ")
        assert "You can" not in str(caught.value)


def test_a_line_of_over_2000_characters_is_not_read() -> None:
    """seeds/help.md. One of 2,000 is."""
    assert "longer than 2,000 characters" in told("logger", WALKING, "z" * (LINE_LENGTH + 1))
    assert told("logger", WALKING, "z" * LINE_LENGTH).startswith("I can't read `zzz")


def test_the_nearest_come_first_and_nothing_far_is_near() -> None:
    """Equally near ones stay in their order."""
    ways = [Phrased(("chop b3", "xb3")), Phrased(("plant a2", "+a2")), Phrased(("chop c3", "xc3"))]
    assert nearest("chpo c3", ways, {}) == [("chop c3",)]
    assert nearest("pl up", ways, {"up": "a2"}) == [("plant a2",)]
    assert nearest("what now", ways, {}) == []
    assert nearest("chop b", [Phrased(("chop b3",), ("stay",))], {}) == [("stay", "chop b3")]


IN_A_ROW = river("# # # . . . # # #\n# # # . . . # # #\n# # # . 3 . # # #\n# # # . 3 . # # #")


def test_whether_all_ends_alike_is_looked_for_no_further_than_patience() -> None:
    """docs/decisions.md, 7: if no answer is found, the player is asked."""
    s = position(IN_A_ROW, hand="gm2 gm4 j", gm="d8", ym="e3", logs="e4")
    s = after(s, "gm4 s s .")
    assert converges(FELLERS, s)
    assert converges(FELLERS, floating(3))
    assert not converges(FELLERS, s, patience=1)


def floating(things: int) -> Position:
    """N logs on the currents of the longest course; the move is over."""
    course = course_of(FELLERS.segments, "B+E+G+K")
    cells = [cell for cell, way in enumerate(course.currents) if way >= 0]
    s = position(course, hand="gm1 gm2 j", gm=course.names[course.starts[0]])
    return after(changed(s, logs=tuple(Random(things).sample(cells, things))), "gm1 .")


class Counting(Fellers):
    """Counts the positions that are looked at."""

    _looked = 0

    def legal(self, s: Position) -> list[Step]:
        self._looked += 1
        return super().legal(s)


@pytest.mark.parametrize("things", [8, 40])
def test_looking_ahead_never_takes_more_than_its_patience(things: int) -> None:
    """docs/decisions.md, 7: for all steps together, so a crowded river keeps nobody waiting."""
    s, game = floating(things), Counting(FELLERS.segments)
    found = foreseen(game, s)
    assert game._looked <= MOST_POSITIONS + 2
    assert (found is None) == (things > 8)
    assert foreseen(game, s, patience=1) is None


@pytest.mark.parametrize("things", [3, 40])
def test_the_question_what_floats_next_is_short(things: int) -> None:
    """rules/english.py: a sentence to the mover, that fits into a message with much else."""
    asked = str(GAMES["fellers"].texts.choices(floating(things)))
    assert len(asked) < 700
    assert all(f"`{word}`" in asked for word in choices(floating(things)))


def ends(s: Position, seat: int) -> set[Position]:
    """Every position in which the turn of a seat can end, by any words."""
    return {there for _, there in turns(FELLERS, s)} if FELLERS.actor(s) == seat else {s}


@pytest.mark.no_cover
def test_an_order_of_floats_is_asked_for_exactly_where_it_matters() -> None:
    """Fellers 12: most questions made no difference."""
    asked, alike = 0, 0
    for s in everywhere()["fellers"].by_phase["float"][::2]:
        there, step = ends(s, s.mover), FELLERS.forced_step(s)
        alike += len(there) == 1 and len(choices(s)) > 1
        asked += step is None
        assert len(there) > 1 or step is not None
        assert step is None or ends(after(s, str(step)), s.mover) == there
    assert alike > 20
    assert 0 < asked < alike / 5

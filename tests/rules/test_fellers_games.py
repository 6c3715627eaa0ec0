"""Forest Fellers: what holds in every game, on random whole games, and beside a second engine."""

from random import Random

import pytest

from rules.fellers.position import (
    ABSENT,
    FIGURES,
    HOME,
    ROUNDS,
    SHORE,
    Phase,
    Position,
    worth,
)
from rules.fellers.river import course_of
from rules.game import NOBODY, Setup, Step
from rules.play import turns
from tests.rules import naive_fellers as naive
from tests.rules.courses import FELLERS, cards, changed, position
from tests.rules.races import COURSES, Said, race

SOME = [(2 + i % 4, course, i) for i, course in enumerate(COURSES[::12])]
SAMPLE = pytest.mark.parametrize(("seats", "course", "seed"), SOME)


def spots(s: Position) -> list[int]:
    """The cells of everything on the river."""
    return [*(at for at in s.figures if at >= 0), *s.logs]


@SAMPLE
def test_everybody_is_somewhere_exactly_once(seats: int, course: str, seed: int) -> None:
    """Forest Fellers rules, Playing the Game: one figure a space, none on bank or rock; what is
    home stays home, and lost logs do not come back."""
    for said in race(seats, course, seed):
        s, there = said.before, said.after
        assert len(set(spots(there))) == len(spots(there))
        assert there.course is not None
        assert all(0 <= cell < len(there.course.places) for cell in spots(there))
        assert {at for at in there.figures if at < 0} <= {SHORE, HOME, ABSENT}
        assert len(there.logs) <= len(s.logs) or s.phase is Phase.COURSE
        assert all(b == a for a, b in zip(s.figures, there.figures, strict=True) if a < SHORE)
        assert there.logs == tuple(sorted(there.logs))


@SAMPLE
def test_nobody_passes_a_border_backward(seats: int, course: str, seed: int) -> None:
    """Fellers 9 and 10. By no move, shove or float."""
    for said in race(seats, course, seed):
        water = said.after.course
        assert water is not None
        for was, now in zip(said.before.figures, said.after.figures, strict=True):
            assert now == HOME or was < 0 or water.segment[now] >= water.segment[was]
            assert was == SHORE or now != SHORE
        for event in said.events:
            if event.verb in ("shoves", "steps", "floats"):
                cells = [water.by_name[name] for name in event.at[1:] if name != "off"]
                parts = [water.segment[cell] for cell in cells]
                assert parts == sorted(parts)


@SAMPLE
def test_cards_are_neither_made_nor_lost(seats: int, course: str, seed: int) -> None:
    """Forest Fellers rules, Draw Cards: a card is in the hand, the deck or the discards."""
    full = [cards(FELLERS.new(Setup(seats)), seat) for seat in range(seats)]
    for said in race(seats, course, seed):
        s = said.after
        assert [cards(s, seat) for seat in range(seats)] == full
        bags = (*s.hands, *s.decks, *s.discards)
        assert all(bag == tuple(sorted(bag)) for bag in bags), "an order would tell something"
        if said.after.phase is Phase.PLAY:
            assert {len(hand) for hand in said.after.hands} == {3}


@SAMPLE
def test_who_mostly_walks_downstream_comes_home(seats: int, course: str, seed: int) -> None:
    """Fellers 21. The limit is only for races that go nowhere."""
    *_, last = race(seats, course, seed)
    assert last.after.winner != NOBODY
    assert last.after.round <= ROUNDS


def test_random_walkers_end_by_goal_or_limit(capsys: pytest.CaptureFixture[str]) -> None:
    """Fellers 21. Nobody races for ever."""
    ends = [list(race(2, course, 1, downstream=0))[-1].after for course in ("A+H", "H+K")]
    assert all(s.phase is Phase.OVER for s in ends)
    won = sum(s.winner != NOBODY for s in ends)
    with capsys.disabled():
        print(f" [{won} of {len(ends)} purely random races ended by a goal]", end="")


@SAMPLE
def test_floats_end(seats: int, course: str, seed: int) -> None:
    """Fellers 13. After every move, and each thing that is due is on a current."""
    run = 0
    for said in race(seats, course, seed):
        run = run + 1 if said.after.phase is Phase.FLOAT else 0
        assert run <= 60
        for cell in said.after.pending:
            assert said.after.course is not None
            assert said.after.course.currents[cell] >= 0
            assert cell in spots(said.after)


def crowded(rng: Random) -> Position:
    """A turn with many things close together somewhere on a course."""
    course = course_of(FELLERS.segments, rng.choice(COURSES))
    size = len(course.places)
    start = rng.randrange(size - 20)
    cells = rng.sample(range(start, start + 20), rng.choice((4, 7, 10)))
    jacks = [FIGURES.index(code) for code in ("gm", "ym", "wm")]
    figures = [SHORE if i in (1, 3, 8) else ABSENT for i in range(len(FIGURES))]
    for i, cell in zip(jacks, cells, strict=False):
        figures[i] = cell
    card = rng.choice(("gm1", "gm2", "gm2", "gm3"))
    s = position(course, hand=card)
    return changed(s, figures=tuple(figures), logs=tuple(sorted(cells[3:])))


def scene(s: Position) -> naive.Scene:
    """The same for the second engine."""
    things = {FIGURES[i]: at for i, at in enumerate(s.figures) if at >= 0}
    things |= {f"log{i}": at for i, at in enumerate(s.logs)}
    home = frozenset(FIGURES[i] for i, at in enumerate(s.figures) if at == HOME)
    return naive.Scene(frozenset((t, place(s, at)) for t, at in things.items()), home)


def place(s: Position, cell: int) -> naive.Place:
    assert s.course is not None
    lane, row = s.course.places[cell]
    return lane + 4, 2 * row + (lane % 2 == 0)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(60))
def test_move_shoves_and_floats_are_those_of_the_second_engine(seed: int) -> None:
    """Fellers 12 and 20; Forest Fellers rules, Playing the Game: all that a card can lead to, on
    random crowded rivers, beside tests/rules/naive_fellers.py."""
    s = crowded(Random(seed))
    assert s.course is not None
    drawn = naive.water([FELLERS.segments[x].rows for x in s.course.title.split("+")])
    steps = worth(s.hands[0][0])
    expected = naive.results(drawn, scene(s), "gm", steps)
    assert {naive.positions(scene(there)) for _, there in turns(FELLERS, s)} == expected


def test_a_step_is_told_once() -> None:
    """docs/decisions.md, 1: each space that somebody goes is one fact."""
    walked = [said for said in race(2, "A+H", 8) if said.before.phase is Phase.MOVE]
    assert all(len(steps(said)) == (str(said.step) != ".") for said in walked)


def steps(said: Said) -> list[Step | str]:
    return [event.verb for event in said.events if event.verb in ("steps", "enters")]

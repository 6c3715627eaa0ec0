"""English: Forest Fellers without the picture, told well enough to play by ear."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.fellers.english import FellersEnglish
from rules.fellers.position import ABSENT, FIGURES, HOME, SHORE, Phase, Position, called
from rules.fellers.river import COMPASS, OFF, STILL, Course, Place, beside, name, pairs
from rules.game import Setup
from tests.rules.courses import FELLERS, changed, opening, position, river
from tests.rules.fellers_games import any_seed, game, positions
from tests.spoken import Spoken

ENGLISH = Spoken(FellersEnglish())
PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eva")
LANES = "abcdefghi"
PAIRS = [f"{one.letter}+{two.letter}" for one, two in pairs(FELLERS.segments.values())]
LONGER = ["A", "A+C+E", "D+F+H+K"]
ALT, MESSAGE = 1024, 2000  # characters of a picture's description, and of a message

Steps = dict[tuple[str, str], str]


def course(title: str) -> Course:
    s = FELLERS.new(Setup(2, {"course": title}))
    assert s.course is not None
    return s.course


def heard_pieces(text: str, names: tuple[str, ...]) -> tuple[dict[str, str], set[str]]:
    """From the text alone: where each lumberjack is, and the logs."""
    where = dict[str, str]()
    codes = {str(called(code)): code for code in FIGURES}
    for who, line in re.findall(r"^(\w+): (.*)\.$", text, re.MULTILINE):
        for thing in line.split(", ") if who in names else []:
            jack, _, spot = thing.rpartition(" ")
            where[codes[jack]] = spot
    (lanes,) = re.findall(r"^Logs by lane: (.*)\.$", text, re.MULTILINE)
    parts = [] if lanes == "none" else lanes.split("; ")
    return where, {part[0] + row for part in parts for row in part[2:].split(", ")}


@settings(max_examples=15)
@given(st.integers(2, 5), any_seed)
def test_the_pieces_are_all_that_moves(seats: int, seed: int) -> None:
    """docs/decisions.md, 3: every lumberjack and every log, rebuilt from the text alone."""
    for s in positions(seats, seed):
        assert s.course is not None
        spots = {SHORE: "ashore", HOME: "home"} | dict(enumerate(s.course.names))
        placed = zip(FIGURES, s.figures, strict=True)
        assert heard_pieces(ENGLISH.pieces(s, PEOPLE[:seats]), PEOPLE[:seats]) == (
            {code: spots[at] for code, at in placed if at != ABSENT},
            {s.course.names[at] for at in s.logs},
        )


def heard_currents(text: str, water: set[Place]) -> dict[str, str]:
    """From the text alone: the arrow on each space."""
    how = r"(?: \(where each one starts, then its arrows\))?"
    (told,) = re.findall(rf"^Currents{how}: (.*)\.$", text, re.MULTILINE)
    arrows = dict[str, str]()
    for chain in [] if told == "none" else told.split("; "):
        first, *runs = chain.split()
        here = next(place for place in water if name(place) == first)
        for arrow, times in (re.fullmatch(r"([a-z]+)(\d*)", run).groups() for run in runs):  # type: ignore[union-attr]
            for _ in range(int(times or 1)):
                arrows[name(here)] = arrow
                here = beside(here, COMPASS.index(arrow))
    return arrows


def heard_water(text: str) -> set[Place]:
    """From the text alone: every place that is water."""
    found = set[Place]()
    for first, last, lanes in re.findall(r"^(\d+)(?:-(\d+))?: (.*)$", text, re.MULTILINE):
        spans = [span.split("-") for span in lanes.split(", ")]
        for row in range(int(first), int(last or first) + 1):
            for span in spans:
                columns = range(LANES.index(span[0]), LANES.index(span[-1]) + 1)
                found |= {(column - 4, row - 1) for column in columns}
    return found


def heard_gates(text: str) -> tuple[str, set[tuple[str, str]], set[tuple[str, str]]]:
    """From the text alone: the start spaces, the steps back over rapids, those that finish."""
    (starts,) = re.findall(r"Start: ([^.]*)\.", text)
    found = []
    for title in ("You can't go back up the rapids", "Steps over the finish"):
        parts = [
            part for told in re.findall(rf"{title}: ([^.]*)\.", text) for part in told.split("; ")
        ]
        ways = (re.split(r" or |, | ", part) for part in parts)
        found.append({(first, way) for first, *rest in ways for way in rest})
    return starts, found[0], found[1]


@pytest.mark.parametrize("title", [*PAIRS, *LONGER])
def test_the_river_can_be_rebuilt_from_its_text(title: str) -> None:
    """docs/decisions.md, 3: where every step from every space leads, and every current, for who
    has the board as text and nothing else."""
    river, s = course(title), FELLERS.new(Setup(2, {"course": title}))
    text = ENGLISH.rows(s, PEOPLE[:2])
    water, (starts, barred, off) = heard_water(text), heard_gates(text)
    assert water == set(river.places)
    assert starts == "d1, e1 and f1"
    for place, ends in zip(river.places, river.toward, strict=True):
        for way, end in enumerate(ends):
            step = (name(place), COMPASS[way])
            there = beside(place, way)
            heard = (
                "off"
                if step in off
                else ""
                if step in barred or there not in water
                else name(there)
            )
            assert heard == ("off" if end == OFF else "" if end < 0 else river.names[end])
    arrows = {n: COMPASS[d] for n, d in zip(river.names, river.currents, strict=True) if d != STILL}
    assert heard_currents(ENGLISH.pieces(s, PEOPLE[:2]), water) == arrows


def test_the_places_are_explained_by_example() -> None:
    """rules/fellers/river.py: what lies around e5, and around d5, which is in a higher lane."""
    lower, higher = re.findall(r"from \w+(?: leads)? to ([a-f\d, and]+)", ENGLISH.squares)
    assert re.split(", | and ", lower) == [name(beside((0, 4), way)) for way in range(6)]
    assert re.split(", | and ", higher) == [name(beside((-1, 4), way)) for way in range(6)]
    assert "n, ne, se, s, sw and nw" in ENGLISH.squares
    assert COMPASS == ("n", "ne", "se", "s", "sw", "nw")


@settings(max_examples=15)
@given(st.integers(2, 5), any_seed)
def test_the_standing_counts_lumberjacks_and_cards(seats: int, seed: int) -> None:
    """Forest Fellers rules, Draw Cards and Game End: who is home, and every pile of cards."""
    for s in positions(seats, seed):
        home, cards = ENGLISH.standing(s, PEOPLE[:seats]).split(". ")
        assert re.findall(r"(\w+) (\d)/(\d)", home) == [
            (who, str(sum(n == HOME for n in mine)), str(len(mine)))
            for who, mine in zip(PEOPLE, _teams(s), strict=False)
        ]
        assert re.findall(r"(\w+) (\d+)/(\d+)/(\d+)", cards) == [
            (who, *(str(len(bags[seat])) for bags in (s.decks, s.hands, s.discards)))
            for seat, who in enumerate(PEOPLE[:seats])
        ]


def _teams(s: Position) -> list[list[int]]:
    placed = list(zip(s.owners, s.figures, strict=True))
    return [[at for owner, at in placed if owner == seat] for seat in range(len(s.left))]


def test_it_is_news_when_somebody_is_nearly_home() -> None:
    """Forest Fellers rules, Game End: the last one to go, and the win that waits for a turn."""
    s = position(river(), gm="home", gw="home", kw="e2", ym="home", yw="home", wm="home")
    assert ENGLISH.news(s, PEOPLE[:2]) == (
        "Ann has one lumberjack left. Ben has everyone home and wins at the start of their "
        "next turn."
    )
    assert ENGLISH.news(changed(s, phase=Phase.OVER), PEOPLE[:2]) == ""
    both = position(river(), gm="home", gw="home", kw="e2", ym="home", yw="home")
    assert ENGLISH.news(both, PEOPLE[:2]) == "Ann and Ben each have one lumberjack left."
    assert ENGLISH.news(opening(4), PEOPLE[:4]) == ""


def test_before_the_course_is_chosen_there_is_no_river() -> None:
    """Forest Fellers rules, Preparation: a random course is nature's first word."""
    s = FELLERS.new(Setup(2, {"course": "random"}))
    assert ENGLISH.pieces(s, PEOPLE[:2]).splitlines()[0] == (
        "Ann: grass man ashore, grass woman ashore, coal woman ashore."
    )
    assert ENGLISH.rows(s, PEOPLE[:2]) == "The course hasn't been chosen yet."
    assert ENGLISH.choices(s) == "The cards are being dealt."
    assert ENGLISH.news(s, PEOPLE[:2]) == "The course is chosen at random when the game starts."


@pytest.mark.no_cover
@pytest.mark.parametrize("title", ["D+E", "D+L", "E+L", "B+I"])
def test_what_must_be_said_fits(title: str) -> None:
    """docs/decisions.md, 3: five players on two segments; the description holds all but a part
    of the story, the message all of it."""
    for said in game(5, 7, title):
        s, story = said.after, ENGLISH.story(said.events, PEOPLE)
        told = [ENGLISH.standing(s, PEOPLE), ENGLISH.news(s, PEOPLE), ENGLISH.squares]
        told += [ENGLISH.pieces(s, PEOPLE)]
        alt = sum(len(line) + 1 for line in told) + len(
            "Forest Fellers F123, turn 123, Ann to move."
        )
        assert alt <= ALT
        assert alt + len(ENGLISH.rows(s, PEOPLE)) + len(story) + 300 <= MESSAGE

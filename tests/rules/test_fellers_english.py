"""Forest Fellers' English, good enough to play by ear."""

from __future__ import annotations

import re

import pytest

from rules import GAMES
from rules.drafting import draft
from rules.english import parse_line
from rules.fellers.english import FellersEnglish
from rules.fellers.position import (
    COLOURS,
    FIGURES,
    JOKER,
    Phase,
    colour_letters,
    initials,
    lumberjack_name,
)
from rules.fellers.river import COMPASS, name, next_place
from rules.game import Event, Setup
from rules.voice import ENGLISH as PLAIN_ENGLISH
from tests.rules.courses import FELLERS, opening, position, river
from tests.rules.races import race
from tests.spoken import Spoken

ENGLISH = Spoken(FellersEnglish())
PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eva")
BAY = river("""
    # # # . . . # # #
    # # . . . . . # #
    # # . 3 . 3 . # #
    # # . . . . . # #
""")


def test_a_position_that_is_printed_shows_no_card() -> None:
    """docs/decisions.md, 5: a log or a failure's report gives no hand away."""
    s = position(BAY, hand="gm4 j", gm="e2")
    assert "gm4" in s.hands[0]
    shown = repr(s)
    assert shown.startswith("Position(phase=<Phase.PLAY: 'play'>, mover=0")
    assert not {"gm", "hands", "decks", "course"} & set(re.findall(r"[a-z]+", shown))


ALT, MESSAGE = 1024, 2000  # characters of a picture's description, and of a message


def test_the_places_are_explained_by_example() -> None:
    """rules/fellers/river.py: the surroundings of e5, and of d5, which is in a higher lane."""
    lower, higher = re.findall(r"from \w+(?: leads)? to ([a-f\d, and]+)", ENGLISH.squares)
    assert re.split(", | and ", lower) == [name(next_place((0, 4), way)) for way in range(6)]
    assert re.split(", | and ", higher) == [name(next_place((-1, 4), way)) for way in range(6)]
    assert "n, ne, se, s, sw and nw" in ENGLISH.squares
    assert COMPASS == ("n", "ne", "se", "s", "sw", "nw")


def test_before_the_course_is_chosen_there_is_no_river() -> None:
    s = FELLERS.new(Setup(2, {"course": "random"}))
    assert ENGLISH.pieces(s, PEOPLE[:2]).splitlines()[0] == (
        "Ann: grass man ashore, grass woman ashore, coal woman ashore."
    )
    assert ENGLISH.rows(s, PEOPLE[:2]) == "The course hasn't been chosen yet."
    assert ENGLISH.choices(s) == "The cards are being dealt."
    assert ENGLISH.news(s, PEOPLE[:2]) == "The course is chosen at random when the game starts."
    assert ENGLISH.news(s._replace(phase=Phase.OVER), PEOPLE[:2]) == ""


@pytest.mark.no_cover
@pytest.mark.parametrize("title", ["D+E", "B+I"])
def test_what_must_be_said_fits(title: str) -> None:
    """docs/decisions.md, 3: all but a part of the story in the description, and a whole message."""
    for said in list(race(5, title, 7))[::15]:
        s, story = said.after, ENGLISH.story(said.events, PEOPLE)
        told = [ENGLISH.standing(s, PEOPLE), ENGLISH.news(s, PEOPLE), ENGLISH.squares]
        told += [ENGLISH.pieces(s, PEOPLE)]
        head = "Forest Fellers F123, turn 123, Ann to move."
        alt = sum(len(line) + 1 for line in (head, *told)) - 1
        assert alt <= ALT
        assert alt + len(ENGLISH.rows(s, PEOPLE)) + len(story) + 300 <= MESSAGE


def test_what_was_shoved_there_and_back_is_not_told() -> None:
    there, back = (Event("shoves", 0, at) for at in (("gw", "e6", "e7"), ("gw", "e7", "e6")))
    assert "shoved" in ENGLISH.story([there], PEOPLE)
    assert "shoved" not in ENGLISH.story([there, back], PEOPLE)
    afloat = Event("floats", 0, ("log", "e3", "e4", "e5"))
    assert "it shoved" in ENGLISH.story([afloat, there], PEOPLE)
    assert "shoved" not in ENGLISH.story([afloat, there, back], PEOPLE)


KIND = GAMES["fellers"]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("herbe miel rose ruisseau charbon laine", "HMRUCL"),  # two with R: the brook's next one
        ("gras honig rose bach kohle birke", "GHRBKI"),  # B is the brook's in the log already
        ("snow nettle rose brook coal wool", "OERBCW"),  # sw and nw are directions
        ("草 蜜 薔 川 炭 綿", "GYRBKW"),  # none of A to Z: those are the log's
    ],
)
def test_where_two_would_share_a_letter_the_next_one_tells_them_apart(
    names: str, expected: str
) -> None:
    """No letter is that of another colour in the log either, so a typed one has one meaning."""
    found = initials(names.split())
    assert "".join(found.values()) == expected
    assert not any(letter.lower() in {*COLOURS} - {code} for code, letter in found.items())
    assert not {f"{letter.lower()}w" for letter in found.values()} & {*COMPASS}


def test_the_letters_of_the_log_and_those_that_are_shown_are_both_read() -> None:
    assert "".join(colour_letters(PLAIN_ENGLISH).values()) == "GHRBCW"
    s = opening(2)
    s = s._replace(owners=(s.mover,) * len(FIGURES), figures=(-1,) * len(FIGURES))
    for code in FIGURES:
        mine = s._replace(hands=((f"{code}3", JOKER), *s.hands[1:]))
        for words in ((f"{code}3", "."), ("j", code, ".")):
            for typed in (line := " ".join(words), KIND.spelt(words)):
                assert draft(KIND, mine, typed).line.startswith(line)


TEXTS = GAMES["fellers"].texts
FORMERLY = {"g": "green", "y": "yellow", "r": "red", "b": "blue", "k": "black", "w": "white"}


def test_the_colours_are_read_as_before() -> None:
    """Fellers 17. Lumberjacks are named by things; their former names are still read."""
    s = opening(5)
    for code in FIGURES:
        old = f"{FORMERLY[code[0]]} {'man' if code[1] == 'm' else 'woman'}"
        assert old != str(lumberjack_name(code))
        for said in (old, str(lumberjack_name(code))):
            assert parse_line(TEXTS, s, f"{said} 3") == (f"{code}3",)
            assert parse_line(TEXTS, s, f"the {said}") == (code,)

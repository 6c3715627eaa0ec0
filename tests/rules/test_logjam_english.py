"""English: what may be done in Logjam, told and offered to who is due."""

import re
from functools import cache
from random import Random

import pytest

from rules import GAMES
from rules.logjam.position import OFF, Phase, Position
from rules.logjam.steps import Capture, Push, Run, Shift
from rules.play import legal
from tests.rules.rivers_of_logs import LOGJAM, river, scattered, whole_game
from tests.spoken import ChoiceGroup, Spoken

TEXTS, ENGLISH = GAMES["logjam"].texts, Spoken(GAMES["logjam"].texts)

DRAWING = """
    . . . C . . . .
    . . . A . . . .
    . . . . . . . .
    . B . . 2 2 2 .
    . 1 1 1 . . . .
    . A . . A B2 . .
    . . . . . . . .
    . . . . . B . .
"""


def board(roll: int, **more: object) -> Position:
    return river(DRAWING, roll=roll, **more)  # type: ignore[arg-type]


@cache
def seen() -> list[Position]:
    """Positions in which a player is due, of every phase."""
    rng = Random(6)
    found = [scattered(rng, 2 + n % 5) for n in range(120)]
    for seed, setup in enumerate(("quick", "classic")):
        game = whole_game(4, seed, setup=setup, loggers="4")
        found += [before for before, seat, *_ in game if seat >= 0][:200]
    return found


def offered(s: Position, title: str) -> ChoiceGroup:
    (offer,) = (offer for offer in ENGLISH.offers(s) if offer.title == title)
    return offer


def test_the_positions_of_these_tests_are_of_every_phase() -> None:
    """What follows is tried in each phase in which somebody may speak."""
    assert {s.phase for s in seen()} == {Phase.LOGS, Phase.LOGGERS, Phase.MOVE, Phase.RETURN}


@pytest.mark.no_cover
def test_the_offers_are_exactly_what_is_legal() -> None:
    """docs/decisions.md, 3: each legal word once, with a label; a kind without one says why."""
    for s in seen():
        offers = ENGLISH.offers(s)
        words = [way.word for offer in offers for way in offer.ways]
        assert len(words) == len(set(words))
        assert set(words) == set(map(str, legal(LOGJAM, s)))
        assert len({offer.title for offer in offers}) == len(offers)
        for offer in offers:
            assert offer.ways or offer.why
            assert all(way.label and way.hint for way in offer.ways)


@pytest.mark.no_cover
def test_a_hint_fits_a_menu() -> None:
    """A choice of a menu has at most 100 characters, the longest log meets the most stacks."""
    crowd = """
        . . . . . . .
        E5 . D5 . F5 . .
        A5 B5 C5 . D1 . .
        1 1 1 1 1 . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """
    hints = [way.hint for s in seen() for offer in ENGLISH.offers(s) for way in offer.ways]
    (way,) = (way for way in offered(river(crowd, roll=3), "Shift").ways if way.word == "a4+n")
    assert way.hint == (
        "log to a5-e5; crushes yours on a5 (5), C on c5 (5), D on e5; carries B on b5 (5)"
    )
    assert max(map(len, (way.hint, *hints))) <= 100


def told_words(s: Position) -> set[str]:
    """From the choices alone: runs off and special actions, as words."""
    text, words = ENGLISH.choices(s), set[str]()
    if off := re.search(r"edge from ([^;]*)", text):
        words |= {f"{square}-off" for square in re.findall(r"[a-z]\d+", off[1])}
    for to, start in re.findall(r"([a-z]\d+) from ([a-z]\d+)", text):
        words.add(f"{start}{'x' if s.roll == 1 else '>'}{to}")
    for low, sides in re.findall(r"([a-z]\d+)-[a-z]\d+ ([nesw/]+)", text):
        words |= {f"{low}+{side}" for side in sides.split("/")}
    return words


def test_the_choices_name_every_special_action_and_every_way_off() -> None:
    """Logjam rules, Special Actions: exactly those that are legal, read back from the text."""
    for s in seen():
        if s.phase is Phase.MOVE:
            steps = legal(LOGJAM, s)
            runs = [step for step in steps if isinstance(step, Run)]
            expected = {str(step) for step in steps if isinstance(step, Capture | Push | Shift)}
            expected |= {str(step) for step in runs if step.to == OFF}
            assert told_words(s) == expected
            assert ("up to" in ENGLISH.choices(s)) == any(step.to != OFF for step in runs)

"""Logjam in another language: what is typed is data, and what is said goes through a catalogue."""

from collections.abc import Iterator
from random import Random

import pytest

from rules import GAMES
from rules.errors import Refused
from rules.game import Setup
from rules.input import Language
from rules.logjam.input import SEATS, Table, parse, phrases
from rules.logjam.options import OPTIONS
from rules.logjam.position import Phase, Position
from rules.text import Text
from rules.voice import Argument
from tests.pseudo import english_left, voice
from tests.rules.rivers_of_logs import LOGJAM, river, scattered, whole_game

TEXTS = GAMES["logjam"].texts
NAMES = tuple("UVWXYZ")  # nobody's name is mistaken for a word

DRAWING = """
    . . . . . .
    . . . . . .
    . 1 1 1 . .
    . A . . B A
    . . . . . .
    . . . . . .
"""

GERMAN = Language(
    sides={"n": ("nord",), "e": ("ost", "rechts"), "s": ("süd",), "w": ("west", "links")},
    counts=("eins", "zwei", "drei", "vier", "fünf", "sechs"),
    groups={"toward": "nach"},
    phrases=(
        ("run off", "{start} (?:hinaus|heim)"),
        ("run", "(?:von )?{start} nach {end}"),
        ("push to a side", "schiebe {start} nach {side}"),
        ("push what is there", "schiebe {end}"),
        ("shift", "(?:den )?stamm {start} nach {side}"),
        ("move", "{start} {way}"),
        ("nothing", "nichts"),
    ),
)


@pytest.mark.parametrize(
    ("roll", "said", "word"),
    [
        (5, "von b3 nach c2", "b3-c2"),
        (5, "b3 zwei nach rechts süd", "b3-d2"),
        (5, "b3 ost 1 nach süd", "b3-c2"),
        (3, "stamm d4 nach ost", "b4+e"),
        (3, "d4 ost", "b4+e"),
        (2, "schiebe b3 nach nord", "b3>b4"),
        (2, "schiebe c4", "b3>b4"),
        (6, "f3 heim", "f3-off"),
        (6, "f3-off", "f3-off"),
        (2, "b3 > b4", "b3>b4"),
        (5, "nichts", "."),
        (5, ".", "."),
    ],
)
def test_what_people_type_is_data_of_a_language(roll: int, said: str, word: str) -> None:
    """Another language needs another table and no other code; the notation is the same."""
    assert phrases(GERMAN).parse(Table(river(DRAWING, roll=roll), SEATS), said) == ((word,), "")


def seen() -> Iterator[Position]:
    rng = Random(4)
    yield from (scattered(rng, 2 + n % 5) for n in range(60))
    for seed, setup in enumerate(("quick", "classic")):
        yield from (before for before, *_ in list(whole_game(4, seed, setup=setup))[:250])
    yield river(DRAWING, roll=2, phase=Phase.OVER)


def told(s: Position) -> Iterator[Argument]:
    """All that is said of a position, and every reason in it."""
    names = NAMES[: len(s.left)]
    yield from (say(s) for say in (TEXTS.manner, TEXTS.call, TEXTS.choices, TEXTS.summary))
    yield from (say(s, names) for say in (TEXTS.standing, TEXTS.news, TEXTS.pieces, TEXTS.rows))
    for group in TEXTS.offers(s):
        yield from (group.title, group.why or TEXTS.squares)
        yield from (x for way in group.ways for x in (way.label, way.hint))
    for step in Random(1).sample(list(LOGJAM.candidates(s)), 6):
        if reason := LOGJAM.why_not(s, step):
            yield reason


def refused() -> Iterator[Argument]:
    """What is said to somebody whose line or option cannot be."""
    lines = ("m3-a1", "b3 w w", "run off", "capture e3", "capture a6", "push east", "push f3 s")
    for roll in (1, 2, 4, 6):
        for line in lines:
            try:
                parse(river(DRAWING, roll=roll), line)
            except Refused as told:
                yield told.text
    for options in ({"board": "1x1"}, {"logs": "9"}):
        with pytest.raises(Refused) as caught:
            LOGJAM.new(Setup(2, options))
        yield caught.value.text
    for option in OPTIONS:
        yield from (option.about, *option.meaning.values())


def english(saying: Argument) -> list[str]:
    assert isinstance(saying, Text), saying
    return list(english_left(voice().say(saying)))


@pytest.mark.no_cover
def test_whatever_is_said_of_a_position_goes_through_the_catalogue() -> None:
    """A player of another language sees no word of English (docs/text.md)."""
    for s in seen():
        assert [left for saying in told(s) for left in english(saying)] == []


@pytest.mark.no_cover
def test_every_story_goes_through_the_catalogue() -> None:
    """Whole games, the set-up and somebody who leaves."""
    for seed, setup in enumerate(("quick", "classic")):
        for *_, events, s in whole_game(3, seed, setup=setup):
            assert english(TEXTS.story(events, NAMES[: len(s.left)])) == []


def test_every_refusal_and_option_goes_through_the_catalogue() -> None:
    """Names of options and their values are typed, so they are said as they are."""
    said = list(refused())
    assert len(said) > 20
    assert [left for saying in said for left in english(saying)] == []
    with pytest.raises(Refused) as caught:
        LOGJAM.new(Setup(2, {"setup": "slow"}))
    assert english(caught.value.text) == ["setup", "quick", "classic"]

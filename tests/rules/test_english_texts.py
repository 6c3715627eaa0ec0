"""English: every sentence of Logger is a value, so that it can be said in any language.

Source: issue 11, item 1; docs/text.md."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refused
from rules.game import Event
from rules.logger.english import LoggerEnglish
from rules.logger.rules import GONE, Phase, Position
from rules.text import Text
from rules.voice import Argument
from tests.pseudo import english_left, voice
from tests.rules.boards import LOGGER, opening
from tests.rules.games import any_seed, game, positions
from tests.rules.test_english_story import TOLD

TEXTS = LoggerEnglish()
NAMES = ("1", "2", "3", "4")


FOREIGN = voice()


def untranslated(text: Argument) -> list[str]:
    """The words that the pseudo-language has not said itself."""
    return list(english_left(FOREIGN.say(text)))


def of_a_position(s: Position) -> Iterator[Text]:
    names = NAMES[: len(s.loggers)]
    yield from (TEXTS.manner(s), TEXTS.choices(s), TEXTS.summary(s), TEXTS.squares)
    yield from (TEXTS.standing(s, names), TEXTS.news(s, names))
    yield from (TEXTS.pieces(s, names), TEXTS.rows(s, names))
    for group in TEXTS.offers(s):
        yield from (group.title, *([group.why] if group.why else []))
        yield from (text for way in group.ways for text in (way.label, way.hint))


@given(st.integers(2, 4), any_seed)
def test_whatever_is_told_of_a_position_can_be_said_in_any_language(seats: int, seed: int) -> None:
    """No word of it is finished English. A dozen positions of a game have every kind of text."""
    played = list(positions(seats, seed, "chop"))
    for text in {x for s in played[:: len(played) // 12 + 1] for x in of_a_position(s)}:
        assert isinstance(text, Text)
        assert untranslated(text) == [], repr(text)


def test_so_can_one_who_has_left_and_a_last_round() -> None:
    """The sentences that random games seldom come to."""
    s = opening(3)
    for seen in (s, s._replace(phase=Phase.ACT, loggers=(0, GONE, 3), points=(10, 0, 0), mover=1)):
        assert [t for t in of_a_position(seen) if untranslated(t)] == []


@given(st.integers(2, 4), any_seed)
def test_every_reason_can_be_said_in_any_language(seats: int, seed: int) -> None:
    """Of every candidate, in positions of every kind."""
    kinds = {s.phase: s for s in positions(seats, seed, "chop")}
    steps = [(s, step) for s in kinds.values() for step in LOGGER.candidates(s)]
    for reason in {LOGGER.why_not(s, step) for s, step in steps} - {None}:
        assert isinstance(reason, Text)
        assert untranslated(reason) == [], repr(reason)


EDGES = ("move north", "move east", "move s", "go w", "stay on c3", "plant west")


@pytest.mark.parametrize(
    ("s", "text"),
    [
        (opening(2), "stay"),
        *((opening(2)._replace(loggers=(0, 24), phase=Phase.WALK), x) for x in EDGES[2:]),
        *((opening(2)._replace(loggers=(24, 0), phase=Phase.WALK), x) for x in EDGES[:2]),
    ],
)
def test_so_can_what_is_answered_to_a_phrase(s: Position, text: str) -> None:
    """A phrase whose words cannot be is refused in the same way."""
    with pytest.raises(Refused) as refused:
        TEXTS.parse(s, text)
    assert untranslated(refused.value.text) == []


@pytest.mark.parametrize("event", [event for event, _ in TOLD.values()], ids=lambda e: e.verb)
def test_every_fact_can_be_told_in_any_language(event: Event) -> None:
    assert untranslated(TEXTS.story([event], NAMES)) == []


@given(st.integers(2, 4), any_seed)
def test_so_can_whole_games(seats: int, seed: int) -> None:
    for turn in game(seats, seed, "chop"):
        assert untranslated(TEXTS.story(turn.events, NAMES)) == []

"""Logger's English for its positions, turns and refusals."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.drafting import LINE_LENGTH, draft
from rules.errors import Illegal, Unread, quote
from rules.logger.rules import BOARD, UNPLACED, Phase, Position
from rules.play import steps_by_words
from rules.text import Text
from tests.rules.boards import KIND, LOGGER, choices, position, typed
from tests.rules.games import STYLES, any_seed, game, positions
from tests.spoken import Spoken

ENGLISH = Spoken(KIND.texts)
PEOPLE = ("Ann", "Ben", "Cy", "Dee")
ROW = position(
    """
    . . . . .
    . M . . .
    A T . G .
    . . . . .
    . . . . B
""",
    supply=(1, 1),
)

VERBS = {
    "take corner": "",
    "stay on": "",
    "walk to": "",
    "plant": "+",
    "chop": "x",
    "protest on": "!",
    "enough": ".",
}


def named(sentence: str) -> set[str]:
    """The words that a sentence says are legal, read from the sentence alone."""
    found = set(re.findall(r"`([^` ]+)`", sentence)) | set(re.findall(r"\w\d>\w\d", sentence))
    for tree, squares in re.findall(r"([a-e][1-5]) to ((?:[a-e][1-5](?:, | or )?)+)", sentence):
        found |= {f"{tree}>{square}" for square in re.findall(r"[a-e][1-5]", squares)}
    for verb, sign in VERBS.items():
        at = r"((?:[a-e][1-5](?: \(\d points?\))?(?:, | or )?)+)"
        for squares in re.findall(rf"\b{verb} {at}", sentence):
            found |= {sign + square for square in re.findall(r"[a-e][1-5]", squares)}
    return found


@settings(max_examples=3)
@given(st.integers(2, 4), any_seed, st.sampled_from(STYLES))
def test_the_choices_are_exactly_what_is_legal(seats: int, seed: int, style: str) -> None:
    """seeds/help.md: the bot offers all legal choices, and only those."""
    for s in positions(seats, seed, style):
        if s.phase is not Phase.OVER:
            assert named(ENGLISH.choices(s)) == choices(s)


def refusal(s: Position, text: str) -> Illegal | Unread | None:
    try:
        draft(KIND, s, text)
    except (Illegal, Unread) as refusal:
        return refusal
    return None


def in_turn(rng: Random, seats: int, seed: int) -> Position:
    """The beginning of some turn of some game."""
    starts = [s for s in positions(seats, seed) if s.phase in (Phase.WALK, Phase.CORNER)]
    return rng.choice(starts)


@settings(max_examples=6)
@given(st.integers(2, 4), any_seed)
def test_a_refused_word_is_answered_with_a_legal_one(seats: int, seed: int) -> None:
    """docs/decisions.md, 3: random words of the vocabulary, said where they are not legal."""
    rng = Random(seed)
    s = in_turn(rng, seats, seed)
    for word in rng.sample(sorted(steps_by_words(LOGGER, s)), 20):
        refused_with = refusal(s, word)
        if refused_with is None:
            continue
        assert isinstance(refused_with, Illegal)
        sentence, here, line = str(refused_with), typed(s, "").state, typed(s, "").line
        offered = sentence.split(". ", 1)[1]
        assert sentence.startswith((f"`{word}` isn't legal: ", f"`{word}` isn't needed here"))
        assert named(offered) == choices(here) or offered == str(
            Text("{line} completes the turn.", line=quote(line))
        )


def refused(s: Position, text: str) -> str:
    """The sentence that refuses a typed line."""
    return str(refusal(s, text))


def test_more_than_enough_is_refused_unread() -> None:
    """seeds/help.md: a line of over 2,000 characters is not looked at."""
    with pytest.raises(Unread) as refusal:
        draft(KIND, ROW, "a3 " * 1000)
    assert str(refusal.value).startswith(
        "Your text is longer than 2,000 characters, so I didn't read it. You can stay on a3"
    )
    assert refused(ROW, "z" * LINE_LENGTH).startswith("I can't read `zzz")
    assert typed(ROW, ("a2" + " " * LINE_LENGTH)[:LINE_LENGTH]).said == ("a2",)


def test_nothing_typed_is_shown_as_markup() -> None:
    sentence = refused(ROW, "**@everyone**\n# ```x``` <@1> " + "long" * 40)
    assert "```" not in sentence
    assert "\n" not in sentence
    shown = re.findall(r"`([^`]*)`", sentence)[0]
    assert len(shown) <= 41
    assert typed(ROW, "`\u200b`").said == ()


STAGES = {"free": 0, "seedling": 1, "sapling": 2, "mature tree": 3, "guarded mature tree": 4}
KINDS = {"Seedlings": 1, "Saplings": 2, "Mature trees": 3, "Guarded mature trees": 4}

Placed = tuple[tuple[int, ...], tuple[int, ...]]  # trees, loggers


def mentioned(s: Position) -> tuple[str, ...]:
    return PEOPLE[: len(s.loggers)]


def heard_by_kind(text: str, names: tuple[str, ...]) -> Placed:
    """The board rebuilt from the text by kind."""
    trees, loggers = [0] * 25, [UNPLACED] * len(names)
    for kind, things in re.findall(r"^([\w ]+): (.*)\.$", text, re.MULTILINE):
        for thing in [] if things == "none" else things.split(", "):
            name, _, square = thing.rpartition(" ")
            if kind in KINDS:
                trees[BOARD.by_name[square]] = KINDS[kind]
            elif not thing.endswith("isn't on the board yet"):
                loggers[names.index(name)] = BOARD.by_name[square]
    return tuple(trees), tuple(loggers)


def heard_by_row(text: str, names: tuple[str, ...]) -> Placed:
    """The board rebuilt from the text row by row."""
    trees, loggers = [0] * 25, [UNPLACED] * len(names)
    for line in text.splitlines():
        for thing in re.sub(r"^Row \d: |\.$", "", line).split(", "):
            square, what = thing.split(" ", 1)
            if what.endswith("'s logger"):
                loggers[names.index(what.removesuffix("'s logger"))] = BOARD.by_name[square]
            else:
                trees[BOARD.by_name[square]] = STAGES[what]
    return tuple(trees), tuple(loggers)


@settings(max_examples=3)
@given(st.integers(2, 4), any_seed, st.sampled_from(STYLES))
def test_the_position_as_text_is_the_whole_board(seats: int, seed: int, style: str) -> None:
    """docs/decisions.md, 3: the board from each of two texts alone, points and hands from one."""
    for s in positions(seats, seed, style):
        names = mentioned(s)
        assert heard_by_kind(ENGLISH.pieces(s, names), names) == (s.trees, s.loggers)
        assert heard_by_row(ENGLISH.rows(s, names), names) == (s.trees, s.loggers)
        points, hands = (
            tuple(int(n) for n in re.findall(r"\w+ (\d+)", part))
            for part in ENGLISH.standing(s, names).split(". ")
        )
        assert (points, hands) == (s.points, s.supply)


@settings(max_examples=3)
@given(st.integers(2, 4), any_seed, st.sampled_from(STYLES))
def test_every_event_of_a_game_is_in_the_story(seats: int, seed: int, style: str) -> None:
    """docs/decisions.md, 1: every square and every number of every event is in a sentence."""
    for turn in game(seats, seed, style):
        story = ENGLISH.story(turn.events, PEOPLE)
        assert len(story.splitlines()) == len({event.seat for event in turn.events})
        for event in turn.events:
            assert PEOPLE[event.seat] in story
            assert all(name in story for name in event.at)
        assert story.count(" seeded ") == sum(event.verb == "seeds" for event in turn.events)

"""Labels of the steps in a menu: each names a square once, and says nothing twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.english import English, lately, way_name
from rules.game import NATURE, NOBODY, Event, Setup
from rules.play import answers, turns_tried
from rules.text import NOTHING, Text
from tests.games import EVERY, EXAMPLES

TABLES = [
    ("logger", 2, {}),
    ("logger", 4, {}),
    ("logjam", 3, {}),
    ("logjam", 2, {"setup": "classic", "board": "7x9", "logs": "22334"}),
    ("fellers", 2, {}),
    ("fellers", 4, {"course": "random"}),
    *((kind.game.key, kind.game.fewest, dict[str, str]()) for kind in EXAMPLES),
]
RARE = ("Chop", "Protest", "Capture", "Push", "Shift", "Float")
TURNS = 40
LOOKED_AT = 20  # whole turns of a position whose labels are read

# A square alone, not as an end of a log (`b3-d3`).
SQUARE = re.compile(r"(?<![a-z0-9-])[a-p][0-9]{1,2}(?![0-9-])")
SAID = [
    (re.compile(r"\b(\w{2,}) \1\b"), "a word twice in a row"),
    (re.compile(r"last round.*(?:last round|game is over)"), "the end twice"),
    (re.compile(r"\bto off\b|\ba corner of the board\b"), "what nobody says"),
]
WAYS = re.compile(r"by [nesw, ]+|(?:from|at) \w+,? (?:then )?[nesw, ]+")  # `by s, s` repeats itself


def positions(kind: str, seats: int, options: dict[str, str], seed: int) -> Iterator[Any]:
    """Positions with somebody to move, in a game of players who love rare events."""
    rules, chance = EVERY[kind].game, Random(seed)
    agreed = {option.name: option.default for option in rules.options} | options
    s, n = rules.new(Setup(seats, agreed)), 0
    while rules.actor(s) != NOBODY and n < TURNS:
        if rules.actor(s) == NATURE:
            for _, after, _ in answers(rules, s, b"%d" % seed, n):
                s = after
        else:
            yield rules.view(s, rules.actor(s))
            steps = rules.legal(s)
            rare = [step for step in steps if type(step).__name__ in RARE]
            s, _ = rules.apply(s, chance.choice(rare if rare and chance.random() < 0.5 else steps))
        n += 1


def labels(kind: str, s: Any) -> Iterator[tuple[str, str]]:
    """Each possible choice, as My Options and a menu of several kinds name it, and its hint."""
    for offer in EVERY[kind].texts.offers(s):
        for way in offer.ways:
            yield str(way_name(offer, way)), str(way.hint)


def whole_turns(kind: str, s: Any) -> Iterator[str]:
    """The labels of some turns."""
    rules, names = EVERY[kind].game, ("Ann", "Ben", "Cy", "Dee")
    for way in filter(None, islice(turns_tried(rules, s), LOOKED_AT)):
        events, after = list[Event](), s
        for step in way[0]:
            after, more = rules.apply(after, step)
            events += more
        if events:  # in the middle of a turn nothing may be left to do
            yield str(EVERY[kind].texts.plan(events, names))


@pytest.mark.parametrize(("kind", "seats", "options"), TABLES)
def test_a_label_and_its_hint_say_a_square_once(
    kind: str, seats: int, options: dict[str, str]
) -> None:
    """And no word twice in a row; the hint adds something, where a game groups its words itself."""
    of_its_own = type(EVERY[kind].texts).offers is not English.offers
    for s in positions(kind, seats, options, 1):
        for label, hint in labels(kind, s):
            squares = SQUARE.findall(f"{label}: {hint}")
            assert len(squares) == len(set(squares)), f"{label}: {hint}"
            assert hint or not of_its_own, label
            assert label.casefold() != hint.casefold()
            for pattern, why in SAID:
                assert not pattern.search(f"{label}: {hint}".casefold()), why


@pytest.mark.parametrize(("kind", "seats", "options"), TABLES)
def test_a_whole_turn_says_nothing_twice(kind: str, seats: int, options: dict[str, str]) -> None:
    for s in islice(positions(kind, seats, options, 4), 0, None, 4):
        for told in whole_turns(kind, s):
            for pattern, why in SAID:
                assert not pattern.search(WAYS.sub("", told)), (why, told)


def test_what_chance_did_before_anybody_was_no_turn() -> None:
    assert str(lately(Text("All drew."), 0)) == "Before the first turn: All drew."
    assert str(lately(Text("Ann: d1 to c1."), 1)) == "Last turn: Ann: d1 to c1."
    assert not lately(NOTHING, 0)

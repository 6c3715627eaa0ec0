"""English: what happened and where everything stands, told well enough to play by ear."""

import re
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from rules.game import Event, Step
from rules.logger.rules import BOARD, NAMES, UNPLACED, Chop, Phase, Plant, Position, Protest
from rules.play import turns
from tests.rules.boards import (
    ENGLISH,
    LOGGER,
    PEOPLE,
    scattered,
)
from tests.rules.games import STYLES, any_seed, game, positions

STAGES = {"free": 0, "seedling": 1, "sapling": 2, "mature tree": 3, "guarded mature tree": 4}
KINDS = {"Seedlings": 1, "Saplings": 2, "Mature trees": 3, "Guarded mature trees": 4}

Placed = tuple[tuple[int, ...], tuple[int, ...]]  # trees, loggers


def named(s: Position) -> tuple[str, ...]:
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


@given(st.integers(2, 4), any_seed, st.sampled_from(STYLES))
def test_the_position_as_text_is_the_whole_board(seats: int, seed: int, style: str) -> None:
    """docs/decisions.md, 3: the board rebuilt from each of the two texts alone."""
    for s in positions(seats, seed, style):
        names = named(s)
        assert heard_by_kind(ENGLISH.pieces(s, names), names) == (s.trees, s.loggers)
        assert heard_by_row(ENGLISH.rows(s, names), names) == (s.trees, s.loggers)


@given(st.integers(2, 4), any_seed)
def test_the_standing_is_all_points_and_hands(seats: int, seed: int) -> None:
    """Logger, 2011 sheet, Goal: points and protesters of everybody, rebuilt from the text."""
    for s in positions(seats, seed):
        points, hands = (
            tuple(int(n) for n in re.findall(r"\w+ (\d+)", part))
            for part in ENGLISH.standing(s, named(s)).split(". ")
        )
        assert (points, hands) == (s.points, s.supply)


def test_who_ends_the_game_with_the_tenth_point_brings_no_last_round() -> None:
    """Logger, 2011 sheet, End Game: the last of the round has the last turn of all."""
    events = [Event("chops", 1, ("c3",), 1), Event("reaches", 1, (), 10), Event("ends", 1)]
    assert ENGLISH.story(events, PEOPLE) == (
        "Ben: chopped c3: +1 · has 10 points, and the game is over."
    )
    assert ENGLISH.story(events[:2], PEOPLE) == (
        "Ben: chopped c3: +1 · has 10 points, so this is the last round."
    )


@given(st.integers(2, 4), any_seed, st.sampled_from(STYLES))
def test_every_event_of_a_game_is_in_the_story(seats: int, seed: int, style: str) -> None:
    """docs/decisions.md, 1: every square and every number of every event is told."""
    for turn in game(seats, seed, style):
        story = ENGLISH.story(turn.events, PEOPLE)
        assert len(story.splitlines()) == len({event.seat for event in turn.events})
        for event in turn.events:
            assert PEOPLE[event.seat] in story
            assert all(name in story for name in event.at)
        assert story.count(" seeded ") == sum(event.verb == "seeds" for event in turn.events)


def summed_up(sentence: str) -> dict[str, set[str]]:
    """From the summary alone: the chops and protests, and the squares that they come after."""
    walks = set(re.findall(r"[a-e][1-5]", sentence.split(". ")[0]))
    found = {}
    for verb, sign in (("chop", "x"), ("protest on", "!")):
        at = r"[a-e][1-5](?: \(from [^)]*\))?"
        for listing in re.findall(rf"\b{verb} ({at}(?:(?:, | or ){at})*)", sentence):
            for square, after_ in re.findall(r"([a-e][1-5])(?: \(from ([^)]*)\))?", listing):
                found[sign + square] = set(re.findall(r"[a-e][1-5]", after_)) or walks
    return found


def ends(s: Position) -> dict[Step, set[str]]:
    """Every action of any turn of the enumeration, with the squares walked to before it; found
    by trying the actions wherever a turn passes."""
    found = dict[Step, set[str]]()
    waiting, known = [s], {s}
    while waiting:
        here = waiting.pop()
        for step in LOGGER.legal(here):
            there = LOGGER.apply(here, step)[0]
            if here.phase is Phase.ACT:
                found.setdefault(step, set()).add(NAMES[here.loggers[s.mover]])
            elif there.mover == s.mover and there not in known:
                known.add(there)
                waiting.append(there)
    return found


@given(st.integers(2, 4), any_seed, st.floats(0.1, 0.9))
def test_the_summary_is_the_sum_of_all_legal_turns(seats: int, seed: int, crowd: float) -> None:
    """Logger, 2011 sheet, Gameplay: every chop and protest that some turn ends with, growth
    included, with the squares from which; nothing else. Every enumerated turn is in it."""
    s = scattered(Random(seed), seats, crowd=crowd)
    sentence, possible = ENGLISH.summary(s), ends(s)
    aimed = {str(step): at for step, at in possible.items() if not isinstance(step, Plant)}
    assert summed_up(sentence) == aimed
    assert ("plant a seedling next to you" in sentence) == any(
        isinstance(x, Plant) for x in possible
    )
    lacking = [
        kind
        for kind, sign in (("chop", "x"), ("protest", "!"))
        if possible and not any(x[0] == sign for x in aimed)
    ]
    assert sentence.partition("You can't ")[2] == (
        " or ".join(lacking) + " this turn." if lacking else ""
    )
    for steps, _ in turns(LOGGER, s):
        actions = {step for step in steps if isinstance(step, Plant | Chop | Protest)}
        assert actions <= possible.keys()

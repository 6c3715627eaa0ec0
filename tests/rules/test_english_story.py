"""English: what happened and where everything stands, told well enough to play by ear."""

import ast
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game import Event, Step
from rules.logger import rules
from rules.logger.rules import BOARD, NAMES, UNPLACED, Chop, Phase, Plant, Position, Protest
from rules.play import turns
from tests.rules.boards import (
    ENGLISH,
    LOGGER,
    PEOPLE,
    after,
    opening,
    position,
    say,
    scattered,
    squares,
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
            elif not thing.endswith("not yet on the board"):
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


def verbs() -> set[str]:
    """Every verb that rules.py can give an event, read from its source."""
    tree = ast.parse(Path(rules.__file__).read_text(encoding="utf-8"))
    made = [
        node.args[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Event"
    ]
    one_of_two = [arg for arg in made if isinstance(arg, ast.IfExp)]
    spelt = [arg for arg in made if arg not in one_of_two]
    spelt += [arg for choice in one_of_two for arg in (choice.body, choice.orelse)]
    return {str(ast.literal_eval(arg)) for arg in spelt}


TOLD = {
    "stands": (Event("stands", 0, ("a1",)), "took corner a1"),
    "stays": (Event("stays", 0, ("a1",)), "stayed on a1"),
    "walks": (Event("walks", 0, ("a1", "a3")), "a1 to a3"),
    "grows": (Event("grows", 0, ("b2",), 2), "b2 grew to a sapling"),
    "seeds": (Event("seeds", 0, ("c4", "c5")), "c4 seeded c5"),
    "plants": (Event("plants", 0, ("b2",)), "planted b2"),
    "protests": (Event("protests", 0, ("d4",)), "put 1 protester on d4"),
    "chops": (Event("chops", 0, ("d4", "e4"), 2), "chopped d4 and e4: +2"),
    "frees": (Event("frees", 0, ("e4",), 1), "took 1 protester from e4"),
    "skips": (Event("skips", 0), "could do nothing, so the action was skipped"),
    "reaches": (Event("reaches", 0, (), 11), "has 11 points, so this is the last round"),
    "ends": (Event("ends", 0), "the last round is over"),
    "leaves": (Event("leaves", 0), "left the game"),
    "stalls": (Event("stalls", 0), "nothing changed in a whole round, so the game is over"),
}


def test_who_ends_the_game_with_the_tenth_point_brings_no_last_round() -> None:
    """Logger, 2011 sheet, End Game: the last of the round has the last turn of all."""
    events = [Event("chops", 1, ("c3",), 1), Event("reaches", 1, (), 10), Event("ends", 1)]
    assert ENGLISH.story(events, PEOPLE) == (
        "Ben: chopped c3: +1 · has 10 points, and the game is over."
    )
    assert ENGLISH.story(events[:2], PEOPLE) == (
        "Ben: chopped c3: +1 · has 10 points, so this is the last round."
    )


def test_there_is_a_sentence_for_every_verb() -> None:
    """docs/decisions.md, 1: each fact that a step can bring about is told."""
    assert verbs() == TOLD.keys()


@pytest.mark.parametrize("verb", TOLD)
def test_each_event_is_told(verb: str) -> None:
    """docs/decisions.md, 1: who, and then what he did."""
    event, sentence = TOLD[verb]
    assert ENGLISH.story([event], PEOPLE) == f"Ann: {sentence}."


def test_an_unknown_verb_is_never_passed_over_in_silence() -> None:
    """docs/decisions.md, 1: a new verb without a sentence is a bug that shows."""
    with pytest.raises(KeyError, match="dances"):
        ENGLISH.story([Event("dances", 0)], PEOPLE)


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


def test_a_whole_turn_is_told_in_english() -> None:
    """Logger, 2011 sheet, Gameplay: walk, growth and action in one line a player."""
    s = position(
        """
        T . . . .
        . s . . .
        A T T M G
        . . . . .
        . . . . B
    """,
        supply=(2, 0),
    )
    _, events = say(s, "a3 d3>d4 e3>e4 xb3")
    assert ENGLISH.story(events, PEOPLE) == (
        "Ann: stayed on a3 · b3, c3 and a5 matured · d3 seeded d4, e3 seeded e4 · "
        "chopped b3, c3, d3 and e3: +4 · took 1 protester from e3."
    )
    _, events = say(s, "a4 !d3 !a5 .")
    assert ENGLISH.story(events, PEOPLE) == (
        "Ann: a3 to a4 · b4 grew to a sapling, a5 matured · put 2 protesters on d3 and a5."
    )


def test_the_corners_are_told_by_player() -> None:
    """Logger 17: the third and the fourth of four in two lines."""
    s = after(after(opening(4), "a1"), "e5")
    _, events = say(s, "a5")
    assert ENGLISH.story(events, PEOPLE) == "Cy: took corner a5.\nDee: took corner e1."


DRAWING = """
    . . . . .
    . . . . .
    A B C D .
    . . . . .
    . . . . .
"""


@pytest.mark.parametrize(
    ("mover", "points", "news"),
    [
        (0, (9, 9, 9, 9), ""),
        (1, (10, 0, 0, 0), "Final round: Ben, Cy and Dee have one turn left."),
        (2, (0, 12, 0, 0), "Final round: Cy and Dee have one turn left."),
        (3, (10, 0, 0, 0), "Final round: Dee has one turn left."),
    ],
)
def test_the_last_round_is_announced(mover: int, points: tuple[int, ...], news: str) -> None:
    """Logger, 2011 sheet, End Game: who still has a turn."""
    assert ENGLISH.news(position(DRAWING, mover=mover, points=points), PEOPLE) == news


def test_when_it_is_over_there_is_no_news() -> None:
    """Logger, 2011 sheet, End Game."""
    over = position(DRAWING, phase=Phase.OVER, points=(10, 0, 0, 0))
    assert ENGLISH.news(over, PEOPLE) == ""
    assert ENGLISH.summary(over) == "The game is over."


def summed_up(sentence: str) -> dict[str, set[str]]:
    """From the summary alone: the chops and protests, and the squares that they come after."""
    walks = set(re.findall(r"[a-e][1-5]", sentence.split(". ")[0]))
    found = {}
    for verb, sign in (("chop", "x"), ("protest", "!")):
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
    assert ("plant next to you" in sentence) == any(isinstance(x, Plant) for x in possible)
    assert ("no chop" in sentence) == bool(possible and not any(x[0] == "x" for x in aimed))
    assert ("no protest" in sentence) == bool(possible and not any(x[0] == "!" for x in aimed))
    for steps, _ in turns(LOGGER, s):
        actions = {step for step in steps if isinstance(step, Plant | Chop | Protest)}
        assert actions <= possible.keys()


def test_the_summary_of_a_turn_with_nothing_to_do() -> None:
    """Logger, 2011 sheet, Action: skipped if nothing is possible."""
    s = position("""
        M M M G B
        M M M M G
        M M M M M
        G M M M M
        A G M M M
    """)
    assert ENGLISH.summary(s) == (
        "You can only stay on a1. "
        "Then the trees grow, and your action is skipped, for nothing is possible."
    )


def test_the_summary_within_a_turn_is_what_comes_next() -> None:
    """docs/decisions.md, 7: a draft goes on from where it is."""
    s = after(opening(2), "a1")
    assert ENGLISH.summary(s) == ENGLISH.choices(s)
    s = after(s, "e5")
    assert ENGLISH.summary(s) == (
        "You can stay on a1 or walk to a2, a3, b1, b2 or c1. "
        "Then the trees grow, and you can plant next to you. "
        "There is no chop and no protest this turn."
    )
    acting = after(s, "b2")
    assert ENGLISH.summary(acting) == "You can plant a2, b1, b3 or c2."


def test_placing_protesters_offers_more_or_the_end() -> None:
    """Logger, 2011 sheet, Protest: one or more."""
    s = position(DRAWING.replace(". . .", "M M .", 1), phase=Phase.ACT, supply=(2, 0, 0, 0))
    assert squares(s, "M") == {"a5", "b5"}
    assert ENGLISH.choices(after(s, "!a5")) == (
        "You can protest b5 as well, or say `.` to end the turn."
    )
    assert ENGLISH.choices(after(s, "!a5 !b5")) == "You can say `.` to end the turn."


def test_nothing_in_logger_is_hidden_and_only_a_corner_is_called_for() -> None:
    """docs/decisions.md, 5: the board is all there is to see and to say; who has nothing on it
    yet is asked for the corner, and nobody is told anything besides afterwards."""
    s = opening(2)
    assert (ENGLISH.hand(s, 0), ENGLISH.call(s)) == ("", "Take a corner.")
    settled = after(after(s, "a1"), "e5")
    assert settled.phase is Phase.WALK
    for here in (settled, after(settled, "a2")):
        assert (ENGLISH.hand(here, 0), ENGLISH.call(here)) == ("", "")


def test_each_square_of_a_row_is_named() -> None:
    """docs/decisions.md, 3: every stage of a tree, whose logger it is, and what is free."""
    s = position("""
        . . . . .
        A s T M G
        . . . . .
        . . . . B
        . . . . .
    """)
    top, row, *_, bottom, _ = ENGLISH.rows(s, PEOPLE[:2]).splitlines()
    assert top == "Row 5: a5 free, b5 free, c5 free, d5 free, e5 free."
    assert row == (
        "Row 4: a4 Ann's logger, b4 seedling, c4 sapling, d4 mature tree, e4 guarded mature tree."
    )
    assert bottom == "Row 2: a2 free, b2 free, c2 free, d2 free, e2 Ben's logger."

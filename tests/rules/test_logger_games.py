"""Logger: what holds in every game, on random whole games."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.logger.computer import prospects
from rules.logger.rules import EMPTY, MATURE, PROTESTED, UNPLACED, Phase, Position
from rules.play import legal, turns
from tests.rules import naive
from tests.rules.boards import LOGGER, opening, scattered
from tests.rules.games import STYLES, Turn, any_game, any_seed, game

PROTESTERS = {2: 4, 3: 3, 4: 4}
MOST_ROUNDS = 60  # far above the longest seen


def inner(turn: Turn) -> list[Position]:
    """The positions of a turn, from the first to the next player's."""
    found = [turn.before]
    for step in turn.steps:
        found.append(LOGGER.apply(found[-1], step)[0])
    return found


@given(any_game)
def test_protesters_are_neither_made_nor_lost(game: list[Turn]) -> None:
    """Logger, 2011 sheet, Protest and Chop: a protester is in a hand or on a tree."""
    for s in (s for turn in game for s in inner(turn)):
        assert sum(s.supply) + s.trees.count(PROTESTED) == PROTESTERS[len(s.loggers)]
        assert min(s.supply) >= 0


@given(any_game)
def test_nothing_shares_a_square(game: list[Turn]) -> None:
    """Logger, 2011 sheet, Movement: a space holds a tree or a logger."""
    for s in (s for turn in game for s in inner(turn)):
        placed = [cell for cell in s.loggers if cell != UNPLACED]
        assert len(set(placed)) == len(placed)
        assert all(s.trees[cell] == EMPTY for cell in placed)


@given(any_game)
def test_points_are_the_trees_that_left_the_board(game: list[Turn]) -> None:
    """Logger, 2011 sheet, Chop: one point for each tree removed, and nothing else scores."""
    for turn in game:
        gained = sum(turn.after.points) - sum(turn.before.points)
        added = sum(event.verb in ("seeds", "plants") for event in turn.events)
        trees = [25 - s.trees.count(EMPTY) for s in (turn.before, turn.after)]
        assert gained == trees[0] + added - trees[1]
        assert turn.after.points[turn.seat] - turn.before.points[turn.seat] == gained


@given(any_game)
def test_a_tree_changes_at_most_one_stage_in_a_turn(game: list[Turn]) -> None:
    """Logger, 2011 sheet, Growth: one stage in one turn; a protester is put on or taken off,
    and trees are felled, by the action alone."""
    for turn in game:
        for was, now in zip(turn.before.trees, turn.after.trees, strict=True):
            assert (
                now - was in (0, 1)
                or (was >= MATURE - 1 and now == EMPTY)
                or (was, now)
                == (
                    MATURE - 1,
                    PROTESTED,
                )
            )


@given(any_game)
def test_every_game_ends(game: list[Turn]) -> None:
    """No text bounds a game, but chops, free squares and protesters run out (Logger 16)."""
    assert len(game) <= MOST_ROUNDS * len(game[0].before.loggers)
    assert game[-1].after.phase is Phase.OVER


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_games_see_everything(seats: int) -> None:
    """The random games are worth their name: all phases and verbs of the 2011 sheet occur."""
    phases, verbs = set[Phase](), set[str]()
    for seed in range(40):
        for turn in game(seats, seed, STYLES[seed % 3]):
            phases |= {s.phase for s in inner(turn)}
            verbs |= {event.verb for event in turn.events}
    assert phases == set(Phase)
    usual = {"stands", "stays", "walks", "grows", "seeds", "plants", "protests", "chops", "frees"}
    assert usual | {"reaches", "ends"} <= verbs


def check_legal(s: Position) -> None:
    """The list of legal steps is exactly the candidates without a reason, in their order."""
    reasons = {step: LOGGER.why_not(s, step) for step in LOGGER.candidates(s)}
    assert legal(LOGGER, s) == [step for step, reason in reasons.items() if reason is None]
    for reason in map(str, filter(None, reasons.values())):
        assert reason == reason.strip()
        assert reason[0].islower()
        assert reason[-1] != "."


@given(st.integers(2, 4), any_seed, st.floats(0.1, 0.9))
def test_legal_is_having_no_reason_against_it_on_any_board(
    seats: int, seed: int, crowd: float
) -> None:
    """docs/decisions.md, 3: also on boards that no game has seen, through a whole turn."""
    rng = Random(seed)
    s = scattered(rng, seats, crowd=crowd)
    seat = s.mover
    while LOGGER.actor(s) == seat:
        check_legal(s)
        s, _ = LOGGER.apply(s, rng.choice(legal(LOGGER, s)))


@given(st.integers(2, 4), any_seed)
def test_the_turns_are_those_of_the_second_program(seats: int, seed: int) -> None:
    """Logger, 2011 sheet, Gameplay: the enumeration of turns finds each distinct position once,
    and exactly those of a naive program, on a random board."""
    s = scattered(Random(seed), seats, crowd=0.4)
    found = [naive.table(there) for _, there in turns(LOGGER, s)]
    assert len(set(found)) == len(found)
    assert set(found) == naive.results(naive.table(s))


@given(st.integers(2, 4), any_seed)
def test_the_prospects_are_the_actions_of_all_turns(seats: int, seed: int) -> None:
    """Logger, 2011 sheet, Gameplay: every action of some turn, and from where, compared with
    the naive program."""
    s = scattered(Random(seed), seats, crowd=0.4)
    found = {
        str(step): {(cell % 5, cell // 5) for cell in squares}
        for step, squares in prospects(s).items()
    }
    assert found == naive.last_words(naive.table(s))


def test_turns_are_found_one_by_one() -> None:
    """docs/decisions.md, 1: the first turn is there long before the last is looked for."""
    steps, there = next(turns(LOGGER, opening(2)))
    assert LOGGER.actor(there) == 1
    assert len(steps) == 1

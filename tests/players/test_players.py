"""The promises of a computer player in every game. Source: docs/decisions.md, 38, 42 and 83."""

from __future__ import annotations

from functools import cache
from itertools import count, islice, pairwise
from typing import Any

import pytest

from players import LEVELS, Budget, Level, choose, rank
from players.levels import Skill
from players.rollouts import AHEAD, OFFHAND
from players.search import TRIED, Lead, share_of, whole_turns
from rules import GAMES
from rules.drafting import Kind
from rules.english import English
from rules.game import NATURE, NOBODY, Leave, Setup
from rules.play import answers, turns, winners
from rules.text import Text
from tests.games import EVERY
from tests.players.luck import Coins
from tests.rules.promises import moments

KINDS: dict[str, Kind[Any]] = {**EVERY, "coins": Kind(Coins(), English())}
HASTY, QUICK = (Level("quick", Text("quick"), Skill(n), Skill(n)) for n in (20, 300))
MANY = 3  # chances that the easiest levels must take


@cache
def met(key: str, seats: int = 0) -> tuple[Any, ...]:
    """Some positions of a random game for these seats; 0: for the fewest."""
    kind = KINDS[key]
    rows = (row for row in moments(kind, seats or kind.game.fewest, 1) if row.seat >= 0)
    found = [row.steps[0][0] for row in islice(rows, 60)]
    return tuple(found[:: max(1, len(found) // 2)])


def seen(game: Any, s: Any) -> Any:
    """The view of the player to move."""
    return game.view(s, game.actor(s))


def said(game: Any, s: Any, steps: Any) -> Any:
    """The position after steps of one seat, each of which is legal."""
    seat = game.actor(s)
    for step in steps:
        assert game.actor(s) == seat, "the turn was over before"
        assert step in game.legal(s)
        s, _ = game.apply(s, step)
    return s


@pytest.mark.parametrize("key", [key for key, kind in KINDS.items() if kind.game.most > 2])
def test_it_plays_on_when_somebody_has_left(key: str) -> None:
    game = KINDS[key].game
    for s in met(key, 3):
        seat = game.actor(s)
        s, _ = game.apply(s, Leave((seat + 1) % 3))
        if game.actor(s) == seat:
            turn = choose(game, seen(game, s), QUICK, 1)
            assert game.actor(said(game, s, turn)) != seat


@pytest.mark.parametrize("key", KINDS)
def test_the_same_question_has_the_same_answer(key: str) -> None:
    game = KINDS[key].game
    for s in met(key)[1:2]:
        first, second = (rank(game, seen(game, s), 5, Budget(300)) for _ in range(2))
        assert first == second
        assert [way.value for way in first] == sorted((w.value for w in first), reverse=True)


@pytest.mark.parametrize("key", ["fellers", "keep"])
def test_what_it_cannot_see_changes_nothing(key: str) -> None:
    game = KINDS[key].game
    compared = 0
    for row in islice(moments(KINDS[key], game.fewest, 2), 6):
        before, step, *_ = row.steps[-1]
        others = dict.fromkeys(game.legal(before)) if row.seat == NATURE else ()
        worlds = [game.apply(before, x)[0] for x in (step, *islice(others, 3))]
        views = {seen(game, s) for s in worlds if game.actor(s) >= 0}
        if len(worlds) > 1 and len(views) == 1:
            compared += 1
            turns = {choose(game, seen(game, s), LEVELS["easy"], 1) for s in worlds}
            assert len(turns) == 1
    assert compared


@pytest.mark.parametrize("key", KINDS)
@pytest.mark.parametrize("positions", [1, 500])
def test_it_keeps_to_its_budget(key: str, positions: int) -> None:
    """It may finish the turns of the position that it has begun, and nothing more."""
    game, budget = KINDS[key].game, Budget(positions)
    rank(game, seen(game, met(key)[1]), 1, budget)
    assert budget.done or budget.spent < positions
    assert budget.spent <= positions + TRIED


@pytest.mark.parametrize("key", KINDS)
def test_it_stops_when_time_is_called(key: str) -> None:
    game = KINDS[key].game
    budget = Budget(10**9, lambda: True)
    assert rank(game, seen(game, met(key)[1]), 1, budget)
    played_on = AHEAD * 2 * (1 + OFFHAND)
    assert budget.spent <= Budget.EVERY + TRIED + played_on


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "seats"),
    [
        *(("coins", 2), ("logger", 2), ("logjam", 2)),
        *((key, min(max(3, kind.game.fewest), kind.game.most)) for key, kind in KINDS.items()),
    ],
)
def test_games_are_played_to_their_end(key: str, seats: int) -> None:
    game, begun, n = KINDS[key].game, list(moments(KINDS[key], seats, 1)), 0
    s = begun[len(begun) * 9 // 10].after
    while game.actor(s) != NOBODY:
        n += 1
        if game.actor(s) == NATURE:
            with pytest.raises(ValueError, match="no seat is to move"):
                choose(game, s, HASTY, n)
            *_, (_, s, _) = answers(game, s, b"chance", n)
        else:
            turn = choose(game, seen(game, s), HASTY, n)
            assert game.actor(said(game, seen(game, s), turn)) != game.actor(s)
            s, mover = said(game, s, turn), game.actor(s)
            assert game.actor(s) != mover
    assert winners(game, s)


def test_levels_are_named_weakest_first() -> None:
    assert list(LEVELS) == ["first", "easy", "medium", "strong", "master"]
    positions = [level.positions for level in LEVELS.values()]
    assert positions == sorted(positions)
    assert all(isinstance(level.name, Text) for level in LEVELS.values())
    assert len({level.told for level in LEVELS.values()}) == len(LEVELS)


@pytest.mark.parametrize("key", sorted(key for key in GAMES if GAMES[key].game.level_ratings))
def test_a_level_wins_seven_to_nine_of_ten_games_against_the_one_below(key: str) -> None:
    """The ratings shown to players say this, rounded to tens (docs/computers.md, Levels)."""
    told = GAMES[key].game.level_ratings
    assert len(told) == len(LEVELS)
    for worse, better in pairwise(told):
        assert 0.70 <= 1 / (1 + 10 ** ((worse - better) / 400)) <= 0.905


FAR, NEAR = Skill(300), Skill(1, ahead=0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "seats", "more", "alike"),
    [
        ("logjam", 2, {"played": NEAR}, NEAR),
        ("fellers", 2, {"played": NEAR}, FAR),  # it plays on only for some rounds
        ("logjam", 2, {"played": FAR, "foreseen": NEAR}, NEAR),  # it looks ahead roll by roll
        ("logjam", 3, {"played": FAR, "foreseen": NEAR}, FAR),
    ],
)
def test_a_level_has_errors_of_its_own_for_each_kind_of_search(
    key: str, seats: int, more: dict[str, Any], alike: Skill
) -> None:
    """docs/decisions.md, 83 and 90: in games that are played on, or looked ahead in by dice."""
    game, level = KINDS[key].game, Level("both", Text("both"), FAR, FAR, **more)
    one = Level("one", Text("one"), alike, alike)
    for row in islice(moments(KINDS[key], seats, 5), 6):
        s = row.steps[0][0]
        if game.actor(s) >= 0 and game.playouts(s):
            assert choose(game, seen(game, s), level, 3) == choose(game, seen(game, s), one, 3)


def test_easy_overlooks_and_is_not_aimless() -> None:
    """It does not always find its best turn; its choice is not much worse by its own search."""
    game = KINDS["logger"].game
    s = game.new(Setup(2))
    for corner in range(2):  # and nothing can be chopped yet
        s = said(game, s, choose(game, s, LEVELS["easy"], corner))
    turns = whole_turns(game, s, standing := Lead(game, game.actor(s), s), Budget(1))
    best = max(share_of(game, turn.value) for turn in turns)
    played = {choose(game, s, LEVELS["easy"], seed) for seed in range(40)}
    assert len(played) > 3
    for steps in played:
        assert share_of(game, standing(said(game, s, steps))) >= best - LEVELS["easy"].sure.gives


@pytest.mark.slow
@pytest.mark.parametrize("level", ["first", "easy"])
@pytest.mark.parametrize("key", ["logger", "logjam", "fellers"])
def test_the_easiest_take_what_is_to_be_got_whenever_they_can(key: str, level: str) -> None:
    found = chances(key)
    for n, (s, wins, most) in enumerate(found):
        game = KINDS[key].game
        seat = game.actor(s)
        after = said(game, s, choose(game, seen(game, s), LEVELS[level], n))
        if wins:
            assert winners(game, after) == (seat,), (n, s)
            assert game.actor(after) == NOBODY
        else:
            assert game.catch(s, after, seat) == most, (n, s)
    assert len(found) == MANY
    assert key == "logger" or any(wins for _, wins, _ in found)


@cache
def chances(key: str) -> list[tuple[Any, bool, int]]:
    """Positions with something to take, at the end of a random game first: whether one of all turns
    wins at once, and the most that one of them gets."""
    game, found = KINDS[key].game, list[tuple[Any, bool, int]]()
    for seed in count(1):
        rows = [row for row in moments(KINDS[key], game.fewest, seed) if row.seat >= 0]
        for s in (row.steps[0][0] for row in rows[-MANY:][::-1]):
            seat, whole = game.actor(s), list(turns(game, s))
            wins = any(game.actor(t) == NOBODY and winners(game, t) == (seat,) for _, t in whole)
            most = max(game.catch(s, t, seat) for _, t in whole)
            found += [(s, wins, most)] if wins or most > 0 else []
        if len(found) >= MANY:
            break
    return found[:MANY]

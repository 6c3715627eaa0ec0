"""The rules through the public protocol, beside python-chess in the same run; the cost of a typed
letter; and the time of a computer's turn on one core."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, count, cycle, islice
from random import Random
from statistics import median
from time import perf_counter, process_time

import chess

from bot.features.whole_turns import Spot, WholeTurns, completions
from players import LEVELS, choose
from rules import GAMES
from rules.drafting import draft
from rules.game import NATURE, NOBODY, Setup
from rules.logjam.position import Phase
from rules.play import checksum
from rules.voice import ENGLISH
from tests.bench.measuring import Effort, Row, rate, side_by_side, spoken
from tests.bench.script import LOGGER, MEASURED, chosen, game
from tests.bot.playing import position
from tests.rules.games import Turn
from tests.rules.races import COURSES

BUSY = position("..M../..M../MM.MM/..M../..M..", "c3,a4", supply=(3, 3))  # 3,840 turns
NAMES = ("Ann", "Ben")
LONGEST = 120  # moves of a chess game, or bare endgames would make chess look quick


def rows(effort: Effort) -> Iterator[Row]:
    yield from _text_moves(effort)
    yield from _playouts(effort)
    for kind in MEASURED:
        yield _dearest(effort, kind)
    for kind in MEASURED:
        yield _thinking(effort, kind)


def _text_moves(effort: Effort) -> Iterator[Row]:
    moves = [move for seed in range(effort.of(4, 1)) for move in _chess_moves(seed)]
    for kind in MEASURED:
        games = (game(2, seed, kind) for seed in count())
        turns = [*islice(chain.from_iterable(games), effort.of(150, 5))]
        work = partial(_type, turns, kind), partial(_sans, moves)
        typed = side_by_side(*work, effort.of(15, 1))
        what = f"a turn of {GAMES[kind].game.title} from text ÷ python-chess FEN + SAN + FEN"
        detail = f"{spoken(typed.ours / len(turns))} to {spoken(typed.theirs / len(moves))}"
        yield Row(what, typed.ratio * len(moves) / len(turns), detail=detail)


def _type(turns: list[Turn], kind: str) -> None:
    """Read, check and apply a typed line; write the words for the log."""
    for turn in turns:
        drafted = draft(GAMES[kind], turn.before, turn.line)
        assert drafted.complete
        _ = drafted.line, checksum(drafted.state)


def _chess_moves(seed: int) -> Iterator[tuple[str, str]]:
    """Positions of a random game with the move that was made there: FEN and SAN."""
    chance, board = Random(seed), chess.Board()
    while not board.is_game_over() and board.ply() < LONGEST:
        move = chance.choice(list(board.legal_moves))
        yield board.fen(), board.san(move)
        board.push(move)


def _sans(moves: list[tuple[str, str]]) -> None:
    for fen, san in moves:
        board = chess.Board(fen)
        board.push_san(san)
        board.fen()


def _playouts(effort: Effort) -> Iterator[Row]:
    """Random play by legal() and apply(), each game beside python-chess."""
    yield _beside_chess(effort, "random games of Logger", _logger)
    yield _beside_chess(effort, "random turns of Logjam", _logjam)
    yield _beside_chess(effort, "mostly downstream games of Forest Fellers", _fellers)


def _beside_chess(effort: Effort, what: str, ours: Callable[[Random, float], float]) -> Row:
    """ours: how many a second, within these seconds. Both sides take turns."""
    lasting, rounds = (0.05, 1) if effort.quick else (1.5, 7)
    mine, other = Random(1), Random(1)
    both = [(ours(mine, lasting), rate(partial(_chess, other), lasting)) for _ in range(rounds)]
    ratio = median(a / b for a, b in both)
    a, b = (median(side) for side in zip(*both, strict=True))
    what += " for two ÷ random games of python-chess"
    return Row(what, ratio, detail=f"{a:,.0f} to {b:,.0f} a second")


def _chess(chance: Random) -> None:
    board = chess.Board()
    while not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))


def _logger(chance: Random, lasting: float) -> float:
    def game() -> None:
        s = LOGGER.new(Setup(2))
        while LOGGER.actor(s) != NOBODY:
            s, _ = LOGGER.apply(s, chance.choice(LOGGER.legal(s)))

    return rate(game, lasting)


def _logjam(chance: Random, lasting: float) -> float:
    """Turns; laying the logs and standing the loggers is not timed."""
    rules = GAMES["logjam"].game
    turns, taken = 0, 0.0
    while taken < lasting:
        s = rules.new(Setup(2))
        while s.phase != Phase.ROLL:
            s, _ = rules.apply(s, chosen(chance, rules, s))
        taken -= perf_counter()
        while rules.actor(s) != NOBODY:
            turns += rules.actor(s) == NATURE  # a turn begins with a roll
            s, _ = rules.apply(s, chosen(chance, rules, s))
        taken += perf_counter()
    return turns / taken


def _fellers(chance: Random, lasting: float) -> float:
    """Whole races, the courses of two segments in turn."""
    rules, courses = GAMES["fellers"].game, cycle(COURSES)

    def race() -> None:
        s = rules.new(Setup(2, {"course": next(courses)}))
        while rules.actor(s) != NOBODY:
            s, _ = rules.apply(s, chosen(chance, rules, s))

    return rate(race, lasting)


def _dearest(effort: Effort, key: str) -> Row:
    """The slowest first letter at a position, fitting or not."""
    rules, costs = GAMES[key].game, list[float]()
    for place in _places(effort, key):
        for typed in ("", "zz"):
            costs.append(median(_cost(place, typed) for _ in range(effort.of(3, 1))))
    what = f"{rules.title}: processor time of a letter typed, at worst"
    detail = f"{median(costs):.1f} ms as a rule, {len(costs) // 2} positions"
    return Row(what, max(costs), " ms", detail=detail)


def _places(effort: Effort, key: str) -> Iterator[Spot]:
    kind = GAMES[key]
    states = [turn.before for seed in range(effort.of(2, 1)) for turn in game(2, seed, key)]
    wanted, busy = effort.of(120, 2), [BUSY] * (key == "logger" and not effort.quick)
    for s in busy + states[:: max(1, len(states) // wanted)]:
        yield Spot(kind, kind.game.view(s, kind.game.actor(s)), NAMES)


def _cost(place: Spot, typed: str) -> float:
    start = process_time()
    for choice in completions(WholeTurns(), place, typed, ENGLISH):
        choice.say_in(ENGLISH)
    return 1000 * (process_time() - start)


def _thinking(effort: Effort, kind: str) -> Row:
    """The turn of the strongest level that is neither quick nor slow."""
    rules, level = GAMES[kind].game, [*LEVELS][-1]
    budget = LEVELS[next(iter(LEVELS)) if effort.quick else level]
    took = []
    for seed in range(effort.of(12, 1)):
        turn = next(islice(game(2, seed, kind), 10 + seed, None))  # a third of a game in
        seen = rules.view(turn.before, turn.seat)
        start = process_time()
        choose(rules, seen, budget, seed)
        took.append(1000 * (process_time() - start))
    what = f"{rules.title}: processor time of a computer's turn, {level}"
    return Row(what, median(took), " ms", detail=f"at worst {max(took):.0f} ms")

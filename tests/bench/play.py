"""The rules through the public protocol, beside python-chess in the same run."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, count, cycle, islice
from random import Random
from statistics import median
from time import perf_counter

import chess

from rules import GAMES
from rules.drafting import draft
from rules.game import NATURE, NOBODY, Setup
from rules.logjam.position import Phase
from rules.play import checksum, legal, perform
from tests.bench.measuring import Effort, Row, rate, side_by_side, spoken
from tests.bench.script import LOGGER, Turn, chosen, game
from tests.rules.races import COURSES

LONGEST = 120  # moves of a chess game, so that bare endgames do not make chess look quick


def rows(effort: Effort) -> Iterator[Row]:
    yield from _text_moves(effort)
    yield from _playouts(effort)
    yield _logjam(effort)
    yield _fellers(effort)


def _text_moves(effort: Effort) -> Iterator[Row]:
    turns = [turn for seed in range(10) for turn in game(2, seed)]
    moves = [move for seed in range(4) for move in _chess_moves(seed)]
    rounds = effort.of(15, 1)
    typed = side_by_side(partial(_typed, turns), partial(_sans, moves), rounds)
    share = len(moves) / len(turns)  # a turn to a move
    yield Row(
        "a turn of Logger from text ÷ python-chess FEN + SAN + FEN",
        typed.ratio * share,
        (4, 1),
        detail=f"{spoken(typed.ours / len(turns))} to {spoken(typed.theirs / len(moves))}",
    )
    logged = side_by_side(partial(_logged, turns), partial(_sans, moves), rounds)
    yield Row("the same with a turn replayed from the log", logged.ratio * share)
    for kind in ("logjam", "fellers"):
        yield _other_text_moves(kind, moves, rounds)


def _other_text_moves(kind: str, moves: list[tuple[str, str]], rounds: int) -> Row:
    """The turns of another game, whose set-up is nature's."""
    turns = [*islice(chain.from_iterable(game(2, seed, kind) for seed in count()), 150)]
    typed = side_by_side(partial(_typed, turns, kind), partial(_sans, moves), rounds)
    detail = f"{spoken(typed.ours / len(turns))} a turn"
    return Row(
        f"the same with a turn of {GAMES[kind].game.title}",
        typed.ratio * len(moves) / len(turns),
        detail=detail,
    )


def _typed(turns: list[Turn], kind: str = "logger") -> None:
    """Read, check and apply a line as people type it; write what goes into the log."""
    for turn in turns:
        drafted = draft(GAMES[kind], turn.before, turn.line)
        assert drafted.complete
        _ = drafted.line, checksum(drafted.state)


def _logged(turns: list[Turn]) -> None:
    """Read, check and apply a line of the log; write the position."""
    for turn in turns:
        str(perform(LOGGER, turn.before, turn.line)[0])


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
    logger, chess_ = Random(1), Random(1)
    lasting, rounds = (0.05, 1) if effort.quick else (1.5, 7)
    both = [
        (rate(partial(_logger, logger), lasting), rate(partial(_chess, chess_), lasting))
        for _ in range(rounds)
    ]
    ours, theirs = (median(each) for each in zip(*both, strict=True))
    detail = "one core, by legal() and apply()"
    yield Row("random games of Logger for two, a second", ours, (400,), "", True, detail)
    yield Row("random games of python-chess a second", theirs, detail="the same run")


def _logger(chance: Random) -> None:
    s = LOGGER.new(Setup(2))
    while LOGGER.actor(s) != NOBODY:
        s, _ = LOGGER.apply(s, chance.choice(legal(LOGGER, s)))


def _chess(chance: Random) -> None:
    board = chess.Board()
    while not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))


def _logjam(effort: Effort) -> Row:
    """Turns a second; laying the logs and standing the loggers is not timed."""
    rules, chance = GAMES["logjam"].game, Random(1)
    turns, taken, lasting = 0, 0.0, 0.05 if effort.quick else 8.0
    while taken < lasting:
        s = rules.new(Setup(2))
        while s.phase != Phase.ROLL:
            s, _ = rules.apply(s, chosen(chance, rules, s))
        taken -= perf_counter()
        while rules.actor(s) != NOBODY:
            turns += rules.actor(s) == NATURE  # a turn begins with a roll
            s, _ = rules.apply(s, chosen(chance, rules, s))
        taken += perf_counter()
    what = "random turns of Logjam for two, a second"
    return Row(what, turns / taken, (3000,), "", True, "one core, by legal() and apply()")


def _fellers(effort: Effort) -> Row:
    """Whole races, the courses of two segments in turn."""
    rules, chance, courses = GAMES["fellers"].game, Random(1), cycle(COURSES)

    def race() -> None:
        s = rules.new(Setup(2, {"course": next(courses)}))
        while rules.actor(s) != NOBODY:
            s, _ = rules.apply(s, chosen(chance, rules, s))

    races_a_second = rate(race, 0.05 if effort.quick else 8.0)
    what = "mostly downstream games of Forest Fellers for two, a second"
    return Row(what, races_a_second, (20,), "", True, f"one core, {len(COURSES)} courses in turn")

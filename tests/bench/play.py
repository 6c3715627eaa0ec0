"""The rules through the public protocol, beside python-chess in the same run."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import median

import chess

from rules import GAMES
from rules.drafting import draft
from rules.game import NOBODY, Setup
from rules.play import legal, mark, perform
from tests.bench.measuring import Effort, Row, rate, side_by_side, spoken
from tests.bench.script import LOGGER, Turn, game

LONGEST = 120  # moves of a chess game, so that bare endgames do not make chess look quick


def rows(effort: Effort) -> Iterator[Row]:
    yield from _text_moves(effort)
    yield from _playouts(effort)


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


def _typed(turns: list[Turn]) -> None:
    """Read, check and apply a line as people type it; write what goes into the log."""
    for turn in turns:
        drafted = draft(GAMES["logger"], turn.before, turn.line)
        assert drafted.complete
        _ = drafted.line, mark(drafted.state)


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

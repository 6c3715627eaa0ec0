"""`make puzzles`: computers play games, and positions with one clearly best turn become puzzles of
seeds/puzzles/, beside the existing ones. The same first game and the same computers make the same
puzzles, whatever the machine."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import count, islice
from random import Random
from typing import Any

import seeds
from players import LEVELS, choose
from rules import GAMES
from rules.game import NATURE, NOBODY, TABLE, GameRules, Setup
from rules.play import checksum
from rules.record import Entry, Record, write
from tests.arena.contest import at_random
from tests.puzzles.judging import DEEP, Judged, after, judged, line, promising

NAMES = ("Ann", "Ben")
OPENING, STRAY = 4, 0.08  # turns at random at first; how many are later
TURNS = 200  # of a game
EARLIEST = 8  # turn with which a puzzle begins
TABLES_WORDS = ("open 1400001099511627776", "join 1400001503238578290", "start 0 1")


def played(key: str, seed: int) -> Iterator[tuple[Record, Any]]:
    """A game at the beginning of each turn: the record up to there, and the position."""
    game: GameRules[Any] = GAMES[key].game
    options = {option.name: option.default for option in game.options}
    chance, s, turn = Random(f"{key} {seed}"), game.new(Setup(len(NAMES), options)), 0
    rows = [Entry(n, TABLE, words) for n, words in enumerate(TABLES_WORDS, 1)]
    while (seat := game.actor(s)) != NOBODY and turn < TURNS:
        if seat == NATURE:
            said, s = _nature(game, s, chance)
        else:
            yield Record(key, 1, NAMES, tuple(rows), options), s
            said, s = _turn(game, s, chance, stray=turn < OPENING or chance.random() < STRAY)
            turn += 1
        rows.append(Entry(len(rows) + 1, seat, said, checksum(s)))


def _nature(game: GameRules[Any], s: Any, chance: Random) -> tuple[str, Any]:
    """One row of nature's words, all of one kind."""
    words, kind = list[str](), None
    while game.actor(s) == NATURE:
        options = game.legal(s)
        if kind not in (None, type(options[0])):
            break
        kind, step = type(options[0]), chance.choice(options)
        words.append(str(step))
        s, _ = game.apply(s, step)
    return " ".join(words), s


def _turn(game: GameRules[Any], s: Any, chance: Random, *, stray: bool) -> tuple[str, Any]:
    if stray:
        steps = at_random(game, s, chance)
    else:
        seen = game.view(s, game.actor(s))
        steps = choose(game, seen, LEVELS["medium"], chance.getrandbits(32))
    return line(steps), after(game, s, steps)


def puzzle(key: str, seed: int) -> tuple[Record, list[Judged]] | None:
    """The first position of a game that is a puzzle."""
    game: GameRules[Any] = GAMES[key].game
    for turn, (record, s) in enumerate(played(key, seed)):
        seen = game.view(s, game.actor(s))
        if turn >= EARLIEST and promising(game, seen, seed) and (found := judged(game, seen, seed)):
            return record, found
    return None


def text(record: Record, seed: int, turns: list[Judged]) -> str:
    """A puzzle as it stands in a file (bot/features/puzzles/puzzle.py)."""
    made = f"made by make puzzles: game {seed} of computers, {DEEP} positions"
    head = [f"puzzle {record.kind}", made]
    for n, turn in enumerate(turns):
        share = round(100 * turn.share)
        head.append(" | ".join((f"{'other' if n else 'best'} {share} {turn.line}", *turn.then)))
    return "\n".join([*head, "", write(record)])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.puzzles", description=__doc__)
    parser.add_argument("game", nargs="?", choices=list(GAMES), default="logger")
    parser.add_argument("--puzzles", type=int, default=1, help="so many more")
    parser.add_argument("--first", type=int, default=1, help="the game that is played first")
    wanted, into = parser.parse_args(), seeds.FOLDER / "puzzles"
    there = len(list(into.glob(f"{wanted.game}-*.txt")))
    made = ((n, found) for n in count(wanted.first) if (found := puzzle(wanted.game, n)))
    for at, (n, (record, turns)) in enumerate(islice(made, wanted.puzzles), there + 1):
        file = into / f"{wanted.game}-{at:02}.txt"
        file.write_text(text(record, n, turns), encoding="utf-8")
        ahead = f"{turns[0].share:.2f} beside {turns[1].share:.2f}"
        print(f"{file.name}: game {n}, {ahead}", flush=True)


if __name__ == "__main__":
    main()

"""The bench is rehearsed, so that it runs when somebody wants to know. No time is judged here."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import postgres
from tests.bench import crowd, languages, turns
from tests.bench.stock import SAID

ROOT = Path(__file__).parents[1]

ROWS = (
    "memory of 1,000 open streams",
    "event loop's delay (median) that they add",
    "processor time of the sprites at a start",
    "Logger: picture ÷ bare encoding",
    "Logger: picture ÷ Pillow's palette encoding",
    "Logger: picture ÷ Pillow's RGB encoding",
    "a turn of Logger from text ÷ python-chess",
    "random games of Logger for two ÷ random games of python-chess",
    "Logjam: picture ÷ bare encoding",
    "Logjam: picture ÷ Pillow's palette encoding",
    "Logjam: picture ÷ Pillow's RGB encoding",
    "Forest Fellers: picture ÷ bare encoding",
    "Forest Fellers: picture ÷ Pillow's palette encoding",
    "Forest Fellers: picture ÷ Pillow's RGB encoding",
    "Logger: picture of a board never drawn before ÷ its bare encoding",
    "Logjam: boards never drawn before by one painter",
    "Forest Fellers: boards by two painters ÷ by one",
    "the same with a turn of Logjam",
    "the same with a turn of Forest Fellers",
    "random turns of Logjam for two ÷ random games of python-chess",
    "mostly downstream games of Forest Fellers for two ÷ random games",
    "Logger: processor time of a letter typed",
    "Logjam: processor time of a letter typed",
    "Forest Fellers: processor time of a letter typed",
    "Logger: positions a computer looks at, a second and core",
    "Logjam: processor time of a computer's turn, strong",
    "Forest Fellers: processor time of a computer's turn, easy",
    "durable store turn ÷ the same statements",
    "store's part of a turn at",
    "a result behind",
    "ratings of",
    "10 clocks that are over: among",
    "whole durable turn ÷ a bot's static picture",
    "a turn in German ÷ one in English",
    "resident memory for all other languages",
    "the turn that ends a game ÷ another turn, processor",
    "event loop's delay (p99) while 50 tables play ÷ idle",
    "slowest acknowledgement while 50 tables play",
    "event loop's delay (p99) while 4 computers think ÷ idle",
    "slowest acknowledgement while 4 computers think",
    "a computer's answer at 10 tables beside 4 busy processes, p95",
    "the same of a hint meanwhile",
    "event loop's delay (p99) meanwhile ÷",
    "resident memory with",
    "cold start with",
    "Logger: GIF of 3 frames ÷ Pillow's from RGB frames, time",
    "Logger: GIF of 3 frames ÷ Pillow's from RGB frames, size",
    "Logjam: GIF of",
    "Forest Fellers: GIF of",
)
ON_A_SERVER = (
    "store's part of a turn on PostgreSQL ÷ on SQLite",
    "what a network of 0.5 ms there and back adds to a turn",
    "timers that are due at 2,000 games on PostgreSQL ÷ at 1,000",
    "start with 200 open games on PostgreSQL ÷ with none",
)


@pytest.mark.slow
def test_every_row_is_told_beside_what_it_is_held_to() -> None:
    """docs/speed.md, the table of what is held to. A rehearsal ends well whatever the numbers are;
    kept or missed, it says so."""
    command = [sys.executable, "-m", "tests.bench", "--quick"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = done.stdout.splitlines()
    rows = (*ROWS, *(ON_A_SERVER if postgres.programs() else ()))
    assert [row for row in rows if not any(line.startswith(row) for line in said)] == []
    for row in ROWS[:3]:
        (line,) = (line for line in said if line.startswith(row))
        assert "at most" in line
        assert "✓" in line or "NOT REACHED" in line


def test_there_are_turns_enough_that_players_say() -> None:
    """What the bot plays by itself, for there is no choice, would never be answered: with it the
    whole bench waited in vain, which a rehearsal of a few turns does not show."""
    assert len(SAID) >= max(
        1 + turns.ROUNDS, 1 + languages.ROUNDS, 1 + crowd.PACED + crowd.AT_ONCE + crowd.UNPACED
    )

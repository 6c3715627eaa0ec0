"""English: what may be done in Logjam, told and offered to whoever is due."""

import re
from functools import cache
from random import Random

from rules import GAMES
from rules.logjam.position import OFF, Capture, Phase, Position, Push, Run, Shift
from rules.play import legal
from tests.rules.rivers_of_logs import LOGJAM, river, scattered, whole_game
from tests.spoken import Spoken

TEXTS, ENGLISH = GAMES["logjam"].texts, Spoken(GAMES["logjam"].texts)

DRAWING = """
    . . . C . . . .
    . . . A . . . .
    . . . . . . . .
    . B . . 2 2 2 .
    . 1 1 1 . . . .
    . A . . A B2 . .
    . . . . . . . .
    . . . . . B . .
"""


def board(roll: int, **more: object) -> Position:
    return river(DRAWING, roll=roll, **more)  # type: ignore[arg-type]


@cache
def seen() -> list[Position]:
    """Positions in which a player is due, of every phase."""
    rng = Random(6)
    found = [scattered(rng, 2 + n % 5) for n in range(120)]
    for seed, setup in enumerate(("quick", "classic")):
        game = whole_game(4, seed, setup=setup, loggers="4")
        found += [before for before, seat, *_ in game if seat >= 0][:200]
    return found


def told_words(s: Position) -> set[str]:
    """From the choices alone: runs off and special actions, as words."""
    text, words = ENGLISH.choices(s), set[str]()
    if off := re.search(r"edge from ([^;]*)", text):
        words |= {f"{square}-off" for square in re.findall(r"[a-z]\d+", off[1])}
    for to, start in re.findall(r"([a-z]\d+) from ([a-z]\d+)", text):
        words.add(f"{start}{'x' if s.roll == 1 else '>'}{to}")
    for low, sides in re.findall(r"([a-z]\d+)-[a-z]\d+ ([nesw/]+)", text):
        words |= {f"{low}+{side}" for side in sides.split("/")}
    return words


def test_the_choices_name_every_special_action_and_every_way_off() -> None:
    """Logjam rules, Special Actions: exactly those that are legal, read back from the text."""
    for s in seen():
        if s.phase is Phase.MOVE:
            steps = legal(LOGJAM, s)
            runs = [step for step in steps if isinstance(step, Run)]
            expected = {str(step) for step in steps if isinstance(step, Capture | Push | Shift)}
            expected |= {str(step) for step in runs if step.to == OFF}
            assert told_words(s) == expected
            assert ("up to" in ENGLISH.choices(s)) == any(step.to != OFF for step in runs)

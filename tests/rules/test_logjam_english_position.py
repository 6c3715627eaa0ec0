"""English: where everything stands in Logjam, told well enough to play by ear."""

import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from renderer import alt
from renderer.picture import Labels
from rules import GAMES
from rules.game import Event, Seat
from rules.logjam.position import Phase, Position
from rules.play import legal, look
from tests.rules.rivers_of_logs import (
    LOGJAM,
    logs,
    opening,
    scattered,
    whole_game,
)
from tests.spoken import Spoken

ENGLISH = Spoken(GAMES["logjam"].texts)
PEOPLE = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay")


def named(s: Position) -> tuple[str, ...]:
    return PEOPLE[: len(s.left)]


def camps(s: Position) -> dict[Seat, Counter[str]]:
    """Where the loggers of each seat that has any on the board are."""
    names = s.terms.grid.names
    return {i: Counter(names[c] for c in cells) for i, cells in enumerate(s.loggers) if cells}


def stacked(text: str, between: str) -> dict[Seat, Counter[str]]:
    """`Ann c5 (2), d7` read back."""
    found: dict[Seat, Counter[str]] = {}
    for part in text.split(between):
        name, _, rest = part.partition(" ")
        for square, n in re.findall(r"([a-z]\d+)(?: \((\d+)\))?", rest):
            found.setdefault(PEOPLE.index(name), Counter())[square] += int(n or 1)
    return found


def positions() -> list[Position]:
    rng = Random(9)
    found = [scattered(rng, 2 + n % 5) for n in range(60)]
    for seed, setup in enumerate(("quick", "classic")):
        found += [s for *_, s in whole_game(4, seed, setup=setup, loggers="4")][:250]
    return found


@pytest.mark.no_cover
def test_the_position_by_kind_is_the_whole_board() -> None:
    """docs/decisions.md, 3: logs, loggers, who is home and who is to be placed, read back from
    the text alone."""
    for s in positions():
        size, lying, *players = ENGLISH.pieces(s, named(s)).splitlines()
        if s.phase in (Phase.MOVE, Phase.RETURN):
            assert players.pop() == f"{PEOPLE[s.mover]} rolled {s.roll}."
        columns = "abcdefghijkl"[s.terms.columns - 1]
        assert size == f"The board has columns a to {columns} and rows 1 to {s.terms.rows}."
        assert set(re.findall(r"[a-z]\d+-[a-z]\d+", lying)) == logs(s)
        assert lying.endswith("none.") == (not s.logs)
        heard: dict[Seat, Counter[str]] = {}
        for seat, line in enumerate(players):
            assert line.startswith(f"{PEOPLE[seat]}: ")
            heard |= stacked(line.replace(":", "", 1), "\n")
            for what, n in (("home", s.home[seat]), ("to (?:place|send back)", s.hand[seat])):
                assert re.findall(rf"(\d+) {what}", line) == ([str(n)] if n else [])
        assert heard == camps(s)


@pytest.mark.no_cover
def test_the_position_row_by_row_is_the_whole_board() -> None:
    """docs/decisions.md, 3: from the open edge down to row 1, read back from the text alone."""
    for s in positions():
        lines = ENGLISH.rows(s, named(s)).splitlines()
        assert [line.split(":")[0] for line in lines] == [
            f"Row {row}" for row in range(s.terms.rows, 0, -1)
        ]
        heard: dict[Seat, Counter[str]] = {}
        for line in lines:
            row = line.split(": ", 1)[1].rstrip(".")
            loggers = [part for part in row.split(", ") if part.split()[0] in PEOPLE]
            for seat, squares in stacked("\n".join(loggers), "\n").items():
                heard[seat] = heard.get(seat, Counter()) + squares
        assert heard == camps(s)
        assert set(re.findall(r"log (\w+-\w+)", "".join(lines))) == logs(s)
        lengthwise = [log for log in s.logs if log[1] - log[0] == s.terms.columns]
        mentions = len(s.logs) + sum(len(log) - 1 for log in lengthwise)
        assert sum(line.count("log ") for line in lines) == mentions


def crowded(board: str, lengths: str) -> Position:
    """Six players with all loggers scattered at the far end of a whole river of logs."""
    rng, s = Random(3), opening(6, loggers="5", board=board, logs=lengths)
    while s.phase is not Phase.ROLL:
        s = LOGJAM.apply(s, rng.choice(legal(LOGJAM, s)))[0]
    taken = {cell for log in s.logs for cell in log}
    spots = rng.sample([c for c in s.terms.grid.cells[-90:] if c not in taken], 30)
    loggers = tuple(tuple(sorted(spots[seat::6])) for seat in range(6))
    return replace(s, phase=Phase.MOVE, roll=2, loggers=loggers)


@pytest.mark.parametrize(
    ("board", "lengths"), [("10x12", "222233334444"), ("12x16", "2" * 16), ("12x16", "5" * 16)]
)
def test_the_fullest_board_fits_an_alt_text(board: str, lengths: str) -> None:
    """1,024 characters: six players, thirty loggers each on a square of its own, all logs, long
    names and a long story; nothing but the names is shortened."""
    s = crowded(board, lengths)
    log = ("b11", "c11", "d11", "e11", "b12", "c12", "d12", "e12")
    events = [
        Event("rolls", 0, (), 2),
        Event("pushes", 0, ("b10", "b11")),
        Event("slides", 0, log),
        *(Event("crushed", seat, (square,), 1) for seat, square in enumerate(log[4:], 1)),
        *(Event("returns", seat, (square,)) for seat, square in enumerate(("a1", "b1"), 1)),
        Event("rolls", 1, (), 3),
    ]
    names = tuple(f"{name} of the long log and river".ljust(32, "x") for name in PEOPLE)
    text = alt.text(GAMES["logjam"], look(LOGJAM, s, events, None), Labels("J3", names, 7))
    assert len(text) <= alt.LIMIT
    assert text.endswith("b1.")
    assert all(len(part) >= 8 for part in re.findall(r"\n(.*): [a-l]1", text))
    assert set(re.findall(r"[a-z]\d+-[a-z]\d+", text)) >= logs(s)
    squares = [f"{square}" for camp in camps(s).values() for square in camp]
    assert all(re.search(rf"\b{square}\b", text) for square in squares)


@pytest.mark.no_cover
def test_whatever_is_said_is_plain() -> None:
    """docs/decisions.md, 2: short, whole sentences without exclamation marks."""
    s = opening(3)
    for *_, events, s in whole_game(3, 5):
        texts = [ENGLISH.choices(s), ENGLISH.standing(s, named(s)), ENGLISH.rows(s, named(s))]
        texts += [ENGLISH.story(events, named(s)), ENGLISH.pieces(s, named(s))]
        for line in "\n".join(texts).splitlines():
            assert line[-1] == "."
            assert line[0].isupper()
            assert "!" not in line
            assert ".." not in line
            assert "  " not in line

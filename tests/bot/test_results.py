"""The post that ends a game: who has won, every place and what decided between equals, the best
moment, how long it lasted.

Source: issue 14, item 6; experience 3.12.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.core.table import Table, replayed
from bot.domain.boards import boards
from bot.domain.records import revived
from bot.text.results import result
from rules.ending import Ending, ended
from rules.play import frames
from rules.record import Entry, Record, parse
from rules.text import Text
from tests.bot.words import words
from tests.hosted import HOSTED

ROOT = Path(__file__).parents[2]


def record_of(name: str) -> Record:
    (path,) = ROOT.glob(f"*/records/{name}.txt")
    return parse(path.read_text(encoding="utf-8"))


def at_its_end(record: Record) -> tuple[Table, Ending]:
    """The table of a record after its last row, an hour after the first."""
    game, rows = revived(record, HOSTED[record.kind], 7)
    game = replace(game, changed=3 * 3600.0)
    table = Table(game, game.n, replayed(game, rows, boards(rows)[-1].n))
    return table, ended(table.kind.game, frames(game.rules, record))


def said(record: Record) -> list[str]:
    table, ending = at_its_end(record)
    return words(result(table, Text("{n}", n=1), [], ending.moment)).split("\n")


def line(record: Record, begin: str) -> str:
    (found,) = [each for each in said(record) if each.startswith(begin)]
    return found


def test_every_place_is_told_with_its_score() -> None:
    """In what the game counts; nothing is said of ties where there are none."""
    assert (
        line(record_of("logger-two"), "Places") == "Places: 1. Ann, 11 points · 2. Ben, 10 points."
    )
    assert "loggers home" in line(record_of("logjam-three"), "Places")
    assert "comes before" not in line(record_of("logger-two"), "Places")


def test_what_decided_between_equals_is_told_in_words() -> None:
    told = line(record_of("logger-tie-broken"), "Places")
    assert told.startswith("Places: 1. Cy, 10 points · 2. Ann, 10 points · 2. Ben, 10 points. ")
    assert told.endswith("Cy comes before Ann and Ben: more protesters in hand.")


def test_equals_share_a_place() -> None:
    """Also those who have agreed on a draw, whatever their points."""
    told = line(record_of("logger-draw"), "Places")
    assert told.count("1. ") == 2
    assert "2. " not in told
    assert "comes before" not in told


def test_who_has_left_has_no_place() -> None:
    """And what was theirs counts for nothing."""
    record = record_of("logger-two")
    begun = tuple(e for e in record.entries if e.n <= 6)
    left = replace(record, entries=(*begun, Entry(7, -3, "leave 1")))
    assert line(left, "Places") == "Places: 1. Ann, 0 points. Ben left the game."


def test_the_moment_of_the_game_and_how_long_it_lasted() -> None:
    found = said(record_of("logger-two"))
    assert any(x.startswith("The moment of the game: turn ") and "longest row" in x for x in found)
    assert "28 turns in 3 h." in found

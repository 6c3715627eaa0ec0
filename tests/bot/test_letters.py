"""The letter on somebody's pieces is the one beside their name, and the one that people type.

Source: issue 11, 5.
"""

from __future__ import annotations

import re

import pytest

from bot.core.names import signs
from bot.features.completions import completed
from bot.features.whole_turns import Place, WholeTurns
from rules.voice import ENGLISH
from tests.bot.core import Core, Person
from tests.bot.words import in_words
from tests.rules.rivers_of_logs import river

CROWD = """
    . . . . .
    . 2 2 . .
    . B C . .
    . 1 1 . .
    . A . . .
    . . . . .
    D E F . .
"""
TABLES = (
    ("Bob", "Ann", "Amy", "Ben", "Eve", "Eda"),
    ("Eda", "Dee", "Cyd", "Bob", "Ann", "Amy"),
    ("Fay", "Eda", "Dee", "Cyd", "Bob", "Ann"),
)


async def seen(core: Core, who: Person) -> dict[str, tuple[str, set[str]]]:
    """By the letter on the pieces, who it is and where they stand, as the description of the
    picture says it: the letter is the one beside the name, or else its first."""
    board = await in_words(core.cases.boards.newest(core.wish(who)))
    assert board.picture is not None
    said = re.findall(r"^((\w)\w*(?: \((\w)\))?): (.*)\.$", board.picture.alt, re.M)
    return {
        beside or first: (name, set(re.findall(r"\b[a-e][0-9]", where)))
        for name, first, beside, where in said
        if name not in ("Logs", "Home")
    }


def here(names: tuple[str, ...]) -> list[Person]:
    return [Person(11 + i, name) for i, name in enumerate(names)]


@pytest.mark.parametrize("names", TABLES, ids=" ".join)
@pytest.mark.parametrize("way", ["{0}@e1", "send {0} back to e1", "{0}'s logger to e1"])
async def test_who_only_reads_letters_and_types_them_is_understood(
    core: Core, names: tuple[str, ...], way: str
) -> None:
    """Two are sent back, in two lines; who is named goes, and the log names their seat."""
    core.kind = "logjam"
    await core.seated(*here(names))
    await core.put(river(CROWD, roll=2))
    mover = await core.mover()
    before = await seen(core, mover)
    assert len(before) == 6
    one, other = (next(x for x in before if at in before[x][1]) for at in ("b5", "c5"))
    asked = (await core.say(mover, "push b4 from b3")).text
    assert {one, other} == set(re.findall(r"loggers? of (\w) to", asked))
    counts = (await core.say(mover, way.format(other))).text
    assert f"{before[one][0]} back to d1 · {before[other][0]} back to e1." in counts
    after = await seen(core, mover)
    assert (after[one][1], after[other][1]) == ({"d1"}, {"e1"})
    assert (await core.log())[-1] == "b3>b4 C@e1 @d1"


@pytest.mark.parametrize("names", TABLES, ids=" ".join)
async def test_what_is_offered_while_one_types_can_be_said_like_that(
    core: Core, names: tuple[str, ...]
) -> None:
    """It is the line that would be typed, so it names players as they are named."""
    core.kind = "logjam"
    await core.seated(*here(names))
    await core.put(river(CROWD, roll=2))
    table = await core.table()
    place, letters = Place(table.kind, table.mine, table.names), signs(table.game.sitters)
    choices = completed(WholeTurns(), place, "b3>b4", ENGLISH)
    assert {c.value for c in choices} == {
        f"b3>b4 {letters[who]}@{at} @{'d1' if at == 'e1' else 'e1'}"
        for who in (1, 2)
        for at in ("d1", "e1")
    }

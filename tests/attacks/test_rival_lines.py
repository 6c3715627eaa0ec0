"""A rival who types line after line learns nothing of the mover's draft (SECURITY.md)."""

from collections.abc import Sequence

import pytest

from bot.messages.boundary import answer_to
from tests.acting import ANN, BEN, CY, EVE, Person
from tests.bot.core import Core
from tests.drafts import draft_in

LINES = ("F1", "F1 s", "F1 s stop", "f1", "f1 s", "s", "se", "stop", "d1 s", "F1 d1 s", "take back")


@pytest.fixture
async def race(core: Core) -> Core:
    """A race of three, in which `F1` names a game or is a start space."""
    core.kind = "fellers"
    await core.begin(ANN, BEN, CY)
    return core


async def answers(core: Core, who: Person, line: str) -> tuple[object, ...]:
    """Every answer to a typed line, private and public, and the suggestions while it is typed."""
    heard: list[object] = []
    for public in (False, True):
        wish = core.wish(who, line, public=public, key="again and again")
        name, unnamed = ("F1", line[2:].strip()) if line.startswith("F1") else (None, line)
        meant = wish if name is None else await core.turns.resolve_name(wish, name, unnamed)
        heard += [meant.target.name, meant.words]
        said = core.verbs.say(meant, core.turns.say)
        for work in (said, core.turns.overhear(meant), core.turns.reason(meant)):
            answer = await answer_to(work)
            heard.append((answer.text, answer.quiet, [each.label for each in answer.buttons]))
    return (*heard, await core.complete(who, "turn", line, kind="fellers"))


async def told_apart(core: Core, people: Sequence[Person], lines: Sequence[str]) -> list[str]:
    """The lines that are answered otherwise once the mover has picked a card, for each card of the
    hand; nobody else does anything meanwhile."""
    mover, table = await core.mover(), await core.table()
    asked = [(who, line) for who in people if who != mover for line in lines]
    before = [await answers(core, *each) for each in asked]
    found = list[str]()
    for card in sorted({*table.mine.hands[table.actor]}):
        assert "Saved as a draft" in (await core.say(mover, card)).text
        assert await draft_in(core.store, 1, table.actor) is not None
        after = [await answers(core, *each) for each in asked]
        found += [
            f"{who.name}: {line}, with {card}"
            for (who, line), *each in zip(asked, before, after, strict=True)
            if each[0] != each[1]
        ]
    return found


async def lines(core: Core) -> list[str]:
    """Also each card of the mover's, and the words possible after it."""
    table = await core.table()
    cards = [str(step) for step in table.kind.game.legal(table.mine)]
    return [*LINES, *cards, *(f"F1 {card} s" for card in cards[:2])]


async def test_no_line_of_a_rival_is_answered_by_the_draft_of_the_mover(race: Core) -> None:
    """Nor a line of somebody who does not play, nor the suggestions while they type."""
    assert await told_apart(race, (ANN, BEN, CY, EVE), await lines(race)) == []

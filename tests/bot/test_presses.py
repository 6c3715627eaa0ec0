"""How many presses a turn takes, counted in whole random games of each kind."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from random import Random
from statistics import median
from typing import Any

import pytest
from PIL import Image

from bot.features.drafts import drafted_of, kept
from bot.features.whole_turns import marked, place
from bot.messages.choices import offered
from bot.messages.layout import Message
from bot.messages.turn_builder import seen_mark
from bot.table.computers import STRONGEST, position
from bot.table.game import Games
from bot.table.table import Table
from renderer import Artist, Hosted
from rules import GAMES
from rules.drafting import Draft
from rules.play import legal, perform
from tests.bot.controls import Controls, button, game, seated, turn_of, wholes
from tests.bot.core import Core, Person
from tests.bot.minds import QuickMind

LIMITS = {"logger": 5, "logjam": 3, "fellers": 5}
TURNS = 160  # of a game at most
Wants = Callable[[Table, Random], Coroutine[Any, Any, Draft[Any]]]
BLANK = Artist(lambda *_: Image.new("P", (8, 6)))


async def wanted(table: Table, chance: Random) -> Draft[Any]:
    """A whole turn, drawn at random step by step from the mover's view."""
    drafted = drafted_of(table, table.actor, ())
    while not drafted.complete:
        word = str(chance.choice(legal(table.kind.game, drafted.state)))
        drafted = drafted_of(table, table.actor, (*drafted.said, word))
    return drafted


class Presser:
    """Presses for a turn that is known beforehand."""

    def __init__(self, controls: Controls, who: Person, table: Table, turn: Draft[Any]) -> None:
        self.controls, self.who, self.table, self.turn = controls, who, table, turn
        self.presses = 0

    async def plays(self) -> None:
        self.presses, panel = 1, await self.controls.take(self.who)
        while "Confirm Turn" not in [each.label for each in panel.buttons]:
            panel = await self.presses_on(panel)
        leads_to = seen_mark(self.table, self.table.actor, self.turn.state)
        assert button(panel, "Confirm Turn").id.endswith(f":{leads_to}"), "the wanted turn"
        await self.controls.press(self.who, panel, "Confirm Turn")
        self.presses += 1

    async def presses_on(self, panel: Message) -> Message:
        """The whole turn where it is offered, or else its next word."""
        self.presses += 1
        tables = self.controls.core.tables
        game = await tables.game(self.table.game.id)
        now = kept(await tables.at(game), self.table.actor)
        offered_now = [each.value for menu in panel.menus for each in wholes(menu)]
        suggestion = marked(" ".join(map(str, self.turn.steps)))
        if (whole := suggestion) in offered_now or (whole := self.whole(now)) in offered_now:
            return await self.controls.pick(self.who, panel, whole)
        word = self.turn.said[len(now.said)]
        if word not in await self.controls.words(panel):
            panel = await self.looks(panel, now, word)
            self.presses += 1
        return await self.controls.pick(self.who, panel, word)

    def whole(self, now: Draft[Any]) -> str:
        """How a menu would name a turn that leads where the wanted one leads."""
        known = self.controls.core.cases.whole_turns
        search, rules = known.search(place(self.table), now.steps), self.table.kind.game
        end = self.seen(self.turn.state)
        for line in search._ways:
            if self.seen(perform(rules, self.table.mine, line)[0]) == end:
                return marked(line)
        return ""

    def seen(self, state: Any) -> str:
        return seen_mark(self.table, self.table.actor, state)

    async def looks(self, panel: Message, now: Draft[Any], word: str) -> Message:
        """At the offer that holds a word."""
        offers = offered(self.table.kind, now.state)
        of = next(i for i, offer in enumerate(offers) if word in [way.word for way in offer.ways])
        looks = [c.value for menu in panel.menus for c in menu.choices if c.value == f">{of}"]
        return await self.controls.pick(self.who, panel, looks[0])


async def suggested(table: Table, chance: Random) -> Draft[Any]:
    """A turn that the mind suggests, drawn among them."""
    found = await QuickMind().suggested(position(table)._replace(level=STRONGEST))
    return drafted_of(table, table.actor, tuple(chance.choice(found).line.split()))


async def counted(core: Core, kind: str, seed: int, wants: Wants, **agreed: str) -> list[int]:
    """The number of presses for each turn of a game with such turns."""
    controls, chance = await seated(core, kind, WAITLESS.get(kind, {}) | agreed), Random(seed)
    presses: list[int] = []
    while (now := await game(core, kind)).status == "playing" and len(presses) < TURNS:
        table, (who, _) = await core.tables.at(now), await turn_of(core, kind)
        presser = Presser(controls, who, table, await wants(table, chance))
        await presser.plays()
        presses.append(presser.presses)
    return presses


WAITLESS = {"logjam": {"wait": "none"}}


@pytest.mark.slow
@pytest.mark.parametrize("kind", LIMITS)
async def test_the_usual_turn_takes_few_presses(core: Core, kind: str) -> None:
    core.hosts(Games({key: Hosted(GAMES[key], BLANK) for key in GAMES}))
    presses = await counted(core, kind, 1, wanted, good_turns="unrated")
    assert len(presses) > 10
    assert median(presses) <= LIMITS[kind], sorted(presses)


@pytest.mark.slow
@pytest.mark.parametrize("kind", LIMITS)
async def test_a_suggested_turn_usually_takes_three_presses(core: Core, kind: str) -> None:
    """Take Turn, the suggestion, Confirm Turn; one that is listed as its equal may take more."""
    core.hosts(Games({key: Hosted(GAMES[key], BLANK) for key in GAMES}))
    presses = await counted(core, kind, 1, suggested, good_turns="on")
    assert len(presses) > 10
    assert median(presses) == 3, sorted(presses)

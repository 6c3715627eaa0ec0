"""Players who never see the picture: one reads only its alt text, one only Board As Text.

Both know the rules of Logger by heart, here written once more, and nothing of the program's
own state. Source: issue 3, "Must hold"; experience 3.14.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import Any

import pytest
from PIL import Image

from bot.features.drafts import drafted_of, kept
from bot.features.whole_turns import marked, place
from bot.messages.choices import offered
from bot.messages.message import Message
from bot.messages.turn_builder import seen_mark
from bot.table.computers import STRONGEST, position
from bot.table.game import Games
from bot.table.table import Table
from renderer import Artist, Hosted
from rules import GAMES
from rules.drafting import Draft
from rules.play import legal, perform
from tests.bot.controls import Controls, button, wholes
from tests.bot.core import PEOPLE, Core, Person
from tests.bot.kinds import game, seated, turn_of
from tests.bot.minds import QuickMind
from tests.bot.words import in_words

SQUARES = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]


@dataclass
class Board:
    """What somebody who listens has in mind. tree: 1, 2, 3 by square; guarded among the 3."""

    loggers: dict[str, str]
    tree: dict[str, int]
    guarded: set[str]
    hands: dict[str, int]

    def free(self, square: str) -> bool:
        return square not in self.tree and square not in self.loggers.values()


def heard(text: str) -> Board:
    """The board from the sentences about where everything is; names have one word here."""

    def squares(title: str) -> list[str]:
        found = re.search(rf"^{title}: (.*)\.$", text, re.MULTILINE)
        assert found is not None, (title, text)
        return [] if found[1] == "none" else found[1].split(", ")

    loggers = dict(one.split(" ", 1) for one in squares("Loggers"))
    hands = re.search(r"Protesters in hand: ([^.\n]*)\.", text)
    assert hands is not None, text
    tree = dict.fromkeys(squares("Mature trees") + squares("Guarded mature trees"), 3)
    tree |= dict.fromkeys(squares("Saplings"), 2) | dict.fromkeys(squares("Seedlings"), 1)
    count = {name: int(n) for name, n in (one.split() for one in hands[1].split(" · "))}
    return Board(loggers, tree, set(squares("Guarded mature trees")), count)


def beside(square: str) -> list[str]:
    x, y = ord(square[0]), int(square[1])
    around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return [at for at in (f"{chr(a)}{b}" for a, b in around) if at in SQUARES]


def spoken(board: Board, me: str, chance: Random) -> str:
    """A turn that is legal as far as one can hear: a chop where there is one, else anything."""
    here = board.loggers[me]
    if here not in SQUARES:
        taken = board.loggers.values()
        return f"corner {chance.choice([c for c in ('a1', 'a5', 'e1', 'e5') if c not in taken])}"
    near = [at for at in beside(here) if board.free(at)]
    far = [at for one in near for at in beside(one) if board.free(at)]
    ways = [_turn(board, me, to, chance) for to in dict.fromkeys([here, *near, *far])]
    return chance.choice([way for way in ways if "chop" in way] or ways)


def _turn(board: Board, me: str, to: str, chance: Random) -> str:
    """Walk there, let the trees grow and seed, and act."""
    words = [f"go to {to}"]
    tree, loggers = dict(board.tree), board.loggers | {me: to}
    cross = [at for at in SQUARES if at != to and (at[0] == to[0] or at[1] == to[1])]
    seeding = [at for at in cross if tree.get(at) == 3]
    tree |= {at: tree[at] + 1 for at in cross if tree.get(at, 3) < 3}
    for source in seeding:
        near = [at for at in beside(source) if at not in tree and at not in loggers.values()]
        if near:
            seedling = chance.choice(near)
            tree[seedling] = 1
            words.append(f"grow {source} to {seedling}")
    return "; ".join([*words, *_action(board, me, Board(loggers, tree, board.guarded, {}), chance)])


def _action(before: Board, me: str, now: Board, chance: Random) -> list[str]:
    around = beside(now.loggers[me])
    if axe := [at for at in around if now.tree.get(at) == 3 and at not in now.guarded]:
        return [f"chop {chance.choice(axe)}"]
    bare = [f"plant {at}" for at in around if now.free(at)]
    tall = [at for at, stage in now.tree.items() if stage == 3 and at not in now.guarded]
    bare += [f"protest {at}; done" for at in tall[:1] if before.hands[me]]
    return [chance.choice(bare)] if bare else []


async def read_by(core: Core, who: Person, sense: str) -> str:
    """All that this person has: the alt text, or the board as text."""
    show = core.cases.boards.newest if sense == "alt" else core.cases.boards.as_text
    panel = await in_words(show(core.wish(who)))
    if sense == "text":
        assert panel.picture is None
        return panel.text
    assert panel.picture is not None
    return panel.picture.alt


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("sense", ["alt", "text"])
async def test_a_whole_game_is_played_by_listening(core: Core, players: int, sense: str) -> None:
    """Issue 3: every line that it says is accepted, to the end of the game."""
    chance = Random(players)
    await core.seated(*PEOPLE[:players])
    for _ in range(300):
        if (await core.game()).status == "over":
            break
        mover = await core.mover()
        words = await read_by(core, mover, sense)
        assert f"{mover.name} to move" in words or f"It's {mover.name}'s turn" in words
        line = spoken(heard(words), mover.name, chance)
        answer = (await core.say(mover, line)).text
        assert "Turn played" in answer, (words, line, answer)
    assert (await core.game()).status == "over"
    last = await read_by(core, PEOPLE[0], sense)
    assert "won." in last or "draw" in last or "The game is over." in last


# -- How many presses a turn takes, counted in whole random games of each kind.


LIMITS = {"logger": 5, "logjam": 3, "fellers": 5}
TURNS = 160  # of a game at most
Wants = Callable[[Table, Random], Coroutine[Any, Any, Draft[Any]]]
BLANK = Artist(lambda *_: Image.new("P", (8, 6)))


async def wanted(table: Table, chance: Random) -> Draft[Any]:
    """A whole turn, drawn step by step from what the mover sees."""
    drafted = drafted_of(table, table.actor, ())
    while not drafted.complete:
        word = str(chance.choice(legal(table.kind.game, drafted.state)))
        drafted = drafted_of(table, table.actor, (*drafted.said, word))
    return drafted


class Presser:
    """Somebody who knows which turn they want, and presses for it."""

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
    """The presses of each turn of a game, of somebody who wants such turns."""
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

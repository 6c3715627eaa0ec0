"""A player's costliest turn comes as a puzzle on the morning after the game, to nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from bot.features.mistakes import STORED
from bot.messages.courier import PermanentError
from bot.messages.layout import Message
from bot.table.computers import BetterTurn, GoodTurn, PlayedGame, Problem, SearchLost
from rules.play import perform, turns
from rules.text import Text
from tests.acting import ANN, BEN, EVE, Person
from tests.bot.core import Core
from tests.bot.features.test_privacy import deleted
from tests.bot.features.test_puzzles import everything
from tests.bot.features.test_webhook import Mortal
from tests.bot.minds import QuickMind
from tests.bot.outbox.test_calls import at, comes, likes
from tests.bot.playing import any_turn
from tests.bot.transport import DIRECT, Killed, Posted
from tests.games import EVERY
from tests.stores import STORES


class Judge(QuickMind):
    """Sees that the second turn that it's shown cost most."""

    losses, lost, doubts = 0, 0.3, False
    forgets: Core | None = None  # where Ann deletes her data during the search

    def __init__(self) -> None:
        super().__init__()
        self.games = list[PlayedGame]()

    async def find_turning_points(self, game: PlayedGame) -> list[BetterTurn]:
        self.games.append(game)
        if len(self.games) <= self.losses:
            raise SearchLost("died")
        rules, (seen, self.line) = EVERY[game.kind].game, game.turns[1]
        played, ways = perform(rules, seen, self.line)[0], turns(rules, seen)
        lines = (" ".join(map(str, steps)) for steps, end in ways if end != played)
        self.better, self.equal, self.other = islice(lines, 3)
        first = BetterTurn(0, game.turns[0][1], 0.5, self.lost / 2)
        return [first, BetterTurn(1, self.better, 0.7, self.lost)]

    async def best(self, position: Problem) -> list[GoodTurn]:
        if not self.games:  # a hint
            return await super().best(position)
        if self.forgets is not None:
            await deleted(self.forgets, ANN)
        equal = self.line if self.doubts else self.equal
        return [GoodTurn(equal, 0.7), GoodTurn(self.other, 0.6, 0.1)]


async def built(path: Path | str = ":memory:") -> Core:
    """Ann, in Berlin, wants her mistakes."""
    core = await Core.build(path, mind=Judge())
    at(core, 15)
    await likes(core, ANN, mistakes="on", time_zone="Europe/Berlin")
    return core


@pytest.fixture
async def core() -> AsyncIterator[Core]:
    yield (core := await built())
    await core.store.close()


@pytest.fixture
def judge(core: Core) -> Judge:
    assert isinstance(core.mind, Judge)
    return core.mind


async def ends(core: Core) -> None:
    """Both players ask for a hint in their last turns."""
    await core.begin(ANN, BEN, options={"good_turns": "on"})
    for n in range(8):
        if n >= 6:
            await core.do(await core.mover(), "hint")
        await core.play(any_turn(await core.table(), Random(1)))
    await core.resign(BEN)
    await core.deliver()


def letters(core: Core, who: Person = ANN) -> list[Posted]:
    return core.transport.in_channel(DIRECT + who.id)


async def morning(core: Core) -> Posted:
    await ends(core)
    await comes(core, 8, day=11)
    return letters(core)[0]


async def push(core: Core, id_: str, said: str = "", who: Person = ANN) -> Message:
    """A press in direct messages."""
    return await core.push(who, id_, said, guild=0, channel=DIRECT + who.id)


@pytest.mark.parametrize("kind", ["logger", "fellers"])
async def test_it_comes_once_in_the_morning(core: Core, judge: Judge, kind: str) -> None:
    """After two lost searches. They know only what its player saw, and no turn after a hint."""
    core.kind, judge.losses = kind, 2
    await ends(core)
    await comes(core, 7, 59, day=11)
    assert (letters(core), judge.games) == ([], [])
    for day in (11, 12, 20):
        await comes(core, 8, day=day)
    (letter,) = letters(core)
    assert "1: your costliest turn**\nYou played `" in letter.text
    assert ("hand" in letter.text) == (kind == "fellers")
    assert (letters(core, BEN), len(judge.games)) == ([], 3)
    seat = [sitter.user for sitter in (await core.game()).sitters].index(ANN.id)
    rows = [row.text for row in await core.store.log(1) if row.seat == seat]
    assert [line for _, line in judge.games[0].turns] == rows[:-1]
    assert all(EVERY[kind].game.view(seen, seat) == seen for seen, _ in judge.games[0].turns)


async def test_a_turn_as_good_as_the_better_one_solves_it(core: Core, judge: Judge) -> None:
    await morning(core)
    wrong, right = "not the one we're after", "about 70 games in 100, and yours about 40"
    answers = {judge.line: "That's the turn you played.", judge.other: wrong}
    for line, said in (answers | {judge.better: right, judge.equal: right}).items():
        assert said in (await push(core, "lc:mistakeline:1", line)).text
    told = (await push(core, "lc:mistake:1::show")).text
    assert f"Here's the turn: **`{judge.better}`" in told
    assert "as it was played" in told


async def test_it_is_built_by_buttons_and_tells_nothing_before(core: Core, judge: Judge) -> None:
    """Attack: with another answer, the ids, labels, file name and alt text are the same."""
    letter, panels = await morning(core), list[Message]()
    stored = (await core.store.personal(ANN.id))["mistake_1"]
    for other in (stored.replace(judge.better, judge.other), stored):
        await likes(core, ANN, mistake_1=other)
        panels.append(await push(core, "lc:mistake:1::open"))
    assert everything(panels[0]) == everything(panels[1])
    assert (panels[0].file, panels[0].text) == (letter.file, letter.text)
    for word in judge.better.split():
        panels.append(await core.pick(ANN, word, panels[-1], guild=0))
    assert "That's it!" in panels[-1].text


async def test_only_its_owner_can_press_until_it_is_deleted(core: Core) -> None:
    """Attack: people press its ids under messages of their own."""
    await morning(core)
    assert "mistake_1" in f"{await core.store.personal_data(ANN.id)}"
    for who in (BEN, EVE, ANN):
        if who == ANN:
            await deleted(core, ANN)
        for forged in ("lc:mistake:1::show", "lc:mistakeline:1", "lc:mistake:9::open"):
            answer = await push(core, forged, "a1", who)
            assert (answer.refusal, answer.picture) == (True, None)
            assert "I don't have that puzzle any more." in answer.text
    assert await core.store.personal_data(ANN.id) == {}


NOT = ["closed", "left", "blocked", "off", "muted", "cheap", "good", "deleted", "deleted late"]


@pytest.mark.parametrize("what", NOT)
async def test_nothing_comes_instead_and_nothing_waits(core: Core, judge: Judge, what: str) -> None:
    """Cheap: the turn cost too little; good: a second search thinks that it was good."""
    judge.lost, judge.doubts = 0.09 if what == "cheap" else 0.3, what == "good"
    judge.forgets = core if what == "deleted late" else None
    if what == "closed":
        await core.begin(ANN, BEN, lines=6)
        game = await core.game()
        await core.do(EVE, "cancel", moderator=True, game=game.id, n=game.n)
    else:
        await ends(core)
    if what == "left":
        core.transport.departed.add(ANN.id)
    if what == "blocked":
        core.transport.fail_in(DIRECT + ANN.id, PermanentError(Text("they accept none")))
    if what == "deleted":
        await deleted(core, ANN)
    own = {"off": {"mistakes": "off"}, "muted": {"pings": "none"}}.get(what, {})
    await likes(core, ANN, **own)
    await comes(core, 8, day=11)
    assert (letters(core), await core.store.waiting()) == ([], [])
    left = await core.store.personal_data(ANN.id)
    assert (left == {}) == ("deleted" in what)


async def test_two_processes_send_one_and_the_newest_stay(core: Core) -> None:
    await likes(core, ANN, **{f"mistake_{n}": "4:70:40:a1" for n in range(2, STORED + 3)})
    await ends(core)
    at(core, 8, day=11)
    both = core, core.wrap(core.store)
    await asyncio.gather(*(each.clock.tick() for each in both))
    await asyncio.gather(*(each.deliver() for each in both))
    assert len(letters(core)) == 1
    names = {name for name in await core.store.personal(ANN.id) if "mistake_" in name}
    assert names == {"mistake_1", *(f"mistake_{n}" for n in range(4, STORED + 3))}


@pytest.mark.slow
async def test_a_death_at_any_await_sends_it_once(tmp_path: Path) -> None:
    first, dead, sent = await built(tmp_path / "games.db"), True, list[int]()
    await ends(first)
    at(first, 8, day=11)
    await first.store.close()
    while dead:
        (copy := tmp_path / f"{len(sent)}" / "games.db").parent.mkdir()
        STORES.copy(first.path, copy)
        core = await Core.build(copy, mind=Judge(), time=first.time)
        core = core.wrap(Mortal(core, len(sent) + 1))
        with suppress(Killed):
            await core.clock.tick()
            await core.deliver()
            dead = False
        core.transport.forget_nonces()
        await core.kill()
        await core.clock.tick()
        await core.deliver()
        sent.append(len(letters(core)))
        await core.store.close()
        STORES.release(copy)
    assert (len(sent) > 12, {*sent}) == (True, {1})

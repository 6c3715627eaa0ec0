"""A typed turn looks everything up once: few trips to the store, one draft of a line, one story.

Source: issue 10, item 2.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection
from random import Random
from typing import Any

import pytest

from bot.core.game import CHANCE, REMIND, Games
from bot.features import consequences, turn_builder, turns
from bot.messages.layout import Layout
from renderer import Hosted
from rules import GAMES
from rules.drafting import Kind
from storage import GameRow
from tests.bot.core import ANN, BEN, Core
from tests.bot.playing import any_turn
from tests.bot.test_outbox import until
from tests.hosted import HOSTED

TRIPS = 4  # the commit is one of them
DOORS = ("reply", "mention", "name", "plain", "option")

every_door = pytest.mark.parametrize("door", DOORS)
every_kind = pytest.mark.parametrize("kind", GAMES)


class Asked:
    """A store that counts what it is asked."""

    def __init__(self, store: Any) -> None:
        self._store, self.verbs = store, list[str]()

    def __getattr__(self, verb: str) -> Any:
        self.verbs.append(verb)
        return getattr(self._store, verb)


class Telling:
    """A game's texts, which count how often something happens is told with its names."""

    def __init__(self, texts: Any) -> None:
        self._texts, self.told = texts, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._texts, name)

    def story(self, *what: Any) -> Any:
        self.told += 1
        return self._texts.story(*what)


async def whole_turn(core: Core) -> str:
    """Any turn of the player who is next."""
    return any_turn(await core.table(), Random(5))


async def said(core: Core, door: str, line: str) -> Layout:
    """The line of the player on turn, as the rooms of Discord hand it on."""
    mover, cases = await core.mover(), core.cases
    board = await core.store.latest((await core.game()).id, "turn")
    wish = core.wish(mover, line, public=door != "option")
    if isinstance(core.store, Asked):
        core.store.verbs.clear()
    match door:
        case "reply":
            assert board is not None
            assert board.message is not None
            found = await cases.queries.game_of(board.message)
            return await cases.turns.say(core.wish(mover, line, public=True, game=found))
        case "name":
            name = f"{GAMES[core.kind].game.letter}1"
            wish = core.wish(mover, f"{name} {line}", public=True)
            return await cases.turns.say(await cases.turns.meant(wish, name, line))
        case "plain":
            return await cases.turns.overhear(wish)
        case "option":
            return await cases.builder.say(wish)
    return await cases.turns.say(wish)


async def counts(core: Core, door: str, line: str) -> None:
    """The same, and it is in the log."""
    before = await core.game()
    await said(core, door, line)
    assert (await core.game()).past(before.n)


async def begun(core: Core, kind: str) -> None:
    core.kind = kind
    await core.seated(ANN, BEN)
    await core.deliver()


@every_door
@every_kind
async def test_a_typed_turn_asks_the_store_four_times_at_most(
    core: Core, kind: str, door: str
) -> None:
    """Until its commit is told, by a process that remembers no position."""
    await begun(core, kind)
    line, counting = await whole_turn(core), core.over(asked := Asked(core.store))
    counting.tables._cache = OrderedDict()
    await counting.cases.clocks.beat()  # as each process does when it begins
    await said(counting, door, line)
    assert "commit" in asked.verbs
    assert len(asked.verbs) <= TRIPS, asked.verbs


def chance_speaks(core: Core) -> None:
    """It waits no longer, where it does; a board that comes late is another matter."""
    if GAMES[core.kind].game.chance_waits:
        core.time.seconds += 1000


@every_kind
async def test_a_post_asks_the_store_twice(core: Core, kind: str) -> None:
    """All that is told of the game, and that it was sent: its row comes with the commit."""
    core.kind = kind
    counting = core.over(asked := Asked(core.store))
    await begun(counting, kind)
    await said(counting, "mention", await whole_turn(core))
    chance_speaks(core)
    await counting.clock.tick()
    asked.verbs.clear()
    await counting.outbox.collect()
    await counting.outbox.drained()
    assert asked.verbs == ["telling", "sent"]


@every_kind
async def test_a_post_that_another_process_left_is_read(core: Core, kind: str) -> None:
    await begun(core, kind)
    await said(core, "mention", await whole_turn(core))
    chance_speaks(core)
    await core.clock.tick()
    counting = core.over(asked := Asked(core.store))
    await counting.outbox.collect()
    await counting.outbox.drained()
    assert asked.verbs == ["pending", "telling", "sent"]


@every_kind
async def test_nothing_but_the_outbox_asks_the_store_about_a_turn(core: Core, kind: str) -> None:
    """The clock is told by the commit what is due when, and sleeps on where that is later; whoever
    thinks for computers is woken by their turns alone."""
    await begun(core, kind)
    kinds = list[Collection[str]]()

    def wake(game: GameRow | None, timers: Collection[str]) -> None:
        assert game is not None
        kinds.append(timers)
        core.clock.hear(game)

    core.cases.commits._wake = wake
    clock = asyncio.create_task(core.clock.run())
    await until(lambda: core.clock._wakes < math.inf)
    core.clock._store = asked = Asked(core.store)
    await said(core, "mention", await whole_turn(core))
    (timer,) = (t for t in (await core.game()).timers if {t.kind} in kinds)
    assert timer in {noted for *_, noted in core.clock._ends}
    if kinds == [{CHANCE}]:  # a die is thrown soon, so the clock has to look when it wakes
        await until(lambda: "next_timer" in asked.verbs)
        assert set(asked.verbs) <= {"next_timer", "game"}
    else:
        assert (kinds, asked.verbs) == ([{REMIND}], [])
    clock.cancel()
    await asyncio.gather(clock, return_exceptions=True)


def drafted(monkeypatch: pytest.MonkeyPatch) -> Counter[Any]:
    """How often each line is drafted on each position."""
    counted: Counter[Any] = Counter()

    def counting(draft: Callable[..., Any]) -> Callable[..., Any]:
        def count(kind: Kind[Any], s: Any, text: str, **how: Any) -> Any:
            counted[s, " ".join(text.split())] += 1
            return draft(kind, s, text, **how)

        return count

    for module in (turns, turn_builder, consequences):
        monkeypatch.setattr(module, "draft", counting(module.draft))
    return counted


@every_door
@every_kind
async def test_no_line_is_drafted_twice(
    core: Core, kind: str, door: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not on the truth either, what was drafted on the speaker's view: the steps are the same."""
    await begun(core, kind)
    line, counted = await whole_turn(core), drafted(monkeypatch)
    await counts(core, door, line)
    assert {text: n for (_, text), n in counted.items() if text and n > 1} == {}
    assert [text for _, text in counted].count(line) == 1


@every_kind
async def test_half_a_turn_is_drafted_once(
    core: Core, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By an option, which opens the builder on it, and when the rest is confirmed there."""
    await begun(core, kind)
    first = (await whole_turn(core)).split()[0]
    counted = drafted(monkeypatch)
    await said(core, "option", first)
    assert max(n for (_, text), n in counted.items() if text) == 1


@every_door
@every_kind
async def test_a_turn_is_told_twice_at_most(core: Core, kind: str, door: str) -> None:
    """In the answer and in the post, whose picture and whose text share one telling, as does the
    line that is left of the board before; where what somebody holds is hidden, the answer to its
    owner alone is another story. The first line of all has the opening besides."""
    telling = Telling(GAMES[kind].texts)
    it = Hosted(Kind(GAMES[kind].game, telling), HOSTED[kind].artist)
    core.hosts(Games({**HOSTED, kind: it}))
    await begun(core, kind)
    line = await whole_turn(core)
    telling.told = 0
    await counts(core, door, line)
    core.time.seconds += 1000
    await core.deliver()
    assert telling.told <= 3

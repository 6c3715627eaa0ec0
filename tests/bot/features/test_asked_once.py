"""A typed turn is looked up once and becomes a line; passing answers disappear again."""

from __future__ import annotations

from collections import Counter, OrderedDict
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from bot.features import consequences, turns
from bot.features.tidy import STAY
from bot.messages.boundary import answer_to
from bot.table.game import FLEETING
from rules import GAMES, drafting
from tests.acting import ANN, BEN, Person
from tests.bot.core import CHANNEL, OTHER_CHANNEL, Core, Patch
from tests.bot.playing import any_turn

TRIPS = 4  # the commit is one of them


class Asked:
    def __init__(self, store: Any) -> None:
        self._store, self.verbs = store, list[str]()

    def __getattr__(self, verb: str) -> Any:
        if verb not in ("passed", "looks"):  # no trip
            self.verbs.append(verb)
        return getattr(self._store, verb)


@pytest.mark.slow
@pytest.mark.parametrize("kind", GAMES)
async def test_a_typed_turn_is_drafted_once_and_asks_the_store_four_times_at_most(
    core: Core, kind: str, monkeypatch: Patch
) -> None:
    """Until its commit is posted, in a process that remembers no position. A draft on the speaker's
    view isn't repeated on the truth."""
    await core.table_of(kind)
    await core.deliver()
    line, counting = any_turn(await core.table(), Random(5)), core.wrap(asked := Asked(core.store))
    counting.tables._cache = OrderedDict()
    await counting.services.clocks.beat()  # as each process does when it begins
    before, mover, draft = await core.game(), await core.mover(), Mock(wraps=drafting.draft)
    for module in (turns, consequences):
        monkeypatch.setattr(module, "draft", draft)
    asked.verbs.clear()
    await counting.turns.say(core.wish(mover, line, public=True))
    assert (await core.game()).past(before.n)
    assert "commit" in asked.verbs
    assert len(asked.verbs) <= TRIPS, asked.verbs
    said = [(call.args[1], " ".join(call.args[2].split())) for call in draft.call_args_list]
    assert {text: n for (_, text), n in Counter(said).items() if text and n > 1} == {}
    assert [text for _, text in said].count(line) == 1


# -- The channel reads as a printed game: a board becomes a line when the next one is there.


def lines(core: Core) -> list[str]:
    """The lines that remain of earlier boards."""
    return [m.text for m in core.transport.messages if m.posted][:-1]


async def test_a_board_becomes_a_line_of_the_turn_that_answered_it(two: Core) -> None:
    first, second = await two.mover(), await two.waiting()
    await two.deliver()
    await two.tell("a5")
    await two.do(first, "undo")
    await two.deliver()
    await two.tell("a1", "e5", "stay +a2")
    assert lines(two) == [
        f"1 · {first.name}: took corner a5.",
        f"{first.name} undid turn 1.",
        f"1 · {first.name}: took corner a1.",
        f"2 · {second.name}: took corner e5.",
        f"3 · {first.name}: stayed on a1 · planted a2.",
    ]
    boards = [m for m in two.transport.messages if m.posted]
    shown = [(bool(m.file), bool(m.buttons)) for m in boards]
    assert shown == [*[(False, False)] * 5, (True, True)]
    assert [verb for verb, _ in two.transport.calls].count("strip") == 5


async def test_a_roll_is_printed_with_its_turn(core: Core) -> None:
    """The post of the roll is gone; the first line has the rolls before the game."""
    core.kind = "logjam"
    await core.begin(ANN, BEN)
    await core.deliver()
    for _ in range(2):
        assert "Turn played" in (await core.say(await core.mover(), ".")).text
        core.time.seconds += 1000
        core.passed += 1000
        await core.clock.tick()
        await core.deliver()
    opening, second = lines(core)
    assert opening.startswith("Roll-off: ")
    assert " 1 · " in opening
    assert second.startswith("2 · ")
    assert all(line.count(" rolled ") == 1 for line in (opening, second))


async def test_a_table_may_keep_its_boards(core: Core) -> None:
    """They lose their buttons all the same; Details say so where it was chosen."""
    await core.open(ANN, 2, options={"boards": "keep"})
    await core.deliver()
    assert "old_boards keep" in await core.details()
    await core.join(BEN)
    await core.deliver()
    await core.tell("a1", "e5")
    boards = [m for m in core.transport.messages if m.posted]
    assert all(m.file for m in boards)
    assert [bool(m.buttons) for m in boards] == [False, False, True]


async def test_a_board_replies_to_the_line_that_led_to_it(opening: Core) -> None:
    """Where it was typed in the board's channel; not to one of elsewhere, a command or a press."""
    for key, line in ((f"typed:{CHANNEL}:77", "a1"), (f"typed:{OTHER_CHANNEL}:78", "e5")):
        await opening.say(await opening.mover(), line, key=key, public=True, game=1)
        await opening.deliver()
    await opening.tell("stay +a2")
    assert [m.reply for m in opening.transport.messages if m.posted] == [None, 77, None, None]


# -- Answers that are deleted again, without Discord: when it is recorded and done.


async def _answered(core: Core, who: Person, words: str = "zz", **more: Any) -> int:
    """A line that is answered in the channel, as bot/discord/lines.py does it; the answer."""
    wish = core.wish(who, words, public=True, **more)
    panel = await answer_to(core.turns.say(wish))
    assert panel.fleeting
    message = await core.transport.post(CHANNEL, panel, wish.key)
    await core.services.tidy.note(wish, CHANNEL, message)
    return message


async def _told(core: Core) -> list[int]:
    """Do everything that is due; return the messages."""
    await core.clock.tick()
    await core.outbox.collect()
    await core.drain()
    return [message.id for message in core.transport.messages]


async def test_an_answer_goes_when_its_time_is_over(two: Core) -> None:
    message = await _answered(two, await two.mover())
    two.time.seconds += STAY - 1
    assert message in await _told(two)
    two.time.seconds += 1
    assert message not in await _told(two)
    assert (await two.game()).due(FLEETING) is None


@pytest.mark.parametrize("verb", ["cancel", "play"])
async def test_an_answer_goes_with_the_turn_or_with_the_game(two: Core, verb: str) -> None:
    who, other = await two.mover(), await two.waiting()
    mine, theirs = await _answered(two, who), await _answered(two, other)
    if verb == "play":
        await two.say(who, "a1")
        assert mine not in (there := await _told(two))
        assert theirs in there
    else:
        await two.do(ANN, "cancel", n=(await two.game()).n)
        assert not {mine, theirs} & set(await _told(two))

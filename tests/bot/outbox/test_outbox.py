"""The outbox keeps the order in a game, lets no game wait for another, and outlasts failures."""

import asyncio
import json
from itertools import accumulate
from typing import Any

import pytest

from bot.messages import layouts
from bot.messages.courier import LONG, PermanentError, TransientError
from bot.ops.logs import JsonLines
from bot.outbox.queue import BUGS, CAREFUL, PAUSES
from rules.text import Text
from storage import Unwritable
from tests.acting import ANN, BEN, CY, DEE, Person
from tests.bot.core import CHANNEL, GUILD, OTHER_CHANNEL, Core, Patch
from tests.bot.features.test_at_once import Meddled
from tests.patience import PATIENCE, until
from tests.storage.samples import waiting


async def two_tables(core: Core) -> None:
    await core.begin(ANN, BEN)
    await core.open(CY, 2, channel=OTHER_CHANNEL)
    await core.join(DEE, channel=OTHER_CHANNEL)
    await core.deliver()


async def plays(core: Core, line: str, number: int = 1) -> Person:
    assert "Turn played" in (await core.say(await core.mover(number), line, name=f"L{number}")).text
    return await core.mover(number)


def hang(core: Core, *what: str | int) -> asyncio.Event:
    """Discord leaves such requests, or those of such channels, open until this is set."""
    released = asyncio.Event()

    async def look(verb: str, channel: int) -> None:
        if verb in what or channel in what:
            await released.wait()

    core.transport.look = look
    return released


async def test_tables_do_not_wait_for_each_other(core: Core) -> None:
    """One table's post hangs; the other table continues, and the first table's posts keep their
    order."""
    await two_tables(core)
    released, calls = hang(core, CHANNEL), len(core.transport.calls)
    await plays(core, "a1")
    await core.outbox.collect()
    await until(lambda: len(core.transport.calls) > calls)
    other = await plays(core, "a5", 2)
    await plays(core, "e5")
    await core.outbox.collect()
    await until(lambda: len(core.posts(OTHER_CHANNEL)) == 3)
    assert core.posts(OTHER_CHANNEL)[-1].startswith(f"<@{other.id}>")
    assert len(core.posts()) == 2
    released.set()
    await core.drain()
    assert [m.posted for m in core.transport.in_channel(CHANNEL)][-2:] == ["L1-4.png", "L1-5.png"]


async def test_no_board_waits_for_an_edit(core: Core) -> None:
    """The lobby's message is edited beside the others, even if Discord leaves it open."""
    await core.open(ANN, 3)
    await core.deliver()
    released = hang(core, "edit")
    for who in (BEN, CY):
        await core.join(who)
        await core.outbox.collect()
    await until(lambda: core.transport.in_channel(CHANNEL)[-1].pings)
    released.set()
    await core.drain()


@pytest.mark.parametrize("verb", ["strip", "edit"])
async def test_no_call_waits_for_a_cosmetic_change(two: Core, verb: str) -> None:
    """Old boards lose their buttons, and lobby messages are edited, behind every call, even if
    Discord leaves such a request open. The change is made later."""
    await two.deliver()
    released = hang(two, verb)
    for turn, line in enumerate(("a1", "e5", "stay; plant a2"), 2):
        mover = await plays(two, line)
        await two.open(DEE, 2, channel=OTHER_CHANNEL) if turn == 2 else None
        await two.outbox.collect()

        def posted(turn: int = turn) -> bool:
            return len(two.posts()) > turn

        await until(posted)
        assert two.transport.in_channel(CHANNEL)[-1].pings == (mover.id,)
    released.set()
    await two.drain()
    assert [bool(m.buttons) for m in two.transport.in_channel(CHANNEL)[1:]] == [False] * 3 + [True]


@pytest.mark.parametrize(
    ("why", "pauses"),
    [
        (TransientError(Text("busy")), [*PAUSES, *[1800] * 5]),
        (TransientError(Text("429"), counted=True, after=2.5), [2.5] * 12),
    ],
)
async def test_what_fails_for_now_is_tried_again(
    core: Core, why: TransientError, pauses: list[float]
) -> None:
    await core.open(ANN, 2)
    core.transport.fail("post", *[why] * len(pauses))
    await core.deliver()
    assert core.naps == pauses
    assert list(PAUSES) == sorted(PAUSES)
    assert len(core.posts()) == 1
    assert await waiting(core.store) == []
    assert core.transport.told == []


async def test_a_post_that_cannot_be_looked_for_is_sent_with_its_own_nonce(core: Core) -> None:
    """It had arrived, and Discord knows it by its nonce, so it is there once."""
    await core.open(ANN, 2)
    core.transport.fail_after("post", TransientError(Text("no answer")))
    core.transport.fail("find_copy", *(TransientError(Text("busy")) for _ in range(LONG + 1)))
    await core.deliver()
    assert [verb for verb, _ in core.transport.calls].count("post") == 2
    assert len(core.posts()) == 1
    assert await waiting(core.store) == []


async def test_a_refusal_that_is_counted_is_not_asked_for_in_haste(core: Core) -> None:
    """Discord shuts its door after 10,000 refusals: a table knocks eight times an hour."""
    await core.open(ANN, 2)
    core.transport.fail("post", *(TransientError(Text("401"), counted=True) for _ in range(10)))
    await core.deliver()
    assert min(core.naps) == CAREFUL
    assert len([nap for nap in accumulate(core.naps) if nap < 3600]) <= 9
    assert len(core.posts()) == 1


async def test_what_cannot_be_delivered_is_parked_and_the_host_told(opening: Core) -> None:
    """Once, without a second try, in words that say why and that nothing is lost."""
    opening.transport.fail("post", PermanentError(Text("a permission is missing")))
    await opening.tell("a1")
    assert opening.naps == []
    ((user, text),) = opening.transport.told
    assert user == ANN.id
    assert text.startswith(
        f"I couldn't post in <#{CHANNEL}> about L1: a permission is missing. The game is safe"
    )
    assert await waiting(opening.store) == []
    await opening.tell("e5")
    assert "took corner e5" in opening.posts()[-1]
    assert "took corner a1" in opening.posts()[1], "the next board tells the missing turn"


async def test_a_bug_stops_only_what_it_is_in(
    core: Core, monkeypatch: Patch, caplog: pytest.LogCaptureFixture
) -> None:
    await two_tables(core)

    def broken(*_: Any) -> None:
        raise RuntimeError("Ann's secret hand")

    with monkeypatch.context() as patched:
        patched.setattr(layouts, "draw", lambda *_: 1 / 0)
        patched.setattr(layouts, "turn", broken)
        await core.tell("a1")
    assert core.naps == list(PAUSES[:BUGS])
    ((_, text),) = core.transport.told
    assert "something went wrong (reference " in text
    logged = [JsonLines().format(record) for record in caplog.records]
    assert sum(json.loads(line)["what"] == "broken" for line in logged) == BUGS
    assert "secret hand" not in "".join(logged) + text
    await plays(core, "e5", 2)
    await core.tell("e5")
    assert len(core.posts(OTHER_CHANNEL)) == 3
    assert "took corner e5" in core.posts()[-1]
    assert "took corner a1" in core.posts()[1]


async def test_a_full_disk_parks_nothing(core: Core) -> None:
    """The post went out and could not be marked: it is looked for until it can be."""
    refusals = iter([True] * 9)

    async def full(*_: Any) -> None:
        if next(refusals, False):
            raise Unwritable("games.db", "the disk is full")

    await core.open(ANN, 2)
    late = core.wrap(Meddled(core.store, "note_sent", full))
    await late.deliver()
    assert len(late.posts()) == 1
    assert late.transport.told == []
    assert await core.store.latest(1, "lobby") is not None


async def test_it_goes_on_when_the_store_could_not_be_read(core: Core) -> None:
    refusals = iter([True])

    async def broken(*_: Any) -> None:
        if next(refusals, False):
            raise RuntimeError("boom")

    await core.open(ANN, 2)
    late = core.wrap(Meddled(core.store, "waiting", broken))
    working = asyncio.create_task(late.outbox.run())
    await until(lambda: len(core.posts()) == 1)
    working.cancel()
    await late.outbox.close()
    assert late.naps == [5]


async def test_what_a_caller_wrote_who_was_cancelled_is_told_in_its_place(core: Core) -> None:
    """The row was claimed as it was written: it is handed on, though nobody waits for it."""
    game = await core.begin(ANN, BEN)
    await core.deliver()
    commit, begun, ended = core.store.commit, asyncio.Event(), asyncio.Event()

    async def slowly(*what: Any) -> Any:
        begun.set()
        try:
            return await commit(*what)
        finally:
            ended.set()

    with Patch.context() as patched:
        patched.setattr(core.store, "commit", slowly)
        saying = asyncio.create_task(plays(core, "a1"))
        await begun.wait()
        saying.cancel()
        await asyncio.gather(saying, return_exceptions=True)
    await ended.wait()
    await plays(core, "a5")
    await core.outbox.collect()
    assert [post.n for post in core.outbox._lanes[game.id, False]] == [game.n + 1, game.n + 2]
    await core.drain()
    assert await waiting(core.store) == []


async def test_closing_waits_for_what_is_under_way_but_not_for_ever(core: Core) -> None:
    """SIGTERM closes cleanly: a post that hangs is let go, its row stays."""
    await two_tables(core)
    hang(core, CHANNEL)
    await plays(core, "a1")
    await plays(core, "a5", 2)
    await core.outbox.collect()
    await asyncio.sleep(0)  # collected rows are under way from the loop's next step on
    await core.outbox.close(0.3)
    assert len(core.posts(OTHER_CHANNEL)) == 3
    assert [post.kind for post in await waiting(core.store)] == ["turn"]


async def test_turns_that_are_taken_while_a_board_is_parked_write_no_more_letters(
    opening: Core,
) -> None:
    """Once the right is back, one board tells everything, and the line before it tells both
    turns."""
    opening.transport.fail(
        "post", *(PermanentError(Text("a permission is missing")) for _ in range(2))
    )
    await opening.tell("a1", "e5")
    assert len(opening.transport.told) == 1
    await opening.outbox.retry(guild=GUILD)
    await opening.drain()
    assert len(opening.posts()) == 3
    assert "took corner e5" in opening.posts()[-1]
    printed = opening.posts()[1]
    assert -1 < printed.find("took corner a1") < printed.find("took corner e5")
    assert await opening.store.retry() == []


async def test_an_invitation_to_what_is_closed_does_not_come_back(core: Core) -> None:
    core.transport.fail("post", PermanentError(Text("a permission is missing")))
    await core.open(ANN, 3)
    await core.deliver()
    await core.do(ANN, "cancel")
    await core.deliver()
    await core.outbox.retry()
    await core.drain()
    assert ["was closed without a winner" in text for text in core.posts()] == [True]


@pytest.mark.parametrize("moment", ["post", "tell"])
async def test_what_changes_while_it_is_being_refused_is_not_missed(
    opening: Core, moment: str
) -> None:
    """The right is granted before the refusal has arrived, or while the host is written to."""
    await plays(opening, "a1")
    opening.transport.fail("post", PermanentError(Text("a permission is missing")))
    changes = iter([moment])

    async def granted(verb: str, _: int) -> None:
        if verb == moment and next(changes, None):
            await opening.outbox.retry(guild=GUILD)

    opening.transport.look = granted
    await opening.deliver()
    assert "took corner a1" in opening.posts()[-1]


async def paused(core: Core) -> None:
    """A lobby message waits for Discord, in a pause without an end."""
    never = asyncio.Event()
    core.outbox._sleep = lambda _: never.wait()  # type: ignore[assignment, return-value]
    await core.open(ANN, 2)
    core.transport.fail("post", TransientError(Text("busy")))
    await core.outbox.collect()
    await until(lambda: core.outbox._naps)


@pytest.mark.parametrize("told", [True, False])
async def test_a_pause_ends_when_discord_is_there_again(core: Core, told: bool) -> None:
    """When the bot is hurried, or somebody acts: nobody waits for the rest of hours."""
    await paused(core)
    assert core.posts() == []
    core.outbox.hurry() if told else await core.join(BEN)
    await core.deliver()
    assert len(core.posts()) == (1 if told else 2)


async def test_a_thread_that_is_tried_before_its_card_is_tried_after_it(core: Core) -> None:
    """The right is granted while the thread, which lacks its lobby message, is being parked."""
    parked: list[Core] = []

    async def granted(*_: Any) -> None:
        parked.append(late)
        if len(parked) == 2:
            await late.outbox.retry(guild=GUILD)

    late = core.wrap(Meddled(core.store, "park", granted))
    core.transport.fail("post", PermanentError(Text("a permission is missing")))
    await core.open(ANN, 2, thread=True)
    await late.deliver()
    assert (await core.game()).channel == late.transport.messages[0].id


async def test_closing_does_not_wait_for_a_pause(core: Core) -> None:
    """A stop takes no longer while Discord is away; the row stays for the next start."""
    await paused(core)
    async with asyncio.timeout(PATIENCE):
        await core.outbox.close(10**6)
    assert len(await waiting(core.store)) == 1
    assert [verb for verb, _ in core.transport.calls] == ["post"]

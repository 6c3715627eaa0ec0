"""Only its owner hears of a standing order and of its fall (decision 30)."""

from __future__ import annotations

import pytest

from bot.messages.boundary import answer_to
from bot.messages.courier import PermanentError
from bot.messages.layout import Message
from bot.table import records
from rules.text import Text
from tests.acting import EVE, Person
from tests.bot.conftest import Seeds
from tests.bot.core import CHANNEL, Core, Patch
from tests.bot.discord.searching import Lines
from tests.bot.features.test_orders import STAYS, ready
from tests.bot.leaks import Payload, of_panel
from tests.bot.outbox.test_calls import everybody, letters, mentions
from tests.bot.transport import DIRECT

WHY = "Your premove `e4 +d4` wasn't played: the turn before it wasn't the one you expected."
WORDS = ("e4 +d4", "plants a2", "premove")


async def fallen(core: Core) -> tuple[Person, Person]:
    """The person who played another turn, and the owner of the dropped order, who is to move and
    mentioned."""
    mover, other = await ready(core, STAYS)
    await core.say(mover, "a3 +a4")
    await core.deliver()
    assert await core.mover() == other
    return mover, other


async def asked(core: Core, who: Person, line: str, *, public: bool) -> Message:
    wish = core.wish(who, line, public=public)
    return await answer_to(core.verbs.say(wish, core.turns.say))


async def test_the_answer_to_the_next_turn_says_so_to_who_never_opens_a_panel(core: Core) -> None:
    """By command, which they alone read; once, as it is their own turn that counts now."""
    mover, other = await fallen(core)
    answer = await core.say(other, "e3 +e4")
    assert answer.text.splitlines()[0].startswith("Turn played in L1.")
    assert answer.text.splitlines()[-1] == f"-# {WHY}"
    assert "premove" not in (await core.say(mover, "b3 +b4")).text
    assert "premove" not in (await core.say(other, "d3 +d4")).text


async def test_an_answer_that_everybody_reads_says_nothing_of_it(core: Core) -> None:
    """Neither the answer to a line in the channel, nor the one to a question about options."""
    _, other = await fallen(core)
    possible = await asked(core, other, "options", public=True)
    assert "Your moves in L1" in possible.text
    counts = await asked(core, other, "e3 +e4", public=True)
    assert counts.quiet
    assert [w for w in WORDS if w in possible.text + counts.text] == []


async def test_who_is_called_in_the_channel_is_told_by_a_silent_direct_message(core: Core) -> None:
    """Even if they only type lines there, and at once; a refusal asks them nothing."""
    mover, other = await fallen(core)
    (letter,) = core.transport.in_channel(DIRECT + other.id)
    assert letter.text.startswith("About [L1](")
    assert letter.text.splitlines()[1:] == [WHY]
    assert letter.silent
    assert letters(core, mover) == []
    assert [call.kind for call in await core.store.calls(1, 0) if call.user == other.id] == ["turn"]


async def test_who_wants_to_be_called_in_no_way_hears_of_it_when_they_look(core: Core) -> None:
    await everybody(core, pings="none")
    _, other = await fallen(core)
    assert letters(core, other) == []
    assert WHY in (await core.do(other, "take")).text


@pytest.mark.parametrize(
    ("pings", "heard"), [("here", "your turn in"), ("dm", "Discord blocked my direct message")]
)
async def test_where_no_direct_message_gets_through_the_channel_hears_nothing_of_it(
    core: Core, pings: str, heard: str
) -> None:
    """Only a refused call switches somebody to another kind of mention."""
    await everybody(core, pings=pings)
    mover, other = await ready(core, STAYS)
    core.transport.fail_in(
        DIRECT + other.id, PermanentError(Text("they don't accept direct messages"))
    )
    await core.say(mover, "a3 +a4")
    await core.deliver()
    assert heard in mentions(core, other)[-1].text
    assert "premove" not in "".join(core.posts())
    assert WHY in (await core.do(other, "take")).text


async def test_nobody_else_learns_that_there_was_one(core: Core) -> None:
    """The test searches every post and answer from its fall to the next turn."""
    await everybody(core, pings="both")
    mover, other = await fallen(core)
    own = [await core.do(other, "options"), await core.say(other, "e3 +e4")]
    await core.deliver()
    payloads = [of_panel(answer, other.id) for answer in own]
    for who in (mover, EVE):
        answers = [
            await core.do(who, "take"),
            await core.do(who, "options"),
            await core.say(who, "zz"),
        ]
        payloads += [of_panel(answer, who.id) for answer in answers]
    for post in core.transport.messages:
        reader = None if post.channel == CHANNEL else post.channel - DIRECT
        payloads.append(Payload(reader, f"{post.text}\n{post.alt}\n{post.buttons}", "a post"))
    others = "\n".join(payload.text for payload in payloads if payload.reader != other.id)
    assert [word for word in WORDS if word in others] == []
    assert any(WHY in payload.text for payload in payloads if payload.reader == other.id)


# -- While an order stands, anyone else's requests and answers are the same as without it.


async def told(monkeypatch: Patch, *orders: str) -> tuple[list[str], list[str]]:
    """Everything that others read while these orders stand, and the lines of the log."""
    monkeypatch.setattr("bot.features.lobbies.secrets", Seeds())
    core, heard, said = await Core.build(), Lines(), list[str]()
    heard.begin()
    mover, _ = await ready(core, *orders)
    core.transport.messages.clear()
    for who in (mover, EVE):
        for answer in (
            await core.do(who, "take"),
            await core.do(who, "options"),
            await core.do(who, "order"),
            await core.do(who, "undo"),
            await core.say(who, "zz"),
        ):
            said.append(of_panel(answer, who.id).text)
        said.append(str(await core.complete(who, "turn", "e")))
    await core.do(mover, "move", channel=501, name="L1")
    await core.deliver()
    heard.end()
    said += [f"{m.text}\n{m.alt}\n{m.file}\n{m.buttons}" for m in core.transport.messages]
    said.append(records.text(await core.game(), await core.store.log(1)))
    await core.store.close()
    return said, heard.said


async def test_nothing_that_others_are_told_depends_on_an_order(monkeypatch: Patch) -> None:
    """Word for word, in posts, ids, file names, alt texts, records and completions."""
    orders = STAYS, "if anything, then e3 +e4"
    without, _ = await told(monkeypatch)
    said, logged = await told(monkeypatch, *orders)
    assert said == without
    in_logs = "\n".join(logged)
    assert not [word for word in ("e4 +d4", "e3 +e4", "plants a2") if word in in_logs]

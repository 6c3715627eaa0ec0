"""A rival cannot make the bot call others over and over (docs/decisions.md, 50; SECURITY.md), and
learns nothing of the mover's draft by typing line after line."""

from collections.abc import Sequence

import pytest

from bot.messages.boundary import answer_to
from bot.messages.layout import Message
from bot.table.seats import open_seats
from tests.acting import ANN, BEN, CY, DEE, EVE, Person
from tests.bot.core import Core
from tests.bot.features.test_boards import newest, share, shared
from tests.bot.features.test_consent import ask
from tests.bot.features.test_seats import wished
from tests.bot.panels import button
from tests.bot.transport import DIRECT
from tests.drafts import draft_in

HOURS = 3600.0
OFTEN = 12
REFUSED = "This request has already gone out to the players in L1 this turn"


def pings(core: Core, who: Person) -> int:
    loud = [m for m in core.transport.messages if not m.silent]
    return sum(who.id in m.pings or m.channel == DIRECT + who.id for m in loud)


def whispers(core: Core) -> int:
    return sum(m.silent for m in core.transport.messages)


async def withdrawn(core: Core, who: Person, told: Message) -> None:
    if "Withdraw" in [each.label for each in told.buttons]:
        await core.press(who, "Withdraw", told)


@pytest.mark.parametrize("what", ["end", "undo"])
async def test_asked_and_withdrawn_twelve_times_calls_once(core: Core, what: str) -> None:
    await core.begin(ANN, BEN, lines=2, options={"pace": "steady"})
    first, rival = await core.mover(), await core.waiting()
    for who, words in ((first, "stay; plant n"), (rival, "stay; plant s")):
        assert "Turn played" in (await core.say(who, words)).text
    await core.deliver()
    before = pings(core, rival)
    for _ in range(OFTEN):
        told = await ask(core, first, what)
        await core.deliver()
        await withdrawn(core, first, told)
        await core.deliver()
    assert pings(core, rival) == before + 1
    assert REFUSED in told.text
    assert "You can ask again after the next turn" in told.text
    await core.say(first, "stay; plant e")
    assert "will get one notification" in (await ask(core, first, "end")).text


async def test_what_was_declined_is_not_asked_for_again_at_once(core: Core) -> None:
    """Nor under another key, from another channel, or after a restart of the question's time."""
    await core.begin(ANN, BEN, lines=2)
    await ask(core, ANN, "end")
    game = await core.game()
    declined = await core.do(BEN, "decline", game=game.id, n=game.n)
    assert "You've declined" in declined.text
    assert REFUSED in (await ask(core, ANN, "end", name="L1", channel=777)).text
    core.time.seconds += 72 * HOURS
    assert REFUSED in (await ask(core, ANN, "end")).text
    assert "will get one notification" in (await ask(core, BEN, "end")).text


async def test_a_turn_played_and_taken_back_is_no_next_turn(core: Core) -> None:
    """Ask, play, ask, take back, ask …: once for the turn before, and once for the one after it."""
    await core.begin(ANN, BEN, lines=2)
    who, rival = await core.mover(), await core.waiting()
    await core.deliver()
    for _ in range(OFTEN):
        await withdrawn(core, who, await asked(core, who))
        await core.say(who, "stay; plant n")
        await withdrawn(core, who, await asked(core, who))
        await core.do(who, "undo")
    assert [row for row in await core.log() if row.startswith("ask")] == [f"ask end {0}"] * 2
    assert pings(core, rival) <= 2 + 2


async def asked(core: Core, who: Person) -> Message:
    told = await ask(core, who, "end")
    await core.deliver()
    return told


@pytest.mark.slow
async def test_played_and_taken_back_twelve_times_calls_twice(core: Core) -> None:
    """By mention and by direct message, each at most twice; from the second time on the board comes
    without a call, to both. The turn that stays is called for as ever."""
    people = (ANN, BEN, CY)
    for person in people:
        await core.store.set_personal(person.id, "pings", "both")
        await core.store.set_personal(person.id, "next", "on")
    await core.begin(*people, lines=3)
    await core.deliver()
    who = await core.mover()
    before, quietly = {person: pings(core, person) for person in people}, whispers(core)
    for _ in range(OFTEN):
        assert "Turn played" in (await core.say(who, "stay; plant n")).text
        await core.deliver()
        assert "has been undone" in (await core.do(who, "undo")).text
        await core.deliver()
    more = {person: pings(core, person) - before[person] for person in people}
    assert max(more.values()) <= 2 * 2, more
    assert whispers(core) <= quietly + 3  # to the next player: after a play, a take-back and a play
    assert "Turn played" in (await core.say(who, "stay; plant n")).text
    rival = await core.mover()
    await core.deliver()
    assert pings(core, rival) <= before[rival] + 2 * 2
    before = {person: pings(core, person) for person in people}
    assert "Turn played" in (await core.say(rival, "stay; plant s")).text
    await core.deliver()
    assert pings(core, await core.mover()) > before[await core.mover()]


async def test_a_board_of_a_game_is_shared_by_one_stranger(core: Core) -> None:
    """Twelve people who do not play there press Share: one post. Players may show it too."""
    await core.begin(ANN, BEN, lines=4)
    crowd = [Person(1000 + i, f"Dot{i}") for i in range(OFTEN)]
    page = await newest(core, EVE)
    for person in crowd:
        told = await share(core, person, page)
        await core.deliver()
    assert "A spectator of L1 has already shared this board here" in told.text
    assert len(shared(core)) == 1
    assert "/" in (await share(core, crowd[0], page)).text
    for person in (ANN, ANN, BEN, DEE):
        await share(core, person, page)
    await share(core, EVE, page, channel=777)
    await core.deliver()
    assert (len(shared(core)), len(shared(core, 777))) == (3, 1)


async def test_a_rematch_opened_and_closed_calls_once(core: Core) -> None:
    """Its card mentions the others, once in six hours; after two failed ones it has to wait."""
    await core.begin(ANN, BEN, lines=2)
    await core.resign(BEN)
    await core.deliver()
    before = pings(core, BEN)
    for _ in range(OFTEN):
        told = await core.do(ANN, "again", game=1)
        await core.deliver()
        for row in await core.store.open_games():
            await core.do(ANN, "cancel", game=row.id)
    assert pings(core, BEN) == before + 1
    assert "Two rematches of L1 were opened and closed" in told.text
    core.time.seconds += 6 * HOURS
    assert "is open" in (await core.do(BEN, "again", game=1)).text


def offered(core: Core) -> int:
    lines = ("The first person to press", "keeps the seat")
    return sum(line in m.text for m in core.transport.messages for line in lines)


async def test_a_seat_is_offered_once_in_six_hours(core: Core) -> None:
    await core.begin(ANN, BEN, lines=4)
    told = await wished(core, ANN)
    for _ in range(OFTEN):
        await core.deliver()
        if "I'm Back" in [each.label for each in told.buttons]:
            await core.press(ANN, "I'm Back", told)
        told = await core.do(ANN, "substitute")
        if "Offer My Seat" in [each.label for each in told.buttons]:
            told = await core.press(ANN, "Offer My Seat", told)
        await core.deliver()
    assert offered(core) == 1
    assert "You offered your seat in L1 a short while ago" in told.text
    assert f"<t:{int(core.time() + 6 * HOURS)}:f>" in told.text
    core.time.seconds += 6 * HOURS
    assert "is on offer to others until" in (await wished(core, ANN)).text


async def test_the_limit_outlives_a_restart_and_is_each_ones_own(lasting: Core) -> None:
    """The log has it; a new player of the seat starts without it."""
    await lasting.begin(ANN, BEN, CY, lines=4)
    await lasting.press(ANN, "I'm Back", await wished(lasting, ANN))
    await lasting.restart()
    told = await lasting.do(ANN, "substitute")
    assert "You offered your seat in L1 a short while ago" in told.text
    assert button(await lasting.do(BEN, "substitute"), "Offer My Seat")
    await wished(lasting, BEN)
    await lasting.press(EVE, "Take Over")
    assert "is on offer to others until" in (await wished(lasting, EVE)).text


async def test_leaving_and_coming_back_is_no_way_around_it(core: Core) -> None:
    """Resign, I'm Back, resign: a free seat is announced once in six hours. A wish for a substitute
    before keeps nobody from leaving."""
    await core.begin(ANN, BEN, CY, lines=4)
    await wished(core, ANN)
    told: Message = await core.do(ANN, "resign")
    for _ in range(OFTEN):
        if "Resign from L1" not in [each.label for each in told.buttons]:
            break
        left = await core.press(ANN, "Resign from L1", told)
        await core.deliver()
        await core.press(ANN, "I'm Back", left)
        told = await core.do(ANN, "resign")
    assert offered(core) == 2
    assert "You left L1 and came back a short while ago" in told.text
    assert open_seats(await core.game()) == {}
    core.time.seconds += 6 * HOURS
    assert button(await core.do(ANN, "resign"), "Resign from L1")


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
        said, session = core.verbs.say(meant, core.turns.say), await core.turns.find(meant)
        for work in (said, core.turns.overhear(session), core.turns.reason(meant)):
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

"""Players who never see a picture: of each game they read only Board As Text, or their own call
after a whole round and its picture's alt text.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random

import pytest

from bot.messages.fitting import MESSAGE_LENGTH
from tests.bot import blind_fellers as fellers
from tests.bot import blind_logger as logger
from tests.bot import blind_logjam as logjam
from tests.bot.core import PEOPLE, SIX, Core, Patch, Person
from tests.bot.discord.searching import unpainted

DIE = 1000  # seconds, after which any die is rolled
NAMES = ("Ann", "Amy", "Bob", "Ben", "Eda", "Eve")
ALIKE = tuple(replace(person, name=name) for person, name in zip(SIX, NAMES, strict=True))
LONG = tuple(Person(11 + i, f"{'Maximiliane-Alexandra' * 2}"[:31] + "ABCDE"[i]) for i in range(5))
LARGEST = {"board": "12x16", "loggers": "5", "logs": "2222333344445555"}
SMALL = {"board": "8x10", "setup": "classic", "logs": "22334"}
every_sense = pytest.mark.parametrize("sense", ["call", "text"])
Says = Callable[[str, Person], Awaitable[str]]  # from their reading and who they are
Finishes = Callable[[str, Person], str]  # from the answer to half a turn


@pytest.fixture(autouse=True)
def _plain(monkeypatch: Patch) -> None:
    unpainted(monkeypatch)


async def reads(core: Core, sense: str) -> tuple[Person, str]:
    """The person mentioned by the newest post, and all the text they read."""
    await core.deliver()
    mover, post = await core.mover(), core.transport.messages[-1]
    assert post.pings == (mover.id,)
    if sense == "call":
        return mover, f"{post.text}\n{post.alt}"
    panel = await core.do(mover, "text")
    assert panel.picture is None
    assert len(panel.text) <= MESSAGE_LENGTH
    return mover, panel.text


async def played(
    core: Core, sense: str, says: Says, finishes: Finishes | None = None, turns: int = 900
) -> bool:
    """Whether the game is over after this number of turns; the bot accepts each of their lines."""
    for _ in range(turns):
        await core.later(DIE)
        if (await core.game()).status == "over":
            return True
        mover, words = await reads(core, sense)
        line = await says(words, mover)
        for _ in range(12):
            answer = (await core.say(mover, line)).text
            if answer.startswith("Turn played"):
                break
            assert finishes is not None, (words, line, answer)
            assert answer.startswith("Saved as a draft"), (words, line, answer)
            line = finishes(answer, mover)
        else:
            raise AssertionError(words)
    return False


@pytest.mark.parametrize("players", [2, 4])
@every_sense
async def test_logger(core: Core, players: int, sense: str) -> None:
    chance = Random(players)
    await core.seated(*PEOPLE[:players])

    async def says(words: str, mover: Person) -> str:
        return logger.spoken(logger.heard(words), mover.name, chance)

    assert await played(core, sense, says)
    last = (await core.do(PEOPLE[0], "text")).text
    assert "won." in last or "draw" in last or "The game is over." in last


@pytest.mark.parametrize(
    ("people", "options", "sense"),
    [
        (SIX[:3], {}, "call"),
        (SIX[:2], SMALL, "call"),
        (SIX[:3], SMALL, "text"),
        pytest.param(ALIKE, LARGEST, "text", marks=pytest.mark.slow),
    ],
)
async def test_logjam(
    core: Core, people: tuple[Person, ...], options: dict[str, str], sense: str
) -> None:
    """On the largest board too, and with letters for players of equal names."""
    core.kind, chance = "logjam", Random(len(people))
    await core.seated(*people, options=options)

    mine = dict[int, str]()  # the players' names at this table

    async def says(words: str, mover: Person) -> str:
        mine[mover.id] = mover.name if sense == "call" else logjam.known(words, mover.name)
        if sense == "call" and ("Lay a log." in words or "Place a logger" in words):
            (example,) = re.findall(r"for example `(.*?)`", words)
            return str(example)
        return logjam.said(words, mine[mover.id], chance)

    def finishes(answer: str, mover: Person) -> str:
        return chance.choice(logjam.offered(answer, logjam.letter(mine[mover.id])))

    assert await played(core, sense, says, finishes)


@every_sense
async def test_fellers(core: Core, sense: str) -> None:
    """The river never changes, so a reader of calls has read about it once."""
    core.kind, chance = "fellers", Random(17)
    await core.seated(*PEOPLE[:2], options={"course": "A"})
    river = (await core.do(PEOPLE[0], "text")).text
    course = river[river.index("Start: ") :].split("\nHome: ")[0]

    async def says(words: str, mover: Person) -> str:
        seen = f"{words}\n{course}" if sense == "call" else words
        return await with_hand(core, seen, mover, chance)

    assert await played(core, sense, says, floats(chance))


@pytest.mark.parametrize("people", [SIX[:5], LONG], ids=["short", "long names"])
@pytest.mark.parametrize("course", ["I+L+E+D", "B+E+G+K"])
async def test_the_longest_courses_fit_into_a_message(
    core: Core, people: tuple[Person, ...], course: str
) -> None:
    """Five players on four segments: nothing is left out, however long their names are."""
    core.kind, chance = "fellers", Random(1 + len(people))
    core.other_luck(1)
    await core.seated(*people, options={"course": course})

    async def says(words: str, mover: Person) -> str:
        return await with_hand(core, words, mover, chance)

    await played(core, "text", says, floats(chance), 40)


async def with_hand(core: Core, words: str, mover: Person, chance: Random) -> str:
    hand = (await core.do(mover, "hand")).text
    assert len(hand) <= MESSAGE_LENGTH
    cards = re.search(r"^Your hand: (.*)\. \d+ cards? in your deck\.$", hand, re.M)
    called = re.search(r"^To (.*): Play one", words, re.M)
    name = called[1] if called else mover.name
    own = re.search(rf"^{re.escape(name)}: (\w+ (?:wo)?man .*)\.$", words, re.M)
    assert cards, hand
    assert own, words
    mine = re.findall(r"(\w+ (?:wo)?man)", own[1])
    return fellers.spoken(fellers.heard(words), cards[1], mine, chance)


def floats(chance: Random) -> Finishes:
    """The player asks for the next floating piece when it matters."""

    def finishes(answer: str, _: Person) -> str:
        assert "Choose what floats next: " in answer
        return str(chance.choice(re.findall(r"`(:\w+)` \(", answer)))

    return finishes

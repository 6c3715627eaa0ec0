"""Players who were away for a whole round: of each game they read their own call and the alt text
of its picture, and nothing else.

They know the rules by heart, as in the tests of playing by ear. Source: issue 11, "Must hold".
"""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.bot import test_blind_player as logger
from tests.bot import test_kinds_blind_fellers as fellers
from tests.bot import test_kinds_blind_logjam as logjam
from tests.bot.controls import Controls
from tests.bot.core import PEOPLE, Core, Patch, Person
from tests.bot.discord.searching import unpainted
from tests.bot.words import in_words

DIE = 1000  # seconds, after which any die is rolled


@pytest.fixture(autouse=True)
def _plain(monkeypatch: Patch) -> None:
    unpainted(monkeypatch)


async def call(core: Core) -> tuple[Person, str]:
    """Whom the newest post calls, and all that they read: its words and its picture's."""
    await core.later(DIE)
    await core.deliver()
    mover, post = await core.mover(), core.transport.messages[-1]
    assert post.pings == (mover.id,)
    return mover, f"{post.text}\n{post.alt}"


async def over(core: Core) -> bool:
    await core.later(DIE)
    return (await core.game()).status == "over"


@pytest.mark.parametrize("players", [2, 4])
async def test_logger(core: Core, players: int) -> None:
    chance = Random(players)
    await core.seated(*PEOPLE[:players])
    for _ in range(300):
        if await over(core):
            return
        mover, words = await call(core)
        line = logger.spoken(logger.heard(words), mover.name, chance)
        answer = (await core.say(mover, line)).text
        assert "Turn played" in answer, (words, line, answer)
    raise AssertionError("the game did not end")


@pytest.mark.parametrize(
    ("players", "options"), [(3, {}), (2, {"board": "8x10", "setup": "classic", "logs": "22334"})]
)
async def test_logjam(core: Core, players: int, options: dict[str, str]) -> None:
    core.kind, chance = "logjam", Random(players)
    await core.seated(*PEOPLE[:players], options=options)
    for _ in range(900):
        if await over(core):
            return
        mover, words = await call(core)
        line = _logjam(words, mover.name, chance)
        for _ in range(12):
            answer = (await core.say(mover, line)).text
            if answer.startswith("Turn played in J1."):
                break
            assert answer.startswith("Saved as a draft in J1"), (words, line, answer)
            line = chance.choice(logjam.offered(answer, mover.name[0]))
    raise AssertionError("the game did not end")


def _logjam(words: str, me: str, chance: Random) -> str:
    """In the set-up the example of the call, and then a move."""
    if "Lay a log." in words or "Place a logger" in words:
        example = re.search(r"for example `(.*?)`", words)
        assert example, words
        return example[1]
    return logjam.spoken(logjam.heard(words), me, chance)


async def test_fellers(core: Core) -> None:
    """The river never changes: of it, Board As Text was read once."""
    core.kind, chance, controls = "fellers", Random(17), Controls(core)
    await core.seated(*PEOPLE[:2], options={"course": "A"})
    river = await in_words(core.cases.boards.as_text(core.wish(PEOPLE[0])))
    course = river.text[river.text.index("Start: ") :].split("\nHome: ")[0]
    for _ in range(500):
        if await over(core):
            return
        mover, words = await call(core)
        line = await _fellers(controls, mover, f"{words}\n{course}", chance)
        for _ in range(12):
            answer = (await core.say(mover, line)).text
            if answer.startswith("Turn played in F1."):
                break
            assert "Choose what floats next: " in answer, (words, line, answer)
            line = chance.choice(re.findall(r"`(:\w+)` \(", answer))
    raise AssertionError("the race did not end")


async def _fellers(controls: Controls, mover: Person, words: str, chance: Random) -> str:
    hand = (await controls.hand(mover)).text
    cards = re.search(r"^Your hand: (.*)\. \d+ cards? in your deck\.$", hand, re.M)
    own = re.search(rf"^{mover.name}: (\w+ (?:wo)?man .*)\.$", words, re.M)
    assert cards, hand
    assert own, words
    mine = re.findall(r"(\w+ (?:wo)?man)", own[1])
    return fellers.spoken(fellers.heard(words), cards[1], mine, chance)

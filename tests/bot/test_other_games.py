"""A game with dice and hidden hands at the same tables: the bot knows of no game in particular.

Source: issue 2, "two more games … will fit the same core without changing it"; design, "Chance
and secrets": nature's answers are rows of the log, and no hand is in a public post.
"""

from __future__ import annotations

from random import Random
from types import ModuleType
from typing import Any

import pytest

from bot.games import names, table
from bot.messages import layouts
from bot.tables import lobby, turns
from bot.text import answers, posts
from renderer import Picture
from rules import GAMES
from rules.dice import keyed
from rules.game import NATURE, Setup, Stop
from rules.play import answer, legal
from storage import GameRow, Row
from tests.bot.hall import ANN, BEN, CHANNEL, GUILD, Hall
from tests.rules.cards import CARDS

BOTH = {**GAMES, "cards": CARDS}


@pytest.fixture(autouse=True)
def _cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry with one game more, which has no pictures."""
    modules: tuple[ModuleType, ...] = (turns, lobby, names, posts, answers, table, layouts)
    for module in modules:
        if hasattr(module, "GAMES"):
            monkeypatch.setattr(module, "GAMES", BOTH)
    monkeypatch.setattr(layouts, "draw", lambda *_: Picture(b"", "cards"))


async def seated(hall: Hall) -> GameRow:
    await hall.open(ANN, 2, kind="cards")
    await hall.join(BEN)
    return await game(hall)


async def game(hall: Hall) -> GameRow:
    found = await hall.store.named(GUILD, "cards", 1)
    assert found is not None
    return found


async def play(hall: Hall, chance: Random) -> str:
    """The mover plays what he has, all he may; the line."""
    now = await game(hall)
    state: Any = (await hall.tables.at(now)).at.state
    words: list[str] = []
    while CARDS.game.actor(state) == now.on_turn:
        cards = [s for s in legal(CARDS.game, state) if not isinstance(s, Stop)]
        step = chance.choice(cards)
        words.append(str(step))
        state, _ = CARDS.game.apply(state, step)
    line = " ".join(words)
    assert now.on_turn is not None
    sitter = now.sitters[now.on_turn]
    mover = ANN if sitter.user == ANN.id else BEN
    assert "counts" in (await hall.say(mover, line)).text
    return line


async def test_the_roll_stands_before_the_first_mention(hall: Hall) -> None:
    """Nature has spoken in a row of her own, drawn from the seed, when the first is called."""
    begun = await seated(hall)
    rows = await hall.store.log(begun.id)
    assert [row.text.split()[0] for row in rows[:3]] == ["open", "join", "start"]
    opening, key = CARDS.game.new(Setup(2)), drawn_with(begun, rows)
    said, state, _ = answer(CARDS.game, opening, key, 1)
    assert (rows[3].seat, rows[3].text) == (NATURE, said)
    assert begun.on_turn == CARDS.game.actor(state)
    await hall.deliver()
    post = hall.posts()[-1]
    assert "your turn in **C1**" in post
    assert "rolls" in post, "the roll is told with the mention"
    assert "for example" not in post, "an example would give a hand away"


async def test_a_game_of_chance_and_secrets_to_its_end(lasting: Hall) -> None:
    """A turn and nature's answer are one commit; nobody's hand is ever posted; another process
    comes to the same position."""
    hall, chance = lasting, Random(4)
    await seated(hall)
    while (await game(hall)).status == "playing":
        before = (await game(hall)).n
        await play(hall, chance)
        after = await game(hall)
        assert after.n - before == (1 if after.status == "over" else 2)
        await hall.deliver()
    assert not any("gets" in text for text in hall.posts())
    assert "**C1 is over:" in hall.posts()[-1]
    await drawn_from_the_seed(hall)
    end = await hall.tables.at(await game(hall))
    next_one = await hall.again()
    assert (await next_one.tables.at(await game(next_one))).at == end.at
    await next_one.store.close()


def drawn_with(game: GameRow, rows: list[Row]) -> bytes:
    """The key of a game's chance."""
    return keyed(game.seed, [row.text.split()[1] for row in rows if row.text.startswith("join")])


async def drawn_from_the_seed(hall: Hall) -> None:
    """Anybody can check each of nature's rows, by the number of the answer."""
    over, answered = await game(hall), 0
    before: Any = CARDS.game.new(Setup(2))
    rows = await hall.store.log(over.id)
    for row in rows:
        if row.seat == NATURE:
            answered += 1
            drawn = answer(CARDS.game, before, drawn_with(over, rows), answered)
            assert drawn[0] == row.text
        if row.seat >= NATURE:
            before = (await hall.tables.at(over, row.n)).at.state


async def test_each_kind_has_its_own_numbers_and_commands(hall: Hall) -> None:
    """L1 and C1 side by side, told apart by letter and by command."""
    await seated(hall)
    await hall.open(ANN, 2, channel=CHANNEL + 1)
    assert "There is no game L2" in (await hall.say(ANN, "a1", name="L2")).text
    wrong = await hall.say(ANN, "a1", kind="logger")
    assert wrong.text == ("The game in this channel is C1, Cards, not Logger. Use `/cards` for it.")
    assert "C1" in (await hall.say(ANN, "", name="C1", channel=CHANNEL + 1)).text

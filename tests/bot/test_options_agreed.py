"""What a table agrees on before it begins: options of the game, said in the lobby.

Source: issue 4, item 1: loggers 3, 4 or 5, the set-up, board and logs as parameters; "said in the
lobby"; experience 3.4.
"""

from __future__ import annotations

import pytest

from rules import GAMES
from rules.errors import Unavailable
from rules.play import agree
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, CHANNEL, Core
from tests.bot.words import in_words

GAME = GAMES["logjam"].game


@pytest.fixture
def jam(core: Core) -> Core:
    core.kind = "logjam"
    return core


async def test_the_card_says_all_options_with_their_defaults(jam: Core) -> None:
    """Somebody who thinks of joining sees what he would play."""
    await jam.open(ANN, 2, options={"loggers": "5"})
    await jam.deliver()
    card = jam.posts()[-1]
    assert "loggers `5`" in card
    assert "setup `quick`" in card
    assert "board `10x12`" in card


async def test_the_options_are_played(jam: Core) -> None:
    """Five loggers each, and no other number."""
    await jam.open(ANN, 2, options={"loggers": "5"})
    await jam.join(BEN)
    assert "0/5" in (await in_words(jam.cases.boards.as_text(jam.wish(ANN)))).text


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"loggers": "7"}, "3, 4 or 5"),
        ({"setup": "fast"}, "quick or classic"),
        ({"board": "2x2"}, "board"),
        ({"logs": "9"}, "log"),
        ({"course": "A"}, "`loggers`"),
        ({"board": "x" * 99}, "board"),
    ],
)
async def test_what_is_not_possible_is_refused_with_what_is(
    jam: Core, options: dict[str, str], why: str
) -> None:
    """No lobby is opened, and the sentence names the choices."""
    answer = await jam.open(ANN, 2, options=options)
    assert why in answer.text
    assert await jam.store.here(CHANNEL) is None


async def test_a_thread_and_a_rematch_keep_the_options(jam: Core) -> None:
    """Asked for once, they are not asked for again."""
    await jam.open(ANN, 2, options={"loggers": "4"})
    taken = await jam.open(ANN, 2, options={"loggers": "5"})
    assert "loggers=5" in taken.buttons[0].id
    await jam.join(BEN)
    controls = Controls(jam)
    await controls.press(ANN, await controls.resign(ANN), "Resign From J1")
    await controls.again(BEN)
    assert (await jam.game(2)).options["loggers"] == "4"


def test_defaults_are_written_out() -> None:
    """So that another default, some day, alters no running game."""
    agreed = agree(GAME, 2, {})
    assert agreed == {option.name: option.default for option in GAME.options}


def test_a_value_is_one_line() -> None:
    """A record has a line for each option."""
    agreed = agree(GAME, 2, {"board": "10x12 \n"})
    assert agreed["board"] == "10x12"


def test_a_game_without_options_takes_none() -> None:
    with pytest.raises(Unavailable, match="Logger has no options"):
        agree(GAMES["logger"].game, 2, {"loggers": "3"})

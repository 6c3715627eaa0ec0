"""What a table is told of its clocks: before anybody joins, with each call, and in the rules.

Source: issue 12, items 1 and 3: shown in the lobby and in the call, absolute time first; the ladder
agreed in the lobby; what is played for whoever is absent stands in the rules.
"""

from __future__ import annotations

import pytest

from bot.messages.medium import VOICE
from bot.text import pages
from rules import GAMES
from tests.bot.core import ANN, BEN, Core

H = 3600.0
LADDER = (
    "When somebody's time is over, their turn is played for them; the second time in a row their "
    "seat is offered to others as well."
)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "There is no clock."),
        ({"pace": "none", "weekends": "stop"}, "There is no clock."),
        (
            {"pace": "relaxed"},
            f"Pace `relaxed`: 72 h, 36 h more with each turn, at most 240 h. {LADDER}",
        ),
        (
            {"pace": "brisk", "weekends": "stop", "vacations": "none"},
            f"Pace `brisk`: 24 h, 4 h more with each turn, at most 72 h. {LADDER} The clocks stand "
            "still on weekends. Vacations do not stop them.",
        ),
    ],
)
async def test_the_lobby_says_how_much_time_there_is_and_what_comes_then(
    core: Core, options: dict[str, str], said: str
) -> None:
    await core.open(ANN, 2, options=options)
    await core.deliver()
    assert said in core.posts()[-1].split("\n")


async def test_a_table_that_says_nothing_is_relaxed(core: Core) -> None:
    wish = core.wish(ANN, kind="logger")
    await core.cases.lobby.open(wish, 2, thread=False)
    assert (await core.game()).options["pace"] == "relaxed"


async def test_a_call_says_until_when_there_is_time_absolute_first(core: Core) -> None:
    await core.seated(ANN, BEN, options={"pace": "steady"})
    await core.deliver()
    due = int(core.time() + 72 * H)
    (line,) = [line for line in core.posts()[-1].split("\n") if "Play by" in line]
    assert line.startswith(f"-# Play by <t:{due}:f> (<t:{due}:R>). Reply, for example `")


async def test_a_call_that_is_posted_late_says_the_time_as_it_is_by_then(core: Core) -> None:
    """Discord was out of reach, and so was the bot: the clock stood still meanwhile."""
    await core.seated(ANN, BEN, options={"pace": "steady"})
    await core.cases.clocks.beat()
    begun = core.time()
    core.time.seconds += 30 * H
    await core.cases.clocks.beat()
    await core.deliver()
    assert f"Play by <t:{int(begun + 72 * H + 31 * H)}:f>" in core.posts()[-1]


async def test_there_is_no_time_to_tell_where_there_is_no_clock(core: Core) -> None:
    await core.seated(ANN, BEN)
    await core.deliver()
    assert "Play by" not in core.posts()[-1]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("logger", "your logger stays, what must grow does, and then a seedling is planted"),
        ("logjam", "nothing is done with the roll"),
        ("fellers", "your lowest card is played, and nobody walks"),
    ],
)
def test_the_rules_of_each_game_say_what_the_clock_plays(kind: str, said: str) -> None:
    assert [*GAMES] == ["logger", "logjam", "fellers"]
    (topic,) = [each for each in pages.topics(kind) if each.key.startswith("timeouts")]
    assert said in VOICE.say(topic.words)

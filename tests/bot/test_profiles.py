"""`/games profile`: what each game says of somebody's last games, how soon they answer, the course
of their ratings.

Source: issue 14, item 5; experience 3.10, 3.11.
"""

from __future__ import annotations

from random import Random

import pytest

from bot.domain.answering import waits
from bot.domain.personal import HIDDEN
from bot.messages.message import Message
from rules.errors import Unavailable
from rules.game import NATURE, TABLE
from storage import Row
from tests.bot.core import ANN, BEN, CY, Core, Person
from tests.bot.playing import turn
from tests.bot.test_standings import over
from tests.bot.words import in_words

HOUR = 3_600.0


async def profile(core: Core, who: Person = ANN) -> str:
    """Ann's."""
    return (await _panel(core, who, ANN)).text


async def _panel(core: Core, who: Person, of: Person) -> Message:
    return await in_words(core.cases.profiles.show(core.wish(who), of.name if who != of else ""))


async def test_a_profile_says_how_somebody_plays(core: Core) -> None:
    """A line for each game that they have played here, with what the game counts and how soon they
    usually answer."""
    nobody = await in_words(core.cases.profiles.show(core.wish(ANN)))
    assert nobody.text == "Ann has finished no game here yet."
    await core.seated(ANN, BEN)
    chance = Random(5)
    while (await core.game()).status == "playing":
        core.time.seconds += 5 * HOUR
        await core.say(await core.mover(), turn(await core.table(), chance))
    head, logger, figures = (await profile(core, BEN)).splitlines()
    assert head == "**Ann on this server**"
    assert logger.startswith("**Logger**: 1 game, ")
    assert logger.endswith(", rating new.")
    assert figures.startswith("-# In the last game: ")
    assert " points a chop; longest row " in figures
    assert " with the first move, " in figures
    assert figures.endswith("Usually answers in 5 h.")


async def test_the_course_of_ratings_is_a_picture_and_its_words(core: Core) -> None:
    """From the sixth rated game on; its alt text has the same numbers."""
    for n in range(4):
        await over(core, f"a{n}", ANN, BEN)
    assert (await _panel(core, CY, ANN)).picture is None
    await over(core, "fifth", ANN, CY)
    assert (await _panel(core, CY, ANN)).picture is None
    for n in range(2):
        await over(core, f"b{n}", ANN, CY)
    panel = await _panel(core, CY, ANN)
    assert panel.file == "ratings.png"
    assert panel.picture is not None
    head, course = panel.picture.alt.splitlines()
    assert head == "The course of Ann's ratings."
    assert course.startswith("Logger: the last 3 rated games, from 2,")
    line = panel.text.splitlines()[1]
    last = course.split(" to ")[1].split(", at")[0]
    assert f"rating {last}, give or take" in line


async def test_who_is_hidden_has_a_profile_for_themselves_alone(core: Core) -> None:
    """To all others they are as unknown as somebody who has never played."""
    await over(core, "a", ANN, BEN)
    await core.store.set_personal(ANN.id, HIDDEN, "on")
    for who in ("Ann", str(ANN.id), f"<@{ANN.id}>", "Nobody"):
        with pytest.raises(Unavailable, match=r"Nobody called .* has finished a game"):
            await core.cases.profiles.show(core.wish(BEN), who)
    assert [x.value for x in await core.cases.profiles.named(core.wish(CY))] == [str(BEN.id)]
    assert "1 game, 1 won" in await profile(core)


async def test_somebody_is_meant_by_name_id_or_mention(core: Core) -> None:
    """Whoever has finished a game here is offered."""
    await over(core, "a", ANN, BEN)
    for who in ("ann", " Ann ", str(ANN.id), f"<@{ANN.id}>"):
        panel = await in_words(core.cases.profiles.show(core.wish(BEN), who))
        assert panel.text.startswith("**Ann on this server**")
    offered = [x.value for x in await core.cases.profiles.named(core.wish(CY, "an"))]
    assert offered == [str(ANN.id)]


async def test_a_game_that_the_rules_cannot_follow_says_nothing(core: Core) -> None:
    """Its line counts; nobody is refused their profile because of it."""
    await over(core, "a", ANN, BEN)
    assert "In the last game" not in await profile(core)


def test_an_answer_is_from_the_row_that_made_it_their_turn() -> None:
    """What the table talks about starts no wait; what was played without them is no answer; the
    wait begins with the roll, the start, or somebody else's turn."""
    rows = [
        Row(1, TABLE, "open", "", "a", 0.0),
        Row(2, TABLE, "start 1 0", "", "b", 10.0),
        Row(3, 0, "a1", "m", "c", 25.0),
        Row(4, 1, "e5", "m", "d", 30.0),
        Row(5, TABLE, "nudge 1", "", "e", 40.0),
        Row(6, 0, "b1", "m", "f", 60.0),
        Row(7, 1, "d5", "m", None, 60.0),
        Row(8, NATURE, "4", "m", None, 70.0),
        Row(9, 0, "c1", "m", "g", 71.0),
    ]
    assert list(waits(rows, 0)) == [15.0, 30.0, 1.0]
    assert list(waits(rows, 1)) == [5.0]

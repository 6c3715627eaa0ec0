"""A game as one line of signs: it gives nothing away but what one shares, and is the same for all
but one's own seat.

Source: issue 27, item 9.
"""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.features.share_line import AHEAD, BEHIND, LEVEL, SQUARES, line
from bot.messages.boundary import answered
from rules.ending import Ending
from rules.text import Text
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, EVE, Core, Person
from tests.bot.test_few_words import SEATS, SHORT, at_its_end, ends

MIRRORED = str.maketrans({AHEAD: BEHIND, BEHIND: AHEAD})


@pytest.mark.parametrize(("kind", "seats"), SEATS)
def test_a_line_is_of_signs_alone(kind: str, seats: int) -> None:
    """A sign of the game, its name, ten squares and how it ended; no score, nobody's name."""
    for at in ends(kind, seats):
        table = at_its_end(kind, at, SHORT[:seats])
        scores = [tuple((n * (seat + 2)) % 7 for seat in range(seats)) for n in range(34)]
        ending = Ending(tuple(scores), Text("points"), None)
        for seat in range(seats):
            said = line(table, ending, seat)
            sign, name, squares, end = said.split()
            assert (sign, name) == (table.kind.game.sign, f"{table.kind.game.letter}1")
            assert set(squares) <= {AHEAD, LEVEL, BEHIND}
            assert len(squares) == SQUARES
            assert not re.search(r"[\w]", end)


def two(ending: Ending, first: int, second: int) -> list[str]:
    """The lines of both seats of a game of Logger that ended with these points."""
    at = ends("logger", 2)[0]
    at = replace(at, state=at.state._replace(points=(first, second)))
    return [line(at_its_end("logger", at, SHORT[:2]), ending, seat) for seat in (0, 1)]


def test_two_lines_of_a_game_mirror_each_other() -> None:
    """Only one's own point of view differs; a draw looks like one to both."""
    scores = ((0, 0), (1, 0), (1, 1), (1, 2), (2, 2), (4, 2))
    ending = Ending(scores, Text("points"), None)
    assert two(ending, 11, 9) == ["🌲 L1 🟩🟨⬛🟨🟩 🏆", "🌲 L1 ⬛🟨🟩🟨⬛ 🥈"]
    first, second = two(ending, 10, 10)
    assert first.endswith("🤝")
    assert second == first.translate(MIRRORED)


def test_where_the_fewest_points_win_whoever_has_fewer_is_ahead() -> None:
    """rules/game.py, `lowest_wins`: such a game has its line without code of its own."""
    table = at_its_end("chips", ends("chips", 3)[0], SHORT[:3])
    ending = Ending(((0, 0, 0), (5, 0, 9), (5, 7, 9)), Text("points"), None)
    squares = [line(table, ending, seat).split()[2] for seat in range(3)]
    assert squares == [BEHIND + AHEAD, AHEAD + BEHIND, BEHIND + BEHIND]


async def told(core: Core, who: Person) -> str:
    return (await answered(core.verbs.do("line", core.wish(who, game=1)))).text


async def test_the_button_shows_the_line_to_who_presses(core: Core) -> None:
    """Not before the end; whoever has no seat sees it as who came first does."""
    await core.seated(ANN, BEN)
    await core.play("a1", "e5", "b1 +c1", "d5 +c5")
    await core.deliver()
    assert "once it's over" in await told(core, ANN)
    await Controls(core).gone(ANN)
    await core.deliver()
    result = core.transport.messages[-1]
    assert "Share Result" in [button.label for button in result.buttons]
    posted = len(core.transport.messages)
    ann, ben, eve = [await told(core, who) for who in (ANN, BEN, EVE)]
    assert ann.split("\n")[0] == "`🌲 L1 🟨🟨🟨🟨 🏳️`"
    assert ben.split("\n")[0] == "`🌲 L1 🟨🟨🟨🟨 🏆`"
    assert eve == ben
    assert "From Ann's seat" in ann
    assert len(core.transport.messages) == posted, "nobody else sees it"

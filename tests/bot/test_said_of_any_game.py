"""What is said of a game is what that game does, not what the three of today do.

Source: issue 9, item 5: a turn that cannot be taken back, and what comes of leaving.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.messages.layouts import more
from bot.text import answers, posts
from rules.drafting import Kind
from rules.game import NOBODY, Event, Leave, Seat, Step
from rules.text import NOTHING
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, CY, Core
from tests.bot.kinds import game, hosting, seated, turn_of
from tests.bot.wide import Wide, WideEnglish, WideGame
from tests.bot.words import words
from tests.rules.cards import CARDS, CardGame
from tests.rules.keep import KIND as KEEP
from tests.rules.keep import Keep, Table

DRAWN = "a card is drawn at once, so it cannot be taken back"
UNTIL = "can be taken back until the next one is made"


class Bluff(CardGame):
    """Hands are hidden, and nothing is drawn after a turn, as in Liar's Dice."""

    key, letter = "bluff", "B"
    final = NOTHING


class Silent(Bluff):
    """The same, written by somebody who knows nothing of such remarks."""

    def __getattribute__(self, name: str) -> Any:
        if name == "final":
            raise AttributeError(name)
        return super().__getattribute__(name)


@pytest.mark.parametrize("made", [Bluff, Silent])
async def test_a_game_with_hands_may_take_turns_back(core: Core, made: type[CardGame]) -> None:
    """Not every hidden hand is refilled: the card, More and its buttons say what is so."""
    core.hosts(hosting(Kind(made(), CARDS.texts)))
    await seated(core, "bluff")
    now = await game(core, "bluff")
    assert UNTIL in words(posts.lobby(replace(now, status="lobby")))
    panel = more(now)
    assert UNTIL in words(panel.text)
    assert "Take Back My Turn" in [str(button.label) for button in panel.rows[0]]


async def test_a_game_that_draws_says_so(core: Core) -> None:
    core.hosts(hosting(CARDS))
    await seated(core, "cards")
    assert DRAWN in words(more(await game(core, "cards")).text)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("fellers", "cannot be taken back"),
        ("logger", "until the next one is made"),
        ("logjam", "can be taken back for 2 minutes, before a die answers it"),
    ],
)
async def test_each_game_says_when_a_turn_counts(core: Core, key: str, said: str) -> None:
    await seated(core, key)
    assert said in words(answers.counts_when(await game(core, key)))


@dataclass(frozen=True, slots=True)
class Left(Wide):
    """Somebody has left; points are those of the others."""

    gone: Seat = -1
    points: tuple[int, ...] = ()


class Fragile(WideGame):
    """For three, and over as soon as one of them leaves."""

    key, letter, most = "fragile", "X", 3
    hidden_information = False

    def __init__(self, *points: int, hands: bool = False) -> None:
        super().__init__((3,))
        self.points, self.hidden_information = points, hands

    def actor(self, s: Wide) -> Seat:
        return NOBODY if isinstance(s, Left) else len(s.said) % 3

    def apply(self, s: Wide, step: Step) -> tuple[Wide, list[Event]]:
        if isinstance(step, Leave):
            return Left(s.said, step.seat, self.points), []
        return super().apply(s, step)

    def scores(self, s: Wide) -> tuple[tuple[int, ...], ...]:
        gone = s.gone if isinstance(s, Left) else None
        return tuple(() if seat == gone else (n,) for seat, n in enumerate(self.points))


async def _asked(core: Core, fragile: Fragile) -> str:
    core.hosts(hosting(Kind(fragile, WideEnglish(fragile))))
    await core.open(ANN, 3, kind="fragile")
    for person in (BEN, CY):
        await core.join(person)
    now = await game(core, "fragile")
    third = next(p for p in (ANN, BEN, CY) if p.id == now.sitters[2].user)
    names = {str(i): sitter.name for i, sitter in enumerate(now.sitters)}
    text = (await Controls(core).resign(third)).text
    for seat, name in names.items():
        text = text.replace(name, f"<{seat}>")
    return text


@pytest.mark.parametrize(
    ("points", "verdict"), [((4, 5, 9), "<1> wins"), ((5, 5, 9), "<0> and <1> share a draw")]
)
async def test_where_leaving_ends_the_game_resign_says_so(
    core: Core, points: tuple[int, ...], verdict: str
) -> None:
    """Two others are there, and still they do not play on."""
    asked = await _asked(core, Fragile(*points))
    assert f"the game ends for everybody, and {verdict}." in asked
    assert "play on" not in asked


async def test_asking_to_resign_tells_nobody_who_would_win(core: Core) -> None:
    """With hands hidden, who asks learns that the game ends, and no more."""
    asked = await _asked(core, Fragile(4, 5, 9, hands=True))
    assert "the game ends for everybody, and its result is told." in asked
    assert "wins" not in asked


class Free(Keep):
    """A six need not be kept, so that there is a choice."""

    def why_not(self, s: Table, step: Step) -> None:
        return None


async def test_a_choice_without_a_hint_is_its_label(core: Core) -> None:
    """rules/base.py offers a game's words without saying what comes of them."""
    core.hosts(hosting(Kind(Free(), KEEP.texts)))
    core.other_luck(1)
    controls = await seated(core, "keep")
    mover, _ = await turn_of(core, "keep")
    lines = (await controls.options(mover)).text.split("\n")
    assert lines[-2:] == ["- Say keep", "- Say again"]

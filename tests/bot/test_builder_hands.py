"""The turn builder in a game of cards: rows of buttons, a hand of one's own, and no way to learn
from panels, ids or checksums what others hold.

Source: design, "Chance and secrets"; experience 3.8 and 3.13.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import renderer
from bot.core.table import ReplayState
from bot.messages.message import Message
from renderer import Hosted, Labels, Picture
from rules.errors import Refused
from rules.play import Seen
from tests.bot.controls import Controls, button, buttons
from tests.bot.core import ANN, BEN, CHANCE, EVE, Core, Person
from tests.bot.kinds import game, hosting, line, seated, turn_of
from tests.bot.words import in_words
from tests.rules.cards import CARDS, CardEnglish, Cards, Due

MINE = Cards(Due.PLAY, 0, ("br", "rr"), "bbbrrrr", roll=3, left=3)


def drawn(what: Hosted, seen: Seen[Any], labels: Labels, voice: object) -> Picture:
    """A hand as a picture whose alt text is all that the artist was shown."""
    return Picture(
        b"\x89PNG", f"{what.kind.game.key} {labels.game} {seen.seat}: {' '.join(seen.state.hands)}"
    )


@pytest.fixture(autouse=True)
def _hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderer, "draw_hand", drawn)


async def put(controls: Controls, position: Cards = MINE) -> tuple[Person, Person]:
    """A game of cards that stands at this position; who is on turn, and the other."""
    core = controls.core
    now = await game(core, "cards")
    mover, other = (ANN, BEN) if now.sitters[0].user == ANN.id else (BEN, ANN)
    core.tables.remember(now.id, now.n, ReplayState(position, (), 1, CHANCE))
    return mover, other


@pytest.fixture
async def controls(core: Core) -> Controls:
    core.hosts(hosting(CARDS))
    return await seated(core, "cards")


def rows(panel: Message) -> list[list[tuple[str, bool]]]:
    return [[(each.label, each.off) for each in row] for row in panel.rows]


# rows of buttons


async def test_cards_are_a_row_of_buttons(controls: Controls) -> None:
    """In the order given; the ids say which place and never which card."""
    mover, _ = await put(controls)
    panel = await controls.take(mover)
    assert rows(panel) == [[("blue", False), ("red", False)]]
    now = await game(controls.core, "cards")
    assert [each.id for each in panel.rows[0]] == [
        f"lc:press:{now.id}:{now.n}:0:0",
        f"lc:press:{now.id}:{now.n}:0:1",
    ]
    assert await controls.words(panel) == {"+b", "+r"}


async def test_what_cannot_be_pressed_keeps_its_place_and_says_why(controls: Controls) -> None:
    mover, _ = await put(controls, replace(MINE, hands=("rrr", "bb")))
    panel = await controls.take(mover)
    assert rows(panel) == [[("blue", True), ("red", False)]]
    assert "blue is not possible: you have no such card." in panel.text
    now = await game(controls.core, "cards")
    with pytest.raises(Exception, match="blue is not possible: you have no such card"):
        await controls.builder.press(controls.core.wish(mover, game=now.id, n=now.n), 0, 0)
    assert await line(controls.core, "cards") == ""


async def test_presses_make_a_turn(controls: Controls) -> None:
    """A card, enough as a button of its own, confirm; then the board is shown and not the hand."""
    mover, other = await put(controls)
    panel = await controls.press(mover, await controls.take(mover), "blue")
    assert panel.file.endswith("-preview.png")
    assert panel.text.startswith("Your hand: red.\n")
    assert await line(controls.core, "cards") == "+b"
    preview = await controls.press(mover, panel, "Enough")
    assert preview.rows == ()
    answer = await controls.press(mover, preview, "Confirm Turn")
    assert "Your turn in C1 counts." in answer.text
    assert (await turn_of(controls.core, "cards"))[0] == other
    log = await controls.core.store.log((await game(controls.core, "cards")).id)
    assert log[-2].text == "+b ."


async def test_pressed_twice_it_counts_once(controls: Controls) -> None:
    """At once or later; and confirmed twice it is the same success."""
    mover, _ = await put(controls, replace(MINE, hands=("bbr", "rr")))
    panel = await controls.take(mover)
    blue = button(panel, "blue")
    first, second = await asyncio.gather(controls.push(mover, blue), controls.push(mover, blue))
    assert first == second == await controls.push(mover, blue)
    assert await line(controls.core, "cards") == "+b"
    preview = await controls.press(mover, first, "Enough")
    assert await controls.push(mover, blue) == preview
    both = await asyncio.gather(*(controls.press(mover, preview, "Confirm Turn") for _ in "12"))
    assert both[0].text == both[1].text
    assert "counts" in both[0].text


async def test_a_button_of_an_earlier_turn_is_politely_stale(controls: Controls) -> None:
    mover, other = await put(controls)
    old = await controls.take(mover)
    assert f"It is {mover.name}'s turn" in (await controls.press(other, old, "blue")).text
    assert "You are not in C1" in (await controls.press(EVE, old, "blue")).text
    preview = await controls.press(mover, await controls.press(mover, old, "red"), "Enough")
    await controls.press(mover, preview, "Confirm Turn")
    assert f"It is {other.name}'s turn" in (await controls.press(mover, old, "blue")).text
    await controls.core.say(other, "+r")
    while (await turn_of(controls.core, "cards"))[0] != mover:
        await controls.core.say(other, "+r")
    assert (
        "moved on since then; nothing was changed"
        in (await controls.press(mover, old, "blue")).text
    )


async def test_a_row_works_after_a_restart(lasting: Core) -> None:
    """The ways are worked out anew from the draft."""
    lasting.hosts(hosting(CARDS))
    controls = await seated(lasting, "cards")
    mover, _ = await turn_of(lasting, "cards")
    panel = await controls.take(mover)
    core = await lasting.again()
    controls = Controls(core)
    while (await turn_of(core, "cards"))[0] == mover:
        ways = [each for row in panel.rows for each in row if not each.off]
        pressed = ways[0] if ways else button(panel, "Confirm Turn")
        panel = await controls.push(mover, pressed)
    assert "counts" in panel.text
    await core.store.close()


# a hand of one's own


async def test_the_mover_sees_his_hand_with_the_builder(controls: Controls) -> None:
    mover, _ = await put(controls)
    panel = await controls.hand(mover, n=1)
    assert panel == await controls.take(mover), "also by the button of an older board"
    assert panel.text.startswith("Your hand: blue and red.\nIt is your turn in C1.")
    assert panel.picture == Picture(b"\x89PNG", "cards C1 0: br ??")
    assert panel.file.endswith("-hand.png")


async def test_the_preview_shows_the_board_and_no_hand_picture(controls: Controls) -> None:
    mover, _ = await put(controls)
    preview = await controls.press(
        mover, await controls.press(mover, await controls.take(mover), "red"), "Enough"
    )
    assert preview.file.endswith("-preview.png")


async def test_who_waits_sees_his_hand_alone(controls: Controls) -> None:
    """Any seat at any time; an old button as well."""
    mover, other = await put(controls)
    panel = await controls.hand(other, n=2)
    assert panel.text == f"Your hand: red and red.\n**C1**, turn 2. It is {mover.name}'s turn."
    assert panel.picture == Picture(b"\x89PNG", "cards C1 1: ?? rr")
    assert buttons(panel) == []


async def test_nobody_else_has_a_hand(controls: Controls) -> None:
    """A stranger, a lobby, a game that was closed: a sentence each."""
    assert (await controls.hand(EVE)).text == (
        "Only those who play C1 have a hand there; `/cards board` shows you what everybody may see."
    )
    now = await game(controls.core, "cards")
    await controls.core.cancel(ANN, game=now.id, n=now.n)
    assert "C1 was closed on" in (await controls.hand(BEN)).text
    await controls.core.open(ANN, 2, kind="cards")
    assert "C2 has not started yet" in (await controls.hand(ANN)).text


async def test_a_game_without_hands_says_so(core: Core) -> None:
    await core.seated(ANN, BEN)
    assert "Nothing is hidden in L1" in (await Controls(core).hand(ANN)).text


# secrets


async def test_a_panel_tells_nothing_of_other_hands(controls: Controls) -> None:
    """Whatever the others hold and whatever is in the bag, every panel of a turn is the same to
    the last letter of its ids: a checksum of the truth would let one try out their hands."""
    seen = []
    for theirs, bag in (("rr", "bbbrrrr"), ("bb", "brrrrrr"), ("br", "bbrrrrr")):
        mover, _ = await put(controls, replace(MINE, hands=("br", theirs), bag=bag))
        panels = [await controls.take(mover)]
        for label in ("blue", "Enough"):
            panels.append(await controls.press(mover, panels[-1], label))
        seen.append(panels)
        await controls.press(mover, panels[-1], "Start Over")
    assert seen[0] == seen[1] == seen[2]
    assert seen[0][-1].picture is not None
    assert button(seen[0][-1], "Confirm Turn")


class Watchful(CardEnglish):
    """Tells nothing of a position that is not blanked for somebody."""

    def __getattribute__(self, name: str) -> Any:
        found = object.__getattribute__(self, name)
        return (
            _watched(found) if name in ("call", "hand", "choices", "summary", "offers") else found
        )


def _watched(verb: Callable[..., Any]) -> Callable[..., Any]:
    def told(s: Cards, *seat: int) -> Any:
        assert any(s == CARDS.game.view(s, seat) for seat in (None, 0, 1)), s
        return verb(s, *seat)

    return told


async def test_sentences_are_made_from_what_the_mover_sees(controls: Controls) -> None:
    """In panels, in a refusal and in what is said after it."""
    controls.core.hosts(hosting(replace(CARDS, texts=Watchful())))
    controls = Controls(controls.core)
    mover, _ = await put(controls)
    panel = await controls.take(mover)
    now = await game(controls.core, "cards")
    for word, reason in (("+x", "Say one word"), (".", "you must play a card")):
        wish = controls.core.wish(mover, word, game=now.id, n=now.n)
        with pytest.raises(Refused, match=reason):
            await in_words(controls.builder.pick(wish, 0))
    preview = await controls.press(mover, await controls.press(mover, panel, "red"), "Enough")
    assert "counts" in (await controls.press(mover, preview, "Confirm Turn")).text


async def test_only_what_was_shown_is_confirmed(controls: Controls) -> None:
    """An older preview never plays a newer draft."""
    mover, _ = await put(controls)
    first = await controls.take(mover)
    older = await controls.press(mover, await controls.press(mover, first, "blue"), "Enough")
    await controls.press(mover, older, "Start Over")
    newer = await controls.press(mover, await controls.press(mover, first, "red"), "Enough")
    assert await controls.press(mover, older, "Confirm Turn") == newer
    assert "counts" in (await controls.press(mover, newer, "Confirm Turn")).text

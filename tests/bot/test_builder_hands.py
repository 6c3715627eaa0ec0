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
from bot.games.table import ReplayState
from bot.messages.message import Message
from renderer import Labels, Picture
from rules.errors import Refused
from rules.play import Seen
from tests.bot.desks import Desks, button, buttons
from tests.bot.hall import ANN, BEN, CHANCE, EVE, Hall, Person
from tests.bot.kinds import game, line, register, seated, turn_of
from tests.rules.cards import CARDS, CardEnglish, Cards, Due

MINE = Cards(Due.PLAY, 0, ("br", "rr"), "bbbrrrr", roll=3, left=3)


def drawn(kind: str, seen: Seen[Any], labels: Labels) -> Picture:
    """A hand as a picture whose alt text is all that the artist was shown."""
    return Picture(b"\x89PNG", f"{kind} {labels.game} {seen.seat}: {' '.join(seen.state.hands)}")


@pytest.fixture(autouse=True)
def _kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, CARDS)
    monkeypatch.setattr(renderer, "draw_hand", drawn)


async def put(desks: Desks, position: Cards = MINE) -> tuple[Person, Person]:
    """A game of cards that stands at this position; who is on turn, and the other."""
    hall = desks.hall
    now = await game(hall, "cards")
    mover, other = (ANN, BEN) if now.sitters[0].user == ANN.id else (BEN, ANN)
    hall.tables.remember(now.id, now.n, ReplayState(position, (), 1, CHANCE))
    return mover, other


@pytest.fixture
async def desks(hall: Hall) -> Desks:
    return await seated(hall, "cards")


def rows(panel: Message) -> list[list[tuple[str, bool]]]:
    return [[(each.label, each.off) for each in row] for row in panel.rows]


# rows of buttons


async def test_cards_are_a_row_of_buttons(desks: Desks) -> None:
    """In the order given; the ids say which place and never which card."""
    mover, _ = await put(desks)
    panel = await desks.take(mover)
    assert rows(panel) == [[("blue", False), ("red", False)]]
    now = await game(desks.hall, "cards")
    assert [each.id for each in panel.rows[0]] == [
        f"lc:press:{now.id}:{now.n}:0:0",
        f"lc:press:{now.id}:{now.n}:0:1",
    ]
    assert await desks.words(panel) == {"+b", "+r"}


async def test_what_cannot_be_pressed_keeps_its_place_and_says_why(desks: Desks) -> None:
    mover, _ = await put(desks, replace(MINE, hands=("rrr", "bb")))
    panel = await desks.take(mover)
    assert rows(panel) == [[("blue", True), ("red", False)]]
    assert "blue is not possible: you have no such card." in panel.text
    now = await game(desks.hall, "cards")
    with pytest.raises(Exception, match="blue is not possible: you have no such card"):
        await desks.builder.press(desks.hall.wish(mover, game=now.id, n=now.n), 0, 0)
    assert await line(desks.hall, "cards") == ""


async def test_presses_make_a_turn(desks: Desks) -> None:
    """A card, enough as a button of its own, confirm; then the board is shown and not the hand."""
    mover, other = await put(desks)
    panel = await desks.press(mover, await desks.take(mover), "blue")
    assert panel.file.endswith("-preview.png")
    assert panel.text.startswith("Your hand: red.\n")
    assert await line(desks.hall, "cards") == "+b"
    preview = await desks.press(mover, panel, "Enough")
    assert preview.rows == ()
    answer = await desks.press(mover, preview, "Confirm Turn")
    assert "Your turn in C1 counts." in answer.text
    assert (await turn_of(desks.hall, "cards"))[0] == other
    log = await desks.hall.store.log((await game(desks.hall, "cards")).id)
    assert log[-2].text == "+b ."


async def test_pressed_twice_it_counts_once(desks: Desks) -> None:
    """At once or later; and confirmed twice it is the same success."""
    mover, _ = await put(desks, replace(MINE, hands=("bbr", "rr")))
    panel = await desks.take(mover)
    blue = button(panel, "blue")
    first, second = await asyncio.gather(desks.push(mover, blue), desks.push(mover, blue))
    assert first == second == await desks.push(mover, blue)
    assert await line(desks.hall, "cards") == "+b"
    preview = await desks.press(mover, first, "Enough")
    assert await desks.push(mover, blue) == preview
    both = await asyncio.gather(*(desks.press(mover, preview, "Confirm Turn") for _ in "12"))
    assert both[0].text == both[1].text
    assert "counts" in both[0].text


async def test_a_button_of_an_earlier_turn_is_politely_stale(desks: Desks) -> None:
    mover, other = await put(desks)
    old = await desks.take(mover)
    assert f"It is {mover.name}'s turn" in (await desks.press(other, old, "blue")).text
    assert "You are not in C1" in (await desks.press(EVE, old, "blue")).text
    preview = await desks.press(mover, await desks.press(mover, old, "red"), "Enough")
    await desks.press(mover, preview, "Confirm Turn")
    assert f"It is {other.name}'s turn" in (await desks.press(mover, old, "blue")).text
    await desks.hall.say(other, "+r")
    while (await turn_of(desks.hall, "cards"))[0] != mover:
        await desks.hall.say(other, "+r")
    assert (
        "moved on since then; nothing was changed" in (await desks.press(mover, old, "blue")).text
    )


async def test_a_row_works_after_a_restart(lasting: Hall) -> None:
    """The ways are worked out anew from the draft."""
    desks = await seated(lasting, "cards")
    mover, _ = await turn_of(lasting, "cards")
    panel = await desks.take(mover)
    hall = await lasting.again()
    desks = Desks(hall)
    while (await turn_of(hall, "cards"))[0] == mover:
        ways = [each for row in panel.rows for each in row if not each.off]
        pressed = ways[0] if ways else button(panel, "Confirm Turn")
        panel = await desks.push(mover, pressed)
    assert "counts" in panel.text
    await hall.store.close()


# a hand of one's own


async def test_the_mover_sees_his_hand_with_the_builder(desks: Desks) -> None:
    mover, _ = await put(desks)
    panel = await desks.hand(mover, n=1)
    assert panel == await desks.take(mover), "also by the button of an older board"
    assert panel.text.startswith("Your hand: blue and red.\nIt is your turn in C1.")
    assert panel.picture == Picture(b"\x89PNG", "cards C1 0: br ??")
    assert panel.file.endswith("-hand.png")


async def test_the_preview_shows_the_board_and_no_hand_picture(desks: Desks) -> None:
    mover, _ = await put(desks)
    preview = await desks.press(
        mover, await desks.press(mover, await desks.take(mover), "red"), "Enough"
    )
    assert preview.file.endswith("-preview.png")


async def test_who_waits_sees_his_hand_alone(desks: Desks) -> None:
    """Any seat at any time; an old button as well."""
    mover, other = await put(desks)
    panel = await desks.hand(other, n=2)
    assert panel.text == f"Your hand: red and red.\n**C1**, turn 2. It is {mover.name}'s turn."
    assert panel.picture == Picture(b"\x89PNG", "cards C1 1: ?? rr")
    assert buttons(panel) == []


async def test_nobody_else_has_a_hand(desks: Desks) -> None:
    """A stranger, a lobby, a game that was closed: a sentence each."""
    assert (await desks.hand(EVE)).text == (
        "Only those who play C1 have a hand there; `/cards board` shows you what everybody may see."
    )
    now = await game(desks.hall, "cards")
    await desks.hall.cancel(ANN, game=now.id, n=now.n)
    assert "C1 was closed on" in (await desks.hand(BEN)).text
    await desks.hall.open(ANN, 2, kind="cards")
    assert "C2 has not started yet" in (await desks.hand(ANN)).text


async def test_a_game_without_hands_says_so(hall: Hall) -> None:
    await hall.seated(ANN, BEN)
    assert "Nothing is hidden in L1" in (await Desks(hall).hand(ANN)).text


# secrets


async def test_a_panel_tells_nothing_of_other_hands(desks: Desks) -> None:
    """Whatever the others hold and whatever is in the bag, every panel of a turn is the same to
    the last letter of its ids: a checksum of the truth would let one try out their hands."""
    seen = []
    for theirs, bag in (("rr", "bbbrrrr"), ("bb", "brrrrrr"), ("br", "bbrrrrr")):
        mover, _ = await put(desks, replace(MINE, hands=("br", theirs), bag=bag))
        panels = [await desks.take(mover)]
        for label in ("blue", "Enough"):
            panels.append(await desks.press(mover, panels[-1], label))
        seen.append(panels)
        await desks.press(mover, panels[-1], "Start Over")
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


async def test_sentences_are_made_from_what_the_mover_sees(
    desks: Desks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In panels, in a refusal and in what is said after it."""
    register(monkeypatch, replace(CARDS, english=Watchful()))
    mover, _ = await put(desks)
    panel = await desks.take(mover)
    now = await game(desks.hall, "cards")
    for word, reason in (("+x", "Say one word"), (".", "you must play a card")):
        wish = desks.hall.wish(mover, word, game=now.id, n=now.n)
        with pytest.raises(Refused, match=reason):
            await desks.builder.pick(wish, 0)
    preview = await desks.press(mover, await desks.press(mover, panel, "red"), "Enough")
    assert "counts" in (await desks.press(mover, preview, "Confirm Turn")).text


async def test_only_what_was_shown_is_confirmed(desks: Desks) -> None:
    """An older preview never plays a newer draft."""
    mover, _ = await put(desks)
    first = await desks.take(mover)
    older = await desks.press(mover, await desks.press(mover, first, "blue"), "Enough")
    await desks.press(mover, older, "Start Over")
    newer = await desks.press(mover, await desks.press(mover, first, "red"), "Enough")
    assert await desks.press(mover, older, "Confirm Turn") == newer
    assert "counts" in (await desks.press(mover, newer, "Confirm Turn")).text

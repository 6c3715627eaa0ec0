"""Whoever asks for a hand that is not his, and wherever it could come up by mistake.

Source: issue 5, item 3: error references, logs, completions of others, admin views; and what
becomes of a hand when its player leaves.
"""

from __future__ import annotations

import logging
from random import Random
from typing import Any

import pytest

from bot.messages.message import Message
from bot.ops.logs import JsonLines
from rules.fellers.english import FellersEnglish
from rules.fellers.position import ABSENT, Position
from tests.bot.desks import Desks, buttons
from tests.bot.discord.searching import line
from tests.bot.hall import ANN, BEN, CY, EVE, Hall, Person
from tests.bot.leaks import Payload, cards, leaks, of_panel, secrets_of


@pytest.fixture
async def desks(hall: Hall) -> Desks:
    """Ann, Ben and Cy in the middle of a race."""
    hall.kind = "fellers"
    await hall.seated(ANN, BEN, CY)
    desks, chance = Desks(hall), Random(3)
    for _ in range(7):
        await plays(desks, chance)
    return desks


async def position(desks: Desks) -> Position:
    state: Position = (await desks.hall.table()).at.state
    return state


async def plays(desks: Desks, chance: Random) -> None:
    said = " ".join(line(await position(desks), chance))
    assert "counts" in (await desks.hall.say(await desks.hall.mover(), said)).text


async def is_tight(desks: Desks, who: Person, *panels: Message) -> None:
    """Nobody's cards are in these panels but those of their reader."""
    game, now = await desks.hall.game(), await position(desks)
    hidden = secrets_of(game, await desks.hall.store.log(game.id), (now, now))
    assert leaks([of_panel(panel, who.id) for panel in panels], hidden) == []


async def everything(desks: Desks, who: Person) -> list[Message]:
    """All that somebody can ask for, a moderator's wishes among them."""
    more: dict[str, Any] = {"kind": "fellers", "moderator": True}
    asked = [desks.hand, desks.take, desks.options, desks.record, desks.undo]
    panels = [await ask(who, **more) for ask in asked]
    turns, wish = desks.hall.turns, desks.hall.wish(who, **more)
    panels += [await turns.board(wish), await turns.standings(wish)]
    return [*panels, await desks.queries.verify(wish), await desks.queries.mine(wish)]


@pytest.mark.parametrize("asker", ["a stranger", "who waits"])
async def test_who_asks_for_everything_learns_nothing_of_others(desks: Desks, asker: str) -> None:
    """Strangers and moderators, and players whose turn it is not."""
    who = EVE if asker == "a stranger" else await desks.hall.waiting()
    await is_tight(desks, who, *(await everything(desks, who)))
    for typed in ("", "gm", "grass man 4", "j"):
        assert await desks.completed(who, typed, kind="fellers") == {}


async def test_who_waits_has_his_own_hand_and_no_turn(desks: Desks) -> None:
    who, now = await desks.hall.waiting(), await position(desks)
    panel = await desks.hand(who)
    seats = [sitter.user for sitter in (await desks.hall.game()).sitters]
    assert cards(panel.text) == set(now.hands[seats.index(who.id)])
    assert buttons(panel) == []


async def test_a_stranger_has_no_hand_whatever_he_may_manage(desks: Desks) -> None:
    panel = await desks.hand(EVE, moderator=True)
    assert panel.text.startswith("Only those who play F1 have a hand there")
    assert panel.picture is None


class Broken(FellersEnglish):
    """A bug that comes up with all that it was working on."""

    def story(self, events: Any, names: Any) -> str:
        raise ValueError(f"no sentence for {events} of {names}")


async def test_a_bug_in_a_turn_leaves_no_card_in_the_log(
    desks: Desks, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The player gets a reference; with it the host finds where it broke, and no card."""
    who, said = await desks.hall.mover(), " ".join(line(await position(desks), Random(9)))
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(FellersEnglish, "story", Broken.story)
    panel = await desks.hall.say(who, said)
    assert "Something broke on my side (reference " in panel.text
    reference = panel.text.split("reference ")[1][:4]
    told = [JsonLines().format(record) for record in caplog.records]
    assert any(reference in text for text in told)
    game, now = await desks.hall.game(), await position(desks)
    hidden = secrets_of(game, [], (now, now))
    assert leaks([Payload(None, text, "the log") for text in told], hidden) == []
    assert leaks([of_panel(panel, None)], hidden) == []


async def test_a_position_hides_its_hands_when_it_is_shown_to_a_programmer(desks: Desks) -> None:
    """A traceback with values, or a debugger's line, tells what lies on the table."""
    now = await position(desks)
    shown = repr(now)
    assert cards(shown) <= {card for pile in now.discards for card in pile}
    assert "hands" not in shown
    assert "decks" not in shown


# who leaves


async def test_with_a_player_go_his_cards(desks: Desks) -> None:
    """Hand, deck, discards and lumberjacks are gone; the game goes on without them."""
    who = await desks.hall.mover()
    game = await desks.hall.game()
    seat = game.on_turn or 0
    panel = await desks.resign(who)
    assert "the others play on" in panel.text
    await desks.press(who, panel, "Resign From F1")
    now = await position(desks)
    assert (now.hands[seat], now.decks[seat], now.discards[seat]) == ((), (), ())
    mine = [at for at, owner in zip(now.figures, now.owners, strict=True) if owner == seat]
    assert set(mine) == {ABSENT}
    assert (await desks.hall.game()).status == "playing"
    await plays(desks, Random(1))


async def test_panels_of_who_has_left_are_stale(desks: Desks) -> None:
    """The hand, the builder and a preview that were open do nothing any more."""
    who = await desks.hall.mover()
    first = await desks.take(who)
    ask = await desks.resign(who)
    card = buttons(first)[0]
    await desks.press(who, ask, "Resign From F1")
    rows = len(await desks.hall.store.log(1))
    for panel in (await desks.push(who, card), await desks.hand(who), await desks.take(who)):
        assert "You have left F1 before" in panel.text
        assert cards(panel.text) == set()
        assert panel.picture is None
    assert len(await desks.hall.store.log(1)) == rows


async def test_nobody_is_told_what_he_held_who_has_left(desks: Desks) -> None:
    """Neither by the post nor by the record; the others' hands stay hidden as well."""
    hall = desks.hall
    await hall.deliver()
    who = await hall.mover()
    await desks.press(who, await desks.resign(who), "Resign From F1")
    await hall.deliver()
    await is_tight(desks, EVE, *(await everything(desks, EVE)))
    assert cards(hall.posts()[-1]) == set()


async def test_a_closed_race_keeps_its_secrets(desks: Desks) -> None:
    """It was not played to its end, so nothing is laid open."""
    hall = desks.hall
    game = await hall.game()
    host = next(p for p in (ANN, BEN, CY) if p.id == game.host)
    await hall.cancel(host, game=game.id, n=game.n)
    panels = [await desks.hand(ANN), await desks.record(EVE, game=game.id)]
    await is_tight(desks, EVE, *panels)
    assert panels[0].picture is None

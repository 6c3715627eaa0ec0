"""Whoever asks for a hand that is not his, and wherever it could come up by mistake.

Source: issue 5, item 3: error references, logs, completions of others, admin views; and what
becomes of a hand when its player leaves.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.domain.verify import verified
from bot.messages.message import Message
from bot.ops.logs import JsonLines
from rules.fellers.english import FellersEnglish
from rules.fellers.position import ABSENT, Position
from rules.record import parse
from rules.text import Text
from tests.bot.controls import Controls, buttons
from tests.bot.core import ANN, BEN, CY, EVE, Core, Person
from tests.bot.discord.searching import line
from tests.bot.leaks import Payload, cards, leaks, leaks_of_a_game, of_panel, secrets_of
from tests.bot.words import in_words


@pytest.fixture
async def controls(core: Core) -> Controls:
    """Ann, Ben and Cy in the middle of a race."""
    core.kind = "fellers"
    await core.seated(ANN, BEN, CY)
    controls, chance = Controls(core), Random(3)
    for _ in range(7):
        await plays(controls, chance)
    return controls


async def position(controls: Controls) -> Position:
    state: Position = (await controls.core.table()).at.state
    return state


async def plays(controls: Controls, chance: Random) -> None:
    said = " ".join(line(await position(controls), chance))
    assert "counts" in (await controls.core.say(await controls.core.mover(), said)).text


async def is_tight(controls: Controls, who: Person, *panels: Message) -> None:
    """Nobody's cards are in these panels but those of their reader."""
    game, now = await controls.core.game(), await position(controls)
    hidden = secrets_of(game, rows := await controls.core.store.log(game.id), (now, now))
    sent = [of_panel(panel, who.id) for panel in panels]
    assert await leaks_of_a_game(controls.core.tables, game, rows, sent, hidden) == []


async def everything(controls: Controls, who: Person) -> list[Message]:
    """All that somebody can ask for, a moderator's wishes among them."""
    more: dict[str, Any] = {"kind": "fellers", "moderator": True}
    asked = [controls.hand, controls.take, controls.options, controls.record, controls.undo]
    panels = [await ask(who, **more) for ask in asked]
    core, wish = controls.core, controls.core.wish(who, **more)
    boards, page = core.cases.boards, wish
    panels += [
        await in_words(boards.as_text(wish)),
        await in_words(core.cases.standings.of_game(wish)),
    ]
    for turned in (boards.newest, *[boards.earlier] * 4):
        panels.append(await in_words(turned(page)))
        page = replace(wish, n=int(panels[-1].buttons[0].id.split(":")[3]))
    return [
        *panels,
        await in_words(controls.queries.verify(wish)),
        await in_words(controls.core.cases.whereabouts.mine(wish)),
    ]


@pytest.mark.parametrize("asker", ["a stranger", "who waits"])
async def test_who_asks_for_everything_learns_nothing_of_others(
    controls: Controls, asker: str
) -> None:
    """Strangers and moderators, and players whose turn it is not."""
    who = EVE if asker == "a stranger" else await controls.core.waiting()
    await is_tight(controls, who, *(await everything(controls, who)))
    for typed in ("", "gm", "grass man 4", "j"):
        assert await controls.completed(who, typed, kind="fellers") == {}


async def test_who_waits_has_his_own_hand_and_no_turn(controls: Controls) -> None:
    who, now = await controls.core.waiting(), await position(controls)
    panel = await controls.hand(who)
    seats = [sitter.user for sitter in (await controls.core.game()).sitters]
    assert cards(panel.text) == set(now.hands[seats.index(who.id)])
    assert buttons(panel) == []


async def test_a_stranger_has_no_hand_whatever_he_may_manage(controls: Controls) -> None:
    panel = await controls.hand(EVE, moderator=True)
    assert panel.text.startswith("Only those who play F1 have a hand there")
    assert panel.picture is None


class Broken(FellersEnglish):
    """A bug that comes up with all that it was working on."""

    def story(self, events: Any, names: Any) -> Text:
        raise ValueError(f"no sentence for {events} of {names}")


async def test_a_bug_in_a_turn_leaves_no_card_in_the_log(
    controls: Controls, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The player gets a reference; with it the host finds where it broke, and no card."""
    who, said = await controls.core.mover(), " ".join(line(await position(controls), Random(9)))
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(FellersEnglish, "story", Broken.story)
    panel = await controls.core.say(who, said)
    assert "Something broke on my side (reference " in panel.text
    reference = panel.text.split("reference ")[1][:4]
    told = [JsonLines().format(record) for record in caplog.records]
    assert any(reference in text for text in told)
    game, now = await controls.core.game(), await position(controls)
    hidden = secrets_of(game, [], (now, now))
    assert leaks([Payload(None, text, "the log") for text in told], hidden) == []
    assert leaks([of_panel(panel, None)], hidden) == []


async def test_a_position_hides_its_hands_when_it_is_shown_to_a_programmer(
    controls: Controls,
) -> None:
    """A traceback with values, or a debugger's line, tells what lies on the table."""
    now = await position(controls)
    shown = repr(now)
    assert cards(shown) <= {card for pile in now.discards for card in pile}
    assert "hands" not in shown
    assert "decks" not in shown


# who leaves


async def test_with_a_player_go_his_cards(controls: Controls) -> None:
    """Hand, deck, discards and lumberjacks are gone; the game goes on without them."""
    who = await controls.core.mover()
    game = await controls.core.game()
    seat = game.on_turn or 0
    panel = await controls.resign(who)
    assert "the others play on" in panel.text
    await controls.press(who, panel, "Resign From F1")
    now = await position(controls)
    assert (now.hands[seat], now.decks[seat], now.discards[seat]) == ((), (), ())
    mine = [at for at, owner in zip(now.figures, now.owners, strict=True) if owner == seat]
    assert set(mine) == {ABSENT}
    assert (await controls.core.game()).status == "playing"
    await plays(controls, Random(1))


async def test_panels_of_who_has_left_are_stale(controls: Controls) -> None:
    """The hand, the builder and a preview that were open do nothing any more."""
    who = await controls.core.mover()
    first = await controls.take(who)
    ask = await controls.resign(who)
    card = buttons(first)[0]
    await controls.press(who, ask, "Resign From F1")
    rows = len(await controls.core.store.log(1))
    for panel in (
        await controls.push(who, card),
        await controls.hand(who),
        await controls.take(who),
    ):
        assert "You have left F1 before" in panel.text
        assert cards(panel.text) == set()
        assert panel.picture is None
    assert len(await controls.core.store.log(1)) == rows


async def test_nobody_is_told_what_he_held_who_has_left(controls: Controls) -> None:
    """Neither by the post nor by the record; the others' hands stay hidden as well."""
    core = controls.core
    await core.deliver()
    who = await core.mover()
    await controls.press(who, await controls.resign(who), "Resign From F1")
    await core.deliver()
    await is_tight(controls, EVE, *(await everything(controls, EVE)))
    assert cards(core.posts()[-1]) == set()


async def test_a_closed_race_is_laid_open_as_one_that_is_over(controls: Controls) -> None:
    """Issue 25, item 7: its record has the seed, so that chance can be verified; nobody has a hand
    any more. A lobby that was closed has nothing to show."""
    core = controls.core
    game = await core.game()
    await core.cancel(EVE, moderator=True, game=game.id, n=game.n)
    assert (await controls.hand(ANN)).picture is None
    record = parse((await controls.record(EVE, game=game.id)).document)
    assert record.seed == game.seed.hex()
    assert verified(game.rules, record).fair
    await core.open(ANN)
    await core.cancel(ANN)
    assert parse((await controls.record(EVE, game=(await core.game(2)).id)).document).seed == ""

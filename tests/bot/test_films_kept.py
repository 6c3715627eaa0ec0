"""Films and pages of games that are over are made once; those of games that are played, each time.

Source: docs/decisions.md, 46.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.messages import layout, layouts, replay
from bot.messages.kept import Kept, Name
from bot.messages.message import Message
from bot.messages.replay import sheet
from rules.voice import ENGLISH, Voice
from tests.bot.controls import Controls
from tests.bot.core import ANN, BEN, EVE, Core
from tests.bot.discord import searching
from tests.pseudo import voice as pseudo


@pytest.fixture
async def controls(core: Core, monkeypatch: pytest.MonkeyPatch) -> Controls:
    """A game that is at its third turn; pictures are small."""
    searching.unpainted(monkeypatch)
    await core.seated(ANN, BEN)
    for line in ("a1", "e5"):
        await core.say(await core.mover(), line)
    return Controls(core)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was made, film or page, one by one, where nothing is kept from before."""
    order: list[str] = []
    for name in ("FILMS", "PAGES"):
        monkeypatch.setattr(layout, name, Kept[Any](10**9, lambda _: 1))

    def counting(what: str, make: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: object) -> object:
            order.append(what)
            return make(*given)

        return counted

    monkeypatch.setattr(layouts, "_film", counting("film", layouts._film))
    monkeypatch.setattr(replay, "page", counting("page", replay.page))
    return order


async def asked(controls: Controls) -> tuple[Message, Message]:
    """The record with its page, and the film."""
    record = await controls.record(EVE)
    return record, await controls.press(EVE, record, "Film")


async def test_a_game_that_is_over_is_drawn_once(controls: Controls, made: list[str]) -> None:
    """Whoever asks; while it was played nothing was kept, so no board of it can be old."""
    for n in (1, 2):
        await asked(controls)
        assert made == n * ["page", "film"]
    made.clear()
    await controls.gone(ANN)
    first, again = await asked(controls), await asked(controls)
    assert made == ["page", "film"]
    assert first == again
    assert first[1].picture is not None


async def test_other_names_and_other_languages_are_made_anew(controls: Controls) -> None:
    """Who is forgotten, or has another name, is in none of them; each reader has their words."""
    await controls.gone(ANN)
    core = controls.core
    game, rows = await core.game(), await core.store.log(1)
    one = sheet(game, rows)
    assert b"Ann" in one.said(ENGLISH)
    gone = tuple(replace(each, name=each.name.replace("Ann", "X")) for each in game.sitters)
    assert b"Ann" not in sheet(replace(game, sitters=gone), rows).said(ENGLISH)
    assert one.said(pseudo()) != one.said(ENGLISH)


def test_what_is_kept_has_an_end() -> None:
    """What nobody has wanted for longest goes; what is larger than all of it is not kept."""
    order: list[int] = []
    kept = Kept[bytes](10, len)

    def get(n: int, size: int = 4) -> bytes:
        def make(_: Voice) -> bytes:
            order.append(n)
            return bytes([n]) * size

        return kept.get(Name(bytes([n]), 1, ()), ENGLISH, make)

    for n in (1, 2, 1, 3, 1, 2):
        assert get(n) == bytes([n]) * 4
    assert order == [1, 2, 3, 2]
    assert get(4, 11) == get(4, 11)
    assert order[4:] == [4, 4]

"""The picture of a lobby: drawn beside the event loop, and known again by its name.

Source: issue 11, 7. What people see of it is tested in discord/test_lobby.py.
"""

from __future__ import annotations

import threading
from typing import Any

import pytest

import renderer
from bot.messages import layouts
from bot.messages.medium import VOICE
from tests.bot.core import ANN, BEN, CHANNEL, Core
from tests.bot.transport import Killed

TABLES: tuple[tuple[str, dict[str, str]], ...] = (
    ("logger", {}),
    ("logjam", {"board": "6x8", "logs": "22", "setup": "classic"}),
    ("fellers", {"course": "random"}),
    ("fellers", {"course": "A"}),
)


@pytest.mark.parametrize(("kind", "options"), TABLES, ids=str)
async def test_a_lobby_is_drawn_whatever_is_agreed(
    core: Core, kind: str, options: dict[str, str]
) -> None:
    """The board that is agreed on, and who sits there."""
    core.kind = kind
    await core.open(ANN, 2, options=options)
    card = layouts.lobby(await core.game()).said(VOICE)
    assert card.picture is not None
    assert card.picture.alt.endswith("Seated: Ann. Open seats: 1.")
    chosen = "Chance chooses the course" in card.picture.alt
    assert chosen == (options == {"course": "random"})
    assert card.file == f"{(await core.game()).rules.letter}1-lobby.png"


async def test_a_lobby_is_drawn_beside_the_event_loop(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/speed.md: nobody waits for a picture of somebody else's; also where the rules are at
    work for it."""
    threads, draw = list[str](), renderer.draw_lobby

    def watched(*asked: Any) -> Any:
        threads.append(threading.current_thread().name)
        return draw(*asked)

    monkeypatch.setattr(layouts, "draw_lobby", watched)
    await core.open(ANN, 2)
    await core.deliver()
    assert [name.startswith("painter") for name in threads] == [True]


async def test_a_card_that_arrived_before_a_kill_is_found_by_its_picture(lasting: Core) -> None:
    """It is not posted again, and goes on changing; nothing has to be drawn to find it."""
    await lasting.open(ANN, 3)
    lasting.transport.fail_after("post", Killed())
    await lasting.outbox.collect()
    with pytest.raises(Killed):
        await lasting.outbox.drained()
    lasting.transport.forget_nonces()
    lasting.transport.messages[-1].buttons = ()  # by which it would be known as well
    core = await lasting.again()
    await core.deliver()
    await core.join(BEN)
    await core.deliver()
    (card,) = core.transport.in_channel(CHANNEL)
    assert card.file == "L1-lobby.png"
    assert "2 Ben" in card.text
    await core.store.close()

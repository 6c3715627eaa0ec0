"""Pieces of pictures are drawn while the bot starts; nobody waits for those of others.

Source: issue 28, a host's day; docs/speed.md.
"""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import app
from bot.app import HOSTED
from bot.messages.layout import PAINTER
from tests.patience import PATIENCE


def test_a_board_waits_for_one_piece_of_a_start_and_not_for_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Issue 28, a host's day: all pieces of all games are three seconds of a processor, and on a
    busy machine half a minute in which no table was answered after a take-over."""
    order, asked = list[object](), threading.Event()

    def prepared(games: object, folder: Path | None) -> Iterator[None]:
        for piece in range(3):
            asked.wait(PATIENCE)
            order.append(piece)
            yield

    monkeypatch.setattr(app, "draw_sprites", prepared)
    app.draw(HOSTED, None, lambda: False)
    PAINTER.submit(order.append, "board")
    asked.set()
    while len(order) < 4:
        PAINTER.submit(int).result(PATIENCE)
    assert order == [0, "board", 1, 2]
    app.draw(HOSTED, None, lambda: True)  # the bot ends meanwhile
    PAINTER.submit(int).result(PATIENCE)
    PAINTER.submit(int).result(PATIENCE)
    assert order[4:] == [0]

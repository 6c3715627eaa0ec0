"""A game's film, in the chat and by `lumbercamp replay --gif` (decisions 43 and 46)."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from PIL import Image, ImageSequence

from bot.__main__ import main
from bot.features import queries
from bot.messages import layout, replay
from bot.messages.layout import PAINTER, Filming, Kept, Message
from bot.messages.replay import sheet
from renderer import Reel
from rules.voice import ENGLISH
from tests.acting import ANN, BEN, EVE
from tests.bot.core import Captured, Core, Patch
from tests.bot.discord import searching
from tests.pseudo import voice as pseudo

CLOSED = Path(__file__).parents[2] / "records/logger-closed.txt"
FRAMES = 10  # one before the first turn, and one after each


def times(gif: bytes) -> list[int]:
    with Image.open(BytesIO(gif)) as opened:
        return [frame.info["duration"] for frame in ImageSequence.Iterator(opened)]


@pytest.fixture
async def midgame(core: Core, monkeypatch: Patch) -> Core:
    searching.unpainted(monkeypatch)
    await core.begin(ANN, BEN)
    await core.play("a1", "e5")
    return core


async def filmed(core: Core) -> Message:
    return await core.press(EVE, "Save as GIF", await core.do(EVE, "record"))


async def test_the_record_of_a_game_leads_to_its_film(midgame: Core) -> None:
    panel = await filmed(midgame)
    assert panel.file == "L1.gif"
    assert panel.picture is not None
    assert times(panel.picture.png) == [800, 1600, 3600]  # "Ann: took corner a1."
    assert panel.picture.alt.startswith(
        "A GIF of 3 boards, lasting 6 seconds. The last board:\nLogger L1"
    )
    assert "L1, turn by turn" in panel.text
    await midgame.resign(ANN)
    assert (await filmed(midgame)).file == "L1.gif"


def test_boards_are_drawn_between_the_frames_of_a_film() -> None:
    order: list[str] = []

    def drawn(name: str) -> Image.Image:
        if not order:  # a post wants its board while the film has only begun
            PAINTER.submit(order.append, "board")
        order.append(name)
        return Image.new("L", (30, 30))

    def reel(*_: object) -> Reel:
        shots = ["first", "second", "third"]
        return Reel(shots, drawn, len, lambda *_: "")  # type: ignore[arg-type]

    Filming(reel, ()).draw_in(None)  # type: ignore[arg-type]
    assert order.index("board") < order.index("second")
    assert order[-1] == "third"


@pytest.mark.slow
def test_a_film_is_written_beside_what_replay_tells(tmp_path: Path, capsys: Captured) -> None:
    """README.md; its last board is the one that the record ends with."""
    file = tmp_path / "film.gif"
    assert main(["replay", str(CLOSED), "--gif", str(file)]) == 0
    lasting = times(file.read_bytes())
    assert len(lasting) == FRAMES
    told, seconds = capsys.readouterr().out, round(sum(lasting) / 1000)
    begins = (
        f"{file}: A GIF of {FRAMES} boards, lasting {seconds} seconds. The last board:\nLogger L0, "
    )
    assert begins in told
    nowhere = tmp_path / "nowhere" / "film.gif"
    assert main(["replay", str(CLOSED), "--gif", str(nowhere)]) == 2
    assert f"Can't write {nowhere}: no such file or directory." in capsys.readouterr().err


def test_a_game_that_never_started_has_a_film_of_one_board(tmp_path: Path) -> None:
    record, film = tmp_path / "record.txt", tmp_path / "film.gif"
    lobby, _, _ = CLOSED.read_text().partition("3 game start")
    record.write_text(lobby)
    assert main(["replay", str(record), "--gif", str(film)]) == 0
    with Image.open(film) as opened:
        assert len([*ImageSequence.Iterator(opened)]) == 1


# -- Films and pages of games that are over are made once.


async def asked(core: Core) -> tuple[Message, Message]:
    record = await core.do(EVE, "record")
    return record, await core.press(EVE, "Save as GIF", record)


async def test_a_game_that_is_over_is_drawn_once(midgame: Core, monkeypatch: Patch) -> None:
    """For any reader. No board is cached during the game, so none can be old."""
    for name in ("FILMS", "PAGES"):
        monkeypatch.setattr(layout, name, Kept[Any](10**9, lambda _: 1))
    film, page = Mock(wraps=queries._film), Mock(wraps=replay.page)
    monkeypatch.setattr(queries, "_film", film)
    monkeypatch.setattr(replay, "page", page)
    for n in (1, 2):
        await asked(midgame)
        assert (page.call_count, film.call_count) == (n, n)
    await midgame.resign(ANN)
    first, again = await asked(midgame), await asked(midgame)
    assert (page.call_count, film.call_count) == (3, 3)
    assert first == again
    assert first[1].picture is not None


async def test_other_names_and_other_languages_are_made_anew(midgame: Core) -> None:
    await midgame.resign(ANN)
    game, rows = await midgame.game(), await midgame.store.log(1)
    one = sheet(game, rows)
    assert b"Ann" in one.draw_in(ENGLISH)
    gone = tuple(replace(each, name=each.name.replace("Ann", "X")) for each in game.sitters)
    assert b"Ann" not in sheet(replace(game, sitters=gone), rows).draw_in(ENGLISH)
    assert one.draw_in(pseudo()) != one.draw_in(ENGLISH)

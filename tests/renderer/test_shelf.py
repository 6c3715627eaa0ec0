"""Sprites are drawn once for all starts; whatever happens to their files, pictures are right."""

import shutil
import zlib
from pathlib import Path

import pytest
from PIL import Image

from renderer import shelf
from renderer.paint import PaintSheet
from renderer.shelf import Shelf, dump, edition, load
from tests import sprites
from tests.renderer.gallery import OURS
from tests.renderer.legible import forget
from tests.renderer.test_picture import mid_game

ROOT = Path(__file__).parents[2]
RED = Image.new("RGBA", (30, 20), (255, 0, 0, 128))


@pytest.mark.slow
def test_a_second_start_paints_nothing_and_draws_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/speed.md: four seconds of processor at each start."""
    first = [mid_game(kind) for kind in OURS]
    forget()
    with monkeypatch.context() as patch:
        patch.setattr(PaintSheet, "__init__", unasked)
        sprites.ready()
    assert [mid_game(kind) for kind in OURS] == first


def unasked(*_: object) -> Image.Image:
    raise AssertionError("it was drawn")


def files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file())


@pytest.mark.parametrize("mode", ["RGBA", "RGB", "L"])
def test_an_image_comes_back_pixel_by_pixel(mode: str, tmp_path: Path) -> None:
    image = Image.effect_noise((33, 21), 90).convert(mode)
    again = load(dump(image))
    assert (again.mode, again.size, again.tobytes()) == (mode, (33, 21), image.tobytes())
    Shelf(tmp_path).sprite("a", lambda: image)
    assert Shelf(tmp_path).sprite("a", unasked).tobytes() == image.tobytes()


def broken(data: bytes) -> dict[str, bytes]:
    """Possible remains of a file."""
    small = dump(Image.new("L", (1, 1)))
    return {
        "empty": b"",
        "cut": data[:-3],
        "bit": data[:-1] + bytes([data[-1] ^ 4]),
        "no head": zlib.compress(b""),
        "short": zlib.compress(b"RGBA 30 20".ljust(shelf.HEAD) + b"\0\0"),
        "mode": zlib.compress(b"XYZ 1 1".ljust(shelf.HEAD) + b"\0"),
        "vast": zlib.compress(b"L 99999999 99999999".ljust(shelf.HEAD) + b"\0"),
        "tail": small[:-4] + b"\0\0\0\0",
    }


def test_a_damaged_file_is_drawn_and_written_anew(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    for how, data in broken(dump(RED)).items():
        left = [RED.copy(), RED.copy()]
        shelf.sprite(how, left.pop)
        newest = max(files(tmp_path), key=lambda file: file.stat().st_mtime_ns)
        newest.write_bytes(data)
        assert shelf.sprite(how, left.pop).tobytes() == RED.tobytes(), how
        assert left == [], how
        assert shelf.sprite(how, unasked).tobytes() == RED.tobytes(), how


def test_where_nothing_can_be_written_sprites_are_drawn(tmp_path: Path) -> None:
    """A file where the folder should be, a folder where a file should be, a folder that went."""
    (tmp_path / "file").write_text("")
    (tmp_path / "gone").mkdir()
    blocked, gone = Shelf(tmp_path / "file"), Shelf(tmp_path / "gone")
    shutil.rmtree(tmp_path / "gone")
    taken = Shelf(tmp_path / "taken")
    taken.sprite("a", RED.copy)
    (file,) = files(tmp_path / "taken")
    file.unlink()
    file.mkdir()
    for each in (blocked, gone, taken):
        for _ in range(2):
            assert each.sprite("a", RED.copy).tobytes() == RED.tobytes()
    assert files(tmp_path) == [tmp_path / "file"]


def test_no_more_is_kept_than_has_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_BYTES", len(dump(RED)) + 10)
    for key in "abc":
        assert Shelf(tmp_path).sprite(key, RED.copy).size == RED.size
    assert len(files(tmp_path)) == 1


def test_only_what_an_older_start_has_left_is_taken_away(tmp_path: Path) -> None:
    """Sprites of other code, and a half-written file; never other files there."""
    shelf = Shelf(tmp_path)
    shelf.sprite("a", RED.copy)
    mine, (sprite,) = tmp_path / edition(), files(tmp_path)
    old, photos = tmp_path / ("0" * 32), tmp_path / "photos"
    for folder in (old, photos):
        folder.mkdir()
        (folder / "b.sprite").write_bytes(b"")
    for half in (old / "c.1-1.part", mine / "c.1-1.part"):
        half.write_bytes(b"")
    Shelf(tmp_path)
    assert files(tmp_path) == sorted([sprite, photos / "b.sprite"])
    assert not old.exists()


def test_every_change_of_code_or_font_is_another_edition(tmp_path: Path) -> None:
    for folder in ("renderer", "rules"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    assert edition(tmp_path) == edition()
    for changed in ("renderer/fonts/Lato-Bold.ttf", "rules/fellers/river.py"):
        with (tmp_path / changed).open("ab") as file:
            file.write(b"\n")
    names = {edition(), edition(tmp_path)}
    (tmp_path / "renderer" / "new.py").write_text("")
    assert len({*names, edition(tmp_path)}) == 3

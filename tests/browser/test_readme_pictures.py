"""A script can take the README's pictures from the sandbox at any time; the README shows those."""

from __future__ import annotations

import base64
import io
import re
from pathlib import Path

import pytest
from PIL import Image

from bot.table.records import of_record
from renderer import ARTISTS, draw_film
from renderer.film import Film
from rules.record import parse
from tests.browser.pictures import NAMES, take
from tests.chromium import chromium
from tests.hosted import HOSTED

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
LARGEST = 150_000  # bytes: a page of them has to load on a phone
LARGEST_FILM = 800_000
DEMO = parse((ROOT / "seeds/records/logger-two.txt").read_text(encoding="utf-8"))


def told(file: Path) -> tuple[str, str]:
    with Image.open(file) as picture:
        return file.stem, f"{picture.format} {picture.width}"


async def test_they_are_taken_from_the_sandbox(tmp_path: Path) -> None:
    """`make pictures`: as many, as wide and about as large as those in docs/pictures."""
    await take(tmp_path)
    taken, kept = sorted(tmp_path.iterdir()), sorted((ROOT / "docs/pictures").iterdir())
    assert [told(file) for file in taken] == [told(file) for file in kept]
    assert {file.stem for file in taken} == set(NAMES)
    assert [file.name for file in [*taken, *kept] if file.stat().st_size > LARGEST] == []


# What Chromium sees: the milliseconds of each frame, and the pixels of the last one.
WATCH = """async (coded) => {
    const data = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
    const film = new ImageDecoder({ data, type: "image/gif" });
    await film.tracks.ready;
    await film.completed;
    const lasting = [];
    for (let n = 0; n < film.tracks.selectedTrack.frameCount; n += 1) {
        const { image } = await film.decode({ frameIndex: n });
        lasting.push(image.duration / 1000);
        if (n + 1 === film.tracks.selectedTrack.frameCount) {
            const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
            const pen = canvas.getContext("2d");
            pen.drawImage(image, 0, 0);
            const pixels = pen.getImageData(0, 0, canvas.width, canvas.height).data;
            const parts = [];
            for (let at = 0; at < pixels.length; at += 8192) {
                parts.push(String.fromCharCode(...pixels.subarray(at, at + 8192)));
            }
            return [lasting, canvas.width, canvas.height, btoa(parts.join(""))];
        }
        image.close();
    }
}"""


async def test_a_browser_sees_the_film_as_it_was_made() -> None:
    """Chromium shows its frames, their times, and the last board."""
    shots = of_record(HOSTED["logger"], DEMO, "L0")[-5:]
    reel = draw_film(HOSTED["logger"], shots)
    while reel.draw():
        pass
    async with chromium() as browser:
        page = await browser.new_page()
        await page.goto((ROOT / "docs/film.gif").as_uri())
        coded = base64.b64encode(reel.picture.png).decode()
        lasting, *size, pixels = await page.evaluate(WATCH, coded)
    assert lasting == [10 * time for time in reel.times]
    board = ARTISTS["logger"].draw(HOSTED["logger"].kind, shots[-1].seen, shots[-1].labels)
    last = Film(board.size)
    last.show(board)
    with Image.open(io.BytesIO(last.gif)) as opened:
        expected = opened.convert("RGB").tobytes()
    shown = Image.frombytes("RGBA", tuple(size), base64.b64decode(pixels))
    assert shown.convert("RGB").tobytes() == expected


def test_the_readme_shows_a_film_of_a_whole_game() -> None:
    """`make pictures` writes it too: a board before the first turn, and one after each."""
    file, readme = ROOT / "docs/film.gif", (ROOT / "README.md").read_text(encoding="utf-8")
    with Image.open(file) as film:
        assert (film.format, film.width) == ("GIF", 800)
        assert film.n_frames == len(of_record(HOSTED["logger"], DEMO, "L0"))  # type: ignore[attr-defined]
    assert file.stat().st_size < LARGEST_FILM
    alt = re.search(r"!\[(.+)\]\(docs/film\.gif\)", readme)
    assert alt is not None
    assert len(alt[1]) > 30


def test_the_readme_shows_each_of_them_in_words_too() -> None:
    shown = re.findall(r"!\[(.+)\]\(docs/pictures/(\w+)\.png\)", (ROOT / "README.md").read_text())
    assert sorted(name for _, name in shown) == sorted(NAMES)
    assert all(len(alt) > 30 for alt, _ in shown)

"""A game as one page has every board with its story, and nothing hidden (decision 37)."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from dataclasses import replace
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.__main__ import main
from bot.messages import answers, layouts
from bot.messages import replay as pages
from bot.messages.replay import page
from bot.table.records import boards, revive, tables
from renderer import draw
from rules.record import Record
from rules.voice import ENGLISH
from tests.acting import ANN, BEN, EVE
from tests.bot.core import Captured, Core, Patch
from tests.bot.features.test_boards import begun
from tests.bot.leaks import DATA, cards, on_page
from tests.bot.table.test_records import ROOT, record_of
from tests.hosted import HOSTED
from tests.pseudo import english_left, voice

ARTICLE = re.compile(r'<article id="row-(\d+)".*?</article>', re.DOTALL)
ALT = re.compile(r'alt="([^"]*)"')
SHORT = 9  # rows of a record that are played where that is enough


def of_record(record: Record) -> str:
    return page(*revive(record, HOSTED[record.kind], 7), ENGLISH).decode()


def begins(name: str, **more: object) -> Record:
    """The first turns of a record, of players with other names."""
    record = record_of(name)
    return replace(record, entries=record.entries[:SHORT], **more)  # type: ignore[arg-type]


def words(markup: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", markup.replace("<br>", "\n")))


def test_every_board_stands_in_the_page_with_its_story_and_in_words() -> None:
    """In order, with its number, the story, its picture's description and its squares in words."""
    record = record_of("logger-draw")
    game, rows = revive(record, HOSTED["logger"], 7)
    found = [*ARTICLE.finditer(of_record(record))]
    assert [int(article[1]) for article in found] == [board.n for board in boards(rows)]
    for n, (article, table) in enumerate(zip(found, tables(game, rows), strict=True), 1):
        told, texts, state = words(article[0]), table.kind.texts, table.view_of().state
        heads = {1: "Before the first turn", 23: "After the last of 22 turns"}
        assert heads.get(n, f"After turn {n - 1} of 22") in told
        for line in str(answers.story_since(table)).split("\n"):
            assert line in told
        assert str(texts.rows(state, table.names)) in told
        (alt,) = ALT.findall(article[0])
        assert str(texts.pieces(state, table.names)) in unescape(alt)


def test_the_page_needs_nothing_else() -> None:
    """It has no address and no second file; it tells the end, and marks its language for screen
    readers."""
    whole = of_record(record_of("logger-draw"))
    assert set(re.findall(r"(?:src=\"|url\()([a-z:/;]+)", whole)) == {"data:image/png;base"}
    assert not re.search(r"https?:|//[a-z]|@import", DATA.sub("", whole))
    assert all(each in whole for each in ('<html lang="en">', "<h1>L7 · Logger</h1>", " draw."))
    assert "Places: 1. " in words(whole)
    assert '<nav class="steps"' in whole
    assert re.search(r'<nav class="steps"[^>]* hidden>', whole), "of no use without the script"


@pytest.mark.slow
def test_each_board_looks_as_it_was_posted(monkeypatch: Patch) -> None:
    """Byte for byte, once the layer is laid over its whole picture."""
    monkeypatch.setattr(layouts, "draw", draw)
    game, rows = revive(begins("logger-two"), HOSTED["logger"], 7)
    whole = page(game, rows, ENGLISH).decode()
    wholes = [opened(found) for found in re.findall(r"\.w\d+ { [^}]*base64,([^)]*)", whole)]
    laid = re.findall(r'class="board w(\d+)">\s*<img src="[^"]*base64,([^"]*)"', whole)
    for (below, layer), table in zip(laid, tables(game, rows), strict=True):
        posted = draw(game.hosted, table.view_of(), table.labels).png
        together = Image.alpha_composite(wholes[int(below)], opened(layer))
        assert together.tobytes() == opened(b64encode(posted)).tobytes()


def opened(png: str | bytes) -> Image.Image:
    return Image.open(BytesIO(b64decode(png))).convert("RGBA")


def test_names_are_words_and_nothing_more() -> None:
    evil = '<script>alert("x")</script>', "B\" onload='x' &amp;"
    whole = of_record(begins("logger-two", names=evil))
    assert whole.count("<script>") == 1
    assert "alert(&quot;x" in whole
    assert "onload='" not in whole
    assert not re.search(r'alt="[^"]*"[^>]*onload', whole)


def test_the_page_speaks_every_language() -> None:
    """No word is English alone: headings, buttons, stories, alt texts."""
    record = begins("logjam-three")
    told = page(*revive(record, HOSTED[record.kind], 7), voice()).decode()
    told = re.sub(r"<(style|script)>.*?</\1>", "", told, flags=re.DOTALL)
    labels = " ".join(re.findall(r'(?:alt|aria-label|title)="([^"]*)"', told))
    heard = words(re.sub(r"<code>.*?</code>", "", told)) + unescape(labels)
    title = HOSTED[record.kind].kind.game.title
    left = set(english_left(heard, (*record.names, title)))
    assert left <= {"ne", "nw", "se", "sw", "off"}


def test_hands_are_told_when_the_game_is_over() -> None:
    """Each board tells everyone's hands; those of a running game don't."""
    record = record_of("fellers-three")
    game, rows = revive(record, HOSTED["fellers"], 7)
    found = [each for each in on_page(of_record(record)) if each.startswith("<article ")]
    for article, table in zip(found, tables(game, rows), strict=True):
        (hands,) = re.findall("Hands: [^<]*(?:<bdi>[^<]*</bdi>[^<]*)*", article) or [""]
        assert cards(hands) == {card for hand in table.at.state.hands for card in hand}
    assert "Hands: " not in of_record(begins("fellers-three"))


async def test_the_record_comes_with_a_page(core: Core) -> None:
    """With the public view, in the reader's language; a lobby has none."""
    await core.open(ANN, 2)
    assert (await core.do(EVE, "record")).page == b""
    await core.join(BEN)
    await core.play_any(2)
    panel = await core.do(EVE, "record")
    assert panel.page.count(b"<article ") == 3
    assert "to see every board" in panel.text
    assert panel.document.startswith("lumbercamp record 1\n")


async def test_a_page_that_cannot_be_is_no_loss_of_the_text(core: Core, monkeypatch: Patch) -> None:
    """Too large for Discord: the text alone, and it is said."""
    await begun(core, "logger", ANN, BEN)
    await core.play_any(1)
    monkeypatch.setattr(pages, "MOST_BYTES", 99)
    panel = await core.do(EVE, "record")
    assert (panel.page, panel.document[:10]) == (b"", "lumbercamp")
    assert "The web page for L1 is too large" in panel.text


def test_the_command_line_writes_it_or_says_why_not(tmp_path: Path, capsys: Captured) -> None:
    """After the story, without the number of the game, which no record has; or the row that is
    wrong, a missing folder, or that the game hasn't begun."""
    text = (ROOT / "seeds/records/logger-two.txt").read_text(encoding="utf-8")
    source, file = tmp_path / "wrong.txt", tmp_path / "game.html"
    source.write_text(text.replace("9 B c5 +b5 ", "9 B c5 +d5 "))
    assert main(["replay", str(source), "--html", str(file)]) == 1
    assert capsys.readouterr().err.startswith("Row 9 is wrong")
    source.write_text(text[: text.index("\n3 game start")] + "\n")
    assert main(["replay", str(source), "--html", str(file)]) == 1
    assert "hadn't started" in capsys.readouterr().err
    assert not file.exists()
    closed = str(ROOT / "tests/records/logger-closed.txt")
    assert main(["replay", closed, "--html", str(file)]) == 0
    *_, said = capsys.readouterr().out.splitlines()
    assert said.startswith(f"{file}: a web page with every board")
    assert "<h1>Logger</h1>" in file.read_text(encoding="utf-8")
    assert main(["replay", closed, "--html", str(tmp_path / "no" / "game.html")]) == 2
    told = capsys.readouterr().err
    assert "Can't write" in told
    assert "no such file" in told

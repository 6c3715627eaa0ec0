"""Every word of a picture and of its alt text goes through the catalogue, and fits in any language
(docs/text.md).

The pseudo-language marks every word; what is drawn is collected as it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from babel import Locale

import renderer
from bot.messages.languages import languages
from renderer import Balance, Labels, Picture, alt
from renderer.lettering import LEAST, side_by_side, width
from renderer.picture import say
from rules import GAMES
from rules.ending import ended
from rules.game import Event
from rules.play import frames, look
from rules.record import Record, parse
from rules.text import Text
from rules.voice import PLAIN, Voice
from tests.hosted import HOSTED
from tests.pseudo import english_left, voice
from tests.renderer import written
from tests.renderer.legible import forget, sizes, too_small
from tests.renderer.positions import PEOPLE, labels, opening, seen
from tests.renderer.room import Longer, Room, room

RECORDS = sorted((Path(__file__).parents[2] / "seeds" / "records").glob("*.txt"))
Drawn = Callable[[Voice], Picture]


def pictures(record: Record) -> Iterator[Drawn]:
    """The kinds of pictures of a game: early, late, private, a hand, a lobby, the result, the
    curve."""
    hosted, game = HOSTED[record.kind], GAMES[record.kind].game
    played = list(frames(game, record))
    last, names = played[-1], record.names
    middle, labels = played[len(played) // 2], Labels("X7", names, 9, targets=("a1", "c3"))
    board = look(game, middle.after, middle.events, None)
    yield lambda v: renderer.draw(hosted, board, labels, v)
    if game.hidden_information:
        mine = look(game, middle.after, middle.events, 0)
        yield lambda v: renderer.draw_hand(hosted, mine, labels, v)
    opened, sitting = played[0].before, Labels("X7", names[:1], 0)
    yield lambda v: renderer.draw_lobby(hosted, opened, sitting, len(names), v)
    ending, done = ended(game, played), look(game, last.after, (), None)
    yield lambda v: renderer.draw_result(hosted, done, Labels("X7", names, 9), ending, v)
    shares = ((1.0, *(0.0 for _ in names[1:])),) * 3
    balance = Balance(shares, (1, 2))
    yield lambda v: renderer.draw_balance(hosted, done, Labels("X7", names, 9), balance, v)


def said_in(draw: Drawn, speaker: Voice) -> str:
    """All that is drawn, and the alt text. Nothing is kept of what was drawn before."""
    written.forget()
    with pytest.MonkeyPatch.context() as patch:
        found = written.noted(patch)
        patch.setattr("renderer.shelf._shelf", None)
        made = draw(speaker)
    return "\n".join((*found, made.alt))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_no_word_of_a_picture_is_english_in_another_language(path: Path) -> None:
    record = parse(path.read_text(encoding="utf-8"))
    known = (*record.names, GAMES[record.kind].game.title)
    left = {
        word for draw in pictures(record) for word in english_left(said_in(draw, voice()), known)
    }
    assert left == set()


@pytest.mark.parametrize(
    ("where", "planted"),
    [
        ("renderer.logger.LEGEND", ("tree",) * 8),
        ("renderer.frame.OVER", "game over"),
        ("renderer.result.OPEN", "open"),
        ("renderer.alt.NOBODY_YET", "nobody yet"),
    ],
)
def test_a_word_that_is_planted_is_found(
    monkeypatch: pytest.MonkeyPatch, where: str, planted: Any
) -> None:
    """In the legend, the head, a card, an alt text: plain strings are said as they are."""
    monkeypatch.setattr(where, planted)
    record = parse(next(p for p in RECORDS if p.stem == "logger-two").read_text(encoding="utf-8"))
    nobody = Labels("X7", (), 0)
    empty: Drawn = lambda v: renderer.draw_lobby(  # noqa: E731
        HOSTED["logger"], next(iter(frames(GAMES["logger"].game, record))).before, nobody, 2, v
    )
    said = "\n".join(said_in(draw, voice()) for draw in (*pictures(record), empty))
    words = planted if isinstance(planted, str) else planted[0]
    assert set(english_left(said, (*record.names, "Logger"))) == set(words.split())


def test_the_words_of_a_legend_share_its_line() -> None:
    """The longest give way; what fits stays whole."""
    assert side_by_side(["grew", "felled"], LEAST, 400) == ["grew", "felled"]
    shared = side_by_side(["grew", "extraordinarily tall"], LEAST, 300)
    assert shared[0] == "grew"
    assert shared[1].endswith("…")
    assert sum(width(word, LEAST) for word in shared) <= 300


def test_where_the_font_lacks_a_letter_the_word_is_english() -> None:
    """No empty boxes on a picture; its alt text speaks the language all the same."""

    class Runes(NullTranslations):
        def gettext(self, message: str) -> str:
            return "ᛚᛟᛒᛒᛁ"

    assert say(Text("lobby"), Voice(Locale.parse("ja"), Runes(), PLAIN)) == "lobby"


SHOWN = {record.kind: record for record in (parse(p.read_text("utf-8")) for p in RECORDS)}.values()
SPOKEN = {code: languages().voice(code, PLAIN) for code in languages().names}


def drawn_anew(record: Record, speaker: Voice) -> None:
    """All pictures of a game, nothing of which is kept."""
    forget()
    for draw in pictures(record):
        draw(speaker)


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("record", SHOWN, ids=lambda record: record.kind)
def test_in_every_language_each_word_has_its_room(record: Record, language: str) -> None:
    """Issue 30, item 5: on boards, cards, legends, hands, lobbies, results and curves nothing is
    cut, nothing lies over anything else, and all of it reads on a phone."""
    found = list[Room]()
    sized = sizes(lambda: found.append(room(lambda: drawn_anew(record, SPOKEN[language]))))
    assert found == [Room(set(), set())]
    assert len(sized) > 20
    assert too_small(sized) == {}


@pytest.mark.parametrize("record", SHOWN, ids=lambda record: record.kind)
def test_words_half_as_long_again_are_cut_and_neither_small_nor_over_others(
    record: Record,
) -> None:
    """Issue 30, item 5: a language that is still to come."""
    found, speaker = list[Room](), Voice(Locale.parse("en_GB"), Longer(), PLAIN)
    sized = sizes(lambda: found.append(room(lambda: drawn_anew(record, speaker))))
    assert found[0].over == set()
    assert too_small(sized) == {}


WALK = Event("walks", 1, ("a1", "a2"))


def test_a_story_whose_letters_the_font_lacks_is_english_on_the_picture_alone() -> None:
    """The same of the last turn, which the picture and its alt text tell in the same words."""

    class Runes(NullTranslations):
        def gettext(self, message: str) -> str:
            return message.replace("to", "ᚠᚱᛟᛗ")

    voice = Voice(Locale.parse("ja"), Runes(), PLAIN)
    there, kind = seen(opening(2), WALK), GAMES["logger"]
    shown = labels(PEOPLE[:2]).with_voice(voice)
    assert shown.story(kind, there) == "Ben: a1 to a2."
    assert alt.text(kind, there, shown).endswith("Ben: a1 ᚠᚱᛟᛗ a2.")


def test_a_picture_and_its_alt_text_put_a_story_into_words_once() -> None:
    """Most people are called the same on both."""
    asked: list[str] = []

    class Counting(NullTranslations):
        def gettext(self, message: str) -> str:
            asked.append(message)
            return message

    voice = Voice(Locale.parse("en_GB"), Counting(), PLAIN)
    renderer.draw(HOSTED["logger"], seen(opening(2), WALK), labels(PEOPLE[:2]), voice)
    assert asked.count("{start} to {end}") == 1

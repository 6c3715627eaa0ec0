"""Every word of a picture is translated, has its room, and can be read on a phone."""

from collections.abc import Callable, Iterator
from functools import partial
from gettext import NullTranslations
from itertools import product
from pathlib import Path

import pytest
from babel import Locale
from PIL import Image

import renderer
from bot.messages.languages import languages
from renderer import Balance, Labels, Picture, alt, panel
from renderer.lettering import LEAST, coverage, headroom
from renderer.palette import nearest, tint
from renderer.picture import say
from rules import GAMES
from rules.ending import ending_of
from rules.game import Event
from rules.play import frames, look
from rules.record import Record, parse
from rules.text import Text
from rules.voice import PLAIN, Voice
from tests.hosted import HOSTED
from tests.pseudo import english_left, voice
from tests.renderer import rivers
from tests.renderer.gallery import COUNTS, crowd_labels, late_view
from tests.renderer.legible import rewrite, sizes, too_small
from tests.renderer.positions import labels, opening, seen
from tests.renderer.room import Longer, Room, room
from tests.renderer.test_seats import start_game

FILES = sorted((Path(__file__).parents[2] / "seeds/records").glob("*.txt"))
SHOWN = {(record := parse(p.read_text("utf-8"))).kind: record for p in FILES}.values()
SPOKEN = [languages().voice(code, PLAIN) for code in languages().names]
Drawn = Callable[[Voice], Picture]


def pictures(record: Record) -> Iterator[Drawn]:
    """The kinds of pictures: early, late, private, a hand, a lobby, the result, the curve."""
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
    ending, done = ending_of(game, played), look(game, last.after, (), None)
    yield lambda v: renderer.draw_result(hosted, done, Labels("X7", names, 9), ending, v)
    shares = ((1.0, *(0.0 for _ in names[1:])),) * 3
    balance = Balance(shares, (1, 2))
    yield lambda v: renderer.draw_balance(hosted, done, Labels("X7", names, 9), balance, v)


TREES = ("Rosa", "Hazel", "Juniper", "Ingrid", "Quigley", "Peggy", "Gus")


def tables(kind: str) -> Iterator[Drawn]:
    """The fewest and the most, with a computer's mark and a played card beside names; the seats of
    a race also in wide cards below a long river."""
    views = {seats: start_game(kind, seats) for seats in (COUNTS[kind][0], COUNTS[kind][-1])}
    if kind == "fellers":
        views[3] = rivers.seen(rivers.opening(3, "B+G+I"))
    for seats, view in views.items():
        table = Labels("X7", TREES[:seats], 12, computers=frozenset(range(1, seats)))
        played = [Event("plays", seat, ("gm4", "gw")) for seat in range(seats) if kind == "fellers"]
        state = look(HOSTED[kind].kind.game, view.state, played, None)
        yield partial(renderer.draw, HOSTED[kind], state, table)


def read_words(speaker: Voice, *drawings: Drawn) -> str:
    """Everything drawn, and the alt texts."""
    with rewrite() as found:
        alts = [draw(speaker).alt for draw in drawings]
    return "\n".join((*found, *alts))


@pytest.mark.slow
@pytest.mark.parametrize("record", SHOWN, ids=lambda record: record.kind)
def test_no_word_of_a_picture_is_english_in_another_language(record: Record) -> None:
    known, said = (
        (*record.names, GAMES[record.kind].game.title),
        read_words(voice(), *pictures(record)),
    )
    assert set(english_left(said, known)) == set()
    assert len(said.split()) > 100, "so words are read at all"


@pytest.mark.slow
@pytest.mark.parametrize("record", SHOWN, ids=lambda record: record.kind)
def test_in_every_language_each_word_has_its_room(record: Record) -> None:
    """Nothing is cut or lies over anything else, on boards, hands, lobbies, results and curves."""
    drawings = (*pictures(record), *tables(record.kind))
    with rewrite():
        found = room(lambda: [draw(speaker) for speaker in SPOKEN for draw in drawings])
    assert found == Room(set(), set())


@pytest.mark.slow
@pytest.mark.parametrize("kind", [*GAMES, "keep"])
def test_no_word_is_smaller_than_11_px_on_a_phone(kind: str) -> None:
    """For every number of players of our games, and of one without pictures of its own; some later
    language may have words half as long again, which are cut, but don't lie over others."""
    spoken = [each for record in SHOWN if record.kind == kind for each in pictures(record)]
    crowds = [(late_view(kind, seats), crowd_labels(kind, seats)) for seats in COUNTS[kind]]
    found, speaker = list[Room](), Voice(Locale.parse("en_GB"), Longer(), PLAIN)

    def draw() -> None:
        found.append(room(lambda: [draw(speaker) for draw in spoken]))
        for view, table in crowds:
            renderer.draw(HOSTED[kind], view, table)

    sized = sizes(draw)
    assert found[0].over == set()
    assert len(sized) > 10
    assert too_small(sized) == {}


class Runes(NullTranslations):
    """A language with letters that the font lacks."""

    def gettext(self, message: str) -> str:
        return message.replace("to", "ᚠᚱᛟᛗ").replace("lobby", "ᛚᛟᛒᛒᛁ")


def test_words_whose_letters_the_font_lacks_are_english_on_the_picture_alone() -> None:
    """Also the story of the last turn; the alt text speaks the language all the same."""
    voice = Voice(Locale.parse("ja"), Runes(), PLAIN)
    assert say(Text("lobby"), voice) == "lobby"
    there, kind = seen(opening(2), Event("walks", 1, ("a1", "a2"))), GAMES["logger"]
    shown = labels(2).with_voice(voice)
    assert shown.story(kind, there) == "Ben: a1 to a2."
    assert alt.text(kind, there, shown).endswith("Ben: a1 ᚠᚱᛟᛗ a2.")


INKS = panel.INK, tint("paper", 1)


def test_no_ink_of_a_line_is_cut() -> None:
    """German "am Zug" lost the descender of its g."""
    for text, spare, above in product(("am Zug", "Ärger", "Çağ", "Ở"), (0, 5), (0, 8)):
        wide, high = coverage(text, LEAST).size
        on, whole = (Image.new("L", (wide, high + 40), nearest(INKS[1])) for _ in range(2))
        at = 0, 20 + headroom(LEAST)
        panel.write(on, at, text, LEAST, INKS, 0, above, spare)
        panel.write(whole, at, text, LEAST, INKS, 0, headroom(LEAST), 0)
        assert on.tobytes() == whole.tobytes(), (text, spare, above)


def test_pips_of_any_number_are_drawn() -> None:
    """15 on the cards of four players ended in an error."""
    for goal, wide in product((1, 10, 15, 40), (100, 296)):
        for full in (0, 1, goal // 2, goal):
            assert panel.pips(full, goal, wide).width == wide

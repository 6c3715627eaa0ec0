"""English: which words the phrases of Logjam stand for."""

import re
from pathlib import Path
from random import Random

import pytest

from rules.drafting import Kind, draft
from rules.english import plain
from rules.errors import Illegal, Unread
from rules.logjam.english import LogjamEnglish
from rules.logjam.input import parse as first_words
from rules.logjam.position import Phase, Position
from rules.play import legal
from tests.rules.phrasing import meaning
from tests.rules.rivers_of_logs import LOGJAM, river, scattered, whole_game
from tests.spoken import Spoken

KIND = Kind(LOGJAM, LogjamEnglish())

DRAWING = """
    . . . . . . . .
    . . . A . . . .
    . . . . . . . .
    . . . . 2 2 2 .
    . 1 1 1 . B2 . .
    . A . . . A . .
    . . . . . . . .
    . . . . . B . C
"""


def board(roll: int) -> Position:
    return river(DRAWING, roll=roll)


def meant(s: Position, text: str) -> str:
    """The canonical words of a whole text, legal or not."""
    return meaning(LogjamEnglish(), s, text)


RUNS = {
    "b3-c5": "b3-c5",
    "b3 - c5": "b3-c5",
    "b3 – c5": "b3-c5",
    "B3 to C5": "b3-c5",
    "b3 c5": "b3-c5",
    "run b3 to c5": "b3-c5",
    "run from b3 to c5": "b3-c5",
    "from b3 to c5": "b3-c5",
    "move b3 c5": "b3-c5",
    "move the logger on b3 to c5": "b3-c5",
    "go b3 to c5.": "b3-c5",
    "b3 south 1": "b3-b2",
    "run b3 west": "b3-a3",
    "move b3 s, e": "b3-c2",
    "b3->c5": "b3-c5",
    "b3 forward": "b3-b4",
    "f3 right 2": "f3-h3",
    "run f3 two squares to the left": "f3-d3",
    "b3 south 1, east two": "b3-d2",
    "b3 2 upstream, 1 left": "b3-a1",
    "b3 south, 2 east": "b3-d2",
    "d7 forward 2": "d7-off",
    "d7-off": "d7-off",
    "d7 off": "d7-off",
    "d7 home": "d7-off",
    "run d7 off": "d7-off",
    "run from d7 off the board": "d7-off",
    "run d7 to off": "d7-off",
    "run d7 off the open edge": "d7-off",
    "d7 north north": "d7-off",
    "run off": "d7-off",
    "go home": "d7-off",
}

NOTHINGS = (".", "nothing", "do nothing", "pass", "stay", "skip", "Nothing.", "skip my turn")

CAPTURES = {
    "f3xf4": "f3xf4",
    "f3 x f4": "f3xf4",
    "f3 × f4": "f3xf4",
    "capture f4": "f3xf4",
    "take f4": "f3xf4",
    "capture the logger on f4": "f3xf4",
    "capture f4 from f3": "f3xf4",
    "capture f4 with f3": "f3xf4",
    "capture f3 to f4": "f3xf4",
    "capture from f3 to f4": "f3xf4",
    "f3 captures f4": "f3xf4",
    "f3 takes f4": "f3xf4",
}

PUSHES = {
    "b3>b4": "b3>b4",
    "b3 > b4": "b3>b4",
    "b3 → b4": "b3>b4",
    "push b4": "b3>b4",
    "push the log on b4": "b3>b4",
    "push d4": "b3>b4",
    "push b4 from b3": "b3>b4",
    "push b4 with b3": "b3>b4",
    "push b4 north from b3": "b3>b4",
    "push b3 to b4": "b3>b4",
    "push b3 b4": "b3>b4",
    "push from b3 to b4": "b3>b4",
    "b3 pushes b4": "b3>b4",
    "push north from b3": "b3>b4",
    "push b3 north": "b3>b4",
    "push b3 to the north": "b3>b4",
    "push c4 n": "b3>b4",
    "push north": "b3>b4",
    "push to the north": "b3>b4",
}

SHIFTS = {
    "b4+e": "b4+e",
    "b4 + e": "b4+e",
    "c4+e": "b4+e",
    "b4+east": "b4+e",
    "shift b4 east": "b4+e",
    "shift d4 e": "b4+e",
    "shift c4 to the east": "b4+e",
    "shift the log on c4 east": "b4+e",
    "shift b4-d4 east": "b4+e",
    "c4 east": "b4+e",
    "move c4 e": "b4+e",
    "move the log on c4 east": "b4+e",
    "shift c6 north": "c6+n",
    "shift c6 right": "c6+e",
    "shift c6 one square east": "c6+e",
    "c4 left": "b4+w",
}


@pytest.mark.parametrize(
    ("roll", "text", "words"),
    [(5, *pair) for pair in RUNS.items()]
    + [(1, *pair) for pair in CAPTURES.items()]
    + [(2, *pair) for pair in PUSHES.items()]
    + [(3, *pair) for pair in SHIFTS.items()]
    + [(4, text, ".") for text in NOTHINGS],
)
def test_what_a_turn_can_be_said_like(roll: int, text: str, words: str) -> None:
    """docs/decisions.md, 3: a phrase and its words are the same turn."""
    assert meant(board(roll), text) == words


def going_back(hand: tuple[int, ...]) -> Position:
    return river(DRAWING, roll=1, phase=Phase.RETURN, hand=hand)


ONE_COLOUR = {
    "@a1": "@a1",
    "@ a1": "@a1",
    "b@a1": "@a1",
    "B @ a1": "@a1",
    "a1": "@a1",
    "to a1": "@a1",
    "back to a1": "@a1",
    "b back to a1": "@a1",
    "send b back to a1": "@a1",
    "send back b to a1": "@a1",
    "send B's logger back to a1": "@a1",
    "a1, c1": "@a1 @c1",
    "back to a1 and back to c1": "@a1 @c1",
}

SEVERAL_COLOURS = {
    "b@a1": "B@a1",
    "b a1": "B@a1",
    "b to a1": "B@a1",
    "send b back to a1": "B@a1",
    "send back c to b1": "C@b1",
    "b to a1 and c to b1": "B@a1 C@b1",
    "@a1": "@a1",
    "back to a1": "@a1",
}


def test_who_is_sent_back_needs_a_letter_only_where_several_are() -> None:
    """The ruling on loggers that go back: the mover places them one by one."""
    for text, words in ONE_COLOUR.items():
        assert meant(going_back((0, 2, 0)), text) == words
    for text, words in SEVERAL_COLOURS.items():
        assert meant(going_back((0, 1, 1)), text) == words


LETTERED = {
    "m@a1": "B@a1",
    "m to a1": "B@a1",
    "send back b to b1": "C@b1",
    "send n's logger back to a1 and b to b1": "A@a1 C@b1",
    "@a1": "@a1",
    "a@a1": "A@a1",  # nobody goes by it, so it is that of the first seat
    "c to b1": "C@b1",
}


def test_who_is_sent_back_is_named_by_the_letter_on_their_pieces() -> None:
    """docs/players.md: the words of the log name the seat; a seat's own letter is read where it is
    nobody's at the table, and no other letter is."""
    several = going_back((1, 1, 1))
    table = KIND.at("NMB")  # Ann, Amy, Bob
    for text, words in LETTERED.items():
        assert meaning(table.texts, several, text) == words
        for word in words.split():
            assert meaning(table.texts, several, plain(table.spelt([word]))) == word
    assert meaning(table.texts, going_back((0, 2, 0)), "m to a1") == "@a1"
    with pytest.raises(Unread):
        draft(table, several, "x@a1")


def test_what_is_shown_names_players_by_the_letters_on_their_pieces() -> None:
    """Choices, menus, their consequences and refusals: no letter of it means somebody else."""
    table, several = KIND.at("NMB"), going_back((1, 1, 1))
    told = Spoken(table.texts).choices(several)
    assert re.findall(r"loggers? of (\w+) to", told) == ["yours", "M", "B"]
    example = re.findall("for example `(.*)`", told)
    assert draft(table, several, *example).said == (str(legal(LOGJAM, several)[0]),)
    titles = [group.title for group in Spoken(table.texts).offers(several)]
    assert titles == ["Send back your own logger to", "Send back M to", "Send back B to"]
    hints = [way.hint for group in Spoken(table.texts).offers(board(1)) for way in group.ways]
    assert "sends back M (2)" in hints
    with pytest.raises(Illegal, match="`b@f1` is not legal"):
        draft(table, several, "b@f1")


def test_words_that_were_kept_are_those_of_the_log() -> None:
    """They go on as they were said, whatever their letters mean at the table."""
    table, several = KIND.at("NMB"), going_back((1, 1, 1))
    assert draft(table, several, "b@b1", kept=("B@a1",)).said == ("B@a1", "C@b1")


def test_a_capture_and_the_way_back_may_be_one_line() -> None:
    """docs/decisions.md, 3: a whole turn in one line."""
    for text in (
        "capture f4, back to a1, b1",
        "capture f4 from f3 then b to a1 then b to b1",
        "capture f4 to a1, to b1",
        "f3xf4 @a1 b@b1",
    ):
        drafted = draft(KIND, board(1), text)
        assert drafted.complete
        assert drafted.line == "f3xf4 @a1 @b1"


LAYS = {
    "b4-d4": "b4-d4",
    "d4-b4": "b4-d4",
    "b6 to b4": "b4-b6",
    "b4 d4": "b4-d4",
    "log b4 to d4": "b4-d4",
    "log from b4 to d4": "b4-d4",
    "lay a log from d4 to b4": "b4-d4",
    "lay a log of 3 on b4-d4": "b4-d4",
    "put the log on b4 d4": "b4-d4",
    "a6 right 2": "a6-c6",
}

STANDS = ("@a1", "a@a1", "a1", "logger on a1", "stand a logger on a1", "place my logger on a1")


def test_the_set_up_can_be_said_in_words() -> None:
    """Logjam rules, Initial Setup: a log from either end, a logger on its square."""
    for text, words in LAYS.items():
        assert meant(river(DRAWING, phase=Phase.LOGS), text) == words
    for text in STANDS:
        assert meant(river(DRAWING, phase=Phase.LOGGERS), text) == "@a1"


def test_every_legal_word_reads_as_itself() -> None:
    """docs/decisions.md, 3: the canonical words are phrases too, in every phase."""
    rng = Random(4)
    seen = [scattered(rng, 2 + n % 5) for n in range(60)]
    for setup in ("quick", "classic"):
        seen += [before for before, seat, *_ in whole_game(3, 7, setup=setup) if seat >= 0][:150]
    assert {s.phase for s in seen} >= {Phase.LOGS, Phase.LOGGERS, Phase.MOVE, Phase.RETURN}
    for s in seen:
        for step in legal(LOGJAM, s):
            assert first_words(s, plain(str(step))) == ((str(step),), "")


def test_every_offer_can_be_typed_as_it_is_called() -> None:
    """docs/decisions.md, 3: what is picked and what is typed are the same words."""
    rng = Random(5)
    seen = [scattered(rng, 2 + n % 5) for n in range(60)]
    seen += [before for before, seat, *_ in whole_game(2, 8, setup="classic") if seat >= 0][:150]
    for s in seen:
        for offer in Spoken(KIND.texts).offers(s):
            for way in offer.ways:
                assert meant(s, f"{offer.title} {way.label}") == way.word


PAGE = Path(__file__).parents[2] / "seeds" / "logjam.md"


def test_the_examples_in_the_rules_are_read() -> None:
    """seeds/logjam.md: what it says can be said, can be said."""
    said = re.findall(r"^Say .*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    examples = re.findall(r"`([^`]+)`", " ".join(said))
    assert len(examples) == 13
    wide = [f"{line} . ." for line in DRAWING.strip().splitlines()]
    whole = river("\n".join([*[" ".join("." * 10)] * 4, *wide]), roll=2)
    for example in examples:
        assert first_words(whole, plain(example))[0], example

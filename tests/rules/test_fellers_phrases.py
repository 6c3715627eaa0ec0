"""English: which words the phrases of Forest Fellers stand for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.drafting import Draft, Kind, draft
from rules.english import plain
from rules.errors import Illegal, Refused
from rules.fellers.english import FellersEnglish
from rules.fellers.input import parse as first_words
from rules.fellers.naming import called
from rules.fellers.position import FIGURES, Phase, Position
from tests.rules.courses import FELLERS, choices, opening, position, river
from tests.rules.fellers_games import any_seed, positions
from tests.rules.phrasing import meaning

KIND = Kind(FELLERS, FellersEnglish())
BAY = river("""
    # # # . . . # # #
    # # . . . . . # #
    # # . 3 . 3 . # #
    # # . . . . . # #
""")
HELD = "gm4 gw2 j"
PLAYING = position(BAY, hand=HELD, gm="e2", ym="d3", wm="f3", logs="d4")
MOVING = position(BAY, "gm4", gm="e2", ym="d3", wm="f3", logs="d4")
ASHORE = position(BAY, "gw2", gm="e2")
PICKING = position(BAY, "j", gm="e2")


def typed(s: Position, text: str) -> Draft[Position]:
    return draft(KIND, s, text)


def refused(s: Position, text: str) -> str:
    """The sentence with which a typed line is refused."""
    with pytest.raises(Refused) as refusal:
        draft(KIND, s, text)
    return str(refusal.value)


def meant(s: Position, text: str) -> str:
    """The canonical words of a whole text, legal or not."""
    return meaning(FellersEnglish(), s, text)


CARDS = {
    "gm4": "gm4",
    "gm 4": "gm4",
    "play gm4": "gm4",
    "grass man 4": "gm4",
    "grass-man 4": "gm4",
    "Grass Man 4:": "gm4",
    "the grass man's 4": "gm4",
    "play the grass male 4": "gm4",
    "play my grass man 4": "gm4",
    "use grass woman 2": "gw2",
    "with grass female 2": "gw2",
    "card gw2": "gw2",
    "grass man four": "gm4",
    "I play grass man 4": "gm4",
    "coal woman 3": "kw3",
    "coal 3": "kw3",
    "birch 5": "wm5",
    "j": "j",
    "joker": "j",
    "the beaver": "j",
    "play the joker": "j",
}

WHOM = {
    "gw": "gw",
    "grass woman": "gw",
    "the grass woman": "gw",
    "on grass woman": "gw",
    "for the grass woman": "gw",
    "move grass woman": "gw",
    "coal": "kw",
    "j on grass woman": "j gw",
    "joker for coal": "j kw",
    "beaver: gm": "j gm",
    "beaver grass man": "j gm",
    "gm4 on gw": "gm4 gw",
}

STEPS = {
    "n ne se s sw nw": "n ne se s sw nw",
    "s, then se": "s se",
    "north": "n",
    "north-east": "ne",
    "northeast": "ne",
    "north east": "ne",
    "South-West, south-east": "sw se",
    "go south": "s",
    "walk to the northwest": "nw",
    "step sw": "sw",
    "s s s": "s s s",
    "s3": "s s s",
    "se x2": "se se",
    "south x 2": "s s",
    "go south twice": "s s",
    "goes south 2 times": "s s",
    "south three times": "s s s",
    "2 south": "s s",
    "two steps to the south": "s s",
    "2x se": "se se",
    "go straight down": "s",
    "up": "n",
    ".": ".",
    "stop": ".",
    "s stop": "s .",
    "s. Stop.": "s .",
    "done": ".",
    "stop here": ".",
    "stay": ".",
    "stay there": ".",
    "pass": ".",
    "enough": ".",
    "e3": "s",
    "go to d2": "nw",
    "to f2": "ne",
    "float ym": ":ym",
    ":ym": ":ym",
    ": ym": ":ym",
}

ENTRIES = {
    "d1": "d1",
    "enter at d1": "d1",
    "enter d1": "d1",
    "start at f1": "f1",
    "start e1": "e1",
    "begin on e1": "e1",
    "start left": "d1",
    "enter on the left": "d1",
    "enters in the middle": "e1",
    "left": "d1",
    "the middle start": "e1",
    "enter in the middle": "e1",
    "right start space": "f1",
    "step onto d1": "d1",
    "e5": "e5",
}

FLOATS = {
    ":ym": ":ym",
    "ym": ":ym",
    "honey man": ":ym",
    "yellow": ":ym",
    "yellow first": ":ym",
    "the honey man floats first": ":ym",
    "float honey man": ":ym",
    "float: the honey man": ":ym",
    "white next": ":wm",
    ":d3": ":ym",
    "d3": ":ym",
    ":c3": ":c3",
    "c3": ":c3",
    "log c3": ":c3",
    "the log on c3": ":c3",
    "float log c3": ":c3",
    "float the log on c3": ":c3",
    "float c3 first": ":c3",
    "log c3 floats": ":c3",
    "the log first": ":c3",
    "float the log": ":c3",
    "yellow, white": ":ym :wm",
}

FLOATING = position(
    river("# # # . . . # # #\n# # . . . . . # #\n# # 3 3 . 3 . # #\n# # . . . . . # #"),
    "gm4",
    gm="e2",
    ym="d3",
    wm="f3",
    logs="c3",
)
FLOATING = FELLERS.apply(FLOATING, typed(FLOATING, ".").steps[0])[0]


def cases(s: Position, table: dict[str, str]) -> list[tuple[Position, str, str]]:
    return [(s, text, words) for text, words in table.items()]


@pytest.mark.parametrize(
    ("s", "text", "words"),
    [
        *cases(PLAYING, CARDS),
        *cases(PICKING, WHOM),
        *cases(MOVING, STEPS),
        *cases(ASHORE, ENTRIES),
        *cases(FLOATING, FLOATS),
    ],
)
def test_a_phrase_stands_for_words(s: Position, text: str, words: str) -> None:
    """seeds/fellers.md, "Say it": phrases and words are the same, and so are capitals."""
    assert meant(s, text) == words
    assert meant(s, text.upper()) == words


LINES = {
    "gm4 s se .": "gm4 s se . :ym :wm",
    "Grass man 4: s, se, stop.": "gm4 s se . :ym :wm",
    "grass man 4; south and southeast": "gm4 s se . :ym :wm",
    "gm4 e3 f4": "gm4 s se . :ym :wm",
    "gm4 s2, float white, float yellow": "gm4 s s . :ym :wm",
    "j gw e1 .": "j gw e1 . :ym :wm",
    "joker on grass woman: enter in the middle": "j gw e1 . :ym :wm",
    "beaver black start right stop": "j kw f1 . :ym :wm",
    "gw2 left, stay": "gw2 d1 . :ym :wm",
    "gm4 stay": "gm4 . :ym :wm",
}


@pytest.mark.parametrize(("text", "line"), LINES.items())
def test_a_whole_turn_in_english(text: str, line: str) -> None:
    """seeds/fellers.md: what is said, is done; what floats without a choice, floats."""
    free = position(BAY, hand=HELD, gm="e2", ym="d3", wm="f3")
    drafted = typed(free, text)
    assert sorted(drafted.line.split()) == sorted(line.split())
    assert drafted.complete
    assert typed(free, drafted.line).state == drafted.state


@pytest.mark.parametrize(
    "text",
    ["hello", "grass", "green", "4", "x", "z9", "gm٣", "s٣", "play a card", "float", "to"],
)
def test_what_is_no_phrase_is_not_read(text: str) -> None:
    """Better asked once more than misunderstood."""
    sentence = refused(PLAYING, text)
    assert "I can't read" in sentence or "Say which" in sentence


@pytest.mark.parametrize(
    ("s", "text", "sentence"),
    [
        (PLAYING, "coal man 3", "There is no coal man."),
        (PLAYING, "grass 4", "Say which one: grass man or grass woman."),
        (MOVING, "east", "No space lies straight east: the directions are n, ne, se, s, sw and nw"),
        (MOVING, "go w", "No space lies straight w: "),
        (MOVING, "e9", "e9 is not beside grass man on e2. With grass man you can go "),
        (MOVING, "z1", "I can't read `z1`. "),
        (MOVING, "the log", "No log is on a current. With grass man you can go "),
        (MOVING, "left", "Grass man is on the river already. With grass man you can go "),
        (
            PLAYING,
            "bw3",
            "There is no brook woman in this race; `k` is coal, `w` is birch. You can play ",
        ),
        (PLAYING, "rose man 3", "There is no rose man in this race. "),
        (ASHORE, "e5", "`e5` is not legal: e5 is no start space; grass woman enters on d1, e1 or"),
        (ASHORE, "s", "`s` is not legal: grass woman is not on the river yet; name a start space"),
    ],
)
def test_what_is_said_wrongly_is_answered(s: Position, text: str, sentence: str) -> None:
    """docs/decisions.md, 3: what is wrong, and then what can be said."""
    assert refused(s, text).startswith(sentence)


def test_one_of_a_thing_may_be_meant_by_the_thing() -> None:
    """With three players the brook man has no brook woman (Forest Fellers rules, Preparation);
    a rival is meant when one has none of that thing oneself."""
    s = position(BAY, seats=3, mover=2, hand="bm3")
    assert meant(s, "brook 3") == "bm3"
    assert meant(s, "birch 3") == "wm3"
    with pytest.raises(Illegal, match="Say which one: grass"):
        first_words(s, "grass 3")


@settings(max_examples=15)
@given(st.integers(2, 5), any_seed)
def test_every_legal_word_is_read_as_itself(seats: int, seed: int) -> None:
    """docs/decisions.md, 1: what stands in a log can be typed."""
    for s in positions(seats, seed):
        if FELLERS.actor(s) >= 0:
            for word in choices(s):
                assert first_words(s, plain(word)) == ((word,), "")


def test_the_colours_are_read_as_before() -> None:
    """Fellers 17. Lumberjacks are named by things; what they were called once is still read."""
    colours = {"g": "green", "y": "yellow", "r": "red", "b": "blue", "k": "black", "w": "white"}
    s = opening(5)
    for code in FIGURES:
        old = f"{colours[code[0]]} {'man' if code[1] == 'm' else 'woman'}"
        assert meant(s, f"{old} 3") == f"{code}3"
        assert meant(s, f"the {old}") == code
        assert old != str(called(code))
    assert meant(s, "black 3") == "kw3"
    assert meant(FLOATING, "float yellow man") == ":ym"


def test_every_card_and_figure_is_read_by_name() -> None:
    """What the bot calls a card or a lumberjack is what one may call it."""
    s = opening(5)
    for code, name in {"gm": "grass man", "yw": "honey woman", "kw": "coal woman"}.items():
        assert meant(s, f"{name} 3") == f"{code}3"
        assert meant(s, name) == code
    assert FLOATING.phase is Phase.FLOAT

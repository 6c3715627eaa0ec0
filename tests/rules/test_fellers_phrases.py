"""English: which words the phrases of Forest Fellers stand for."""

from rules.drafting import Draft, Kind, draft
from rules.fellers.english import FellersEnglish
from rules.fellers.naming import called
from rules.fellers.position import FIGURES, Phase, Position
from tests.rules.courses import FELLERS, opening, position, river
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


def meant(s: Position, text: str) -> str:
    """The canonical words of a whole text, legal or not."""
    return meaning(FellersEnglish(), s, text)


FLOATING = position(
    river("# # # . . . # # #\n# # . . . . . # #\n# # 3 3 . 3 . # #\n# # . . . . . # #"),
    "gm4",
    gm="e2",
    ym="d3",
    wm="f3",
    logs="c3",
)
FLOATING = FELLERS.apply(FLOATING, typed(FLOATING, ".").steps[0])[0]


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

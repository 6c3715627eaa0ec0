"""English: which words the phrases of Forest Fellers stand for."""

from rules import GAMES
from rules.fellers.position import FIGURES, called
from tests.rules.courses import opening
from tests.rules.phrasing import meaning

TEXTS = GAMES["fellers"].texts
COLOURS = {"g": "green", "y": "yellow", "r": "red", "b": "blue", "k": "black", "w": "white"}


def test_the_colours_are_read_as_before() -> None:
    """Fellers 17. Lumberjacks are named by things; what they were called once is still read."""
    s = opening(5)
    for code in FIGURES:
        old = f"{COLOURS[code[0]]} {'man' if code[1] == 'm' else 'woman'}"
        assert old != str(called(code))
        for name in (old, str(called(code))):
            assert meaning(TEXTS, s, f"{name} 3") == f"{code}3"
            assert meaning(TEXTS, s, f"the {name}") == code

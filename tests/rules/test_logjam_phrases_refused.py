"""English: what is said to somebody whose line in Logjam does not count."""

import pytest

from rules.drafting import Kind, draft
from rules.errors import Illegal, Refused
from rules.logjam.english import LogjamEnglish
from rules.logjam.input import parse as first_words
from rules.logjam.position import Position
from tests.rules.rivers_of_logs import LOGJAM, after, opening, river
from tests.rules.test_logjam_phrases import board, going_back, meant

KIND = Kind(LOGJAM, LogjamEnglish())


def refused(s: Position, text: str) -> str:
    """What is said to somebody whose line does not count."""
    with pytest.raises(Refused) as caught:
        draft(KIND, s, text)
    return str(caught.value)


REFUSALS = (
    (5, "b3-m3", "There is no square m3; columns a to h, rows 1 to 8."),
    (5, "run b3 to b9", "There is no square b9; columns a to h, rows 1 to 8."),
    (5, "b3 w w", "There is no square west of a3."),
    (5, "d7 north 3", "There is no square north of d8."),
    (5, "f3 e 3", "There is no square east of h3."),
    (5, "b3 s s s", "There is no square south of b1."),
    (1, "capture b8", "No logger of yours stands where it could capture b8."),
    (4, "capture b8", "You rolled 4; a capture needs a 1."),
    (4, "capture f4", "you rolled 4; a capture needs a 1"),
    (2, "push a8", "No logger of yours stands where it could push a8."),
    (3, "push south", "You rolled 3; a push needs a 2."),
    (2, "push east", "No logger of yours stands where it could push a log east."),
    (2, "push c4 east", "No logger of yours stands where it could push c4 east."),
    (2, "push c4 south", "No logger of yours stands where it could push c4 south."),
    (2, "push c4 west", "No logger of yours stands where it could push c4 west."),
    (2, "push f6 north", "No logger of yours stands where it could push f6 north."),
    (4, "shift b4 east", "you rolled 4; a shift needs a 3"),
    (4, "fly b3 to c5", "I can't read `fly b3 to c5`."),
    (4, "b4", "I can't read `b4`."),
)


@pytest.mark.parametrize(("roll", "text", "part"), REFUSALS)
def test_a_refusal_names_its_reason_and_what_can_be_done(roll: int, text: str, part: str) -> None:
    """docs/decisions.md, 3: every refusal has its reason and what is possible instead."""
    told = refused(board(roll), text)
    assert part in told
    assert "You can run a logger" in told


def test_where_several_loggers_could_the_mover_says_which() -> None:
    """Nothing is guessed between two; one that cannot is no choice."""
    both = """
        . . . . . .
        . . . . . .
        . 1 1 1 . .
        . A . A B A
        . . . . . .
        . . . . . .
    """
    captured = refused(river(both, roll=1), "capture e3")
    assert "Several of your loggers could capture e3: say `d3xe3` or `f3xe3`." in captured
    pushed = refused(river(both, roll=2), "push c4")
    assert "Several of your loggers could push c4: say `b3>b4` or `d3>d4`." in pushed
    one = river(both.replace("A . A B A", "A . . B A"), roll=1)
    assert meant(one, "capture e3") == "f3xe3"
    with pytest.raises(Illegal, match="Several of your loggers can run off"):
        first_words(river(both, roll=6), "run off")


def test_a_word_of_another_phase_is_told_that_it_is_early() -> None:
    """docs/decisions.md, 3: clear words get a reason of timing, not a shrug."""
    assert "first say where the loggers go back to" in refused(going_back((0, 1, 1)), "b3-c5")
    assert "nobody is to be sent back" in refused(board(4), "@a1")
    nobody = "No logger of yours stands where it could capture a8."
    assert nobody in refused(going_back((0, 1, 1)), "capture a8")
    laying = after(opening(2, setup="classic"), "4 2")
    assert "the logs are being laid" in refused(laying, "@a1")


def test_over_the_edge_there_is_nothing_to_push() -> None:
    """docs/decisions.md, 3: the square that is not there is named, and what can be done."""
    corner = """
        . . . . . .
        . . . . . .
        . . 1 1 1 .
        A . . . . B
        . . . . . .
        . . . . . .
    """
    told = refused(river(corner, roll=2), "push a3 west")
    assert "There is no square west of a3. You can run a logger" in told

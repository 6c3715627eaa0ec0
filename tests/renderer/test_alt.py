"""The alt text: complete enough to play from, and never too long."""

import re

import pytest

from renderer import Labels, alt
from rules.game import Event
from rules.logger.rules import BOARD, MATURE, NAMES, PROTESTED, SAPLING, SEEDLING, Phase
from rules.logger.rules import Position as P
from tests.approved import Approved
from tests.hosted import draw
from tests.renderer.gallery import PEOPLE, playout
from tests.renderer.positions import opening, seen, with_trees

KINDS = {
    "Guarded mature trees": PROTESTED,
    "Mature trees": MATURE,
    "Saplings": SAPLING,
    "Seedlings": SEEDLING,
}


def said(s: P, *events: Event, names: tuple[str, ...] = PEOPLE) -> str:
    return draw("logger", seen(s, *events), Labels("L7", names[: len(s.points)], 12)).alt


def line(text: str, title: str) -> str:
    found = re.search(rf"^{title}: (.*)\.$", text, re.MULTILINE)
    assert found, (title, text)
    return found[1]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_the_position_can_be_read_back_from_the_alt_text(seats: int) -> None:
    for view in [*playout("logger", seats)][::-3]:
        s, text = view.state, said(view.state, *view.events)
        trees = [0] * 25
        for title, stage in KINDS.items():
            for name in re.findall(r"[a-e][1-5]", line(text, title)):
                trees[NAMES.index(name)] = stage
        loggers = re.findall(r"[a-e][1-5]|isn't on the board yet", line(text, "Loggers"))
        assert tuple(trees) == s.trees
        assert tuple(BOARD.by_name.get(name, -1) for name in loggers) == s.loggers
        assert [int(n) for n in re.findall(r"\d+", line(text, "Scores"))] == [*s.points, *s.supply]
        if s.phase is not Phase.OVER:
            assert f", turn 12, {PEOPLE[s.mover]} to move." in text.splitlines()[0]


def test_it_says_what_it_is_how_squares_are_named_and_what_happened(approved: Approved) -> None:
    """WCAG 2.2, 1.1.1: a reader of the alt text can play on."""
    stood = with_trees(d4=SAPLING)
    turn = Event("walks", 1, ("e3", "e5")), Event("plants", 1, ("d5",))
    approved("after a turn", said(stood, *turn))
    played = with_trees()._replace(points=(10, 4), mover=1)
    approved("in the last round", said(played))
    over = played._replace(phase=Phase.OVER, mover=0)
    approved("Ann has won", said(over))
    approved("a draw", said(over._replace(points=(10, 10))))


FULL = opening(4)._replace(
    phase=Phase.WALK,
    trees=tuple(0 if n in (0, 4, 20, 24) else 1 + n % 4 for n in range(25)),
    loggers=(0, 4, 20, 24),
    points=(11, 12, 13, 14),
)
LONG_TURN = (
    Event("walks", 3, ("c5", "e5")),
    *(Event("grows", 3, (name,), 2 + n % 2) for n, name in enumerate(NAMES[:9])),
    *(Event("seeds", 3, (name, "c3")) for name in NAMES[9:18]),
    Event("protests", 3, ("a2",)),
)


@pytest.mark.slow
@pytest.mark.parametrize("letter", ["W", "\U0001d4d0", "👩‍🚒", "ﷺ"], ids=ascii)
def test_the_longest_names_fit_with_all_there_is_to_say(letter: str) -> None:
    """Discord takes 1024 characters, however they are counted."""
    names = tuple(f"{seat}" + letter * 31 for seat in "ABCD")
    text = said(FULL, *LONG_TURN, names=names)
    assert len(text.encode("utf-16-le")) // 2 <= alt.LIMIT
    assert "Seedlings: " in text
    assert text.endswith("put 1 protester on a2.")
    assert not text.endswith("…")


def test_a_story_without_end_is_cut_and_not_the_position() -> None:
    """An alt text that is too long would make Discord refuse the whole post."""
    text = said(FULL, *LONG_TURN * 9)
    assert len(text.encode("utf-16-le")) // 2 <= alt.LIMIT
    assert text.endswith("…")
    assert "Seedlings: " in text

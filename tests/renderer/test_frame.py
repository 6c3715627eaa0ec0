"""A game without pictures of its own is drawn all the same: docs/new-game.md, "A picture"."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from renderer import Hosted, Labels, draw, draw_hand
from rules.play import look
from tests.rules.keep import KIND, Table

ROLLED = Table((4, 2), (True, False), (0, 1), (False, False))
LABELS = Labels("K1", ("Ann", "Ben"), 3)


HOSTED = Hosted(KIND)  # with no line in the renderer


def png(s: Table, seat: int | None = None, labels: Labels = LABELS) -> bytes:
    return draw(HOSTED, look(KIND.game, s, (), seat), labels).png


def test_it_is_framed_and_told_in_words() -> None:
    drawn = draw(HOSTED, look(KIND.game, ROLLED, (), None), LABELS)
    opened = Image.open(BytesIO(drawn.png))
    assert (opened.format, opened.mode, opened.size) == ("PNG", "P", (1200, 900))
    assert drawn.alt.startswith("Keep K1, turn 3, Ben to move.\nScores: Ann 0 · Ben 1.")
    assert "Ann has spoken." in drawn.alt


def test_what_is_said_of_the_position_is_seen() -> None:
    """Who has spoken, who has left, whose turn it is, and who plays; not what is hidden."""
    spoken = Table((4, 2), (True, True), (0, 1), (False, False))
    left = Table((4, 2), (True, False), (0, 1), (True, False))
    others = {png(spoken), png(left), png(ROLLED, labels=Labels("K1", ("Ann", "Cy"), 3))}
    assert len({png(ROLLED), *others}) == 4
    assert png(Table((5, 1), (True, False), (0, 1), (False, False))) == png(ROLLED)


def test_a_hand_is_the_board_as_its_seat_sees_it() -> None:
    drawn = draw_hand(HOSTED, look(KIND.game, ROLLED, (), 0), LABELS)
    assert drawn.alt == "Your die shows 4."
    assert drawn.png == png(ROLLED, 0)
    with pytest.raises(ValueError, match="no hands"):
        draw_hand(HOSTED, look(KIND.game, ROLLED, (), None), LABELS)

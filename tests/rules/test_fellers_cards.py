"""Forest Fellers: which card moves whom, and how far."""

import pytest

from rules.fellers.position import Phase
from rules.game import WrongPhase
from tests.rules.courses import (
    FELLERS,
    after,
    changed,
    choices,
    position,
    river,
)

CHANNEL = river()


@pytest.mark.parametrize("phase", [Phase.FLOAT, Phase.DRAW, Phase.OVER, Phase.DEAL])
def test_out_of_time_everything_has_one_reason(phase: Phase) -> None:
    """docs/decisions.md, 3: a word that is due in another phase is told so."""
    s = changed(position(CHANNEL, gm="e2", hand="gm4"), phase=phase)
    for step in FELLERS.candidates(changed(s, phase=Phase.PLAY)):
        if not str(step).startswith(":") or phase is not Phase.FLOAT:
            assert isinstance(FELLERS.why_not(s, step), WrongPhase)


def test_any_card_of_the_deck_may_be_drawn() -> None:
    """Forest Fellers rules, Playing the Game: the hand is filled up from one's own deck."""
    s = after(position(CHANNEL, "gm4", gm="e2"), ".")
    assert s.phase is Phase.DRAW
    assert set(choices(s)) == set(s.decks[s.mover])
    assert choices(changed(s, phase=Phase.OVER)) == []

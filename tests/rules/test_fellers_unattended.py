"""Forest Fellers: what is played for somebody whose time is over."""

from rules.fellers.position import Phase
from rules.game import NATURE
from rules.unattended import unattended
from tests.rules.courses import FELLERS, at, position, river

STILL = river()
DOWN = river("# # # . . . # # #\n# # # . . . # # #\n# # # 3 3 3 # # #")


def test_the_lowest_card_is_played_and_nobody_walks() -> None:
    """Fellers 25. Of two that are equal the first lumberjack's."""
    s = position(STILL, hand="gw2 gm2 gm4", gm="e4", gw="e6")
    line, after = unattended(FELLERS, s)
    assert line == "gm2 ."
    assert (at(after, "gm"), at(after, "gw")) == ("e4", "e6")
    assert (after.phase, FELLERS.actor(after)) == (Phase.DRAW, NATURE)


def test_the_beaver_is_kept_as_long_as_it_can_be() -> None:
    """Fellers 25. And a card of somebody who is home is for the first of the others."""
    s = position(STILL, hand="j gm5", gm="home", gw="e6")
    assert unattended(FELLERS, s)[0] == "gm5 gw ."
    alone = position(STILL, hand="j", gm="e4", gw="e6")
    assert unattended(FELLERS, alone)[0] == "j gm ."
    floats = position(DOWN, hand="gm1", gm="d3", gw="e3")
    assert unattended(FELLERS, floats)[0].startswith("gm1 .")

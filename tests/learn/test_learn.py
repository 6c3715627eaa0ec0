"""`make learn`: how weights are fitted."""

from __future__ import annotations

from random import Random

import pytest

from rules.fellers.computer import DOUBT, HELD, LAST, MOVE, Race, tables
from rules.game import Setup
from rules.logger.computer import MOVES, WAITS
from rules.logger.rules import Phase
from rules.logjam.computer import LEAD, NEXT, Playouts
from rules.logjam.odds import Dice
from tests.learn import fellers, logjam, odds
from tests.learn.logger import row
from tests.learn.regression import chance
from tests.rules.boards import LOGGER
from tests.rules.courses import FELLERS
from tests.rules.games import dealt, positions

WEIGHTS = [weight for role in (WAITS, MOVES) for part in role for weight in part]


def test_amounts_and_weights_make_the_worth() -> None:
    for s in positions(2, 3):
        if s.phase is Phase.WALK:
            lead = LOGGER.worth(s, 0) - LOGGER.worth(s, 1)
            assert lead == pytest.approx(sum(w * x for w, x in zip(WEIGHTS, row(s), strict=True)))


def test_shares_of_a_race_are_what_is_learnt() -> None:
    """docs/decisions.md, 79: the weights for races that are played on have the same form."""
    weights = [x / DOUBT for x in (1, LAST, HELD, MOVE)]
    s = dealt(FELLERS, FELLERS.new(Setup(2, {"course": "random"})), Random(2))
    assert s.course is not None
    race = Race(s, tables(s.course))
    for lot in (0.1, 0.9, 0.4, 0.7, 0.2):
        assert race.shares()[race.mover] == pytest.approx(chance(weights, fellers.row(race)))
        race.turn()
        race.draw(lot)


def test_shares_of_a_game_of_logjam_are_what_is_learnt() -> None:
    """docs/decisions.md, 86: the same, by steps."""
    s = logjam.set_up(Random(2))
    playouts = Playouts(s)
    race = playouts.place(s).like()
    for roll in (1, 6, 3, 2, 5):
        wins = chance((LEAD, LEAD * NEXT), logjam.row(race))
        assert playouts.shares(race)[race.mover] == pytest.approx(wins)
        race = race.turn(roll)


def test_a_net_is_taught_by_the_amounts_that_it_plays_by() -> None:
    """docs/decisions.md, 90: a position is worth the same in a lesson and in play."""
    luck = Random(3)
    pupil = odds.Pupil(luck)
    for _ in range(3):
        pupil.taught(*odds.played(pupil.net, luck), 0.01)
    s = logjam.set_up(luck)
    dice = Dice(s, pupil.net)
    race = dice.place(s)
    for roll in (2, 6, 3, 1, 5):
        race = min(dice.turns(race, roll), key=dice.share)
        units = pupil.units(odds.measured(dice, race))
        assert dice.share(race) == pytest.approx(pupil.net.share(units))

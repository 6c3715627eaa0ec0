"""Faults in what a game means: who has won, who has agreed, what was ordered, who was there.

Nothing is posted twice or at night by them, and every table goes on: only a check that works the
meaning out for itself finds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from bot.features import clocks, consent, consequences, lobbies, lobby, mending, vacations
from bot.features.apart import Apart
from bot.features.seasons import rounds
from bot.messages import layouts
from bot.messages import results as results_told
from bot.messages.errors import not_open
from bot.table import orders, table
from bot.table.consent import Answers, asked, open_offer
from bot.table.effective import unprompted
from bot.table.personal import vacation_of
from bot.table.session import held_seat, seat_of
from rules.errors import NotYou
from rules.history import TIMEOUT
from storage import Row, Store
from tests.simulation.plan import LATE_MARCH, Habits, Plan


def small(seed: int, **more: Any) -> Plan:
    """Few people, who are quick: what is rare elsewhere happens every day."""
    given: dict[str, Any] = {"people": 6, "tables": 3, "days": 4, "trouble": 1.0, "leisure": 0.1}
    given |= {"begins": LATE_MARCH, "paces": ("brisk", "none")}
    return Plan(seed=seed, **given | more)


ENDINGS = small(6, kinds=("logger",), seats=(2,), habits=Habits(leaves=0.05))
CLOSED = small(12, kinds=("logger",), seats=(2,), habits=Habits(leaves=0.15, orders=0, regrets=0))
ORDERED = small(4, kinds=("logger",), seats=(2,), habits=Habits(orders=0.8, asks=0, regrets=0))
TALKING = small(2, days=6, kinds=("logger",), seats=(3, 4), habits=Habits(asks=0.9))
ABSENTS = small(1, days=8, leisure=0.6, paces=("brisk",), habits=Habits(forgets=0.3))
MENDED = small(1, kinds=("logger",), habits=Habits(mends=6.0))
QUARRELS = Habits(leaves=0.05, refuses=0.5, bars=0.6, travels=0.0)
QUARRELLING = small(3, people=8, seats=(2, 3), kinds=("logger",), habits=QUARRELS)
LEAGUE = small(
    15,
    people=4,
    tables=0,
    days=18,
    leisure=0.02,
    kinds=("logger",),
    league="brisk",
    habits=Habits(travels=0.0, orders=0.0),
)
WALK_OVERS = replace(LEAGUE, seed=7)
TRAVELS = small(1, days=12, habits=Habits(travels=1.0))


@contextmanager
def results_are_inverted() -> Iterator[None]:
    """Who has most is last, and who has least has won."""
    results = consequences.results

    def inverted(after: Any) -> Any:
        right = results(after)
        last = max(each.place for each in right)
        return tuple(replace(r, won=not r.won, place=1 + last - r.place) for r in right)

    with patch.object(consequences, "results", inverted):
        yield


@contextmanager
def the_last_one_is_told_to_win() -> Iterator[None]:
    """The store is right, and the post names who has least."""

    def worst(self: Any) -> tuple[int, ...]:
        scores = self.kind.game.scores(self.at.state)
        return (min(range(len(scores)), key=scores.__getitem__),)

    told = results_told.result

    def wrong(*given: Any, **more: Any) -> Any:
        with patch.object(table.Table, "winners", worst):
            return told(*given, **more)

    with patch.object(results_told, "result", wrong):
        yield


@contextmanager
def any_turn_meets_an_order() -> Iterator[None]:
    """What an order waits for has always come about."""
    with patch.object(orders, "meets", lambda turn, order: True):
        yield


@contextmanager
def orders_are_never_played() -> Iterator[None]:
    """Each falls, whatever was said."""

    def none(table: Any, said: Any) -> orders.DueOrder:
        fates = {order.id: orders.OTHERWISE for order in table.game.orders if not order.fell}
        return orders.DueOrder(None, tuple(fates.items()))

    with patch.object(consequences, "due_order", none):
        yield


@contextmanager
def an_outsiders_press_is_a_yes() -> Iterator[None]:
    """Whoever does not sit there speaks for the first who is asked."""

    def anybody(game: Any, user: int) -> int:
        try:
            return held_seat(game, user)
        except NotYou:
            offer = open_offer(game)
            if offer is None or seat_of(game, user) is not None:
                raise
            return next(iter(asked(game, offer)), offer.seat)

    with patch.object(consent, "held_seat", anybody):
        yield


@contextmanager
def the_first_yes_is_enough() -> Iterator[None]:
    """Nobody else is waited for."""

    def nobody_else(rows: Any, offer: Any) -> Answers:
        return Answers((0, 1, 2, 3))

    with patch.object(consent, "answers_to", nobody_else):
        yield


@contextmanager
def the_same_is_asked_for_again() -> Iterator[None]:
    """Whoever has asked may ask again at once."""
    with patch.object(consent, "asked_this_turn", lambda *given: False):
        yield


@contextmanager
def a_host_walks_out() -> Iterator[None]:
    """Whoever hosts a game that they are losing cancels it."""
    with patch.object(lobby, "needs_consent", lambda *given: False):
        yield


@contextmanager
def absences_are_never_forgotten() -> Iterator[None]:
    """The second turn that somebody has missed in their life costs the seat."""

    def ever(rows: Sequence[Row], seat: int) -> int:
        how = unprompted(rows)
        return sum(row.seat == seat and how.get(row.n) == TIMEOUT for row in rows)

    with patch.object(clocks, "missed", ever):
        yield


@contextmanager
def who_was_away_once_is_away_for_ever() -> Iterator[None]:
    """A vacation is never over."""

    def ever(settings: Any, at: float) -> Any:
        return vacation_of(settings)

    with patch.object(vacations, "away", ever):
        yield


@contextmanager
def who_manages_the_server_asks_nobody() -> Iterator[None]:
    """A rated game is taken back without those who play it."""
    with patch.object(mending, "needs_others", lambda game, user, measure: False):
        yield


@contextmanager
def whom_somebody_refuses_sits_down_there() -> Iterator[None]:
    """What two people have said of each other is asked of nobody."""
    apart = Store.apart

    async def nobody(store: Store, user: int, guild: int) -> Any:
        return (await apart(store, user, guild))._replace(people=frozenset())

    with patch.object(Store, "apart", nobody):
        yield


@contextmanager
def who_is_barred_may_take_a_seat() -> Iterator[None]:
    """They can open no table, and still join one."""

    async def anybody(*given: Any) -> None:
        pass

    with patch.object(Apart, "may_sit", anybody):
        yield


@contextmanager
def calls_tell_of_refusals() -> Iterator[None]:
    """Everybody at a table reads that somebody could not join it."""
    turn = layouts.turn

    def telling(table: Any, call: Any, *more: Any) -> Any:
        return replace(turn(table, call, *more), text=not_open(table.game))

    with patch.object(layouts, "turn", telling):
        yield


@contextmanager
def a_round_opens_twice() -> Iterator[None]:
    """Each pair of a season has two tables."""
    seat = lobbies.seat

    async def twice(at: Any, key: str, *given: Any) -> Any:
        await seat(at, f"{key}0", *given)
        return await seat(at, key, *given)

    with patch("bot.features.seasons.seat", twice):
        yield


@contextmanager
def the_first_round_comes_again() -> Iterator[None]:
    """Everybody meets whom they have met."""
    robin = rounds.robin
    with patch.object(rounds, "robin", lambda entrants, round: robin(entrants, 1)):
        yield


@contextmanager
def who_loses_the_final_is_champion() -> Iterator[None]:
    """Or anybody else than who has won it."""
    champion = rounds.champion

    def another(season: Any) -> int:
        return ((champion(season) or 0) + 1) % len(season.entrants)

    with patch.object(rounds, "champion", another):
        yield


# What has to be found, and a world in which it soon happens.
PLANTED_MEANING = {
    results_are_inverted: ("winners", ENDINGS),
    the_last_one_is_told_to_win: ("winners", ENDINGS),
    any_turn_meets_an_order: ("orders", ORDERED),
    orders_are_never_played: ("orders", ORDERED),
    an_outsiders_press_is_a_yes: ("consent", TALKING),
    the_first_yes_is_enough: ("consent", TALKING),
    the_same_is_asked_for_again: ("offers", TALKING),
    a_host_walks_out: ("consent", CLOSED),
    absences_are_never_forgotten: ("absences", ABSENTS),
    who_was_away_once_is_away_for_ever: ("vacations", TRAVELS),
    who_manages_the_server_asks_nobody: ("consent", MENDED),
    whom_somebody_refuses_sits_down_there: ("apart", QUARRELLING),
    who_is_barred_may_take_a_seat: ("barred", QUARRELLING),
    a_round_opens_twice: ("season", WALK_OVERS),
    the_first_round_comes_again: ("season", LEAGUE),
    who_loses_the_final_is_champion: ("season", LEAGUE),
    calls_tell_of_refusals: ("told of a refusal", QUARRELLING),
}

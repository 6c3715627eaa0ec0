"""What an outage of the bot does to what waits, by the kind of its timer.

    ──●──●────────────────●──────────●──►   ● the bot is there
          └─ nobody could ┘          │
             answer       └──────────┴─ what was due here moves by as long as that

Time that people have for something is given back to them. What is no such time stays as it is: a
clock, whose end is worked out from its calendar, where outages stand already; a night, which ends
when it ends; what the bot alone waits for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from bot.core.game import (
    ABANDONED,
    CHANCE,
    CLOCK,
    FLEETING,
    GUEST,
    LOBBY_CLOSES,
    OFFER,
    OPEN_SEAT,
    PAUSED,
    REMIND,
    THINK,
)
from bot.domain.consent import Offer
from bot.domain.posts import Card
from bot.domain.puzzles import KIND as PUZZLE
from bot.domain.reminders import is_stage
from bot.domain.seasons.course import KIND as SEASON
from bot.domain.seats import Opened, SeatReopened
from storage import Timer


def _always(_: Timer) -> bool:
    return True


def _never(_: Timer) -> bool:
    return False


# Whether a timer moves, for each kind that there is. One of a kind that is not known here is left
# to the version of the bot that knows it.
MOVES: Final[Mapping[str, Callable[[Timer], bool]]] = {
    LOBBY_CLOSES: _always,
    OPEN_SEAT: _always,
    OFFER: _always,
    ABANDONED: _always,
    REMIND: lambda timer: is_stage(timer.payload),  # the others wait for the end of a night
    CLOCK: _never,
    CHANCE: _never,
    FLEETING: _never,
    THINK: _never,
    PAUSED: _never,
    GUEST: _never,
    PUZZLE: _never,
    SEASON: _never,  # days and weeks, which nobody has to meet by the minute
}


def moves(timer: Timer) -> bool:
    """An outage is credited to this timer."""
    return MOVES.get(timer.kind, _never)(timer)


def said_anew(timers: Sequence[Timer]) -> Iterator[tuple[int, str]]:
    """The rows of the outbox, with their games, by which what says until when is corrected."""
    yield from dict.fromkeys((t.game, kind) for t in timers for kind in _posts(t))


def _posts(timer: Timer) -> Iterator[str]:
    if timer.kind == LOBBY_CLOSES:
        yield Card().encode()
    if timer.kind == OPEN_SEAT:
        yield SeatReopened(Opened.decode(timer.payload).seat).encode()
    if timer.kind == OFFER:
        yield Offer.decode(timer.payload).news

"""Who may sit down in a lobby: everybody, or who was invited; and nobody whom a host has removed.

    option "join" invited ──┬── timer "guest", Guest(77, invited)     may join
                            └── timer "guest", Guest(78, removed)     may not, in any lobby

They go with the lobby.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.core.calendar import DAY
from bot.core.game import GUEST, LOBBY_CLOSES
from bot.core.policies import Moment
from bot.core.rows import Coded, OutboxRow, coded
from bot.domain.agreed import JOIN
from storage import Change, GameRow, NewTimer

LOBBY_LASTS: Final = 7 * DAY  # seconds until a lobby closes itself
INVITED, REMOVED = "invited", "removed"
MOST_GUESTS: Final = 20  # people who are invited to one lobby


@coded()
class Guest(Coded):
    """Somebody of whom a lobby knows whether they may join it: the payload of a timer."""

    user: int
    how: str


@coded("invites")
class Invitation(OutboxRow):
    """Mentions somebody where the lobby is, or in the card of their rematch. by: who wants that."""

    user: int
    by: int


def guest(game: GameRow, user: int, how: str, now: float) -> NewTimer:
    """As it stands in the store, as long as the lobby is open."""
    return NewTimer(GUEST, game.due(LOBBY_CLOSES) or now + LOBBY_LASTS, Guest(user, how).encode())


def guests(game: GameRow, how: str) -> frozenset[int]:
    """Those who are invited to a lobby, or were removed from it."""
    found = (Guest.decode(timer.payload) for timer in game.timers if timer.kind == GUEST)
    return frozenset(each.user for each in found if each.how == how)


def only_guests(game: GameRow) -> bool:
    """Nobody joins who is not invited."""
    return game.options.get(JOIN.name) == INVITED


def welcome(game: GameRow, user: int) -> bool:
    """Somebody is invited: by name, as host, or as one of those who played the game before."""
    if not only_guests(game) or user == game.host or user in guests(game, INVITED):
        return True
    return played_before(game, user)


def played_before(game: GameRow, user: int) -> bool:
    """A lobby is a rematch for somebody."""
    return str(user) in game.options.get("order", "").split()


def forget_guests(game: GameRow, change: Change, _: Moment) -> Change:
    """A change by which a lobby becomes a game: who was invited is of no matter any more."""
    if game.status != "lobby" or change.status != "playing":
        return change
    return replace(change, done=(*change.done, GUEST))

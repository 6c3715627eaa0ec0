"""Who may join a lobby: everybody or only invited people, and nobody whom the host has removed.

    option "join" invited ──┬── timer "guest", Guest(77, invited)     may join
                            └── timer "guest", Guest(78, removed)     may not, in any lobby

The timers end with the lobby.
"""

from __future__ import annotations

from typing import Final

from bot.table.agreed import JOIN
from bot.table.calendar import DAY
from bot.table.game import GUEST, LOBBY_CLOSES
from bot.table.rows import Coded, OutboxRow, coded
from storage import GameRow, NewTimer

LOBBY_LASTS: Final = 7 * DAY  # seconds until a lobby closes itself
INVITED, REMOVED = "invited", "removed"


@coded()
class Guest(Coded):
    """A person invited to a lobby or removed from it: the payload of a timer."""

    user: int
    how: str  # INVITED or REMOVED


@coded("invites")
class Invitation(OutboxRow):
    """Mentions a person at a lobby, or in the message of their rematch."""

    user: int
    by: int  # the person who invites them


def guest(game: GameRow, user: int, how: str, now: float) -> NewTimer:
    """The timer that stores a guest while the lobby is open."""
    return NewTimer(GUEST, game.due(LOBBY_CLOSES) or now + LOBBY_LASTS, Guest(user, how).encode())


def guests(game: GameRow, how: str) -> frozenset[int]:
    """The people invited to a lobby, or removed from it."""
    found = (Guest.decode(timer.payload) for timer in game.timers if timer.kind == GUEST)
    return frozenset(each.user for each in found if each.how == how)


def only_guests(game: GameRow) -> bool:
    """Whether only invited people may join."""
    return game.options.get(JOIN.name) == INVITED


def welcome(game: GameRow, user: int) -> bool:
    """Whether a person may join: invited, the host, or a player of the game before."""
    if not only_guests(game) or user == game.host or user in guests(game, INVITED):
        return True
    return played_before(game, user)


def played_before(game: GameRow, user: int) -> bool:
    """Whether the lobby is a rematch of a game that this person played."""
    return str(user) in game.options.get("order", "").split()

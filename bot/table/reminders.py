"""How a player wants to be notified, and how often they were, from the store."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from bot.table.clocks import calendar_of
from bot.table.game import HOUR, REMIND, is_private
from bot.table.rows import NO_CHOICE, MorningCall, missed_turns, row_class, untyped_turns, word_of
from bot.table.seats import BANNED, GONE, LEAVING, open_seats
from bot.table.settings import BOTH, DIRECT, HERE, NONE, PINGS, chosen, muted_games
from rules.game import Seat
from rules.history import TIMEOUT
from storage import Call, GameRow, Row, Sitter, Store, Timer

BETWEEN_MESSAGES: Final = 6 * HOUR  # between two messages to one person
MOST_REMINDERS: Final = 3  # reminders for a turn, of all kinds
UNANSWERED: Final = 6  # messages about a game to a player for whom the clock plays meanwhile


def ways(game: GameRow, sitter: Sitter) -> frozenset[str]:
    """How a player wants to be notified in a game: not at all, here, by direct message, or both."""
    how = chosen(sitter.settings, PINGS)
    left = {seat for seat, why in open_seats(game).items() if why in (LEAVING, GONE, BANNED)}
    deserted = sitter.user in {game.sitters[seat].user for seat in left}
    if sitter.left or deserted or in_peace(game, sitter):
        return frozenset()
    if is_private(game):
        return frozenset({HERE})  # it is a direct message already
    return frozenset({HERE, DIRECT}) if how == BOTH else frozenset({how})


def in_peace(game: GameRow, sitter: Sitter) -> bool:
    """Whether a player doesn't want to be notified in this game or in any. A computer never is."""
    if sitter.computer:
        return True
    return chosen(sitter.settings, PINGS) == NONE or game.id in muted_games(sitter.settings)


def calm(game: GameRow, sitter: Sitter, at: float) -> float:
    """This moment, or the next one outside a player's quiet hours and vacations."""
    calendar = calendar_of(game, sitter)
    while True:
        ends = (end for begin, end in calendar.away if begin <= at < end)
        then = max(chain((calendar.awake(at),), ends))
        if then == at:
            return at
        at = then


async def ignores(store: Store, game: GameRow, rows: Sequence[Row]) -> bool:
    """Whether the player to move lets the clock play and answers no messages. Then the lobby
    message shows it, and nobody notifies them until they return. rows: the whole log."""
    seat = game.on_turn
    if seat is None or not missed_turns(rows, seat):
        return False
    # The last row of the seat's own player: a turn, or a word to the table.
    how, since = untyped_turns(rows), 0
    there = ("takeover", "back", "ask", "accept", "decline", "withdraw")
    for row in reversed(rows):
        word = word_of(row)
        played = row.seat == seat and how.get(row.n, "") not in (TIMEOUT, NO_CHOICE)
        if played or (word.seat == seat and (word.remark or word.verb in there)):
            since = row.n
            break
    calls, user = await store.calls(game.id, since), game.sitters[seat].user
    return sum(c.user == user and row_class(c.kind).loud for c in calls) >= UNANSWERED


def follower(game: GameRow, seat: Seat) -> Seat | None:
    """The seat after the player to move, if three or more play. With two everybody knows."""
    there = [each for each, sitter in enumerate(game.sitters) if not sitter.left]
    if len(there) < 3 or seat not in there:
        return None
    return there[(there.index(seat) + 1) % len(there)]


def mover(game: GameRow) -> int | None:
    """The player to move, if there is one."""
    return None if game.on_turn is None else game.sitters[game.on_turn].user


def so_far(calls: Iterable[Call]) -> int:
    """The number of reminders among the notifications of a turn."""
    return sum(row_class(call.kind).reminds for call in calls)


def is_stage(payload: str) -> bool:
    """Whether a timer is a reminder, which has a number. Others wait for the end of a night."""
    return payload.isdecimal()


def stage_of(game: GameRow) -> Timer | None:
    """The timer of the next reminder."""
    return next((t for t in game.timers if t.kind == REMIND and is_stage(t.payload)), None)


def is_called_later(game: GameRow) -> bool:
    """Whether the player to move will be notified at the end of their night."""
    waits = (timer.payload for timer in game.timers if timer.kind == REMIND)
    return any(row_class(payload) is MorningCall for payload in waits)

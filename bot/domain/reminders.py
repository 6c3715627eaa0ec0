"""Who is called and reminded, when, and in which way, as it stands in the store.

    a turn begins ──> row "turn"        mentions them, unless it is night for them
                  ├─> row "dm"          the same by direct message, for whoever wants it
                  ├─> row "next"        the one after them, without a sound, who wants it
                  ├─> timer "remind" call    at the end of the night: row "call", row "dm"
                  └─> timer "remind" 0       row "remind", timer "remind" 1 … three at most
    a turn ends   ──> all timers "remind" are done with, in the same transaction

A reminder is no promise: it is left out when it would come soon after another message.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from bot.core.calendar import DAY, Calendar, Span
from bot.core.game import CLOCK, REMIND, Game, is_private
from bot.core.policies import Moment
from bot.core.rows import Coded, OutboxRow, coded, row_class
from bot.domain.absence import last_answer, missed
from bot.domain.agreed import HOUR
from bot.domain.calendars import calendar_of
from bot.domain.calls import (
    AsksLater,
    Follows,
    Letter,
    MorningCall,
    OrdersFell,
    RemindersSpent,
)
from bot.domain.clocks import running
from bot.domain.consent import Offer, asked
from bot.domain.pausing import begins, ends, paused
from bot.domain.personal import (
    BOTH,
    DIRECT,
    HERE,
    NEXT,
    NONE,
    PINGS,
    REMINDERS,
    chosen,
    muted,
    on,
)
from bot.domain.seats import deserters
from rules.game import Seat
from storage import (
    KEEP,
    Call,
    Change,
    GameRow,
    NewTimer,
    OrderFates,
    Post,
    Row,
    Sitter,
    Store,
    Timer,
)

GAP: Final = 6 * HOUR  # between two messages to one person
MOST_REMINDERS: Final = 3  # reminders for a turn, of all kinds
UNANSWERED: Final = 6  # messages about a game to somebody for whom the clock plays meanwhile
LONGEST_WAIT: Final = 60 * DAY  # that something waits: a clock, and a vacation on top of it

DAYS: Final = {"one": (1,), "two": (1, 3), "three": (1, 3, 7), "daily": (1, 2, 3)}  # no clock


@coded()
class Stage(Coded):
    """The next reminder of a turn, by its number from 0: the payload of its timer."""

    number: int


def ways(game: GameRow, sitter: Sitter) -> frozenset[str]:
    """How somebody wants to be called in a game: not at all, here, by direct message, or both."""
    how = chosen(sitter.settings, PINGS)
    if sitter.left or sitter.user in deserters(game) or in_peace(game, sitter):
        return frozenset()
    if is_private(game):
        return frozenset({HERE})  # that is a direct message already
    return frozenset({HERE, DIRECT}) if how == BOTH else frozenset({how})


def in_peace(game: GameRow, sitter: Sitter) -> bool:
    """Somebody wants to be called in no way, in this game or in any; a computer never is."""
    if sitter.computer:
        return True
    return chosen(sitter.settings, PINGS) == NONE or game.id in muted(sitter.settings)


def awake(calendar: Calendar, at: float) -> float:
    """This moment, or the next one that is neither in quiet hours nor in a vacation."""
    while True:
        ends = (end for begin, end in calendar.away if begin <= at < end)
        then = max(chain((calendar.awake(at),), ends))
        if then == at:
            return at
        at = then


def calm(game: GameRow, sitter: Sitter, at: float) -> float:
    """This moment, or the next one in which somebody at a table is awake."""
    return awake(calendar_of(game, sitter), at)


def points(
    game: GameRow, sitter: Sitter, begun: float, due: float | None, away: Sequence[Span] = ()
) -> tuple[float, ...]:
    """When somebody is to be reminded of a turn. begun: since when they have had it, or their
    clock has run; due: when that ends, None: there is no clock; away: outages, which count for
    nothing."""
    how, calendar = chosen(sitter.settings, REMINDERS), calendar_of(game, sitter).but(*away)
    days = (Calendar(away=tuple(away)).end(begun, each * DAY) for each in DAYS.get(how, ()))
    if due is None:
        return tuple(days)
    if how == "daily":
        return tuple(day for day in days if day < due)
    half, late, last = (
        calendar.end(begun, calendar.passed(begun, due) * part) for part in (0.5, 0.75, 0.9)
    )
    near = due - DAY if due - DAY >= half + GAP else late
    return {"one": (near,), "two": (half, near), "three": (half, near, last)}.get(how, ())


def reminder(
    game: GameRow,
    sitter: Sitter,
    stage: int,
    after: float,
    begun: float,
    due: float | None,
    away: Sequence[Span] = (),
) -> NewTimer | None:
    """The next reminder. stage: how many there were; after: the earliest time for it; away:
    outages. Nobody is reminded while the table is paused."""
    if paused(game):
        return None
    times = points(game, sitter, begun, due, away)
    for number, at in enumerate(times[stage:MOST_REMINDERS], stage):
        then = calm(game, sitter, max(at, after))
        late = due is not None and then >= due
        if not late and (at >= after or number == stage):
            return NewTimer(REMIND, then, Stage(number).encode())
    return None


def schedule_reminders(game: GameRow, change: Change, moment: Moment) -> Change:
    """A change, with how whoever's turn begins by it is called and reminded."""
    now = moment.now
    if change.status in ("over", "cancelled"):
        return _tidied(game, change)
    if begins(change):
        there = stage_of(game)
        return replace(change, done=(*change.done, *((there,) if there else ())))
    seat = game.on_turn if change.on_turn is KEEP else change.on_turn
    before, game = game, _afterwards(game, change)
    if change.lines and not change.aside and change.on_turn is not KEEP:
        timers, posts = ((), ()) if seat is None else _calling(game, change, seat, now)
        change = replace(
            change,
            done=(*change.done, REMIND),
            timers=(*change.timers, *timers),
            posts=(*change.posts, *posts),
        )
        return _tidied(before, _with_fallen(game, change, seat, now))
    if seat is not None and ends(change):
        return _planned_again(game, change, seat, now)
    if seat is not None and any(timer.kind == CLOCK for timer in change.timers):
        return _replanned(game, change, seat, now, moment.away)
    return change


def _tidied(game: GameRow, change: Change) -> Change:
    """A change by which a turn is over: what has reminded of it goes, if anything has. Behind the
    posts, which matter more."""
    if game.on_turn is None or game.sitters[game.on_turn].computer:
        return change
    there, more = stage_of(game), game.n > game.stands
    if there is not None and Stage.decode(there.payload).number == 0 and not more:
        return change
    return replace(change, posts=(*change.posts, RemindersSpent(game.stands).encode()))


async def ignores(store: Store, game: GameRow, rows: Sequence[Row]) -> bool:
    """Whoever is on turn has let the clock play, and has not answered message after message: then
    the card tells it, and nobody calls them until they are there again. rows: of the whole log."""
    seat = game.on_turn
    if seat is None or not missed(rows, seat):
        return False
    calls, user = await store.calls(game.id, last_answer(rows, seat)), game.sitters[seat].user
    return sum(c.user == user and row_class(c.kind).loud for c in calls) >= UNANSWERED


def _afterwards(game: GameRow, change: Change) -> GameRow:
    """Who sits there after a change, and which seats are still offered then."""
    timers = tuple(timer for timer in game.timers if timer not in change.done)
    if change.sitters is None and timers == game.timers:
        return game
    sitters = game.sitters if change.sitters is None else change.sitters
    return replace(game, sitters=sitters, timers=timers)


def _calling(
    game: GameRow, change: Change, seat: Seat, now: float
) -> tuple[tuple[NewTimer, ...], tuple[str, ...]]:
    """The timers and the rows by which whoever's turn begins by a change is called and reminded,
    and who follows them is told."""
    sitter, after = game.sitters[seat], _to_follower(game, seat)
    if sitter.computer:
        return (), ()
    if not (how := ways(game, sitter)):
        return (), after
    at = calm(game, sitter, now)
    first = reminder(game, sitter, 0, at + GAP, now, _due(game, change))
    timers = (first,) if first else ()
    if at > now:
        return (*timers, NewTimer(REMIND, at, MorningCall().encode())), after
    return timers, (Letter().encode(), *after) if DIRECT in how else after


def _to_follower(game: GameRow, seat: Seat) -> tuple[str, ...]:
    """The row that tells the one after the player on turn, if they want that."""
    after = follower(game, seat)
    wanted = after is not None and on(game.sitters[after].settings, NEXT)
    return (Follows().encode(),) if wanted else ()


def _with_fallen(game: GameRow, change: Change, mover: Seat | None, now: float) -> Change:
    """Whoever had ordered in vain is told so by a direct message; who is called by one now reads
    it there."""
    fates = change.get(OrderFates)
    why = dict(fates.fates if fates else ())
    for seat in sorted({order.seat for order in game.orders if why.get(order.id)}):
        sitter, row = game.sitters[seat], OrdersFell(seat).encode()
        how = ways(game, sitter)
        if not how or (seat == mover and DIRECT in how):
            continue
        if (at := calm(game, sitter, now)) > now:
            change = replace(change, timers=(*change.timers, NewTimer(REMIND, at, row)))
        else:
            change = replace(change, posts=(*change.posts, row))
    return change


def whom(game: GameRow, row: OutboxRow | None) -> Seat | None:
    """The seat of whoever a row of the outbox calls, or tells something."""
    match row:
        case OrdersFell(seat=seat) | AsksLater(seat=seat):
            return seat
    return game.on_turn


def follower(game: GameRow, seat: Seat) -> Seat | None:
    """Who sits after the player on turn, among three or more; of two everybody knows."""
    there = [each for each, sitter in enumerate(game.sitters) if not sitter.left]
    if len(there) < 3 or seat not in there:
        return None
    return there[(there.index(seat) + 1) % len(there)]


def _planned_again(game: GameRow, change: Change, seat: Seat, now: float) -> Change:
    """The table goes on, and whoever is on turn is reminded as if their turn had begun."""
    sitter = game.sitters[seat]
    first = reminder(game, sitter, 0, now + GAP, now, _due(game, change))
    if first is None or not ways(game, sitter):
        return change
    return replace(change, timers=(*change.timers, first))


def _replanned(
    game: GameRow, change: Change, seat: Seat, now: float, away: Sequence[Span]
) -> Change:
    """The clock ends at another time, and so the next reminder does; its number stays. Whoever is
    called at the end of the night still is."""
    sitter, there = game.sitters[seat], stage_of(game)
    if there is None:
        return change
    after = now + HOUR  # it may have been put off because nobody could play
    stage, due = Stage.decode(there.payload).number, _due(game, change)
    then = reminder(game, sitter, stage, after, now, due, away)
    timers = (then,) if then else ()
    return replace(change, done=(*change.done, there), timers=(*change.timers, *timers))


def mover(game: GameRow) -> int | None:
    """Who is on turn, if anybody."""
    return None if game.on_turn is None else game.sitters[game.on_turn].user


def so_far(calls: Iterable[Call]) -> int:
    """How many reminders there are among the calls of a turn."""
    return sum(row_class(call.kind).reminds for call in calls)


def on_its_way(game: GameRow, posts: Iterable[Post], now: float) -> bool:
    """Whoever is on turn is being called: a row that does it waits to be sent, or a call or a
    reminder is due, which has waited for the morning as well."""
    due = (t for t in game.timers if t.kind == REMIND and t.due <= now)
    kinds = (row_class(timer.payload) for timer in due)
    return any(kind is MorningCall or kind.reminds for kind in kinds) or any(
        post.game == game.id and not game.past(post.n) and row_class(post.kind).loud
        for post in posts
    )


def is_calling(game: GameRow, posts: Iterable[Post], reminder: Post) -> bool:
    """Whoever is on turn is about to be called: by the first row of the game that waits, which was
    not tried yet. Another reminder only counts if it is older. posts: that wait, in their order."""
    telling = (post for post in posts if not row_class(post.kind).aside)
    first = next((post for post in telling if post.game == game.id), None)
    if first is None or first.tries or game.past(first.n):
        return False
    kind = row_class(first.kind)
    return kind.loud and (not kind.reminds or first.id < reminder.id)


def stage_of(game: GameRow) -> Timer | None:
    """The reminder that is to come, by its timer."""
    return next((t for t in game.timers if t.kind == REMIND and is_stage(t.payload)), None)


def is_stage(payload: str) -> bool:
    """Such a timer is a reminder, by its number; others wait for the end of somebody's night."""
    return payload.isdecimal()


def is_called_later(game: GameRow) -> bool:
    """Whoever is on turn will be called at the end of their night."""
    waits = (timer.payload for timer in game.timers if timer.kind == REMIND)
    return any(row_class(payload) is MorningCall for payload in waits)


def begun(game: GameRow) -> float:
    """Since when the player on turn has had their turn, or their clock has run."""
    clock = running(game)
    return game.changed if clock is None or clock.since is None else clock.since


def _due(game: GameRow, change: Change) -> float | None:
    """When the clock of the player on turn ends, after a change."""
    set_anew = [timer.due for timer in change.timers if timer.kind == CLOCK]
    if set_anew:
        return set_anew[-1]
    return None if CLOCK in change.done else game.due(CLOCK)


def asks_later(game: Game, offer: Offer, now: float) -> Iterator[NewTimer]:
    """When those are called who are asked for something and not to be called now."""
    for seat in asked(game, offer):
        if (then := calm(game, game.sitters[seat], now)) > now:
            yield NewTimer(REMIND, then, AsksLater(offer.row, seat).encode())


def calls_of(game: GameRow, sitter: Sitter) -> Iterator[str]:
    """The rows that call somebody, where the board's own post has not."""
    how = ways(game, sitter)
    if HERE in how:
        yield MorningCall().encode()
    if DIRECT in how:
        yield Letter().encode()

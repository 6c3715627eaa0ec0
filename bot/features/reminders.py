"""Mention the player to move at the end of their night, and remind them.

A turn that begins sets the timer "remind" 0, whose row sets "remind" 1 and so on, three at most; at
night also "remind" call, for the mention. The commit that ends the turn ends them all. The outbox
checks each row again, and skips a reminder that would come soon after another message.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Final

from bot.features.clocks import AfterOutage, Uptime
from bot.features.consequences import card_of
from bot.features.feature import Feature
from bot.messages.answers import ListEntry, board_link, deadline, waits_for
from bot.messages.courier import Courier, Made, PermanentError, handles
from bot.messages.layout import Layout, Pages
from bot.table import rows as kinds
from bot.table.clocks import Calendar, begins, calendar_of, is_paused, resumes, running
from bot.table.commit import CommitMoment, Commits, Policy
from bot.table.game import ALERT, CLOCK, DAY, HOUR, REMIND, Game, Span
from bot.table.names import names_by_seat, place_of, title
from bot.table.reminders import (
    BETWEEN_MESSAGES,
    MOST_REMINDERS,
    calm,
    follower,
    ignores,
    is_called_later,
    is_stage,
    mover,
    so_far,
    stage_of,
    ways,
)
from bot.table.servers import quiet_until
from bot.table.settings import BUNDLE, DIRECT, HERE, NEXT, OFF, PINGS, REMINDERS, chosen, is_on
from rules.game import Seat
from rules.text import Mention, Moment, Strong, Text, sentences
from storage import BOARD, KEEP, Change, Conflict, GameRow, NewTimer, Sitter, Timer

DAYS: Final = {"one": (1,), "two": (1, 3), "three": (1, 3, 7), "daily": (1, 2, 3)}  # no clock


@kinds.code()
class Stage(kinds.Coded):
    """The next reminder of a turn, by its number from 0: the payload of its timer."""

    number: int


class Reminders:
    """Handles the timers of mentions and reminders, and tells players of outages."""

    def __init__(self, commits: Commits, uptime: Uptime) -> None:
        self._store, self._tables, self._commits = commits.store, commits.tables, commits
        self._uptime, self._now = uptime, commits.now
        self._locks = defaultdict[int, asyncio.Lock](asyncio.Lock)  # by person
        # News of outages that the store may not know yet: person, outage, server.
        self._sent = set[tuple[int, AfterOutage, int]]()

    def feature(self) -> Feature:
        """Reminders, and the news of an outage, which replaces a reminder."""
        longest = 60 * DAY  # a clock, and a vacation on top of it
        before = "drop_orders", "expire_offer", "apply_clock"
        return Feature(
            timers=(kinds.TimerKind(REMIND, longest, self.expire),),
            policies=(Policy(schedule_reminders, after=before),),
            rows=(handles(AfterOutage, self.after_outage),),
        )

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """Mention or remind a player now. Raises Conflict when another commit was first."""
        game = self._tables.games.from_row(row)
        posts, timers = await self._due(game, timer)
        change = Change((), f"remind:{timer.id}", posts=posts, timers=timers, done=(timer,))
        await self._commits.commit(game, change)

    async def _due(self, game: Game, timer: Timer) -> tuple[tuple[str, ...], tuple[NewTimer, ...]]:
        """The rows of the outbox that are due now, and the timers to set."""
        row = None if is_stage(timer.payload) else kinds.decode(timer.payload)
        if (seat := addressee(game, row)) is None:
            return (), ()
        sitter, now = game.sitters[seat], self._now()
        then = calm(game, sitter, now)
        if then <= now and (row is None or row.reminds):
            then = quiet_until(await self._store.server(game.guild), now)
        if then > now:
            return (), (NewTimer(timer.kind, then, timer.payload),)
        if isinstance(row, kinds.MorningCall):
            rows = {HERE: kinds.MorningCall().encode(), DIRECT: kinds.Letter().encode()}
            return tuple(post for way, post in rows.items() if way in ways(game, sitter)), ()
        if row is not None:
            return (timer.payload,), ()  # another row that waited for the end of the night
        if (calm_until := await self._uptime.quiet_until()) is not None:
            return (), (NewTimer(timer.kind, calm_until, timer.payload),)
        return await self._reminded(game, sitter, Stage.decode(timer.payload).number)

    async def _reminded(
        self, game: Game, sitter: Sitter, stage: int
    ) -> tuple[tuple[str, ...], tuple[NewTimer, ...]]:
        """A reminder or none, and the next timer; soon after another message, only a timer."""
        if not ways(game, sitter) or chosen(sitter.settings, REMINDERS) == OFF:
            return (), ()
        now, told = self._now(), so_far(await self._store.calls(game.id, game.stands))
        if told >= MOST_REMINDERS:
            return card_of(game), ()
        last = await self._called(sitter.user)
        if last is not None and last <= now < last + BETWEEN_MESSAGES:
            stage += is_on(sitter.settings, BUNDLE)  # that message was about this game too
            return (), self._next(game, sitter, stage, last + BETWEEN_MESSAGES)
        after = tuple[NewTimer, ...]()
        if told + 1 < MOST_REMINDERS:
            after = self._next(game, sitter, stage + 1, now + BETWEEN_MESSAGES)
        return (kinds.Reminder().encode(), *(() if after else card_of(game))), after

    def _next(self, game: Game, sitter: Sitter, stage: int, after: float) -> tuple[NewTimer, ...]:
        clock = running(game)
        begun = game.changed if clock is None or clock.since is None else clock.since
        return reminder(game, sitter, stage, after, begun, game.due(CLOCK), self._uptime.away)

    async def _called(self, user: int) -> float | None:
        """The time of somebody's last mention in any game; now, if one is due or on its way, as it
        goes before a reminder."""
        theirs = [row for row in await self._store.games_of(user) if mover(row) == user]
        posts = await self._store.under_way([row.id for row in theirs])
        now = self._now()
        for game in theirs:
            due = (t.payload for t in game.timers if t.kind == REMIND and t.due <= now)
            sent = (p.kind for p in posts if p.game == game.id and not game.past(p.n))
            if any(kind is kinds.MorningCall or kind.reminds for kind in map(kinds.row_class, due)):
                return now
            if any(kinds.row_class(kind).loud for kind in sent):
                return now
        return await self._store.last_call(user, ALERT)

    async def later(self, game: Game, row: kinds.OutboxRow) -> None:
        """Set a timer that sends a row at the end of its reader's night."""
        while not (now := await self._tables.game(game.id)).past(game.n):
            then = calm(now, now.sitters[addressee(now, row) or 0], self._now())
            call = Change((), f"call:{now.id}", timers=(NewTimer(REMIND, then, row.encode()),))
            with suppress(Conflict):  # another row came first; it is still their turn
                await self._commits.commit(now, call)
                return

    async def after_outage(self, outage: AfterOutage, courier: Courier) -> Made:
        """List all games that wait for the player to move, unless they know already."""
        async with self._locks[mover(await courier.game()) or 0]:
            return await self._after_outage(outage, courier)

    async def _after_outage(self, outage: AfterOutage, courier: Courier) -> Made:
        game = await courier.game()
        if game.on_turn is None or game.past(courier.post.n):
            return None
        sitter, now = game.sitters[game.on_turn], self._now()
        how = ways(game, sitter)
        if not how or await ignores(self._store, game, await self._store.log(game.id)):
            return None
        if calm(game, sitter, now) > now:
            if outage.encode() not in {timer.payload for timer in game.timers}:
                await self.later(game, outage)
            return None
        direct = DIRECT in how  # one direct message, or one on each server
        guilds = await self._store.servers_of_calls(sitter.user, outage.encode())
        known = bool(guilds) if direct else game.guild in guilds
        if known or (sitter.user, outage, game.guild) in self._sent:
            return None
        entries = await self._waiting(sitter.user, game, outage.end, direct=direct)
        if game.id not in [entry.game.id for entry in entries]:
            return None  # a mention after the outage showed the new time
        away = Text(
            "I was offline from {begin} to {end}. Clocks were stopped, and will stay stopped for "
            "another hour.",
            begin=Moment(outage.begin, "f"),
            end=Moment(outage.end, "f"),
        )
        games, pings = Text("These games are waiting for you:"), tuple[int, ...]()
        if not direct:
            pings = (sitter.user,)
            mention = Mention(sitter.user, names_by_seat(game.sitters)[game.on_turn])
            games = Text("{mention}, these games are waiting for you:", mention=mention)
        waiting = Pages([*map(_waiting_game, entries)])
        panel = Layout(sentences(away, games), pings=pings, pages=waiting)
        sent: Made = None
        if direct:
            with suppress(PermanentError):
                sent = await courier.direct(sitter.user, panel)
            if sent is None:  # Discord blocks direct messages: mention them from now on
                await self._store.set_personal(sitter.user, PINGS, None)
                return await self._after_outage(outage, courier)
        for entry in () if direct else entries:
            with suppress(PermanentError):
                sent = await courier.at_table(panel, entry.game)
                break
        if sent is None:
            return None  # no channel takes it, so the clock stops waiting
        there = {entry.game.guild for entry in entries} if direct else {game.guild}
        self._sent.update((sitter.user, outage, guild) for guild in there)
        return sent._replace(called=sitter.user)

    async def _waiting(self, user: int, game: Game, end: float, *, direct: bool) -> list[ListEntry]:
        """The games of a server, or all, that wait for a player and haven't mentioned them since,
        most urgent first."""
        found = list[Game]()
        for each in self._tables.games.among(await self._store.games_of(user)):
            near = direct or each.guild == game.guild
            if mover(each) == user and near and ways(each, each.sitters[each.on_turn or 0]):
                calls = await self._store.calls(each.id, each.stands)
                mine = (call for call in calls if call.user == user and call.at >= end)
                if all(kinds.row_class(call.kind) is AfterOutage for call in mine):
                    found.append(each)
        found.sort(key=lambda g: (g.due(CLOCK) is None, g.due(CLOCK) or 0.0, g.id))
        return [ListEntry(each, await self._store.latest(each.id, BOARD)) for each in found]

    async def replan(self, user: int) -> None:
        """Set the timers of a player whose notifications or hours have changed, not soon after they
        were there. Another commit may be first; then there is nothing to remind of."""
        for game in self._tables.games.among(await self._store.games_of(user)):
            if not waits_for(game, user):
                continue
            sitter, now, there = game.sitters[game.on_turn or 0], self._now(), stage_of(game)
            calls = () if there else await self._store.calls(game.id, game.stands)
            stage = Stage.decode(there.payload).number if there else so_far(calls)
            timers = tuple[NewTimer, ...]()
            if ways(game, sitter):
                timers = self._next(game, sitter, stage, now + BETWEEN_MESSAGES)
            if is_called_later(game):
                timers += (NewTimer(REMIND, calm(game, sitter, now), kinds.MorningCall().encode()),)
            change = Change((), f"replan:{game.id}", timers=timers, done=(there,) if there else ())
            with suppress(Conflict):
                await self._commits.commit(game, change)


def reminder(
    game: GameRow,
    sitter: Sitter,
    stage: int,
    after: float,
    begun: float,
    due: float | None,
    away: Sequence[Span] = (),
) -> tuple[NewTimer, ...]:
    """The timer of the next reminder; none while the table is paused. stage: the number of earlier
    ones; after: the earliest time for it; begun: when the turn began, or its clock did; due: when
    the clock ends; away: outages."""
    if is_paused(game):
        return ()
    times = islice(reminder_times(game, sitter, begun, due, away), stage, MOST_REMINDERS)
    for number, at in enumerate(times, stage):
        then = calm(game, sitter, max(at, after))
        late = due is not None and then >= due
        if not late and (at >= after or number == stage):
            return (NewTimer(REMIND, then, Stage(number).encode()),)
    return ()


def reminder_times(
    game: GameRow, sitter: Sitter, begun: float, due: float | None, away: Sequence[Span]
) -> Iterable[float]:
    """The times at which a player is reminded of a turn, if they are awake."""
    how, calendar = chosen(sitter.settings, REMINDERS), calendar_of(game, sitter, away)
    if due is None or how == "daily":
        days = (Calendar(away=tuple(away)).end(begun, each * DAY) for each in DAYS.get(how, ()))
        return (day for day in days if due is None or day < due)
    whole = calendar.time_passed(begun, due)
    half, late, last = (calendar.end(begun, whole * part) for part in (0.5, 0.75, 0.9))
    near = due - DAY if due - DAY >= half + BETWEEN_MESSAGES else late
    return {"one": (near,), "two": (half, near), "three": (half, near, last)}.get(how, ())


def schedule_reminders(game: GameRow, change: Change, moment: CommitMoment) -> Change:
    """Add the next player's mention and reminders to a change."""
    now = moment.now
    if change.status in ("over", "cancelled"):
        return _tidied(game, change)
    if begins(change):
        there = stage_of(game)
        return replace(change, done=(*change.done, *((there,) if there else ())))
    seat = game.on_turn if change.on_turn is KEEP else change.on_turn
    # The sitters after the change, and the seats still on offer.
    sitters = game.sitters if change.sitters is None else change.sitters
    timers = tuple(timer for timer in game.timers if timer not in change.done)
    before, game = game, replace(game, sitters=sitters, timers=timers)
    if change.lines and not change.aside and change.on_turn is not KEEP:
        more, posts = ((), ()) if seat is None else _calling(game, change, seat, now)
        done, posts = (*change.done, REMIND), (*change.posts, *posts)
        change = replace(change, done=done, timers=(*change.timers, *more), posts=posts)
        return _tidied(before, _with_fallen(game, change, seat, now))
    if seat is not None and resumes(change):  # as if their turn had just begun
        sitter, after = game.sitters[seat], now + BETWEEN_MESSAGES
        first = reminder(game, sitter, 0, after, now, _due(game, change))
        more = first if ways(game, sitter) else ()
        return replace(change, timers=(*change.timers, *more))
    there = stage_of(game)
    if seat is None or there is None or all(timer.kind != CLOCK for timer in change.timers):
        return change
    # The clock ends at another time: so does the reminder, whose number stays. An outage may have
    # delayed it.
    stage, sitter, after = Stage.decode(there.payload).number, game.sitters[seat], now + HOUR
    then = reminder(game, sitter, stage, after, now, _due(game, change), moment.away)
    return replace(change, done=(*change.done, there), timers=(*change.timers, *then))


def _waiting_game(entry: ListEntry) -> Text:
    """A game that waits, and its deadline."""
    game, link = entry.game, Strong(board_link(entry.game, entry.board))
    name, place = title(game), place_of(game)
    where = Text("{game} ({title}) in {place}.", game=link, title=name, place=place)
    return Text("- {game}", game=sentences(where, deadline(game)))


def _tidied(game: GameRow, change: Change) -> Change:
    """Delete the reminders of a turn that a change ends, after its posts, which matter more."""
    if game.on_turn is None or game.sitters[game.on_turn].computer:
        return change
    there, more = stage_of(game), game.n > game.stands
    if there is not None and Stage.decode(there.payload).number == 0 and not more:
        return change
    return replace(change, posts=(*change.posts, kinds.RemindersSpent(game.stands).encode()))


def _calling(
    game: GameRow, change: Change, seat: Seat, now: float
) -> tuple[tuple[NewTimer, ...], tuple[str, ...]]:
    """The timers and rows for the next player's mention and reminders, and a row for a follower."""
    sitter, next_ = game.sitters[seat], follower(game, seat)
    told = next_ is not None and is_on(game.sitters[next_].settings, NEXT)
    after = (kinds.Follows().encode(),) if told else ()
    if sitter.computer:
        return (), ()
    if not (how := ways(game, sitter)):
        return (), after
    at = calm(game, sitter, now)
    timers = reminder(game, sitter, 0, at + BETWEEN_MESSAGES, now, _due(game, change))
    if at > now:
        return (*timers, NewTimer(REMIND, at, kinds.MorningCall().encode())), after
    return timers, (kinds.Letter().encode(), *after) if DIRECT in how else after


def _with_fallen(game: GameRow, change: Change, mover: Seat | None, now: float) -> Change:
    """Send players a direct message about their failed premoves. A player who gets one for this
    turn reads it there."""
    why = dict(change.fates or ())
    fell = {order.seat for order in game.orders if why.get(order.id)}
    fell |= {order.seat for order in change.orders if order.fell}
    for seat in sorted(fell):
        sitter, row = game.sitters[seat], kinds.OrdersFell(seat).encode()
        how = ways(game, sitter)
        if not how or (seat == mover and DIRECT in how):
            continue
        if (at := calm(game, sitter, now)) > now:
            change = replace(change, timers=(*change.timers, NewTimer(REMIND, at, row)))
        else:
            change = replace(change, posts=(*change.posts, row))
    return change


def addressee(game: GameRow, row: kinds.OutboxRow | None) -> Seat | None:
    """The seat that a row of the outbox is for."""
    return row.seat if isinstance(row, kinds.OrdersFell | kinds.AsksLater) else game.on_turn


def _due(game: GameRow, change: Change) -> float | None:
    """The end of the next player's clock after a change."""
    set_anew = [timer.due for timer in change.timers if timer.kind == CLOCK]
    if set_anew:
        return set_anew[-1]
    return None if CLOCK in change.done else game.due(CLOCK)

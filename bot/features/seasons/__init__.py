"""Seasons of a server: leagues and cups, whose tables open automatically, each in a thread. Only
timers move a season: of its own row among the games (season.py), and of its tables. Each step is
done once however often it is tried, so after a crash the next try continues there."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from random import Random
from typing import Final

from bot.features.feature import Feature, Group, Slash, SlashOption, Value, Verb, number
from bot.features.lobbies import remove, seat
from bot.features.seasons import panel as panels
from bot.features.seasons import season as rules
from bot.features.seasons.season import (
    KIND,
    NOBODY,
    POINTS,
    Ended,
    Pairing,
    Season,
    season_line,
    server,
)
from bot.features.services import Services
from bot.messages.courier import Courier, Handles, Made
from bot.messages.layout import Button, Layout
from bot.table.commit import TRIES, CommitMoment, Policy
from bot.table.game import DAY, Game
from bot.table.intent import Contribution, Intent, seat_of
from bot.table.names import Command
from bot.table.rows import OutboxRow, TimerKind, code, untyped_turns, word_of
from bot.table.table_options import PACE, PACES, SEASON
from rules.errors import Finished, NotYou, Stale, Unavailable
from rules.history import TIMEOUT
from rules.text import NOTHING, Text, notation
from storage import Already, Change, Conflict, GameRow, Line, NewTimer, Sitter, Timer

DAYS: Final = (1, 3, 7, 14)  # for which people can join
_SEASON_OVER: Final = Text("That season is over.")


@code("season")
class Invited(OutboxRow):
    """Invites everybody to a season."""


@code("seasoncard")
class InvitationChanged(OutboxRow):
    """Updates a season's invitation."""

    aside = True


@code("seasonround")
class RoundBegins(OutboxRow):
    """Posts the pairings of a round."""

    round: int


@code("seasonover")
class SeasonOver(OutboxRow):
    """Posts the champion, or that there is none."""


class Seasons:
    """Starts seasons, lets people join and withdraw, and runs them."""

    def __init__(self, at: Services) -> None:
        self._at, self._store, self._commits, self._now = at, at.store, at.commits, at.now

    # wishes

    async def start(self, intent: Intent, play: str, form: str, pace: str, days: int) -> Layout:
        """Invite everybody on the server. Raises Unavailable."""
        if intent.guild < 0:
            raise Unavailable.because("Seasons are only available on servers.")
        await self._at.servers.playing_here(intent)
        self._at.servers.threads_here(intent, always=True)
        last = await self._store.game_in_channel(server(intent.guild))
        if last is not None and (await self._of(last)).live:
            raise Unavailable.because(
                "This server already has a season. Finish it first, or cancel it with {end}.",
                end=Command("games", "season cancel"),
            )
        row = await self._commits.open_record(
            KIND,
            intent,
            f"season:{intent.guild}:{0 if last is None else last.id}",  # only one at a time
            options={"kind": play, "form": form, "pace": pace},
            channel=server(intent.guild),
            posts=(Invited().encode(),),
            timers=(NewTimer(KIND, self._now() + days * DAY),),
        )
        return panels.panel(await self._of(row), intent.user)

    async def table(self, intent: Intent, season: int = 0, page: int = 0) -> Layout:
        """The season and its standings, for the person who asks. Raises Unavailable."""
        return panels.panel(await self._meant(intent, season), intent.user, page=page)

    async def join(self, intent: Intent, season: int = 0) -> Layout:
        """Join a season. Raises Refused."""
        if intent.robot:
            raise NotYou.because("Bots can't join seasons.")
        most = 64  # players

        async def attempt(now: Season) -> Layout:
            if (own := now.entrant(intent.user)) is not None and not now.entrants[own].gone:
                return panels.panel(now, intent.user, panels.IN_ALREADY)
            if not now.live:
                raise Finished(_SEASON_OVER)
            if now.phase != "open":
                raise Unavailable.because("You can't join any more: the season has started.")
            if len(now.there) == most:
                raise Unavailable.because("The season is full ({most} players).", most=most)
            there = [now.entrants[n].user for n in now.there]
            blocks = await self._at.block_check.may_meet(intent, intent.guild, there)
            others, mine = now.row.sitters, (Sitter(intent.user, intent.called),)
            at = len(others) if own is None else own
            sitters = (*others[:at], *mine, *others[at + 1 :])
            joined = Change((season_line("join"),), intent.key, sitters=sitters, posts=_CARD)
            after = await self._write(now, joined)
            anyone = Text(
                "You're in. In a season, you may have to play anyone, even people you've blocked. "
                "If you don't play them, you'll lose that game."
            )
            return panels.panel(after, intent.user, anyone if blocks else panels.IN_ALREADY)

        return await self._again((await self._meant(intent, season)).id, attempt)

    async def withdraw(self, intent: Intent, season: int = 0) -> Layout:
        """Withdraw from a season; once it has begun, ask first. Raises Refused."""
        now = await self._meant(intent, season)
        if now.phase != "playing" or now.entrant(intent.user) is None:
            return await self.leave(intent, now.id)
        sure = Text(
            "Withdraw from this season? You'll forfeit your current game, and your later opponents "
            "will get a bye. You can't undo this."
        )
        withdraw = Button(Text("Withdraw"), f"lc:seasonleavenow:{now.id}", "danger")
        return Layout(sure, buttons=(withdraw,))

    async def leave(self, intent: Intent, season: int) -> Layout:
        """Withdraw from a season. Raises Refused."""

        async def attempt(now: Season) -> Layout:
            own = now.entrant(intent.user)
            if own is None or (now.phase == "open" and now.entrants[own].gone):
                if not await self._store.find_commit(intent.key):
                    raise NotYou.because("You're not in this season.")
            elif not now.live:
                raise Finished(_SEASON_OVER)
            else:
                now = await self._gone(now, own, intent.key)
            return panels.panel(now, intent.user, Text("You've withdrawn from this season."))

        return await self._again((await self._meant(intent, season)).id, attempt)

    async def begin(self, intent: Intent) -> Layout:
        """Begin with the people who have joined. Raises Unavailable."""

        async def attempt(now: Season) -> Layout:
            if now.phase != "open":
                raise Unavailable.because("The season has already started.")
            if len(now.there) < 2:
                raise Unavailable.because(
                    "At least two players have to join before the season can start."
                )
            due = NewTimer(KIND, self._now())
            now = await self._write(now, Change((), f"begin:{intent.key}", timers=(due,)))
            return panels.panel(now, intent.user, Text("Starting now."))

        return await self._again((await self._meant(intent)).id, attempt)

    async def end(self, intent: Intent) -> Layout:
        """Ask whether to cancel the season. Raises Unavailable."""
        now = await self._meant(intent)
        if not now.live:
            raise Unavailable(_SEASON_OVER)
        sure = Text(
            "Cancel this season? There will be no champion, and open games will continue as "
            "ordinary games. Everyone will be notified."
        )
        cancel = Button(Text("Cancel Season"), f"lc:seasonendnow:{now.id}", "danger")
        return Layout(sure, buttons=(cancel,))

    async def end_now(self, intent: Intent, season: int) -> Layout:
        """Cancel the season. Raises Refused."""

        async def attempt(now: Season) -> Layout:
            if now.live:
                change = Change((season_line("cancel"),), intent.key, posts=_OVER, done=(KIND,))
                await self._write(now, change)
            end = Text("The season has been cancelled. Open games will continue as ordinary games.")
            return Layout(end)

        return await self._again((await self._meant(intent, season)).id, attempt)

    async def servers_of_both(self, user: int, other: int) -> list[int]:
        """The servers with a season in which two people take part now."""
        rows = await self._store.games_of_both(user, other, KIND)
        return [row.guild for row in rows if (await self._of(row)).live]

    async def on_departure(self, user: int, guild: int) -> None:
        """Withdraw somebody who has left the server, or whose data will be deleted."""
        row = await self._store.game_in_channel(server(guild))
        if row is None:
            return

        async def attempt(now: Season) -> Layout:
            own = now.entrant(user)
            if own is not None and now.live:
                await self._gone(now, own, f"gone:{now.id}:{now.row.n}:{user}")
            return Layout(NOTHING)

        await self._again(row.id, attempt)

    async def _gone(self, now: Season, own: int, key: str) -> Season:
        """Withdraw an entrant: before the start from the list, later from all their tables."""
        user = now.entrants[own].user

        async def leave_table(game: Game) -> None:
            seat = seat_of(game, user)
            if game.status == "playing" and seat is not None and not game.sitters[seat].left:
                await remove(self._at, game, seat, f"withdraws:{game.id}:{game.n}")

        if now.phase == "open":
            sitters = _without(now.row, (own,))
            left = Change((season_line("leave"),), key, sitters=sitters, posts=_CARD)
            return await self._write(now, left)
        if not now.entrants[own].gone:
            now = await self._out(now, key, (own,))
        for pairing in now.of_round(now.round):
            if own in pairing.there and pairing.game is not None and not pairing.result:
                game = self._at.games.from_row(await self._commits.record(pairing.game))
                await self._commits.retry_on_conflict(game, leave_table)
        return now

    # timers of seasons and tables

    async def due(self, row: GameRow, timer: Timer) -> None:
        """Continue a season, or record the end of one of its tables. Raises Conflict."""
        if row.kind != KIND:
            return await self._ended(self._at.games.from_row(row), timer)
        now = await self._of(row)
        try:
            while (step := await self._step(now)) is not None:
                now = step
        except Already as known:  # another process has taken this step
            raise Conflict(now.id, now.row.n, known.n) from known
        if timer in now.row.timers:
            await self._write(now, Change((), f"on:{timer.id}", done=(timer,)))

    async def _ended(self, game: Game, timer: Timer) -> None:
        """Record a table's result in the season; entrants who haven't played there are out."""
        ended = Ended.decode(timer.payload)
        now = await self._of(await self._commits.record(ended.season))
        at = next((p for p in now.of_round(ended.round) if p.board == ended.board), None)
        if at is not None and at.second is not None and now.phase == "playing":
            result, absent = await self._result(game, now, at, ended.result)
            if (at.game, at.result) != (game.id, result):
                place = at.round, at.board
                lines = (
                    season_line("table", *place, game.id),
                    season_line("result", *place, result),
                )
                await self._out(now, f"result:{timer.id}", absent, lines)
        await self._commits.commit(game, Change((), f"told:{timer.id}", done=(timer,)))

    async def _result(
        self, game: Game, now: Season, at: Pairing, result: str
    ) -> tuple[str, tuple[int, ...]]:
        """The result with walk-overs, and the entrants who are out: they ran out of time without a
        turn of their own, or somebody else has their seat. Nobody shares a point before both have
        played."""
        log = await self._store.log(game.id)
        unasked = untyped_turns(log)
        own = {row.seat for row in log if row.n not in unasked}
        missed = {word.seat for word in map(word_of, log) if word.verb == TIMEOUT} - own
        users = [now.entrants[n].user for n in at.there]
        replaced = {n for n, sitter in enumerate(game.sitters) if sitter.user != users[n]}
        missed |= replaced
        absent = tuple(entrant for seat, entrant in enumerate(at.there) if seat in missed)
        if POINTS[result] == (1, 1) and not own >= {0, 1}:
            return "--", absent
        if game.status == "cancelled" or not absent:
            return result, ()
        seat = at.there.index(absent[0])
        won = POINTS[result][seat] == 2 and seat not in replaced
        if len(absent) == len(at.there) or won or game.sitters[1 - seat].left:
            return "--", absent
        return ("-+" if absent[0] == at.first else "+-"), absent

    async def _step(self, now: Season) -> Season | None:
        """Take the next step; return the season after it. None: nothing to do now."""
        if now.phase == "open":  # nobody can join any more
            if len(now.there) < 2:
                cancelled = Change((season_line("cancel"),), f"few:{now.id}", posts=_OVER)
                return await self._write(now, cancelled)
            lots = list(now.there)
            Random(now.row.seed).shuffle(lots)
            begun = now._replace(phase="playing", entrants=tuple(now.entrants[n] for n in lots))
            return await self._round(begun, (season_line("start", *lots),))
        if now.phase != "playing":
            return None
        for at in now.of_round(now.round):
            if not at.done and at.game is None:
                return await self._table(now, at)
        if not all(at.done for at in now.of_round(now.round)):
            return None
        if rules.is_over(now):
            winner = rules.champion(now)
            line = season_line("champion", NOBODY if winner is None else winner)
            change = Change((line,), f"champion:{now.id}", posts=(SeasonOver().encode(),))
            return await self._write(now, change)
        return await self._round(now, ())

    async def _round(self, now: Season, before: tuple[Line, ...]) -> Season:
        """Begin the next round. Another thread works out the pairs."""
        pairings = await asyncio.to_thread(rules.next_round, now)
        pairs = (
            season_line("pair", p.round, p.board, p.first, NOBODY if p.second is None else p.second)
            for p in pairings
        )
        posts = (RoundBegins(now.round + 1).encode(), *(_CARD if before else ()))
        key = f"round:{now.id}:{now.round + 1}"
        return await self._write(now, Change((*before, *pairs), key, posts=posts))

    async def _table(self, now: Season, at: Pairing) -> Season | None:
        """Open a table, also for people who block each other, or blocking would win points; or
        record a result if somebody has withdrawn since the pairing. None: it has to wait for
        Discord."""
        there = [now.entrants[n].gone for n in at.there]
        row, where = now.row, f"{now.id}:{at.round}:{at.board}"
        if any(there):
            result = "--" if all(there) else "-+" if there[0] else "+-"
            line = season_line("result", at.round, at.board, result)
            return await self._write(now, Change((line,), f"{KIND}:{where}"))
        people = [Sitter(now.entrants[n].user, now.entrants[n].name) for n in at.there]
        terms = {PACE.name: row.options["pace"], SEASON: where}
        # The contribution to chance: Discord's newest number for an invitation, or for a press that
        # joined the season.
        posted = await self._store.latest(row.id, Invited().encode())
        numbers = [each.key or "" for each in await self._store.log(row.id)]
        numbers.append(str(posted.message) if posted else "")
        given = max(filter(None, map(Contribution.parse, numbers)), default=None)
        if given is None:
            later = NewTimer(KIND, self._now() + 60)
            await self._write(now, Change((), f"waits:{now.id}", timers=(later,)))
            return None
        key, place = f"{KIND}:{where}", (row.guild, row.home)
        game = await seat(self._at, key, row.options["kind"], people, *place, terms, given)
        line = season_line("table", at.round, at.board, game.id)
        return await self._write(now, Change((line,), f"table:{game.id}"))

    # the row

    async def _of(self, row: GameRow, n: float = inf) -> Season:
        """The season as it was at row n of its log."""
        log = [each for each in await self._store.log(row.id) if each.n <= n]
        kind, games = row.options["kind"], self._at.games
        return rules.season_of(row, log, games[kind].game.title if kind in games else "")

    async def _meant(self, intent: Intent, season: int = 0) -> Season:
        """The season of a button, or the server's last one. Raises Unavailable."""
        here = server(intent.guild)
        row = await (self._store.game(season) if season else self._store.game_in_channel(here))
        if row is None or row.kind != KIND or row.guild != intent.guild:
            raise Unavailable.because(
                "There hasn't been a season on this server yet. A moderator can start one with "
                "{start}.",
                start=Command("games", "season create"),
            )
        return await self._of(row)

    async def _write(self, now: Season, change: Change) -> Season:
        """The season after a change. Raises Conflict, Already."""
        return await self._of(await self._commits.write_record(now.row, change))

    async def _again(self, season: int, attempt: Callable[[Season], Awaitable[Layout]]) -> Layout:
        """The answer to an attempt, tried again when another commit was first. Raises Stale."""
        for _ in range(TRIES):
            try:
                return await attempt(await self._of(await self._commits.record(season)))
            except Already:
                return await attempt(await self._of(await self._commits.record(season)))
            except Conflict:
                continue
        raise Stale.because("Too many people did something at once. Please try again.")

    async def _out(
        self, now: Season, key: str, entrants: Sequence[int], before: tuple[Line, ...] = ()
    ) -> Season:
        """Write lines, withdraw some entrants, and set a timer to continue the season."""
        lines = (*before, *(season_line("withdraw", n) for n in entrants))
        sitters = _without(now.row, [now.seats[n] for n in entrants])
        due = NewTimer(KIND, self._now())
        return await self._write(now, Change(lines, key, sitters=sitters, timers=(due,)))

    # posts

    async def tell(
        self, row: Invited | InvitationChanged | RoundBegins | SeasonOver, courier: Courier
    ) -> Made:
        """Post about the season, as it was when the row was written; its invitation as it is."""
        now = await self._commits.record(courier.post.game)
        if isinstance(row, RoundBegins | SeasonOver):
            then = await self._of(now, courier.post.n)
            begins = isinstance(row, RoundBegins) and panels.round_begins(then, row.round)
            return await courier.in_channel(now.home, begins or panels.season_result(then))
        panel = panels.invitation(await self._of(now))
        if isinstance(row, Invited):
            return await courier.in_channel(now.home, panel)
        there = await self._store.latest(now.id, Invited().encode())
        if there is not None and there.message is not None:
            await courier.edit(there.channel or now.home, there.message, panel)
        return None


def _without(row: GameRow, seats: Sequence[int]) -> tuple[Sitter, ...]:
    """The sitters, with some marked as gone. All keep their places, even deleted people."""
    return tuple(replace(s, left=s.left or n in seats) for n, s in enumerate(row.sitters))


_CARD: Final = (InvitationChanged().encode(),)
_OVER: Final = (SeasonOver().encode(), *_CARD)


def _table_ends(game: Game, change: Change, moment: CommitMoment) -> Change:
    """Set a timer with the result of a season's table in the commit that ends it; delete it if the
    table continues after all."""
    if not (where := game.options.get(SEASON)):
        return change
    if change.status not in ("over", "cancelled"):
        return replace(change, done=(*change.done, KIND))
    won = [code for code, each in zip(("1-0", "0-1"), change.results, strict=False) if each.won]
    result = "==" if change.status == "cancelled" else won[0] if won else "1/2"
    return replace(change, timers=(*change.timers, NewTimer(KIND, moment.now, f"{where}:{result}")))


def feature(at: Services) -> Feature:
    seasons = Seasons(at)
    group = Group(Text("/season"), Text("Play in this server's league or cup"))
    here, verb = partial(Slash, "games", group=group), partial(Verb, game=None)
    managed = partial(verb, manages=True)
    of_one = (number("season", 18),)
    of_a_round = (*of_one, number("round", 3)._replace(name="", optional=True))
    page = (*of_one, number("page", 6))
    create = here(Text("/create"), Text("Start a league or a cup on this server"), _terms(at))
    join = here(Text("/join"), Text("Join this server's season"))
    table = here(Text("/standings"), Text("Show the standings and pairings"))
    leave = here(Text("/withdraw"), Text("Withdraw from the season (asks you to confirm)"))
    start = here(Text("/start"), Text("Start the season now with everyone who has joined"))
    cancel = here(Text("/cancel"), Text("Cancel the season (asks you to confirm)"))
    to_leave, to_table = Command("games", "season withdraw"), Command("games", "season standings")
    to_end = Command("games", "season cancel")
    rows = Invited, InvitationChanged, RoundBegins, SeasonOver
    return Feature(
        verbs=(
            managed("seasonstart", seasons.start, slash=create),
            verb("seasonjoin", seasons.join, of_one, slash=join),
            verb("seasontable", seasons.table, of_a_round, slash=table),
            verb("seasonpage", seasons.table, page, way=to_table, instead="own"),
            verb("seasonleave", seasons.withdraw, of_one, slash=leave),
            verb("seasonleavenow", seasons.leave, of_one, way=to_leave, instead="panel"),
            managed("seasonbegin", seasons.begin, slash=start),
            managed("seasonend", seasons.end, slash=cancel),
            managed("seasonendnow", seasons.end_now, of_one, way=to_end),
        ),
        meetings=seasons.servers_of_both,
        withdraw=seasons.on_departure,
        timers=(TimerKind(KIND, DAYS[-1] * DAY, seasons.due),),
        policies=(Policy(_table_ends, status=True),),
        rows=[Handles(row, seasons.tell) for row in rows],
    )


def _terms(at: Services) -> tuple[SlashOption, ...]:
    games = tuple(Value(key, notation(at.games[key].game.title)) for key in at.games)
    league = Text("league: round robin with up to eight players, Swiss with more")
    forms = (Value(rules.LEAGUE, league), Value(rules.CUP, Text("cup: single elimination")))
    paces = tuple(Value(pace, PACE.meaning[pace]) for pace, each in PACES.items() if each)
    days = tuple(map(Value, DAYS))
    about = Text("How many days people have to join")
    return (
        SlashOption("game", Text("Game"), values=games, default=None, into="play"),
        SlashOption("format", Text("League or cup"), str, rules.LEAGUE, forms, into="form"),
        SlashOption(PACE.shown, PACE.about, str, "steady", paces, into=PACE.name),
        SlashOption("signup_days", about, int, 7, days, into="days"),
    )

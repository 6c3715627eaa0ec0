"""Seasons of a server: leagues and cups, whose tables open automatically.

    /games season create ── people join ──> begins ── round ── round ── final ──> champion
                                                      └── a table for each pair, in a thread

A season has a row among the games (season.py). Only timers move it: those of its own row, and those
that its tables set with the commit that ends them. A timer takes one step after another. Each step
is done once however often it is tried, so after a crash the next try continues there.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from random import Random
from typing import Final

from bot.features.feature import (
    PAGE,
    Feature,
    Group,
    Meetings,
    Slash,
    SlashOption,
    Value,
    Verb,
    number,
)
from bot.features.lobbies import seat
from bot.features.seasons import panel as panels
from bot.features.seasons import rounds
from bot.features.seasons.season import (
    BYE,
    CUP,
    DRAW,
    FEWEST,
    KIND,
    LEAGUE,
    MOST,
    NOBODY,
    Ended,
    Pairing,
    Season,
    address,
    opened,
    resulted,
    said,
    season_of,
    server,
)
from bot.features.services import Services
from bot.messages.courier import Courier, Made, handles
from bot.messages.layout import Layout
from bot.table.agreed import PACE, PACES, SEASON
from bot.table.calendar import DAY
from bot.table.commands import Command
from bot.table.commit import Moment, Policy
from bot.table.effective import unprompted, word_of
from bot.table.game import Game
from bot.table.intent import Contribution, Intent
from bot.table.rows import OutboxRow, TimerKind, coded
from rules.errors import Finished, NotYou, Stale, Unavailable
from rules.history import TIMEOUT
from rules.text import NOTHING, Text, notation
from storage import (
    Already,
    Change,
    Conflict,
    GameRow,
    Line,
    NewGame,
    NewPost,
    NewTimer,
    Sitter,
    Timer,
)

TO_LEAVE: Final = Command("games", "season withdraw")
TO_TABLE: Final = Command("games", "season standings")
TO_END: Final = Command("games", "season cancel")
DAYS: Final = (1, 3, 7, 14)  # for which people can join
LONGEST_ROUND: Final = DAYS[-1] * DAY
TRIES: Final = 8  # attempts at a change when another commit was first
SEASON_OVER: Final = Text("That season is over.")
GONE: Final = Text("You've withdrawn from this season.")
IN_ALL: Final = Text(
    "You're in. In a season, you may have to play anyone, even people you've blocked. If you "
    "don't play them, you'll lose that game."
)
WAIT: Final = 60.0  # seconds between looks for a season's first number from Discord


@coded("season")
class Invited(OutboxRow):
    """Invites everybody to a season."""


@coded("seasoncard")
class InvitationChanged(OutboxRow):
    """Updates a season's invitation."""

    aside = True


@coded("seasonround")
class RoundBegins(OutboxRow):
    """Posts the pairings of a round."""

    round: int


@coded("seasonover")
class SeasonOver(OutboxRow):
    """Posts the champion, or that there is none."""


class Seasons:
    """Starts seasons, lets people join and withdraw, and runs them."""

    def __init__(self, at: Services) -> None:
        self._store, self._games, self._commits = at.store, at.games, at.commits
        self._servers, self._apart = at.servers, at.apart
        self._at, self._now, self._quit = at, at.now, at.departure.remove

    # wishes

    async def start(self, intent: Intent, play: str, form: str, pace: str, days: int) -> Layout:
        """Invite everybody on the server. Raises Unavailable."""
        if intent.guild < 0:
            raise Unavailable(Text("Seasons are only available on servers."))
        await self._servers.playing_here(intent)
        self._servers.threads_here(intent, always=True)
        last = await self._store.here(server(intent.guild))
        if last is not None and (await self._of(last)).live:
            busy = Text(
                "This server already has a season. Finish it first, or cancel it with {end}.",
                end=TO_END,
            )
            raise Unavailable(busy)
        new = NewGame(
            kind=KIND,
            edition="1",
            options={"kind": play, "form": form, "pace": pace},
            seed=secrets.token_bytes(32),
            guild=intent.guild,
            home=intent.channel,
            channel=server(intent.guild),
            host=Sitter(intent.user, intent.called),
            key=f"season:{intent.guild}:{0 if last is None else last.id}",  # only one at a time
            text="open",
            posts=(NewPost(Invited().encode(), 1),),
            timers=(NewTimer(KIND, self._now() + days * DAY),),
            status="over",
        )
        return self._panel(await self._of(await self._commits.found(new)), intent)

    async def table(self, intent: Intent, season: int = 0, page: int = 0) -> Layout:
        """The season and its standings, for the person who asks. Raises Unavailable."""
        now = await self._meant(intent, season)
        return panels.panel(now, intent.user, page=page)

    async def join(self, intent: Intent, season: int = 0) -> Layout:
        """Join a season. Raises Refused."""
        if intent.robot:
            raise NotYou(Text("Bots can't join seasons."))

        async def attempt(row: GameRow, now: Season) -> Layout:
            if (own := now.entrant(intent.user)) is not None and not now.entrants[own].gone:
                return self._panel(now, intent, panels.IN_ALREADY)
            if not now.live:
                raise Finished(SEASON_OVER)
            if now.phase != "open":
                raise Unavailable(Text("You can't join any more: the season has started."))
            if len(now.there) == MOST:
                raise Unavailable(Text("The season is full ({most} players).", most=MOST))
            there = [now.entrants[n].user for n in now.there]
            blocks = await self._apart.may_meet(intent, intent.guild, there)
            others, mine = row.sitters, (Sitter(intent.user, intent.called),)
            at = len(others) if own is None else own
            sitters = (*others[:at], *mine, *others[at + 1 :])
            after = await self._changed(row, intent.key, said("join"), sitters)
            return self._panel(after, intent, IN_ALL if blocks else panels.IN_ALREADY)

        return await self._again(await self._meant(intent, season), attempt)

    async def withdraw(self, intent: Intent, season: int = 0) -> Layout:
        """Withdraw from a season; once it has begun, ask first. Raises Refused."""
        now = await self._meant(intent, season)
        if now.phase != "playing" or now.entrant(intent.user) is None:
            return await self.leave(intent, now.id)
        sure = Text(
            "Withdraw from this season? You'll forfeit your current game, and your later opponents "
            "will get a bye. You can't undo this."
        )
        return panels.sure(now, panels.LEAVE_NOW, sure, Text("Withdraw"))

    async def leave(self, intent: Intent, season: int) -> Layout:
        """Withdraw from a season. Raises Refused."""

        async def attempt(row: GameRow, now: Season) -> Layout:
            if (own := now.entrant(intent.user)) is None or (
                now.phase == "open" and now.entrants[own].gone
            ):
                if await self._store.known(intent.key):
                    return self._panel(now, intent, GONE)
                raise NotYou(Text("You're not in this season."))
            if not now.live:
                raise Finished(SEASON_OVER)
            after = await self._gone(row, now, own, intent.key)
            return self._panel(after, intent, GONE)

        return await self._again(await self._meant(intent, season), attempt)

    async def begin(self, intent: Intent) -> Layout:
        """Begin with the people who have joined. Raises Unavailable."""

        async def attempt(row: GameRow, now: Season) -> Layout:
            if now.phase != "open":
                raise Unavailable(Text("The season has already started."))
            if len(now.there) < FEWEST:
                few = Text("At least two players have to join before the season can start.")
                raise Unavailable(few)
            due = NewTimer(KIND, self._now())
            await self._commits.write(row, Change((), f"begin:{intent.key}", timers=(due,)))
            return self._panel(now, intent, Text("Starting now."))

        return await self._again(await self._meant(intent), attempt)

    async def end(self, intent: Intent) -> Layout:
        """Ask whether to cancel the season. Raises Unavailable."""
        now = await self._meant(intent)
        if not now.live:
            raise Unavailable(SEASON_OVER)
        sure = Text(
            "Cancel this season? There will be no champion, and open games will continue as "
            "ordinary games. Everyone will be notified."
        )
        return panels.sure(now, panels.END_NOW, sure, Text("Cancel Season"))

    async def end_now(self, intent: Intent, season: int) -> Layout:
        """Cancel the season. Raises Refused."""

        async def attempt(row: GameRow, now: Season) -> Layout:
            if now.live:
                posts = (SeasonOver().encode(), InvitationChanged().encode())
                change = Change((said("cancel"),), intent.key, posts=posts, done=(KIND,))
                await self._commits.write(row, change)
            return Layout(
                Text("The season has been cancelled. Open games will continue as ordinary games.")
            )

        return await self._again(await self._meant(intent, season), attempt)

    async def servers_of_both(self, user: int, other: int) -> list[int]:
        """The servers with a season in which two people take part now."""
        rows = await self._store.games_of_both(user, other, KIND)
        return [row.guild for row in rows if (await self._of(row)).live]

    async def gone(self, user: int, guild: int) -> None:
        """Withdraw somebody who has left the server, or whose data will be deleted."""
        row = await self._store.here(server(guild))
        if row is None:
            return

        async def attempt(row: GameRow, now: Season) -> Layout:
            own = now.entrant(user)
            if own is not None and now.live:
                await self._gone(row, now, own, f"gone:{row.id}:{row.n}:{user}")
            return Layout(NOTHING)

        await self._again(await self._of(row), attempt)

    async def _gone(self, row: GameRow, now: Season, own: int, key: str) -> Season:
        """Withdraw an entrant: before the start from the list, later from their current and future
        tables."""
        if now.phase == "open":
            sitters = _without(row, (own,))
            return await self._changed(row, key, said("leave"), sitters)
        if not now.entrants[own].gone:
            now = await self._out(row, now, key, (own,))
        for pairing in now.of_round(now.round):
            if own in pairing.there and pairing.game is not None and not pairing.result:
                await self._leave_table(pairing.game, now.entrants[own].user)
        return now

    async def _leave_table(self, game: int, user: int) -> None:
        async def attempt(at: Game) -> None:
            seat = next((n for n, each in enumerate(at.sitters) if each.user == user), None)
            if at.status == "playing" and seat is not None and not at.sitters[seat].left:
                await self._quit(at, seat, f"withdraws:{at.id}:{at.n}")

        row = await self._row(game)
        await self._commits.again(self._games.of(row), attempt)

    # timers of seasons and tables

    async def due(self, row: GameRow, timer: Timer) -> None:
        """Continue a season, or record the end of one of its tables. Raises Conflict."""
        if row.kind != KIND:
            return await self._ended(self._games.of(row), timer)
        try:
            while (step := await self._step(await self._of(row), row)) is not None:
                row = step
        except Already as known:  # another process has taken this step
            raise Conflict(row.id, row.n, known.n) from known
        if timer in row.timers:
            await self._commits.write(row, Change((), f"on:{timer.id}", done=(timer,)))

    async def _ended(self, game: Game, timer: Timer) -> None:
        """Record a table's result in the season; entrants who haven't played there are out."""
        ended = Ended.decode(timer.payload)
        row = await self._row(ended.season)
        now = await self._of(row)
        at = now.at(ended.round, ended.board)
        if at is not None and at.second is not None and now.phase == "playing":
            result, absent = await self._result(game, now, at, ended.result)
            if (at.game, at.result) != (game.id, result):
                lines = (opened(at, game.id), resulted(at, result))
                await self._out(row, now, f"result:{timer.id}", absent, lines)
        await self._commits.commit(game, Change((), f"told:{timer.id}", done=(timer,)))

    async def _result(
        self, game: Game, now: Season, at: Pairing, result: str
    ) -> tuple[str, tuple[int, ...]]:
        """The result with walk-overs, and the entrants who are out: they ran out of time without a
        turn of their own, or somebody else has their seat. Nobody shares a point before both have
        played."""
        log = await self._store.log(game.id)
        unasked = unprompted(log)
        own = {row.seat for row in log if row.n not in unasked}
        missed = {word.seat for word in map(word_of, log) if word.verb == TIMEOUT} - own
        users = [now.entrants[n].user for n in at.there]
        replaced = {n for n, sitter in enumerate(game.sitters) if sitter.user != users[n]}
        missed |= replaced
        absent = tuple(entrant for seat, entrant in enumerate(at.there) if seat in missed)
        drawn = at._replace(result=result).points(at.first) == DRAW
        if drawn and not own >= {0, 1}:
            return "--", absent
        if game.status == "cancelled" or not absent:
            return result, ()
        seat = at.there.index(absent[0])
        won = at._replace(result=result).points(absent[0]) == BYE and seat not in replaced
        if len(absent) == len(at.there) or won or game.sitters[1 - seat].left:
            return "--", absent
        return ("-+" if absent[0] == at.first else "+-"), absent

    async def _step(self, now: Season, row: GameRow) -> GameRow | None:
        """Take the next step; return the season's row after it. None: nothing to do now."""
        if now.phase == "open":
            return await self._opens(row, now)
        if now.phase != "playing":
            return None
        for at in now.of_round(now.round):
            if not at.done and at.game is None:
                return await self._table(row, now, at)
        if not all(at.done for at in now.of_round(now.round)):
            return None
        if rounds.is_over(now):
            champion = rounds.champion(now)
            line = said("champion", NOBODY if champion is None else champion)
            change = Change((line,), f"champion:{row.id}", posts=(SeasonOver().encode(),))
            return await self._commits.write(row, change)
        return await self._round(row, now, ())

    async def _opens(self, row: GameRow, now: Season) -> GameRow:
        """Draw the starting numbers by lot and begin the first round; nobody can join any more.
        With fewer than two entrants, cancel the season."""
        if len(now.there) < FEWEST:
            posts = (SeasonOver().encode(), InvitationChanged().encode())
            return await self._commits.write(
                row, Change((said("cancel"),), f"few:{row.id}", posts=posts)
            )
        lots = list(now.there)
        Random(row.seed).shuffle(lots)
        begun = now._replace(phase="playing", entrants=tuple(now.entrants[n] for n in lots))
        return await self._round(row, begun, (said("start", *lots),))

    async def _round(self, row: GameRow, now: Season, before: tuple[Line, ...]) -> GameRow:
        """Begin the next round. Another thread works out the pairs."""
        pairings = await asyncio.to_thread(rounds.next_round, now)
        pairs = (
            said("pair", p.round, p.board, p.first, NOBODY if p.second is None else p.second)
            for p in pairings
        )
        lines = (*before, *pairs)
        posts = (RoundBegins(now.round + 1).encode(), *(_CARD if before else ()))
        key = f"round:{row.id}:{now.round + 1}"
        return await self._commits.write(row, Change(lines, key, posts=posts))

    async def _table(self, row: GameRow, now: Season, at: Pairing) -> GameRow | None:
        """Open a table, or record a result if somebody has withdrawn since the pairing. People who
        block each other meet too, or blocking would win points. None: the table has to wait for
        Discord."""
        there = [now.entrants[n].gone for n in at.there]
        key = f"{KIND}:{address(row.id, at.round, at.board)}"
        if any(there):
            result = "--" if all(there) else "-+" if there[0] else "+-"
            return await self._commits.write(row, Change((resulted(at, result),), key))
        people = [Sitter(now.entrants[n].user, now.entrants[n].name) for n in at.there]
        terms = {PACE.name: now.pace, SEASON: address(row.id, at.round, at.board)}
        if (given := await self._given(row)) is None:
            later = NewTimer(KIND, self._now() + WAIT)
            await self._commits.write(row, Change((), f"waits:{row.id}", timers=(later,)))
            return None
        game = await seat(self._at, key, now.kind, people, now.guild, now.home, terms, given)
        change = Change((opened(at, game.id),), f"table:{game.id}")
        return await self._commits.write(row, change)

    async def _given(self, row: GameRow) -> Contribution | None:
        """A table's contribution to chance, as nobody presses for it: Discord's newest number for
        an invitation of the season, or for a press that joined it."""
        posted = await self._store.latest(row.id, Invited().encode())
        said = [each.key or "" for each in await self._store.log(row.id)]
        said.append(str(posted.message) if posted else "")
        return max(filter(None, map(Contribution.of, said)), default=None)

    # the row

    async def _row(self, season: int) -> GameRow:
        row = await self._store.game(season)
        assert row is not None
        return row

    async def _of(self, row: GameRow, n: float = inf) -> Season:
        """The season as it was at row n of its log."""
        log = [each for each in await self._store.log(row.id) if each.n <= n]
        kind = row.options["kind"]
        return season_of(row, log, self._games[kind].game.title if kind in self._games else "")

    async def _meant(self, intent: Intent, season: int = 0) -> Season:
        """The season of a button, or the server's last one. Raises Unavailable."""
        if season:
            row = await self._store.game(season)
        else:
            row = await self._store.here(server(intent.guild))
        if row is None or row.kind != KIND or row.guild != intent.guild:
            none = Text(
                "There hasn't been a season on this server yet. A moderator can start one with "
                "{start}.",
                start=Command("games", "season create"),
            )
            raise Unavailable(none)
        return await self._of(row)

    async def _again(
        self, now: Season, attempt: Callable[[GameRow, Season], Awaitable[Layout]]
    ) -> Layout:
        """The answer to an attempt, tried again when another commit was first. Raises Stale."""
        for _ in range(TRIES):
            row = await self._row(now.id)
            try:
                return await attempt(row, await self._of(row))
            except Already:
                return await attempt(row, await self._of(await self._row(now.id)))
            except Conflict:
                continue
        raise Stale(Text("Too many people did something at once. Please try again."))

    async def _changed(
        self, row: GameRow, key: str, line: Line, sitters: Sequence[Sitter]
    ) -> Season:
        change = Change((line,), key, sitters=tuple(sitters), posts=_CARD)
        return await self._of(await self._commits.write(row, change))

    async def _out(
        self,
        row: GameRow,
        now: Season,
        key: str,
        entrants: Sequence[int],
        before: tuple[Line, ...] = (),
    ) -> Season:
        """Write lines, withdraw some entrants, and set a timer to continue the season."""
        lines = (*before, *(said("withdraw", n) for n in entrants))
        sitters = _without(row, [now.seats[n] for n in entrants])
        due = NewTimer(KIND, self._now())
        return await self._of(
            await self._commits.write(row, Change(lines, key, sitters=sitters, timers=(due,)))
        )

    def _panel(self, season: Season, intent: Intent, note: Text = NOTHING) -> Layout:
        return panels.panel(season, intent.user, note)

    # posts

    async def invited(self, row: Invited, courier: Courier) -> Made:
        season = await self._of(await self._row(courier.post.game))
        return await courier.in_channel(season.home, panels.invitation(season))

    async def invitation_changed(self, row: InvitationChanged, courier: Courier) -> Made:
        season = await self._of(await self._row(courier.post.game))
        there = await self._store.latest(season.id, Invited().encode())
        if there is not None and there.message is not None:
            panel = panels.invitation(season)
            await courier.edit(there.channel or season.home, there.message, panel)
        return None

    async def progress(self, row: RoundBegins | SeasonOver, courier: Courier) -> Made:
        """Post about the season as it was when the row was written."""
        now = await self._row(courier.post.game)
        season = await self._of(now, courier.post.n)
        if isinstance(row, RoundBegins):
            return await courier.in_channel(season.home, panels.round_begins(season, row.round))
        return await courier.in_channel(season.home, panels.over(season))


def _without(row: GameRow, seats: Sequence[int]) -> tuple[Sitter, ...]:
    """The sitters, with some marked as gone. All keep their places, even people whose data was
    deleted."""
    return tuple(replace(s, left=s.left or n in seats) for n, s in enumerate(row.sitters))


_CARD: Final = (InvitationChanged().encode(),)
_CODES: Final = ("1-0", "0-1")


def table_ends(game: Game, change: Change, moment: Moment) -> Change:
    """When a season's table ends, set a timer with its result in the same commit. When the table
    continues after all, delete that timer."""
    if not (where := game.options.get(SEASON)):
        return change
    if change.status in ("over", "cancelled"):
        won = [code for code, each in zip(_CODES, change.results, strict=False) if each.won]
        result = "==" if change.status == "cancelled" else won[0] if won else "1/2"
        timer = NewTimer(KIND, moment.now, f"{where}:{result}")
        return replace(change, timers=(*change.timers, timer))
    if change.status is not None:
        return replace(change, done=(*change.done, KIND))
    return change


GROUP: Final = Group(Text("/season"), Text("Play in this server's league or cup"))


def feature(at: Services) -> Feature:
    seasons = Seasons(at)
    here = partial(Slash, "games", group=GROUP)
    verb = partial(Verb, game=None)
    managed = partial(verb, manages=True)
    of_one = (number("season", 18),)
    of_a_round = (*of_one, number("round", 3)._replace(name="", optional=True))
    create = here(Text("/create"), Text("Start a league or a cup on this server"), _terms(at))
    join = here(Text("/join"), Text("Join this server's season"))
    table = here(Text("/standings"), Text("Show the standings and pairings"))
    leave = here(Text("/withdraw"), Text("Withdraw from the season (asks you to confirm)"))
    start = here(Text("/start"), Text("Start the season now with everyone who has joined"))
    cancel = here(Text("/cancel"), Text("Cancel the season (asks you to confirm)"))
    return Feature(
        verbs=(
            managed("seasonstart", seasons.start, slash=create),
            verb(panels.JOIN, seasons.join, of_one, slash=join),
            verb(panels.TABLE, seasons.table, of_a_round, slash=table),
            verb(panels.TURN, seasons.table, (*of_one, *PAGE), way=TO_TABLE, instead="own"),
            verb(panels.LEAVE, seasons.withdraw, of_one, slash=leave),
            verb(panels.LEAVE_NOW, seasons.leave, of_one, way=TO_LEAVE, instead="panel"),
            managed("seasonbegin", seasons.begin, slash=start),
            managed("seasonend", seasons.end, slash=cancel),
            managed(panels.END_NOW, seasons.end_now, of_one, way=TO_END),
        ),
        meetings=Meetings(seasons.servers_of_both, seasons.gone),
        timers=(TimerKind(KIND, LONGEST_ROUND, seasons.due),),
        policies=(Policy(table_ends),),
        rows=(
            handles(Invited, seasons.invited),
            handles(InvitationChanged, seasons.invitation_changed),
            handles(RoundBegins, seasons.progress),
            handles(SeasonOver, seasons.progress),
        ),
    )


FORMS: Final = {
    LEAGUE: Text("league: round robin with up to eight players, Swiss with more"),
    CUP: Text("cup: single elimination"),
}


def _terms(at: Services) -> tuple[SlashOption, ...]:
    games = tuple(Value(key, notation(at.games[key].game.title)) for key in at.games)
    forms = tuple(Value(form, said) for form, said in FORMS.items())
    paces = tuple(Value(pace, PACE.meaning[pace]) for pace, each in PACES.items() if each)
    days = tuple(Value(n) for n in DAYS)
    return (
        SlashOption("game", Text("Game"), values=games, default=None, into="play"),
        SlashOption("format", Text("League or cup"), str, LEAGUE, forms, into="form"),
        SlashOption(PACE.shown, PACE.about, str, "steady", paces, into=PACE.name),
        SlashOption(
            "signup_days", Text("How many days people have to join"), int, 7, days, into="days"
        ),
    )

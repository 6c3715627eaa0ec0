"""Notifications apart from the board's own post: the mention at the end of a night, direct
messages, reminders, and a word to the next player. Each is checked again when it is sent: the turn
may have been played, or it may be night by now.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Protocol

from bot.messages.answers import ListEntry, board_link, deadline, not_played, waits_for
from bot.messages.courier import DRAFT, Prompt, ReminderFacts, Sent, mention, otherwise
from bot.messages.layout import Layout
from bot.table import reminders
from bot.table.clocks import running, stopped_clock
from bot.table.commit import Commits
from bot.table.game import ALERT, OFFER, Game, fallen
from bot.table.names import Command, names_by_seat, place_of, title
from bot.table.rows import (
    OFFERED_AFTER,
    AsksLater,
    Follows,
    Letter,
    MorningCall,
    OrdersFell,
    OutboxRow,
    Reminder,
    TurnPost,
    missed_turns,
    row_class,
    takes_back,
    without_choice,
    word_of,
)
from bot.table.seats import OfferMade, RequestKind, answers_to, must_agree, open_offer
from bot.table.settings import BUNDLE, HERE, PINGS, is_on
from rules.game import TABLE, Seat
from rules.history import Told, keep
from rules.text import NOTHING, Jump, Listed, Mention, Moment, Small, Strong, Text, lines, sentences
from storage import BOARD, Post, Row, Sitter


class Summons(NamedTuple):
    """A message that notifies a player, where the game is played or by direct message."""

    panel: Layout
    user: int
    direct: bool = False

    def with_user(self, sent: Sent) -> Sent:
        """The sent message with its user; a silent message notifies nobody."""
        return sent if self.panel.silent else sent._replace(called=self.user)


# A clock stands still until such a row is delivered.
_TIMELY: Final = (TurnPost, MorningCall, Letter)


class TurnClocks(Protocol):
    """The mover's clock, as long as it is their turn."""

    async def stop(self, game: Game, since: float) -> None: ...  # the notification is late
    async def start(self, game: Game) -> None: ...  # it has only just arrived
    def as_if_called(self, game: Game) -> Game: ...  # the game as it will be after it


class Calls:
    """Builds the messages for rows of these kinds, and stops the mover's clock until they are
    notified.

    the board is refused for a minute, or parked ──> their clock stands still since the turn began
    the board is there                           ──> the clock runs from now on
    it's night for them; notify them later       ──> nothing: that isn't a failure"""

    def __init__(
        self,
        commits: Commits,
        clocks: TurnClocks,
        later: Callable[[Game, OutboxRow], Awaitable[None]],  # writes it once they are awake
        kinds: Mapping[str, RequestKind],  # of requests that players can make
        under: tuple[tuple[str, Text], ...] = (),  # buttons that features add to a board
    ) -> None:
        self.store, self.tables, self.now = commits.store, commits.tables, commits.now
        self.clocks, self.later, self.kinds, self.under = clocks, later, kinds, under

    async def on_failure(self, post: Post, game: Game, *, parked: bool) -> None:
        """React to a failed delivery. parked: it won't be retried soon."""
        if row_class(post.kind) not in _TIMELY or game.past(post.n) or running(game) is None:
            return
        late = parked or post.tries >= 5  # which takes longer than a minute
        if late and not (post.kind == BOARD and await self._board_is_there(game)):
            called = row_class(post.kind) is MorningCall
            await self.clocks.stop(game, self.now() if called else game.changed)

    async def on_arrival(self, post: Post, game: Game) -> None:
        """React to a finished row. game: its state when the delivery began."""
        if row_class(post.kind) not in _TIMELY or game.past(post.n):
            return
        waits, long = stopped_clock(game) is not None, self.now() - game.changed > 60.0  # seconds
        if post.kind != BOARD:
            starts = waits and await self._board_is_there(game)
        else:
            starts = waits or (long and not await self._board_is_there(game))
        if starts:
            await self.clocks.start(game)

    async def _board_is_there(self, game: Game) -> bool:
        """Whether this turn's board was posted, perhaps more than once."""
        board = await self.store.latest(game.id, BOARD)
        return board is not None and board.n >= game.stands

    async def by_board(
        self, game: Game, before: Post | None, rows: Sequence[Row], *, again: bool
    ) -> bool:
        """Whether the board's post mentions the mover; if they are asleep, notify them later.
        before: the board before it; again: it may have been sent before. No second mention for the
        same turn: if only another player has left since, or the turn before was undone and redone
        several times."""
        sitter = _mover(game)
        if sitter is None or not (how := reminders.ways(game, sitter)):
            return False
        since = game.stands
        if before is not None:
            later = [row for row in rows if before.n < row.n <= game.n]
            verbs = {word_of(row).verb for row in later}
            only_left = all(row.seat == TABLE for row in later) and "undo" not in verbs
            since = before.n if "leave" in verbs and only_left else since
        posted = again or (before is not None and before.n >= since)
        for first in (_often_retaken(rows), since if posted else None):
            if first is not None and await self._was(
                game, sitter, TurnPost, MorningCall, since=first
            ):
                return False
        if again:  # it may have been posted at night, without a mention
            waiting = await self.store.under_way([game.id])
            under_way = any(row_class(post.kind) is MorningCall for post in waiting)
            if under_way or reminders.is_called_later(game):
                return False
        if self._asleep(game, sitter):
            if not reminders.is_called_later(game):
                await self.later(game, MorningCall())
            return False
        return HERE in how and not await reminders.ignores(self.store, game, rows)

    async def summons(self, row: OutboxRow, game: Game, post: Post) -> Summons | None:
        """Build the message for a row, or None if it's outdated or unwanted."""
        sitter = _mover(game)
        if isinstance(row, OrdersFell):
            return await self._fell(row, game)
        if isinstance(row, AsksLater):
            return await self._asks(row, game)
        if sitter is None or game.past(post.n):
            return None
        if isinstance(row, Follows):
            return await self._follows(game)
        if not reminders.ways(game, sitter):
            return None
        if await reminders.ignores(self.store, game, await self.store.log(game.id)):
            return None
        if self._asleep(game, sitter):
            if isinstance(row, MorningCall | Letter) and not reminders.is_called_later(game):
                await self.later(game, MorningCall())
            return None
        if not await self._may(row, game, sitter, post):
            return None
        return await self._summons(row, game, sitter)

    async def _summons(
        self, row: OutboxRow, game: Game, sitter: Sitter, *, sent: bool = False
    ) -> Summons:
        """The mover's notification as of now. sent: it was sent already, so a reminder counts among
        the earlier ones."""
        board = await self.store.latest(game.id, BOARD)
        if isinstance(row, MorningCall):
            return Summons(Layout(_called(game, board)), sitter.user)
        if isinstance(row, Letter):
            call = Text(
                "Your turn in {game} ({title}) in {place}.",
                game=Strong(board_link(game, board)),
                title=title(game),
                place=place_of(game),
            )
            # Planned turns that were not played are for the player only.
            dropped = map(Small, await self._dropped(game, game.on_turn or 0))
            text = lines(sentences(call, deadline(game)), *dropped)
            return Summons(Layout(text), sitter.user, direct=True)
        kept = game.draft(game.on_turn or 0)
        draft = kept is not None and not game.past(kept.n)
        direct, rows = HERE not in reminders.ways(game, sitter), await self.store.log(game.id)
        last = missed_turns(rows, game.on_turn or 0) + 1 >= OFFERED_AFTER
        if isinstance(row, Prompt):
            text = row.text(game, board, ReminderFacts(draft=draft, last=last))
        else:
            others = await self._others(game, sitter, direct=direct)
            before = reminders.so_far(await self.store.calls(game.id, game.stands)) - sent
            end = reminders.stage_of(game) is None or before >= reminders.MOST_REMINDERS - 1
            waits = ReminderFacts(draft=draft, last=last, end=end)
            text = _reminder(game, board, others, waits, direct=direct)
        return Summons(Layout(text), sitter.user, direct)

    async def by_line(self, line: Layout, made: OfferMade, game: Game) -> Layout:
        """A request's line, mentioning the players who are awake. If it was night for others at the
        time of the request, they have a timer."""
        (said, *_) = await self.store.log(game.id, after=made.row - 1)
        pings = list[int]()
        for seat, sitter in enumerate(game.sitters):
            if sitter.user not in line.pings or reminders.calm(game, sitter, said.at) > said.at:
                continue
            if not await self._waits(game, sitter, AsksLater(made.row, seat)):
                pings.append(sitter.user)
        return replace(line, pings=tuple(pings))

    async def said_anew(self, row: OutboxRow, game: Game) -> Layout | None:
        """A sent notification of the turn as of now; None: there is nothing to say."""
        sitter = _mover(game)
        return (await self._summons(row, game, sitter, sent=True)).panel if sitter else None

    async def _asks(self, call: AsksLater, game: Game) -> Summons | None:
        """A request, for a player whom its line didn't mention; None: it's settled."""
        seat, offer, sitter = call.seat, open_offer(game), game.sitters[call.seat]
        if offer is None or offer.row != call.row or seat not in must_agree(game, offer):
            return None
        rows = await self.store.log(game.id)
        if seat in answers_to(rows, offer).agreed or reminders.in_peace(game, sitter):
            return None
        if await self._waits(game, sitter, call):
            return None
        table = await self.tables.at(game, call.row)
        line = await self.store.latest(game.id, offer.post)
        wish = self.kinds[offer.kind].wish(table, rows, offer)
        said = Text("{mention}: {wish}", mention=Mention(sitter.user, table.names[seat]), wish=wish)
        if line is not None and line.message is not None:
            place = line.channel or game.place
            there = Jump(Text("under the request"), game.guild, place, line.message)
            until = Moment(game.due(OFFER) or 0, "f")
            answer = Text("You can answer {there} until {time}.", there=there, time=until)
            said = lines(said, Small(answer))
        return Summons(Layout(said), sitter.user)

    async def _waits(self, game: Game, sitter: Sitter, row: OutboxRow) -> bool:
        """Whether a player is asleep; then a timer writes the row again once they are awake."""
        asleep = self._asleep(game, sitter)
        if asleep and row.encode() not in {timer.payload for timer in game.timers}:
            await self.later(game, row)
        return asleep

    async def instead(self, row: OutboxRow, game: Game, *, blocked: bool) -> Summons | None:
        """Notify in the channel: from now on if the player's direct messages are blocked, or this
        time if Discord has not taken one for long."""
        sitter = _mover(game)
        unread = isinstance(row, Follows | OrdersFell) if blocked else not isinstance(row, Letter)
        if sitter is None or unread:
            return None
        if blocked:
            await self.store.set_personal(sitter.user, PINGS, None)
        if await self._was(game, sitter, TurnPost, MorningCall):
            return None
        text = _called(game, await self.store.latest(game.id, BOARD))
        if blocked:
            said = Text(
                "Discord blocked my direct message, so from now on I'll notify you here. You "
                "can change that with {settings}.",
                settings=Command("games", "settings"),
            )
            text = lines(text, Small(said))
        return Summons(Layout(text), sitter.user)

    async def _dropped(self, game: Game, seat: Seat) -> list[Text]:
        """A player's planned turns that were not played."""
        return not_played(await self.tables.at(game), seat) if fallen(game, seat) else []

    async def _fell(self, row: OrdersFell, game: Game) -> Summons | None:
        """Planned turns that were not played: private and silent."""
        sitter, dropped = game.sitters[row.seat], await self._dropped(game, row.seat)
        if not dropped or not reminders.ways(game, sitter) or await self._waits(game, sitter, row):
            return None
        about = Text(
            "About {game} ({title}) in {place}; only you can see this:",
            game=board_link(game, await self.store.latest(game.id, BOARD)),
            title=title(game),
            place=place_of(game),
        )
        return Summons(Layout(lines(about, *dropped), silent=True), sitter.user, direct=True)

    async def _may(self, row: OutboxRow, game: Game, sitter: Sitter, post: Post) -> bool:
        """Whether a row may go out now: once a turn in each way, three reminders at most, and no
        reminder soon after another message. A game's rows are sent one by one."""
        if isinstance(row, MorningCall | Letter):
            kinds = (TurnPost, MorningCall) if isinstance(row, MorningCall) else (Letter,)
            begins = _often_retaken(await self.store.log(game.id))
            return not await self._was(game, sitter, *kinds, since=begins)
        before = reminders.so_far(await self.store.calls(game.id, game.stands))
        if before >= reminders.MOST_REMINDERS:
            return False
        return not isinstance(row, Reminder) or not await self._soon(game, sitter, post)

    async def _soon(self, game: Game, sitter: Sitter, reminder: Post) -> bool:
        """Whether the player was notified just now, or another game is about to notify them: it's
        delivered in parallel."""
        now, last = self.now(), await self.store.last_call(sitter.user, ALERT)
        if last is not None and last <= now < last + reminders.BETWEEN_MESSAGES:
            return True
        others = (row for row in await self.store.games_of(sitter.user) if row.id != game.id)
        theirs = {row.id: row for row in others if reminders.mover(row) == sitter.user}
        waiting = await self.store.under_way([*theirs])
        loud = (post for post in reversed(waiting) if not row_class(post.kind).aside)
        first = {post.game: post for post in loud}  # of each game
        return any(
            row_class(post.kind).loud
            and not (post.tries or theirs[post.game].past(post.n))
            # Of two reminders the older one goes out.
            and (not row_class(post.kind).reminds or post.id < reminder.id)
            for post in first.values()
        )

    async def _others(self, game: Game, sitter: Sitter, *, direct: bool) -> list[ListEntry]:
        """The other games that wait for the player, if they want to hear of all at once."""
        if not is_on(sitter.settings, BUNDLE):
            return []
        games = self.tables.games.among(await self.store.games_of(sitter.user))
        near = [g for g in games if g.id != game.id and (direct or g.guild == game.guild)]
        waiting = [g for g in near if waits_for(g, sitter.user) and reminders.ways(g, sitter)]
        return [ListEntry(g, await self.store.latest(g.id, BOARD)) for g in waiting]

    async def _follows(self, game: Game) -> Summons | None:
        seat, names = reminders.follower(game, game.on_turn or 0), names_by_seat(game.sitters)
        if seat is None or self._asleep(game, sitter := game.sitters[seat]):
            return None
        retaken = _often_retaken(await self.store.log(game.id)) is not None
        if retaken or not (how := reminders.ways(game, sitter)):
            return None
        said = Text(
            "{mention}, you're next in {game}, after {name}.",
            mention=Mention(sitter.user, names[seat]),
            game=board_link(game, await self.store.latest(game.id, BOARD)),
            name=names[game.on_turn or 0],
        )
        return Summons(Layout(Small(said), silent=True), sitter.user, direct=HERE not in how)

    async def _was(
        self, game: Game, sitter: Sitter, *kinds: type[OutboxRow], since: int | None = None
    ) -> bool:
        """Whether the player was already notified of this turn. since: its first row."""
        calls = await self.store.calls(game.id, game.stands if since is None else since)
        return any(call.user == sitter.user and row_class(call.kind) in kinds for call in calls)

    def _asleep(self, game: Game, sitter: Sitter) -> bool:
        now = self.now()
        return reminders.calm(game, sitter, now) > now


def _mover(game: Game) -> Sitter | None:
    return None if game.on_turn is None else game.sitters[game.on_turn]


def _called(game: Game, board: Post | None) -> Text:
    """In the channel, at the end of a player's night: the board was posted without a mention."""
    since, link = Moment(game.changed, "f"), Strong(board_link(game, board))
    call = Text(
        "{mention}, it's been your turn in {game} since {since}.",
        mention=mention(game),
        game=link,
        since=since,
    )
    return sentences(call, deadline(game))


def _reminder(
    game: Game,
    board: Post | None,
    others: Sequence[ListEntry],
    waits: ReminderFacts,
    *,
    direct: bool,
) -> Text:
    """The kind of turn, the waiting time, the consequence of not playing, and whether a draft
    exists. others: games that wait for the same person, if they want to hear of all at once;
    direct: as a direct message."""
    link, since = Strong(board_link(game, board)), Moment(game.changed, "f")
    if direct:
        still = Text(
            "It's still your turn in {game} ({title}) in {place}. It began {since}.",
            game=link,
            title=title(game),
            place=place_of(game),
            since=since,
        )
    else:
        still = Text(
            "{mention}, it's still your turn in {game}. It began {since}.",
            mention=mention(game),
            game=link,
            since=since,
        )
    waiting = Listed(board_link(entry.game, entry.board) for entry in others)
    return lines(
        sentences(still, otherwise(game, last=waits.last)),
        DRAFT if waits.draft else NOTHING,
        Text("Also waiting for you: {games}.", games=waiting) if others else NOTHING,
        Small(Text("This is the last reminder for this turn.")) if waits.end else NOTHING,
    )


def _often_retaken(rows: Sequence[Row]) -> int | None:
    """The row where the present turn begins if it was taken back twice or more often, else None.
    rows: the whole log."""
    undone = {row.n for row in rows if row.seat == TABLE and takes_back(row)}
    if len(undone) < 2:
        return None
    kept, bases = list[Told](), list[int]()
    for row in rows:
        keep(kept, (row.n, row.seat, row.text, row.mark))
        if row.n in undone:
            bases.append(kept[-1][0] if kept else 0)
    if bases.count(base := bases[-1]) < 2:
        return None
    alone = without_choice(rows)
    since = [row for row in kept if row[0] > base and row[1] >= 0 and row[0] not in alone]
    return base if len(since) <= 1 else None

"""What calls somebody besides the board's own post: the mention at the end of their night, direct
messages, reminders, nudges, and a word to who is next.

Each is looked at again when it is sent: the turn may have been taken, or it may be night by now.

    row ──> is it still their turn, are they awake, do they want it ──> sent, and whom it called
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.core.effective import often_retaken
from bot.core.game import Game
from bot.core.table import Tables
from bot.delivery.notices import last_turn
from bot.domain.absence import OFFERED_AFTER, missed
from bot.domain.offers import ASKED, answers_to, asked, open_offer
from bot.domain.orders import fallen
from bot.domain.personal import BUNDLE, HERE, PINGS, on
from bot.domain.reminders import (
    ASKS,
    CALL,
    FELL,
    FOLLOWS,
    GAP,
    LETTER,
    MOST,
    NUDGE,
    REMINDER,
    calm,
    follower,
    ignores,
    in_peace,
    is_called_later,
    so_far,
    stage_of,
    ways,
)
from bot.domain.seats import only_left
from bot.messages.layout import Layout
from bot.text import reminders as texts
from bot.text.lists import Entry, waits_for
from bot.text.offers import still_asked
from bot.text.orders import not_played
from rules.game import Seat
from rules.text import Text
from storage import Post, Row, Sitter, Store

Now = Callable[[], float]
MOMENT = 60.0  # seconds in which a message is sent, and then the store knows it
Later = Callable[[Game, str], Awaitable[None]]


class Sent(NamedTuple):
    """What a row became. called: the one person whom it has called."""

    channel: int
    message: int
    called: int | None = None

    @property
    def kept(self) -> tuple[int, int, int | None]:
        """As the store keeps it."""
        return self.message, self.channel, self.called


class Summons(NamedTuple):
    """A message that calls somebody, where the game is played or by direct message."""

    panel: Layout
    user: int
    direct: bool = False

    def known(self, sent: Sent) -> Sent:
        """What it became; a message without a sound has called nobody."""
        return sent if self.panel.silent else sent._replace(called=self.user)


def is_call(kind: str) -> bool:
    """A row that calls somebody, and is no board."""
    return kind in (CALL, LETTER) or kind.startswith(ASKS) or is_reminder(kind)


def is_reminder(kind: str) -> bool:
    """One of those on which nothing hangs."""
    return kind in (FOLLOWS, REMINDER) or kind.startswith((NUDGE, FELL))


def heeded(panel: Layout, game: Game) -> Layout:
    """A post that mentions nobody who wants to be left in peace, whatever it is about."""
    deaf = {sitter.user for sitter in game.sitters if in_peace(game, sitter)}
    if deaf.isdisjoint(panel.pings):
        return panel
    return replace(panel, pings=tuple(user for user in panel.pings if user not in deaf))


@dataclass(frozen=True)
class Calls:
    """What rows of these kinds become. later: has such a row written when whom it calls is
    awake."""

    store: Store
    tables: Tables
    now: Now
    later: Later
    # The game that was about to call somebody just now, and when.
    claimed: dict[int, tuple[int, float]] = field(default_factory=dict)

    async def by_board(
        self, game: Game, before: Post | None, rows: Sequence[Row], *, again: bool
    ) -> bool:
        """Whether the board's post mentions the player on turn; where they are asleep, they are
        called later. before: the board before it; again: it may have been sent before. Where
        somebody else has left since, or the turn before was taken back and made again several
        times, they were called for this turn already."""
        sitter = _mover(game)
        if sitter is None or not (how := ways(game, sitter)):
            return False
        same = before is not None and only_left(rows, before.n, game.n)
        since = before.n if before is not None and same else game.stands
        if (begins := often_retaken(rows)) is not None and await self._was(
            game, sitter, "turn", CALL, since=begins
        ):
            return False
        posted = again or (before is not None and before.n >= since)
        if posted and await self._was(game, sitter, "turn", CALL, since=since):
            return False
        if again and await self._is_called(game):
            return False  # it may have been posted at night, without a mention
        if self._asleep(game, sitter):
            if not is_called_later(game):
                await self.later(game, CALL)
            return False
        if HERE not in how or await ignores(self.store, game, rows):
            return False
        self._claim(game, sitter)
        return True

    async def summons(self, post: Post, game: Game) -> Summons | None:
        """The message of a row. None: it would be wrong or late, or nobody wants it."""
        if post.kind.startswith(FELL):
            return await self._fell(game, int(post.kind.removeprefix(FELL)))
        if post.kind.startswith(ASKS):
            return await self._asks(post, game)
        sitter = _mover(game)
        if sitter is None or game.past(post.n):
            return None
        if post.kind == FOLLOWS:
            return await self._follows(game)
        if not ways(game, sitter):
            return None
        if await ignores(self.store, game, await self.store.log(game.id)):
            return None
        if self._asleep(game, sitter):
            await self._put_off(post, game)
            return None
        return await self._awake(post, game, sitter)

    async def by_line(self, line: Layout, post: Post, game: Game) -> Layout:
        """A line by which somebody asks the others for something, with a mention of those who are
        awake. For whom it was night when they were asked, a timer was set then."""
        if not post.kind.startswith(ASKED):
            return line
        row = int(post.kind.removeprefix(ASKED))
        (said, *_) = await self.store.log(game.id, after=row - 1)
        pings = list[int]()
        for seat, sitter in enumerate(game.sitters):
            if sitter.user not in line.pings or calm(game, sitter, said.at) > said.at:
                continue
            if self._asleep(game, sitter):
                await self._once_awake(game, f"{ASKS}{row}:{seat}")
            else:
                pings.append(sitter.user)
        return replace(line, pings=tuple(pings))

    async def put_off(self, post: Post, game: Game) -> bool:
        """Whether it is night for whoever is on turn; then the row is written again at its end."""
        sitter = _mover(game)
        if sitter is None or not self._asleep(game, sitter):
            return False
        await self._once_awake(game, post.kind)
        return True

    async def said_anew(self, old: Post, game: Game) -> Layout | None:
        """What has called somebody for the turn, as it is said now; None: it names no time."""
        sitter, board = _mover(game), await self.store.latest(game.id, "turn")
        if sitter is None:
            return None
        if old.kind == CALL:
            return Layout(texts.called(game, board))
        if old.kind == LETTER:
            dropped = await self._dropped(game, game.on_turn or 0)
            return Layout(texts.letter(game, board, dropped))
        return (await self._reminder(old, game, sitter, board, sent=True)).panel

    async def _asks(self, post: Post, game: Game) -> Summons | None:
        """Who is asked for something, and was not called by its line; unless it is settled."""
        row, seat = map(int, post.kind.removeprefix(ASKS).split(":"))
        offer, sitter = open_offer(game), game.sitters[seat]
        if offer is None or offer.row != row or seat not in asked(game, offer):
            return None
        rows = await self.store.log(game.id)
        if seat in answers_to(rows, offer).agreed or in_peace(game, sitter):
            return None
        if self._asleep(game, sitter):
            await self._once_awake(game, post.kind)
            return None
        table = await self.tables.at(game, row)
        line = await self.store.latest(game.id, offer.post)
        text = still_asked(table, offer, last_turn(table, rows, offer), seat, line)
        return Summons(Layout(text), sitter.user)

    async def _once_awake(self, game: Game, row: str) -> None:
        if row not in {timer.payload for timer in game.timers}:
            await self.later(game, row)

    async def replaced(self, post: Post) -> Post | None:
        """The reminder of before, which is taken away when there is a newer one."""
        if post.kind != REMINDER:
            return None
        return await self.store.latest(post.game, REMINDER, before=post.id)

    async def refused(self, post: Post, game: Game) -> Summons | None:
        """Instead of a direct message that did not get through: nobody waits for one that cannot
        come, so they are called in the channel from now on."""
        sitter = _mover(game)
        if sitter is None or post.kind == FOLLOWS or post.kind.startswith(FELL):
            return None
        await self.store.set_personal(sitter.user, PINGS, None)
        if await self._was(game, sitter, "turn", CALL):
            return None
        board = await self.store.latest(game.id, "turn")
        return Summons(Layout(texts.unreachable_now(game, board)), sitter.user)

    async def unreached(self, post: Post, game: Game) -> Summons | None:
        """Instead of a direct message that Discord does not take for long: a call in the channel,
        this time."""
        sitter = _mover(game)
        if post.kind != LETTER or sitter is None or await self._was(game, sitter, "turn", CALL):
            return None
        board = await self.store.latest(game.id, "turn")
        return Summons(Layout(texts.called(game, board)), sitter.user)

    async def _awake(self, post: Post, game: Game, sitter: Sitter) -> Summons | None:
        if not await self._may(post, game, sitter):
            return None
        self._claim(game, sitter)
        board = await self.store.latest(game.id, "turn")
        if post.kind == CALL:
            return Summons(Layout(texts.called(game, board)), sitter.user)
        if post.kind == LETTER:
            text = texts.letter(game, board, await self._dropped(game, game.on_turn or 0))
            return Summons(Layout(text), sitter.user, direct=True)
        return await self._reminder(post, game, sitter, board)

    async def _dropped(self, game: Game, seat: Seat) -> list[Text]:
        """What a player had ordered in vain."""
        return not_played(await self.tables.at(game), seat) if fallen(game, seat) else []

    async def _fell(self, game: Game, seat: Seat) -> Summons | None:
        """The same by itself, where their call is not a direct message: nobody else may read it,
        and it makes no sound, as the call does."""
        sitter = game.sitters[seat]
        dropped = await self._dropped(game, seat)
        if not dropped or not ways(game, sitter):
            return None
        if self._asleep(game, sitter):
            await self._once_awake(game, f"{FELL}{seat}")
            return None
        board = await self.store.latest(game.id, "turn")
        text = texts.fell(game, board, dropped)
        return Summons(Layout(text, silent=True), sitter.user, direct=True)

    async def _may(self, post: Post, game: Game, sitter: Sitter) -> bool:
        """Whether it may go out now: once for a turn in each way, three reminders and nudges at
        most, and no reminder soon after another message. Here it is settled, whatever was thought
        when the row was made: a game's rows are sent one after the other."""
        if post.kind in (CALL, LETTER):
            kinds = ("turn", CALL) if post.kind == CALL else (LETTER,)
            begins = often_retaken(await self.store.log(game.id))
            return not await self._was(game, sitter, *kinds, since=begins)
        if await self._sent(game) >= MOST:
            return False
        return post.kind != REMINDER or not await self._soon(game, sitter)

    async def _sent(self, game: Game) -> int:
        """How many reminders and nudges a turn has had."""
        return so_far(await self.store.calls(game.id, game.stands))

    async def _soon(self, game: Game, sitter: Sitter) -> bool:
        """Somebody was called just now, or is being called by another game, which is delivered side
        by side with this one."""
        now, last = self.now(), await self.store.called(sitter.user)
        if last is not None and last <= now < last + GAP:
            return True
        other, at = self.claimed.get(sitter.user, (game.id, now))
        return other != game.id and at <= now < at + MOMENT

    def _claim(self, game: Game, sitter: Sitter) -> None:
        now = self.now()
        for user in [user for user, (_, at) in self.claimed.items() if not at <= now < at + MOMENT]:
            del self.claimed[user]
        self.claimed[sitter.user] = (game.id, now)

    async def _reminder(
        self, post: Post, game: Game, sitter: Sitter, board: Post | None, *, sent: bool = False
    ) -> Summons:
        """sent: it was sent already, and is one of those that were."""
        kept = game.draft(game.on_turn or 0)
        draft = kept is not None and not game.past(kept.n)
        direct = HERE not in ways(game, sitter)
        rows = await self.store.log(game.id)
        last = missed(rows, game.on_turn or 0) + 1 >= OFFERED_AFTER
        if post.kind != REMINDER:
            seat = int(post.kind.removeprefix(NUDGE))
            text = texts.nudge(game, board, seat, texts.Waits(draft=draft, last=last))
        else:
            others = await self._others(game, sitter, direct=direct)
            end = stage_of(game) is None or await self._sent(game) - sent >= MOST - 1
            waits = texts.Waits(draft=draft, last=last, end=end)
            text = texts.reminder(game, board, others, waits, direct=direct)
        return Summons(Layout(text), sitter.user, direct)

    async def _others(self, game: Game, sitter: Sitter, *, direct: bool) -> list[Entry]:
        """The other games that wait for somebody who wants to hear of all at once; in a channel
        those of its server."""
        if not on(sitter.settings, BUNDLE):
            return []
        rows = await self.store.games_of(sitter.user)
        games = [self.tables.games.of(row) for row in rows if row.kind in self.tables.games]
        near = [g for g in games if g.id != game.id and (direct or g.guild == game.guild)]
        waiting = [g for g in near if waits_for(g, sitter.user) and ways(g, sitter)]
        return [Entry(g, await self.store.latest(g.id, "turn")) for g in waiting]

    async def _follows(self, game: Game) -> Summons | None:
        seat = follower(game, game.on_turn or 0)
        if seat is None or self._asleep(game, sitter := game.sitters[seat]):
            return None
        if often_retaken(await self.store.log(game.id)) is not None:
            return None
        if not (how := ways(game, sitter)):
            return None
        board = await self.store.latest(game.id, "turn")
        panel = Layout(texts.follows(game, seat, board), silent=True)
        return Summons(panel, sitter.user, direct=HERE not in how)

    async def _put_off(self, post: Post, game: Game) -> None:
        if post.kind in (CALL, LETTER) and not is_called_later(game):
            await self.later(game, CALL)

    async def _was(self, game: Game, sitter: Sitter, *kinds: str, since: int | None = None) -> bool:
        """Somebody was called for this turn already. since: from which row on it is theirs."""
        calls = await self.store.calls(game.id, game.stands if since is None else since)
        return any(call.user == sitter.user and call.kind in kinds for call in calls)

    async def _is_called(self, game: Game) -> bool:
        """Whoever is on turn is called by a message of its own, which waits for the morning or is
        about to be sent."""
        posts = await self.store.under_way([game.id])
        return is_called_later(game) or any(post.kind == CALL for post in posts)

    def _asleep(self, game: Game, sitter: Sitter) -> bool:
        now = self.now()
        return calm(game, sitter, now) > now


def _mover(game: Game) -> Sitter | None:
    return None if game.on_turn is None else game.sitters[game.on_turn]

"""Answers that are deleted again: notices that a line played nothing, and that it couldn't be read.
They go when their reader's turn counts (bot/table/rows.py), or after ten minutes.
"""

from contextlib import suppress
from dataclasses import replace

from bot.features.feature import Feature
from bot.features.turns import Turns
from bot.messages import layouts
from bot.messages.courier import Courier, Made, handles
from bot.table.commit import CommitMoment, Commits, Policy
from bot.table.game import FLEETING, Game
from bot.table.intent import Intent, seat_of
from bot.table.rows import FIRST_GAMES, Fleeting, OutboxRow, TimerKind, code
from bot.table.seats import alone
from rules.errors import Unavailable
from storage import Change, Conflict, GameRow, NewTimer, Timer

STAY = 600.0  # seconds


@code("unheard")
class Unheard(OutboxRow):
    """Explains to somebody that their line couldn't be read."""

    user: int
    n: int  # the row of the game at that time; 0: any
    aside = True
    matters = False
    patience = 2  # later it would be old


class Tidy:
    """Deletes answers when their time is over. Only messages of the bot are ever noted."""

    def __init__(self, commits: Commits, turns: Turns) -> None:
        self._store, self._turns, self._commits = commits.store, turns, commits
        self._games, self._now = commits.tables.games, commits.now

    def feature(self) -> Feature:
        timer = TimerKind(FLEETING, STAY, self.expire)
        policy = Policy(drop_fleeting, timer=FLEETING)
        return Feature((), (timer,), (policy,), (handles(Unheard, self.tell),))

    async def note(
        self, wish: Intent, channel: int, message: int, *, refusal: bool = False
    ) -> None:
        """Note a message that answered or refused a wish about a game, to delete it later."""
        with suppress(Unavailable):
            game = (await self._turns.find(wish)).found
            await self._take_away(game, Fleeting(channel, message, wish.user, int(refusal)))

    async def _take_away(self, game: Game, answer: Fleeting) -> None:
        """Set a timer that deletes an answer, even if the game has moved on."""
        timer = NewTimer(FLEETING, self._now() + STAY, answer.encode())
        noted = Change((), f"fleeting:{answer.message}", timers=(timer,))
        while True:
            try:
                await self._commits.commit(game, noted)
                return
            except Conflict as late:
                game = replace(game, n=late.found or game.n)

    async def expire(self, row: GameRow, timer: Timer) -> None:
        """Delete an answer whose time is over. Raises Conflict when another commit was first."""
        game, away = self._games.from_row(row), (Fleeting.decode(timer.payload).post,)
        await self._commits.commit(game, Change((), f"away:{timer.id}", posts=away, done=(timer,)))

    async def unread(self, channel: int, user: int) -> None:
        """Explain how to say a turn, if a line that couldn't be read may have been one: once a turn
        to people who play alone; once a game to beginners whose turn it is, as it may be talk.
        Without the message-content intent, Discord sends only its author and its channel. Raises
        Conflict when another commit was first."""
        row = await self._store.game_in_channel(channel)
        if row is None or row.status != "playing" or row.kind not in self._games:
            return
        game = self._games.from_row(row)
        mine = game.on_turn is not None and game.sitters[game.on_turn].user == user
        if alone(game) and seat_of(game, user) is not None:
            await self._commits.tell_once(game, Unheard(user, game.n).encode())
        elif mine and await self._store.games_begun(user, game.kind, game.id) < FIRST_GAMES:
            await self._commits.tell_once(game, Unheard(user, 0).encode())

    async def tell(self, row: Unheard, courier: Courier) -> Made:
        """Post the explanation at the table."""
        game = await courier.game()
        seat = seat_of(game, row.user)
        if game.status != "playing" or seat is None:
            return None
        sent = await courier.at_table(layouts.unheard(game, seat), game)
        await self._take_away(game, Fleeting(sent.channel, sent.message, row.user))
        return sent


def drop_fleeting(game: Game, change: Change, _: CommitMoment) -> Change:
    """Delete useless answers to a player whose turn counts, and all of them at the end of the game.
    The deletions come behind the posts of the change itself."""
    ends = change.status in ("over", "cancelled")
    moved = {game.sitters[line.seat].user for line in change.lines if line.seat >= 0}
    for timer in (timer for timer in game.timers if timer.kind == FLEETING):
        answer = Fleeting.decode(timer.payload)
        if timer not in change.done and (ends or answer.reader in moved):
            done, posts = (*change.done, timer), (*change.posts, answer.post)
            change = replace(change, done=done, posts=posts)
    return change

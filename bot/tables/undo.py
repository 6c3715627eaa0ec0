"""Take-back: a row of the log, so that what was replayed once is never mistaken for something
new."""

from __future__ import annotations

from bot.games.game import CHANCE, Game
from bot.games.intent import Intent
from bot.games.table import answerable, told, without_choice
from bot.messages.layout import Layout
from bot.tables.commit import Commits
from bot.tables.consequences import card_of
from bot.tables.session import Session, playing_seat
from bot.tables.turns import Turns
from bot.text import answers, errors
from rules.errors import Stale, Unavailable
from rules.game import TABLE, Seat
from rules.play import checksum
from storage import Change, Line, Row, Store


class Undo:
    """Takes turns back."""

    def __init__(self, store: Store, turns: Turns, commits: Commits) -> None:
        self._store, self._turns, self._commits = store, turns, commits

    async def take_back(self, intent: Intent) -> Layout:
        """Undo the last turn, if it was this person's. Raises Refused."""
        session = await self._turns.find(intent)

        async def first(*_: int) -> Layout:
            return Layout(answers.taken_back(session.found), quiet=True)

        return await self._commits.once(intent.key, self._take_back(session), first)

    async def _take_back(self, session: Session) -> Layout:
        game = session.found
        seat = playing_seat(game, session.user)
        log = await self._store.log(game.id)
        if session.n not in (None, game.n):
            raise Stale(errors.stale(game))
        before = _last_turn(game, log, seat) - 1
        state = (await self._turns.tables.at(game, before)).at.state
        change = Change(
            (Line(TABLE, f"undo {before}", checksum(state)),),
            session.key,
            on_turn=seat,
            done=(CHANCE,),
            posts=("turn", *card_of(game)),
        )
        game, _ = await self._commits.said(game, change)
        return Layout(answers.taken_back(game), quiet=True)


def _last_turn(game: Game, log: list[Row], seat: Seat) -> int:
    """The row of a seat's turn, if it was the last one that somebody said; what followed from it
    without a choice is no answer to it. Raises Unavailable."""
    rows = answerable(log, game.n)
    if not rows or rows[-1][1] != seat:
        if any(row[1] == seat for row in told(log, game.n)[len(rows) :]):
            raise Unavailable(errors.was_not_asked(game))
        raise Unavailable(errors.not_yours_to_take_back(game, rows))
    last = rows[-1][0]
    alone = without_choice(log)
    if any(row.n > last and row.seat >= 0 and row.n not in alone for row in log):
        raise Unavailable(errors.answered_already(game))
    return last

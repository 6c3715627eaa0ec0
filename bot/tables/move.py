"""A game goes on in another channel: where it is asked for, by name, from wherever it was.

A channel may be deleted, renamed or given to something else; the game is kept as it stands, and its
card and its board are posted anew where it is played from then on.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.games.intent import Intent
from bot.messages.message import Message
from bot.tables.session import present, presides
from bot.tables.turns import Turns
from bot.text import answers, errors
from rules.errors import Finished, NotYou, Stale, Unavailable
from storage import Change, Conflict, Game, Store, Taken


class Move:
    """Brings games to other channels. `wake` is called when the outbox has something new."""

    def __init__(self, store: Store, turns: Turns, wake: Callable[[], None]) -> None:
        self._store, self._turns, self._wake = store, turns, wake

    async def here(self, intent: Intent) -> Message:
        """The game goes on in the channel where this is said. Raises Refused."""
        game = await self._turns.find(intent)
        if game.status in ("over", "cancelled"):
            raise Finished(errors.finished(game))
        if not present(game, intent.user) and not presides(intent, game):
            raise NotYou(errors.not_yours_to_move(game))
        if game.channel == intent.channel:
            return Message(answers.here_already(game))
        try:
            game = await self._store.commit(game.id, game.n, _moved(game, intent))
        except Taken as taken:
            raise Unavailable(await self._taken(game, taken)) from None
        except Conflict as late:
            raise Stale(errors.stale(game)) from late
        self._wake()
        return Message(answers.moved(game))

    async def _taken(self, game: Game, taken: Taken) -> str:
        other = await self._store.game(taken.game)
        assert other is not None  # games are never deleted
        return errors.no_room(game, other)


def _moved(game: Game, intent: Intent) -> Change:
    """No row of the log: what was said so far, and every button, goes on as if nothing was."""
    board = () if game.on_turn is None else ("turn",)
    place = intent.channel
    return Change((), intent.key, channel=place, home=place, posts=("lobby", *board))

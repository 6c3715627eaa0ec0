"""A game goes on in another channel: where it is asked for, by name, from wherever it was.

A channel may be deleted, renamed or given to something else; the game is kept as it stands, and its
card and its board are posted anew where it is played from then on.
"""

from __future__ import annotations

from bot.features.feature import Complete, Feature, Slash, Verb, named_game
from bot.features.services import Services
from bot.messages import answers, errors
from bot.messages.layout import Layout
from bot.table import refusals
from bot.table.game import Game
from bot.table.posts import NewCard, Turn
from bot.table.session import Session, present, presides
from rules.errors import Finished, NotYou, Unavailable
from rules.text import Text
from storage import Change, PostedAnew, Taken


class Move:
    """Brings games to other channels."""

    def __init__(self, at: Services) -> None:
        self._turns, self._commits, self._servers = at.turns, at.commits, at.servers

    async def here(self, session: Session) -> Layout:
        """The game goes on in the channel where this is said. Raises Refused."""
        game = session.found
        if game.status in ("over", "cancelled"):
            raise Finished(refusals.finished(game))
        if not present(game, session.user) and not presides(session, game):
            raise NotYou(errors.not_yours_to_move(game))
        await self._servers.playing_here(session)
        if game.channel == session.channel:
            return Layout(answers.here_already(game))
        try:
            game, _ = await self._commits.said(game, _moved(game, session))
        except Taken as taken:
            raise Unavailable(await self._taken(game, taken)) from None
        return Layout(answers.moved(game))

    async def _taken(self, game: Game, taken: Taken) -> Text:
        return errors.no_room(game, await self._turns.tables.game(taken.game))


def _moved(game: Game, session: Session) -> Change:
    """No row of the log: what was said so far, and every button, goes on as if nothing was."""
    board = () if game.on_turn is None else (Turn().encode(),)
    posts, place = (NewCard().encode(), *board), session.channel
    return Change((), session.key, channel=place, home=place, posts=posts).plus(PostedAnew())


def feature(at: Services, names: Complete) -> Feature:
    """names: offers open games."""
    slash = Slash(
        "games",
        Text("/move-here"),
        Text("Move a game to this channel"),
        (named_game(names, required=True),),
    )
    return Feature(verbs=(Verb("move", Move(at).here, slash=slash),))

"""Move a game, by name, to the channel where a player asks for it.

A channel may be deleted, renamed or used for something else. The game stays unchanged; its card and
its board are posted again in the new channel.
"""

from __future__ import annotations

from bot.features.feature import Feature, Slash, Verb, named_game
from bot.features.services import Services
from bot.messages import answers, errors
from bot.messages.layout import Layout
from bot.table import refusals
from bot.table.posts import NewCard, Turn
from bot.table.session import Session, present, presides
from rules.errors import Finished, NotYou, Unavailable
from rules.text import Text
from storage import Change, PostedAnew, Taken


def feature(at: Services) -> Feature:
    async def here(session: Session) -> Layout:
        """Move the game to this channel. Raises Refused."""
        game = session.found
        if game.status in ("over", "cancelled"):
            raise Finished(refusals.finished(game))
        if not present(game, session.user) and not presides(session, game):
            raise NotYou(errors.not_yours_to_move(game))
        await at.servers.playing_here(session)
        if game.channel == session.channel:
            return Layout(answers.here_already(game))
        # No row of the log: its lines and every button stay valid.
        board = () if game.on_turn is None else (Turn().encode(),)
        posts, place = (NewCard().encode(), *board), session.channel
        moved = Change((), session.key, channel=place, home=place, posts=posts).plus(PostedAnew())
        try:
            game, _ = await at.commits.said(game, moved)
        except Taken as taken:
            there = await at.tables.game(taken.game)
            raise Unavailable(errors.no_room(game, there)) from None
        return Layout(answers.moved(game))

    slash = Slash(
        "games",
        Text("/move-here"),
        Text("Move a game to this channel"),
        (named_game(at.turns.names, required=True),),
    )
    return Feature(verbs=(Verb("move", here, slash=slash),))

"""Move a game to the channel where a player asks for it, with a new card and a new board."""

from __future__ import annotations

from bot.features.feature import Feature, Slash, Verb, named_game
from bot.features.services import Services
from bot.messages import answers
from bot.messages.layout import Layout
from bot.table import refusals
from bot.table.intent import Session, present, presides
from bot.table.names import players
from bot.table.rows import NewCard, TurnPost
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
            raise NotYou(
                Text(
                    "Only the players of {game} ({players}) or a channel manager can move it.",
                    game=game,
                    players=players(game),
                )
            )
        await at.servers.playing_here(session)
        if game.channel == session.channel:
            return Layout(Text("{game} is already in this channel.", game=game))
        # No row of the log: its lines and every button stay valid.
        board = () if game.on_turn is None else (TurnPost().encode(),)
        posts, place = (NewCard().encode(), *board), session.channel
        moved = Change((), session.key, channel=place, home=place, posts=posts).plus(PostedAnew())
        try:
            game, _ = await at.commits.commit_for_person(game, moved)
        except Taken as taken:
            there = await at.tables.game(taken.game)
            raise Unavailable(answers.no_room(game, there)) from None
        now = Text(
            "{game} now continues in this channel. I'm posting its status and board here.",
            game=game,
        )
        if game.on_turn is None:
            now = Text(
                "{game} now continues in this channel. I'm posting its status here.", game=game
            )
        return Layout(now)

    named = (named_game(at.turns.names, required=True),)
    slash = Slash("games", Text("/move-here"), Text("Move a game to this channel"), named)
    return Feature(verbs=(Verb("move", here, slash=slash),))

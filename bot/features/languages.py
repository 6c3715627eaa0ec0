"""The language of a table, which its players can change at any time. The log doesn't hold it, so
the record of a game is the same in all languages."""

from __future__ import annotations

from functools import partial

from bot.features.feature import OF_A_ROW, Behind, Feature, Verb
from bot.features.services import Services
from bot.messages.languages import own_name
from bot.messages.layout import Choice, Layout, Menu
from bot.table.game import Game
from bot.table.intent import Session, present, presides
from rules.errors import NotYou, Unavailable
from rules.text import Text, notation
from storage import Change, Speaks


def feature(at: Services) -> Feature:
    async def show(session: Session) -> Layout:
        """The language of the table, and the others in a menu. Raises NotYou."""
        game = _allowed(session)
        choices = [Choice(code, notation(name)) for code, name in at.languages.names.items()]
        menu = Menu(f"lc:tongue:{game.id}:{game.n}", Text("Language"), tuple(choices))
        told = Text("Choose the language of {game} for everyone.", game=game)
        if game.language:
            told = Text(
                "{game} is in {language}. Choose another language for everyone.",
                game=game,
                language=own_name(game.language),
            )
        return Layout(told, menus=(menu,))

    async def choose(session: Session) -> Layout:
        """Change the language from the next post on. Raises Refused."""
        game, wanted = _allowed(session), session.words
        if wanted not in at.languages.names:
            raise Unavailable(Text("I don't speak that language. Choose one from the menu."))
        if game.language != wanted:
            begun, speaks = game.status == "playing", Speaks(wanted)
            change = Change((), session.key, aside=begun, added=(speaks,))
            await at.commits.retry_on_conflict(game, partial(at.commits.commit, change=change))
        told = Text(
            "{game} is now in {language}. You can type your turns in that language too.",
            game=game,
            language=own_name(wanted),
        )
        return Layout(told)

    more = Behind(1, 8, Text("Language"), lambda game: bool(at.languages.foreign and game.live))
    return Feature(
        verbs=(
            Verb("language", show, OF_A_ROW, more=more, press="any row", on_page=True),
            Verb("tongue", choose, OF_A_ROW, press="any row", instead="panel", on_page=True),
        )
    )


def _allowed(session: Session) -> Game:
    """The game, if the speaker may change its language. Raises NotYou."""
    game = session.found
    if not present(game, session.user) and not presides(session, game):
        only = Text(
            "Only the players in {game} or a channel manager can change its language.", game=game
        )
        raise NotYou(only)
    return game

"""In which language a table is told: its players may change that at any time.

    More ── Language ──> which? ──> the next post speaks it

It stands in no log, so the record of a game is the same in all languages.
"""

from __future__ import annotations

from functools import partial

from bot.core.game import Game
from bot.core.session import Session, present, presides
from bot.features.feature import OF_A_ROW, Behind, Feature, Verb
from bot.features.services import Services
from bot.messages.layout import Choice, Layout, Menu
from bot.text import spoken as texts
from rules.errors import NotYou, Unavailable
from rules.text import Text, notation
from storage import Change, Speaks


class TableLanguages:
    """Shows and changes the language of a table."""

    def __init__(self, at: Services) -> None:
        self._commits, self._languages = at.commits, at.languages

    async def show(self, session: Session) -> Layout:
        """Which one it is, and the others. Raises NotYou."""
        game = _theirs(session)
        choices = [Choice(code, notation(name)) for code, name in self._languages.names.items()]
        menu = Menu(f"lc:tongue:{game.id}:{game.n}", Text("Language"), tuple(choices))
        return Layout(texts.told_in(game), menus=(menu,))

    async def set(self, session: Session) -> Layout:
        """From the next post on. Raises Refused."""
        game, wanted = _theirs(session), session.words
        if wanted not in self._languages.names:
            raise Unavailable(texts.NO_LANGUAGE)
        if game.language != wanted:
            begun, speaks = game.status == "playing", Speaks(wanted)
            change = Change((), session.key, aside=begun, added=(speaks,))
            await self._commits.again(game, partial(self._commits.commit, change=change))
        return Layout(texts.from_now_on(game, wanted))


def _theirs(session: Session) -> Game:
    game = session.found
    if not present(game, session.user) and not presides(session, game):
        raise NotYou(texts.not_theirs(game))
    return game


def feature(at: Services) -> Feature:
    spoken = TableLanguages(at)
    more = Behind(1, 8, Text("Language"), lambda game: bool(at.languages.foreign and game.live))
    return Feature(
        verbs=(
            Verb("language", spoken.show, OF_A_ROW, more=more, any_row=True, on_page=True),
            Verb("tongue", spoken.set, OF_A_ROW, any_row=True, instead=True, on_page=True),
        )
    )

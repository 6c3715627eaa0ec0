"""The board of a game in a browser, where it can be played by touching it.

    Open Board ──> a link, for who pressed alone, that lets one browser in as them
    /games settings ── Browsers ──> which were let in, and an end to each

Here only what opens is made; what is opened is bot/web, and only where it is, there is Open Board.
"""

from __future__ import annotations

from functools import partial

from bot.core import refusals
from bot.core.commands import Command
from bot.core.intent import Intent, Meant
from bot.core.session import Session
from bot.domain.activity import PRESSED_LASTS, SHOWN_LASTS, pressed, shown
from bot.domain.browsers import LINK_LASTS, hashed, made, watch_word
from bot.features.feature import OF_A_ROW, PAGE, Feature, Slash, Verb
from bot.features.services import Services
from bot.messages import browsers as messages
from bot.messages.layout import Layout
from bot.text import browsers as texts
from rules.errors import NotYou
from rules.text import Text
from storage import Link


class Browsers:
    """Whom a browser is let in for."""

    def __init__(self, at: Services) -> None:
        self._store, self._audience = at.store, at.audience

    async def open(self, session: Session, address: str) -> Layout:
        """A link to the board, and where anybody may watch the link to that. address: at which
        boards are opened. Raises NotYou for who neither plays there nor may watch."""
        game, watched = session.found, ""
        if await self._audience.watchable([game.id]):
            watched = f"{address}/t/{game.id}-{watch_word(game.seed)}"
        if session.seat is not None:
            word = made()
            await self._store.add_link(hashed(word), Link(session.user, game.id), LINK_LASTS)
            return Layout(texts.opened(game, f"{address}/enter/{word}", watched))
        if not watched:
            raise NotYou(refusals.stranger(game))
        return Layout(texts.watched(game, watched))

    async def all(self, wish: Intent, page: int = 0) -> Layout:
        """Which browsers play for who asks."""
        return messages.let_in(await self._store.browsers_of(wish.user), page)

    async def end(self, wish: Intent) -> Layout:
        """One of them, which the words name, is let in no more. One that was is so already."""
        if wish.words.isascii() and wish.words.isdigit():
            await self._store.end_browser(wish.user, int(wish.words[:18]))
        return await self.all(wish)

    async def launch(self, session: Session, instance: str) -> None:
        """Note which table the Activity is to show. Raises NotYou for who does not play there."""
        game = session.found
        if session.seat is None:
            raise NotYou(refusals.stranger(game))
        link, key, lasts = Link(session.user, game.id), shown(instance), SHOWN_LASTS
        if not instance:
            key, lasts = pressed(session.user, session.channel), PRESSED_LASTS
        await self._store.add_link(key, link, lasts)


def feature(at: Services) -> Feature:
    """What holds of browsers that were let in, also where none are any more."""
    browsers = Browsers(at)
    verb = partial(Verb, way=Command("games", "settings"), game=False, anywhere=True)
    return Feature(
        verbs=(
            verb(messages.ALL, browsers.all, (), instead_of_own=True),
            verb(messages.TURN, browsers.all, PAGE, instead_of_own=True),
            verb(messages.END, browsers.end, (), instead=True),
        )
    )


def opening(at: Services, address: str, *, activity: bool = False) -> Feature:
    """Open Board, at an address. activity: the button opens the Activity; the command answers with
    a link all the same."""
    at.boards_at = address
    browsers, about = Browsers(at), Text("Open the board in your browser and tap to play")
    return Feature(
        verbs=(
            Verb(
                "browse",
                partial(browsers.open, address=address),
                OF_A_ROW,
                slash=Slash("each game", Text("/browser"), about),
                meant=Meant.HERE,
                any_row=True,
                under=texts.OPEN,
                launch=browsers.launch if activity else None,
            ),
        )
    )

"""Open Board: the board of a game in a browser, where it can be played by touching it.

Whoever presses it is answered with a link, for them alone, that lets one browser in as them. Here
only what opens is made; what is opened is bot/web.
"""

from __future__ import annotations

from bot.core import refusals
from bot.core.intent import Meant
from bot.core.session import Session
from bot.domain.activity import PRESSED_LASTS, SHOWN_LASTS, pressed, shown
from bot.domain.browsers import LINK_LASTS, hashed, made
from bot.features.feature import OF_A_ROW, Feature, Slash, Verb
from bot.features.services import Services
from bot.messages.layout import Layout
from bot.text import browsers as texts
from rules.errors import NotYou
from rules.text import Text
from storage import Link


class Browsers:
    """Opens boards. address: at which that is."""

    def __init__(self, at: Services, address: str) -> None:
        self._store, self._address = at.store, address

    async def open(self, session: Session) -> Layout:
        """A link to the board. Raises NotYou for who does not play there."""
        game = session.found
        if session.seat is None:
            raise NotYou(refusals.stranger(game))
        word = made()
        await self._store.add_link(hashed(word), Link(session.user, game.id), LINK_LASTS)
        return Layout(texts.opened(game, f"{self._address}/enter/{word}"))

    async def launch(self, session: Session, instance: str) -> None:
        """Note which table the Activity is to show. Raises NotYou for who does not play there."""
        game = session.found
        if session.seat is None:
            raise NotYou(refusals.stranger(game))
        link, key, lasts = Link(session.user, game.id), shown(instance), SHOWN_LASTS
        if not instance:
            key, lasts = pressed(session.user, session.channel), PRESSED_LASTS
        await self._store.add_link(key, link, lasts)


def feature(at: Services, address: str, *, activity: bool = False) -> Feature:
    """activity: the button opens the Activity; the command answers with a link all the same."""
    browsers = Browsers(at, address)
    return Feature(
        verbs=(
            Verb(
                "browse",
                browsers.open,
                OF_A_ROW,
                slash=Slash(
                    "each game", Text("/open"), Text("Open the board in a browser, to touch it")
                ),
                meant=Meant.HERE,
                any_row=True,
                under=texts.OPEN,
                launch=browsers.launch if activity else None,
            ),
        )
    )

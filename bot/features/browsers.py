"""The way to the board in a browser (bot/web): Open Board gives one person a link that signs in one
browser as them, and /games settings, Signed-In Browsers, signs them out."""

from __future__ import annotations

from functools import partial

from bot.features.feature import OF_A_ROW, PAGE, Feature, Slash, Verb
from bot.features.services import Services
from bot.messages.layout import Choice, Layout, Menu, Pages
from bot.table import refusals
from bot.table.browsers import LINK_LASTS, hashed, made, pressed, shown, watch_word
from bot.table.game import DAY
from bot.table.intent import Intent, Meant, Session
from bot.table.names import Command
from rules.errors import NotYou
from rules.text import NOTHING, Moment, Small, Strong, Text, lines, notation
from rules.text import Link as Address
from storage import BrowserLink


class Browsers:
    """Signs browsers in and out."""

    def __init__(self, at: Services) -> None:
        self._store, self._servers = at.store, at.servers

    async def open(self, session: Session, address: str) -> Layout:
        """A player's own link to the board, and the public link to watch, if there is one. Raises
        NotYou for people with neither."""
        game, watch = session.found, NOTHING
        name = Strong(game)
        if await self._servers.watchable([game.id]):
            link = Address(f"{address}/t/{game.id}-{watch_word(game.seed)}")
            watch = Text("Anyone with this link can watch {game}: {link}", game=name, link=link)
        if session.seat is None:
            if not watch:
                raise NotYou(refusals.stranger(game))
            return Layout(watch)
        word, opens = made(), BrowserLink(session.user, game.id)
        await self._store.add_link(hashed(word), opens, LINK_LASTS)
        link = Address(f"{address}/enter/{word}")
        own = Text("Your own link to the board of {game}: {link}", game=name, link=link)
        once = Text(
            "The link works once, within ten minutes, and keeps that browser signed in for "
            "30 days. Don't share it."
        )
        return Layout(lines(own, once, watch))

    async def all(self, wish: Intent, page: int = 0) -> Layout:
        """The browsers of the person who asks, and a menu that signs them out."""
        browsers = await self._store.browsers_of(wish.user)
        if not browsers:
            return Layout(Text("You aren't signed in on any browser."))
        entries, choices = list[Text](), list[Choice]()
        for each in browsers:
            day, ago = Moment(each.made, "d"), Moment(each.used, "R")
            name, since = each.called, Text("signed in on {day}", day=Moment(each.made, "f"))
            used = Text(
                "{browser}, signed in {day}, last used {ago}", browser=name, day=day, ago=ago
            )
            entries.append(used)
            choices.append(Choice(str(each.id), notation(name), since))
        menu = Menu("lc:endbrowser", Text("Sign out a browser"), tuple(choices))
        hint = Text(
            "Open Board signs a browser in for 30 days. Sign out any browser you don't recognise."
        )
        pages = Pages(entries, page, lambda to: f"lc:browserspage:{to}", Small(hint), menu)
        return Layout(Strong(Text("Your signed-in browsers")), pages=pages)

    async def end(self, wish: Intent) -> Layout:
        """Sign out the browser with the number in the words; one that is signed out stays so."""
        if wish.words.isascii() and wish.words.isdigit():
            await self._store.end_browser(wish.user, int(wish.words[:18]))
        return await self.all(wish)

    async def launch(self, session: Session, instance: str) -> None:
        """Note which table the Activity shows. Raises NotYou for people who don't play there."""
        game = session.found
        if session.seat is None:
            raise NotYou(refusals.stranger(game))
        link, key, lasts = BrowserLink(session.user, game.id), shown(instance), DAY
        if not instance:  # the frame will be there within two minutes
            key, lasts = pressed(session.user, session.channel), 120.0
        await self._store.add_link(key, link, lasts)


def feature(at: Services) -> Feature:
    """The list of signed-in browsers, even if no board can be opened any more; and Open Board."""
    browsers, hosting = Browsers(at), at.hosting
    mine = partial(Verb, way=Command("games", "settings"), game=None, anywhere=True)
    about = Text("Open the board in your browser and tap to play")
    browse = Verb(
        "browse",
        partial(browsers.open, address=hosting.boards_at),
        OF_A_ROW,
        slash=Slash("each game", Text("/browser"), about),
        game=Meant.HERE,
        press="any row",
        under=Text("Open Board"),
        launch=browsers.launch if hosting.activity else None,
    )
    return Feature(
        verbs=(
            mine("browsers", browsers.all, (), instead="own"),
            mine("browserspage", browsers.all, PAGE, instead="own"),
            mine("endbrowser", browsers.end, (), instead="panel"),
            *((browse,) if hosting.boards_at else ()),
        )
    )

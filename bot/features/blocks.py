"""Whom one does not play with, and whom a server lets play at no table.

    /games settings ── Refused People ── a menu of people ──> apart, and nobody is told
    /games-admin ban, bans, unban                         ──> a line of the server's log

What is picked says what will be, so pressed twice or late it leads to what stands on it.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from bot.core.commands import Command
from bot.core.game import Game
from bot.core.intent import Intent, mentioned
from bot.core.names import bare
from bot.core.rows import coded
from bot.core.session import Session, present
from bot.features.feature import PAGE, Feature, Field, Slash, SlashOption, Verb
from bot.features.services import Services
from bot.messages.courier import Logged
from bot.messages.layout import Button, Choice, Layout, Menu
from bot.messages.paging import Pages, narrowed, some, turned
from bot.text import blocks as texts
from rules.errors import NotYou, Refused, Unavailable
from rules.text import NOTHING, Text
from rules.voice import Voice
from storage import GameRow, Somebody

MOST_REFUSED: Final = 100  # people whom somebody refuses, and whom a server bars
REFUSE, AGAIN, LET = "refuse", "unrefuse", "unbar"
REFUSE_NOW: Final = "refusenow"  # after a question
_ID: Final = re.compile("[0-9]{1,19}")
Leave = Callable[[Session], Awaitable[Layout]]
Withdraw = Callable[[int, int], Awaitable[None]]
Together = Callable[[int, int], Awaitable[list[int]]]


@coded("barred")
class Barred(Logged):
    """Somebody was barred from a server's tables."""

    user: int
    by: int

    def line(self, game: Game | None) -> Text:
        return texts.logged(self.by, self.user, on=True)


@coded("unbarred")
class Unbarred(Logged):
    """Somebody may play on a server again."""

    user: int
    by: int

    def line(self, game: Game | None) -> Text:
        return texts.logged(self.by, self.user, on=False)


class Blocks:
    """Shows and changes both. leave: gives back a seat in a lobby; withdraw: takes somebody out of
    a server's season; together: the servers in whose seasons two people take part."""

    def __init__(self, at: Services, leave: Leave, withdraw: Withdraw, together: Together) -> None:
        self._at, self._leave, self._withdraw, self._together = at, leave, withdraw, together

    # a person

    async def refused(
        self, wish: Intent, note: Text = NOTHING, page: int = 0, met: int = 0
    ) -> Layout:
        """Whom who speaks does not play with, and who can be refused. met: the page of these."""
        now = await self._at.store.blocked(wish.user)
        there = {each.user for each in now}
        others = _choices(each for each in await self._met(wish) if each.user not in there)
        menus = (Menu(f"lc:{REFUSE}", texts.REFUSED, some(others, met)),) if others else ()
        again = Menu(f"lc:{AGAIN}", texts.AGAIN, _choices(now))
        return Layout(
            texts.refused(now, note), menus=menus, pages=_pages(now, again, page, texts.EFFECT)
        )

    async def refuse(self, wish: Intent) -> Layout:
        """Do not play with the person in the words; where both are in a season, ask first. Raises
        Refused."""
        if (page := turned(wish.words)) is not None:
            return await self.refused(wish, met=page)
        user = _named(wish.words)
        if user != wish.user and await self._together(wish.user, user):
            sure = Button(texts.BLOCK_AND_WITHDRAW, f"lc:{REFUSE_NOW}:{user}", "danger")
            return Layout(texts.leaves_seasons(user), buttons=(sure,))
        return await self.refuse_now(wish, str(user))

    async def refuse_now(self, wish: Intent, person: str) -> Layout:
        """Do not play with somebody, and leave the seasons in which both are. Raises Refused."""
        user = _named(person)
        if user == wish.user:
            raise NotYou(texts.NOT_YOURSELF)
        if not await self._at.store.block(wish.user, user, True, MOST_REFUSED):
            raise Unavailable(texts.enough(MOST_REFUSED))
        for guild in await self._together(wish.user, user):
            await self._withdraw(wish.user, guild)
        return await self.refused(wish, texts.now_refused(user))

    async def play_again(self, wish: Intent) -> Layout:
        """Play with them again. Raises Refused."""
        user = _named(wish.words)
        await self._at.store.block(wish.user, user, False, MOST_REFUSED)
        return await self.refused(wish, texts.now_played_with(user))

    async def _met(self, wish: Intent) -> list[Somebody]:
        """Who sits at the same tables, who did lately, and who sits at others of this server."""
        store, guild = self._at.store, wish.guild
        rows = await store.games_of(wish.user)
        if guild > 0:
            played = [await store.played(wish.user, guild, kind) for kind in self._at.games]
            rows += [each.game for some in played for each in some]
            rows += await store.games_on(guild)
        return [each for each in _people(rows) if each.user != wish.user]

    # a server

    async def bar(self, wish: Intent, person: str) -> Layout:
        """Let somebody open and join no games on this server; they leave its lobbies. Raises
        Refused."""
        user, store = _named(person), self._at.store
        if user == wish.user:
            raise NotYou(texts.NOT_YOURSELF)
        if len(await store.barred(wish.guild)) >= MOST_REFUSED:
            raise Unavailable(texts.enough_barred(MOST_REFUSED))
        written = await self._written(wish, user, on=True)
        await self._withdraw(user, wish.guild)
        left, plays = list[Game](), list[Game]()
        for game in await self._games(wish, user):
            (left if await self._taken_out(wish, game, user) else plays).append(game)
        if not written and not left:
            return Layout(texts.barred_already(user))
        return Layout(texts.now_barred(user, left, plays))

    async def barred(self, wish: Intent, note: Text = NOTHING, page: int = 0) -> Layout:
        """Whom this server has barred, and a menu that lets them play again."""
        people = await self._at.store.barred(wish.guild)
        menu = Menu(f"lc:{LET}", texts.LET_PLAY_AGAIN, _choices(people))
        return Layout(texts.barred(people, note), pages=_pages(people, menu, page))

    async def unbar(self, wish: Intent, person: str = "") -> Layout:
        """Let somebody play again. Raises Refused."""
        user = _named(person or wish.words)
        written = await self._written(wish, user, on=False)
        return await self.barred(wish, texts.now_let(user) if written else texts.not_barred(user))

    async def _written(self, wish: Intent, user: int, *, on: bool) -> bool:
        line = Barred(user, wish.user) if on else Unbarred(user, wish.user)
        return await self._at.servers.bar(wish.guild, user, line, on=on)

    async def _games(self, wish: Intent, user: int) -> list[Game]:
        rows = await self._at.store.games_on(wish.guild)
        games = (self._at.games.of(row) for row in rows if row.kind in self._at.games)
        return [game for game in games if present(game, user)]

    async def _taken_out(self, wish: Intent, game: Game, user: int) -> bool:
        """Whether they have left a lobby by this; what has begun goes on."""
        theirs = replace(wish, user=user, called="", key=f"barred:{wish.key}:{game.id}")
        try:
            if game.status == "lobby":
                await self._leave(Session.of(theirs, game))
                return True
        except Refused:  # it is about to begin, or has begun by now
            pass
        return False

    async def here(self, wish: Intent, _: Voice) -> list[Choice]:
        """The people at this server's tables whose names begin as typed."""
        rows = await self._at.store.games_on(wish.guild)
        return _fitting(_people(rows), wish.words)

    async def there(self, wish: Intent, _: Voice) -> list[Choice]:
        """The barred whose names begin as typed."""
        return _fitting(await self._at.store.barred(wish.guild), wish.words)


def _named(said: str) -> int:
    """Somebody's id, from a mention, or from what was picked. Raises Unavailable."""
    said = said.strip()
    found = mentioned(f"<@{said}>" if _ID.fullmatch(said) else said)
    if len(found) != 1:
        raise Unavailable(texts.nobody_of_that_name(said))
    return found[0]


def _people(rows: Iterable[GameRow]) -> list[Somebody]:
    """Who sits at some tables, those of the first ones first."""
    found = {s.user: s.name for row in rows for s in row.sitters if s.user > 0}
    return [Somebody(*each) for each in found.items()]


def _choices(people: Iterable[Somebody]) -> tuple[Choice, ...]:
    return tuple(Choice(str(each.user), texts.who(each)) for each in people)


def _pages(people: Sequence[Somebody], menu: Menu, page: int, foot: Text = NOTHING) -> Pages:
    """The people, with a menu of those who are shown, whose verb with `page` behind it turns."""
    return Pages(texts.mentioned(people), page, lambda to: f"{menu.id}page:{to}", foot, menu)


def _fitting(people: Iterable[Somebody], typed: str) -> list[Choice]:
    known = {Choice(str(each.user), texts.who(each)): bare(each.name) for each in people}
    return narrowed(known, typed.strip().removeprefix("@"))


def feature(at: Services, leave: Leave, withdraw: Withdraw, together: Together) -> Feature:
    blocks = Blocks(at, leave, withdraw, together)
    mine = partial(Verb, way=Command("games", "settings"), game=False, anywhere=True, instead=True)
    of_server = partial(Verb, game=False, manages=True)
    who = Text("Mention someone, or pick a player on this server")
    slash = partial(Slash, "games-admin")
    person = SlashOption("player", who, default=None, complete=blocks.here, into="person")
    barred = SlashOption(
        "player", Text("Player to unban"), default=None, complete=blocks.there, into="person"
    )
    return Feature(
        verbs=(
            mine("refused", blocks.refused, (), instead=False),
            mine(REFUSE, blocks.refuse, ()),
            mine(REFUSE_NOW, blocks.refuse_now, (Field("person", "[0-9]{1,19}"),)),
            mine(AGAIN, blocks.play_again, ()),
            mine(f"{AGAIN}page", blocks.refused, PAGE),
            of_server(
                "bar",
                blocks.bar,
                slash=slash(Text("/ban"), Text("Ban someone from games on this server"), (person,)),
            ),
            of_server(
                "barred",
                blocks.barred,
                slash=slash(Text("/bans"), Text("List who is banned from games here")),
            ),
            of_server(
                f"{LET}page",
                blocks.barred,
                PAGE,
                way=Command("games-admin", "bans"),
                instead_of_own=True,
            ),
            of_server(
                LET,
                blocks.unbar,
                (),
                slash=slash(Text("/unban"), Text("Lift someone's ban from games"), (barred,)),
                instead_of_own=True,
            ),
        )
    )

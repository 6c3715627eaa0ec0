"""Blocks between two people (/games settings, Blocked Players) and bans of a server (/games-admin
ban, bans, unban). Nobody learns who blocks them; a ban gets a line of the server's log."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from bot.features.feature import PAGE, Feature, Field, Slash, SlashOption, Verb
from bot.features.lobbies import leave
from bot.features.services import Services
from bot.messages.courier import Logged, doer
from bot.messages.layout import Button, Choice, Layout, Menu, Pages, page_picked, some, suggestions
from bot.table.game import Game
from bot.table.intent import Intent, Session, mentions_in, present
from bot.table.names import Command, bare
from bot.table.rows import code
from rules.errors import NotYou, Refused, Unavailable, quote
from rules.text import NOTHING, Joined, Listed, Mention, Name, Plural, Strong, Text, lines, notation
from rules.voice import Voice
from storage import GameRow, Somebody

MOST_REFUSED: Final = 100  # people that a person blocks, or a server bans


@code("barred")
class _Barred(Logged):
    """Somebody was banned from a server's games."""

    user: int
    by: int

    def line(self, game: Game | None) -> Text:
        banned = _mention(self.user)
        return Text("{who} banned {person} from games.", who=doer(self.by), person=banned)


@code("unbarred")
class _Unbarred(Logged):
    """Somebody may play on a server again."""

    user: int
    by: int

    def line(self, game: Game | None) -> Text:
        return Text("{who} lifted {person}'s ban.", who=doer(self.by), person=_mention(self.user))


class Blocks:
    """Shows and changes blocks and bans."""

    def __init__(self, at: Services) -> None:
        self._at = at

    # a person

    async def list_blocks(
        self, wish: Intent, note: Text = NOTHING, page: int = 0, met: int = 0
    ) -> Layout:
        """The people that the speaker blocks, and a menu of others. met: the page of that menu."""
        now = await self._at.store.blocked_people(wish.user)
        there = {each.user for each in now}
        known = await self._at.store.games_of(wish.user)
        if (guild := wish.guild) > 0:  # also people of former games, and of others on this server
            for kind in self._at.games:
                played = await self._at.store.finished_games(wish.user, guild, kind)
                known += [each.game for each in played]
            known += await self._at.store.games_on(guild)
        others = [each for each in _people(known) if each.user not in {wish.user, *there}]
        block = Menu("lc:refuse", Text("Block a player…"), some([*map(_choice, others)], met))
        unblock = Menu("lc:unrefuse", Text("Unblock a player…"), tuple(map(_choice, now)))
        blocked = Text("You've blocked:") if now else Text("You haven't blocked anyone.")
        effect = Text(
            "You and the people you block can't join each other's lobbies or take a seat in each "
            "other's games. Their lobbies won't appear in your lists. I won't tell them you've "
            "blocked them. Games in progress continue, and you'd still have to play your season "
            "games against them."
        )
        told = lines(note, Strong(Text("Blocked Players")), blocked)
        pages = _pages(now, unblock, page, effect)
        return Layout(told, menus=(block,) if others else (), pages=pages)

    async def refuse(self, wish: Intent) -> Layout:
        """Block the person in the words; if both are in a season, ask first. Raises Refused."""
        if (page := page_picked(wish.words)) is not None:
            return await self.list_blocks(wish, met=page)
        user = _named(wish.words)
        if user != wish.user and await self._at.meetings(wish.user, user):
            sure = Button(Text("Block and Withdraw"), f"lc:refusenow:{user}", "danger")
            leaves = Text(
                "You and {person} are in the same season, where anyone may have to play anyone. If "
                "you block them, you'll leave that season and forfeit your open game there.",
                person=_mention(user),
            )
            return Layout(leaves, buttons=(sure,))
        return await self.refuse_now(wish, str(user))

    async def refuse_now(self, wish: Intent, person: str) -> Layout:
        """Block somebody, and leave the seasons in which both are. Raises Refused."""
        user = _other(wish, person)
        if not await self._at.store.block(wish.user, user, True, MOST_REFUSED):
            full = Plural(
                "You've blocked {n} person, which is the limit. Unblock someone first.",
                "You've blocked {n} people, which is the limit. Unblock someone first.",
                n=MOST_REFUSED,
            )
            raise Unavailable(full)
        for guild in await self._at.meetings(wish.user, user):
            await self._at.withdraw(wish.user, guild)
        return await self.list_blocks(wish, Text("You've blocked {person}.", person=_mention(user)))

    async def play_again(self, wish: Intent) -> Layout:
        """Unblock the person in the words. Raises Refused."""
        user = _named(wish.words)
        await self._at.store.block(wish.user, user, False, MOST_REFUSED)
        note = Text("You've unblocked {person}.", person=_mention(user))
        return await self.list_blocks(wish, note)

    # a server

    async def bar(self, wish: Intent, person: str) -> Layout:
        """Ban somebody from games on this server; they leave its lobbies. Raises Refused."""
        user, store = _other(wish, person), self._at.store
        if len(await store.barred_people(wish.guild)) >= MOST_REFUSED:
            raise Unavailable.because(
                "{n} people are already banned from games here, which is the limit. You can "
                "still ban someone from the whole server in Discord.",
                n=MOST_REFUSED,
            )
        written = await self._at.servers.bar(wish.guild, user, _Barred(user, wish.user), on=True)
        await self._at.withdraw(user, wish.guild)
        left, seated = list[Game](), list[Game]()
        for game in self._at.games.among(await store.games_on(wish.guild)):
            if not present(game, user):
                continue
            found = seated
            theirs = replace(wish, user=user, called="", key=f"barred:{wish.key}:{game.id}")
            with suppress(Refused):  # the game is about to begin, or has begun
                if game.status == "lobby":
                    await leave(self._at, Session.from_intent(theirs, game))
                    found = left
            found.append(game)
        banned = _mention(user)
        if not written and not left:
            return Layout(Text("{person} is already banned from games here.", person=banned))
        keep = Text("They keep their seats in {games} until those games end.", games=Listed(seated))
        return Layout(
            lines(
                Text("{person} is banned from games and seasons on this server.", person=banned),
                Text("They've left {games}.", games=Listed(left)) if left else NOTHING,
                keep if seated else NOTHING,
            )
        )

    async def list_bans(self, wish: Intent, note: Text = NOTHING, page: int = 0) -> Layout:
        """The people banned by this server, and a menu that lifts a ban."""
        people = await self._at.store.barred_people(wish.guild)
        menu = Menu("lc:unbar", Text("Lift a ban…"), tuple(map(_choice, people)))
        nobody = Text("Nobody is banned from games on this server.")
        told = Text("Banned from games on this server:") if people else nobody
        return Layout(lines(note, told), pages=_pages(people, menu, page))

    async def unbar(self, wish: Intent, person: str = "") -> Layout:
        """Lift somebody's ban. Raises Refused."""
        user = _named(person or wish.words)
        note = Text("{person} isn't banned here.", person=_mention(user))
        if await self._at.servers.bar(wish.guild, user, _Unbarred(user, wish.user), on=False):
            note = Text("{person} can start and join games here again.", person=_mention(user))
        return await self.list_bans(wish, note)

    async def complete_people(self, wish: Intent, _: Voice) -> list[Choice]:
        """The people at this server's tables whose names begin as typed."""
        return _fitting(_people(await self._at.store.games_on(wish.guild)), wish.words)

    async def complete_banned(self, wish: Intent, _: Voice) -> list[Choice]:
        """The banned people whose names begin as typed."""
        return _fitting(await self._at.store.barred_people(wish.guild), wish.words)


def _named(said: str) -> int:
    """Read somebody's id from a mention or a picked choice. Raises Unavailable."""
    said = said.strip()
    found = mentions_in(f"<@{said}>" if re.fullmatch("[0-9]{1,19}", said) else said)
    if len(found) != 1:
        raise Unavailable.because(
            "I don't know who {typed} is. Mention them, or start typing and pick a name from "
            "the list.",
            typed=quote(said),
        )
    return found[0]


def _other(wish: Intent, said: str) -> int:
    """The id of somebody who isn't the speaker. Raises Refused."""
    if (user := _named(said)) == wish.user:
        raise NotYou.because("That's you. Pick someone else.")
    return user


def _people(rows: Iterable[GameRow]) -> list[Somebody]:
    """The people at some tables, in the order of the tables."""
    found = {s.user: s.name for row in rows for s in row.sitters if s.user > 0}
    return [Somebody(*each) for each in found.items()]


def _choice(each: Somebody) -> Choice:
    """A person in a list of choices, where mentions aren't possible."""
    return Choice(str(each.user), Name(bare(each.name)) if each.name else notation(str(each.user)))


def _pages(people: Sequence[Somebody], menu: Menu, page: int, foot: Text = NOTHING) -> Pages:
    """The people, with a menu of those shown. `page` behind the menu's verb turns the page."""
    entries = [Joined(" ", ("-", _mention(each.user))) for each in people]
    return Pages(entries, page, lambda to: f"{menu.id}page:{to}", foot, menu)


def _fitting(people: Iterable[Somebody], typed: str) -> list[Choice]:
    known = {_choice(each): bare(each.name) for each in people}
    return suggestions(known, typed.strip().removeprefix("@"))


def _mention(user: int) -> Text:
    return Mention(user, notation(str(user)))


def feature(at: Services) -> Feature:
    blocks = Blocks(at)
    own = partial(Verb, way=Command("games", "settings"), game=None, anywhere=True, instead="panel")
    of_server = partial(Verb, game=None, manages=True, instead="own")
    who = Text("Mention someone, or pick a player on this server")
    player = partial(SlashOption, "player", default=None, into="person")
    anybody = (player(who, complete=blocks.complete_people),)
    banned = (player(Text("Player to unban"), complete=blocks.complete_banned),)
    slash = partial(Slash, "games-admin")
    ban = slash(Text("/ban"), Text("Ban someone from games on this server"), anybody)
    bans = slash(Text("/bans"), Text("List who is banned from games here"))
    unban = slash(Text("/unban"), Text("Lift someone's ban from games"), banned)
    return Feature(
        verbs=(
            own("refused", blocks.list_blocks, (), instead=""),
            own("refuse", blocks.refuse, ()),
            own("refusenow", blocks.refuse_now, (Field("person", "[0-9]{1,19}"),)),
            own("unrefuse", blocks.play_again, ()),
            own("unrefusepage", blocks.list_blocks, PAGE),
            of_server("bar", blocks.bar, slash=ban, instead=""),
            of_server("barred", blocks.list_bans, slash=bans, instead=""),
            of_server("unbarpage", blocks.list_bans, PAGE, way=Command("games-admin", "bans")),
            of_server("unbar", blocks.unbar, (), slash=unban),
        )
    )

"""Tokens, with which programs read the games of a server or of one person (bot/web/api.py), and
addresses that show a person's deadlines in their calendar. Each word is shown once; the store holds
its hash. The managers of a server share its tokens.

lc:newtoken, lc:newcalendar, lc:endtoken   a person's own, from /games settings
lc:newservertoken, lc:endservertoken       a server's, from /games-admin api
"""

from functools import partial

from bot.features.feature import Feature, Slash, Verb
from bot.features.services import Services
from bot.messages.courier import Logged, doer
from bot.messages.layout import Button, Choice, Layout, Menu
from bot.table.browsers import CALENDAR, TOKEN, hash_word, new_word
from bot.table.game import Game
from bot.table.intent import Intent
from bot.table.names import Command
from bot.table.rows import code
from rules.errors import Unavailable
from rules.text import NOTHING, Code, Joined, Link, Moment, Small, Strong, Text, lines


@code("token")
class TokenChanged(Logged):
    """Says that somebody has created a token of the server, or revoked one."""

    by: int
    new: int  # 1, or 0: revoked

    def line(self, game: Game | None) -> Text:
        if self.new:
            return Text(
                "{who} created a token: a program can read this server's games.", who=doer(self.by)
            )
        return Text("{who} revoked a token for this server's games.", who=doer(self.by))


class Tokens:
    """Creates, lists and revokes tokens. server: those of the server, else the asker's own."""

    def __init__(self, at: Services) -> None:
        self._store, self._wake, self._address = at.store, at.wake, at.hosting.boards_at

    async def all(self, wish: Intent, *, server: bool = False) -> Layout:
        """The tokens, without their words, and ways to create and revoke them."""
        entries, choices = list[Text](), list[Choice]()
        for each in await self._store.tokens_of(wish.user, wish.guild if server else 0):
            name = Text("Token {n}", n=each.id)
            if each.kind == CALENDAR:
                name = Text("Calendar link {n}", n=each.id)
            day, ago = Moment(each.made, "d"), Moment(each.used or 0.0, "R")
            said = Text("{token}, created {day}, last used {ago}", token=name, day=day, ago=ago)
            if each.used is None:
                said = Text("{token}, created {day}, never used", token=name, day=day)
            who = doer(each.user) if server else NOTHING
            entries.append(Joined(": ", (who, said)) if who else said)
            choices.append(Choice(f"{each.id}", name))
        head = Text("Your tokens and calendar links")
        about = Text(
            "With a token, a program can read your games. A calendar link shows the deadlines of "
            "your turns in your calendar app."
        )
        end, ways = "lc:endtoken", [Button(Text("New Token"), "lc:newtoken")]
        if server:
            head = Text("Tokens for this server's games")
            about = Text(
                "With a token, a program can read all games and standings of this server. A token "
                "works as long as its creator can manage the server."
            )
            end, ways = "lc:endservertoken", [Button(Text("New Token"), "lc:newservertoken")]
        else:
            ways.append(Button(Text("New Calendar Link"), "lc:newcalendar"))
        menu = Menu(end, Text("Revoke"), tuple(choices))
        text = lines(Strong(head), *entries, Small(about))
        return Layout(text, menus=(menu,) if choices else (), buttons=tuple(ways))

    async def new(self, wish: Intent, kind: str = TOKEN, *, server: bool = False) -> Layout:
        """Create a token and show its word. Raises Unavailable."""
        word, guild = new_word(), wish.guild if server else 0
        line = [TokenChanged(wish.user, 1).encode()] if server else []
        if not await self._store.add_token(hash_word(word), wish.user, guild, kind, line):
            raise Unavailable.because("You can't have more of these. Revoke one first.")
        self._wake(None, ())
        said = Text("Your new token: {token}", token=Code(word))
        if kind == CALENDAR:
            link = Link(f"{self._address}/calendar/{word}.ics")
            said = Text("Subscribe to this address in your calendar app: {link}", link=link)
        secret = Text("Copy it now: I won't show it again. Anyone who has it can use it.")
        return Layout(lines(said, Small(secret)))

    async def end(self, wish: Intent, *, server: bool = False) -> Layout:
        """Revoke the token with the number in the words; one that is revoked stays so."""
        if wish.words.isascii() and wish.words.isdigit():
            guild, line = (wish.guild, [TokenChanged(wish.user, 0).encode()]) if server else (0, [])
            await self._store.end_token(int(wish.words[:18]), wish.user, guild, line)
            self._wake(None, ())
        return await self.all(wish, server=server)


def feature(at: Services) -> Feature:
    if not at.hosting.boards_at:  # nothing listens
        return Feature()
    tokens = Tokens(at)
    about = Text("Let programs read this server's games, results and standings")
    slash = Slash("games-admin", Text("/api"), about)
    mine = partial(Verb, way=Command("games", "settings"), game=None, anywhere=True)
    shared = partial(Verb, way=Command("games-admin", "api"), game=None, manages=True)
    return Feature(
        verbs=(
            mine("tokens", tokens.all, (), instead="own"),
            mine("newtoken", tokens.new, ()),
            mine("newcalendar", partial(tokens.new, kind=CALENDAR), ()),
            mine("endtoken", tokens.end, (), instead="panel"),
            shared("servertokens", partial(tokens.all, server=True), slash=slash),
            shared("newservertoken", partial(tokens.new, server=True), ()),
            shared("endservertoken", partial(tokens.end, server=True), (), instead="panel"),
        )
    )

"""Buttons and menus: what is pressed is a small sentence in the custom_id, so that it outlives
every restart.

lc:join:12:1            verb, game, and the row that it was made for
lc:say0:12:9:2          a menu of the turn builder; two words had been said
lc:press:12:9:2:5       the sixth way to go on; its word stands in no id
lc:look:12:9:2:1:100    the second offer alone, from its 101st way on; without numbers, all
lc:confirm:12:9:5b1c99d0    the turn that leads to the position with this checksum
lc:rules:logger:growth    a topic of the rules, in place of the one before; lc:help: the same
lc:lesson:logger:4:2.0:press:5    the sixth way to go on in the fourth lesson, after two others
lc:thread:logjam:4:setup=classic;logs=2345    a new game in a thread, for so many, as agreed
lc:takeover:12:9:1      the second seat, offered by that row; `letplay`: for a computer;
                        `return`: its player is back
lc:seat:12:3:easy       a computer of this level sits down in a lobby
lc:unseat:12:3:2        the computer of this number goes again
lc:earlier:12:9         the board before the one at that row; `later`: the one after it;
                        `first`, `last`: of all there are; `share`: everybody is shown it
lc:at:12:9              the board at that row, for who presses it
lc:which:turn:c3        a game is picked, and the command goes on with it
lc:drop:12:9:3          the standing order with this number goes; its words stand in no id
lc:set:text_first:on    what is so from now on, for who presses it
lc:choose:pings         the same, picked from a menu
lc:ranks:logger:2026-11:game    a table of the server; `month`, `post`: what the part is for
lc:vacation:end         back from vacation
"""

from __future__ import annotations

import re
from collections.abc import Awaitable
from dataclasses import replace
from functools import partial
from typing import Any, Self
from urllib.parse import parse_qsl

import discord

from bot.core.intent import Intent, pressed
from bot.discord.answers import answer, intent
from bot.discord.base import Interaction
from bot.discord.presses import VERBS, press
from bot.features.lessons import Pressed
from bot.features.lobby import Lobby
from bot.features.teaching import Teaching
from bot.features.turn_builder import TurnBuilder
from bot.messages.choices import Focus
from bot.messages.layout import Layout

TABLE_VERBS = "|".join(VERBS)
SEAT_VERBS = "takeover|letplay|return"
OF_A_ROW = r":(?P<game>\d{1,18}):(?P<n>\d{1,18})"
OF_SAID = OF_A_ROW + r":(?P<said>\d{1,4})"


class Part(discord.ui.DynamicItem[Any], template=r"(?!)"):
    """Made anew from what its id says; itself it is never found."""

    def __init__(self, item: Any, match: re.Match[str]) -> None:
        super().__init__(item)

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Interaction, item: Any, match: re.Match[str]
    ) -> Self:
        return cls(item, match)


class RowPart(Part, template=r"(?!)"):
    """A part about one game, made for one of its rows."""

    def __init__(self, item: Any, match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.game, self.n = int(match["game"]), int(match["n"])

    def wish(self, interaction: Interaction) -> Intent:
        """What is wanted of the game as it stood at that row."""
        return intent(interaction, game=self.game, n=self.n)


class TableButton(RowPart, template=rf"lc:(?P<verb>{TABLE_VERBS}){OF_A_ROW}"):
    """A button about one game."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.verb = match["verb"]

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish = pressed(self.wish(interaction), self.verb)
        await answer(interaction, lambda: press(interaction.client, self.verb, wish))


class ConfirmButton(RowPart, template=rf"lc:confirm{OF_A_ROW}:(?P<shown>[0-9a-f]{{1,8}})"):
    """The turn that was shown counts."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.shown = match["shown"]

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish = pressed(self.wish(interaction), "confirm")
        builder = interaction.client.cases.builder
        await answer(interaction, lambda: builder.confirm(wish, self.shown), update=True)


class BuilderPart(RowPart, template=r"(?!)"):
    """A part of the turn builder, which shows itself anew in its place."""

    def __init__(self, item: Any, match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.said = int(match["said"])

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish = self.wish(interaction)
        builder = interaction.client.cases.builder
        await answer(interaction, lambda: self.done(builder, wish), update=True)

    def done(self, builder: TurnBuilder, wish: Intent) -> Awaitable[Layout]:
        """What the part is for."""
        raise NotImplementedError


class BackButton(BuilderPart, template=rf"lc:(?P<verb>back|over){OF_SAID}"):
    """The last word, or everything, is unsaid."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.verb = match["verb"]

    def done(self, builder: TurnBuilder, wish: Intent) -> Awaitable[Layout]:
        verb = builder.back if self.verb == "back" else builder.restart
        return verb(wish, self.said)


class PressButton(BuilderPart, template=rf"lc:press{OF_SAID}:(?P<way>\d{{1,4}})"):
    """One way to go on."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.way = int(match["way"])

    def done(self, builder: TurnBuilder, wish: Intent) -> Awaitable[Layout]:
        return builder.press(wish, self.said, self.way)


class LookButton(
    BuilderPart, template=rf"lc:look{OF_SAID}(?::(?P<offer>\d{{1,3}}):(?P<first>\d{{1,4}}))?"
):
    """A closer look at one offer, or all of them again."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        one = match["offer"] is not None
        self.focus = Focus(int(match["offer"]), int(match["first"])) if one else None

    def done(self, builder: TurnBuilder, wish: Intent) -> Awaitable[Layout]:
        return builder.look(wish, self.said, self.focus)


class BuilderMenu(BuilderPart, template=rf"lc:say\d{OF_SAID}"):
    """A menu of the turn builder: the next word, or an offer to look at."""

    def done(self, builder: TurnBuilder, wish: Intent) -> Awaitable[Layout]:
        return builder.pick(replace(wish, words=" ".join(self.item.values)), self.said)


class ThreadButton(
    Part, template=r"lc:thread:(?P<kind>[a-z]+):(?P<players>\d)(?::(?P<options>.*))?"
):
    """Open the game that was asked for in a thread of its own."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.kind, self.players = match["kind"], int(match["players"])
        self.options = dict(parse_qsl(match["options"] or ""))

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish, lobby = intent(interaction, kind=self.kind), interaction.client.cases.lobby
        if interaction.message is not None:  # pressed twice, it opens one game
            wish = replace(wish, key=f"thread:{interaction.message.id}")
        await answer(interaction, lambda: self._opened(lobby, wish))

    def _opened(self, lobby: Lobby, wish: Intent) -> Awaitable[Layout]:
        return lobby.open(wish, self.players, thread=True, options=self.options)


class SeatButton(RowPart, template=rf"lc:(?P<verb>{SEAT_VERBS}){OF_A_ROW}:(?P<seat>\d{{1,2}})"):
    """A seat that is offered to others is taken over, by somebody or by a computer, or its player
    is back."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.verb, self.seat = match["verb"], int(match["seat"])

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        seats = interaction.client.cases.seats
        verb = {"takeover": seats.take, "letplay": seats.let, "return": seats.back}[self.verb]
        wish = pressed(self.wish(interaction), self.verb)
        await answer(interaction, lambda: verb(wish, self.seat))


class BoardButton(RowPart, template=rf"lc:(?P<verb>first|earlier|later|last|at|share){OF_A_ROW}"):
    """Another board of a game, in place of the one that is shown; or that one for everybody."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.verb = match["verb"]

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        boards = interaction.client.cases.boards
        verbs = {
            "first": boards.first,
            "earlier": boards.earlier,
            "later": boards.later,
            "last": boards.newest,
            "at": boards.at,
            "share": boards.share,
        }
        wish = self.wish(interaction)
        stepping = self.verb not in ("at", "share")
        await answer(interaction, lambda: verbs[self.verb](wish), update=stepping)


class DropButton(RowPart, template=rf"lc:drop{OF_A_ROW}:(?P<order>\d{{1,18}})"):
    """A standing order is dropped, and the others are shown."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.order = int(match["order"])

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish, orders = intent(interaction, game=self.game), interaction.client.cases.orders
        await answer(interaction, lambda: orders.drop(wish, self.order), update=True)


class SetButton(Part, template=r"lc:set:(?P<name>[a-z_]{1,32}):(?P<value>[a-z_]{1,32})"):
    """Somebody sets something for themselves; also in direct messages."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.name, self.value = match["name"], match["value"]

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish, personal = intent(interaction), interaction.client.cases.personal
        setting = partial(personal.set, wish, self.name, self.value)
        await answer(interaction, setting, anywhere=True, update=True)


class ReturnButton(Part, template=r"lc:vacation:end"):
    """Somebody is back from vacation; also in direct messages."""

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish, vacations = intent(interaction), interaction.client.cases.vacations
        await answer(interaction, lambda: vacations.end(wish), anywhere=True, update=True)


class SetMenu(Part, template=r"lc:choose:(?P<name>[a-z_]{1,32})"):
    """The same, picked from a menu."""

    def __init__(self, item: discord.ui.Select[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.name = match["name"]

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        wish, personal = intent(interaction), interaction.client.cases.personal
        choosing = partial(personal.choose, wish, self.name, "".join(self.item.values))
        await answer(interaction, choosing, anywhere=True, update=True)


class PageButton(
    Part, template=r"lc:(?P<page>rules:(?P<kind>[a-z]+)|help):(?P<topic>[a-z0-9-]{0,60})"
):
    """A topic of the rules or of the help, in place of the one that only its reader sees."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.kind, self.topic = match["kind"], match["topic"]

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        under = interaction.message
        mine = under is not None and under.flags.ephemeral
        teaching = interaction.client.cases.teaching
        await answer(interaction, lambda: self._shown(teaching), anywhere=True, update=mine)

    def _shown(self, teaching: Teaching) -> Awaitable[Layout]:
        """One that is no more begins the page: the button may be older than the topics."""
        return teaching.opened(self.kind, self.topic)


class LessonPart(
    Part,
    template=r"lc:lesson:(?P<kind>[a-z]+):(?P<number>\d{1,2}):(?P<path>[0-9.]{0,60})"
    r":(?P<verb>[a-z]{1,5})\d?(?P<numbers>(?::\d{1,4}){0,2})",
):
    """A part of a lesson's builder, which shows itself anew in its place; begun elsewhere than in
    a lesson, it is an answer of its own."""

    def __init__(self, item: Any, match: re.Match[str]) -> None:
        super().__init__(item, match)
        path = tuple(map(int, filter(None, match["path"].split("."))))
        numbers = tuple(map(int, filter(None, match["numbers"].split(":"))))
        self.pressed = Pressed(match["kind"], int(match["number"]), path, match["verb"], numbers)

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        under, lessons = interaction.message, interaction.client.cases.lessons
        mine = under is not None and under.flags.ephemeral
        chosen = "".join(getattr(self.item, "values", ()))
        pressed = replace(self.pressed, chosen=chosen)
        await answer(interaction, lambda: lessons.at(pressed), anywhere=True, update=mine)


BUTTONS = (
    TableButton,
    ConfirmButton,
    BackButton,
    PressButton,
    LookButton,
    BuilderMenu,
    ThreadButton,
    SeatButton,
    BoardButton,
    DropButton,
    SetButton,
    SetMenu,
    ReturnButton,
    PageButton,
    LessonPart,
)

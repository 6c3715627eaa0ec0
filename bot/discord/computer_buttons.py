"""Buttons with which computers sit down in a lobby, and go again."""

from __future__ import annotations

import re
from collections.abc import Awaitable
from typing import Any

import discord

from bot.core.session import Session
from bot.discord.answers import answer, intent
from bot.discord.base import Interaction
from bot.discord.buttons import OF_A_ROW, RowPart
from bot.features.computers import Computers
from bot.messages.layout import Layout


class ComputerButton(RowPart, template=r"(?!)"):
    """A button of the panel behind Add Computer, which shows itself anew in its place."""

    def __init__(self, item: discord.ui.Button[Any], match: re.Match[str]) -> None:
        super().__init__(item, match)
        self.which = match["which"]

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        cases, wish = interaction.client.cases, intent(interaction, game=self.game)

        async def work() -> Layout:
            return await self.done(cases.computers, await cases.turns.find(wish))

        await answer(interaction, work, update=True)

    def done(self, computers: Computers, session: Session) -> Awaitable[Layout]:
        """What the button is for."""
        raise NotImplementedError


class SeatComputer(ComputerButton, template=rf"lc:seat{OF_A_ROW}:(?P<which>[a-z]{{1,12}})"):
    """A computer of a level sits down."""

    def done(self, computers: Computers, session: Session) -> Awaitable[Layout]:
        return computers.seat(session, self.which)


class UnseatComputer(ComputerButton, template=rf"lc:unseat{OF_A_ROW}:(?P<which>\d{{1,2}})"):
    """The computer of this number gives its seat back."""

    def done(self, computers: Computers, session: Session) -> Awaitable[Layout]:
        return computers.unseat(session, -int(self.which))


COMPUTER_BUTTONS = (SeatComputer, UnseatComputer)

"""Buttons and menus: what is pressed is a small sentence in the custom_id, so that it outlives
every restart. Which there are, features declare (bot/features/feature.py).

lc:nudge:12:9                 verb, game, and the row that it was made for
"""

from __future__ import annotations

import re
from typing import Any, Self

import discord

from bot.core.intent import Intent
from bot.discord.answers import answer, intent
from bot.discord.base import Interaction
from bot.features.verbs import Verbs, keyed


class Part(discord.ui.DynamicItem[Any], template=r"(?!)"):
    """Made anew from what its id says; itself it is never found."""

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Interaction, item: Any, match: re.Match[str]
    ) -> Self:
        return cls(item)

    def wish(self, interaction: Interaction, **about: Any) -> Intent:
        """What is wanted; what is picked from a menu are its words."""
        under = 0 if interaction.message is None else interaction.message.id
        picked = "".join(getattr(self.item, "values", ()))
        return intent(interaction, panel=under, **{"words": picked} | about)


def pressed(verbs: Verbs) -> type[Part]:
    """What answers to the ids of all verbs."""

    class Pressed(Part, template=verbs.ids):
        async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
            verb, about, values = verbs.pressed(self.custom_id)
            wish = keyed(self.wish(interaction, **about), verb)
            under = interaction.message
            own = verb.instead_of_own and under is not None and under.flags.ephemeral
            await answer(
                interaction,
                lambda: verbs.do(verb.name, wish, values),
                anywhere=verb.anywhere,
                update=verb.instead or own,
            )

    return Pressed

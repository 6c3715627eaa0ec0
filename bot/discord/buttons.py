"""Buttons and menus: what is pressed is a small sentence in the custom_id, so that it outlives
every restart. Which there are, features declare (bot/features/feature.py).

lc:undo:12:9                  verb, game, and the row that it was made for
lc:which:turn:c3; plant n     a game is picked, and the command goes on with it
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Self

import discord

from bot.discord.activity import launched
from bot.discord.answers import answer, intent
from bot.discord.base import Interaction
from bot.discord.forms import ask
from bot.features.verbs import Verbs, pressed
from bot.messages.which import elsewhere
from bot.table.intent import Intent

WHICH = r"lc:which:(?P<verb>[a-z]+):(?P<words>.*)"


class Part(discord.ui.DynamicItem[Any], template=r"(?!)"):
    """Made anew from what its id says; itself it is never found."""

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Interaction, item: Any, match: re.Match[str]
    ) -> Self:
        return cls(item)

    def wish(self, interaction: Interaction, **about: Any) -> Intent:
        """What is wanted; what is picked from a menu are its words, one after the other."""
        under = 0 if interaction.message is None else interaction.message.id
        picked = " ".join(getattr(self.item, "values", ()))
        return intent(interaction, panel=under, **{"words": picked} | about)


def parts(verbs: Verbs) -> tuple[type[Part], ...]:
    """What answers to the ids of all verbs, and the menu that asks which game is meant."""

    class Pressed(Part, template=verbs.ids):
        async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
            verb, about, values = verbs.read(self.custom_id)
            if verb.form is not None:
                return await ask(interaction, verb.form, self.custom_id)
            wish = pressed(self.wish(interaction, **about), verb)
            under = interaction.message
            if verb.launch is not None and await launched(
                interaction, lambda instance: verbs.launch(verb, wish, instance)
            ):
                return None
            own = verb.instead_of_own and under is not None and under.flags.ephemeral
            await answer(
                interaction,
                lambda: verbs.do(verb.name, wish, values),
                anywhere=verb.everywhere,
                update=verb.instead or own,
            )

    class Which(Part, template=WHICH):
        async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
            said = re.fullmatch(WHICH, self.custom_id)
            assert said is not None
            wish, verb = self.wish(interaction), verbs[said["verb"]]
            if (there := elsewhere(wish.words)) is not None:
                page, kind = there
                picked = replace(wish, asked=page, kind=kind, meant=verb.meant)
            else:
                picked = replace(wish, game=int(wish.words))
            picked = replace(picked, words=said["words"], verb=verb.name)
            await answer(interaction, lambda: verbs.do(verb.name, picked), update=True)

    return Pressed, Which

"""Forms: what somebody types before a verb is done.

A form has the id of the button that opens it (lc:report:12:9), and says all when it is
sent: nothing about it is kept in memory, and a restart in between loses nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import discord

from bot.discord.answers import UNHEARD, answer, intent
from bot.discord.base import Interaction, log_fields
from bot.features.feature import Form
from bot.features.verbs import pressed
from bot.messages.medium import LABEL
from rules.voice import Voice

log = logging.getLogger(__name__)

WORDS: Final = "words"  # the id of the field
TITLE, HINT = 45, 100  # characters that Discord takes


async def ask(interaction: Interaction, form: Form, id_: str) -> None:
    """Open a form; what is typed comes as another interaction."""
    with interaction.client.serving():
        voice = await interaction.client.voice_for(interaction, LABEL)
        try:
            await interaction.response.send_modal(_Opened(form, id_, voice))
        except UNHEARD as late:
            log.info("too late", extra=log_fields(late))


class _Opened(discord.ui.Modal):
    """It is stopped at once, so that discord.py keeps nothing of it."""

    def __init__(self, form: Form, id_: str, voice: Voice) -> None:
        super().__init__(title=voice.say(form.title)[:TITLE], custom_id=id_)
        field = discord.ui.TextInput[Any](
            custom_id=WORDS,
            style=discord.TextStyle.long,
            placeholder=voice.say(form.hint)[:HINT],
            max_length=form.most,
        )
        self.add_item(discord.ui.Label(text=voice.say(form.label)[:TITLE], component=field))
        self.stop()


async def submitted(interaction: Interaction) -> None:
    """What was typed in a form is done. One that no verb knows is another's, and is left alone."""
    said: Mapping[str, Any] = interaction.data or {}
    verbs = interaction.client.verbs
    try:
        verb, about, values = verbs.read(said["custom_id"])
    except LookupError:
        return
    typed = "".join(_typed(said.get("components", ())))
    wish = pressed(intent(interaction, words=typed, **about), verb)
    await answer(interaction, lambda: verbs.do(verb.name, wish, values), anywhere=verb.everywhere)


def _typed(parts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """What stands in the field, which stands in its label."""
    for field in (part.get("component", {}) for part in parts):
        if field.get("custom_id") == WORDS:
            yield field.get("value", "")

"""Buttons, menus and forms. A custom_id holds the whole command, so they survive every restart: a
form has the id of the button that opens it, and a menu of games the wish that then continues.
"""

import logging
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, Self

import discord

from bot.discord.activity import launch
from bot.discord.base import UNHEARD, Interaction, answer, intent, log_fields
from bot.discord.lines import line_intent
from bot.features.feature import OF_A_ROW, Form
from bot.features.turns import elsewhere
from bot.features.verbs import Verbs, press_intent
from bot.messages.languages import LABEL
from bot.messages.layout import Layout
from bot.table.intent import Intent, Meant, Target
from rules.errors import NotYou, Unavailable
from rules.text import Text

log = logging.getLogger(__name__)

_WHICH = r"lc:which:(?P<verb>[a-z]+):(?P<words>.*)"  # such as lc:which:turn:c3; plant n


class Part(discord.ui.DynamicItem[Any], template=r"(?!)"):
    """Built again from each id; this base class itself never matches."""

    @classmethod
    async def from_custom_id(  # type: ignore[override]
        cls, interaction: Interaction, item: Any, match: re.Match[str]
    ) -> Self:
        return cls(item)

    def wish(self, interaction: Interaction, target: Target) -> Intent:
        """The intent of a press; a menu's choices are its words, in order."""
        under = 0 if interaction.message is None else interaction.message.id
        return intent(interaction, target, " ".join(getattr(self.item, "values", ())), under)


def parts(verbs: Verbs) -> tuple[type[Part], ...]:
    """The handlers for the ids of all verbs, and for the menu that asks which game is meant."""

    class Pressed(Part, template=verbs.ids):
        async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
            verb, about, values = verbs.read(self.custom_id)
            if verb.form is not None:
                return await ask(interaction, verb.form, self.custom_id)
            wish = press_intent(self.wish(interaction, Target(**about)), verb)
            under = interaction.message
            if verb.launch is not None and await launch(
                interaction, lambda instance: verbs.launch(verb, wish, instance)
            ):
                return None
            own = verb.instead == "own" and under is not None and under.flags.ephemeral
            await answer(
                interaction,
                lambda: verbs.do(verb.name, wish, values),
                anywhere=verb.everywhere,
                update=verb.instead == "panel" or own,
            )

    class Which(Part, template=_WHICH):
        async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
            said = re.fullmatch(_WHICH, self.custom_id)
            assert said is not None
            wish, verb = self.wish(interaction, Target(verb=said["verb"])), verbs[said["verb"]]
            if (there := elsewhere(wish.words)) is not None:
                page, kind = there
                picked = wish.with_target(asked=page, kind=kind, meant=verb.game or Meant.ANY)
            else:
                picked = wish.with_target(game=int(wish.words))
            picked = replace(picked, words=said["words"])
            await answer(interaction, lambda: verbs.do(verb.name, picked), update=True)

    return Pressed, Which


WORDS: Final = "words"  # the id of a form's field


async def ask(interaction: Interaction, form: Form, id_: str) -> None:
    """Open a form; the answers arrive as another interaction."""
    with interaction.client.serving():
        voice = await interaction.client.voice_for(interaction, LABEL)
        title, label = (voice.say(each)[:45] for each in (form.title, form.label))
        field = discord.ui.TextInput[Any](
            custom_id=WORDS,
            style=discord.TextStyle.long,
            placeholder=voice.say(form.hint)[:100],
            max_length=form.most,
        )
        opened = discord.ui.Modal(title=title, custom_id=id_)
        opened.add_item(discord.ui.Label(text=label, component=field))
        opened.stop()  # at once, so discord.py doesn't store it
        try:
            await interaction.response.send_modal(opened)
        except UNHEARD as late:
            log.info("too late", extra=log_fields(late))


async def on_submit(interaction: Interaction) -> None:
    """Do what a form asks for. Ignore a form that no verb knows."""
    said: Mapping[str, Any] = interaction.data or {}
    verbs = interaction.client.verbs
    try:
        verb, about, values = verbs.read(said["custom_id"])
    except LookupError:
        return
    fields = [part.get("component", {}) for part in said.get("components", ())]
    typed = "".join(each.get("value", "") for each in fields if each.get("custom_id") == WORDS)
    wish = press_intent(intent(interaction, Target(**about), typed), verb)
    await answer(interaction, lambda: verbs.do(verb.name, wish, values), anywhere=verb.everywhere)


class WhyButton(Part, template="lc:why" + "".join(field.source for field in OF_A_ROW)):
    """Show Me Why, under our answer to a line: why it can't be played. The line is read again."""

    async def callback(self, interaction: Interaction) -> Any:  # type: ignore[override]
        client = interaction.client

        async def reason() -> Layout:
            unread = Text(
                "I can't read that message any more. Open your hand and enter your turn there."
            )
            answered = interaction.message.reference if interaction.message else None
            if answered is None or answered.message_id is None:
                raise Unavailable(unread)
            guild = interaction.guild_id
            place = client.get_partial_messageable(answered.channel_id, guild_id=guild)
            try:
                line = await place.fetch_message(answered.message_id)
            except UNHEARD as gone:
                raise Unavailable(unread) from gone
            if line.author.id != interaction.user.id:
                raise NotYou.because(
                    "Only the person who sent that turn can see why it was rejected."
                )
            wish = await line_intent(client, line)
            return await client.services.turns.reason(replace(wish, public=False))

        await answer(interaction, reason)

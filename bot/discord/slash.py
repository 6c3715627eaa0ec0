"""Slash commands, made of what features declare (bot/features/feature.py)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from inspect import Parameter, Signature
from typing import Any, TypeAlias

from discord import app_commands

from bot.core.intent import Intent
from bot.core.intent import named as about_game
from bot.discord.answers import answer, intent
from bot.discord.base import Interaction
from bot.discord.translated import about, choice, named
from bot.features.feature import Complete, SlashOption, Verb, Where
from bot.features.verbs import Verbs
from bot.messages.layout import Layout
from bot.messages.medium import LABEL
from rules.game import Game

# Also in direct messages with the bot, where somebody may practise alone.
WITH_US = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLED = app_commands.AppInstallationType(guild=True, user=False)

Command: TypeAlias = app_commands.Command[Any, ..., None]
Suggest: TypeAlias = Callable[..., Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def command(
    verbs: Verbs, verb: Verb, kind: str | None, options: tuple[SlashOption, ...]
) -> Command:
    """The command of a verb. kind: of which game it is, None: of none."""
    assert verb.slash is not None

    async def callback(interaction: Interaction, **said: Any) -> None:
        await answer(interaction, lambda: done(interaction, said), anywhere=verb.anywhere)

    async def done(interaction: Interaction, said: dict[str, Any]) -> Layout:
        wish = _wish(interaction, verb, kind)
        for option in options:
            if option.words:
                wish = replace(wish, words=said.pop(option.name))
            elif option.names:
                wish = about_game(wish, said.pop(option.name), interaction.client.cases.games)
        return await verbs.do(verb.name, wish, said)

    # discord.py reads a command's options from its signature.
    asked = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    ours = [_parameter(option) for option in options]
    callback.__signature__ = Signature([asked, *ours])  # type: ignore[attr-defined]
    app_commands.describe(**{option.name: about(option.about) for option in options})(callback)
    chosen = {option.name: _choices(option) for option in options if option.values}
    app_commands.choices(**chosen)(callback)
    made = Command(**named(verb.slash.name, verb.slash.about), callback=callback)
    for option in options:
        if option.complete is not None:
            made.autocomplete(option.name)(_suggest(option.complete, verb, kind))
    return made


def _wish(interaction: Interaction, verb: Verb, kind: str | None, words: str = "") -> Intent:
    """verb: by which a menu goes on that asks which game is meant."""
    asking = verb.name if verb.game else ""
    return intent(interaction, kind=kind, verb=asking, meant=verb.meant, words=words)


def _parameter(option: SlashOption) -> Parameter:
    given = Parameter.empty if option.default is None else option.default
    return Parameter(option.name, Parameter.KEYWORD_ONLY, default=given, annotation=option.type)


def _choices(option: SlashOption) -> list[app_commands.Choice[Any]]:
    """Values are the same in every language; in others than English they say what they are."""
    return [
        app_commands.Choice[Any](
            name=choice(f"{value}", meaning) if meaning else f"{value}", value=value
        )
        for value, meaning in option.values
    ]


def _suggest(complete: Complete, verb: Verb, kind: str | None) -> Suggest:
    """What is offered while somebody types, in their own language."""

    async def suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        voice = interaction.client.voice_for(interaction.locale, LABEL)
        found = await complete(_wish(interaction, verb, kind, typed), voice)
        said = (each.said(voice) for each in found)
        return [app_commands.Choice(name=each.label, value=each.value) for each in said]

    return suggest


def add_declared(
    group: app_commands.Group, verbs: Verbs, where: Where, game: Game[Any] | None = None
) -> None:
    """The commands of a group that features have declared."""
    kind = None if game is None else game.key
    for verb in verbs:
        slash = verb.slash
        if slash is not None and slash.where == where and (game is None or slash.only(game)):
            group.add_command(command(verbs, verb, kind, slash.options_of(game)))

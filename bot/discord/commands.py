"""Slash commands, made of what features declare (bot/features/feature.py)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Iterator
from dataclasses import replace
from inspect import Parameter, Signature
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.discord.answers import answer, intent
from bot.discord.base import Interaction
from bot.discord.translated import about, choice, named
from bot.features.feature import Complete, Group, Options, Slash, SlashOption, Verb, Where
from bot.features.help import ADMIN, SHARED
from bot.features.verbs import Verbs, may
from bot.messages.layout import Layout
from bot.messages.medium import LABEL
from bot.table.game import Games
from bot.table.intent import Intent
from bot.table.intent import named as about_game
from rules.game import Game
from rules.text import Text

# Also in direct messages with the bot, where somebody may practise alone.
WITH_US = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
INSTALLED = app_commands.AppInstallationType(guild=True, user=False)

Command: TypeAlias = app_commands.Command[Any, ..., None]
Suggest: TypeAlias = Callable[..., Coroutine[Any, Any, list[app_commands.Choice[str]]]]


def command(verbs: Verbs, verb: Verb, kind: str | None, options: Options) -> Command:
    """The command of a verb. kind: of which game it is, None: of none."""
    assert verb.slash is not None

    async def callback(interaction: Interaction, **said: Any) -> None:
        def work() -> Awaitable[Layout]:
            return done(interaction, verb, kind, options, said)

        await answer(interaction, work, anywhere=verb.everywhere)

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


async def done(
    interaction: Interaction, verb: Verb, kind: str | None, options: Options, said: dict[str, Any]
) -> Layout:
    """Run a command. said: the values of all its options, by name."""
    wish, client = _wish(interaction, verb, kind), interaction.client
    given = dict[str, Any]()
    for option in options:
        value = said[option.name]
        if option.words:
            wish = replace(wish, words=value)
        elif option.names:
            wish = about_game(wish, value, client.cases.games)
        else:
            given[option.argument] = value
    return await client.verbs.do(verb.name, wish, given)


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
            name=choice(each.shown, each.meaning) if each.meaning else each.shown,
            value=each.value,
        )
        for each in option.values
    ]


def _suggest(complete: Complete, verb: Verb, kind: str | None) -> Suggest:
    """What is offered while somebody types, in their own language."""

    async def suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        voice = await interaction.client.voice_for(interaction, LABEL)
        wish = _wish(interaction, verb, kind, typed)
        found = await complete(wish, voice) if may(verb, wish) else ()
        said = (each.said(voice) for each in found)
        return [app_commands.Choice(name=each.label, value=each.value) for each in said]

    return suggest


class GameCommands(app_commands.Group):
    """/logger, /logjam …: a player who knows one game knows them all."""

    def __init__(self, game: Game[Any], verbs: Verbs) -> None:
        about_it = (
            Text("Play {game} ({n} players)", game=game.title, n=game.most)
            if game.fewest == game.most
            else Text(
                "Play {game} ({fewest} to {most} players)",
                game=game.title,
                fewest=game.fewest,
                most=game.most,
            )
        )
        super().__init__(
            name=game.key,
            description=about(about_it),
            allowed_contexts=WITH_US,
            allowed_installs=INSTALLED,
        )
        for verb, slash in _declared(verbs, "each game"):
            if slash.only(game):
                self.add_command(command(verbs, verb, game.key, slash.options_of(game)))


def add_commands(tree: app_commands.CommandTree[Any], verbs: Verbs, games: Games) -> None:
    """Every game's verbs, those of all games, and the help."""
    for key in games:
        tree.add_command(GameCommands(games[key].game, verbs))
    words = named(Text("/games"), Text("Manage your games, settings and seasons"))
    _add_group(tree, verbs, SHARED, app_commands.Group(**words, allowed_installs=INSTALLED))
    _add_group(tree, verbs, ADMIN, _admin_group())
    for verb, slash in _declared(verbs, ""):
        alone = command(verbs, verb, None, slash.options_of(None))
        alone.allowed_contexts, alone.allowed_installs = WITH_US, INSTALLED
        tree.add_command(alone)


def opens_activity(verbs: Verbs) -> Command | None:
    """The command that opens the Activity, where a verb does. It is told and never called."""
    if not any(verb.launch for verb in verbs):
        return None

    async def callback(interaction: Interaction) -> None:
        raise AssertionError("Discord answers it")

    named_ = named(Text("/launch"), Text("Open this channel's boards inside Discord"))
    made = Command(**named_, callback=callback)
    made.allowed_contexts, made.allowed_installs = WITH_US, INSTALLED
    return made


def _add_group(
    tree: app_commands.CommandTree[Any], verbs: Verbs, where: Where, group: app_commands.Group
) -> None:
    within = dict[Group, app_commands.Group]()
    for verb, slash in _declared(verbs, where):
        into = group
        if slash.group is not None:
            if slash.group not in within:
                within[slash.group] = app_commands.Group(**named(*slash.group), parent=group)
            into = within[slash.group]
        into.add_command(command(verbs, verb, None, slash.options_of(None)))
    if group.commands:
        tree.add_command(group)


def _admin_group() -> app_commands.Group:
    """Shown to those who may manage the server, unless it has given the command to others in
    Discord's own settings; who may do what is asked again with every wish (Verb.manages)."""
    return app_commands.Group(
        **named(Text("/games-admin"), Text("Set up and moderate games on this server")),
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=INSTALLED,
        default_permissions=discord.Permissions(manage_guild=True),
    )


def _declared(verbs: Verbs, where: Where) -> Iterator[tuple[Verb, Slash]]:
    for verb in verbs:
        if verb.slash is not None and verb.slash.where == where:
            yield verb, verb.slash

"""Slash commands, built from the declarations of features (bot/features/feature.py). Where a
catalogue has no text that Discord accepts, the English text applies."""

from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from dataclasses import replace
from inspect import Parameter, Signature
from typing import Any, TypeAlias, cast

import discord
from discord import AppCommandOptionType, HTTPException, InteractionType, app_commands
from discord.app_commands import locale_str
from discord.http import Route

from bot.discord.activity import ENTRY_POINT, is_entry_point, launch, with_entry_point
from bot.discord.base import UNHEARD, Base, Interaction, answer, intent
from bot.features.feature import Complete, Group, Options, Slash, Verb, Where
from bot.features.verbs import ADMIN, SHARED, Verbs, may
from bot.messages.answers import value_text
from bot.messages.languages import LABEL, Languages
from bot.messages.layout import Layout, shorten
from bot.table.game import Games
from bot.table.intent import Intent, Meant, Target
from bot.table.intent import with_game_name as about_game
from bot.table.names import Command as Mentioned
from bot.table.names import said_as_name
from rules.game import GameRules
from rules.text import Code, Text
from rules.voice import ENGLISH, PLAIN

# Also in direct messages with the bot, for practice games.
_WITH_US = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False)
_INSTALLED = app_commands.AppInstallationType(guild=True, user=False)

Command: TypeAlias = app_commands.Command[Any, ..., None]


def command(verbs: Verbs, verb: Verb, kind: str | None, options: Options) -> Command:
    """The command of a verb. kind: its game, None: it belongs to no game."""
    assert verb.slash is not None

    async def callback(interaction: Interaction, **said: Any) -> None:
        async def work() -> Layout:
            wish, given = _wish(interaction, verb, kind), dict[str, Any]()
            for option in options:
                value = said[option.name]
                if option.words:
                    wish = replace(wish, words=value)
                elif option.names:
                    wish = about_game(wish, value, interaction.client.services.games)
                else:
                    given[option.argument] = value
            return await verbs.do(verb.name, wish, given)

        await answer(interaction, work, anywhere=verb.everywhere)

    # discord.py reads a command's options from its signature.
    asked = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    ours = [
        Parameter(
            option.name,
            Parameter.KEYWORD_ONLY,
            default=Parameter.empty if option.default is None else option.default,
            annotation=option.type,
        )
        for option in options
    ]
    callback.__signature__ = Signature([asked, *ours])  # type: ignore[attr-defined]
    app_commands.describe(**{option.name: localize(option.about) for option in options})(callback)
    for option in options:
        names = [choice(v.shown, v.meaning) if v.meaning else v.shown for v in option.values]
        values = zip(names, option.values, strict=True)
        choices = [app_commands.Choice[Any](name=name, value=each.value) for name, each in values]
        if choices:
            app_commands.choices(**{option.name: choices})(callback)
    made = Command(**command_fields(verb.slash.name, verb.slash.about), callback=callback)
    for option in options:
        if option.complete is not None:
            made.autocomplete(option.name)(_suggest(option.complete, verb, kind))
    return made


def _wish(interaction: Interaction, verb: Verb, kind: str | None, words: str = "") -> Intent:
    """verb: the command to continue with, once a menu has settled which game is meant."""
    asking = verb.name if verb.game else ""
    return intent(interaction, Target(kind=kind, verb=asking, meant=verb.game or Meant.ANY), words)


def _suggest(
    complete: Complete, verb: Verb, kind: str | None
) -> Callable[..., Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    """Suggest values while a person types, in their own language."""

    async def suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        voice = await interaction.client.voice_for(interaction, LABEL)
        wish = _wish(interaction, verb, kind, typed)
        found = await complete(wish, voice) if may(verb, wish) else ()
        said = (each.say_in(voice) for each in found)
        return [app_commands.Choice(name=each.label, value=each.value) for each in said]

    return suggest


class GameCommands(app_commands.Group):
    """/logger, /logjam …: a player who knows one game knows them all."""

    def __init__(self, game: GameRules[Any], verbs: Verbs) -> None:
        title, most, fewest = game.title, game.most, game.fewest
        play = Text("Play {game} ({n} players)", game=title, n=most)
        if fewest < most:
            play = Text(
                "Play {game} ({fewest} to {most} players)", game=title, fewest=fewest, most=most
            )
        super().__init__(name=game.key, description=localize(play))
        self.allowed_contexts, self.allowed_installs = _WITH_US, _INSTALLED
        for verb, slash in _declared(verbs, "each game"):
            if slash.only(game):
                self.add_command(command(verbs, verb, game.key, slash.options_of(game)))


def add_commands(tree: app_commands.CommandTree[Any], verbs: Verbs, games: Games) -> None:
    """Add every game's verbs, the common ones, and the help."""
    for key in games:
        tree.add_command(GameCommands(games[key].game, verbs))
    words = command_fields(Text("/games"), Text("Manage your games, settings and seasons"))
    _add_group(tree, verbs, SHARED, app_commands.Group(**words, allowed_installs=_INSTALLED))
    # Shown to people who may manage the server, unless it has granted the command to others in
    # Discord's own settings; each wish checks permissions again (Verb.manages).
    admin = app_commands.Group(
        **command_fields(Text("/games-admin"), Text("Set up and moderate games on this server")),
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=_INSTALLED,
        default_permissions=discord.Permissions(manage_guild=True),
    )
    _add_group(tree, verbs, ADMIN, admin)
    for verb, slash in _declared(verbs, ""):
        alone = command(verbs, verb, None, slash.options_of(None))
        alone.allowed_contexts, alone.allowed_installs = _WITH_US, _INSTALLED
        tree.add_command(alone)


def _add_group(
    tree: app_commands.CommandTree[Any], verbs: Verbs, where: Where, group: app_commands.Group
) -> None:
    within = dict[Group, app_commands.Group]()
    for verb, slash in _declared(verbs, where):
        into = group
        if slash.group is not None:
            if slash.group not in within:
                within[slash.group] = app_commands.Group(
                    **command_fields(*slash.group), parent=group
                )
            into = within[slash.group]
        into.add_command(command(verbs, verb, None, slash.options_of(None)))
    if group.commands:
        tree.add_command(group)


def _declared(verbs: Verbs, where: Where) -> Iterator[tuple[Verb, Slash]]:
    for verb in verbs:
        if verb.slash is not None and verb.slash.where == where:
            yield verb, verb.slash


def command_fields(name: Text, description: Text) -> dict[str, Any]:
    """The fields of a command. The name is written `/join`, so translators recognise it."""
    english = locale_str(said_as_name(name.template, ENGLISH), name=name.template)
    return {"name": english, "description": localize(description)}


def localize(text: Text) -> locale_str:
    """The description of a command or an option."""
    return locale_str(ENGLISH.say(text), text=text)


def choice(value: str, meaning: Text) -> locale_str:
    """A value to choose, the same in every language, with its meaning for other languages."""
    return locale_str(value, text=value_text(value, meaning))


class Translator(app_commands.Translator):
    """Translates commands for discord.py into every language with a catalogue."""

    def __init__(self, languages: Languages) -> None:
        self._languages = languages

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        voice = self._languages.voice(locale.value, PLAIN)
        if voice.catalogue is ENGLISH.catalogue:
            return None
        if "name" in string.extras:
            return said_as_name(string.extras["name"], voice)
        return shorten(voice.say(string.extras["text"])) if "text" in string.extras else None


class BotCommands(app_commands.CommandTree[Base]):
    """The bot's commands."""

    async def payload(self) -> list[dict[str, Any]]:
        """The commands in Discord's form, with the one that opens the Activity if a verb does."""

        async def told(command: Any) -> dict[str, Any]:
            if self.translator is None:
                return dict(command.to_dict(self))
            return dict(await command.get_translated_payload(self, self.translator))

        async def answered_by_discord(interaction: Interaction) -> None: ...

        all_told = [await told(command) for command in self._get_all_commands()]
        if any(verb.launch for verb in self.client.verbs):
            words = command_fields(
                Text("/launch"), Text("Open this channel's boards inside Discord")
            )
            opens = Command(**words, callback=answered_by_discord)
            opens.allowed_contexts, opens.allowed_installs = _WITH_US, _INSTALLED
            all_told.append({**await told(opens), **ENTRY_POINT, "options": []})
        return all_told

    async def tell(self) -> None:
        """Send Discord the commands, with the registered entry point even if we have none: Discord
        refuses a list without it."""
        http, application, told = self.client.http, self.client.application_id, await self.payload()
        assert application is not None
        try:
            await http.bulk_upsert_global_commands(application, told)
        except HTTPException as refused:
            left_out = 50240  # the list lacks the entry point
            if refused.code != left_out:
                raise
            route = Route("GET", "/applications/{application}/commands", application=application)
            there = await http.request(route, params={"with_localizations": "true"})
            await http.bulk_upsert_global_commands(application, with_entry_point(told, there))

    async def interaction_check(self, interaction: Interaction) -> bool:
        """Open the Activity here, as the library has no command for it."""
        if not is_entry_point(interaction.data):
            return True
        await launch(interaction)
        return False

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """Say that there is no such command: a client may still show those of another version."""
        unknown = app_commands.CommandNotFound, app_commands.CommandSignatureMismatch
        if not isinstance(error, unknown):
            await super().on_error(interaction, error)
        elif interaction.type is InteractionType.autocomplete:
            with suppress(*UNHEARD):
                await interaction.response.autocomplete([])
        else:
            kind, part = AppCommandOptionType, cast(Any, interaction.data)
            groups = kind.subcommand.value, kind.subcommand_group.value
            names = [part["name"]]
            while (options := part.get("options")) and options[0]["type"] in groups:
                part = options[0]
                names.append(part["name"])

            none = Text(
                "There's no {name} command any more. {help} lists all commands.",
                name=Code(" ".join(names)),
                help=Mentioned("help"),
            )

            async def work() -> Layout:
                return Layout(none)

            await answer(interaction, work, anywhere=True)

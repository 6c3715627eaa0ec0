"""The command that opens a lobby: its options are the game's own, so it is made and not written."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from inspect import Parameter, Signature
from typing import Any

from discord import app_commands

from bot.discord.answers import answer, intent
from bot.discord.base import Interaction
from bot.discord.translated import about, choice, named
from bot.domain.agreed import LEVEL, company_options, table_options
from bot.domain.computers import USUAL
from bot.messages.layout import shortened
from bot.messages.medium import LABEL
from bot.text.options import meant
from rules.game import Game, Option
from rules.text import Text

IN_A_THREAD = Text("Play in a thread of its own")
MOST = 25  # suggestions that Discord shows

Callback = Callable[..., Coroutine[Any, Any, None]]


def start_command(game: Game[Any]) -> app_commands.Command[Any, ..., None]:
    """`start` for one game: how many play, whether in a thread, and what else is agreed on."""
    callback = _callback(game)
    described = {"players": Text("How many can play (it can start with fewer)")}
    described["thread"] = IN_A_THREAD
    described |= {option.name: option.about for option in _options(game)}
    app_commands.describe(**{name: about(text) for name, text in described.items()})(callback)
    app_commands.choices(**_choices(game))(callback)
    words = named(Text("/start"), Text("Open a lobby in this channel"))
    command = app_commands.Command[Any, ..., None](**words, callback=callback)
    for option in game.options:
        if option.meaning and not option.choices:
            command.autocomplete(option.name)(_suggestions(option))
    return command


def _callback(game: Game[Any]) -> Callback:
    async def start(
        interaction: Interaction,
        players: int = game.most,
        thread: bool = False,
        **options: str | None,
    ) -> None:
        wish, lobby = intent(interaction, kind=game.key), interaction.client.cases.lobby
        agreed = {name: value for name, value in options.items() if value is not None}
        await answer(interaction, lambda: lobby.open(wish, players, thread=thread, options=agreed))

    # discord.py reads a command's options from its signature.
    ours = [_parameter(option.name, str | None, None) for option in _options(game)]
    common = (_parameter("players", int, game.most), _parameter("thread", bool, False))
    asked = Parameter("interaction", Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)
    start.__signature__ = Signature([asked, common[0], *ours, common[1]])  # type: ignore[attr-defined]
    return start


def _options(game: Game[Any]) -> tuple[Option, ...]:
    """What can be agreed on: the game's own, the table's, and which computers are there."""
    return (*company_options(game), *game.options, *table_options(game))


def practice_command(game: Game[Any]) -> app_commands.Command[Any, ..., None]:
    """`practice` for one game: one person against computers, at once."""

    async def practice(
        interaction: Interaction,
        level: str = USUAL,
        players: int = game.fewest,
        thread: bool = False,
    ) -> None:
        wish, lobby = intent(interaction, kind=game.key), interaction.client.cases.lobby
        practice = partial(lobby.practice, wish, level, players, thread=thread)
        await answer(interaction, practice, anywhere=True)

    described = {"players": Text("How many play, with you"), "thread": IN_A_THREAD}
    described["level"] = LEVEL.about
    app_commands.describe(**{name: about(text) for name, text in described.items()})(practice)
    levels = [_choice(LEVEL, value) for value in LEVEL.choices]
    app_commands.choices(level=levels, players=_players(game))(practice)
    words = named(Text("/practice"), Text("Play against computers, at once and for nothing"))
    return app_commands.Command[Any, ..., None](**words, callback=practice)


def _parameter(name: str, kind: Any, default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _choices(game: Game[Any]) -> dict[str, list[app_commands.Choice[Any]]]:
    return {"players": _players(game)} | {
        option.name: [_choice(option, value) for value in option.choices]
        for option in _options(game)
        if option.choices
    }


def _players(game: Game[Any]) -> list[app_commands.Choice[Any]]:
    seats = range(game.fewest, game.most + 1)
    return [app_commands.Choice[Any](name=str(n), value=n) for n in seats]


def _choice(option: Option, value: str) -> app_commands.Choice[Any]:
    """A value, which is the same in every language; in others than English it says what it is."""
    meaning = option.meaning.get(value)
    return app_commands.Choice[Any](name=choice(value, meaning) if meaning else value, value=value)


def _suggestions(option: Option) -> Callable[..., Coroutine[Any, Any, list[Any]]]:
    """The values that are known to mean something, those with all that was typed in them."""

    async def suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        voice = interaction.client.voice_for(interaction.locale, LABEL)
        known = {value: voice.say(meant(value, text)) for value, text in option.meaning.items()}
        wanted = typed.casefold().replace("+", " ").split()
        fitting = {v: k for v, k in known.items() if all(w in k.casefold() for w in wanted)}
        begun = sorted(fitting, key=lambda v: not v.casefold().startswith(typed.casefold()))
        return [app_commands.Choice(name=shortened(fitting[v]), value=v) for v in begun[:MOST]]

    return suggest

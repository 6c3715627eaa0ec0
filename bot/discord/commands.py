"""Slash commands: the same verbs for every game, made by one class, and /help."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from discord import app_commands

from bot.core.game import Games
from bot.core.intent import Intent
from bot.core.intent import named as about_game
from bot.discord.answers import answer, intent
from bot.discord.base import Interaction
from bot.discord.ranks import profile_command, standings_command
from bot.discord.slash import INSTALLED, WITH_US, add_declared
from bot.discord.start_command import practice_command, start_command
from bot.discord.translated import about, named
from bot.discord.which import command
from bot.features.verbs import Verbs
from bot.messages.layout import Choice
from bot.messages.medium import LABEL
from rules.game import Game
from rules.text import Text
from rules.voice import Voice

NAME_OF_A_GAME = Text("Its name, such as L7; without one, the game of this channel")


async def open_names(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The open games of this kind on the server, those of who asks first."""
    kind = interaction.command.qualified_name.split()[0] if interaction.command else None
    wish = intent(interaction, kind=kind, words=typed)
    return _said(interaction, await interaction.client.cases.queries.names(wish))


async def played_names(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The games of the server that are being played or over, those of who asks first."""
    wish = intent(interaction, words=typed)
    return _said(interaction, await interaction.client.cases.queries.played(wish))


def _said(interaction: Interaction, found: Iterable[Choice]) -> list[app_commands.Choice[str]]:
    """What is offered while somebody types, in their own language."""
    voice = _voice(interaction)
    said = (choice.said(voice) for choice in found)
    return [app_commands.Choice(name=choice.label, value=choice.value) for choice in said]


def _voice(interaction: Interaction) -> Voice:
    return interaction.client.voice_for(interaction.locale, LABEL)


class GameCommands(app_commands.Group):
    """/logger, /logjam …: a player who knows one game knows them all."""

    def __init__(self, game: Game[Any], verbs: Verbs) -> None:
        super().__init__(
            name=game.key,
            description=about(
                Text(
                    "Play {game}, for {fewest} to {most} players",
                    game=game.title,
                    fewest=game.fewest,
                    most=game.most,
                )
            ),
            allowed_contexts=WITH_US,
            allowed_installs=INSTALLED,
        )
        self.kind = game.key
        self.add_command(start_command(game))
        self.add_command(practice_command(game))
        self.add_command(_hand_command(game) if game.hidden_information else _order_command(game))
        add_declared(self, verbs, "each game", game)

    @app_commands.command(**named(Text("/join"), Text("Take a seat in this channel's lobby")))
    async def join(self, interaction: Interaction) -> None:
        await self._press(interaction, "join")

    @app_commands.command(**named(Text("/leave"), Text("Give your seat in the lobby back")))
    async def leave(self, interaction: Interaction) -> None:
        await self._press(interaction, "leave")

    @app_commands.command(**named(Text("/turn"), Text("Take your turn, in a line or step by step")))
    @app_commands.describe(
        line=about(Text("Your turn in words or notation; whole turns are offered"))
    )
    async def turn(self, interaction: Interaction, line: str = "") -> None:
        wish = intent(interaction, kind=self.kind, words=line, verb="turn")
        await answer(interaction, lambda: command(interaction.client, wish))

    @turn.autocomplete("line")
    async def whole_turns(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        voice = _voice(interaction)
        wish = intent(interaction, kind=self.kind, words=typed, verb="turn")
        return _said(interaction, await interaction.client.cases.queries.complete(wish, voice))

    @app_commands.command(
        **named(Text("/options"), Text("What you can do now, and what it leads to"))
    )
    async def options(self, interaction: Interaction) -> None:
        await self._press(interaction, "options")

    @app_commands.command(
        **named(Text("/hint"), Text("Good turns, where you play against a computer"))
    )
    async def hint(self, interaction: Interaction) -> None:
        await self._press(interaction, "hint")

    @app_commands.command(
        **named(Text("/undo"), Text("Take your last turn back, as long as nothing has come of it"))
    )
    async def undo(self, interaction: Interaction) -> None:
        await self._press(interaction, "undo")

    @app_commands.command(**named(Text("/resign"), Text("Leave a game for good (it asks first)")))
    @app_commands.describe(game=about(NAME_OF_A_GAME))
    @app_commands.autocomplete(game=open_names)
    async def resign(self, interaction: Interaction, game: str = "") -> None:
        await self._press(interaction, "quit", game)

    @app_commands.command(**named(Text("/board"), Text("Show the board, and any earlier one")))
    async def board(self, interaction: Interaction) -> None:
        wish = intent(interaction, kind=self.kind, verb="board")
        await answer(interaction, lambda: command(interaction.client, wish))

    @app_commands.command(**named(Text("/record"), Text("A game as a text file")))
    @app_commands.describe(game=about(NAME_OF_A_GAME))
    async def record(self, interaction: Interaction, game: str = "") -> None:
        await self._press(interaction, "record", game)

    @app_commands.command(
        **named(Text("/standings"), Text("This channel's game, and the server's table"))
    )
    async def standings(self, interaction: Interaction) -> None:
        wish = intent(interaction, kind=self.kind)
        await answer(interaction, lambda: interaction.client.cases.standings.of_game(wish))

    @app_commands.command(**named(Text("/rules"), Text("The rules, topic by topic, with pictures")))
    @app_commands.describe(topic=about(Text("What about; without it, from the beginning")))
    async def rules(self, interaction: Interaction, topic: str = "") -> None:
        teaching = interaction.client.cases.teaching
        await answer(interaction, lambda: teaching.rules(self.kind, topic))

    @app_commands.command(
        **named(Text("/learn"), Text("Five short lessons, from the first step to a fine turn"))
    )
    async def learn(self, interaction: Interaction) -> None:
        lessons = interaction.client.cases.lessons
        await answer(interaction, lambda: lessons.first(self.kind))

    @rules.autocomplete("topic")
    async def topics(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        voice, teaching = _voice(interaction), interaction.client.cases.teaching
        return _said(interaction, teaching.named(self.kind, typed, voice))

    @app_commands.command(
        **named(Text("/cancel"), Text("Close a lobby or game for everybody (host only)"))
    )
    @app_commands.describe(game=about(NAME_OF_A_GAME))
    @app_commands.autocomplete(game=open_names)
    async def cancel(self, interaction: Interaction, game: str = "") -> None:
        await self._press(interaction, "cancel", game)

    @app_commands.command(
        **named(Text("/move"), Text("Go on with a game in this channel, wherever it was"))
    )
    @app_commands.describe(game=about(Text("Its name, such as L7")))
    @app_commands.autocomplete(game=open_names)
    async def move(self, interaction: Interaction, game: str) -> None:
        moving, wish = interaction.client.cases.move, intent(interaction, kind=self.kind)
        await answer(interaction, lambda: moving.here(_named(interaction, wish, game)))

    async def _press(self, interaction: Interaction, verb: str, game: str = "") -> None:
        """The same as the button of that name, for the game of this name or in this channel."""
        wish = intent(interaction, kind=self.kind, verb=verb)
        await answer(
            interaction, lambda: command(interaction.client, _named(interaction, wish, game))
        )


class TableCommands(app_commands.Group):
    """/games: what concerns games of every kind."""

    def __init__(self, verbs: Verbs) -> None:
        super().__init__(
            **named(Text("/games"), Text("Open games, of every kind")), allowed_installs=INSTALLED
        )
        self.add_command(standings_command)
        self.add_command(profile_command)
        add_declared(self, verbs, "games")

    @app_commands.command(
        **named(Text("/mine"), Text("Your open games on all servers, your turns first"))
    )
    async def mine(self, interaction: Interaction) -> None:
        wish = intent(interaction)
        where = interaction.client.cases.whereabouts
        await answer(interaction, lambda: where.mine(wish), anywhere=True)

    @app_commands.command(
        **named(Text("/next"), Text("The way to the game that has waited longest for you"))
    )
    async def next(self, interaction: Interaction) -> None:
        wish, where = intent(interaction), interaction.client.cases.whereabouts
        await answer(interaction, lambda: where.next(wish), anywhere=True)

    @app_commands.command(
        **named(
            Text("/settings"),
            Text("How you are called and reminded, your quiet hours, and more"),
        )
    )
    @app_commands.describe(
        time_zone=about(Text("Where you live, such as Europe/Berlin")),
        quiet=about(Text("Such as 22:00-08:00, or off")),
    )
    async def settings(
        self, interaction: Interaction, time_zone: str = "", quiet: str = ""
    ) -> None:
        wish, personal = intent(interaction), interaction.client.cases.personal
        await answer(interaction, lambda: personal.at(wish, time_zone, quiet), anywhere=True)

    @settings.autocomplete("time_zone")
    async def zones(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return _said(interaction, interaction.client.cases.personal.zones(typed))

    @app_commands.command(
        **named(Text("/vacation"), Text("Away for some days: your clocks stand still"))
    )
    @app_commands.describe(until=about(Text("The last day, such as 2026-12-24")))
    async def vacation(self, interaction: Interaction, until: str) -> None:
        wish, vacations = intent(interaction), interaction.client.cases.vacations
        await answer(interaction, lambda: vacations.begin(wish, until), anywhere=True)

    @vacation.autocomplete("until")
    async def last_days(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        found = await interaction.client.cases.vacations.last_days(intent(interaction))
        return _said(interaction, [each for each in found if each.value.startswith(typed.strip())])

    @app_commands.command(**named(Text("/here"), Text("This server's open games")))
    async def here(self, interaction: Interaction) -> None:
        wish = intent(interaction)
        await answer(interaction, lambda: interaction.client.cases.whereabouts.here(wish))

    @app_commands.command(
        **named(Text("/substitute"), Text("Offer your seat to somebody else (it asks first)"))
    )
    @app_commands.describe(game=about(NAME_OF_A_GAME))
    async def substitute(self, interaction: Interaction, game: str = "") -> None:
        await _press(interaction, "substitute", game)

    @app_commands.command(
        **named(Text("/time"), Text("Ask the others in a game to give you more time"))
    )
    @app_commands.describe(game=about(NAME_OF_A_GAME))
    async def time(self, interaction: Interaction, game: str = "") -> None:
        await _press(interaction, "asktime", game)

    @app_commands.command(
        **named(Text("/end"), Text("Ask the others to end a game: a draw, or without a result"))
    )
    @app_commands.describe(game=about(NAME_OF_A_GAME))
    async def end(self, interaction: Interaction, game: str = "") -> None:
        await _press(interaction, "askend", game)

    @app_commands.command(
        **named(Text("/replay"), Text("Step through a game, turn by turn, for you alone"))
    )
    @app_commands.describe(game=about(NAME_OF_A_GAME))
    @app_commands.autocomplete(game=played_names)
    async def replay(self, interaction: Interaction, game: str = "") -> None:
        await _press(interaction, "replay", game)

    @app_commands.command(
        **named(Text("/verify"), Text("Draw every roll of a finished game again, from its seed"))
    )
    @app_commands.describe(
        game=about(NAME_OF_A_GAME),
        board=about(Text("The digest at the end of a board, such as L7:31:3f9a-12c0-77de")),
    )
    @app_commands.autocomplete(game=played_names)
    async def verify(self, interaction: Interaction, game: str = "", board: str = "") -> None:
        await _press(interaction, "verify", game, board)


async def _press(interaction: Interaction, verb: str, name: str, words: str = "") -> None:
    """The same as the button of that name, for the game of this name or in this channel."""
    wish = intent(interaction, verb=verb, words=words)
    await answer(interaction, lambda: command(interaction.client, _named(interaction, wish, name)))


def _named(interaction: Interaction, wish: Intent, name: str) -> Intent:
    return about_game(wish, name, interaction.client.cases.games)


def _hand_command(game: Game[Any]) -> app_commands.Command[Any, ..., None]:
    """`hand`, for games in which hands are hidden."""

    async def hand(interaction: Interaction) -> None:
        wish = intent(interaction, kind=game.key, verb="hand")
        await answer(interaction, lambda: command(interaction.client, wish))

    words = named(Text("/hand"), Text("Your hand, and your turn when it is due"))
    return app_commands.Command(**words, callback=hand)


def _order_command(game: Game[Any]) -> app_commands.Command[Any, ..., None]:
    """`order`, for games in which nobody's hand stands between two turns."""

    async def order(interaction: Interaction, line: str = "") -> None:
        wish = intent(interaction, kind=game.key, words=line)
        await answer(interaction, lambda: interaction.client.cases.orders.say(wish))

    line = Text("For example: if c3, then c5 +c4; without it, what you have ordered")
    app_commands.describe(line=about(line))(order)
    words = named(Text("/order"), Text("What to play for you at once, after a certain turn"))
    return app_commands.Command(**words, callback=order)


def add_commands(tree: app_commands.CommandTree[Any], verbs: Verbs, games: Games) -> None:
    """Every game's verbs, and the help."""
    for key in games:
        tree.add_command(GameCommands(games[key].game, verbs))
    tree.add_command(TableCommands(verbs))
    tree.add_command(help_command)


@app_commands.command(**named(Text("/help"), Text("How to play here, and how to say a turn")))
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
async def help_command(interaction: Interaction) -> None:
    await answer(interaction, lambda: interaction.client.cases.teaching.help(), anywhere=True)

"""What one person is answered: by a reply that they alone can see, or under their message."""

from __future__ import annotations

from typing import Any

from bot.messages.plans import planned, so_far
from bot.messages.stories import happened
from bot.table.agreed import wait_of
from bot.table.commands import Command
from bot.table.game import CHANCE, Game
from bot.table.names import game_name, seated
from bot.table.sentences import About
from bot.table.table import Table
from rules.drafting import Draft
from rules.game import Seat
from rules.text import (
    Code,
    Moment,
    Plural,
    Strong,
    Text,
    lines,
    sentences,
)

NO_DIRECT = Text(
    "Games with other people run in server channels, not in direct messages. Here you can "
    "practise against the computer: use any game's practice command."
)
NOT_YOUR_LINE = Text("Only the person who sent that turn can see why it was rejected.")
LINE_GONE = Text("I can't read that message any more. Open your hand and enter your turn there.")
NO_ROBOTS = Text("Bots can't take a seat. I only play with people.")
BY_ROLE = Text(
    "Discord doesn't show me messages that only mention my role. Type @ and pick me from the "
    "members instead, or reply to my newest message."
)
IN_PRIVATE = Text("The answer is for your eyes only. Press the button to see it.")
GAME_OVER = Text("The game is over.")


def recorded(table: Table, seat: Seat | None = None) -> Text:
    """What the mover is told when their turn counts; with a seat, also what it alone may know."""
    counts = Text("Turn played in {game}.", game=game_name(table.game))
    return lines(sentences(counts, happened(table, seat)), _follows(table))


def _follows(table: Table) -> Text:
    if table.over:
        return GAME_OVER
    if table.actor >= 0:
        return Text("{name} is next.", name=table.names[table.actor])
    if not table.waiting:
        return Text("The die has already been rolled. Check the newest board.")
    due = table.game.due(CHANCE)
    if due:
        rolled = Text("The die for the next turn will be rolled at {time}.", time=Moment(due, "T"))
    else:
        rolled = Text("The die for the next turn will be rolled soon.")
    until = Text(
        "Before the die is rolled, you can undo your turn with {undo}, or skip the wait with "
        "{button}.",
        undo=Command(table.game.kind, "undo"),
        button=Strong(Text("Roll Now")),
    )
    return sentences(rolled, until)


def is_command(command: Command) -> Text:
    """What somebody has typed as a line is a command."""
    return Text("{command} is a command: type / and pick it from the list.", command=command)


def only_in_discord(command: Command | None) -> Text:
    """The answer on a page to a wish that only Discord takes."""
    if command is None:
        return Text("You can't do that on this page. Use Discord instead.")
    return Text("You can't do that on this page. Use {command} in Discord.", command=command)


def no_command(name: str) -> Text:
    """name: as a client has sent it, which may know others than there are."""
    return Text(
        "There's no {name} command any more. {help} lists all commands.",
        name=Code(name),
        help=Command("help"),
    )


def kept(table: Table, drafted: Draft[object]) -> Text:
    """What the mover is told when their turn lacks something."""
    english, game = table.kind.texts, game_name(table.game)
    if drafted.complete:
        return Text(
            "It's your turn in {game}. You have only one legal turn: {turn}.",
            game=game,
            turn=drafted_turn(table, drafted),
        )
    said = _kept(game) if drafted.said else _your_turn(game)
    return lines(sentences(said, begun(table, drafted)), english.choices(drafted.state))


def begun(table: Table, drafted: Draft[Any]) -> Text:
    """What a draft does so far."""
    plan = table.kind.texts.plan(drafted.events, table.names)
    if plan and not drafted.said:
        return Text("There's only one way to start: {plan}.", plan=plan)
    return so_far(plan)


def drafted_turn(table: Table, drafted: Draft[Any]) -> Text:
    """The line of a draft, and what to do in it."""
    plan = table.kind.texts.plan(drafted.events, table.names)
    return planned(plan, table.kind.spelt(drafted.steps))


def _kept(game: str) -> Text:
    return Text("Saved as a draft in {game}, but not played yet.", game=game)


def _your_turn(game: str) -> Text:
    return Text("It's your turn in {game}.", game=game)


def more_players(n: int) -> Text:
    return Plural("{n} more player", "{n} more players", n=n)


here_already = About("{game} is already in this channel.")


def moved(game: Game) -> Text:
    if game.on_turn is not None:
        return Text(
            "{game} now continues in this channel. I'm posting its status and board here.",
            game=game_name(game),
        )
    return Text(
        "{game} now continues in this channel. I'm posting its status here.",
        game=game_name(game),
    )


def game_standing(table: Table) -> Text:
    where = Text("{game}, turn {n}.", game=Strong(game_name(table.game)), n=table.number)
    standing = table.kind.texts.standing(table.seen().state, table.names)
    return sentences(where, whose(table), standing)


def whose(table: Table) -> Text:
    """Whose turn it is, in a sentence."""
    if table.running:
        return Text("It's {name}'s turn.", name=table.names[table.actor])
    if table.waiting:
        return Text("The last turn can still be undone until the die is rolled.")
    return GAME_OVER if table.over else Text("The game was closed before it finished.")


def kept_unseen(table: Table, drafted: Draft[object]) -> Text:
    """In public, to a mover whose hand is hidden and whose turn lacks something."""
    game = game_name(table.game)
    said = _kept(game) if drafted.said else _your_turn(game)
    return sentences(said, table.kind.texts.call(table.seen().state))


def unheard(game: Game, seat: Seat) -> Text:
    """Of a line without a mention, where Discord delivers no others."""
    return Text(
        "{name}, I can't see ordinary messages here. To play that turn in {game}, reply to "
        "the board (with the ping on), mention me, or use {turn}.",
        name=seated(game.sitters)[seat],
        game=game_name(game),
        turn=Command(game.kind, "turn"),
    )


resigned = About("You've left {game}.")


def more(game: Game) -> Text:
    return sentences(
        Text("More about {game}.", game=game_name(game)),
        counts_when(game),
        Text("If you resign, I'll ask you to confirm first."),
    )


def counts_when(game: Game) -> Text:
    """When a turn counts, and how long it can be taken back."""
    if game.rules.chance_waits:
        return _until_the_die(int(wait_of(game)))
    if why := game.rules.final:
        return Text(
            "A complete turn is played at once. You can't undo it, because {why}.",
            why=why,
        )
    return Text(
        "A complete turn is played at once. You can undo it until the next player takes their turn."
    )


def _until_the_die(seconds: int) -> Text:
    """For how long the table lets a turn wait."""
    if not seconds:
        return Text(
            "A complete turn is played at once and the die is rolled right after it, so you "
            "can't undo it."
        )
    minutes = Plural("{n} minute", "{n} minutes", n=seconds // 60)
    time = minutes if seconds >= 60 else Plural("{n} second", "{n} seconds", n=seconds)
    return Text(
        "A complete turn is played at once. You can undo it for {time}, until the die is "
        "rolled. If you confirm it in {button}, the die is rolled right away.",
        time=time,
        button=Strong(Text("Take Turn")),
    )


def position(table: Table, state: object) -> Text:
    """Where everything stands, and how everybody does."""
    texts, names = table.kind.texts, table.names
    return lines(texts.pieces(state, names), texts.standing(state, names))

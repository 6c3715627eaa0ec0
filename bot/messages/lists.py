"""Lists of games, and lists longer than a menu, page by page. Pages count from 0. A page that isn't
there any more becomes the last one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.messages.layout import MOST_CHOICES, Choice, span
from bot.table.clocks import by_players, held
from bot.table.game import CLOCK, PAUSED, Game
from bot.table.names import bare, game_name, place_of, players, seated, title
from rules.text import NOTHING, Due, Joined, Jump, Listed, Moment, Name, Text, sentences
from rules.voice import Argument
from storage import Post


class ListEntry(NamedTuple):
    """A game in a list."""

    game: Game
    board: Post | None = None  # the newest one posted
    missed: Text = NOTHING  # the moves since the reader's last turn, if looked up


def waits_for(game: Game, user: int) -> bool:
    """Whether it is this person's turn."""
    return game.on_turn is not None and game.sitters[game.on_turn].user == user


def named(game: Game) -> Text:
    """A game in a menu, which shows no markup."""
    names = Listed((Name(bare(sitter.name)) for sitter in game.sitters), "unit")
    if game.status == "lobby":
        return Text("{game}: {names}, waiting for players", game=game_name(game), names=names)
    if game.status != "playing":
        return Text("{game}: {names}, finished", game=game_name(game), names=names)
    return Text("{game}: {names}, in progress", game=game_name(game), names=names)


def board_link(game: Game, board: Post | None) -> Text:
    """A game's name, as a link to its newest board if there is one."""
    name = Joined("", (game_name(game),))
    if board is None or board.message is None:
        return name
    return Jump(name, game.guild, board.channel or game.place, board.message)


def deadline(game: Game) -> Text:
    """When the current turn is due."""
    if (due := game.due(CLOCK)) is None or game.on_turn is None:
        return stands(game)
    return Text("Turn due by {until}.", until=Due(due))


def stands(game: Game) -> Text:
    """Why the clock is stopped: the game is paused, or its player wasn't notified yet."""
    until = game.due(PAUSED)
    if until is None:
        late = Text("The clock is stopped until I can notify the player.")
        return late if held(game) else NOTHING
    if by_players(game):
        return Text("Paused until {time}. Clocks are stopped.", time=Due(until))
    return Text(
        "Paused by a moderator until {time} at the latest. Clocks are stopped.", time=Due(until)
    )


def open_game(entry: ListEntry) -> Text:
    """An open game: its place and its state."""
    game = entry.game
    where = Text(
        "{game} ({title}) in {place}",
        game=board_link(game, entry.board),
        title=title(game),
        place=place_of(game),
    )
    if game.status == "lobby":
        return Text(
            "{game} is waiting for players. So far: {names}.", game=where, names=players(game)
        )
    about: dict[str, Argument] = {
        "game": where,
        "names": players(game),
        "since": Moment(game.changed, "R"),
    }
    if game.on_turn is None:
        state = Text(
            "{game}: {names}; the die hasn't been rolled yet (last turn {since}).", **about
        )
    else:
        name = seated(game.sitters)[game.on_turn]
        state = Text("{game}: {names}; {name} to move (last turn {since}).", name=name, **about)
    return sentences(state, deadline(game))


def some(choices: Sequence[Choice], page: int = 0) -> tuple[Choice, ...]:
    """The choices of a menu: all of them, or those of a page and the ways to other pages."""
    n, at_once = len(choices), MOST_CHOICES - 2  # of a page, beside the ways to the others
    if n <= MOST_CHOICES:
        return tuple(choices)

    def way(label: Text, page: int) -> Choice:
        first = page * at_once
        return Choice(f">{page}", label, span(first + 1, min(first + at_once, n), n))

    page = min(page, (n - 1) // at_once)
    first, end = page * at_once, (page + 1) * at_once
    before = (way(Text("Back…"), page - 1),) if page else ()
    after = (way(Text("More…"), page + 1),) if end < n else ()
    return (*choices[first:end], *before, *after)


def turned(words: str) -> int | None:
    """The page that a pick in a menu asks for, or None for another pick."""
    found = re.fullmatch(r">([0-9]{1,6})", words.strip())
    return int(found[1]) if found else None


def narrowed(known: Mapping[Choice, str], typed: str) -> list[Choice]:
    """Suggestions while somebody types: exact matches first, then entries that begin like it, then
    those that contain it. Values match too, as many entries may have the same name."""
    wanted = typed.strip().casefold()

    def fits(choice: Choice) -> int:
        names = (known[choice].casefold(), choice.value.casefold())
        tests = (wanted in names, any(n.startswith(wanted) for n in names), wanted in names[0])
        return tests.index(True) if True in tests else 3

    ordered = sorted(known, key=fits)
    return [choice for choice in ordered[:MOST_CHOICES] if fits(choice) < 3]

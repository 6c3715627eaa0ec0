"""People at a game, wherever they sit: at the table, on Discord or in a browser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Person:
    """Somebody by a name. Where Discord gives the ids, only the name counts."""

    id: int
    name: str


ANN, BEN, CY, DEE = Person(11, "Ann"), Person(12, "Ben"), Person(13, "Cy"), Person(14, "Dee")
EVE = Person(99, "Eve")  # never plays
PEOPLE = (ANN, BEN, CY, DEE)
SIX = (*PEOPLE, Person(15, "Eda"), Person(16, "Flo"))


class Shown(Protocol):
    """An answer, a post or a page."""

    @property
    def text(self) -> str: ...


class Board(Shown, Protocol):
    """A post with a picture."""

    @property
    def file(self) -> str: ...  # its name


class Acting(Protocol):
    """What people do, and what they see. A game is played in one place, which needs no name."""

    # -- acts; each returns the bot's answer

    async def say(self, who: Person, words: str, /) -> Shown:
        """Type a line where the game is."""

    async def press(self, who: Person, label: str, /, under: Any = None) -> Shown:
        """Press a button of that label: under a message, or under the last thing that they were
        shown and that has one, be it an answer to them or a post."""

    async def pick(self, who: Person, word: str, /, under: Any = None) -> Shown:
        """Choose a word in a menu: of a message, or of the last one that they were shown."""

    async def command(self, who: Person, name: str, /, **options: Any) -> Shown:
        """Use a command by its full name: `logger start`, `games settings`."""

    async def touch(self, who: Person, /, *spots: str) -> Shown:
        """Build a turn on the board, spot by spot; it isn't confirmed."""

    # -- what happens

    async def pass_time(self, seconds: float, /) -> None:
        """Let time pass, and do everything that is due."""

    async def restart(self) -> None:
        """Stop as SIGTERM does, and start again."""

    async def kill(self) -> None:
        """Die as by SIGKILL, and start again."""

    # -- looks, once every post is out

    async def mover(self) -> Person:
        """Whose turn it is."""

    async def board(self) -> Board:
        """The newest board."""

    async def news(self, who: Person, /) -> list[str]:
        """The texts of somebody's mentions and direct messages, oldest first."""

"""What is worth knowing of how somebody plays a game, over several games of theirs.

A game says in `figures` what its own are: it is handed the games, each as its rows were followed
and from whose seat, and counts in them whatever it likes. A game that says nothing has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from rules.game import Event, Game, Seat
from rules.play import Frame
from rules.text import Text


class Played(NamedTuple):
    """A game that is over, from one of its seats."""

    frames: tuple[Frame[Any], ...]
    seat: Seat
    won: bool

    def events(self, *verbs: str) -> Iterator[Event]:
        """The facts of these kinds, of all seats, in order."""
        return (e for frame in self.frames for e in frame.events if e.verb in verbs)

    def mine(self, *verbs: str) -> Iterator[Event]:
        """Those of its own seat."""
        return (event for event in self.events(*verbs) if event.seat == self.seat)


def figures(game: Game[Any], games: Sequence[Played]) -> list[Text]:
    """What is worth knowing of these games; nothing where there are none."""
    own: Callable[[Sequence[Played]], Iterable[Text]] = getattr(game, "figures", lambda _: ())
    return list(own(games)) if games else []


def first_seat(games: Sequence[Played]) -> Text:
    """Whether it helps somebody to be the first to move."""
    first = [each.won for each in games if each.seat == 0]
    later = [each.won for each in games if each.seat != 0]
    return Text(
        "won {won} of {games} with the first move, {others} of {rest} without",
        won=sum(first),
        games=len(first),
        others=sum(later),
        rest=len(later),
    )

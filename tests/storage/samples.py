"""Values for the tests of the store, with a test's own changes."""

from dataclasses import replace
from typing import Any

from storage import Change, GameRow, Line, NewGame, Post, Result, Sitter, Store

ANN, BEN, CY = Sitter(11, "Ann"), Sitter(12, "Ben"), Sitter(13, "Cy")

GUILD, CHANNEL = 900, 500

_LOBBY = NewGame(
    kind="logger",
    edition="1",
    options={"players": "2"},
    seed=bytes(range(32)),
    guild=GUILD,
    home=CHANNEL,
    channel=None,
    host=ANN,
    key="open",
    text="open 7",
)


class Clock:
    """Seconds which pass only when a test says so."""

    def __init__(self) -> None:
        self.time = 1_000.0

    def __call__(self) -> float:
        return self.time


async def load(store: Store, game: int) -> GameRow:
    row = await store.game(game)
    assert row is not None
    return row


async def waiting(store: Store, games: int = 99) -> list[Post]:
    """All posts that are neither sent nor parked, of the first n games, in order."""
    return await store.under_way(range(1, games + 1))


def lobby(key: str = "open", **columns: Any) -> NewGame:
    return replace(_LOBBY, key=key, **columns)


def turn(key: str, *texts: str, **columns: Any) -> Change:
    """A change with a line for each text (at least one), all said by seat 0."""
    return Change(tuple(Line(0, text, "m") for text in texts or ("c3",)), key, **columns)


async def finished(
    store: Store,
    key: str,
    sitters: tuple[Sitter, ...],
    *results: tuple[int, bool] | tuple[int, bool, int],
    turns: int = 0,
    **columns: Any,
) -> GameRow:
    """A game that ends after n turns, with (points, won, place) for each sitter."""
    game = await store.create(lobby(key, host=sitters[0], **columns))
    points = tuple(Result(seat, *result) for seat, result in enumerate(results))
    end = turn(key + " end", sitters=sitters, status="over", results=points, turns=turns)
    return await store.commit(game.id, game.n, end)

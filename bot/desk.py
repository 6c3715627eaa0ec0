"""What can be looked up: what a turn could be, the record, and where one's games are."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import chain, islice

from bot import building, panels, replies
from bot.clerk import Clerk
from bot.intent import Intent
from bot.panel import Choice, Panel
from bot.table import Table
from rules.drafting import draft
from rules.english import plain
from rules.errors import Refused
from rules.game import Step
from rules.play import perform, turns
from rules.record import Entry, Record, write
from storage import Game, Row, Store

MOST = 25  # choices that Discord shows
LOOKED_AT = 4000  # turns of a position that are looked at for them
TOLD = 1000  # of the best of those are put into words to be compared with what is typed
LOBBY_ONLY = ("players", "order")  # options that no rules know
LABEL = 100  # characters of a choice

Steps = tuple[Step, ...]


class Desk:
    """Answers questions; changes nothing."""

    def __init__(self, store: Store, clerk: Clerk) -> None:
        self._store, self._clerk = store, clerk

    async def options(self, intent: Intent) -> Panel:
        """What is legal for this person now, and what it leads to. Raises Refused."""
        table, _ = await self._clerk.turn(intent)
        few = list(islice(turns(table.kind.game, table.at.state), LOOKED_AT + 1))
        if len(few) == 1:
            steps, after = few[0]
            return building.only_turn(table, " ".join(map(str, steps)), after)
        count = f"more than {LOOKED_AT}" if len(few) > LOOKED_AT else str(len(few))
        return Panel(replies.options(table, count))

    async def complete(self, intent: Intent) -> list[Choice]:
        """The best whole legal turns: those that go on from the typed line, and then those
        that have all its words in them, in English or in notation."""
        try:
            table, _ = await self._clerk.turn(intent)
        except Refused:
            return []
        return await asyncio.to_thread(_completed, table, intent.words)

    async def record(self, intent: Intent) -> Panel:
        """The game as text, a file. Raises Refused."""
        game = await self._clerk.find(intent)
        text = recorded(game, await self._store.log(game.id))
        return panels.record(game, text)

    async def mine(self, intent: Intent) -> Panel:
        """All games of one person, those that wait for him first."""
        games = await self._store.games_of(intent.user)
        return Panel(replies.my_games(games, intent.user))

    async def here(self, intent: Intent) -> Panel:
        """The server's open games."""
        return Panel(replies.server_games(await self._store.games_on(intent.guild)))


def recorded(game: Game, rows: list[Row]) -> str:
    """The record of a game; the seed only when it is over."""
    entries = tuple(Entry(row.n, row.seat, row.text, row.mark) for row in rows)
    names = tuple(sitter.name for sitter in game.sitters)
    options = {key: value for key, value in game.options.items() if key not in LOBBY_ONLY}
    seed = game.seed.hex() if game.status == "over" else ""
    return write(Record(game.kind, int(game.edition), names, entries, options, seed))


def _completed(table: Table, typed: str) -> list[Choice]:
    wanted = plain(typed).split()
    fitting = (choice for choice in _choices(table, ()) if _fits(choice, wanted))
    found: dict[str, Choice] = {}
    for choice in chain(_choices(table, _begun(table, typed)), fitting):
        found.setdefault(choice.value, choice)
        if len(found) == MOST:
            break
    return list(found.values())


def _fits(choice: Choice, wanted: list[str]) -> bool:
    text = f"{choice.label} {choice.value}".casefold()
    return all(word in text for word in wanted)


def _begun(table: Table, typed: str) -> Steps | None:
    """What a typed line has said already, with what filled itself in; None: nothing."""
    try:
        drafted = draft(table.kind, table.at.state, typed)
    except Refused:
        return None
    return drafted.steps if drafted.said else None


def _choices(table: Table, begun: Steps | None) -> Iterator[Choice]:
    """The whole turns that begin like this as choices, the best for the mover first."""
    rules, seat, state = table.kind.game, table.actor, table.at.state
    if begun is None:
        return
    for step in begun:
        state, _ = rules.apply(state, step)
    whole = [((), state)] if rules.actor(state) != seat else turns(rules, state)
    ways = sorted(
        islice(whole, LOOKED_AT), key=lambda way: rules.scores(way[1])[seat], reverse=True
    )
    lines = (" ".join(map(str, (*begun, *steps))) for steps, _ in ways[:TOLD])
    yield from (_choice(table, line) for line in lines if len(line) <= LABEL)


def _choice(table: Table, line: str) -> Choice:
    """A whole turn in notation, called by what comes of it."""
    _, events = perform(table.kind.game, table.at.state, line)
    story = table.kind.english.story(events, table.names).replace("\n", " ")
    label = story.removeprefix(f"{table.names[table.actor]}: ")
    return Choice(line, label if len(label) <= LABEL else f"{label[: LABEL - 1]}…")

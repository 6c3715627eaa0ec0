"""What can be looked up: what a turn could be, the record, and where one's games are."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import chain, islice
from typing import Any

from bot.games import records
from bot.games.intent import Intent
from bot.games.names import spoken
from bot.games.table import Table
from bot.games.verify import verified
from bot.messages import layouts, turn_builder
from bot.messages.message import Choice, Message
from bot.tables.session import present
from bot.tables.turns import Turns
from bot.text import answers, errors
from rules.drafting import draft
from rules.english import plain
from rules.errors import Refused, Unavailable
from rules.game import Step
from rules.play import perform, turns
from storage import Game, Store

MOST = 25  # choices that Discord shows
LOOKED_AT = 4000  # turns of a position that are looked at for them
TOLD = 200  # of the best of those are put into words to be compared with what is typed
LABEL = 100  # characters of a choice

Steps = tuple[Step, ...]


class Queries:
    """Answers questions; changes nothing."""

    def __init__(self, store: Store, turns: Turns) -> None:
        self._store, self._turns = store, turns

    async def options(self, intent: Intent) -> Message:
        """What is legal for this person now, and what it leads to. Raises Refused."""
        table, _ = await self._turns.turn(intent)
        few = await asyncio.to_thread(_few, table)
        if len(few) == 1:
            steps, after = few[0]
            return turn_builder.only_turn(table, " ".join(map(str, steps)), after)
        count = f"more than {LOOKED_AT}" if len(few) > LOOKED_AT else str(len(few))
        return Message(answers.options(table, count))

    async def complete(self, intent: Intent) -> list[Choice]:
        """The best whole legal turns: those that go on from the typed line, and then those
        that have all its words in them, in English or in notation."""
        try:
            table, _ = await self._turns.turn(intent)
        except Refused:
            return []
        return await asyncio.to_thread(_completed, table, intent.words)

    async def game_of(self, message: int) -> int | None:
        """The id of the game that a post of ours is about."""
        post = await self._store.posted(message)
        return post.game if post else None

    async def called(self) -> list[Game]:
        """The games in which somebody is on turn."""
        return [game for game in await self._store.open_games() if game.on_turn is not None]

    async def awaiting(self, game: int, user: int) -> Game | None:
        """The game, if it is this person's turn."""
        now = await self._store.game(game)
        assert now is not None  # games are never deleted
        mine = now.on_turn is not None and now.sitters[now.on_turn].user == user
        return now if mine else None

    async def board_of(self, game: Game) -> int:
        """The message on which the player on turn was called; 0: it is not there yet."""
        board = await self._store.latest(game.id, "turn")
        return board.message or 0 if board is not None and board.n == game.n else 0

    async def names(self, intent: Intent) -> list[Choice]:
        """The server's open games of a kind that begin as typed: one's own first, then others."""
        games = await self._store.games_on(intent.guild)
        kind = [g for g in games if g.kind == intent.kind]
        fitting = [g for g in kind if spoken(g).casefold().startswith(intent.words.casefold())]
        mine_first = sorted(fitting, key=lambda g: not present(g, intent.user))
        return [Choice(spoken(g), answers.named(g)[:LABEL]) for g in mine_first[:MOST]]

    async def record(self, intent: Intent) -> Message:
        """The game as text, a file. Raises Refused."""
        game = await self._turns.find(intent)
        return layouts.record(game, records.text(game, await self._store.log(game.id)))

    async def verify(self, intent: Intent) -> Message:
        """Whether chance was fair in a game that is over. Raises Refused."""
        game = await self._turns.find(intent)
        if game.status in ("lobby", "cancelled"):
            raise Unavailable(errors.nothing_to_verify(game))
        verdict = verified(records.recorded(game, await self._store.log(game.id)))
        return Message(f"**{spoken(game)}**: {verdict.told}")

    async def mine(self, intent: Intent) -> Message:
        """All games of one person, those that wait for him first."""
        games = await self._store.games_of(intent.user)
        return Message(answers.my_games(games, intent.user))

    async def here(self, intent: Intent) -> Message:
        """The server's open games."""
        return Message(answers.server_games(await self._store.games_on(intent.guild)))


def _few(table: Table) -> list[tuple[Steps, Any]]:
    """The turns that are looked at, and one more if there are more."""
    return list(islice(turns(table.kind.game, table.mine), LOOKED_AT + 1))


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
        drafted = draft(table.kind, table.mine, typed)
    except Refused:
        return None
    return drafted.steps if drafted.said else None


def _choices(table: Table, begun: Steps | None) -> Iterator[Choice]:
    """The whole turns that begin like this as choices, the best for the mover first."""
    rules, seat, state = table.kind.game, table.actor, table.mine
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
    _, events = perform(table.kind.game, table.mine, line)
    story = table.kind.english.story(events, table.names).replace("\n", " ")
    label = story.removeprefix(f"{table.names[table.actor]}: ")
    return Choice(line, label if len(label) <= LABEL else f"{label[: LABEL - 1]}…")

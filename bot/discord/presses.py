"""What the buttons about one game do: each verb is a use case."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.discord.base import Base
from bot.games.intent import Intent
from bot.messages import layouts
from bot.messages.layout import Layout
from bot.tables.lobby import Lobby
from bot.tables.session import Session

LOBBY: dict[str, Callable[[Lobby, Session], Awaitable[Layout]]] = {
    "join": Lobby.join,
    "leave": Lobby.leave,
    "start": Lobby.start,
    "cancel": Lobby.cancel,
    "again": Lobby.again,
}


async def press(client: Base, verb: str, wish: Intent) -> Layout:
    """What a table's button does. Raises Refused."""
    wish = session = await client.cases.turns.find(wish)
    match verb:
        case "join" | "leave" | "start" | "cancel" | "again":
            return await LOBBY[verb](client.cases.lobby, session)
        case "computers":
            return await client.cases.computers.offered(session)
        case "take":
            return await client.cases.builder.open(wish)
        case "hand":
            return await client.cases.builder.hand(wish)
        case "hint":
            return await client.cases.hints.hint(session)
        case "go":
            return await client.cases.undo_window.end(session)
        case "options":
            return await client.cases.queries.options(wish)
        case "more":
            return layouts.more(session.found)
        case "undo":
            return await client.cases.undo.take_back(wish)
        case "quit":
            return await client.cases.resign.resign(replace(wish, n=None))
        case "resign":
            return await client.cases.resign.resign(wish)
        case "learn":
            return await client.cases.teaching.rules(session.found.kind)
        case "text":
            return await client.cases.boards.as_text(wish)
    return await look_back(client, verb, session)


async def look_back(client: Base, verb: str, wish: Session) -> Layout:
    """What there is to see of a game that was played. Raises Refused."""
    match verb:
        case "standings":
            return await client.cases.standings.of_game(replace(wish, kind=wish.found.kind))
        case "record":
            return await client.cases.queries.record(wish)
        case "replay":
            return await client.cases.boards.first(wish)
        case "film":
            return await client.cases.queries.film(wish)
        case "turned":
            return await client.cases.turning_points.show(wish)
    return await ask(client, verb, wish)


async def ask(client: Base, verb: str, wish: Session) -> Layout:
    """What concerns the people at a table and not its board. Raises Refused."""
    match verb:
        case "agree" | "decline":
            return await client.cases.offers.answer(wish, yes=verb == "agree")
        case "substitute":
            return await client.cases.seats.substitute(wish)
        case "withdraw":
            return await client.cases.offers.withdraw(wish)
        case "here":
            return await client.cases.clocks.here(wish)
        case "nudge":
            return await client.cases.reminders.nudge(wish)
    return await client.cases.offers.ask(wish, verb.removeprefix("ask"))

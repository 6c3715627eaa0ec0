"""Standing orders through the real client: given, dropped and played, and nothing of them is sent
to anybody but who gave them.

Source: issue 12, item 5 and "Must hold": a standing order leaks nothing.
"""

from __future__ import annotations

from prometheus_client.exposition import generate_latest

from bot import metrics
from tests.bot.discord.searching import Lines
from tests.bot.discord.system import System
from tests.bot.leaks import Payload, leaks_of_orders, sent

ORDERED = ("If the turn is", "e4 +d4", "e3 +e4", "plants a2", "+d4")


async def _asked_around(system: System, *people: str) -> None:
    """They ask for all that there is."""
    for who in people:
        for verb in ("options", "board", "record", "standings", "order", "undo", "turn"):
            await system.slash(who, "games", f"logger {verb}")
        for verb in ("mine", "here"):
            await system.slash(who, "games", f"games {verb}")
        asked = {"command": "logger turn", "focused": "line", "options": {"line": "e"}}
        await system.people[who].act("complete", channel=system.id("games"), **asked)


async def test_an_order_is_played_and_was_known_to_its_player_alone(system: System) -> None:
    """Requests, log lines of all levels and metrics are searched, until it is played."""
    lines = Lines()
    lines.begin()
    await system.begin("Ann", "Ben")
    await system.play("games", "a1", "e5")
    mover = await system.mover("games")
    other = "Ben" if mover == "Ann" else "Ann"
    order = f"if {mover} stays and plants a2, then e4; plant d4"
    await system.slash(other, "games", "logger order", line="if anything, then e3 +e4")
    panel = await system.slash(other, "games", "logger turn", line=order)
    assert "1. If the turn is `a1 +a2`: `e4 +d4`." in panel["content"]
    dropped = await system.people[other].press(panel, "lc:drop:1:5:1")
    await system.people[other].outcome(dropped)
    await _asked_around(system, mover, "Cy")
    await system.quiet()
    owner = int(system.people[other].id)
    payloads = [*sent(system.world, system.world.exchanges or [])]
    payloads += [Payload(None, line, "the log") for line in lines.said]
    payloads.append(Payload(None, generate_latest(metrics.REGISTRY).decode(), "the metrics"))
    lines.end()
    assert any("e4 +d4" in payload.text for payload in payloads if payload.reader == owner)
    assert leaks_of_orders(payloads, dict.fromkeys(ORDERED, owner)) == []
    board = await system.play("games", "stay; plant n")
    assert f"{other} planted d4 (by standing order)" in board["content"]
    assert system.pinged(board) == [mover]
    rows = await system.store.log((await system.game("games")).id)
    assert [row.text for row in rows][5:] == ["a1 +a2", "order 1", "e4 +d4"]

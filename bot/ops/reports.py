"""`lumbercamp reports`: what people have reported as a problem, a line for each; with a reference,
the whole of one."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from bot.app import HOSTED
from bot.ops.places import Place, open_snapshot
from bot.table.game import Games
from rules.text import Text
from storage import Report

NO_SUCH_REPORT = 1
SHORT = 60  # characters of what somebody typed that stand in a line
NONE = Text("No problems were reported in the last 90 days.")


async def run(database: Place, reference: str, games: Games = HOSTED) -> int:
    """Print them, or one; the exit code. Raises StoreError when it cannot be read."""
    store = await open_snapshot(database)
    try:
        found = await store.reports()
    finally:
        await store.close()
    if not reference:
        print("\n".join(_listed(found, games)) or NONE)
        return 0
    wanted = [each for each in found if each.reference == reference.strip().upper()]
    if not wanted:
        print(_no_such(reference), file=sys.stderr)
        return NO_SUCH_REPORT
    print("\n".join(_whole(wanted[0], games)))
    return 0


def _listed(found: Iterable[Report], games: Games) -> Iterator[str]:
    for each in found:
        said = " ".join(visible(each.said).split())
        short = said if len(said) <= SHORT else f"{said[:SHORT]}…"
        yield f"{each.reference}  {_when(each)}  {_game(each, games):5}  {short}"


def _whole(each: Report, games: Games) -> Iterator[str]:
    server = "in direct messages" if each.guild < 0 else f"on server {each.guild}"
    yield f"{each.reference}, {_when(each)}, by user {each.user}"
    yield f"{_game(each, games)} {server}, row {each.n}"
    yield from ("", visible(each.said), "", each.state, "", each.record)


def _game(each: Report, games: Games) -> str:
    letter = games[each.kind].game.letter if each.kind in games else f"{each.kind} "
    return f"{letter}{each.number}"


def _when(each: Report) -> str:
    return f"{datetime.fromtimestamp(each.at, UTC):%Y-%m-%d %H:%M} UTC"


def visible(typed: str) -> str:
    """What somebody typed, without signs that steer a terminal or hide and turn text."""
    return "".join(c if c == "\n" or unicodedata.category(c)[0] != "C" else "�" for c in typed)


def _no_such(reference: str) -> Text:
    return Text(
        "There's no report {reference}. List all reports with `lumbercamp reports`.",
        reference=visible(reference),
    )

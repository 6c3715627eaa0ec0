"""In whole races, nobody reads of another hand in anything that the bot sends.

The search reads every public payload of whole games through the sandbox, and fails if a leak is
planted.

LUMBERCAMP_LEAKS=200    the number of races, instead of a handful
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.features import turn_builder, turns
from bot.features.boards import page
from bot.features.whole_turns import WholeTurns, completed, place
from bot.messages import answers, layouts
from bot.messages.layout import Choice, Drawing, Layout
from bot.table import records
from bot.table.boards import Page
from bot.table.intent import Intent
from bot.table.table import Table, Tables
from renderer import Picture
from rules import play
from rules.fellers import rules as effects
from rules.play import look
from rules.text import Joined, Text
from rules.voice import Voice
from tests.bot.core import Patch
from tests.bot.discord.searching import png, promised, raced, unpainted
from tests.bot.discord.system import running_system

pytestmark = pytest.mark.slow

NAMES = ("Ann", "Ben", "Cy", "Dee", "Fay")
COURSES = ("A", "A+H", "random", "L")
RACES = int(os.environ.get("LUMBERCAMP_LEAKS", "2"))


@pytest.mark.parametrize("seed", range(RACES))
async def test_nothing_that_is_sent_in_a_whole_race_tells_of_a_hand(
    tmp_path: Path, seed: int, monkeypatch: Patch
) -> None:
    """Texts, ids, files, alt texts, completions, answers, log and metrics, after each turn."""
    unpainted(monkeypatch)
    promised(monkeypatch, seed)
    async with running_system(tmp_path) as system:
        answers: dict[str, Any] = {"course": COURSES[seed // 4 % 4], "thread": seed % 3 == 2}
        found = await raced(system, NAMES[: 2 + seed % 4], seed, **answers)
        assert found == [], "\n".join(found)


log = logging.getLogger("bot.planted")


def held(table: Table) -> str:
    """A card that the mover keeps."""
    hand: tuple[str, ...] = table.at.state.hands[table.actor]
    return hand[0]


def event(patch: Patch) -> None:
    """The post tells everyone the drawn card."""
    draw = effects._draw

    def told(s: Any, card: str) -> Any:
        after, events = draw(s, card)
        return after, [event._replace(only=None) for event in events]

    patch.setattr(effects, "_draw", told)


def custom_id(patch: Patch) -> None:
    """A public button carries a card."""
    turn = layouts.turn

    def marked(table: Table, story: Text, *more: Any) -> Layout:
        panel = turn(table, story, *more)
        first, *others = panel.buttons
        named = replace(first, id=f"{first.id}:{held(table)}")
        return replace(panel, buttons=(named, *others))

    patch.setattr(layouts, "turn", marked)


def alt_text(patch: Patch) -> None:
    """The alt text describes too much."""
    seen = Table.seen

    def seen_by_the_mover(table: Table, seat: int | None = None) -> Any:
        if seat is None and table.actor >= 0:
            return look(table.kind.game, table.at.state, table.at.events, table.actor)
        return seen(table, seat)

    def pictured(table: Table, text: Text, *more: Any, **parts: Any) -> Layout:
        alt = str(table.kind.texts.hand(seen_by_the_mover(table).state, table.actor))
        panel = board(table, text, *more, **parts)
        assert panel.picture is not None
        return replace(panel, picture=Drawing(lambda _: Picture(png(), alt), ()))

    board = layouts.turn
    patch.setattr(layouts, "turn", pictured)


def file_name(patch: Patch) -> None:
    board = layouts.turn

    def pictured(table: Table, text: Text, *more: Any, **parts: Any) -> Layout:
        return replace(board(table, text, *more, **parts), file=f"F1-{held(table)}.png")

    patch.setattr(layouts, "turn", pictured)


def log_line(patch: Patch) -> None:
    remember = Tables.remember

    def told(tables: Tables, game: int, n: int, standing: Any) -> None:
        log.debug(f"at {standing.state}")
        remember(tables, game, n, standing)

    patch.setattr(Tables, "remember", told)


def draws_in_the_record(patch: Patch) -> None:
    """A record of a running game with what nature said."""
    patch.setattr(records, "_unseen", lambda rules, record: record.entries)


def checksums_in_the_record(patch: Patch) -> None:
    """Draws are left out, but the checksums are of the truth."""
    unseen = records._unseen

    def vouched(rules: Any, record: Any) -> Iterator[Any]:
        for entry, true in zip(unseen(rules, record), record.entries, strict=True):
            yield replace(entry, checksum=true.checksum)

    patch.setattr(records, "_unseen", vouched)


def completion(patch: Patch) -> None:
    """Anyone who types gets whole turns."""

    async def complete(self: Any, intent: Intent, voice: Voice) -> list[Choice]:
        table = await self._turns.tables.at((await self._turns.find(intent)).found)
        return completed(WholeTurns(), place(table), intent.words, voice)

    patch.setattr(turn_builder.TurnBuilder, "complete", complete)


def public_refusal(patch: Patch) -> None:
    """The public answer gives the reason for a refusal, with all playable cards."""
    patch.setattr(
        turns, "_heard", lambda intent, table, kept, words: turns._read(table, kept, words)
    )


def anybodys_hand(patch: Patch) -> None:
    """Anyone who asks for a hand gets the mover's."""
    patch.setattr(turn_builder, "holder", lambda game, user: game.on_turn)
    patch.setattr(turn_builder.TurnBuilder, "open", _hand_of_the_mover)


async def _hand_of_the_mover(self: Any, intent: Intent) -> Layout:
    table = await self._turns.tables.at((await self._turns.find(intent)).found)
    return Layout(table.kind.texts.hand(table.mine, table.actor))


def seed(patch: Patch) -> None:
    """A post has the seed, with which anyone can draw along."""
    turn = layouts.turn

    def marked(table: Table, story: Text, *more: Any) -> Layout:
        panel = turn(table, story, *more)
        return replace(panel, text=Joined("\n", (panel.text, table.game.seed.hex())))

    patch.setattr(layouts, "turn", marked)


def checksum(patch: Patch) -> None:
    """A public id vouches for the whole position: hands can be tried out."""
    turn = layouts.turn

    def marked(table: Table, story: Text, *more: Any) -> Layout:
        panel = turn(table, story, *more)
        first, *others = panel.buttons
        named = replace(first, id=f"{first.id}:{play.checksum(table.at.state)}")
        return replace(panel, buttons=(named, *others))

    patch.setattr(layouts, "turn", marked)


def boards_of_before(patch: Patch) -> None:
    """An earlier board is seen with the eyes of whose turn it was then."""

    def told(shown: Page, **how: Any) -> Layout:
        seat = shown.seat if shown.last else max(0, shown.table.actor)
        return page(shown._replace(seat=seat), **how)

    patch.setattr("bot.features.boards.page", told)


def played(patch: Patch) -> None:
    """My Moves call a card in a hand a played one."""
    missed = answers.missed

    def told(table: Table) -> list[Text]:
        other = (table.actor + 1) % len(table.names)
        card = Text("played {card}", card=table.at.state.hands[other][0])
        return [*missed(table), Joined(": ", (table.names[other], card))]

    patch.setattr("bot.features.queries.missed", told)


POST, FILE, LOG = "POST /api/v10/channels/", "a file of ", "the log"
COMPLETION, PRIVATE = "/callback", "/messages/@original"

PLANTED = {
    event: POST,
    custom_id: POST,
    alt_text: POST,
    file_name: FILE,
    log_line: LOG,
    draws_in_the_record: FILE,
    checksums_in_the_record: FILE,
    completion: COMPLETION,
    public_refusal: POST,
    anybodys_hand: PRIVATE,
    boards_of_before: PRIVATE,
    played: PRIVATE,
    seed: POST,
    checksum: POST,
}


@pytest.mark.parametrize(("plant", "where"), PLANTED.items())
async def test_a_planted_leak_is_found(
    tmp_path: Path, plant: Callable[[Patch], None], where: str, monkeypatch: Patch
) -> None:
    """Within the first turns of a race in which everyone asks for everything, with its place."""
    unpainted(monkeypatch)
    promised(monkeypatch, 1)
    plant(monkeypatch)
    async with running_system(tmp_path) as system:
        found = await raced(system, ("Ann", "Ben"), 1, curiosity=1.0, course="A")
    assert any(where in leak for leak in found), found

"""Buttons and panels: Take Turn, Take Back, Resign and questions. A press reads the button's id, as
bot/discord/buttons.py does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.features.turns import drafted_of, saved_draft
from bot.messages.layout import Message, Panel, SaidButton, SaidChoice, SaidMenu
from bot.messages.turn_builder import WHOLE, choice_groups, looked_at, ways
from bot.ops.replay import tell
from bot.ops.upkeep import check
from bot.table import records
from bot.table.game import Game, Games
from bot.table.seats import SEAT_OFFER_LASTS, open_seats
from bot.table.table import Tables
from renderer import host_games
from rules import GAMES
from rules.drafting import Kind
from rules.game import NO_OPTIONS
from rules.record import parse
from rules.voice import ENGLISH
from tests.bot.core import ANN, BEN, PEOPLE, SIX, Core, Person
from tests.bot.playing import turn
from tests.bot.transport import Posted
from tests.drafts import draft_in


@dataclass
class Controls:
    """Commands and buttons, used by people. offering: a seat that is left stays offered."""

    core: Core
    offering: bool = False

    async def take(self, who: Person, **more: Any) -> Message:
        """Take Turn."""
        return await self.core.do(who, "take", **more)

    async def undo(self, who: Person, **more: Any) -> Message:
        """Undo My Turn."""
        return await self.core.do(who, "undo", **more)

    async def order(self, who: Person, line: str = "", **more: Any) -> Message:
        """Give a standing order, or list the existing ones."""
        return await self.core.do(who, "order", line, **more)

    async def resign(self, who: Person, **more: Any) -> Message:
        """Ask to leave, or with n=… say that one means it."""
        return await self.core.do(who, "resign", **more)

    async def gone(self, who: Person) -> Message:
        """Ask to leave, and mean it; nobody takes the seat."""
        return await self.press(who, await self.resign(who), "Resign from L1")

    async def again(self, who: Person, **more: Any) -> Message:
        """Rematch."""
        return await self.core.lobby("again", self.core.wish(who, **more))

    async def options(self, who: Person, **more: Any) -> Message:
        """My Options."""
        return await self.core.do(who, "options", **more)

    async def completed(self, who: Person, typed: str, **more: Any) -> dict[str, str]:
        """The completions for a text: notation and words."""
        found = await self.core.services.builder.complete(
            self.core.wish(who, typed, **more), ENGLISH
        )
        return {choice.value: choice.say_in(ENGLISH).label for choice in found}

    async def record(self, who: Person, **more: Any) -> Message:
        return await self.core.do(who, "record", **more)

    async def hand(self, who: Person, **more: Any) -> Message:
        """My Hand."""
        return await self.core.do(who, "hand", **more)

    async def pick(self, who: Person, panel: Message, word: str, **more: Any) -> Message:
        """A choice of one of a panel's menus, or the button that says the word."""
        menus = (m for m in panel.menus if word in [choice.value for choice in m.choices])
        if (menu := next(menus, None)) is None:
            return await self.push(who, (await self.pushed(panel))[word], **more)
        return await self.core.push(who, menu.id, word, **more)

    async def press(self, who: Person, panel: Message | Posted, label: str, **more: Any) -> Message:
        """Press a button of a panel or a post, by its label."""
        return await self.push(who, button(panel, label), **more)

    async def push(self, who: Person, pushed: SaidButton, **more: Any) -> Message:
        """A button, which is not greyed."""
        assert not pushed.off, pushed.label
        answer = await self.core.push(who, pushed.id, **more)
        _, verb, *numbers = pushed.id.split(":")
        if verb != "resign" or self.offering:
            return answer
        if open_seats(await self.core.tables.game(int(numbers[0]))):  # nobody comes
            await self.core.later(SEAT_OFFER_LASTS)
        return answer

    async def pushed(self, panel: Message) -> dict[str, SaidButton]:
        """The buttons of a panel that say a word now, by the word, as their ids don't tell it."""
        ids = {each.id: each for each in buttons(panel) if each.id.startswith("lc:press:")}
        if not ids:
            return {}
        game = await self.core.tables.game(int(next(iter(ids)).split(":")[2]))
        table = await self.core.tables.at(game)
        now = saved_draft(table, table.actor)
        words = [way.word for way in ways(choice_groups(table.kind, now.state))]
        return {words[int(id_.split(":")[-1])]: each for id_, each in ids.items()}

    async def words(self, panel: Message) -> set[str]:
        """The words that a panel offers, by menu or by button."""
        pushed = await self.pushed(panel)
        return choices(panel) | {word for word, each in pushed.items() if not each.off}

    async def picked(self, who: Person, *words: str) -> Message:
        """The panel after Take Turn and some picks."""
        panel = await self.take(who)
        for word in words:
            panel = await self.pick(who, panel, word)
        return panel


def buttons(panel: Message | Posted) -> list[SaidButton]:
    """All of a panel, from the top."""
    rows = panel.rows if isinstance(panel, Panel) else ()
    return [each for row in (*rows, panel.buttons) for each in row]


def button(panel: Message | Posted, label: str) -> SaidButton:
    found = {each.label: each for each in buttons(panel)}
    assert label in found, f"{label} is not among {sorted(found)}"
    return found[label]


def choices(panel: Message) -> set[str]:
    """All words that the panel's menus offer."""
    values = {choice.value for menu in menus(panel) for choice in menu.choices}
    return {value for value in values if not looked_at(value)}


def menus(panel: Message) -> list[SaidMenu]:
    """Those of words."""
    return [menu for menu in panel.menus if not wholes(menu)]


def wholes(menu: SaidMenu) -> list[SaidChoice]:
    """The whole turns of a menu."""
    return [choice for choice in menu.choices if choice.value.startswith(WHOLE)]


async def begun(core: Core, *people: Person, lines: int = 0, **more: Any) -> Controls:
    """A game of these people after this number of the usual first turns."""
    await core.seated(*people, **more)
    for line in ("a1", "e5", "a5")[: min(3, len(people), lines)]:
        await core.say(await core.mover(), line)
    for _ in range(lines - 3 if len(people) > 2 else lines - 2):
        answer = await core.say(await core.mover(), turn(await core.table(), Random(1)))
        assert "Turn played" in answer.text
    return Controls(core)


async def seats(core: Core) -> list[Person]:
    sitters = (await core.game()).sitters
    return [next(p for p in PEOPLE if p.id == sitter.user) for sitter in sitters]


async def is_sound(core: Core) -> None:
    """The log rebuilds the position, every checksum holds, and the two commands agree."""
    game, now = await core.game(), await core.table()
    fresh = await Tables(core.store, core.games).at(game)
    assert (fresh.at.state, fresh.at.turns) == (now.at.state, now.at.turns)
    assert (await check(core.store, core.games)).wrong == ()
    *_, account = tell(parse(records.text(game, await core.store.log(game.id))))
    assert "checksums, all correct" in account


async def drafted(core: Core) -> str | None:
    kept = await draft_in(core.store, 1, (await core.table()).actor)
    return kept.line if kept else None


async def cornered(core: Core) -> tuple[Person, Person]:
    """Place both loggers on their corners; return the player to move and the other."""
    for line in ("a1", "e5"):
        await core.say(await core.mover(), line)
    return await core.mover(), await core.waiting()


# -- Other games at the same tables, without pictures of their own: they are handed in.


def hosting(*kinds: Kind[Any]) -> Games:
    """The games of today and some more, which are drawn in words."""
    return Games(host_games({**GAMES, **{kind.game.key: kind for kind in kinds}}))


async def seated(core: Core, kind: str, options: Mapping[str, str] = NO_OPTIONS) -> Controls:
    """As few people as it takes at a game of that kind, the first of it."""
    first, *others = SIX[: core.games.hosted_game(kind).kind.game.fewest]
    await core.open(first, 1 + len(others), kind=kind, options=options)
    for other in others:
        await core.join(other)
    return Controls(core)


async def game(core: Core, kind: str) -> Game:
    return await core.game(kind=kind)


async def turn_of(core: Core, kind: str) -> tuple[Person, Person]:
    """The player to move, and the other."""
    now = await game(core, kind)
    assert now.on_turn is not None
    mover = next(p for p in SIX if p.id == now.sitters[now.on_turn].user)
    return mover, BEN if mover == ANN else ANN


async def due(core: Core, kind: str, *words: str) -> list[str]:
    """All words that are offered after these, legal or not, in order."""
    table = await core.tables.at(await game(core, kind))
    now = drafted_of(table, table.actor, words)
    return [way.word for way in ways(choice_groups(table.kind, now.state))]


async def line(core: Core, kind: str) -> str:
    """The mover's draft."""
    now = await game(core, kind)
    kept = await draft_in(core.store, now.id, now.on_turn or 0)
    return kept.line if kept else ""

"""What people use besides typing: Take Turn, Take Back, Resign, questions and the panels. What is
pressed is read out of the buttons, as bot/discord/buttons.py does."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from bot.features.drafts import kept
from bot.features.verbs import pressed
from bot.messages.boundary import answered
from bot.messages.choices import WHOLE, Focus, looked_at, offered, ways
from bot.messages.message import Button, Menu, Message
from bot.messages.message import Choice as MenuChoice
from bot.ops.check import check
from bot.ops.replay import tell
from bot.table import records
from bot.table.intent import Intent
from bot.table.seats import SEAT_OFFER_LASTS, open_seats
from bot.table.table import Tables
from rules.record import parse
from rules.voice import ENGLISH
from tests.bot.core import PEOPLE, Core, Person
from tests.bot.playing import turn
from tests.drafts import draft_in


@dataclass
class Controls:
    """Commands and buttons, used by people. offering: a seat that is left stays offered."""

    core: Core
    offering: bool = False

    def __post_init__(self) -> None:
        cases = self.core.cases
        self.builder, self.retreat, self.queries = cases.builder, cases.undo, cases.queries
        self.resigning = cases.resign

    async def take(self, who: Person, **more: Any) -> Message:
        """Take Turn."""
        return await answered(self.builder.open(self.core.wish(who, **more)))

    async def undo(self, who: Person, **more: Any) -> Message:
        """Undo My Turn."""
        wish = self.core.wish(who, **more)
        wish = wish if "key" in more else pressed(wish, self.core.verbs["undo"])
        return await answered(self.retreat.take_back(wish))

    async def order(self, who: Person, line: str = "", **more: Any) -> Message:
        """A standing order, or a look at those that there are."""
        return await answered(self.core.cases.orders.say(self.core.wish(who, line, **more)))

    async def resign(self, who: Person, **more: Any) -> Message:
        """Ask to leave, or with n=… say that one means it."""
        return await answered(self.resigning.resign(self.core.wish(who, **more)))

    async def gone(self, who: Person) -> Message:
        """Ask to leave, and mean it; nobody takes the seat."""
        return await self.press(who, await self.resign(who), "Resign from L1")

    async def again(self, who: Person, **more: Any) -> Message:
        """Rematch."""
        return await self.core.lobby("again", self.core.wish(who, **more))

    async def options(self, who: Person, **more: Any) -> Message:
        """My Options."""
        return await answered(self.queries.options(self.core.wish(who, **more)))

    async def completed(self, who: Person, typed: str, **more: Any) -> dict[str, str]:
        """What is offered to somebody who types: notation and words."""
        found = await self.builder.complete(self.core.wish(who, typed, **more), ENGLISH)
        return {choice.value: choice.said(ENGLISH).label for choice in found}

    async def record(self, who: Person, **more: Any) -> Message:
        return await answered(self.queries.record(self.core.wish(who, **more)))

    async def hand(self, who: Person, **more: Any) -> Message:
        """My Hand."""
        return await answered(self.builder.hand(self.core.wish(who, **more)))

    async def pick(self, who: Person, panel: Message, word: str, **more: Any) -> Message:
        """A choice of one of a panel's menus, or the button that says the word."""
        menus = (m for m in panel.menus if word in [choice.value for choice in m.choices])
        if (menu := next(menus, None)) is None:
            return await self.push(who, (await self.pushed(panel))[word], **more)
        _, _, game, n, said = menu.id.split(":")
        wish = self.core.wish(who, word, **{"game": int(game), "n": int(n)} | more)
        return await answered(self.builder.pick(wish, int(said)))

    async def press(self, who: Person, panel: Message, label: str, **more: Any) -> Message:
        """One of a panel's buttons, by what stands on it."""
        return await self.push(who, button(panel, label), **more)

    async def push(self, who: Person, pushed: Button, **more: Any) -> Message:
        """A button, which is not greyed."""
        assert not pushed.off, pushed.label
        _, verb, game, n, *numbers = pushed.id.split(":")
        wish = self.core.wish(who, **{"game": int(game), "n": int(n)} | more)
        wish = wish if "key" in more else pressed(wish, self.core.verbs[verb])
        if verb == "confirm":
            return await answered(self.builder.confirm(wish, numbers[0]))
        if verb == "drop":
            return await answered(self.core.cases.orders.drop(wish, int(numbers[0])))
        if verb == "resign":
            return await self._left(await answered(self.resigning.resign(wish)), int(game))
        if verb in ("takeover", "letplay", "return"):
            seats = self.core.cases.seats
            done = {"takeover": seats.take, "letplay": seats.let, "return": seats.back}[verb]
            return await answered(done(wish, int(numbers[0])))
        if verb == "plan":
            return await answered(self.builder.plan(wish, numbers[0]))
        if not numbers:
            return await answered(self.core.verbs.do(verb, wish))
        return await self._built(verb, wish, *map(int, numbers))

    async def _left(self, answer: Message, game: int) -> Message:
        """The answer to whoever has left; where the seat is offered, nobody comes."""
        if not self.offering and open_seats(await self.core.tables.game(game)):
            self.core.time.seconds += SEAT_OFFER_LASTS
            await self.core.clock.tick()
        return answer

    async def _built(self, verb: str, wish: Intent, said: int, *numbers: int) -> Message:
        match verb:
            case "press":
                return await answered(self.builder.press(wish, said, *numbers))
            case "look":
                focus = Focus(*numbers) if numbers else None
                return await answered(self.builder.look(wish, said, focus))
            case "back":
                return await answered(self.builder.back(wish, said))
        assert verb == "over", verb
        return await answered(self.builder.restart(wish, said))

    async def pushed(self, panel: Message) -> dict[str, Button]:
        """The buttons of a panel that say a word now, by the word: their ids do not tell it."""
        ids = {each.id: each for each in buttons(panel) if each.id.startswith("lc:press:")}
        if not ids:
            return {}
        game = await self.core.tables.game(int(next(iter(ids)).split(":")[2]))
        table = await self.core.tables.at(game)
        now = kept(table, table.actor)
        words = [way.word for way in ways(offered(table.kind, now.state))]
        return {words[int(id_.split(":")[-1])]: each for id_, each in ids.items()}

    async def words(self, panel: Message) -> set[str]:
        """All that a panel lets one say, by menu or by button."""
        pushed = await self.pushed(panel)
        return choices(panel) | {word for word, each in pushed.items() if not each.off}

    async def picked(self, who: Person, *words: str) -> Message:
        """The panel after Take Turn and some picks."""
        panel = await self.take(who)
        for word in words:
            panel = await self.pick(who, panel, word)
        return panel


def buttons(panel: Message) -> list[Button]:
    """All of a panel, from the top."""
    return [each for row in (*panel.rows, panel.buttons) for each in row]


def button(panel: Message, label: str) -> Button:
    found = {each.label: each for each in buttons(panel)}
    assert label in found, f"{label} is not among {sorted(found)}"
    return found[label]


def choices(panel: Message) -> set[str]:
    """All words that the panel's menus offer."""
    values = {choice.value for menu in menus(panel) for choice in menu.choices}
    return {value for value in values if not looked_at(value)}


def menus(panel: Message) -> list[Menu]:
    """Those of words."""
    return [menu for menu in panel.menus if not wholes(menu)]


def wholes(menu: Menu) -> list[MenuChoice]:
    """The whole turns of a menu."""
    return [choice for choice in menu.choices if choice.value.startswith(WHOLE)]


async def begun(core: Core, *people: Person, lines: int = 0, **more: Any) -> Controls:
    """A game of these people after so many of the usual first turns."""
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
    """Both stand on their corners; who is on turn, and the other."""
    for line in ("a1", "e5"):
        await core.say(await core.mover(), line)
    return await core.mover(), await core.waiting()

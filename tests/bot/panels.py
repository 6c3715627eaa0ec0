"""What a panel or a post shows: its buttons, its menus, and the words of a turn that it offers."""

from __future__ import annotations

from typing import Any

from bot.features.turns import drafted_of, saved_draft
from bot.messages.layout import Message, Panel, SaidButton, SaidChoice, SaidMenu
from bot.messages.turn_builder import WHOLE, choice_groups, looked_at, ways
from bot.table.game import Games
from bot.table.table import Table, Tables
from renderer import host_games
from rules import GAMES
from rules.drafting import Kind
from tests.bot.transport import Posted


def buttons(panel: Message | Posted) -> list[SaidButton]:
    """All of a panel, from the top."""
    rows = panel.rows if isinstance(panel, Panel) else ()
    return [each for row in (*rows, panel.buttons) for each in row]


def find_button(panel: Message | Posted, label: str) -> SaidButton | None:
    return {each.label: each for each in buttons(panel)}.get(label)


def button(panel: Message | Posted, label: str) -> SaidButton:
    found = find_button(panel, label)
    assert found, f"{label} is not among {sorted(each.label for each in buttons(panel))}"
    return found


def labels(panel: Message | Posted) -> list[str]:
    return [each.label for each in buttons(panel)]


def menus(panel: Message) -> list[SaidMenu]:
    """Those of words."""
    return [menu for menu in panel.menus if not wholes(menu)]


def wholes(menu: SaidMenu) -> list[SaidChoice]:
    """The whole turns of a menu."""
    return [choice for choice in menu.choices if choice.value.startswith(WHOLE)]


def choices(panel: Message) -> set[str]:
    """All words that the panel's menus offer."""
    values = {choice.value for menu in menus(panel) for choice in menu.choices}
    return {value for value in values if not looked_at(value)}


async def word_buttons(tables: Tables, panel: Message) -> dict[str, SaidButton]:
    """The buttons of a panel that say a word now, by the word, as their ids don't tell it."""
    ids = {each.id: each for each in buttons(panel) if each.id.startswith("lc:press:")}
    if not ids:
        return {}
    table = await tables.at(await tables.game(int(next(iter(ids)).split(":")[2])))
    words = _ways(table, saved_draft(table, table.actor).state)
    return {words[int(id_.split(":")[-1])]: each for id_, each in ids.items()}


async def all_words(tables: Tables, panel: Message) -> set[str]:
    """The words that a panel offers, by menu or by button."""
    pushed = await word_buttons(tables, panel)
    return choices(panel) | {word for word, each in pushed.items() if not each.off}


def due(table: Table, *words: str) -> list[str]:
    """All words that are offered after these, legal or not, in order."""
    return _ways(table, drafted_of(table, table.actor, words).state)


def _ways(table: Table, state: Any) -> list[str]:
    return [way.word for way in ways(choice_groups(table.kind, state))]


def hosting(*kinds: Kind[Any]) -> Games:
    """The games of today and some more, which are drawn in words."""
    return Games(host_games({**GAMES, **{kind.game.key: kind for kind in kinds}}))

"""Games of Logjam at the real client, and people who send others back, and else run downstream.

A typed turn waits for half a minute before the die answers it; here who made it says Roll Now, or
the bot's clock is put forward.
"""

from __future__ import annotations

from random import Random
from typing import Any

from bot.messages.choices import looked_at, offered
from bot.table.table import Table
from rules.game import NATURE, Step, Stop
from rules.logjam import Logjam
from rules.logjam.position import OFF, Capture, Place, Position, Push, Run, Shift
from rules.squares import SPELT
from sandbox.model import BOT_ID
from tests.bot.discord.system import Json, System, replied_to
from tests.bot.discord.test_buttons_game import CONFIRM, changed, labels, pressed, words

RULES = Logjam()
Turn = list[tuple[Position, Step]]  # each step with the position that it was chosen in


async def lobby(system: System, *names: str, **options: Any) -> Json:
    """A lobby of Logjam for those people, opened by the first; its card."""
    await system.slash(names[0], "games", "logjam start", players=len(names), **options)
    return await system.post("games", "lobby")


async def jam(system: System, *names: str, **options: Any) -> Json:
    """The same, and everybody joins; the post for the first turn."""
    card = await lobby(system, *names, **options)
    for name in names[1:]:
        await system.press(name, card, "Join")
    return await system.post("games")


async def table(system: System) -> Table:
    return await system.app.cases.turns.tables.at(await system.game("games"))


async def chance(system: System) -> list[str]:
    """What chance has said so far, row by row."""
    rows = await system.store.log((await system.game("games")).id)
    return [row.text for row in rows if row.seat == NATURE]


# -- a turn


def best(at: Table, luck: Random) -> Turn:
    """A whole turn of somebody who sends others back where they can, and else runs for home."""
    state = at.at.state
    steps: Turn = []

    def worth(step: Step) -> tuple[Any, ...]:
        after, events = RULES.apply(state, step)
        harm = sum(event.verb in ("captured", "crushed") for event in events)
        return harm, RULES.scores(after)[at.actor], luck.random()

    while RULES.actor(state) == at.actor:
        step = max(RULES.legal(state), key=worth)
        steps.append((state, step))
        state, _ = RULES.apply(state, step)
    return steps


def choices(turn: Turn) -> Turn:
    """The steps of a turn that do not fill themselves in."""
    return [(s, step) for s, step in turn if len(RULES.legal(s)) > 1]


def notation(at: Table, turn: Turn) -> str:
    """A colour goes by the letter of whoever plays it, whatever seat chance has given them."""
    return at.kind.spelt(step for _, step in turn)


def english(at: Table, turn: Turn) -> str:
    return ", then ".join(_said(at, s, step) for s, step in turn)


def _said(at: Table, s: Position, step: Step) -> str:
    names = s.terms.grid.names
    match step:
        case Run(_, start, to):
            return f"run {names[start]} {'off' if to == OFF else f'to {names[to]}'}"
        case Capture(_, start, to):
            return f"capture {names[to]} from {names[start]}"
        case Push(_, start, to):
            return f"push {names[to].upper()} from {names[start]}"
        case Shift(_, log, side):
            return f"shift {names[log]} {SPELT[side]!s}"
        case Place(to=to, seat=None):
            return f"back to {names[to]}"
        case Stop():
            return "do nothing"
    return at.kind.spelt([step])


# -- how it is said; each returns what the bot answers, {} where it answers nothing


async def says(system: System, who: str, door: str, turn: Turn, board: Json) -> Json:
    """A whole turn by one of the doors, in English or, where one picks, in words."""
    at = await table(system)
    match door:
        case "builder":
            preview = await builds(system, who, at, board, turn)
            return await pressed(system, who, preview, CONFIRM)
        case "option":
            return await system.slash(who, "games", "logjam turn", move=english(at, turn))
        case "reply":
            return await aloud(system, who, english(at, turn), reply_to=board["id"])
        case "mention":
            return await aloud(system, who, f"<@{BOT_ID}> {notation(at, turn)}")
        case "name":
            name = f"J{(await system.game('games')).number}"
            return await aloud(system, who, f"<@{BOT_ID}> {name} {english(at, turn)}")
    return await aloud(system, who, english(at, turn))


async def aloud(system: System, who: str, text: str, **more: Any) -> Json:
    """A message, and what the bot says under it: at once, or in a post of the game."""
    said = await system.people[who].say("games", text, **more)
    await system.under(said["id"], "games")
    await system.quiet()
    return next((m for m in system.seen("games") if replied_to(m) == said["id"]), {})


async def builds(system: System, who: str, at: Table, board: Json, turn: Turn) -> Json:
    """A turn put together with menus and buttons; the preview."""
    panel = await system.press(who, board, "Take Turn")
    for state, step in choices(turn):
        panel = await picks(system, who, at, panel, state, step)
    return panel


async def picks(
    system: System, who: str, at: Table, panel: Json, state: Position, step: Step
) -> Json:
    """One word more: from its menu, by its button, or from the rest of a menu that is full."""
    for menu, word in words(panel):
        if word == str(step):
            return await changed(system, who, panel, menu, word)
    offers = offered(at.kind, state)
    ((here, label),) = [
        (n, f"{o.title!s} {w.label!s}")
        for n, o in enumerate(offers)
        for w in o.ways
        if w.word == str(step)
    ]
    if label in labels(panel):
        return await pressed(system, who, panel, label)
    menus = {word: menu for menu, word in words(panel) if looked_at(word)}
    more = f">{here}" if f">{here}" in menus else next(each for each in menus if each[:2] == ">>")
    panel = await changed(system, who, panel, menus[more], more)
    return await picks(system, who, at, panel, state, step)


async def goes_on(system: System, who: str, answer: Json) -> str:
    """Press Roll Now under the answer to a turn, and return the answer."""
    text: str = (await system.press(who, answer, "Roll Now"))["content"]
    return text


async def rests(system: System) -> tuple[str, Json]:
    """Whoever is on turn does nothing; who that is, and what he is answered."""
    who = await system.mover("games")
    return who, await system.slash(who, "games", "logjam turn", move=".")

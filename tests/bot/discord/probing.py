"""Everybody but the mover asks, while the mover's hand and draft change: no answer may change.

kinds      a rival, the host (where they are not on turn), and somebody who does not play
doors      a mention, a reply, a plain line, the option of a command, what is offered while
           typing, the buttons of the board; of whose server it is the panel by which a table is
           mended, with the effect of each measure
probes     lines that may be read in more than one way, and nothing at all
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from typing import Any

from sandbox.model import BOT_ID
from tests.bot.discord.system import System

PROBES = ("F1 stop", "F1 s stop", "F1 s s stop", "s s .", "gm4 s .", "")
COMMANDS = ("hand", "moves", "undo", "resign")
OWNER = "Ann"  # of the server
LABELS = ("My Hand", "Board as Text")

Asked = tuple[str, str, str]  # who, by which door, in which words


async def kinds(system: System, place: str, stranger: str) -> dict[str, str]:
    """Who is not on turn, by what they are: their names."""
    game = await system.game(place)
    named = {int(guest.id): name for name, guest in system.people.items()}
    mover, host = await system.mover(place), named[game.host]
    rivals = [named[s.user] for s in game.sitters if named[s.user] not in (mover, host)]
    found = {"stranger": stranger}
    found |= {"host": host} if host != mover else {}
    return found | ({"rival": rivals[0]} if rivals else {})


async def answered(system: System, place: str, people: Iterable[str]) -> dict[Asked, str]:
    """What each of them is answered by every door, in public and alone."""
    return {asked: told for name in people async for asked, told in _of(system, place, name)}


async def _of(system: System, place: str, name: str) -> AsyncIterator[tuple[Asked, str]]:
    board = await system.post(place)
    for words in PROBES:
        if words:
            yield (name, "mention", words), await system.say(name, place, f"<@{BOT_ID}> {words}")
            yield (name, "plain", words), await system.say(name, place, words)
        reply = await system.say(name, place, words or "?", reply_to=board["id"])
        yield (name, "reply", words), reply
        told = await system.slash(name, place, "fellers turn", move=words)
        yield (name, "slash", words), told["content"]
        yield (name, "typing", words), str(await _offered(system, place, name, words))
    for command in COMMANDS:
        told = await system.slash(name, place, f"fellers {command}")
        yield (name, "command", command), told["content"]
    for label in LABELS:
        yield (name, "button", label), (await system.press(name, board, label))["content"]
    if name == OWNER:
        async for asked, shown in _mending(system, place):
            yield (name, "mending", asked), shown


async def _mending(system: System, place: str) -> AsyncIterator[tuple[str, str]]:
    """What the owner of the server, who plays there, can see before anything is done."""
    panel = await system.slash(OWNER, place, "games-admin manage")
    menu = panel["components"][0]["components"][0]
    yield "panel", f"{panel['content']} {menu['options']}"
    for measure in [each["value"] for each in menu["options"]]:
        panel = await system.slash(OWNER, place, "games-admin manage")
        menu = panel["components"][0]["components"][0]
        pressed = await system.people[OWNER].press(panel, menu["custom_id"], measure)
        shown = await system.answer(OWNER, pressed)
        parts = [each for row in shown["components"] for each in row["components"]]
        said = [each.get("label") or each.get("options") for each in parts]
        yield measure, f"{shown['content']} {said}"


async def _offered(system: System, place: str, name: str, typed: str) -> Any:
    asked = {"command": "fellers turn", "focused": "move", "options": {"move": typed}}
    return await system.people[name].act("complete", channel=system.id(place), **asked)


async def told_apart(system: System, place: str, stranger: str, picks: Iterable[str]) -> list[str]:
    """A sentence for each answer that changed while the mover picked one card after the other."""
    people = (await kinds(system, place, stranger)).values()
    mover, before = await system.mover(place), await answered(system, place, people)
    found = list[str]()
    for card in picks:
        kept = await system.slash(mover, place, "fellers turn", move=card)
        assert "Saved as a draft" in kept["content"] or "So far" in kept["content"], kept
        now = await answered(system, place, people)
        found += [
            f"{' '.join(asked)}: with {card} picked {now[asked]!r}, without {told!r}"
            for asked, told in before.items()
            if now[asked] != told
        ]
    return found

"""Every verb of a game that is refused in one of its states says why, and changes nothing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any

import pytest

from bot.features.verbs import NO_VALUES
from bot.messages.layout import Layout
from rules.errors import Refused
from storage import GameRow
from tests.acting import ANN, BEN, CY, EVE, Person
from tests.approved import Approved
from tests.bot.conftest import Seeds
from tests.bot.core import CHANNEL, GUILD, OTHER_CHANNEL, ROW_VERBS, Core, Patch
from tests.bot.words import words
from tests.storage.samples import waiting

Asked = Callable[[Core, Person], Awaitable[Layout]]


async def over(core: Core) -> None:
    await core.begin(ANN, BEN, lines=2)
    await core.resign(BEN)


async def closed(core: Core) -> None:
    await core.open()
    await core.do(ANN, "cancel")


async def left(core: Core) -> None:
    await core.begin(ANN, BEN, CY, lines=3)
    await core.resign(CY)


async def waits(core: Core) -> None:
    core.kind = "logjam"
    await core.begin(ANN, BEN)
    await core.say(await core.mover(), ".")


async def hidden(core: Core) -> None:
    core.kind = "fellers"
    await core.begin(ANN, BEN)


STATES: dict[str, Callable[[Core], Awaitable[object]]] = {
    "no game is there": lambda core: core.deliver(),
    "a lobby of Ann's": lambda core: core.open(ANN, 4),
    "a game of Ann's and another one": lambda core: core.begin(ANN, BEN, lines=4),
    "Cy has left the game": left,
    "a die is waited for": waits,
    "hands are hidden": hidden,
    "the game is over": over,
    "the lobby was closed": closed,
}


async def pressed(
    core: Core, who: Person, verb: str, values: Mapping[str, Any] = NO_VALUES, **more: Any
) -> Layout:
    return await core.verbs.do(verb, core.wish(who, **more), values)


OTHERS: dict[str, Asked] = {
    "turn": lambda core, who: core.turns.say(core.wish(who, "zz")),
    "turn of L9": lambda core, who: core.turns.say(core.wish(who, "a1", name="L9")),
    "turn of another game": lambda core, who: core.turns.say(
        core.wish(who, "a1", kind="logger" if core.kind == "logjam" else "logjam")
    ),
    "order": lambda core, who: pressed(core, who, "order", words="if b1, then e4 +d4"),
    "move it elsewhere": lambda core, who: pressed(
        core, who, "move", name=f"{core.games[core.kind].game.letter}1", channel=OTHER_CHANNEL
    ),
    "turn on another server": lambda core, who: core.turns.say(
        core.wish(who, "a1", game=1, guild=GUILD + 1)
    ),
    "start as a bot": lambda core, who: pressed(
        core, who, "open", {"players": 2, "thread": False}, kind=core.kind, robot=True
    ),
    "verify": lambda core, who: pressed(core, who, "verify"),
    "take over a seat": lambda core, who: pressed(core, who, "takeover", {"seat": 0}),
    "join as a bot": lambda core, who: pressed(core, who, "join", robot=True),
}


def people(core: Core, game: GameRow | None) -> dict[str, Person]:
    """The people who ask: the next one and the others, or by name; Eve plays nowhere."""
    if game is None or game.status != "playing":
        return {"Ann": ANN, "Eve": EVE}
    now = game.on_turn or 0
    order = [Person(s.user, s.name) for s in (*game.sitters[now:], *game.sitters[:now])]
    return dict(zip(("Next", "Other", "Third"), order, strict=False)) | {"Eve": EVE}


async def stored(core: Core) -> list[object]:
    """Everything that an answer may depend on: games with their logs, and what waits."""
    games = [await core.store.game(1), await core.store.game(2)]
    settings = [await core.store.personal(who.id) for who in (ANN, BEN, CY, EVE)]
    return [*games, *settings, await core.store.log(1), await waiting(core.store)]


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
async def test_what_is_refused_says_why_and_changes_nothing(
    monkeypatch: Patch, state: str, approved: Approved
) -> None:
    """Next is the player to move, or the last speaker while a die waits; Eve doesn't play."""
    said: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    roles, now, before = ["Ann"], None, list[object]()
    for verb, n in ((verb, n) for verb in (*ROW_VERBS, *OTHERS) for n in range(4)):
        if now is None:
            monkeypatch.setattr("bot.features.lobbies.secrets", Seeds())
            await STATES[state](now := await Core.build())
            before = await stored(now)
        row = await now.store.game_in_channel(CHANNEL)
        there = people(now, row)
        if n >= len(roles := [*there]):
            continue
        asked = OTHERS.get(verb) or partial(pressed, verb=verb)
        try:
            await asked(now, there[roles[n]])
        except Refused as refused:
            text = words(refused.text)
            for name, person in there.items():
                text = re.sub(rf"\b{person.name}\b", name, text)
            said[text][roles[n]].append(verb)
            assert await stored(now) == before, (verb, roles[n])
        else:
            if await stored(now) != before:
                await now.store.close()
                now = None
    for text, whose in said.items():
        approved("\n".join(f"{who}: {', '.join(verbs)}" for who, verbs in whose.items()), text)
    if now is not None:
        await now.store.close()

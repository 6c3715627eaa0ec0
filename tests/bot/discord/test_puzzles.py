"""The puzzle of a day through the real client: by command, by buttons and menus, in a form, and as
everybody finds it in a channel.

Source: issue 31, item 7; issue 29, the switch for puzzles.
"""

from __future__ import annotations

import json
from typing import Any

from bot.features.puzzles import KIND
from bot.features.puzzles.puzzle import game_of_day, of_day, puzzles_of, today
from rules import GAMES
from tests.bot.discord.system import System, button
from tests.bot.discord.watching import until

KINDS = [kind for kind in GAMES if puzzles_of(kind)]


def turns(system: System, kind: str = "") -> Any:
    """The judged turns of today's puzzle, as people type them."""
    day = today(system.now())
    kind = kind or game_of_day(KINDS, day)
    found = of_day(kind, day).turns
    return [GAMES[kind].at("AB").spelt(turn.line.split()) for turn in found]


async def test_a_newcomer_solves_the_puzzle_across_a_restart(system: System) -> None:
    """By the command, with nonsense first; then from the panel of before the death."""
    best, other, *_ = turns(system, "logger")
    panel = await system.slash("Cy", "games", "puzzle", game="logger")
    (picture,) = panel["attachments"]
    assert best not in json.dumps(panel)
    assert "Ann to move" in picture["description"] or "Ben to move" in picture["description"]
    refused = await system.slash("Cy", "games", "puzzle", game="logger", answer="🪓 up")
    assert "not the best one" not in refused["content"]
    opened = await system.people["Cy"].press(panel, button(panel, "Type My Turn"))
    await system.people["Cy"].outcome(opened)
    await system.restart()
    sent = await system.people["Cy"].fill_in(opened, words=other)
    missed = await system.answer("Cy", sent)
    assert "not the best one" in missed["content"]
    hint = await system.press("Cy", missed, "Hint")
    assert "Hint" in hint["content"]
    solved = await system.slash("Cy", "games", "puzzle", game="logger", answer=best)
    assert "2 tries and a hint · 1-day streak" in solved["content"]
    assert system.seen("games") == [], "nobody else sees anything"


async def test_a_server_has_it_posted_and_two_solve_it_from_there(system: System) -> None:
    """The post is for everybody and tells no answer; a second process does not post it again."""
    channel = system.id("more-games")
    panel = await system.slash("Ann", "games", "games-admin puzzles")
    chosen = await system.people["Ann"].press(panel, "lc:puzzles:channel:", channel)
    assert f"<#{channel}>" in (await system.answer("Ann", chosen))["content"]
    await _come(system)
    (post,) = system.seen("more-games")
    assert system.pinged(post) == []
    best = turns(system)[0]
    assert best not in json.dumps(post)
    await system.restart()
    await system.quiet()
    assert len(system.seen("more-games")) == 1
    for who in ("Ben", "Cy"):
        own = await system.press(who, post, "Solve It")
        assert "Find the best turn" in own["content"]
        solved = await system.slash(who, "games", "puzzle", answer=best)
        assert "1 try · 1-day streak" in solved["content"]
    refused = await system.slash_anyway("Ben", "games", "games-admin puzzles")
    assert "Manage Server" in refused["content"]


async def _come(system: System) -> None:
    """The hour of the post comes."""
    timers = [each for each in await system.store.timers_after() if each.kind == KIND]
    system.pass_time(timers[0].due - system.now() + 1)
    await until(lambda: len(system.seen("more-games")) == 1)

"""Changes by which a game stops, and by which it resumes, whoever decided that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.core.calendar import Span
from bot.core.game import PAUSED, Game
from bot.domain.calls import PlayBy
from bot.domain.clocks import resumed, stopped
from bot.features.consequences import card_of
from storage import Change, NewTimer


def pause(game: Game, said: Change, timer: NewTimer, now: float, away: Sequence[Span]) -> Change:
    """The change that pauses a game as well. timer: for the end of the pause; away: outages."""
    still = stopped(game, now, away) or Change((), "")
    return replace(
        said,
        aside=True,
        done=(*said.done, *still.done),
        timers=(*said.timers, timer),
        added=(*said.added, *still.added),
        posts=(*said.posts, PlayBy().encode(), *card_of(game)),
    )


def resume(game: Game, said: Change, now: float) -> Change:
    """The change that resumes a paused game as well."""
    there = tuple(timer for timer in game.timers if timer.kind == PAUSED)
    posts = (*said.posts, PlayBy().encode(), *card_of(game))
    change = replace(said, aside=True, done=(*said.done, *there), posts=posts)
    return change.plus(resumed(game, now))

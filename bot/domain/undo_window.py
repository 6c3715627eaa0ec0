"""The post of a typed turn that waits for chance: there as long as the turn can be taken back.

timer "chance", payload "posted" ──> outbox, Waits          posted with the turn
                                 ──> outbox, WaitOver(row)  deleted with whatever ends the wait
"""

from __future__ import annotations

from dataclasses import replace

from bot.core.game import CHANCE, Game
from bot.core.policies import Moment
from bot.core.rows import OutboxRow, coded
from storage import Change

POSTED = "posted"  # the payload of a wait of which the channel was told


@coded("waits")
class Waits(OutboxRow):
    """Says in the channel that a turn waits for chance."""

    aside = True
    matters = False


@coded("wait_over")
class WaitOver(OutboxRow):
    """Deletes that post. waits: the row of the log that it was about."""

    waits: int
    aside = True
    matters = False


def posted(change: Change) -> Change:
    """A turn that was said in public; where it waits for chance, with the post that says so."""
    if not any(timer.kind == CHANCE for timer in change.timers):
        return change
    timers = tuple(
        replace(timer, payload=POSTED) if timer.kind == CHANCE else timer for timer in change.timers
    )
    return replace(change, timers=timers, posts=(Waits().encode(), *change.posts))


def end_wait(game: Game, change: Change, _: Moment) -> Change:
    """A change; where it ends a wait of which the channel was told, that post is deleted, behind
    the posts that tell what came of it."""
    shown = [t for t in game.timers if t.kind == CHANCE and t.payload == POSTED]
    ends = change.status in ("over", "cancelled") or CHANCE in change.done
    if not shown or not (ends or shown[0] in change.done):
        return change
    return replace(change, posts=(*change.posts, WaitOver(game.stands).encode()))

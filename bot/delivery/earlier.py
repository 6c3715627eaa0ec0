"""What a post must not be taken for when it is looked for: messages that are older than its row,
and those that earlier rows became, since the reminders of a turn may say the same."""

from __future__ import annotations

from typing import Final

from bot.delivery.transport import Transport
from storage import Post, Store

ALIKE: Final = 5  # earlier posts of a kind that may still be there
UNKNOWN: Final = 86_400.0  # seconds by which the clocks may differ before anything was ever sent


async def earlier(store: Store, post: Post) -> list[int]:
    """The messages of earlier rows of its kind, the newest first."""
    there, before = list[int](), await store.latest(post.game, post.kind, before=post.id)
    while before is not None and before.message is not None and len(there) < ALIKE:
        there.append(before.message)
        before = await store.latest(post.game, post.kind, before=before.id)
    return there


async def ahead(store: Store, transport: Transport, post: Post) -> float:
    """By how many seconds the clock outside was ahead of ours when a row was written. Each message
    before it tells: it was made by the one, and noted by the other; the longer after that it was
    noted, the further behind that clock seems."""
    arrived = await store.arrived(post.id)
    return max((transport.made(message) - at for message, at in arrived), default=-UNKNOWN)

"""What a post must not be taken for when it is looked for: messages that earlier rows became, since
the reminders of a turn may say the same."""

from __future__ import annotations

from storage import Post, Store

ALIKE = 5  # earlier posts of a kind that may still be there


async def earlier(store: Store, post: Post) -> list[int]:
    """The messages of earlier rows of its kind, the newest first."""
    there, before = list[int](), await store.latest(post.game, post.kind, before=post.id)
    while before is not None and before.message is not None and len(there) < ALIKE:
        there.append(before.message)
        before = await store.latest(post.game, post.kind, before=before.id)
    return there

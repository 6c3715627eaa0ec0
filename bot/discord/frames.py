"""Frames of the gateway that nobody can read, such as a name with half a character in it: each is
dropped, counted and told in the log, without what it said. The library would end over one.

What such a frame told is lost, as where the connection was; a line that somebody has written can be
looked for (bot/discord/missed.py), and what it was about is the same at the next event.
"""

from __future__ import annotations

import json
import logging
from typing import Any, Final

from bot import metrics
from bot.discord.base import Base

UNREADABLE: Final = (json.JSONDecodeError, UnicodeDecodeError)  # orjson's error is one of these

log = logging.getLogger(__name__)


def drop_unreadable(client: Base) -> None:
    """Let each connection of a client go on after such a frame. The library has no public place
    for that; it lets its state know of each connection before the first frame is read."""
    state: Any = client._connection
    refer = state._update_references

    def known(connection: Any) -> None:
        refer(connection)
        receive = connection.received_message

        async def received(frame: str | bytes) -> None:
            try:
                await receive(frame)
            except UNREADABLE as refused:
                metrics.dropped_frames.inc()
                told = {"why": type(refused).__name__, "length": len(frame)}
                log.warning("frame dropped", extra={**told, "shard": connection.shard_id})

        connection.received_message = received

    state._update_references = known

"""The Activity: the bot's pages (bot/web) in a frame of Discord's client.

    Open Board ──> what is to be seen is noted ──> the client opens the frame
    /launch    ──> Discord opens it by itself

The command is what Discord calls the Entry Point. It makes one where the host has switched
Activities on, and takes no list of commands that leaves it out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeAlias

from bot.discord.answers import UNHEARD
from bot.discord.base import Interaction
from bot.messages.boundary import Broken, guarded
from rules.errors import Refused

log = logging.getLogger(__name__)

ENTRY_POINT: Final = {"type": 4, "handler": 2}  # a command that Discord itself answers
LEFT_OUT: Final = 50240  # the list of commands was refused, since this one is not in it
# What Discord takes of a command, of all that it shows.
KEPT: Final = (
    *("type", "handler", "name", "description", "name_localizations", "description_localizations"),
    *("default_member_permissions", "integration_types", "contexts", "nsfw"),
)
IN_TIME: Final = 1.5  # seconds: opening it is the first answer, for which there are 3

Json: TypeAlias = dict[str, Any]
# Notes what an Activity is to show: before it is opened, and by the id that it then has.
Note: TypeAlias = Callable[[str], Awaitable[None]]


async def launched(interaction: Interaction, note: Note | None = None) -> bool:
    """Open the Activity. False: it was not, and nothing is answered yet."""
    client = interaction.client
    client.heard.append(interaction.id)
    with client.serving():
        if note is not None and not await _noted(note, ""):
            return False
        try:
            said = await interaction.response.launch_activity()
        except UNHEARD as refused:
            why = type(refused).__name__
            log.info("not launched", extra={"why": why})
            return False
        if note is not None and said.activity_id is not None:
            await _noted(note, said.activity_id)
        return True


async def _noted(note: Note, instance: str) -> bool:
    """False: it is refused, which is told as any refusal; or it cannot be noted now."""

    async def noting() -> bool:
        try:
            await note(instance)
        except Refused:
            return False
        return True

    try:
        return await asyncio.wait_for(guarded(noting()), IN_TIME)
    except (Broken, TimeoutError):
        return False


def with_entry_point(commands: Sequence[Json], there: Sequence[Json]) -> list[Json]:
    """The list with the command that opens the Activity as it is there: under its own id and name,
    and otherwise as ours, where we have one. there: all commands that Discord has."""
    own = [each for each in commands if is_entry_point(each)]
    others = [each for each in commands if not is_entry_point(each)]
    kept = [each for each in there if is_entry_point(each)]
    for each in kept:
        as_there: Json = {name: each[name] for name in KEPT if name in each}
        others.append(
            {**as_there, **(own[0] if own else {}), "id": each["id"], "name": each["name"]}
        )
    return others


def is_entry_point(command: Any) -> bool:
    """Whether a command is the one that opens the Activity, as it is told or as it is run."""
    return bool(command.get("type") == ENTRY_POINT["type"])

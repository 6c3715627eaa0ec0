"""Where people play in a browser: the socket that is held as long as the process lives, and what is
opened there. Without an address nothing listens, and nothing of that room is imported."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from bot import app
from bot.ops.health import PortTaken
from bot.ops.settings import HOST, Settings
from bot.table.presence import Presence, SignsIn

if TYPE_CHECKING:
    from bot.web.server import Web

PORT = 8125  # unless another one is set


class Door(NamedTuple):
    """A socket, and the address at which people come to it."""

    socket: socket.socket
    address: str

    def opens(
        self,
        presence: Presence | None = None,
        signs_in: SignsIn | None = None,
        key: bytes = b"",
    ) -> partial[Web]:
        """What makes the pages. presence, signs_in, key: as with Web."""
        from bot.web.server import Web

        return partial(
            Web,
            address=self.address,
            presence=presence,
            signs_in=signs_in,
            key=key,
        )


@asynccontextmanager
async def listening(settings: Settings) -> AsyncIterator[Door | None]:
    """Listen, where an address is set. Raises PortTaken."""
    if not settings.web:
        yield None
        return
    with _bound(*(settings.web_port or (HOST, PORT))) as bound:
        address = settings.web
        if address.endswith(":0"):
            address = f"{address[:-1]}{bound.getsockname()[1]}"
        yield Door(bound, address)


@asynccontextmanager
async def opened(pages: app.Door | None, door: Door | None) -> AsyncIterator[None]:
    """Serve the pages while the block runs, where there are any."""
    if pages is None or door is None:
        yield
        return
    async with pages.served(door.socket):
        yield


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise PortTaken(
            f"Can't open boards in a browser: port {port} on {host} isn't available "
            f"({(error.strerror or 'unknown reason').lower()}). Set LUMBERCAMP_WEB_PORT to "
            "another port, or unset LUMBERCAMP_WEB."
        ) from error
    return bound

"""The one client for addresses that people typed. What counts is the address that a socket connects
to, whatever the name, a literal or a later look-up says: only public ones, and those of networks
that the operator lists. Redirects, proxies and cookies aren't used, and no answer is read.
"""

import asyncio
import socket
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any, Final

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult

from bot.messages.courier import PermanentError, TransientError
from rules.text import Text

PATIENCE: Final = 5.0  # seconds for everything, from the look-up of a name to the answer's status
BUFFER: Final = 2**15  # bytes; twice as many may arrive before the connection is closed

_PUBLIC_V6: Final = ip_network("2000::/3")
_NAT64: Final = ip_network("64:ff9b::/96")


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is on the public internet, and not a private one in another's form."""
    if isinstance(address, IPv6Address):
        if address in _NAT64:
            return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
        if address.sixtofour is not None or address not in _PUBLIC_V6:
            return False
    return address.is_global and not address.is_multicast


class _Resolver(AbstractResolver):
    """Looks names up in threads of its own: slow ones hold up nothing else."""

    _threads: Final = ThreadPoolExecutor(4, "resolver")

    def __init__(self, look_up: Callable[..., Any]) -> None:
        self._look_up = partial(look_up, type=socket.SOCK_STREAM)

    async def resolve(self, host: str, port: int = 0, *_: Any, **__: Any) -> list[ResolveResult]:
        loop = asyncio.get_running_loop()
        return [
            ResolveResult(hostname=host, host=to[0], port=port, family=family, proto=proto, flags=0)
            for family, _, proto, _, to in await loop.run_in_executor(
                self._threads, self._look_up, host, port
            )
        ]

    async def close(self) -> None:
        """Nothing is open."""


class Outgoing:
    """Sends requests. reachable: the operator's networks, which need no TLS."""

    def __init__(
        self,
        reachable: Sequence[IPv4Network | IPv6Network] = (),
        look_up: Callable[..., Any] = socket.getaddrinfo,
    ) -> None:
        self._reachable, self._resolver = reachable, _Resolver(look_up)

    async def send(
        self, url: str, body: str, headers: Mapping[str, str] | None = None, *, put: bool = False
    ) -> None:
        """Send JSON. Raises PermanentError if the address is gone, and TransientError unless the
        request is accepted."""
        tls = url.lower().startswith("https:")

        def open_socket(to: aiohttp.AddrInfoType) -> socket.socket:
            family, kind, proto, _, (host, *_) = to
            address = ip_address(host)
            if (tls and is_public(address)) or any(address in each for each in self._reachable):
                return socket.socket(family, kind, proto)
            raise PermissionError

        # A session of its own: no connection was opened for another address.
        async with aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(resolver=self._resolver, socket_factory=open_socket),
            timeout=aiohttp.ClientTimeout(total=PATIENCE),
            headers={"Content-Type": "application/json", "User-Agent": "Lumbercamp"},
            auto_decompress=False,
            read_bufsize=BUFFER,
        ) as session:
            try:
                ask = session.put if put else session.post
                answer = await ask(url, data=body.encode(), headers=headers, allow_redirects=False)
                answer.close()
            except (aiohttp.ClientError, OSError, TimeoutError, ValueError):
                # Nothing more precise: it would tell what's in the operator's own network. The
                # cause holds the address, which belongs in no log.
                why = Text("there was no answer. I only write to public https addresses")
                raise TransientError(why) from None
        if not 200 <= answer.status < 300:
            why = Text("the answer was {status}", status=answer.status)
            raise PermanentError(why) if answer.status == 410 else TransientError(why)

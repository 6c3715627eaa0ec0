"""Connections and connectors of aiohttp that a test has left open: they are named after that test.
Otherwise a search for garbage finds them later, in the middle of a test that has nothing to do with
them."""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

from aiohttp.connector import BaseConnector, Connection

_KNOWN: WeakSet[Connection] = WeakSet()
_CONNECTORS: WeakSet[BaseConnector] = WeakSet()
_made = Connection.__init__
_connector_made = BaseConnector.__init__


def _noted(connection: Connection, *made: Any, **more: Any) -> None:
    _made(connection, *made, **more)
    _KNOWN.add(connection)


def _connector_noted(connector: BaseConnector, *made: Any, **more: Any) -> None:
    _connector_made(connector, *made, **more)
    _CONNECTORS.add(connector)


Connection.__init__ = _noted  # type: ignore[method-assign, assignment]
BaseConnector.__init__ = _connector_noted  # type: ignore[method-assign, assignment]


def left_open() -> list[str]:
    """Those whose event loop is over, which nobody will end any more; each only once."""
    left = [each for each in _KNOWN if each._protocol is not None and each._loop.is_closed()]
    for each in left:
        each._protocol = None
    idle = [each for each in _CONNECTORS if not each.closed and each._conns]
    connectors = [each for each in idle if each._loop.is_closed()]
    for connector in connectors:
        connector._closed = True
    return [repr(each) for each in [*left, *connectors]]

"""Requests without a client that would mend them first."""

import json
from collections.abc import Mapping
from typing import Any

import aiohttp

from sandbox import World

Answer = tuple[int, Any]


class Bare:
    """`await bare(method, path, body)` gives status and JSON; `headers` are those of the last
    answer."""

    headers: Mapping[str, str]

    def __init__(self, session: aiohttp.ClientSession, world: World) -> None:
        self._session = session
        self._world = world
        self.token = world.token

    async def __call__(self, method: str, path: str, body: Any = None, **more: Any) -> Answer:
        headers = {"Authorization": f"Bot {self.token}", **more.pop("headers", {})}
        asked = {"json": body} if "data" not in more and body is not None else {}
        url = self._world.api + path
        async with self._session.request(method, url, headers=headers, **asked, **more) as answer:
            self.headers = answer.headers
            return answer.status, json.loads(await answer.read() or b"{}")


def complaint(body: dict[str, Any], path: str) -> Any:
    """The list of complaints at a dotted path of the nested errors."""
    at = body["errors"]
    for key in path.split("."):
        at = at[key]
    return at["_errors"]

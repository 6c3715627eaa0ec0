"""Files as Discord's content network gives them: attachments, and a plain picture per person.

What an edit takes off a message is there for a while still, as a page may just be loading it.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Awaitable, Callable

from aiohttp import web

from sandbox.state import State

_COLOURS = ("#4e7d3a", "#8a5a2b", "#39687f", "#7a4a78", "#9a7b1f", "#5b6470")
_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}


def install(app: web.Application, state: State) -> None:
    app.router.add_get(r"/cdn/attachments/{channel}/{file:\d+}/{name}", _attachments(state))
    app.router.add_get("/cdn/avatars/{person}.svg", _avatars(state))


def _attachments(state: State) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def answer(request: web.Request) -> web.StreamResponse:
        file = state.store.files / request.match_info["file"]
        kind = mimetypes.guess_type(request.match_info["name"])[0] or "application/octet-stream"
        headers = {**_FOREVER, "Content-Type": kind, "X-Content-Type-Options": "nosniff"}
        if not file.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(file, headers=headers)

    return answer


def _avatars(state: State) -> Callable[[web.Request], Awaitable[web.Response]]:
    async def answer(request: web.Request) -> web.Response:
        person = state.people.get(request.match_info["person"])
        if person is None:
            raise web.HTTPNotFound
        letter = (person.global_name or person.username)[0].upper()
        return web.Response(text=_avatar(letter, int(person.id)), content_type="image/svg+xml")

    return answer


def _avatar(letter: str, number: int) -> str:
    colour = _COLOURS[number % len(_COLOURS)]
    shown = letter if letter.isalnum() else "?"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
        f'<circle cx="20" cy="20" r="20" fill="{colour}"/><text x="20" y="27" fill="#fff"'
        f' font-family="sans-serif" font-size="20" text-anchor="middle">{shown}</text></svg>'
    )

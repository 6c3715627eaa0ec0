"""Style and scripts, under names that hold a hash of what is in them: a browser keeps them for
good, and after an upgrade asks for others."""

from __future__ import annotations

import mimetypes
from hashlib import sha256
from pathlib import Path
from typing import Final

from aiohttp import web

FOLDER: Final = Path(__file__).parent / "static"
FOR_GOOD: Final = "public, max-age=31536000, immutable"


class Files:
    """The files of the folder `static`, read once."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._bytes = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
        whole = b"\0".join(self._bytes.values())
        self._mark = sha256(whole).hexdigest()[:16]

    def address(self, name: str) -> str:
        """Where a file is asked for."""
        return f"/static/{self._mark}/{name}"

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """A file by its name, whatever stands for the hash: an older page asks by an older one."""
        name = request.match_info["name"]
        if name not in self._bytes:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        current = request.match_info["mark"] == self._mark
        keep = FOR_GOOD if current else "no-cache"
        return web.Response(
            body=self._bytes[name],
            content_type="text/javascript" if name.endswith(".js") else kind,
            headers={"Cache-Control": keep},
        )

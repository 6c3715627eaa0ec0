"""Files: incoming multipart bodies, and outgoing attachments and avatars."""

import json
import mimetypes
import re
import struct
from dataclasses import dataclass
from typing import Any, cast

from aiohttp import http, web

from sandbox.model import Json
from sandbox.refusals import Refusal
from sandbox.state import SandboxState


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was sent; `index` is the n of files[n]."""

    index: int
    filename: str
    content: bytes


async def read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """The form and the files of a request. Raises `Refusal` if it can't be read."""
    try:
        if request.content_type == "multipart/form-data":
            form, files = {}, list[Upload]()
            for name, part in (await request.post()).items():
                if name == "payload_json":
                    form = json.loads(cast("str", part))
                elif isinstance(part, web.FileField) and (
                    field := re.match(r"files?(?:\[(\d+)\])?$", name)
                ):
                    with part.file as file:
                        named = _safe_name(part.filename)
                        files.append(Upload(int(field[1] or 0), named, file.read()))
            return form, files
        body = await request.read()
        return (json.loads(body) if body else {}), []
    except web.HTTPRequestEntityTooLarge:
        raise Refusal(413, 40005, "Request entity too large") from None
    except (ValueError, AssertionError, web.HTTPException, http.HttpProcessingError):
        raise Refusal(400, 50109, "The request body contains invalid JSON.") from None


def _safe_name(filename: str) -> str:
    """Discord keeps letters, digits, dots, dashes and underscores of a name."""
    return re.sub(r"[^\w.-]+", "_", filename.rsplit("/", 1)[-1]).strip(".") or "file"


def describe(attachment_id: str, upload: Upload, wanted: Json) -> Json:
    """An attachment object of a file, without its address."""
    shown: Json = {
        "id": attachment_id,
        "filename": _safe_name(wanted.get("filename") or upload.filename),
        "size": len(upload.content),
    }
    if wanted.get("description"):
        shown["description"] = wanted["description"]
    if (content_type := mimetypes.guess_type(shown["filename"])[0]) is not None:
        shown["content_type"] = content_type
    content = upload.content
    if content.startswith(b"\x89PNG\r\n\x1a\n") and len(content) >= 24:
        shown["width"], shown["height"] = struct.unpack(">II", content[16:24])
    elif content[:6] in (b"GIF87a", b"GIF89a") and len(content) >= 10:
        shown["width"], shown["height"] = struct.unpack("<HH", content[6:10])
    return shown


def install(app: web.Application, state: SandboxState) -> None:
    async def attachment(request: web.Request) -> web.StreamResponse:
        file = state.store.files / request.match_info["file"]
        kind = mimetypes.guess_type(request.match_info["name"])[0] or "application/octet-stream"
        if not file.is_file():
            raise web.HTTPNotFound
        headers = {
            "Cache-Control": "public, max-age=31536000, immutable",
            "Content-Type": kind,
            "X-Content-Type-Options": "nosniff",
        }
        return web.FileResponse(file, headers=headers)

    async def avatar(request: web.Request) -> web.Response:
        person = state.people.get(request.match_info["person"])
        if person is None:
            raise web.HTTPNotFound
        letter, colour = (person.global_name or person.username)[0].upper(), int(person.id) % 6
        colours = ("#4e7d3a", "#8a5a2b", "#39687f", "#7a4a78", "#9a7b1f", "#5b6470")
        picture = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
            f'<circle cx="20" cy="20" r="20" fill="{colours[colour]}"/><text x="20" y="27" '
            'fill="#fff" font-family="sans-serif" font-size="20" text-anchor="middle">'
            f"{letter if letter.isalnum() else '?'}</text></svg>"
        )
        return web.Response(text=picture, content_type="image/svg+xml")

    app.router.add_get(r"/cdn/attachments/{channel}/{file:\d+}/{name}", attachment)
    app.router.add_get("/cdn/avatars/{person}.svg", avatar)

"""Files on their way in: multipart bodies, names, sizes of pictures.

multipart/form-data   payload_json = the form, files[0], files[1] … = the files
"""

from __future__ import annotations

import json
import mimetypes
import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import http, web

from sandbox.model import Json
from sandbox.refusals import Refusal

_FIELD = re.compile(r"files?(?:\[(\d+)\])?$")
_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was sent; `index` is the n of files[n]."""

    index: int
    filename: str
    content: bytes


async def read_body(request: web.Request) -> tuple[Any, list[Upload]]:
    """The form and the files of a request. Raises `Refusal` when it cannot be read."""
    try:
        if request.content_type == "multipart/form-data":
            return _sorted(await request.post())
        body = await request.read()
        return (json.loads(body) if body else {}), []
    except web.HTTPRequestEntityTooLarge:
        raise Refusal(413, 40005, "Request entity too large") from None
    except (ValueError, AssertionError, web.HTTPException, http.HttpProcessingError):
        message = "The request body contains invalid JSON."
        raise Refusal(400, 50109, message) from None


def _sorted(parts: Mapping[str, Any]) -> tuple[Any, list[Upload]]:
    form: Any = {}
    files: list[Upload] = []
    for name, part in parts.items():
        if name == "payload_json":
            form = json.loads(part)
        elif (field := _FIELD.match(name)) and isinstance(part, web.FileField):
            with part.file as file:
                files.append(Upload(int(field[1] or 0), safe_name(part.filename), file.read()))
    return form, files


def safe_name(filename: str) -> str:
    """Discord keeps letters, digits, dots, dashes and underscores of a name."""
    bare = re.sub(r"[^\w.-]+", "_", filename.rsplit("/", 1)[-1]).strip(".")
    return bare or "file"


def describe(attachment_id: str, upload: Upload, wanted: Json) -> Json:
    """What is kept of a file: an attachment object without its address."""
    shown: Json = {
        "id": attachment_id,
        "filename": safe_name(wanted.get("filename") or upload.filename),
        "size": len(upload.content),
    }
    if wanted.get("description"):
        shown["description"] = wanted["description"]
    if (content_type := mimetypes.guess_type(shown["filename"])[0]) is not None:
        shown["content_type"] = content_type
    if (size := picture_size(upload.content)) is not None:
        shown["width"], shown["height"] = size
    return shown


def picture_size(content: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG or GIF, None of anything else."""
    if content.startswith(_PNG) and len(content) >= 24:
        width, height = struct.unpack(">II", content[16:24])
        return width, height
    if content[:6] in (b"GIF87a", b"GIF89a") and len(content) >= 10:
        width, height = struct.unpack("<HH", content[6:10])
        return width, height
    return None

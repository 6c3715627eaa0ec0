"""Files on their way in: multipart bodies, names, sizes of pictures.

multipart/form-data   payload_json = the form, files[0], files[1] … = the files
"""

from __future__ import annotations

import json
import mimetypes
import re
import struct
from dataclasses import dataclass
from typing import Any

from sandbox.model import Json
from sandbox.refusals import Refusal

_NAME = re.compile(rb'\bname="((?:[^"\\]|\\.)*)"')
_FILENAME = re.compile(rb'\bfilename="((?:[^"\\]|\\.)*)"')
_FIELD = re.compile(r"files?(?:\[(\d+)\])?$")
_BOUNDARY = re.compile(r'boundary="?([^";]+)"?')
_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was sent; `index` is the n of files[n]."""

    index: int
    filename: str
    content: bytes


def read_body(content_type: str, body: bytes) -> tuple[Any, list[Upload]]:
    """The form and the files of a request. Raises `Refusal` 50109 when it is not readable."""
    try:
        if content_type.startswith("multipart/form-data"):
            return _read_multipart(content_type, body)
        return (json.loads(body) if body else {}), []
    except (ValueError, AttributeError):
        message = "The request body contains invalid JSON."
        raise Refusal(400, 50109, message) from None


def _read_multipart(content_type: str, body: bytes) -> tuple[Any, list[Upload]]:
    form: Any = {}
    files: list[Upload] = []
    for name, filename, content in _parts(content_type, body):
        if name == "payload_json":
            form = json.loads(content)
        elif (field := _FIELD.match(name)) and filename is not None:
            files.append(Upload(int(field[1] or 0), safe_name(filename), content))
    return form, files


def _parts(content_type: str, body: bytes) -> list[tuple[str, str | None, bytes]]:
    boundary = _BOUNDARY.search(content_type)
    if boundary is None:
        raise ValueError("no boundary")
    pieces = (b"\r\n" + body).split(b"\r\n--" + boundary[1].encode())
    return [_part(piece) for piece in pieces[1:-1]]


def _part(piece: bytes) -> tuple[str, str | None, bytes]:
    head, _, content = piece.partition(b"\r\n\r\n")
    name, filename = _NAME.search(head), _FILENAME.search(head)
    if name is None:
        raise ValueError("a part without a name")
    return _text(name[1]), filename and _text(filename[1]), content


def _text(quoted: bytes) -> str:
    return re.sub(r"\\(.)", r"\1", quoted.decode("utf-8", "replace"))


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

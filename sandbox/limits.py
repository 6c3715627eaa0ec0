"""The judge of messages: what Discord refuses for its size or shape.

content 2000 · attachments 10, each 10 MiB · alt text 1024 · nonce 25
components: see `limits_components`
"""

from __future__ import annotations

from sandbox import limits_components, mentions
from sandbox.model import Json
from sandbox.refusals import MAX_LENGTH, TYPE, Faults, Refusal
from sandbox.uploads import Upload

CONTENT, ATTACHMENTS, ALT_TEXT, NONCE = 2000, 10, 1024, 25
FILE_SIZE = 10 * 1024 * 1024
REQUEST_SIZE = 25 * 1024 * 1024

_EDIT_FIELDS = frozenset(
    ["content", "flags", "allowed_mentions", "components", "attachments", "tts"]
)
_CREATE_FIELDS = _EDIT_FIELDS | {"nonce", "enforce_nonce", "message_reference"}
_KINDS = {"create": _CREATE_FIELDS, "edit": _EDIT_FIELDS, "webhook": _EDIT_FIELDS}


def check_message(body: Json, files: list[Upload], kind: str) -> None:
    """Refuse a form of the kind "create", "edit" or "webhook" that breaks a limit, or asks for
    what no bot here needs."""
    faults = Faults()
    faults.known("", body, _KINDS[kind])
    _check_types(faults, body)
    faults.length("content", body.get("content") or "", 0, CONTENT)
    faults.length("nonce", str(body.get("nonce") or ""), 0, NONCE)
    mentions.check(faults, body.get("allowed_mentions"))
    _check_attachments(faults, body.get("attachments") or [], files)
    limits_components.check(faults, body.get("components") or [])
    faults.refuse()
    check_sizes(files)


def _check_types(faults: Faults, body: Json) -> None:
    """The rest of the judge relies on these."""
    if not isinstance(body.get("content"), str | None):
        faults.add("content", TYPE, "Could not interpret value as string.")
    if not isinstance(body.get("flags"), int | None):
        faults.add("flags", TYPE, "Could not interpret value as int.")
    for name in ("allowed_mentions", "message_reference"):
        if not isinstance(body.get(name), dict | None):
            faults.add(name, TYPE, "Only dictionaries may be used in a DictType")
    for name in ("components", "attachments"):
        faults.objects(name, body.get(name))
    faults.refuse()


def _check_attachments(faults: Faults, wanted: list[Json], files: list[Upload]) -> None:
    if len(files) > ATTACHMENTS:
        faults.add("files", MAX_LENGTH, f"Must be {ATTACHMENTS} or fewer in length.")
    faults.length("attachments", wanted, 0, ATTACHMENTS)
    for i, each in enumerate(wanted):
        faults.length(f"attachments.{i}.description", each.get("description") or "", 0, ALT_TEXT)


def check_sizes(files: list[Upload]) -> None:
    if any(len(each.content) > FILE_SIZE for each in files):
        raise Refusal(413, 40005, "Request entity too large")


def empty_message() -> Refusal:
    return Refusal(400, 50006, "Cannot send an empty message")

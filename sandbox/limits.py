"""The judge of messages: what Discord refuses for its size or shape.

content 2000 · embeds 10, together 6000 characters · attachments 10, each 10 MiB
alt text 1024 · nonce 25 · components: see `limits_components`
"""

from __future__ import annotations

from typing import Any

from sandbox import limits_components, mentions
from sandbox.model import COMPONENTS_V2, Json
from sandbox.refusals import MAX_LENGTH, TYPE, Faults, Refusal
from sandbox.uploads import Upload

CONTENT, EMBEDS, EMBED_SUM, ATTACHMENTS, ALT_TEXT, NONCE = 2000, 10, 6000, 10, 1024, 25
FILE_SIZE = 10 * 1024 * 1024
REQUEST_SIZE = 25 * 1024 * 1024

_EDIT_FIELDS = frozenset(
    [
        "content",
        "embeds",
        "flags",
        "allowed_mentions",
        "components",
        "attachments",
        "tts",
        "payload_json",
    ]
)
_CREATE_FIELDS = _EDIT_FIELDS | frozenset(
    ["nonce", "enforce_nonce", "message_reference", "sticker_ids"]
)
_WEBHOOK_FIELDS = _EDIT_FIELDS | frozenset(["username", "avatar_url", "thread_name"])
_KINDS = {"create": _CREATE_FIELDS, "edit": _EDIT_FIELDS, "webhook": _WEBHOOK_FIELDS}

_EMBED_TEXTS = {"title": 256, "description": 4096}


def check_message(body: Json, files: list[Upload], kind: str, *, before_flags: int = 0) -> None:
    """Refuse a form of the kind "create", "edit" or "webhook" that breaks a limit."""
    faults = Faults()
    faults.known("", body, _KINDS[kind])
    _check_types(faults, body)
    faults.length("content", body.get("content") or "", 0, CONTENT)
    faults.length("nonce", str(body.get("nonce") or ""), 0, NONCE)
    mentions.check(faults, body.get("allowed_mentions"))
    _check_embeds(faults, body.get("embeds") or [])
    _check_attachments(faults, body.get("attachments") or [], files)
    flags = before_flags | (body.get("flags") or 0)
    names = {each.filename for each in files} | _names(body)
    limits_components.check(faults, body.get("components") or [], flags, names)
    if flags & COMPONENTS_V2:
        _check_v2(faults, body)
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
    for name in ("embeds", "components", "attachments"):
        faults.objects(name, body.get(name))
    faults.refuse()


def _names(body: Json) -> set[str]:
    return {each["filename"] for each in body.get("attachments") or () if each.get("filename")}


def _check_v2(faults: Faults, body: Json) -> None:
    for name in ("content", "embeds", "sticker_ids", "poll"):
        if body.get(name):
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            message = f"The '{name}' field cannot be used with flag 32768 (IS_COMPONENTS_V2)."
            faults.add(name, code, message)


def _check_embeds(faults: Faults, embeds: list[Json]) -> None:
    faults.length("embeds", embeds, 0, EMBEDS)
    for i, embed in enumerate(embeds):
        for name, most in _EMBED_TEXTS.items():
            faults.length(f"embeds.{i}.{name}", embed.get(name) or "", 0, most)
        _check_embed_parts(faults, f"embeds.{i}", embed)
    if sum(map(_embed_length, embeds)) > EMBED_SUM:
        code, message = "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {EMBED_SUM}"
        faults.add("embeds", code, message)


def _check_embed_parts(faults: Faults, path: str, embed: Json) -> None:
    faults.length(f"{path}.footer.text", _in(embed, "footer", "text"), 0, 2048)
    faults.length(f"{path}.author.name", _in(embed, "author", "name"), 0, 256)
    faults.length(f"{path}.fields", embed.get("fields") or [], 0, 25)
    for i, each in enumerate(embed.get("fields") or []):
        faults.length(f"{path}.fields.{i}.name", each.get("name") or "", 1, 256)
        faults.length(f"{path}.fields.{i}.value", each.get("value") or "", 1, 1024)


def _in(embed: Json, part: str, name: str) -> Any:
    return (embed.get(part) or {}).get(name) or ""


def _embed_length(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [_in(embed, "footer", "text"), _in(embed, "author", "name")]
    for each in embed.get("fields") or ():
        texts += [each.get("name"), each.get("value")]
    return sum(len(text or "") for text in texts)


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

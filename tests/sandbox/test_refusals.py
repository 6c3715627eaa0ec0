"""What Discord refuses is refused, with its status, its code and its nested errors."""

from __future__ import annotations

import io
import json
from typing import Any

import aiohttp
import pytest

from sandbox import World
from sandbox.founding import BOT_ID, CHANNELS, GUILD_ID, PEOPLE
from tests.sandbox.bare import Bare, complaint
from tests.sandbox.client import png

GAMES = next(iter(CHANNELS))
ANN = next(iter(PEOPLE))
MESSAGES = f"/channels/{GAMES}/messages"


def button(custom_id: str = "a", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "A", "custom_id": custom_id, **more}


def row(*children: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(children)}


def rows(count: int) -> list[dict[str, Any]]:
    return [row(button(str(n))) for n in range(count)]


def select(count: int, **more: Any) -> dict[str, Any]:
    options = [{"label": str(n), "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": options, **more}


TEXT = {"type": 10, "content": "hi"}

BAD_MESSAGES: dict[str, tuple[dict[str, Any], str]] = {
    "content of 2001": ({"content": "x" * 2001}, "content"),
    "a misspelt field": ({"content": "x", "embed": {}}, "embed"),
    "six rows": ({"content": "x", "components": rows(6)}, "components"),
    "six buttons": (
        {"content": "x", "components": [row(*(button(str(n)) for n in range(6)))]},
        "components.0.components",
    ),
    "an empty row": ({"content": "x", "components": [row()]}, "components.0.components"),
    "a custom_id of 101": (
        {"content": "x", "components": [row(button("x" * 101))]},
        "components.0.components.0.custom_id",
    ),
    "no custom_id": (
        {"content": "x", "components": [row({"type": 2, "style": 1, "label": "A"})]},
        "components.0.components.0.custom_id",
    ),
    "the same custom_id twice": (
        {"content": "x", "components": [row(button()), row(button())]},
        "components.1.components.0.custom_id",
    ),
    "a label of 81": (
        {"content": "x", "components": [row(button(label="x" * 81))]},
        "components.0.components.0.label",
    ),
    "26 options": (
        {"content": "x", "components": [row(select(26))]},
        "components.0.components.0.options",
    ),
    "a select beside a button": (
        {"content": "x", "components": [row(select(2), button())]},
        "components.0.components",
    ),
    "V2 without its flag": ({"components": [TEXT]}, "components.0.type"),
    "V2 with content": ({"content": "x", "flags": 32768, "components": [TEXT]}, "content"),
    "41 nested parts": (
        {"flags": 32768, "components": [{"type": 17, "components": [TEXT] * 40}]},
        "components",
    ),
    "a gallery without its file": (
        {
            "flags": 32768,
            "components": [{"type": 12, "items": [{"media": {"url": "attachment://no.png"}}]}],
        },
        "components.0",
    ),
    "11 embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds"),
    "6001 characters of embeds": ({"embeds": [{"description": "x" * 3001}] * 2}, "embeds"),
    "an alt text of 1025": (
        {"content": "x", "attachments": [{"id": 0, "description": "x" * 1025}]},
        "attachments.0.description",
    ),
    "a nonce of 26": ({"content": "x", "nonce": "n" * 26}, "nonce"),
    "users parsed and listed": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": [ANN]}},
        "allowed_mentions",
    ),
    "a reply to nothing": (
        {"content": "x", "message_reference": {"message_id": "77"}},
        "message_reference",
    ),
}


@pytest.mark.parametrize("name", BAD_MESSAGES)
async def test_a_message_out_of_bounds_is_refused(bare: Bare, name: str) -> None:
    """Discord, reference: limits of messages and components; errors nest down to `_errors`."""
    form, path = BAD_MESSAGES[name]
    status, body = await bare("POST", MESSAGES, form)
    assert (status, body["code"]) == (400, 50035)
    assert complaint(body, path)[0].keys() == {"code", "message"}
    assert await bare("GET", MESSAGES) == (200, [])


def files(*contents: bytes, form: dict[str, Any] | None = None) -> aiohttp.FormData:
    data = aiohttp.FormData(quote_fields=False)
    data.add_field("payload_json", json.dumps(form or {}))
    for n, content in enumerate(contents):
        data.add_field(f"files[{n}]", io.BytesIO(content), filename=f"f{n}.png")
    return data


async def test_ten_attachments_are_the_most(bare: Bare) -> None:
    assert (await bare("POST", MESSAGES, data=files(*[png()] * 10)))[0] == 200
    status, body = await bare("POST", MESSAGES, data=files(*[png()] * 11))
    assert (status, body["code"]) == (400, 50035)


@pytest.mark.parametrize("size", [10 * 1024 * 1024 + 1, 26 * 1024 * 1024])
async def test_a_file_too_large_is_refused(bare: Bare, size: int) -> None:
    """Discord: 10 MiB a file, 25 MiB a request."""
    status, body = await bare("POST", MESSAGES, data=files(bytes(size)))
    assert (status, body["code"]) == (413, 40005)


async def test_an_embed_takes_its_picture_out_of_the_list(bare: Bare) -> None:
    form = {"embeds": [{"title": "Board", "image": {"url": "attachment://f0.png"}}]}
    status, body = await bare("POST", MESSAGES, data=files(png(), form=form))
    assert status == 200
    assert body["attachments"] == []
    assert body["embeds"][0]["image"]["width"] == 40


WRONG: dict[str, tuple[str, str, Any, tuple[int, int]]] = {
    "an empty message": ("POST", MESSAGES, {"content": " "}, (400, 50006)),
    "an unknown channel": ("POST", "/channels/77/messages", {"content": "x"}, (404, 10003)),
    "an unknown message": ("GET", f"{MESSAGES}/77", None, (404, 10008)),
    "an unknown message to change": ("PATCH", f"{MESSAGES}/77", {"content": "x"}, (404, 10008)),
    "an unknown user": ("GET", "/users/77", None, (404, 10013)),
    "a foreign server": ("GET", "/guilds/77", None, (403, 50001)),
    "an unknown role": ("GET", f"/guilds/{GUILD_ID}/roles/77", None, (404, 10011)),
    "a message to itself": ("POST", "/users/@me/channels", {"recipient_id": BOT_ID}, (400, 50007)),
    "an unknown interaction": (
        "POST",
        "/interactions/77/token/callback",
        {"type": 4, "data": {"content": "x"}},
        (404, 10062),
    ),
    "an unknown webhook": ("POST", f"/webhooks/{BOT_ID}/token", {"content": "x"}, (404, 10015)),
    "a wrong route": ("GET", "/nowhere", None, (404, 0)),
    "a wrong method": ("DELETE", "/users/@me", None, (404, 0)),
    "a thread's empty name": (
        "POST",
        f"/channels/{GAMES}/threads",
        {"name": "", "type": 11},
        (400, 50035),
    ),
    "a list for an object": ("POST", MESSAGES, [], (400, 50035)),
}


@pytest.mark.parametrize("name", WRONG)
async def test_a_wrong_request_gets_discords_code(bare: Bare, name: str, world: World) -> None:
    """Discord, opcodes and status codes: JSON error codes."""
    method, path, body, expected = WRONG[name]
    status, said = await bare(method, path, body)
    assert (status, said["code"]) == expected
    world.exchanges = []  # routes that do not exist are not described


ODD: tuple[Any, ...] = (5, "x", [], [5], {}, [[]], True)


@pytest.mark.parametrize("value", ODD, ids=str)
@pytest.mark.parametrize(
    "field", ["content", "embeds", "components", "attachments", "allowed_mentions", "flags"]
)
async def test_a_field_of_the_wrong_type_is_refused_and_never_breaks_the_server(
    bare: Bare, world: World, field: str, value: Any
) -> None:
    """A broken server would make the client try again; Discord answers 400."""
    status, _ = await bare("POST", MESSAGES, {"nonce": "1", field: value})
    assert status in (200, 400)
    world.exchanges = []  # what is lenient here is of no interest


async def test_unreadable_json_is_refused(bare: Bare) -> None:
    status, body = await bare("POST", MESSAGES, data=b"{")
    assert (status, body["code"]) == (400, 50109)


async def test_a_wrong_token_is_unauthorized(bare: Bare) -> None:
    bare.token = "wrong"
    assert await bare("GET", "/users/@me") == (401, {"message": "401: Unauthorized", "code": 0})


async def test_the_content_type_is_exact(world: World) -> None:
    """The client reads an answer as JSON only without a charset."""
    async with aiohttp.ClientSession() as session, session.get(world.api + "/users/@me") as answer:
        assert answer.headers["Content-Type"] == "application/json"


async def test_a_fault_strikes_as_often_as_told(bare: Bare, world: World) -> None:
    world.fault("GET", "/users/@me$", 503, {"message": "out", "code": 0}, times=2)
    statuses = [(await bare("GET", "/users/@me"))[0] for _ in range(3)]
    assert statuses == [503, 503, 200]


async def test_an_answer_can_be_lost(bare: Bare, world: World) -> None:
    """The post is there, but the client learns of it only by its nonce."""
    form = {"content": "Board.", "nonce": "row 1", "enforce_nonce": True}
    world.fault("POST", "/messages$", 500, done=True)
    assert (await bare("POST", MESSAGES, form))[0] == 500
    _, again = await bare("POST", MESSAGES, form)
    _, (only,) = await bare("GET", MESSAGES)
    assert only["id"] == again["id"]

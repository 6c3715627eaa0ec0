"""The sandbox refuses as Discord does, with its status, its code and its nested errors."""

import io
import json
from typing import Any

import aiohttp
import pytest

from sandbox import World
from sandbox.model import BOT_ID, CHANNELS, PEOPLE
from sandbox.world import PlannedFault
from tests.guest import Guest, GuestError
from tests.sandbox.bare import Bare, complaint
from tests.sandbox.client import png
from tests.sandbox.openapi import judge

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


def shown(*components: dict[str, Any]) -> dict[str, Any]:
    return {"content": "x", "components": list(components)}


PART = "components.0.components"  # of the first row
BAD_MESSAGES: dict[str, tuple[dict[str, Any], str]] = {
    "content of 2001": ({"content": "x" * 2001}, "content"),
    "a misspelt field": ({"content": "x", "embed": {}}, "embed"),
    "six rows": (shown(*rows(6)), "components"),
    "six buttons": (shown(row(*(button(str(n)) for n in range(6)))), PART),
    "an empty row": (shown(row()), PART),
    "a custom_id of 101": (shown(row(button("x" * 101))), f"{PART}.0.custom_id"),
    "no custom_id": (shown(row({"type": 2, "style": 1, "label": "A"})), f"{PART}.0.custom_id"),
    "the same custom_id twice": (
        shown(row(button()), row(button())),
        "components.1.components.0.custom_id",
    ),
    "a label of 81": (shown(row(button(label="x" * 81))), f"{PART}.0.label"),
    "26 options": (shown(row(select(26))), f"{PART}.0.options"),
    "a select beside a button": (shown(row(select(2), button())), PART),
    "a part that is no row": (shown({"type": 10, "content": "x"}), "components.0.type"),
    "an alt text of 1025": (
        {"content": "x", "attachments": [{"id": 0, "description": "x" * 1025}]},
        "attachments.0.description",
    ),
    "a nonce of 26": ({"content": "x", "nonce": "n" * 26}, "nonce"),
    "a reply to nothing": (
        {"content": "x", "message_reference": {"message_id": "77"}},
        "message_reference",
    ),
}


async def test_a_message_out_of_bounds_is_refused(bare: Bare) -> None:
    """Discord, reference: limits of messages and components; errors nest down to `_errors`."""
    for name, (form, path) in BAD_MESSAGES.items():
        status, body = await bare("POST", MESSAGES, form)
        assert (status, body["code"]) == (400, 50035), name
        assert complaint(body, path)[0].keys() == {"code", "message"}, name
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


HELLO = {"content": "x"}
OPEN, THREADS = "/users/@me/channels", f"{MESSAGES}/{{message}}/threads"
WRONG: dict[str, tuple[str, str, Any, tuple[int, int]]] = {
    "an empty message": ("POST", MESSAGES, {"content": " "}, (400, 50006)),
    "an unknown channel": ("POST", "/channels/77/messages", HELLO, (404, 10003)),
    "an unknown message": ("GET", f"{MESSAGES}/77", None, (404, 10008)),
    "an unknown message to change": ("PATCH", f"{MESSAGES}/77", HELLO, (404, 10008)),
    "an unknown user": ("POST", OPEN, {"recipient_id": "77"}, (404, 10013)),
    "no message of a history": ("GET", f"{MESSAGES}?limit=0", None, (400, 50035)),
    "101 messages of a history": ("GET", f"{MESSAGES}?limit=101", None, (400, 50035)),
    "a history before a word": ("GET", f"{MESSAGES}?before=x", None, (400, 50035)),
    "a message to itself": ("POST", OPEN, {"recipient_id": BOT_ID}, (400, 50007)),
    "an unknown interaction": (
        "POST",
        "/interactions/77/token/callback",
        {"type": 4, "data": HELLO},
        (404, 10062),
    ),
    "an unknown webhook": ("POST", f"/webhooks/{BOT_ID}/token", HELLO, (404, 10015)),
    "a wrong route": ("GET", "/nowhere", None, (404, 0)),
    "a wrong method": ("DELETE", "/users/@me", None, (404, 0)),
    "a thread's empty name": ("POST", THREADS, {"name": ""}, (400, 50035)),
    "a list for an object": ("POST", MESSAGES, [], (400, 50035)),
}


async def test_a_wrong_request_gets_discords_code(bare: Bare, world: World) -> None:
    """Discord, opcodes and status codes: JSON error codes."""
    for name, (method, path, body, expected) in WRONG.items():
        if "{message}" in path:
            path = path.format(message=(await bare("POST", MESSAGES, {"content": "x"}))[1]["id"])
        status, said = await bare(method, path, body)
        assert (status, said["code"]) == expected, name
    world.exchanges = []  # routes that do not exist are not described


async def test_a_field_of_the_wrong_type_is_refused_and_never_breaks_the_server(
    bare: Bare, world: World
) -> None:
    """A broken server would make the client try again; Discord answers 400."""
    odd: tuple[Any, ...] = (5, "x", [], [5], {}, [[]], True)
    for field in ("content", "components", "attachments", "allowed_mentions", "flags"):
        for value in odd:
            status, _ = await bare("POST", MESSAGES, {"nonce": "1", field: value})
            assert status in (200, 400), (field, value)
    world.exchanges = []  # lenient answers are of no interest here


# -- Accidents: the doors by which also a bot in another process can be tested.

ME = ("GET", "/users/@me")


async def test_the_next_request_gets_the_accident(
    bare: Bare, world: World, people: dict[str, Guest]
) -> None:
    """As often as told, with its code in the body; then Discord answers as ever. Discord's
    pitfalls: a 429 without Via is taken for a ban, JSON is exactly `application/json`."""
    ann = people["Ann"]
    for kind, status in (("429", 429), ("429 global", 429), ("503", 503), ("10008", 404)):
        fault = {"method": "GET", "path": "/users/@me$", "seconds": 0.01, "times": 2}
        await ann.act("fault", kind=kind, **fault)
        assert [(await bare(*ME))[0] for _ in range(3)] == [status, status, 200]
        await ann.act("fault", kind=kind, **fault)
        _, body = await bare(*ME)
        headers = bare.headers
        assert headers["Content-Type"] == "application/json"
        if status == 429:
            assert headers["Via"]
            assert body["retry_after"] == float(headers["Retry-After"]) == 0.01
            everywhere = "X-RateLimit-Global" in headers
            assert body["global"] == everywhere == kind.endswith("global")
        else:
            assert str(body["code"]) == {"503": "0"}.get(kind, kind)
        await ann.act("fault")  # calls it off
        assert (await bare(*ME))[0] == 200


SENSELESS = [
    ("fault", {"kind": "418", "method": "GET", "path": "x"}, "kind must be one of 429"),
    ("fault", {"kind": "500", "method": "GET", "path": "("}, "isn't a regular expression"),
    ("fault", {"kind": "500", "method": "GET"}, "path is missing"),
    ("gateway", {"do": "explode"}, "must be close, reconnect, invalid or forgotten"),
    ("thread", {"channel": GAMES}, "That isn't a thread."),
]


async def test_an_accident_that_makes_no_sense_is_refused(
    world: World, people: dict[str, Guest]
) -> None:
    for act, asked, sentence in SENSELESS:
        with pytest.raises(GuestError, match=sentence):
            await people["Ann"].act(act, **asked)
    assert world.faults == []


async def test_an_answer_can_be_lost(bare: Bare, world: World) -> None:
    """The post is there, but the client learns of it only by its nonce."""
    form = {"content": "Board.", "nonce": "row 1", "enforce_nonce": True}
    world.faults.append(PlannedFault("POST", "/messages$", 500, done=True))
    assert (await bare("POST", MESSAGES, form))[0] == 500
    _, again = await bare("POST", MESSAGES, form)
    _, (only,) = await bare("GET", MESSAGES)
    assert only["id"] == again["id"]


COMMANDS = f"/applications/{BOT_ID}/commands"


def command(name: str = "do", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Does it.", **more}


def option(name: str = "line", **more: Any) -> dict[str, Any]:
    return {"type": 3, "name": name, "description": "A line.", **more}


LONG = [
    option(f"o{n}", choices=[{"name": "x" * 80, "value": f"{m}"} for m in range(25)])
    for n in range(5)
]


def having(*options: dict[str, Any]) -> list[dict[str, Any]]:
    return [command(options=list(options))]


ONE = [{"name": "x", "value": "x"}]
BAD_COMMANDS: dict[str, tuple[list[dict[str, Any]], str]] = {
    "an upper-case name": ([command("Do")], "0.name"),
    "a name of 33": ([command("x" * 33)], "0.name"),
    "a name with a blank": ([command("do it")], "0.name"),
    "no description": ([{"name": "do"}], "0.description"),
    "a description of 101": ([command(description="x" * 101)], "0.description"),
    "26 options": (having(*(option(f"o{n}") for n in range(26))), "0.options"),
    "26 choices": (having(option(choices=ONE * 26)), "0.options.0.choices"),
    "required after optional": (having(option("a"), option("b", required=True)), "0.options.1"),
    "the same name twice": ([command(), command()], "1.name"),
    "the same option twice": (having(option(), option()), "0.options.1"),
    "a subcommand beside an option": (having(option(type=1), option("b")), "0.options"),
    "a misspelt field": ([command(handler=1)], "0.handler"),
    "8001 characters": (having(*LONG), "0"),
    "choices with autocompletion": (having(option(autocomplete=True, choices=ONE)), "0.options.0"),
}


async def test_a_command_out_of_bounds_is_refused(bare: Bare) -> None:
    """Discord, application commands: limits and naming."""
    for name, (commands, path) in BAD_COMMANDS.items():
        status, body = await bare("PUT", COMMANDS, commands)
        assert (status, body["code"]) == (400, 50035), name
        assert complaint(body, path), name


async def test_a_hundred_commands_are_the_most(bare: Bare) -> None:
    """Discord, application commands: 100 chat input commands in a scope."""
    assert (await bare("PUT", COMMANDS, [command(f"c{n}") for n in range(100)]))[0] == 200
    status, body = await bare("PUT", COMMANDS, [command(f"c{n}") for n in range(101)])
    assert (status, body["code"]) == (400, 30032)


# The judge must see faults, or its silence means nothing.


async def exchange(world: World, bare: Bare) -> tuple[str, str, Any, int, Any]:
    await bare("POST", MESSAGES, {"content": "x"})
    assert world.exchanges is not None
    return world.exchanges.pop()


@pytest.mark.openapi
async def test_an_answer_without_a_key_is_found(world: World, bare: Bare) -> None:
    method, path, body, status, said = await exchange(world, bare)
    for missing in ("id", "author", "flags", "pinned"):
        shown = {key: value for key, value in said.items() if key != missing}
        world.exchanges = [(method, path, body, status, shown)]
        assert missing in str(judge(world))
    world.exchanges = []


@pytest.mark.openapi
async def test_numbers_for_ids_are_forgiven(world: World, bare: Bare) -> None:
    """The client sends the ids of attachments as numbers and Discord takes them."""
    method, path, _, status, said = await exchange(world, bare)
    form = {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}
    world.exchanges = [(method, path, form, status, said)]
    assert judge(world) == []

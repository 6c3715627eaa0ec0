"""REST: the path of a request from the bot: token, body, handler, answer. A journal can record each
request and its answer for a check from outside."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from sandbox.files import Upload, read_body
from sandbox.limits import MessageForm
from sandbox.model import Channel, Json, Message
from sandbox.refusals import Refusal, invalid
from sandbox.world import World

NAMED_BY = "LUMBERCAMP_SANDBOX_JOURNAL"  # a file that several sandboxes may write to
Exchange = tuple[str, str, Any, int, Any]  # method, path, body, status, answer


def note(exchange: Exchange) -> None:
    """Write an exchange to the journal that the environment names, if any, as one whole line."""
    if named := os.environ.get(NAMED_BY):
        file = os.open(named, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.write(file, json.dumps(exchange).encode() + b"\n")
        os.close(file)


PREFIX = "/api/v10"
Reply = tuple[int, Any]  # status and JSON; None as JSON means an answer without a body
NO_CONTENT: Reply = (204, None)


@dataclass(slots=True)
class RestCall:
    """One request. bearer: a person's token, if it has one."""

    world: World
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    files: list[Upload]
    bearer: str = ""

    @property
    def form(self) -> Json:
        """The body, which must be an object."""
        if not isinstance(self.body, dict):
            raise invalid("", "Only dictionaries may be used.")
        return self.body

    @property
    def draft(self) -> MessageForm:
        return MessageForm(self.form, self.files)

    @property
    def channel(self) -> Channel:
        return self.world.channel(self.params["channel"])

    @property
    def message(self) -> Message:
        """The message in the path; ephemeral ones aren't found in channels."""
        found = self.world.message(self.channel.id, self.params["message"])
        return found if found.only is None else self.world.message("", "")


Handler = Callable[[RestCall], Reply]


_ROUTES: list[tuple[str, str, Handler, bool]] = []  # of all modules


def route(method: str, path: str, *, open: bool = False) -> Callable[[Handler], Handler]:
    """Declare a handler. open: it has its own secret in the path."""

    def add(handler: Handler) -> Handler:
        _ROUTES.append((method, path, handler, open))
        return handler

    return add


def install(app: web.Application, world: World) -> None:
    def nowhere(call: RestCall) -> Reply:
        raise Refusal(404, 0, "404: Not Found")

    for method, path, handler, is_open in (*_ROUTES, ("*", "/{tail:.*}", nowhere, True)):
        app.router.add_route(method, PREFIX + path, _door(world, handler, is_open))


def _door(world: World, handler: Handler, is_open: bool) -> Callable[[web.Request], Any]:
    async def answer(request: web.Request) -> web.Response:
        sent: tuple[Any, list[Upload]] | Refusal
        try:  # read it whole, so a counted fault means that it has arrived
            sent = await read_body(request)
        except Refusal as refusal:
            sent = refusal
        due = (each for each in world.faults if each.times > 0 and each.method == request.method)
        fault = next((each for each in due if re.search(each.path, request.path)), None)
        if fault is not None:
            fault.times -= 1
            if fault.delay:
                await asyncio.sleep(fault.delay)
        if fault is None or fault.done or not fault.status:
            status, shown = _answer(world, handler, is_open, request, sent)
        headers: Mapping[str, str] = {}
        if fault is not None and fault.status:
            status, shown, headers = fault.status, fault.body, fault.headers
        if shown is None:
            return web.Response(status=status, headers=headers)
        body = json.dumps(shown, ensure_ascii=False, separators=(",", ":")).encode()
        kind = "application/json"  # exactly this, without a charset
        return web.Response(status=status, body=body, content_type=kind, headers=headers)

    return answer


def _answer(
    world: World,
    handler: Handler,
    is_open: bool,
    request: web.Request,
    sent: tuple[Any, list[Upload]] | Refusal,
) -> Reply:
    body: Any = None
    try:
        authorization = request.headers.get("Authorization", "")
        if not is_open and authorization != f"Bot {world.token}":
            raise Refusal(401, 0, "401: Unauthorized")
        if isinstance(sent, Refusal):
            raise sent
        body, files = sent
        bearer = authorization.removeprefix("Bearer ")
        it = RestCall(world, request.match_info, request.query, body, files, bearer)
        status, shown = handler(it)
    except Refusal as refusal:
        status, shown = refusal.status, refusal.body()
    exchange = request.method, request.path, body, status, shown
    if world.exchanges is None:
        note(exchange)
    else:
        world.exchanges.append(exchange)
    return status, shown

"""Notifications outside Discord, by a webhook: proved, sent after the mention, signed, resting."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import re
import socket
from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress
from inspect import iscoroutinefunction
from ipaddress import ip_address, ip_network
from pathlib import Path
from random import Random
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import RawTestServer

from bot.features import outgoing
from bot.features.outgoing import Outgoing, is_public
from bot.messages.courier import PermanentError, TransientError
from rules.text import Text
from tests.acting import ANN, BEN, EVE, Person
from tests.bot.core import CHANNEL, Core, Patch
from tests.bot.features.test_privacy import deleted
from tests.bot.outbox.test_calls import at, comes, everybody, mentions
from tests.bot.playing import turn
from tests.bot.transport import DIRECT, Killed
from tests.stores import STORES

THIS, OTHER = (ip_network("127.0.0.1"),), (ip_network("127.0.0.9"),)
FAILED = "I couldn't reach you by Webhook"


def names(*addresses: str) -> Any:
    """A look-up of names that answers with these addresses, one at each call."""
    left = iter(addresses)
    return lambda _, port, **__: socket.getaddrinfo(next(left), port, type=socket.SOCK_STREAM)


class Inbox:
    """A person's own server."""

    url = ""

    def __init__(self) -> None:
        self.requests = list[tuple[web.BaseRequest, str]]()
        self.answers = deque[int]()  # without one: 200

    async def hear(self, request: web.BaseRequest) -> web.Response:
        self.requests.append((request, await request.text()))
        status = self.answers.popleft() if self.answers else 200
        return web.Response(status=status, headers={"Location": self.url})

    @property
    def turns(self) -> list[dict[str, Any]]:
        return [json.loads(body) for _, body in self.requests if '"game"' in body]

    @property
    def code(self) -> str:
        return str(re.findall(r"\b\d{6}\b", self.requests[-1][1])[0])


@pytest.fixture
async def inbox(core: Core) -> AsyncIterator[Inbox]:
    inbox = Inbox()
    async with RawTestServer(inbox.hear) as server:
        inbox.url, core.services.outgoing = f"http://127.0.0.1:{server.port}", Outgoing(THIS)
        yield inbox


async def asked(core: Core, who: Person, url: str, service: str = "Webhook") -> str:
    """The answer to an address that somebody types."""
    await core.command(who, "games settings")
    await core.pick(who, "elsewhere:on")
    return (await core.press(who, f"Set {service}", words=url)).text


async def proved(core: Core, inbox: Inbox, who: Person, path: str = "/x", **more: Any) -> str:
    told = await asked(core, who, inbox.url + path, **more)
    return told + (await core.press(who, "Enter Code", words=inbox.code)).text


async def begun(core: Core, inbox: Inbox, **more: Any) -> tuple[Person, str]:
    """Somebody with a webhook, to move in their second turn, and what their panel says."""
    await core.begin(ANN, BEN, lines=2)
    return (who := await core.mover()), await proved(core, inbox, who, **more)


async def comes_round(core: Core) -> None:
    """It's the same person's turn again."""
    who = await core.mover()
    await core.play(turn(await core.table(), Random(1)))
    while await core.mover() != who:
        await core.play(turn(await core.table(), Random(1)))


async def delivered(core: Core) -> None:
    await core.deliver()
    await core.deliver()  # the rows that the first one wrote


def verified(request: web.BaseRequest, body: str, secret: str) -> bool:
    """As https://www.standardwebhooks.com says."""
    of, key = request.headers, base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{of['webhook-id']}.{of['webhook-timestamp']}.{body}".encode()
    by = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return of["webhook-signature"] == f"v1,{by}"


async def test_a_proved_address_hears_of_a_turn_after_the_mention(core: Core, inbox: Inbox) -> None:
    """Signed, with the same id at each try, and once for a mention and a direct message."""
    await everybody(core, pings="both")
    who, shown = await begun(core, inbox)
    secret = re.findall(r"whsec_[\w+/=]+", shown)[0]
    inbox.answers += (500, 302)
    await core.deliver()
    assert (len(mentions(core, who)), inbox.turns) == (1, [])
    await core.deliver()
    first, *others = inbox.turns
    link = f"https://discord.com/channels/900/{CHANNEL}/{mentions(core, who)[0].id}"
    assert first | {"type": "turn", "game": "L1", "turn": 3, "link": link} == first
    assert others == [first] * 2
    assert all(verified(*request, secret) for request in inbox.requests)
    assert not verified(inbox.requests[0][0], inbox.requests[1][1], secret)
    await core.pass_time(4 * 24 * 3600.0)
    await delivered(core)
    assert [turn["type"] for turn in inbox.turns] == ["turn"] * 3 + ["reminder"]
    said = [m.text + m.alt for m in core.transport.messages]
    assert not any("whsec" in each or inbox.url in each for each in said)


async def test_quiet_hours_hold_and_a_turn_that_was_played_is_over(
    core: Core, inbox: Inbox
) -> None:
    at(core, 23)
    await everybody(core, time_zone="Europe/Berlin")
    who, _ = await begun(core, inbox)
    await delivered(core)
    await comes(core, 7, 59, day=11)
    assert inbox.turns == []
    await comes(core, 8, day=11)
    await core.play(turn(await core.table(), Random(1)))
    await delivered(core)
    assert (len(mentions(core, who)), inbox.turns) == (1, [])


async def test_services_get_their_own_form(core: Core, inbox: Inbox) -> None:
    await core.begin(ANN, BEN, lines=2)
    who, room = await core.mover(), "/_matrix/client/v3/rooms/!b:c/send/m.room.message/"
    for service, path, there, key in (
        ("ntfy", "/a/topic?auth=x", "/a/?auth=x", "title"),
        ("Slack", "/T0", "/T0", "text"),
        ("Matrix", "/!b:c?access_token=syt_1", room, "body"),
    ):
        told = await proved(core, inbox, who, path, service=service)
        assert ["syt_1" in told, "will replace this" in told] == [False, service != "ntfy"]
        await delivered(core)
        request, body = inbox.requests[-1]
        assert request.raw_path.startswith(there)
        assert json.loads(body)[key].startswith("Your turn in L1 (Logger)")
        assert (request.headers.get("Authorization") == "Bearer syt_1") == (service == "Matrix")
        await comes_round(core)


async def test_three_failures_let_it_rest_and_its_owner_hears_once(
    core: Core, inbox: Inbox, caplog: pytest.LogCaptureFixture
) -> None:
    """By direct message, or else in the game's channel, until the address is set again."""
    who, _ = await begun(core, inbox)
    core.transport.fail_in(DIRECT + who.id, PermanentError(Text("they accept none")))
    inbox.answers += [503] * 21
    for tries in (7, 14, 21, 21):
        await delivered(core)
        assert len(inbox.turns) == tries
        await comes_round(core)
    (told,) = (m.text for m in mentions(core, who) if FAILED in m.text)
    assert not any(each in told + caplog.text for each in (inbox.url, "whsec"))
    assert "Paused" in (await core.push(who, "lc:choose:pings", "elsewhere:on")).text
    await proved(core, inbox, who)
    await delivered(core)
    assert len(inbox.turns) == 22
    inbox.answers.append(410)  # gone
    await comes_round(core)
    await delivered(core)
    assert FAILED in core.transport.in_channel(DIRECT + who.id)[-1].text


class Mortal:
    """A store whose process dies at its nth verb."""

    def __init__(self, core: Core, dies: int = 0) -> None:
        self._store, self._transport, self._dies = core.store, core.transport, dies
        self.done = list[str]()

    def __getattr__(self, name: str) -> Any:
        if not iscoroutinefunction(verb := getattr(self._store, name)) or name == "close":
            return verb

        async def step(*args: Any, **more: Any) -> Any:
            self.step(name)
            return await verb(*args, **more)

        return step

    def step(self, name: str) -> None:
        self.done.append(name)
        if len(self.done) == self._dies:
            self._transport.killed = True
            raise Killed


async def test_nothing_is_asked_of_the_store_before_the_mention(core: Core, inbox: Inbox) -> None:
    """A webhook makes no mention later."""
    who, _ = await begun(core, inbox)
    found, address = list[list[str]](), (await core.store.personal(who.id))["webhook"]
    for setting in (address, None, address):
        await core.store.set_personal(who.id, "webhook", setting)
        await delivered(core)
        await comes_round(core)
        mortal = core.wrap(watched := Mortal(core))

        async def look(verb: str, _: int, watched: Mortal = watched) -> None:
            if verb == "post":
                found.append([*watched.done])

        core.transport.look = look
        await mortal.deliver()
        core.transport.look = None
    _, without, one = found
    assert without == one != []


@pytest.mark.slow
async def test_a_death_at_any_await_loses_no_notification(tmp_path: Path, inbox: Inbox) -> None:
    """One mention, and one notification: if the bot dies before it knows that it's out, it comes
    again with the same id."""

    class Dying(Outgoing):
        async def send(self, *args: Any, **more: Any) -> None:
            mortal.step("send")
            await super().send(*args, **more)
            mortal.step("sent")

    first, deaths, dead = await Core.build(tmp_path / "games.db"), 0, True
    first.services.outgoing = Outgoing(THIS)
    who, _ = await begun(first, inbox)
    await first.store.close()
    while dead:
        inbox.requests.clear()
        (copy := tmp_path / f"{deaths}" / "games.db").parent.mkdir()
        STORES.copy(first.path, copy)
        mortal = Mortal(core := await Core.build(copy), deaths + 1)
        core = core.wrap(mortal)
        core.services.outgoing = Dying(THIS)
        try:
            await delivered(core)
            dead = False
        except Killed:
            deaths += 1
        core.transport.forget_nonces()
        await core.kill()
        core.services.outgoing = Outgoing(THIS)
        await delivered(core)
        assert len(mentions(core, who)) == len({turn["id"] for turn in inbox.turns}) == 1
        assert len(inbox.turns) <= 2
        await core.store.close()
        STORES.release(copy)
    assert deaths > 12


async def test_only_the_code_proves_an_address(core: Core, inbox: Inbox) -> None:
    """Five guesses, fifteen minutes, the same person, and three codes an hour for one place."""

    async def said(who: Person, words: str) -> str:
        return (await core.push(who, "lc:prove:webhook", words)).text

    await asked(core, ANN, inbox.url)
    assert "expired" in await said(EVE, inbox.code)
    assert ["isn't the code" in await said(ANN, wrong) for wrong in "12345"] == [True] * 5
    assert "expired" in await said(ANN, inbox.code)
    assert inbox.code not in await asked(core, ANN, inbox.url)
    core.time.seconds += 900
    assert "expired" in await said(ANN, inbox.code)
    await asked(core, BEN, f"{inbox.url}?again")
    for who in (EVE, ANN):
        assert "I've tried enough addresses" in await asked(core, who, inbox.url)
    await core.store.set_personal(BEN.id, "pings", "dm")
    for forged in ("lc:unreach:pings", "lc:prove:pings"):
        await core.push(BEN, forged, inbox.code)
    assert await core.store.personal(BEN.id) == {"pings": "dm"}


async def test_it_is_exported_removed_and_deleted(core: Core, inbox: Inbox) -> None:
    who, _ = await begun(core, inbox)
    assert inbox.url in f"{await core.store.personal_data(who.id)}"
    await core.deliver()
    await deleted(core, who)
    await delivered(core)
    assert (inbox.turns, await core.store.personal_data(who.id)) == ([], {})
    await proved(core, inbox, EVE)
    await core.press(EVE, "Remove Webhook")
    assert await core.store.personal(EVE.id) == {}


async def test_a_strange_address_is_refused(core: Core) -> None:
    typed = "ftp://a.b/|https://|https://ann:pw@a.b/|https://a.b/ c|https://a.b/\r\nHost: c|"
    for each in f"{typed}https://ä.b/|https://a.b:0x1/|https://[::1/|a.b".split("|"):
        assert "I can't use that address." in await asked(core, ANN, each)


def test_private_addresses_are_private_in_any_form() -> None:
    private = (
        "127.0.0.1 10.1.2.3 172.16.0.1 192.168.0.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 "
        "255.255.255.255 192.0.2.1 ::1 :: fe80::1 fc00::1 ff02::1 ::ffff:127.0.0.1 "
        "64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1:: ::7f00:1 2001:db8::1 2001::1 fec0::1"
    )
    assert not [each for each in private.split() if is_public(ip_address(each))]
    assert all(is_public(ip_address(each)) for each in ("8.8.8.8", "2606::1", "64:ff9b::808:808"))


async def test_the_connected_address_counts(inbox: Inbox, monkeypatch: Patch) -> None:
    """Whatever a name, a literal or a second look-up says; no redirect and no proxy leads on."""
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:1")
    here = "127.0.0.1", "[::ffff:127.0.0.1]", "0x7f.1", "127.1", "2130706433", "localhost", "a.b"
    for host in here:
        url = inbox.url.replace("127.0.0.1", host)
        with pytest.raises(TransientError):
            await Outgoing(OTHER, names("127.0.0.1", "127.0.0.9")).send(url, "{}")
    with monkeypatch.context() as here_is_public:
        here_is_public.setattr(outgoing, "is_public", lambda _: True)
        for without_tls in (inbox.url, inbox.url.replace("http", "HTTP")):
            with pytest.raises(TransientError):
                await Outgoing().send(without_tls, "{}")
    assert inbox.requests == []
    inbox.answers.append(302)
    with pytest.raises(TransientError, match="302"):
        await Outgoing(THIS, names("127.0.0.1")).send(url, "{}")  # a second look-up would fail
    assert len(inbox.requests) == 1


async def test_a_late_or_endless_answer_is_cut_off(monkeypatch: Patch) -> None:
    sent, gone = list[bytes](), asyncio.Event()

    async def pour(_: asyncio.StreamReader, out: asyncio.StreamWriter) -> None:
        sent.append(b"HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n")
        with suppress(ConnectionError):
            while not gone.is_set():
                out.write(sent[-1])
                await out.drain()
                sent.append(bytes(2**16))
        out.close()
        gone.set()

    endless = await asyncio.start_server(pour, "127.0.0.1", 0)
    await Outgoing(THIS).send(f"http://127.0.0.1:{endless.sockets[0].getsockname()[1]}", "{}")
    await gone.wait()
    endless.close()
    assert len(sent) < 2**8
    monkeypatch.setattr(outgoing, "PATIENCE", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(TransientError):
        await Outgoing(THIS).send(f"http://127.0.0.1:{silent.getsockname()[1]}", "{}")

"""What reaches people outside the chat: e-mails over SMTP, and webhooks. A page for each person
shows both, newest first.

    SMTP to ann@sandbox.example ─┐
    POST or PUT /inbox/ann/…    ─┴─> InboxItem ─> GET /inbox/ann
"""

import asyncio
import json
import re
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from email import message_from_bytes, policy
from email.message import EmailMessage
from html import escape
from typing import cast
from urllib.parse import urlsplit

from aiohttp import web

from sandbox.model import InboxItem, Person
from sandbox.world import World

MOST = 200  # items of everybody; the oldest make room
SIZE = 4 << 20  # bytes of an e-mail
DOMAIN = "sandbox.example"


class Inbox:
    """Everybody's items."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._items = world.store.all(InboxItem)

    def person(self, name: str) -> Person | None:
        """The person with this name in addresses, or with this id."""
        people = [each for each in self._world.people.values() if not each.bot]
        named = [each for each in people if name.lower() in (each.id, each.username)]
        return named[0] if named else None

    def name(self, person: Person) -> str:
        """A person's name in addresses: their id if somebody else has their name."""
        return person.username if self.person(person.username) is person else person.id

    def deliver(self, person: Person, raw: bytes, line: str = "") -> None:
        """Store an item and tell its person's pages. line: the request's first line, empty: an
        e-mail."""
        world, text = self._world, raw.decode("latin-1")
        item = InboxItem(world.new_id(), person.id, world.clock.stamp(), line, text)
        self._items.append(item)
        world.store.keep(item)
        if len(self._items) > MOST:
            world.store.forget(self._items.pop(0))
        world.stream.tell("inbox", {}, person.id.__eq__)

    @asynccontextmanager
    async def listening(self, host: str) -> AsyncIterator[None]:
        """Receive e-mails while the block runs, on any free port."""
        async with await asyncio.start_server(self._converse, host, 0, limit=SIZE) as server:
            self._world.smtp = f"{host}:{server.sockets[0].getsockname()[1]}"
            yield

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """As much of SMTP (RFC 5321) as a client needs."""
        to: list[Person] = []
        answer = "220 sandbox"
        with suppress(OSError, asyncio.IncompleteReadError, ValueError, asyncio.LimitOverrunError):
            while answer:
                writer.write(f"{answer}\r\n".encode())
                line = (await reader.readuntil(b"\r\n")).decode(errors="replace")
                answer, verb = "250 OK", line[:4].upper()
                if verb == "EHLO":
                    answer = "250-sandbox\r\n250-8BITMIME\r\n250 SMTPUTF8"
                elif verb in ("MAIL", "RSET"):
                    to.clear()
                elif verb == "RCPT":
                    found = re.search(r"<([^@>]+)@", line)
                    person = found and self.person(found[1])
                    if person:
                        to.append(person)
                    else:
                        answer = "550 No such person"
                elif verb == "DATA":
                    writer.write(b"354 End with a dot\r\n")
                    raw = (await reader.readuntil(b"\r\n.\r\n"))[:-3]
                    for person in to:
                        self.deliver(person, re.sub(rb"(?m)^\.", b"", raw))
                elif verb not in ("HELO", "NOOP"):  # QUIT, or a request of another protocol
                    answer = ""
            writer.write(b"221 Bye\r\n")
        writer.close()

    def page(self, person: Person) -> str:
        """A person's page."""
        called, name = escape(person.global_name or person.username), self.name(person)
        mine = [item for item in reversed(self._items) if item.person == person.id]
        mail, hook = f"{name}@{DOMAIN}", f"{self._world.address}/inbox/{name}"
        return f"""<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="dark light">
  <meta name="referrer" content="no-referrer">
  <meta http-equiv="Content-Security-Policy"
        content="default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline';
                 img-src data: 'self'; connect-src 'self' ws://127.0.0.1:* ws://localhost:*;
                 base-uri 'none'; form-action 'none'">
  <title>Inbox of {called} · Lumbercamp Sandbox</title>
  <link rel="icon" href="/page/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/page/style.css">
  <link rel="stylesheet" href="/page/inbox.css">
  <script type="module" src="/page/inbox.js"></script>
</head>
<body class="inbox" data-person="{person.id}">
  <main>
    <h1>Inbox of {called}</h1>
    <p>The bot can send notifications to these addresses. The newest is at the top. For ntfy or
      Matrix, add a topic or a room to the webhook's address, such as <code>/topic</code>.</p>
    <dl><dt>E-mail</dt><dd><code>{mail}</code></dd><dt>Webhook</dt><dd><code>{hook}</code></dd></dl>
    <div id="items" role="log" aria-live="polite" aria-label="Items">
      {"".join(map(_article, mine))}
    </div>
  </main>
</body>
</html>"""


def _article(item: InboxItem) -> str:
    at, raw = escape(item.at[:16].replace("T", " ")), item.raw.encode("latin-1")
    if item.line:
        head, _, body = raw.decode(errors="replace").partition("\r\n\r\n")
        with suppress(ValueError):
            body = json.dumps(json.loads(body), indent=2, ensure_ascii=False)
        title, shown = item.line, f"<pre>{_linked(body)}</pre>"
    else:
        mail = message_from_bytes(raw, policy=policy.default)
        title = str(mail["Subject"] or "E-mail")
        head = "\n".join(f"{name}: {value}" for name, value in mail.items())
        shown = _mail(mail)
    unfolded = " open" if item.line else ""
    return (
        f'<article id="item-{item.id}"><h2>{escape(title)}</h2><p>{at} UTC</p>{shown}'
        f"<details{unfolded}><summary>Headers</summary><pre>{_linked(head)}</pre></details></article>"
    )


def _mail(mail: EmailMessage) -> str:
    """The bodies of an e-mail: as HTML with its own pictures, in a frame that runs no script."""
    html, text = mail.get_body(("html",)), mail.get_body(("plain",))
    plain = f"<pre>{_linked(text.get_content())}</pre>" if text else ""
    if html is None:
        return plain
    page = html.get_content()
    for part in mail.walk():
        if (cid := str(part["Content-ID"] or "").strip(" <>")) and not part.is_multipart():
            data = b64encode(cast("bytes", part.get_payload(decode=True))).decode()
            page = page.replace(f"cid:{cid}", f"data:{part.get_content_type()};base64,{data}")
    source = escape(f'<base target="_blank">{page}')
    return (
        '<iframe title="E-mail" sandbox="allow-popups allow-popups-to-escape-sandbox"'
        f' srcdoc="{source}"></iframe><details><summary>Plain text</summary>{plain}</details>'
    )


def _linked(text: str) -> str:
    """Text as HTML, with links."""
    address = r"https?://(?:(?!&quot;|&[lg]t;|&#x27;)\S)+(?<![.,;)])"
    link = r'<a href="\g<0>" target="_blank" rel="noopener">\g<0></a>'
    return re.sub(address, link, escape(text))


def install(app: web.Application, world: World) -> Inbox:
    inbox = Inbox(world)

    async def door(request: web.Request) -> web.Response:
        """Show a person's items, or receive a webhook: from programs on this machine, and no
        page of a browser, which sends an origin."""
        person = inbox.person(request.match_info["person"])
        if urlsplit(f"//{request.host}").hostname not in ("127.0.0.1", "localhost"):
            raise web.HTTPForbidden
        if person is None:
            raise web.HTTPNotFound
        if request.method == "GET":
            page = inbox.page(person)
            return web.Response(
                text=page, content_type="text/html", headers={"Cache-Control": "no-store"}
            )
        if "Origin" in request.headers:
            raise web.HTTPForbidden
        head = "".join(f"{name}: {value}\r\n" for name, value in request.headers.items())
        raw = head.encode(errors="replace") + b"\r\n" + await request.read()
        inbox.deliver(person, raw, f"{request.method} {request.path_qs}")
        return web.json_response({})

    path = "/inbox/{person}{rest:(?:/.*)?}"
    for method in ("GET", "POST", "PUT"):
        app.router.add_route(method, path, door)
    return inbox

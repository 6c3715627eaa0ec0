"""Webhooks: an address of a person's own that gets JSON when it's their turn. Stored as
`json https://… whsec_…`, or for a service that wants its own JSON as `ntfy https://…`.

A request is signed as https://www.standardwebhooks.com says: `webhook-id` is the same at each try,
and `webhook-signature` is about it, `webhook-timestamp` and the body.
"""

import html
import json
import re
import secrets
from base64 import b64decode, b64encode
from functools import partial
from hmac import digest
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from bot.features.elsewhere import AddressForm, Contact, Notice
from bot.features.feature import Feature, Form
from bot.features.services import Services
from bot.table.game import CLOCK
from bot.table.names import game_name, title
from rules.errors import Unavailable
from rules.text import Code, Joined, Text, notation

JSON, NTFY, SLACK, MATRIX = "json", "ntfy", "slack", "matrix"
# What a form asks for, by service: its name, and an example.
_SERVICES: Final = {
    JSON: ("Webhook", "https://me.example/turns"),
    NTFY: ("ntfy", "https://ntfy.sh/my-topic"),
    SLACK: ("Slack", "https://hooks.slack.com/services/T0/B0/x"),
    MATRIX: ("Matrix", "https://matrix.example/!room:matrix.example?access_token=x"),
}


def _read(typed: str, service: str) -> str:
    """A typed address as it's stored. Raises Unavailable."""
    try:
        parts = urlsplit(typed)
        right = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a bracket or a port
        right = False
    # No names and passwords, no blanks, and nothing but ASCII.
    right = right and re.fullmatch("[!-~]+", typed) is not None and "@" not in parts.netloc
    right = right and (service == JSON or parts.path.strip("/") != "")
    if not right or (service == MATRIX and not re.fullmatch(r"[\w.~+/=-]+", _token(typed))):
        example = Code(_SERVICES[service][1])
        raise Unavailable.because(
            "I can't use that address. Write one such as {example}.", example=example
        )
    secret = [f"whsec_{b64encode(secrets.token_bytes(32)).decode()}"] if service == JSON else []
    return " ".join((service, typed, *secret))


def _token(url: str) -> str:
    """The token in the address of a Matrix room."""
    return next(iter(parse_qs(urlsplit(url).query).get("access_token", ())), "")


def _place(url: str) -> str:
    """An address without its query, which may hold a token."""
    return urlsplit(url)._replace(query="", fragment="").geturl()


def _shown(address: str) -> Text:
    service, url, *secret = address.split()
    return Joined(" · ", map(Code, (url, *secret) if secret else (service, _place(url))))


async def _send(at: Services, address: str, id_: str, data: dict[str, Any], *said: str) -> None:
    """Send a message in a service's own form. said: a title, and perhaps more."""
    service, url, *secret = address.split()
    link, parts, headers, put = data.get("link", ""), urlsplit(url), dict[str, str](), False
    above, _, name = parts.path.rstrip("/").rpartition("/")
    text = "\n".join(filter(None, (*said, link)))
    body: dict[str, Any] = {"id": id_, **data, "text": text}
    if service == NTFY:
        url = parts._replace(path=f"{above}/", fragment="").geturl()
        body = {"topic": name, "title": said[0], "message": text, "click": link}
    elif service == SLACK:
        body = {"text": html.escape(text, quote=False)}
    elif service == MATRIX:
        path = f"{above}/_matrix/client/v3/rooms/{name}/send/m.room.message/{id_}"
        body, put = {"msgtype": "m.text", "body": text}, True
        headers["Authorization"] = f"Bearer {_token(url)}"
        url = parts._replace(path=path, query="", fragment="").geturl()
    written = json.dumps(body)
    if secret:
        now, key = f"{int(at.now())}", b64decode(secret[0].removeprefix("whsec_"))
        signed = b64encode(digest(key, f"{id_}.{now}.{written}".encode(), "sha256")).decode()
        headers = {"webhook-id": id_, "webhook-timestamp": now, "webhook-signature": f"v1,{signed}"}
    await at.outgoing.send(url, written, headers, put=put)


def feature(at: Services) -> Feature:
    async def send_code(address: str, said: str) -> None:
        await _send(at, address, secrets.token_hex(12), {"type": "code"}, said)

    async def send(address: str, notice: Notice) -> None:
        game = notice.game
        data = {
            "type": "reminder" if notice.reminds else "turn",
            "game": game_name(game),
            "title": title(game),
            "turn": (await at.tables.at(game)).number,
            "due": game.due(CLOCK),  # seconds since 1970
            "link": notice.link,
        }
        await _send(at, address, notice.id, data, notice.subject, notice.said)

    forms = list[AddressForm]()
    for service, (name, example) in _SERVICES.items():
        label, read = Text("Set {service}", service=name), partial(_read, service=service)
        forms.append(AddressForm(f"to{service}", Form(label, label, notation(example), 500), read))
    return at.elsewhere.feature_of(
        Contact(
            name="webhook",
            title=Text("Webhook"),
            forms=forms,
            shown=_shown,
            target=lambda address: _place(address.split()[1]),
            send_code=send_code,
            send=send,
        )
    )

"""What a request says, read within bounds: cookies, forms, and the address that it comes from.

aiohttp has parsers for these, which know more forms than ours have. Each form more is one that a
stranger can feed: these here take time in proportion to what they read, and read little.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final
from urllib.parse import parse_qsl

from aiohttp import web

FIELDS: Final = 50  # of a form
FORM: Final = "application/x-www-form-urlencoded"
UTF_8: Final = ("", "charset=utf-8", 'charset="utf-8"')
WORD: Final = re.compile(r"[\w.-]{1,200}", re.ASCII)  # all cookies of ours are such


def cookie(request: web.Request, name: str) -> str:
    """A cookie of ours; empty: there is none, or none that we have made."""
    for each in request.headers.get("Cookie", "").split(";"):
        key, _, word = each.strip().partition("=")
        if key == name and WORD.fullmatch(word):
            return word
    return ""


async def fields(request: web.Request, patience: float) -> dict[str, str]:
    """The fields of a form; one that is there several times has all its values, with spaces.

    patience: seconds in which all of it has to be there."""
    kind, _, charset = request.headers.get("Content-Type", "").lower().partition(";")
    if kind.strip() != FORM:
        raise web.HTTPUnsupportedMediaType
    if charset.strip() not in UTF_8:
        raise web.HTTPBadRequest
    try:
        async with asyncio.timeout(patience):
            body = (await request.read()).decode()
        pairs = parse_qsl(body, keep_blank_values=True, errors="strict", max_num_fields=FIELDS)
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except (ValueError, OSError, web.RequestPayloadError):  # no text, many fields, half a body
        raise web.HTTPBadRequest from None
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        if "\0" in name + value:  # PostgreSQL stores none
            raise web.HTTPBadRequest
        found.setdefault(name, []).append(value)
    return {name: " ".join(values) for name, values in found.items()}


def address(request: web.Request) -> str:
    """The address a request comes from; behind a proxy on this network, as the proxy has seen it.

    One person has a whole /64 of IPv6, and an IPv4 address has a second form in IPv6: both count
    as one."""
    seen = request.remote or ""
    forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    with suppress(ValueError):
        here = _plain(seen)
        if here.is_private and forwarded:
            here = _plain(forwarded)
        return str(ip_network((here, 64), strict=False) if here.version == 6 else here)
    return seen


def _plain(said: str) -> IPv4Address | IPv6Address:
    found = ip_address(said)
    return (found.ipv4_mapped if isinstance(found, IPv6Address) else None) or found

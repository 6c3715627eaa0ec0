"""A search for hidden information in messages: cards, draws, the seed, and checksums of hands.

It knows cards by notation (`ym4`), as people type them (`hm4`) and in words ("Honey man 4"). A
message may name a card of the last two turns, its owner's cards to the owner, and, in a line about
moves that a player missed, a card played since that player's last turn.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.messages.layout import Message
from bot.table.game import Game
from bot.table.table import Tables
from rules import GAMES
from rules.fellers.english import THEN
from rules.fellers.position import FIGURES, JOKER, Position, lumberjack_name
from rules.game import Seat, Setup
from rules.play import checksum
from sandbox import World
from seeds import part
from storage import GameRow, Row

RULES = GAMES["fellers"].game
TOLD = 2  # turns that a post or an answer may still speak of
MANNER = GAMES["fellers"].texts.manner(RULES.new(Setup(2)))
SPEECH = (str(MANNER), str(THEN))  # how any card is said, which isn't secret
PLAYED = re.compile(r"^\d+ [A-F] .*$", re.MULTILINE)  # in a record, the players' lines

_LETTERED = {GAMES["fellers"].spelt([code]): code for code in FIGURES}  # as people type them
_CODE = rf"(?P<code>{'|'.join({*FIGURES, *_LETTERED})})[ _-]?(?P<n>[1-5])"
_CODES = {str(lumberjack_name(code)): code for code in FIGURES}
_NAMED = "|".join(_CODES).replace(" ", r"\W{0,2}")
_WORDS = rf"(?P<jack>{_NAMED})\W{{0,2}}(?P<m>[1-5])"
_BEAVER = r"(?P<beaver>beaver|joker|j(?![+]))"
_EDGE = r"(?<![A-Za-z0-9+])(?:{})(?![A-Za-z0-9])"
CARD = re.compile(_EDGE.format(f"{_CODE}|{_WORDS}|{_BEAVER}"), re.IGNORECASE)


@dataclass(frozen=True)
class Payload:
    """Something that was sent. reader: a user's id; None: everyone."""

    reader: int | None
    text: str
    what: str


@dataclass(frozen=True)
class Secrets:
    """The hidden information that may occur nowhere.

    own: by user, the cards that they may know
    played: the cards of the last turns
    since: by user, the cards played since their own turn before the last turn
    digits: seeds and checksums, with the users who may know them
    """

    own: dict[int, frozenset[str]]
    played: frozenset[str]
    since: dict[int, frozenset[str]]
    digits: dict[str, frozenset[int]]


REFUSED = re.compile(r"`[^`]*` isn't legal: you don't have \w+")  # his own guess, told to him


def cards(text: str) -> set[str]:
    """All cards that a text names, in notation."""
    for speech in SPEECH:
        text = text.replace(speech, "")
    return {_card(found) for found in CARD.finditer(text)}


def _card(found: re.Match[str]) -> str:
    if found["beaver"]:
        return JOKER
    if found["code"]:
        code = found["code"].lower()
        return _LETTERED.get(code, code) + found["n"]
    jack = re.sub(r"\W{0,2}((?:wo)?man)$", r" \1", found["jack"].lower())
    return f"{_CODES[jack]}{found['m']}"


# Lines about played cards, which everyone saw; somebody may draw such a card again.
PLAYED_SINCE = re.compile(r"^[^:\n]+: played [^\n]*$", re.MULTILINE)


def leaks(payloads: Iterable[Payload], secrets: Secrets) -> list[str]:
    """A sentence for each secret that a reader sees without permission."""
    return [leak for payload in payloads for leak in _leaks(payload, secrets)]


def _leaks(payload: Payload, secrets: Secrets) -> Iterator[str]:
    mine = secrets.own.get(payload.reader, frozenset()) if payload.reader else frozenset()
    text = REFUSED.sub("", payload.text) if payload.reader else payload.text
    since = secrets.since.get(payload.reader, frozenset()) if payload.reader else frozenset()
    told = cards("\n".join(PLAYED_SINCE.findall(text))) - since
    if found := (cards(PLAYED_SINCE.sub("", text)) | told) - mine - secrets.played:
        seen = ", ".join(sorted(found))
        yield f"{seen} in {payload.what} for {payload.reader}: {payload.text}"
    for digits, knowing in secrets.digits.items():
        if digits in payload.text and payload.reader not in knowing:
            yield f"{digits} in {payload.what} for {payload.reader}: {payload.text}"


# an earlier board, which shows the knowledge of its time

# The row of the board, in a button of its panel or where it begins on a page.
PAGE = re.compile(r"(?:lc:(?:earlier|at):\d+:|<article id=\"row-|<a href=\"#row-)(\d+)")
DATA = re.compile(r"base64,[^)\"]+")  # a picture


async def leaks_of_a_game(
    tables: Tables, game: Game, rows: Sequence[Row], payloads: Sequence[Payload], now: Secrets
) -> list[str]:
    """Search all exchanges since a game stood there. Judge earlier boards by the knowledge of their
    readers at that time; they may not tell secrets of now."""
    found = leaks([p for p in payloads if not PAGE.search(p.text)], now)
    for payload in payloads:
        if row := PAGE.search(payload.text):
            then = await secrets_then(tables, game, rows, int(row[1]))
            found += leaks([payload], replace(then, digits=then.digits | now.digits))
    return found


async def secrets_then(tables: Tables, game: Game, rows: Sequence[Row], n: int) -> Secrets:
    """The hidden information when row n was the last, and before the turn to it."""
    after = (await tables.at(game, n)).at
    before = (await tables.at(game, after.since)).at
    told = [row for row in rows if row.n <= n]
    return secrets_of(game, told, (before.state, after.state))


# -- secrets


def secrets_of(game: GameRow, rows: Sequence[Row], positions: Sequence[Position]) -> Secrets:
    """The hidden information at these positions: before and after the last turn."""
    users = [sitter.user for sitter in game.sitters]
    own = {user: _own(positions, seat) for seat, user in enumerate(users)}
    digits = {game.seed.hex(): frozenset[int]()}
    digits |= {row.mark: frozenset[int]() for row in rows if row.mark}
    for s in positions:
        digits[checksum(s)] = frozenset()
        digits |= {
            checksum(RULES.view(s, seat)): frozenset({user}) for seat, user in enumerate(users)
        }
    for s in positions:  # everyone's view, which is also that of players who left
        digits.pop(checksum(RULES.view(s, None)), None)
    spoken = [(row.seat, row.text.split()[0]) for row in rows if row.seat >= 0]
    since = {user: _since(spoken, seat) for seat, user in enumerate(users)}
    return Secrets(own, frozenset(card for _, card in spoken[-TOLD:]), since, digits)


def _since(spoken: Sequence[tuple[Seat, str]], seat: Seat) -> frozenset[str]:
    """The cards played since a seat's last turn, except the one of the game's last turn."""
    mine = (i for i in reversed(range(len(spoken) - 1)) if spoken[i][0] == seat)
    return frozenset(card for _, card in spoken[next(mine, -1) + 1 :])


def _own(positions: Sequence[Position], seat: Seat) -> frozenset[str]:
    """The cards of the seat's lumberjacks, and the joker, if the seat has or had it."""
    jacks = {FIGURES[i] for i, owner in enumerate(positions[0].owners) if owner == seat}
    held = {card for s in positions for card in s.hands[seat]}
    return frozenset(f"{code}{n}" for code in jacks for n in range(1, 6)) | (held & {JOKER})


# -- payloads

CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
ORIGINAL = re.compile(r"/webhooks/\d+/([^/]+)/messages/@original$")
AUTOCOMPLETION, EPHEMERAL = 8, 1 << 6


def sent(world: World, exchanges: Iterable[tuple[str, str, Any, int, Any]]) -> Iterator[Payload]:
    """The messages in these requests, each with its reader."""
    for method, path, body, _, shown in exchanges:
        if method != "GET" and "/commands" not in path:
            text = "\n".join(_strings(body))
            yield Payload(reader(world, path, body), text, f"{method} {path}")
            for file in _files(world, shown):
                yield Payload(reader(world, path, body), file, f"a file of {path}")


def _strings(body: Any) -> Iterator[str]:
    """Every string in a request, at any depth."""
    if isinstance(body, dict | list):
        for part in body.values() if isinstance(body, dict) else body:
            yield from _strings(part)
    elif isinstance(body, str):
        yield body


def reader(world: World, path: str, body: Any) -> int | None:
    """The only reader of a payload, or None."""
    if found := ORIGINAL.search(path):
        answered = world.tokens[found[1]]
        message = world.messages[answered.channel].get(answered.original or "")
        return int(message.only) if message is not None and message.only else None
    if found := CALLBACK.search(path):
        alone = (body.get("data") or {}).get("flags", 0) & EPHEMERAL
        if alone or body["type"] == AUTOCOMPLETION:
            return int(world.interactions[found[1]].user)
    return None


def _files(world: World, shown: Any) -> Iterator[str]:
    """The names of a message's files, and the text of text files."""
    for file in shown.get("attachments", ()) if isinstance(shown, dict) else ():
        yield file["filename"]
        content = world.store.files / file["id"]
        if file["filename"].endswith(".txt"):
            yield PLAYED.sub("", content.read_text(encoding="utf-8"))
        if file["filename"].endswith(".html"):
            yield from on_page(content.read_text(encoding="utf-8"))


def on_page(page: str) -> list[str]:
    """The text of a page, board by board and then turn by turn, without its pictures and its
    script. The script is the same on every page; the frame counts as part of the board before
    it."""
    written = DATA.sub("", page.replace(part("page.js"), ""))
    head, *boards = re.sub("(?=<article |<li><a )", "\0", written).split("\0")
    return [head, *(html.unescape(each).replace("<br>", "\n") for each in boards)]


def of_panel(panel: Message, reader: int | None) -> Payload:
    """A panel as it would be sent: everything in it but the pixels of its picture."""
    alt = panel.picture.alt if panel.picture else ""
    document = PLAYED.sub("", panel.document)
    parts = (panel.text, panel.file, document, str(panel.plain or ""), alt)
    controls = (panel.buttons, panel.rows, panel.menus)
    return Payload(reader, "\n".join((*parts, *map(str, controls))), "a panel")

"""A read-only API for programs, and calendars of deadlines (docs/api.md). A program sends its token
in the header Authorization; a calendar has its word in its address (bot/features/tokens.py). They
read only what everybody on the server may see, and no cookie counts. openapi.json declares the
addresses, their parameters, and the properties of answers.
"""

import asyncio
import json
import re
import tarfile
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any, Final, TypeAlias

from aiohttp import web

from bot.features.seasons import season as seasons
from bot.features.services import Services
from bot.messages.answers import waits_for
from bot.messages.boundary import Seldom, sorry
from bot.messages.posts import FIRST, strength
from bot.table import records
from bot.table.browsers import CALENDAR, TOKEN, Later, hash_word
from bot.table.commit import has_started, party
from bot.table.game import CLOCK, Game
from bot.table.names import game_name, options_of
from bot.table.settings import LANGUAGE
from bot.web.connection import address
from bot.web.viewers import LASTS, Members, Rate, RequestBudget
from rules.text import Text
from rules.voice import ENGLISH, PLAIN
from storage import ALL, EVER, RATING, WINS, GameRow, Row, Standing, Token

Json: TypeAlias = dict[str, Any]
Answer: TypeAlias = Callable[[web.Request, Token], Awaitable[Json | web.StreamResponse]]
Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

REQUESTS: Final = Rate(100, 0.05), Rate(30, 1.0)  # of all tokens, and of each
ARCHIVES: Final = Rate(4, 15.0), Rate(2, 300.0)
GUESSES: Final = Rate(40, 0.25), Rate(10, 6.0)  # wrong tokens: of everybody, and of an address

_TEXT: Final = (Path(__file__).parent / "openapi.json").read_text(encoding="utf-8")
_DOCUMENT: Final[Json] = json.loads(_TEXT)


def _made(answer: str, *values: object) -> Json:
    """An answer with these values for its properties in the document."""
    return dict(zip(_DOCUMENT["components"]["schemas"][answer]["properties"], values, strict=True))


class Api:
    """The answers. bugs: logs our own errors."""

    def __init__(self, at: Services, members: Members, bugs: Seldom) -> None:
        self._at, self._store, self._members, self._bugs = at, at.store, members, bugs
        self._requests, self._archives, self._guesses = (
            RequestBudget(at.now, *rates) for rates in (REQUESTS, ARCHIVES, GUESSES)
        )
        self._managers = dict[int, tuple[bool, float]]()  # by token: the answer, and until when
        self._answers: Mapping[str, Answer] = {
            "/api/games": self._games,
            "/api/games/{id}": self._game,
            "/api/games/{id}/record": self._record,
            "/api/records.tar.gz": self._archive,
            "/api/standings": self._standings,
            "/api/seasons": self._seasons,
            "/calendar/{word}.ics": self._calendar,
        }

    @property
    def routes(self) -> Iterable[web.RouteDef]:
        """The routes of the server, with the parameters of the document."""

        async def describe(request: web.Request) -> web.StreamResponse:
            return _sent(request, _TEXT)

        yield web.get("/api/openapi.json", describe, allow_head=False)
        for path, described in _DOCUMENT["paths"].items():
            query, answer = dict[str, str](), self._answers[path]
            for each in described["get"]["parameters"]:
                name, pattern = each["name"], each["schema"]["pattern"]
                if each["in"] == "query":
                    query[name] = pattern
                path = path.replace(f"{{{name}}}", f"{{{name}:{pattern.strip('^$')}}}")
            yield web.get(path, self._handler(answer, query), allow_head=False)

    def _handler(self, answer: Answer, query: Mapping[str, str]) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            for name in request.query:
                pattern, said = query.get(name, "(?!)"), request.query.getall(name)
                if len(said) > 1 or not re.fullmatch(pattern, said[0]):
                    known = ", ".join(query) or "none"
                    raise web.HTTPBadRequest(
                        text=f"I can't use {name}. The parameters here are: {known}."
                    )
            done = await answer(request, await self._reader(request))
            if isinstance(done, web.StreamResponse):
                return done
            return _sent(request, json.dumps(done))

        return handle

    @web.middleware
    async def errors(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer errors below these addresses as JSON."""
        if not request.path.startswith(("/api/", "/calendar/")):
            return await handler(request)
        status, again = 500, {}
        try:
            return await handler(request)
        except ConnectionError:
            raise
        except Later as later:
            status, again = 429, {"Retry-After": later.header}
            said = "Too many requests. Try again later."
        except web.HTTPException as refused:
            status, said = refused.status, refused.text or refused.reason
        except Exception as bug:
            said = ENGLISH.say(sorry(self._bugs.tell(bug), bug))
        if request.writer.output_size:
            raise ConnectionError("the answer has begun")
        response = _sent(request, json.dumps(_made("Error", said)), status=status)
        response.headers.update(again)
        return response

    async def _reader(self, request: web.Request, *, again: bool = False) -> Token:
        """The token of a request, if its rights still stand. Raises HTTPException and Later. again:
        the request was counted."""
        said = re.fullmatch(r"Bearer ([\w-]{43})", request.headers.get("Authorization", ""), re.A)
        word = request.match_info.get("word", "")
        kind, word = (CALENDAR, word) if word else (TOKEN, said[1] if said else "")
        token = await self._store.token(hash_word(word))
        if token is None or token.kind != kind:
            self._guesses.take(address(request))
            how = "Send a valid token in a header: Authorization: Bearer TOKEN."
            raise web.HTTPUnauthorized(text=how)
        if not again:
            self._requests.take(token.id)
        if token.guild and not await self._manages(token):
            why = "The person who created this token can't manage the server now."
            raise web.HTTPForbidden(text=why)
        if (token.used or 0.0) < self._store.now() - 3600.0:  # once an hour
            await self._store.note_token(token.id)
        return token

    async def _manages(self, token: Token) -> bool:
        """Whether a token's person may manage its server, asked once a minute. Raises Later."""
        manages, until = self._managers.get(token.id, (False, 0.0))
        if until <= self._at.now():
            member = await self._members.member(token.guild, token.user)
            if member is None:  # Discord doesn't answer
                raise Later(15.0)
            manages = member.manages
            self._managers[token.id] = manages, self._at.now() + LASTS
        return manages

    async def _seen(self, token: Token, rows: Sequence[GameRow]) -> list[Game]:
        """The games that a token's person may see now. Raises Later."""
        games, user, there = self._at.games.among(rows), token.user, set[int]()
        if token.guild:
            return [game for game in games if game.guild == token.guild]
        mine = [game for game in games if party(game, user)]
        for guild in {game.guild for game in mine}:
            # As far as Discord answers, as on pages; below zero are direct messages.
            if guild < 0 or await self._members.is_member(guild, user) is not False:
                there.add(guild)
        return [game for game in mine if game.guild in there]

    async def _entries(self, games: Sequence[Game]) -> list[Json]:
        """Games as everybody sees them."""
        found, results = list[Json](), await self._store.results_of([game.id for game in games])
        for game in games:
            due, server = game.due(CLOCK), f"{game.guild}"
            players = list[Json]()
            for seat, each in enumerate(game.sitters):
                end = results.get((game.id, seat), (None, None, None))
                players.append(_made("Player", each.name, each.computer, each.left, *end))
            about = game.id, game_name(game), game.kind, game.status, server, _url(game)
            times = [at and _moment(at) for at in (game.created, game.changed, due)]
            found.append(_made("Game", *about, options_of(game), players, game.on_turn, *times))
        return found

    async def _games(self, request: web.Request, token: Token) -> Json:
        query = request.query
        before, most = int(query.get("after", 2**62)), int(query.get("limit", 50))
        owner = token.guild, token.user
        rows = await self._store.page_of_games(before, most, *owner, query.get("status", ""))
        entries = await self._entries(await self._seen(token, rows))
        return _made("Games", entries, rows[-1].id if len(rows) == most else None)

    async def _one(self, request: web.Request, token: Token) -> Game:
        rows = await self._store.games_by_ids([int(request.match_info["id"])])
        if found := await self._seen(token, rows):
            return found[0]
        raise web.HTTPNotFound(text="This token can read no game with that id.")

    async def _game(self, request: web.Request, token: Token) -> Json:
        return (await self._entries([await self._one(request, token)]))[0]

    async def _record(self, request: web.Request, token: Token) -> Json:
        game = await self._one(request, token)
        record = await asyncio.to_thread(records.text, game, await self._store.log(game.id))
        return _made("Record", game.id, game_name(game), record)

    async def _archive(self, request: web.Request, token: Token) -> web.StreamResponse:
        """The records of all games that have started, one at a time."""
        server, packed, before = _server(token), BytesIO(), 2**62
        self._archives.take(token.id)
        response = web.StreamResponse(headers={"Cache-Control": "no-store"})
        response.content_type = "application/gzip"
        await response.prepare(request)
        with tarfile.open(fileobj=packed, mode="w|gz") as archive:
            while rows := await self._store.page_of_games(before, 100, server, 0):
                before = rows[-1].id
                for game in await self._seen(token, rows):
                    log = await self._store.log(game.id)
                    if has_started(log):
                        await asyncio.to_thread(_pack, archive, game, log)
                    await response.write(packed.getvalue())
                    packed.seek(0)
                    packed.truncate()
                await self._reader(request, again=True)  # it may be revoked meanwhile
        await response.write(packed.getvalue())
        return response

    async def _standings(self, request: web.Request, token: Token) -> Json:
        query, part = request.query, _part(request)
        kind, month = query.get("game", ALL), query.get("month", EVER)
        by = RATING if kind and query.get("sort") == RATING else WINS
        found = await self._store.standings(_server(token), kind, month, part.stop + 1, by)
        lines = [_standing(each) for each in found[part]]
        return _made("Standings", lines, _next(part, len(found)))

    async def _seasons(self, request: web.Request, token: Token) -> Json:
        part, found = _part(request), list[Json]()
        rows = await self._store.newest(_server(token), seasons.KIND, part.stop + 1)
        for row in rows[part]:
            season = seasons.season_of(row, await self._store.log(row.id))
            found.append(await asyncio.to_thread(_season, season))
        return _made("Seasons", found, _next(part, len(rows)))

    async def _calendar(self, request: web.Request, token: Token) -> web.StreamResponse:
        """A person's turns with a deadline, by RFC 5545. No line is long enough to be folded."""
        # The time zone shows nowhere, but a calendar without turns has to have a component, too.
        user = token.user
        lines = [
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:Lumbercamp\r\nBEGIN:VTIMEZONE\r\n"
            "TZID:Etc/UTC\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\n"
            "TZOFFSETFROM:+0000\r\nTZOFFSETTO:+0000\r\nEND:STANDARD\r\nEND:VTIMEZONE"
        ]
        language = (await self._store.personal(user)).get(LANGUAGE, self._at.languages.language)
        voice = self._at.languages.voice(language, PLAIN)
        for game in await self._seen(token, await self._store.games_of(user)):
            if (due := game.due(CLOCK)) and waits_for(game, user):
                said = voice.say(Text("It's your turn in {game}.", game=game))
                times = [re.sub("[-:]|[+].*", "", _moment(at)) for at in (game.changed, due)]
                lines += ["BEGIN:VEVENT", f"UID:{game.commitment[:32]}", f"URL:{_url(game)}"]
                lines += [f"DTSTAMP:{times[0]}Z", f"DTSTART:{times[1]}Z"]
                lines += ["SUMMARY:" + re.sub(r"([\\;,])", r"\\\1", said), "END:VEVENT"]
        return _sent(request, "\r\n".join([*lines, "END:VCALENDAR", ""]), "text/calendar")


def _server(token: Token) -> int:
    """The server of a token. Raises HTTPForbidden if it is a person's."""
    if not token.guild:
        raise web.HTTPForbidden(text="Only a token from /games-admin api can read this.")
    return token.guild


def _part(request: web.Request) -> slice:
    """The part of a list that a request is for."""
    first = int(request.query.get("after", 0))
    return slice(first, first + int(request.query.get("limit", 50)))


def _sent(
    request: web.Request, said: str, kind: str = "application/json", status: int = 200
) -> web.Response:
    """An answer for this reader alone, or that they have it already."""
    mark = f'"{sha256(said.encode()).hexdigest()[:32]}"'
    headers = {"Cache-Control": "private, no-cache", "Vary": "Authorization", "ETag": mark}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    known = request.headers.get("If-None-Match", "").split(",")
    if status == 200 and mark in map(str.strip, known):
        return web.Response(status=304, headers=headers)
    return web.Response(text=said, status=status, content_type=kind, headers=headers)


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def _url(game: Game) -> str:
    server = game.guild if game.guild > 0 else "@me"
    return f"https://discord.com/channels/{server}/{game.place}"


def _next(part: slice, there: int) -> int | None:
    """Where the next part of a list begins; of a long list, only the first thousand are read."""
    return part.stop if there > part.stop and part.stop < 1_000 else None


def _pack(archive: tarfile.TarFile, game: Game, rows: list[Row]) -> None:
    """Put a record into an archive."""
    record, file = records.text(game, rows).encode(), tarfile.TarInfo(f"{game_name(game)}.txt")
    file.size, file.mtime = len(record), int(game.changed)
    archive.addfile(file, BytesIO(record))


def _standing(line: Standing) -> Json:
    """A line of the standings, with its rating once everybody may see it."""
    rating, counted = line.rating, (line.games, line.won, line.streak)
    sure = rating if rating and rating.games >= FIRST and rating.sure else None
    return _made("Standing", line.place, line.name, *counted, sure and strength(sure))


def _season(season: seasons.Season) -> Json:
    places = {each.entrant: each for each in seasons.ranking(season)}
    players = [
        _made("Entrant", each.name, each.gone, at.place, at.points / 2, at.won)
        for n, each in enumerate(season.entrants)
        for at in [places[n]]
    ]
    pairings = [
        _made("Pairing", p.round, p.board, p.first, p.second, p.game, p.result)
        for p in season.pairings
    ]
    about = season.id, season.row.options["kind"], season.form, season.phase
    return _made("Season", *about, _moment(season.row.created), players, pairings, season.champion)

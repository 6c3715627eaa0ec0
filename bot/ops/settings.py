"""The operator's settings: a row for each variable, read once into one frozen object. `make approve
ONLY=tests/test_docs.py` makes the tables in docs/reference.md and .env.example from these rows."""

# ruff: noqa: RUF009 - a row isn't a default, so nothing shares its value

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, fields, replace
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from bot.messages.languages import languages
from bot.ops.smtp import SmtpServer
from storage import Address, Missing, SqliteStore, Store
from storage.server import locate

DISCORD: Final = "https://discord.com/api/v10"
DEFAULT: Final = Path("data/lumbercamp.db")  # the games; other files are in its folder
HOST: Final = "127.0.0.1"  # where the web listens, behind a reverse proxy
NO: Final = ("0", "no", "false")


class SettingsError(Exception):
    """A setting that can't be used. The text says which one, and what would be right."""


class Unstartable(Exception):
    """The bot can't start, and retrying won't help; the text says what to change."""


class Variable(NamedTuple):
    """The facts about a setting for operators."""

    part: str  # its heading in docs/reference.md
    name: str  # of the variable
    read: Callable[[str], Any]  # raises ValueError; its text follows the name: "must be …"
    default: str  # as operators write it; empty: not set
    about: str  # its meaning, for docs/reference.md and .env.example
    usual: str = ""  # the default in words
    example: str = ""  # the value in .env.example; empty: the default
    file: str = ""  # the meaning of NAME_FILE, a file with the value; empty: no such


def _row(part: str, name: str, read: Callable[[str], Any], *said: str, **more: str) -> Any:
    row = Variable(part, name, read, *said, **more)
    return field(metadata={"row": row}, repr=not row.file)


# Readers of values. Each raises ValueError.


def _must(
    be: str, right: Callable[[str], bool], read: Callable[[str], Any] = str
) -> Callable[[str], Any]:
    def reading(said: str) -> Any:
        if not right(said):
            raise ValueError(f"must be {be}")
        return read(said)

    return reading


def _number(first: int, last: int, what: str = "a number") -> Callable[[str], int]:
    def right(said: str) -> bool:
        number = said.isascii() and said.isdigit() and len(said) < 8
        return number and first <= int(said) <= last

    return _must(f"{what} from {first} to {last}", right, int)


_switch = _must(
    "1 or 0",
    lambda said: said.lower() in (*NO, "1", "yes", "true"),
    lambda said: said.lower() not in NO,
)
_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")
_level = _must(f"one of {', '.join(_LEVELS)}", lambda said: said.upper() in _LEVELS, str.upper)
_language = _must(
    "en, or a language with a catalogue in languages/", lambda said: bool(languages().code_of(said))
)
_line = _must(
    "one line of at most 100 characters", lambda said: len(said) <= 100 and said.isprintable()
)
_secret = _must(
    "one word of plain letters, digits and symbols",
    lambda said: said.isascii() and said.isprintable() and said != "" and " " not in said,
)
_address = _must(
    "an address that begins with http:// or https://",
    lambda said: said.startswith(("http://", "https://")),
    lambda said: said.rstrip("/"),
)


def _web(said: str) -> str:
    if said.lower() in NO:
        return ""
    address: str = _address(said)
    if not re.fullmatch(r"https?://[\w.:\[\]-]+", address, re.ASCII):
        raise ValueError("must be an address without a path, such as https://boards.example, or 0")
    return address


def _database(said: str) -> Address | Path:
    try:
        return locate(said)
    except ValueError as wrong:
        raise SettingsError(f"Can't use LUMBERCAMP_DATABASE. {wrong}") from None


def _networks(said: str) -> tuple[IPv4Network | IPv6Network, ...]:
    try:
        return tuple(ip_network(each.strip()) for each in said.split(","))
    except ValueError:
        raise ValueError("must be networks such as 10.0.0.0/8,192.168.1.7") from None


ANY, HOUR = _number(0, 999_999), _number(0, 23, "an hour")
PORT: Final = _number(0, 65_535, "a port number")


def _listens(said: str) -> tuple[str, int]:
    """A port, or an address of this machine and a port: 0.0.0.0:8125."""
    host, _, port = said.rpartition(":")
    return host.strip("[]") or HOST, PORT(port)


_discord, _games = partial(_row, "Discord"), partial(_row, "Games and limits")
_data = partial(_row, "Data and backups")
_browser = partial(_row, "Boards in a browser")
_notifying = partial(_row, "Notifications outside Discord")
_watching = partial(_row, "Monitoring and the sandbox")


@dataclass(frozen=True, slots=True)
class Settings:
    """The value of each row; None where it isn't set and has no default."""

    # fmt: off
    token: str | None = _discord("DISCORD_TOKEN", _secret, "",
        "the bot's token; without one, the sandbox starts",
        file="a file that holds the token, for Docker secrets")
    message_content: bool = _discord("LUMBERCAMP_MESSAGE_CONTENT", _switch, "0",
        "`1`: plain messages can be turns, also in the sandbox")
    host: str | None = _discord("LUMBERCAMP_HOST", _line, "",
        "who runs the bot, shown in `/games bot about`")
    language: str = _discord("LUMBERCAMP_LANGUAGE", _language, "en",
        "default language of games (`en`, `de`, `fr`, `es`)")
    api: str = _discord("LUMBERCAMP_DISCORD_API", _address, DISCORD,
        "address of another server with Discord's API",
        usual="Discord", example="http://127.0.0.1:8123/api/v10")

    games_per_person: int = _games("LUMBERCAMP_GAMES_PER_PERSON", ANY, "10",
        "open games one person may host per server; `0`: no limit")
    games_per_server: int = _games("LUMBERCAMP_GAMES_PER_SERVER", ANY, "100",
        "open games a server may have; `0`: no limit")
    start_anyway: bool = _games("LUMBERCAMP_START_ANYWAY", _switch, "0",
        "`1`: start even if open games would play differently")

    place: Path | Address = _data("LUMBERCAMP_DATABASE", _database, str(DEFAULT),
        "a file, or `postgresql://…`, see [PostgreSQL](many-machines.md)")
    backups: Path | None = _data("LUMBERCAMP_BACKUPS", Path, "", "folder of the nightly backups",
        usual="`backups`, next to the database", example="data/backups")  # None: no backups
    backups_kept: int = _data("LUMBERCAMP_BACKUPS_KEPT", ANY, "14",
        "number of backups to keep; `0`: no backups")
    night: int | None = _data("LUMBERCAMP_BACKUP_HOUR", HOUR, "4",
        "hour of the nightly jobs, by the system clock")  # None in the sandbox
    names_kept: int = _data("LUMBERCAMP_NAMES_KEPT", ANY, "730",
        "days without a game before a name is deleted; `0`: never")

    thinkers: int | None = _row("Computer players", "LUMBERCAMP_THINKERS",
        _number(0, 32, "a number of processes"), "",
        "processes that compute computer players' turns, at most 32", usual="1", example="1")

    web: str | None = _browser("LUMBERCAMP_WEB", _web, "",
        "public address, such as `https://boards.example`")  # empty: nowhere, None: unset
    web_port: tuple[str, int] | None = _browser("LUMBERCAMP_WEB_PORT", _listens, "",
        "port on 127.0.0.1 for the reverse proxy, or `ADDRESS:PORT`", usual="8125", example="8125")
    activity: bool = _browser("LUMBERCAMP_ACTIVITY", _switch, "0",
        "`1`: boards open inside Discord, too")
    client_secret: str | None = _browser("DISCORD_CLIENT_SECRET", _secret, "",
        "the application's OAuth2 client secret", file="a file that holds the client secret")

    smtp: SmtpServer | None = _notifying("LUMBERCAMP_SMTP", SmtpServer.read, "",
        "mail server and sender of e-mail notifications",
        example="smtps://user:password@mail.example:465/?from=games@example.org",
        file="a file that holds this address with its password")
    reachable: tuple[IPv4Network | IPv6Network, ...] | None = _notifying("LUMBERCAMP_REACHABLE",
        _networks, "", "private networks that webhooks may reach, such as `10.0.0.0/8,192.168.1.7`",
        usual="only public addresses", example="192.168.1.7")

    log_level: str = _watching("LUMBERCAMP_LOG_LEVEL", _level, "INFO",
        "`DEBUG`, `INFO`, `WARNING` or `ERROR`")
    health_port: int | None = _watching("LUMBERCAMP_HEALTH_PORT", PORT, "",
        "port on 127.0.0.1 for `/healthz` and `/metrics`", example="8124")
    sandbox_port: int = _watching("LUMBERCAMP_SANDBOX_PORT", PORT, "8123",
        "port of the sandbox's page")
    sandbox_folder: Path = _watching("LUMBERCAMP_SANDBOX_FOLDER", Path, "data/sandbox",
        "folder of the sandbox's chat and games")
    # fmt: on

    @classmethod
    def read(cls, env: Mapping[str, str]) -> Settings:
        """The settings in an environment. Raises SettingsError."""
        read = cls(**{name: _value(env, row) for name, row in rows().items()})
        if read.token is None and env.get("LUMBERCAMP_DISCORD_API"):
            raise SettingsError(
                "LUMBERCAMP_DISCORD_API is set, but DISCORD_TOKEN isn't. Set both, or neither to "
                "start the sandbox."
            )
        if read.thinkers == 0 and not read.server:
            raise SettingsError(
                "LUMBERCAMP_THINKERS can be 0 only if `lumbercamp think` runs too, which needs a "
                "PostgreSQL database. Otherwise computer players would never move."
            )
        if read.activity and (
            read.web == "" or (read.token and not (read.web and read.client_secret))
        ):
            raise SettingsError(
                "LUMBERCAMP_ACTIVITY needs LUMBERCAMP_WEB (the address of the pages) and "
                "DISCORD_CLIENT_SECRET (so that Discord can tell who is there)."
            )
        if read.token is None:
            return replace(read, backups=None, night=None)
        usual = None if read.server else read.database.with_name("backups")
        return replace(read, backups=(read.backups or usual) if read.backups_kept else None)

    @property
    def server(self) -> Address | None:
        """The database, if it's on a server."""
        return self.place if isinstance(self.place, Address) else None

    @property
    def database(self) -> Path:
        """The database's file; with a server, the file beside which other files go."""
        return self.place if isinstance(self.place, Path) else DEFAULT


Place: TypeAlias = Path | Address  # where a command finds its store


def place_name(place: Place) -> str:
    """Name a place in the middle of a sentence."""
    return "the database on the server" if isinstance(place, Address) else str(place)


async def open_store(place: Place) -> Store:
    """Open an existing store for this process only. Raises StoreError."""
    if isinstance(place, Address):
        return await place.open()
    if not place.exists():
        raise Missing(place)
    return await SqliteStore.open(place)


async def open_snapshot(place: Place) -> Store:
    """Open a snapshot to read, even while the bot runs. Raises StoreError."""
    return await (place.look() if isinstance(place, Address) else SqliteStore.snapshot(place))


@asynccontextmanager
async def closing_store(opening: Awaitable[Store]) -> AsyncIterator[Store]:
    """A store, closed at the end of the block."""
    store = await opening
    try:
        yield store
    finally:
        await store.close()


def rows() -> dict[str, Variable]:
    """All rows, by the field that holds their value."""
    return {each.name: each.metadata["row"] for each in fields(Settings)}


def _value(env: Mapping[str, str], row: Variable) -> Any:
    """The value of a row. Raises SettingsError."""
    said, where = env.get(row.name, "").strip(), row.name
    if row.file and not said and (path := env.get(f"{row.name}_FILE")):
        where = f"The text in the file that {row.name}_FILE names"
        try:
            said = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            raise SettingsError(f"Can't read the file that {row.name}_FILE names.") from None
    elif not (said := said or row.default):
        return None
    try:
        return row.read(said)
    except ValueError as wrong:
        raise SettingsError(f"{where} {wrong}.") from None

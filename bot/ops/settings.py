"""What the environment asks for, read once into one frozen object."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from bot.text.languages import languages
from storage import NO_LIMITS, Address, Limits
from storage.server import located

DISCORD = "https://discord.com/api/v10"
DEFAULT = Path("data/lumbercamp.db")  # where games are; beside it the rest, also with a server
MOST_THINKERS = 32
TOKEN, SECRET = "DISCORD_TOKEN", "DISCORD_CLIENT_SECRET"
WEB, ACTIVITY = "LUMBERCAMP_WEB", "LUMBERCAMP_ACTIVITY"
LONGEST_HOST = 100
HOST = "127.0.0.1"  # where the web is listened for, behind a reverse proxy
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class SettingsError(Exception):
    """A setting that cannot be used; the text says which and what would be right."""


@dataclass(frozen=True, slots=True)
class Settings:
    """token: None means the sandbox; api: where Discord's REST is; health_port: None means that
    no health page is served; limits: of open games; language: what everybody reads is in it;
    start_anyway: also when a game would go on differently than it was begun; thinkers: processes
    in which computers think, 0: only `lumbercamp think` does, None: nobody has said; backups: the
    folder of the copies that the bot makes, None: it makes none; backup_hour: by the machine's
    clock; host: who hosts the bot, for everybody to read; night: the hour at which who is gone is
    looked for, None: nobody is; names_kept: days without a game after which somebody is forgotten,
    0: never; server: the database on a server that is used in place of a file;
    web: at which address people play in a browser, empty: nowhere, None: nobody has said; web_host
    and web_port: where that is listened for; activity: boards are opened inside Discord too;
    client_secret: by which Discord says who somebody there is."""

    token: str | None = field(repr=False)
    api: str
    database: Path
    message_content: bool
    log_level: str
    sandbox_port: int
    sandbox_folder: Path
    health_port: int | None = None
    limits: Limits = NO_LIMITS
    language: str = "en"
    start_anyway: bool = False
    thinkers: int | None = None
    backups: Path | None = None
    backups_kept: int = 14
    backup_hour: int = 4
    night: int | None = None
    names_kept: int = 0
    host: str = ""
    server: Address | None = None
    web: str | None = None
    web_host: str = HOST
    web_port: int | None = None
    activity: bool = False
    client_secret: str | None = field(default=None, repr=False)

    @classmethod
    def read(cls, env: Mapping[str, str]) -> Settings:
        """The settings in an environment. Raises SettingsError."""
        folder = Path(env.get("LUMBERCAMP_SANDBOX_FOLDER") or "data/sandbox")
        token, kept = _secret(env, TOKEN, "token"), _number(env, "LUMBERCAMP_BACKUPS_KEPT", 14)
        server, database = _database(env)
        asked = env.get("LUMBERCAMP_BACKUPS")  # a server may have a host who makes copies of all
        backups = Path(asked or database.with_name("backups"))
        web, (web_host, web_port) = _web(env, WEB), _listens(env, "LUMBERCAMP_WEB_PORT")
        if token is None and env.get("LUMBERCAMP_DISCORD_API"):
            raise SettingsError(
                "LUMBERCAMP_DISCORD_API is set, but DISCORD_TOKEN isn't. Set both, or neither to "
                "start the sandbox."
            )
        return cls(
            token=token,
            api=_address(env, "LUMBERCAMP_DISCORD_API", DISCORD),
            database=database,
            server=server,
            message_content=_switch(env, "LUMBERCAMP_MESSAGE_CONTENT"),
            log_level=_choice(env, "LUMBERCAMP_LOG_LEVEL", LEVELS, "INFO"),
            sandbox_port=_port(env, "LUMBERCAMP_SANDBOX_PORT", 8123),
            sandbox_folder=folder,
            health_port=_maybe_port(env, "LUMBERCAMP_HEALTH_PORT"),
            limits=Limits(
                person=_number(env, "LUMBERCAMP_GAMES_PER_PERSON", 10),
                server=_number(env, "LUMBERCAMP_GAMES_PER_SERVER", 100),
            ),
            language=_language(env, "LUMBERCAMP_LANGUAGE"),
            start_anyway=_switch(env, "LUMBERCAMP_START_ANYWAY"),
            thinkers=_thinkers(env, "LUMBERCAMP_THINKERS", none=server is not None),
            backups=backups if token and kept and (asked or server is None) else None,
            backups_kept=kept,
            backup_hour=_hour(env, "LUMBERCAMP_BACKUP_HOUR"),
            night=_hour(env, "LUMBERCAMP_BACKUP_HOUR") if token else None,
            names_kept=_number(env, "LUMBERCAMP_NAMES_KEPT", 730),
            host=_host(env, "LUMBERCAMP_HOST"),
            web=web,
            web_host=web_host,
            web_port=web_port,
            **_activity(env, token, web),
        )


def _database(env: Mapping[str, str]) -> tuple[Address | None, Path]:
    """Where games are: on a server, or in a file. What lies beside a file has a place anyway."""
    try:
        place = located((env.get("LUMBERCAMP_DATABASE") or str(DEFAULT)).strip())
    except ValueError as wrong:
        raise SettingsError(f"Can't use LUMBERCAMP_DATABASE. {wrong}") from None
    return (place, DEFAULT) if isinstance(place, Address) else (None, place)


def _secret(env: Mapping[str, str], name: str, what: str) -> str | None:
    """The secret, or the contents of a file that a setting such as DISCORD_TOKEN_FILE names."""
    if secret := env.get(name, "").strip():
        return _one_word(secret, f"{name} isn't a valid {what}", what)
    if not (path := env.get(f"{name}_FILE")):
        return None
    try:
        secret = Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise SettingsError(f"Can't read the file that {name}_FILE names.") from None
    if not secret:
        raise SettingsError(f"The file that {name}_FILE names is empty.")
    return _one_word(secret, f"The file that {name}_FILE names doesn't hold a valid {what}", what)


def _one_word(secret: str, otherwise: str, what: str) -> str:
    if not (secret.isascii() and secret.isprintable()) or " " in secret:
        raise SettingsError(
            f"{otherwise}: a {what} is one word of plain letters, digits and symbols."
        )
    return secret


class _Activity(TypedDict):
    activity: bool
    client_secret: str | None


def _activity(env: Mapping[str, str], token: str | None, web: str | None) -> _Activity:
    """Whether boards are opened inside Discord, and the secret by which Discord then says who is
    there. The sandbox has a secret of its own."""
    on, secret = _switch(env, ACTIVITY), _secret(env, SECRET, "secret")
    if on and (web == "" or (token and not (web and secret))):
        raise SettingsError(
            f"{ACTIVITY} needs {WEB} (the address of the pages) and {SECRET} (so that Discord can "
            "tell who is there)."
        )
    return _Activity(activity=on, client_secret=secret)


def _address(env: Mapping[str, str], name: str, default: str) -> str:
    value = (env.get(name) or default).strip().rstrip("/")
    if not value.startswith(("http://", "https://")):
        raise SettingsError(f"{name} must be an address that begins with http:// or https://.")
    return value


def _web(env: Mapping[str, str], name: str) -> str | None:
    """The address at which people open boards. None: nobody has said; empty: there is none."""
    value = env.get(name, "").strip()
    if value.lower() in ("", "0", "no", "false"):
        return "" if value else None
    address = _address(env, name, "")
    if not re.fullmatch(r"https?://[\w.:\[\]-]+", address, re.ASCII):
        raise SettingsError(
            f"{name} must be an address without a path, such as https://boards.example, or 0."
        )
    return address


def _listens(env: Mapping[str, str], name: str) -> tuple[str, int | None]:
    """A port, or an address of this machine and a port: 0.0.0.0:8125."""
    host, _, port = env.get(name, "").strip().rpartition(":")
    if not port:
        return HOST, None
    return host.strip("[]") or HOST, _port({name: port}, name, 0)


def _switch(env: Mapping[str, str], name: str) -> bool:
    value = env.get(name, "").strip().lower()
    if value not in ("", "0", "1", "no", "yes", "false", "true"):
        raise SettingsError(f"{name} must be 1 or 0.")
    return value in ("1", "yes", "true")


def _choice(env: Mapping[str, str], name: str, allowed: tuple[str, ...], default: str) -> str:
    value = (env.get(name) or default).strip().upper()
    if value not in allowed:
        raise SettingsError(f"{name} must be one of {', '.join(allowed)}.")
    return value


def _language(env: Mapping[str, str], name: str) -> str:
    value = env.get(name, "").strip() or "en"
    if value not in languages():
        raise SettingsError(f"{name} must be en, or a language with a catalogue in languages/.")
    return value


def _number(env: Mapping[str, str], name: str, default: int) -> int:
    value = (env.get(name) or str(default)).strip()
    if not (value.isascii() and value.isdigit() and len(value) < 7):
        raise SettingsError(f"{name} must be a number from 0 to 999999.")
    return int(value)


def _hour(env: Mapping[str, str], name: str) -> int:
    value = (env.get(name) or "4").strip()
    if not (value.isascii() and value.isdigit() and int(value[:3]) < 24):
        raise SettingsError(f"{name} must be an hour from 0 to 23.")
    return int(value)


def _host(env: Mapping[str, str], name: str) -> str:
    value = env.get(name, "").strip()
    if len(value) > LONGEST_HOST or not value.isprintable():
        raise SettingsError(f"{name} must be one line of at most {LONGEST_HOST} characters.")
    return value


def _thinkers(env: Mapping[str, str], name: str, *, none: bool) -> int | None:
    """none: there may be none, since others can think."""
    value = env.get(name, "").strip()
    if not value:
        return None
    if not (value.isascii() and value.isdigit() and int(value[:4]) <= MOST_THINKERS):
        raise SettingsError(f"{name} must be a number of processes, from 1 to {MOST_THINKERS}.")
    if not int(value) and not none:
        raise SettingsError(
            f"{name} can be 0 only if `lumbercamp think` runs too, which needs a PostgreSQL "
            "database. Otherwise computer players would never move."
        )
    return int(value)


def _maybe_port(env: Mapping[str, str], name: str) -> int | None:
    return _port(env, name, 0) if env.get(name, "").strip() else None


def _port(env: Mapping[str, str], name: str, default: int) -> int:
    value = (env.get(name) or str(default)).strip()
    if not (value.isascii() and value.isdigit() and len(value) < 6 and int(value) < 65536):
        raise SettingsError(f"{name} must be a port number from 0 to 65535.")
    return int(value)

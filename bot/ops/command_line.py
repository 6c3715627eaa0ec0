"""The command line: `lumbercamp --help` says what each command does."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import traceback
from collections.abc import Sequence
from datetime import date
from io import TextIOWrapper
from pathlib import Path

from dotenv import load_dotenv

from bot.ops import (
    backups,
    check,
    doctor,
    forget,
    logs,
    loop,
    migrate,
    moving,
    ratings,
    replay,
    reports,
    rivers,
    sandbox,
    think,
    verify,
)
from bot.ops.opened import Place, keep_apart, named
from bot.ops.restored import restored
from bot.ops.service import TRY_AGAIN, Replaced, Unstartable, serve
from bot.ops.settings import Settings, SettingsError
from storage import (
    Address,
    Busy,
    Outdating,
    Restored,
    SqliteStore,
    Store,
    StoreError,
    Unreachable,
    restore,
)

WRONG_SETTING = 78  # EX_CONFIG: starting again without a change is no use
OUR_FAULT = 70  # EX_SOFTWARE: a bug of ours, whose traceback is printed
PASSES = (Unreachable, Outdating, Replaced)  # what ends by itself
STARTS = ("run", "think")  # what is started again
INTERRUPTED = 128 + 2  # what a shell says of a process that Ctrl-C has ended
READER_GONE = 128 + 13  # what a shell says of a process that SIGPIPE has ended, as by `| head`


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    _accept_every_character()
    try:
        try:
            return _answered(argv)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _write_to_nobody()
        return READER_GONE
    except Exception:
        traceback.print_exc()
        return OUR_FAULT


def _accept_every_character() -> None:
    """Escape what a console cannot show, and write to nobody where a stream is closed."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 until the process ends
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _write_to_nobody() -> None:
    # Python writes the rest when it ends, and would complain once more.
    nobody = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nobody, stream.fileno())


def _answered(argv: Sequence[str] | None) -> int:
    asked = _parser().parse_args(argv)
    try:
        _read_env_file()
        return _obey(asked)
    except (SettingsError, StoreError, Unstartable, Replaced) as wrong:
        print(wrong, file=sys.stderr)
        # A command works on a server and ends; where a file is in use, another bot runs on it.
        waits = isinstance(wrong, Busy) and wrong.on_server and asked.command in STARTS
        return TRY_AGAIN if waits or isinstance(wrong, PASSES) else WRONG_SETTING
    except KeyboardInterrupt:
        return 0 if asked.command in STARTS else INTERRUPTED


def _read_env_file() -> None:
    """Add the settings in `.env`. Raises SettingsError."""
    try:
        load_dotenv(".env", encoding="utf-8-sig")
    except ValueError:
        raise SettingsError("The file .env isn't UTF-8 text. Save it as UTF-8.") from None
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise SettingsError(f"I can't read the file .env: {why}.") from None


ABOUT = (
    "Lumbercamp hosts the board games Logger, Logjam and Forest Fellers in the channels of a "
    "Discord server, one turn at a time. Without a Discord token it plays them in a browser."
)
COMMANDS = {
    "run": "Serve Discord, or the sandbox in a browser when there is no DISCORD_TOKEN.",
    "think": "Think for computers, beside bots that keep their games on the same server.",
    "replay": "Tell a recorded game turn by turn and verify each turn by the rules.",
    "verify": "Draw every seat, roll and card of a finished game again from its seed.",
    "check": "Replay every open game with this version; the bot may be running.",
    "doctor": "Say what is wrong with settings, disk, database, token, clock and rights.",
    "backup": "Make a verified copy of the database; the bot may be running.",
    "restore": "Put a backup in the database's place; the bot must be stopped. On a server that is "
    "an empty database.",
    "move": "Copy a database to where none is, a file or one on a server (postgresql://…), and "
    "replay its open games there; the bot must be stopped.",
    "migrate": "Bring a database to this version's shape, as every start does, and end.",
    "forget": "Put a number in a person's place in all that is stored; the bot must be stopped.",
    "reports": "List what people have reported as a problem, or show one; the bot may be running.",
    "ratings": "Work out all ratings anew from the results; the bot must be stopped.",
    "rivers": "Draw segments of Forest Fellers' river and name what is wrong with each.",
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lumbercamp", description=ABOUT)
    subparsers = parser.add_subparsers(dest="command", required=True, title="commands")
    command = {
        name: subparsers.add_parser(name, help=about, description=about)
        for name, about in COMMANDS.items()
    }
    record = "a record of a game, or - for standard input"
    command["replay"].add_argument("file", metavar="RECORD", help=record)
    film = "write a film of the game, an animated GIF, to this file"
    command["replay"].add_argument("--gif", metavar="FILE", default="", help=film)
    page = "write a page of the game, for a browser, to this file"
    command["replay"].add_argument("--html", metavar="FILE", default="", help=page)
    command["verify"].add_argument("file", metavar="RECORD", help=record)
    card = "what the lobby's card showed"
    command["verify"].add_argument("--card", metavar="HASH", default="", help=card)
    command["verify"].add_argument(
        "--board",
        metavar="L7:31:3f9a-…",
        action="append",
        default=[],
        help="the digest at the end of a board; may be given several times",
    )
    command["rivers"].add_argument("verb", choices=["check"])
    shipped = "files of segments; without any, the shipped ones"
    command["rivers"].add_argument("files", metavar="FILE", nargs="*", help=shipped)
    command["forget"].add_argument("user", type=_person, metavar="USER", help="their Discord id")
    one = "the reference of one, which is shown whole"
    command["reports"].add_argument(
        "reference", metavar="REFERENCE", nargs="?", default="", help=one
    )
    command["ratings"].add_argument("verb", choices=["rebuild"])
    copy = "the copy; an existing file is never overwritten"
    command["backup"].add_argument("file", metavar="FILE", help=copy)
    keep = "FILE is a folder: make the copy of today there, and remove all but the newest N"
    command["backup"].add_argument("--keep", metavar="N", type=_some, help=keep)
    place = "a file, or postgresql://…"
    command["move"].add_argument("here", metavar="FROM", help=f"{place}; it stays as it is")
    command["move"].add_argument("there", metavar="TO", help=f"{place}; nothing may be there yet")
    dry = "say what would be done, and change nothing; the bot may be running"
    command["migrate"].add_argument("--dry-run", action="store_true", help=dry)
    backup = "a backup; the database of before is kept beside it"
    command["restore"].add_argument("file", metavar="FILE", help=backup)
    return parser


def _obey(asked: argparse.Namespace) -> int:
    if asked.command == "replay":
        return replay.run(asked.file, asked.gif, asked.html)
    if asked.command == "verify":
        return verify.run(asked.file, asked.card, asked.board)
    if asked.command == "rivers":
        return rivers.run(asked.files)
    if asked.command == "move":
        return moving.move(moving.place(asked.here), moving.place(asked.there))
    if asked.command == "run":
        settings = Settings.read(os.environ)
        logs.configure(settings.log_level)
        loop.run(run(settings) if settings.token else sandbox.run(settings, run))
        return 0
    if asked.command == "think":
        settings = think.settings_of(os.environ)
        logs.configure(settings.log_level)
        loop.run(think.run(settings))
        return 0
    if asked.command == "doctor":
        return asyncio.run(doctor.run(os.environ))
    # What only reads the database needs no other setting, and may not read the token's file.
    settings = Settings.read({k: v for k, v in os.environ.items() if k == "LUMBERCAMP_DATABASE"})
    place = settings.server or settings.database
    if asked.command == "check":
        return asyncio.run(check.run(place))
    if asked.command == "migrate":
        return asyncio.run(migrate.run(place, dry=asked.dry_run))
    if asked.command == "forget":
        return asyncio.run(forget.run(place, asked.user))
    if asked.command == "reports":
        return asyncio.run(reports.run(place, asked.reference))
    if asked.command == "ratings":
        return asyncio.run(ratings.rebuild(place))
    if asked.command == "restore":
        print(restored(place, _restored(place, asked.file), asked.file))
        return 0
    return _back_up(place, Path(asked.file), asked.keep)


def _restored(place: Place, file: str) -> Restored:
    return place.restore(Path(file)) if isinstance(place, Address) else restore(file, place)


def _back_up(place: Place, made: Path, keep: int | None) -> int:
    if keep:
        made = backups.make(place, made, keep, date.today())
    else:
        backups.back_up(place, made)
    print(f"{named(place)} is backed up in {made}; the copy is sound.")
    return 0


def _person(text: str) -> int:
    """A Discord id. It is replaced wherever it stands, and a short number stands in many places
    where it is nobody's id. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and 15 < len(text) < 20):
        raise argparse.ArgumentTypeError("it must be a Discord id, such as 123456789012345678")
    return int(text)


def _some(text: str) -> int:
    """How many copies are kept. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and int(text[:6])):
        raise argparse.ArgumentTypeError("it must be a number from 1")
    return int(text)


async def run(settings: Settings, ready: str = "") -> None:
    """Serve until SIGTERM, SIGINT or SIGHUP. ready: printed once the bot is there."""
    store = await _opened(settings, sandbox=bool(ready))
    try:
        await store.set(check.RULES, check.rules_of_today())
        await serve(store, settings, ready or "Lumbercamp is on Discord.")
    finally:
        await store.close()


async def _opened(settings: Settings, *, sandbox: bool) -> Store:
    if settings.server is None:
        if not settings.start_anyway:
            await check.before_start(settings.database)
        return await SqliteStore.open(settings.database)
    store = await settings.server.share()
    try:
        await keep_apart(store, sandbox=sandbox)
        if not settings.start_anyway:
            await check.after_opening(store)
    except BaseException:
        await store.close()
        raise
    return store

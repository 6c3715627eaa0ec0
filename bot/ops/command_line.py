"""The command line: `lumbercamp --help` says what each command does."""

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

from bot.ops import backups, doctor, logs, replay, service, upkeep
from bot.ops.service import TRY_AGAIN, run_loop
from bot.ops.settings import Place, Settings, SettingsError, Unstartable, place_name
from bot.ops.upkeep import restore_text
from storage import Address, Busy, Outdating, StoreError, Superseded, TooNew, Unreachable, restore
from storage.server import locate

OUR_FAULT = 70  # EX_SOFTWARE: a bug of ours, whose traceback is printed
STARTS = ("run", "think")  # commands that service managers restart


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:  # closed: discard output
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 until the process ends
        elif isinstance(stream, TextIOWrapper):  # escape characters that a console can't show
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            return _answered(argv)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes the rest at exit, and would complain again.
        nobody = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nobody, stream.fileno())
        return 128 + 13  # a shell's code for a process ended by SIGPIPE, as with `| head`
    except Exception:
        traceback.print_exc()
        return OUR_FAULT


def _answered(argv: Sequence[str] | None) -> int:
    asked = _parser().parse_args(argv)
    try:
        try:
            load_dotenv(".env", encoding="utf-8-sig")
        except ValueError:
            raise SettingsError("The file .env isn't UTF-8 text. Save it as UTF-8.") from None
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise SettingsError(f"I can't read the file .env: {why}.") from None
        return _obey(asked)
    except (SettingsError, StoreError, Unstartable) as wrong:
        print(wrong, file=sys.stderr)
        if isinstance(wrong, TooNew) and asked.command not in STARTS:
            return replay.UNREADABLE
        # A server is busy only while a command works; if a file is busy, another bot runs on it.
        waits = isinstance(wrong, Busy) and wrong.on_server and asked.command in STARTS
        passes = isinstance(wrong, Unreachable | Outdating | Superseded)  # without a person's help
        return TRY_AGAIN if waits or passes else 78  # EX_CONFIG: it only works after a change
    except KeyboardInterrupt:
        return 0 if asked.command in STARTS else 128 + 2  # a shell's code for Ctrl-C


COMMANDS = {
    "run": "Run the bot. Without a DISCORD_TOKEN, run the local sandbox instead.",
    "think": "Run an engine worker: compute computer players' turns for bots that share a "
    "PostgreSQL database.",
    "replay": "Replay a recorded game turn by turn and check each turn against the rules.",
    "verify": "Verify a finished game: redraw every seat, roll and card from its seed.",
    "check": "Check that every open game still replays with this version. Safe while the bot runs.",
    "doctor": "Check the settings, disk, database, mail server, token, clock and permissions.",
    "backup": "Back up the database and verify the copy. Safe while the bot runs.",
    "restore": "Restore the database from a backup. Stop the bot first. On PostgreSQL, the "
    "target must be empty.",
    "move": "Move the database between a file and PostgreSQL, and check its open games "
    "there. Stop the bot first.",
    "migrate": "Migrate the database to this version's schema and exit. The bot does this at "
    "every start, too.",
    "forget": 'Delete a person\'s data: replace them with "former player 1" everywhere. Stop '
    "the bot first.",
    "reports": "List problem reports, or show one. Safe while the bot runs.",
    "ratings": "Rebuild all ratings from the results. Stop the bot first.",
    "rivers": "Print river segments of Forest Fellers and report errors in them.",
}


def _parser() -> argparse.ArgumentParser:
    about = (
        "Lumbercamp hosts the board games Logger, Logjam and Forest Fellers in the channels of a "
        "Discord server, one turn at a time. Without a Discord token it plays them in a browser."
    )
    parser = argparse.ArgumentParser(prog="lumbercamp", description=about)
    subparsers = parser.add_subparsers(dest="command", required=True, title="commands")
    command = {
        name: subparsers.add_parser(name, help=about, description=about)
        for name, about in COMMANDS.items()
    }
    record = "game record file, or - for standard input"
    command["replay"].add_argument("file", metavar="RECORD", help=record)
    film = "write the game as an animated GIF to FILE"
    command["replay"].add_argument("--gif", metavar="FILE", default="", help=film)
    page = "write the game as an HTML page to FILE"
    command["replay"].add_argument("--html", metavar="FILE", default="", help=page)
    command["verify"].add_argument("file", metavar="RECORD", help=record)
    card = "the hash shown in the lobby message"
    command["verify"].add_argument("--card", metavar="HASH", default="", help=card)
    command["verify"].add_argument(
        "--board",
        metavar="L7:31:3f9a-…",
        action="append",
        default=[],
        help="a board code to check; repeatable",
    )
    command["rivers"].add_argument("verb", choices=["check"])
    shipped = "segment files (default: the built-in ones)"
    command["rivers"].add_argument("files", metavar="FILE", nargs="*", help=shipped)
    command["forget"].add_argument(
        "user", type=_person, metavar="USER", help="the person's Discord ID"
    )
    one = "show the whole report with this reference"
    command["reports"].add_argument(
        "reference", metavar="REFERENCE", nargs="?", default="", help=one
    )
    command["ratings"].add_argument("verb", choices=["rebuild"])
    copy = "backup file to write; never overwrites"
    command["backup"].add_argument("file", metavar="FILE", help=copy)
    keep = "treat FILE as a folder: write today's backup there and delete all but the newest N"
    command["backup"].add_argument("--keep", metavar="N", type=_some, help=keep)
    place = "a file or postgresql://…"
    command["move"].add_argument("here", metavar="FROM", help=f"source: {place} (left unchanged)")
    command["move"].add_argument("there", metavar="TO", help=f"target: {place} (must be empty)")
    dry = "show what would change without changing anything. Safe while the bot runs"
    command["migrate"].add_argument("--dry-run", action="store_true", help=dry)
    backup = "backup file; the current database is saved next to it"
    command["restore"].add_argument("file", metavar="FILE", help=backup)
    return parser


def _obey(asked: argparse.Namespace) -> int:
    if asked.command == "replay":
        return replay.run(asked.file, asked.gif, asked.html)
    if asked.command == "verify":
        return replay.verify_file(asked.file, asked.card, asked.board)
    if asked.command == "rivers":
        return replay.check_rivers(asked.files)
    if asked.command == "move":
        return upkeep.move(_place(asked.here), _place(asked.there))
    if asked.command == "run":
        settings = Settings.read(os.environ)
        logs.configure(settings.log_level)
        run_loop((service.run if settings.token else service.run_sandbox)(settings))
        return 0
    if asked.command == "think":
        settings = service.worker_settings(os.environ)
        logs.configure(settings.log_level)
        run_loop(service.think(settings))
        return 0
    if asked.command == "doctor":
        return asyncio.run(doctor.run(os.environ))
    # Commands that only read the database need no other setting, and may not read the token's file.
    settings = Settings.read({k: v for k, v in os.environ.items() if k == "LUMBERCAMP_DATABASE"})
    place = settings.server or settings.database
    if asked.command == "check":
        return asyncio.run(upkeep.check_games(place))
    if asked.command == "migrate":
        return asyncio.run(upkeep.migrate(place, dry=asked.dry_run))
    if asked.command == "forget":
        return asyncio.run(upkeep.forget_person(place, asked.user))
    if asked.command == "reports":
        return asyncio.run(upkeep.show_reports(place, asked.reference))
    if asked.command == "ratings":
        return asyncio.run(upkeep.rebuild_ratings(place))
    if asked.command == "restore":
        file = Path(asked.file)
        done = place.restore(file) if isinstance(place, Address) else restore(asked.file, place)
        print(restore_text(place, done, asked.file))
        return 0
    made = Path(asked.file)
    if asked.keep:
        made = backups.make(place, made, asked.keep, date.today())
    else:
        backups.back_up(place, made)
    print(f"Backed up {place_name(place)} to {made} and checked the copy.")
    return 0


def _place(text: str) -> Place:
    """Parse the name of a file, or of a database on a server. Raises SettingsError."""
    try:
        return locate(text)
    except ValueError as wrong:
        raise SettingsError(str(wrong)) from None


def _person(text: str) -> int:
    """Parse a Discord id. Every occurrence is replaced, so a short number would match too much.
    Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and 15 < len(text) < 20):
        raise argparse.ArgumentTypeError("must be a Discord ID, such as 123456789012345678")
    return int(text)


def _some(text: str) -> int:
    """Parse how many copies to keep. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and int(text[:6])):
        raise argparse.ArgumentTypeError("must be a whole number, 1 or more")
    return int(text)

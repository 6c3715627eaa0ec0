"""The command line.

lumbercamp run            with DISCORD_TOKEN the bot on Discord, without it the sandbox
lumbercamp replay RECORD  a recorded game told turn by turn, each checksum verified;
                          --gif FILE: a film of it, --html FILE: a page for a browser
lumbercamp verify RECORD  every seat, roll and draw of a finished game drawn again
lumbercamp check          every open game replayed with the code that is installed
lumbercamp backup FILE    a sound copy of the database, also while the bot runs
lumbercamp restore FILE   the database as such a copy holds it, while the bot is stopped
lumbercamp ratings rebuild    all ratings worked out anew from the results, while the bot is stopped
lumbercamp rivers check   the segments of Forest Fellers, or FILE …, drawn and verified
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Sequence

from dotenv import load_dotenv

from bot.ops import check, logs, loop, ratings, replay, rivers, sandbox, verify
from bot.ops.restored import restored
from bot.ops.service import Unstartable, serve
from bot.ops.settings import Settings, SettingsError
from storage import SqliteStore, StoreError, backup, restore

WRONG_SETTING = 78  # EX_CONFIG: starting again without a change is no use
READER_GONE = 128 + 13  # what a shell says of who is ended by SIGPIPE, as by `| head`


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    try:
        try:
            return _answered(argv)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        _write_to_nobody()
        return READER_GONE


def _write_to_nobody() -> None:
    # Python writes the rest when it ends, and would complain once more.
    nobody = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nobody, stream.fileno())


def _answered(argv: Sequence[str] | None) -> int:
    asked = _parser().parse_args(argv)
    load_dotenv(".env")
    try:
        return _obey(asked)
    except (SettingsError, StoreError, Unstartable) as wrong:
        print(wrong, file=sys.stderr)
        return WRONG_SETTING
    except KeyboardInterrupt:
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lumbercamp", description=__doc__.split("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="serve Discord, or the sandbox when there is no token")
    record = commands.add_parser("replay", help="tell a recorded game, verifying each turn")
    record.add_argument("file", metavar="RECORD", help="a file, or - for standard input")
    film = "write a film of the game, an animated GIF, to this file"
    record.add_argument("--gif", metavar="FILE", default="", help=film)
    page = "write a page of the game, for a browser, to this file"
    record.add_argument("--html", metavar="FILE", default="", help=page)
    fair = commands.add_parser("verify", help="draw again all that chance decided in a record")
    fair.add_argument("file", metavar="RECORD", help="a file, or - for standard input")
    fair.add_argument("--card", metavar="HASH", default="", help="what the lobby's card showed")
    fair.add_argument(
        "--board",
        metavar="L7:31:3f9a-…",
        action="append",
        default=[],
        help="the digest at the end of a board; may be given several times",
    )
    commands.add_parser("check", help="replay every open game with the code installed here")
    segments = commands.add_parser("rivers", help="draw and verify segments of Forest Fellers")
    segments.add_argument("verb", choices=["check"])
    segments.add_argument("files", metavar="FILE", nargs="*", help="without any: the shipped ones")
    rated = commands.add_parser("ratings", help="work out all ratings anew; stop the bot first")
    rated.add_argument("verb", choices=["rebuild"])
    copy = commands.add_parser("backup", help="copy the database; the bot may be running")
    copy.add_argument("file", metavar="FILE", help="the copy; nothing is overwritten")
    back = commands.add_parser("restore", help="put a backup in place; the bot must be stopped")
    back.add_argument("file", metavar="FILE", help="a backup; what was there before is kept")
    return parser


def _obey(asked: argparse.Namespace) -> int:
    if asked.command == "replay":
        return replay.run(asked.file, asked.gif, asked.html)
    if asked.command == "verify":
        return verify.run(asked.file, asked.card, asked.board)
    if asked.command == "rivers":
        return rivers.run(asked.files)
    if asked.command == "run":
        settings = Settings.read(os.environ)
        logs.configure(settings.log_level)
        loop.run(run(settings) if settings.token else sandbox.run(settings, run))
        return 0
    # What only reads the database needs no other setting, and may not read the token's file.
    settings = Settings.read({k: v for k, v in os.environ.items() if k == "LUMBERCAMP_DATABASE"})
    if asked.command == "check":
        return asyncio.run(check.run(settings.database))
    if asked.command == "ratings":
        return asyncio.run(ratings.rebuild(settings.database))
    if asked.command == "restore":
        print(restored(settings.database, restore(asked.file, settings.database), asked.file))
        return 0
    backup(settings.database, asked.file)
    print(f"{settings.database} is backed up in {asked.file}; the copy is sound.")
    return 0


async def run(settings: Settings, ready: str = "") -> None:
    """Serve until SIGTERM or SIGINT. ready: printed once the bot is there."""
    if not settings.start_anyway:
        await check.before_start(settings.database)
    store = await SqliteStore.open(settings.database)
    try:
        await store.set(check.RULES, check.rules_of_today())
        await serve(store, settings, ready or "Lumbercamp is on Discord.")
    finally:
        await store.close()


if __name__ == "__main__":
    sys.exit(main())

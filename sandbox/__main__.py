"""`python -m sandbox`: start the sandbox and print its address, as one line of JSON."""

import argparse
import asyncio
import contextlib
import errno
import json
import os
import signal
import sys
import threading
from pathlib import Path

from sandbox import running


def main() -> int:
    parser = argparse.ArgumentParser(prog="sandbox", description="A Discord stand-in on loopback.")
    parser.add_argument("--port", type=int, default=8123, help="0 picks a free one")
    parser.add_argument("--folder", type=Path, default=Path("data/sandbox"))
    parser.add_argument("--while-stdin-open", action="store_true", help="stop when stdin ends")
    parser.add_argument(
        "--no-message-content", action="store_true", help="refuse the message-content intent"
    )
    parser.add_argument("--activity", default="", help="the address of the Activity's page")
    with contextlib.suppress(KeyboardInterrupt):
        return asyncio.run(_serve(parser.parse_args()))
    return 0


async def _serve(options: argparse.Namespace) -> int:
    stop = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows: main() ends it instead
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
    if options.while_stdin_open:
        _stop_with_stdin(stop)
    loop = asyncio.get_running_loop()
    until = loop.time() + 2.0  # a predecessor that was killed may still hold the port or the folder
    while True:
        content = not options.no_message_content
        try:
            async with running(
                options.folder, options.port, message_content=content, activity=options.activity
            ) as world:
                told = {"address": world.address, "token": world.token}
                told |= {"secret": world.activities.secret, "smtp": world.smtp}
                print(json.dumps(told), flush=True)
                await stop.wait()
                return 0
        except OSError as error:
            said = f"The sandbox can't start in {options.folder}: {error.strerror or error}."
            if error.errno == errno.EADDRINUSE:
                said = (
                    f"Port {options.port} is in use. Stop the program that uses it, or "
                    "choose another --port."
                )
        if loop.time() > until:
            print(said, file=sys.stderr)
            return 2
        await asyncio.sleep(0.1)


def _stop_with_stdin(stop: asyncio.Event) -> None:
    """Stop when stdin closes, as it does even for a killed launcher."""
    loop = asyncio.get_running_loop()

    def watch() -> None:
        with contextlib.suppress(OSError):
            while os.read(0, 4096):
                pass
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(stop.set)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    sys.exit(main())

"""A network between a store and its server: messages from either side arrive later, in order.

    store ──> socket ──> DELAY ──> socket of the server
          <── DELAY <──

It is a process of its own, and takes nothing from the store's:

    python -m tests.bench.far SERVER'S_FOLDER FOLDER SECONDS    until its standard input ends
"""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

SOCKET = ".s.PGSQL.5432"
INEXACT = 0.0001  # seconds by which a sleep may be too long
Said = tuple[float, bytes]  # time of arrival, and the bytes


@contextmanager
def network(server: Path, folder: Path, seconds: float) -> Iterator[None]:
    """A server that stands in `folder` so far away, while the block runs."""
    folder.mkdir()
    words = [str(server), str(folder), str(seconds)]
    command = [sys.executable, "-m", "tests.bench.far", *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        yield
        process.stdin.close()


def _carry(here: socket.socket, there: socket.socket, seconds: float) -> None:
    """Carry everything from here to there, until nothing comes."""
    said = SimpleQueue[Said]()
    Thread(target=_arrive, args=(said, there), daemon=True).start()
    with suppress(OSError):
        while words := here.recv(65_536):
            said.put((time.monotonic() + seconds, words))
    said.put((0, b""))


def _arrive(said: SimpleQueue[Said], there: socket.socket) -> None:
    with suppress(OSError):
        while (found := said.get())[1]:
            time.sleep(max(0, found[0] - time.monotonic() - INEXACT))
            while time.monotonic() < found[0]:
                pass
            there.sendall(found[1])
    with suppress(OSError):
        there.shutdown(socket.SHUT_RDWR)


def _accept(listening: socket.socket, server: Path, seconds: float) -> None:
    while True:
        store, _ = listening.accept()
        there = socket.socket(socket.AF_UNIX)
        there.connect(str(server / SOCKET))
        for ends in ((store, there), (there, store)):
            Thread(target=_carry, args=(*ends, seconds), daemon=True).start()


def main() -> None:
    server, folder, seconds = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(folder / SOCKET))
        listening.listen()
        Thread(target=_accept, args=(listening, server, seconds), daemon=True).start()
        print("there", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()

"""A wire between a store and its server, which a test can cut.

link ──> socket of the wire ──> socket of the server
         cut = FORTH             what the link says next that holds `word` never arrives
         cut = BACK              it arrives, and the answer to it does not
         shut                    a new connection finds nobody
"""

import socket
import threading
from contextlib import suppress
from pathlib import Path

SOCKET = ".s.PGSQL.5432"
FORTH, BACK = "forth", "back"


class Wire:
    def __init__(self, server: Path, folder: Path) -> None:
        self._server, self.folder = str(server / SOCKET), folder
        self.cut, self.word = "", b"commit\0"
        self.cuts, self.shut = 0, False
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / SOCKET))
        self._listening.listen()
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                link, _ = self._listening.accept()
                if self.shut:
                    link.close()
                    continue
                server = socket.socket(socket.AF_UNIX)
                server.connect(self._server)
                threading.Thread(target=self._forth, args=(link, server), daemon=True).start()

    def _forth(self, link: socket.socket, server: socket.socket) -> None:
        silent = threading.Event()
        back = threading.Thread(target=_carry, args=(server, link, silent), daemon=True)
        back.start()
        with suppress(OSError):
            while said := link.recv(65_536):
                if self.cut and self.word in said:
                    how, self.cut, self.cuts = self.cut, "", self.cuts + 1
                    if how == FORTH:
                        break
                    silent.set()
                server.sendall(said)
        for end in (link, server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        back.join()
        link.close()
        server.close()


def _carry(server: socket.socket, link: socket.socket, silent: threading.Event) -> None:
    """silent: drop the server's next message, and all later ones."""
    with suppress(OSError):
        while (said := server.recv(65_536)) and not silent.is_set():
            link.sendall(said)
    with suppress(OSError):
        link.shutdown(socket.SHUT_RDWR)

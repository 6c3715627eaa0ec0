"""Files on their way in are read whole, however the network cuts them.

aiohttp parses multipart bodies.
"""

from __future__ import annotations

import asyncio

import pytest
from aiohttp import StreamReader
from aiohttp.base_protocol import BaseProtocol
from aiohttp.test_utils import make_mocked_request

from sandbox.files import Upload, read_body

BOUNDARY = b"--a-boundary-as-long-as-those-of-discord.py"
FILE = bytes(range(256)) * 100
HEAD = BOUNDARY + (
    b'\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content": "hi"}\r\n'
    + BOUNDARY
    + b'\r\nContent-Disposition: form-data; name="files[0]"; filename="L1-5.png"\r\n'
    b"Content-Type: image/png\r\n\r\n"
)
BODY = HEAD + FILE + b"\r\n" + BOUNDARY + b"--\r\n"


@pytest.mark.parametrize("small", [1, len(BOUNDARY), len(BOUNDARY) + 3])
async def test_a_file_that_comes_in_uneven_pieces_is_read_whole(small: int) -> None:
    """A few bytes, fewer than the boundary's, and then more than are read at once."""
    loop = asyncio.get_running_loop()
    connected = BaseProtocol(loop)
    connected.connection_made(asyncio.Transport())
    stream = StreamReader(connected, len(BODY), loop=loop)
    kind = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY[2:].decode()}"}
    reading = asyncio.create_task(read_body(make_mocked_request("POST", "/", kind, payload=stream)))
    first = len(HEAD) + 100
    for piece in (BODY[:first], BODY[first : first + small], BODY[first + small :]):
        stream.feed_data(piece)
        for _ in range(5):  # until it waits for the next piece
            await asyncio.sleep(0)
    stream.feed_eof()
    assert await reading == ({"content": "hi"}, [Upload(0, "L1-5.png", FILE)])

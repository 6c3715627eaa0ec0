"""Behind nginx, as docs/browser.md sets it up, but for TLS. Debian: `apt install nginx`."""

import asyncio
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.bot.core import Core
from tests.bot.discord.process import free_port, is_answered
from tests.bot.web.house import House, opened, told
from tests.patience import until

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
DOCS = Path(__file__).parents[3] / "docs/browser.md"
AROUND = """daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {server}
}}
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="there is no nginx; Debian: apt install nginx"),
]


def documented(outside: int, inside: int) -> str:
    """The server of the page for hosts, on ports of this machine."""
    found = re.search(r"```nginx\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    plain = re.sub(r" *ssl_certificate.*\n", "", found[1])
    heard = plain.replace("listen 443 ssl;", f"listen 127.0.0.1:{outside};")
    return heard.replace("127.0.0.1:8125", f"127.0.0.1:{inside}")


@pytest_asyncio.fixture(loop_scope="session")
async def house(two: Core, tmp_path: Path) -> AsyncIterator[House]:
    """Ann and Ben at their first turn; people come to nginx."""
    outside = free_port()

    def before(inside: int) -> str:
        text = AROUND.format(folder=tmp_path, server=documented(outside, inside))
        (tmp_path / "nginx.conf").write_text(text, encoding="utf-8")
        return f"http://127.0.0.1:{outside}"

    async with opened(two, before=before) as it:
        started = ["-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf"), "-e", "stderr"]
        with subprocess.Popen([NGINX or "", *started]) as proxy:
            try:
                await until(lambda: is_answered(outside))
                yield it
            finally:
                proxy.terminate()


async def test_a_page_a_turn_and_a_stream_go_through_a_proxy(house: House) -> None:
    mover = await house.core.mover()
    async with house.of(mover) as surfer:
        stream = await surfer.session.get(f"{house.address}/events/1")
        assert stream.status == 200
        async with asyncio.timeout(5):
            first = await told(stream.content)
            await surfer.press(surfer.page.word("a1"))
            await surfer.press(surfer.page.button("Confirm"))
            assert "Turn played" in surfer.page.text
            while await told(stream.content) == first:
                pass
        picture = surfer.page.images[0]["src"]
        assert (await surfer.get(picture)).body.startswith(b"\x89PNG")
        stream.close()

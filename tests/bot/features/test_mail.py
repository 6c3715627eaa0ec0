"""Notifications by e-mail: in threads, with the public board, stopped, refused, and in nobody
else's hands. tests/bot/features/test_webhook.py has codes, quiet hours, rest and limits."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict, deque
from collections.abc import AsyncIterator
from dataclasses import replace
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from random import Random
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP

from bot.messages.answers import story_since
from bot.messages.courier import TransientError
from bot.ops import doctor
from bot.ops.settings import Settings, SettingsError
from bot.ops.smtp import SmtpServer
from bot.table.settings import Hosting
from tests.acting import ANN, BEN, EVE, Person
from tests.bot.core import Captured, Core
from tests.bot.features.test_fellers_secrets import plays
from tests.bot.features.test_privacy import deleted
from tests.bot.features.test_webhook import asked, comes_round, delivered
from tests.bot.transport import DIRECT, Killed
from tests.bot.web.house import opened

BOARDS = "https://boards.example"
SLY = Person(21, 'Sly <b>"&')


class Office:
    """A mail server. It answers 250 unless something else is in `answers`."""

    def __init__(self) -> None:
        self.mails, self.tries, self.url = list[EmailMessage](), list[str](), ""
        self.answers = defaultdict[str, deque[str]](deque)

    def answer(self, to: str) -> str:
        return self.answers[to].popleft() if self.answers[to] else "250 OK"

    async def handle_RCPT(self, _: Any, __: Any, envelope: Any, address: str, ___: Any) -> str:
        self.tries.append(address)
        envelope.rcpt_tos.append(address)
        return self.answer("RCPT")

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:
        if (answer := self.answer("DATA")).startswith("250"):
            self.mails.append(message_from_bytes(envelope.content, policy=default))
        return answer

    def turns(self) -> list[EmailMessage]:
        return [mail for mail in self.mails if mail["References"]]


def part(mail: EmailMessage, kind: str = "plain") -> str:
    (found,) = (each for each in mail.walk() if each.get_content_subtype() == kind)
    return str(found.get_content()).replace("\r\n", "\n")


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    office, loop = Office(), asyncio.get_running_loop()
    made = loop.create_server(lambda: SMTP(office, hostname="x", loop=loop), "127.0.0.1", 0)
    async with await made as server:
        port = server.sockets[0].getsockname()[1]
        office.url = f"smtp://127.0.0.1:{port}/?from=games@boards.example"
        yield office


@pytest.fixture
def mailing(core: Core, office: Office) -> Core:
    core.hosting = Hosting(mail=SmtpServer.read(office.url), boards_at=BOARDS)
    core.__post_init__()
    return core


async def begun(core: Core, office: Office, *people: Person) -> Person:
    """Somebody with an address, to move in their second turn."""
    await core.begin(*(people or (ANN, BEN)), lines=2)
    who = await core.mover()
    await asked(core, who, f" U{who.id}@BÜCHER.example", "E-Mail")
    code = re.findall(r"\b\d{6}\b", office.mails[-1]["Subject"])[0]
    await core.press(who, "Enter Code", words=code)
    return who


async def test_the_turns_of_a_game_are_one_thread(mailing: Core, office: Office) -> None:
    """With the board that the channel sees, in words too; no name is markup."""
    who = await begun(mailing, office, ANN, SLY)
    await delivered(mailing)
    alt = (await mailing.board()).alt
    await comes_round(mailing)
    await delivered(mailing)
    first, second = office.turns()
    assert office.tries == [f"U{who.id}@xn--bcher-kva.example"] * 3
    assert first["Subject"] == second["Subject"] == "Your turn in L1 (Logger)"
    assert first["References"] == second["References"] == first["In-Reply-To"]
    assert first["Message-ID"] != second["Message-ID"]
    assert (alt in part(first), f"Open Board: {BOARDS}/enter/" in part(first)) == (True, True)
    page, (picture,) = part(first, "html"), [p for p in first.walk() if p["Content-ID"]]
    assert f"cid:{picture['Content-ID'][1:-1]}" in page
    assert picture.get_content().startswith(b"\x89PNG")
    assert ("Sly &lt;b&gt;&quot;&amp;" in page, "<b>" in page) == (True, False)


async def test_a_mailbox_gets_no_hand(mailing: Core, office: Office) -> None:
    """It lies around, so it gets what the channel gets. Without pages, a command stops e-mails."""
    mailing.kind, mailing.hosting = "fellers", replace(mailing.hosting, boards_at="")
    mailing.__post_init__()
    await mailing.begin(ANN, BEN)
    for who in (ANN, BEN):
        await mailing.store.set_personal(who.id, "email", "a@b.example x")
    for _ in range(3):
        await plays(mailing, Random(3))
        await delivered(mailing)
    mail, table, board = office.turns()[-1], await mailing.table(), await mailing.board()
    public, theirs = (str(story_since(table, seat)) for seat in (None, 1 - table.actor))
    assert (f"\n{public}\n" in part(mail), theirs in part(mail)) == (True, False)
    there = f"https://discord.com/channels/900/500/{board.id}"
    assert all(each in part(mail) for each in (board.alt, "with `/games settings`", there))
    assert mail["List-Unsubscribe"] is None


async def test_one_press_stops_e_mails_and_a_look_does_not(mailing: Core, office: Office) -> None:
    """RFC 8058: without a sign-in, from a mail program. Only the person's own word counts."""
    who = await begun(mailing, office)
    await delivered(mailing)
    (mail,) = office.turns()
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path, press = mail["List-Unsubscribe"].strip("<>"), {"List-Unsubscribe": "One-Click"}
    assert path in part(mail)
    path = path.removeprefix(BOARDS)
    await mailing.store.set_personal(who.id, "email_failed", "2")
    word, theirs = path.partition("-")[2], await mailing.store.personal(who.id)
    assert word not in office.mails[0].as_string()  # nobody has proved the address of a code
    await mailing.store.set_personal(EVE.id, "email", f"eve@b.example {word[::-1]}")
    async with opened(mailing) as house, house.browser() as surfer:
        looks = {(await surfer.get(path)).body.replace(path.encode(), b"")}
        for forged in (f"/unsubscribe/{EVE.id}-{word}", f"/unsubscribe/{who.id}-{'x' * 43}"):
            looks.add((await surfer.get(forged)).body.replace(forged.encode(), b""))
            assert (await surfer.post(forged, press, Origin="")).status == 200
        assert len(looks) == 1  # nobody learns who has an address
        assert await mailing.store.personal(who.id) == theirs
        for _ in range(2):
            assert (await surfer.post(path, press, Origin="")).status == 200
    assert [[*await mailing.store.personal(each.id)] for each in (who, EVE)] == [[], ["email"]]


@pytest.mark.parametrize("at", ["RCPT", "DATA"])
async def test_an_address_rests_once_it_bounces(
    mailing: Core, office: Office, at: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A busy server is tried again. Log and message don't name the address."""
    who = await begun(mailing, office)
    office.answers[at] += ["451 Later", "250 OK", f"550 No {office.tries[0]} here"]
    for _ in range(3):
        await delivered(mailing)
        assert len(office.turns()) == 1
        await comes_round(mailing)
    (told,) = (m.text for m in mailing.transport.in_channel(DIRECT + who.id))
    assert "I couldn't reach you by E-Mail" in told
    assert "bcher" not in told + caplog.text


STRANGE = (
    "a@b|a@b.example, c@d.example|a@b.example;c@d.example|a@b.example\r\nBcc: c@d.example|"
    '<a@b.example>|Ann <a@b.example>|a b@c.example|"a"@b.example|a@[127.0.0.1]|a@127.0.0.1|'
    "a@localhost|a@b..example|@b.example|a@straße.example|ä@b.example|a@b@c.example|a@-b.example|"
    "a@b.example>|a@b.example SIZE=1|a@b.example\0"
)


async def test_only_one_plain_address_is_taken(mailing: Core, office: Office) -> None:
    """No list, no second header, no command to the server, and no mailbox on its machine."""
    for typed in STRANGE.split("|"):
        assert "I can't use that address." in await asked(mailing, ANN, typed, "E-Mail")
    assert office.tries == []


async def test_it_is_exported_and_deleted(mailing: Core, office: Office) -> None:
    who = await begun(mailing, office)
    assert office.tries[0] in f"{await mailing.store.personal_data(who.id)}"
    await mailing.deliver()
    await deleted(mailing, who)
    await delivered(mailing)
    assert (len(office.mails), await mailing.store.personal_data(who.id)) == (1, {})
    assert not any("@xn--" in m.text + m.alt for m in mailing.transport.messages)
    mailing.hosting = Hosting()  # without a mail server, nobody is offered e-mails
    mailing.__post_init__()
    await mailing.command(ANN, "games settings")
    assert "E-Mail" not in (await mailing.pick(ANN, "elsewhere:on")).text


async def test_the_password_is_nowhere(office: Office, capsys: Captured) -> None:
    """Nor does anything go to another machine without STARTTLS."""
    signs_in, mail = office.url.replace("//", "//ann:s3cr%40t@"), EmailMessage()
    mail["To"] = "a@b.example"
    assert "s3cr" not in repr(server := SmtpServer.read(signs_in))
    assert (server.user, server.password) == ("ann", "s3cr@t")
    for url in (signs_in, office.url.replace("127.0.0.1", "0.0.0.0")):
        with pytest.raises(TransientError) as refused:
            await SmtpServer.read(url).send(mail)
        assert [e.fine async for e in doctor.findings({"LUMBERCAMP_SMTP": url})][-2] is False
        assert not re.search("s3cr|a@b", f"{refused.value} {capsys.readouterr()}")
    assert all([e.fine async for e in doctor.findings({"LUMBERCAMP_SMTP": office.url})])
    for wrong in ("smtp://ann:s3cr@/", "s3cr", signs_in + ",c@d.example", signs_in + "&s3cr=1"):
        with pytest.raises(SettingsError, match=r"^LUMBERCAMP_SMTP must be like [^3]+$"):
            Settings.read({"LUMBERCAMP_SMTP": wrong})


@pytest.mark.parametrize("late", [False, True])
async def test_a_death_at_the_mail_server_loses_no_e_mail(
    lasting: Core, office: Office, *, late: bool
) -> None:
    """If the bot dies before it knows that one is out, it comes again under the same id."""

    class Dying(SmtpServer):
        async def send(self, mail: EmailMessage) -> None:
            if late:
                await super().send(mail)
            lasting.transport.killed = True
            raise Killed

    lasting.hosting = working = Hosting(mail=SmtpServer.read(office.url))
    lasting.__post_init__()
    await begun(lasting, office)
    lasting.hosting = Hosting(mail=Dying.read(office.url))
    await lasting.restart()
    with pytest.raises(Killed):
        await delivered(lasting)
    lasting.hosting = working
    await lasting.kill()
    await delivered(lasting)
    ids = [mail["Message-ID"] for mail in office.turns()]
    assert (len(ids), len({*ids})) == (1 + late, 1)

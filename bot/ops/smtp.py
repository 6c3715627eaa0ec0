"""The operator's mail server, as LUMBERCAMP_SMTP names it. Each e-mail has its own connection."""

import logging
from dataclasses import dataclass, field
from email.message import EmailMessage
from ipaddress import ip_address
from typing import Self
from urllib.parse import parse_qsl, unquote, urlsplit

import aiosmtplib
from aiosmtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused

from bot.messages.courier import PermanentError, TransientError
from bot.table.mail import read_address
from rules.text import Text

log = logging.getLogger(__name__)

_SHAPE = "must be like smtps://user:password@mail.example:465/?from=games@example.org"


@dataclass(frozen=True, slots=True)
class SmtpServer:
    """Takes e-mails. tls: from the first byte; otherwise STARTTLS, except on this machine."""

    host: str
    port: int
    sender: str
    tls: bool
    user: str | None
    password: str | None = field(repr=False)

    @classmethod
    def read(cls, said: str) -> Self:
        """Read an address. Raises ValueError without its password."""
        try:
            url = urlsplit(said)
            host, port, asked = url.hostname, url.port, dict(parse_qsl(url.query))
            sender = read_address(asked.pop("from", ""))
        except ValueError:
            raise ValueError(_SHAPE) from None
        odd = asked or url.path not in ("", "/") or url.fragment or not said.isprintable()
        if not host or odd or url.scheme not in ("smtp", "smtps"):
            raise ValueError(_SHAPE)
        user, password = (part and unquote(part) for part in (url.username, url.password))
        tls = url.scheme == "smtps"
        return cls(host, port or (465 if tls else 587), sender, tls, user or None, password or None)

    def _connection(self) -> aiosmtplib.SMTP:
        return aiosmtplib.SMTP(
            hostname=self.host,
            port=self.port,
            username=self.user,
            password=self.password,
            use_tls=self.tls,
            start_tls=not self.tls and not _on_this_machine(self.host),
            local_hostname=self.sender.rpartition("@")[2],
            timeout=10,  # seconds for each answer
        )

    async def send(self, mail: EmailMessage) -> None:
        """Send an e-mail to its one address. Raises TransientError; PermanentError if the address
        takes no e-mail from here."""
        try:
            async with self._connection() as server:
                await server.sendmail(self.sender, [mail["To"]], mail.as_bytes())
        except (SMTPException, OSError, ValueError) as failed:
            refusal = failed.recipients[0] if isinstance(failed, SMTPRecipientsRefused) else failed
            status, why = getattr(refusal, "code", 0), type(failed).__name__
            log.warning("e-mail not sent", extra={"why": why, "status": status})  # no address
            if status >= 500 and isinstance(failed, SMTPRecipientsRefused | SMTPDataError):
                raise PermanentError(Text("the mail server refused it")) from None
            raise TransientError(Text("my mail server isn't working right now")) from None

    async def check(self) -> None:
        """Sign in without sending anything. Raises SMTPException, OSError, ValueError."""
        async with self._connection() as server:
            await server.noop()


def _on_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"

"""E-mail addresses, and the server that takes e-mails (bot/ops/smtp.py). An address is stored as
`ann@example.org WORD`, whose word is in the link that stops the e-mails."""

import re
from email.message import EmailMessage
from typing import Final, Protocol

EMAIL: Final = "email"  # the setting with the address
LONGEST: Final = 254  # characters of an address
_ATOM, _LABEL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+", "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
# One plain address, without a name, list, quotes or brackets. A host without a dot would be a
# mailbox on the mail server's own machine, and a number at the end an IP address.
_ADDRESS: Final = re.compile(rf"{_ATOM}(?:\.{_ATOM})*@(?:{_LABEL}\.)+(?![0-9]){_LABEL}")


class MailServer(Protocol):
    """Takes e-mails."""

    @property
    def sender(self) -> str: ...  # the address that they come from

    # Raises TransientError; PermanentError if the address takes no e-mail from here.
    async def send(self, mail: EmailMessage) -> None: ...


def read_address(said: str) -> str:
    """An address with its domain in ASCII, as servers know it. Raises ValueError."""
    local, _, domain = said.strip().rpartition("@")
    plain = domain.lower().encode("idna").decode()  # UnicodeError is a ValueError
    address = f"{local}@{plain}"
    # ß and some other letters name another domain by the newer rules.
    if domain.lower() not in (plain, plain.encode().decode("idna")):
        raise ValueError(said)
    if len(local) > 64 or len(address) > LONGEST or not _ADDRESS.fullmatch(address):
        raise ValueError(said)
    return address

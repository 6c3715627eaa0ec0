"""PostgreSQL's errors in our words.

Its own words may hold the address, the name of a user, or a row with a seed or a hand, so they
appear neither in a sentence nor as the cause of an error.
"""

import re
from typing import Final

import psycopg

from storage.errors import ON_SERVER, Damaged, Unreachable, Unwritable

# By the first letters of the code; the longest match counts.
REASONS: Final = {
    "08": "the server isn't responding",
    "25006": "it's read-only",
    "25P03": "the server closed the connection",
    "40": "others are writing to it at the same time",
    "42501": "permission denied",
    "53": "the server is out of resources",
    "53100": "the disk is full",
    "53300": "the server has too many connections",
    "54": "it's too large for the server",
    "55P03": "others are writing to it at the same time",
    "57": "the server is starting or shutting down",
    "57014": "the server took too long",
    "58": "disk error (the disk may be full or gone)",
}
DAMAGED: Final = "XX00"
# By words of the message that refuses a connection, which has no code.
REFUSALS: Final = {
    "starting up": "the server is starting or shutting down",
    "shutting down": "the server is starting or shutting down",
    "recovery": "the server is starting or shutting down",
    "too many": "the server has too many connections",
    "connection slots": "the server has too many connections",
    "no pg_hba.conf entry": "the server doesn't accept connections from here",
    "certificate": "the connection couldn't be secured",
    "password": "the user or the password is wrong",
    "role": "the user or the password is wrong",
    "database": "there's no database with that name",
}
NO_ANSWER: Final = REASONS["08"]
MALFORMED: Final = "its address or one of its options isn't valid"
# Reasons that pass without a change of settings.
PASSES: Final = (NO_ANSWER, REASONS["57"], REASONS["53300"])


class BadAddress(psycopg.OperationalError):
    """An address that cannot be read. It holds a password, so it is not quoted."""


class BadStatement(Exception):
    """A mistake in our code that the server found; its text is only the server's code."""


def why(error: psycopg.Error) -> str | None:
    """The reason, with the server's code for it; None: the server is not to blame."""
    if isinstance(error, psycopg.OperationalError) and error.sqlstate is None:
        return refusal(error)
    code = error.sqlstate or ""
    fitting = [known for known in REASONS if code.startswith(known)]
    return f"{REASONS[max(fitting, key=len)]} ({code})" if fitting else None


def refusal(error: psycopg.Error) -> str:
    """Why there is no connection. A server may answer in another language than English."""
    _, fatal, words = str(error).partition("FATAL:")
    if isinstance(error, BadAddress) or re.search(r"invalid \S+ value", str(error)):
        return MALFORMED
    if not fatal:
        return NO_ANSWER
    return next(
        (ours for theirs, ours in REFUSALS.items() if theirs in words),
        "the server refused the connection",
    )


def unusable(reason: str) -> Unwritable:
    """The error for a reason: Unreachable if it passes without a change of settings."""
    kind = Unreachable if reason.startswith(PASSES) else Unwritable
    return kind(ON_SERVER, reason)


def failure(error: psycopg.Error) -> Exception:
    """The error to raise, `from None`, in place of PostgreSQL's."""
    code = error.sqlstate or ""
    if code.startswith(DAMAGED):
        return Damaged(ON_SERVER)
    if reason := why(error):
        return unusable(reason)
    constraint = error.diag.constraint_name or ""
    return BadStatement(" ".join(filter(None, (type(error).__name__, code, constraint))))

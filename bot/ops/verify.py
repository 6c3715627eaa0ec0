"""`lumbercamp verify RECORD [--card HASH] [--board L7:31:3f9a-12c0-77de …]`: every seat, roll and
draw of a finished game drawn again, the seed compared with what the lobby's card showed, and the
rows with what boards showed."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from bot.app import HOSTED
from bot.core.game import Games
from bot.domain import verify
from bot.domain.digests import with_boards
from bot.domain.verify import Outcome, Verdict
from bot.ops.replay import UNREADABLE, WRONG, plain, recorded
from rules.record import Corrupt, OtherVersion, Record

# The exit codes; UNREADABLE is another.
CODES = {Outcome.FAIR: 0, Outcome.WRONG: WRONG, Outcome.CLOSED: 3}


def run(path: str, card: str = "", boards: Sequence[str] = ()) -> int:
    """Verify the record in a file, or on standard input for `-`; the exit code. card: the hash
    that the lobby's card showed; boards: the digests of boards."""
    try:
        record = recorded(path)
    except (OSError, UnicodeDecodeError) as error:
        why = (
            (error.strerror or str(error)).lower()
            if isinstance(error, OSError)
            else "it isn't text"
        )
        print(f"Can't read {path}: {why}.", file=sys.stderr)
        return UNREADABLE
    except OtherVersion as other:
        print(f"Can't read {path}: {other}.", file=sys.stderr)
        return UNREADABLE
    except Corrupt as corrupt:
        print(f"{path} isn't a valid record: {corrupt}.", file=sys.stderr)
        return WRONG
    if record.kind not in HOSTED:
        print(f"Can't verify this: unknown game {record.kind}.", file=sys.stderr)
        return WRONG
    verdict = verified(record, card.strip().lower(), boards=boards, now=time.time())
    told = "\n".join(map(plain, str(verdict.told).splitlines()))
    print(told, file=sys.stderr if verdict.outcome is Outcome.WRONG else sys.stdout)
    return CODES[verdict.outcome]


def verified(
    record: Record,
    card: str = "",
    games: Games = HOSTED,
    boards: Sequence[str] = (),
    now: float | None = None,
) -> Verdict:
    """Draw everything in a record again, which is of one of these games, and compare boards."""
    rules = games[record.kind].game
    return with_boards(rules, record, verify.verified(rules, record, card, now), boards)

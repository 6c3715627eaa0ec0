"""`lumbercamp verify RECORD [--card HASH]`: every seat, roll and draw of a finished game drawn
again, and the seed compared with what the lobby's card showed."""

from __future__ import annotations

import sys

from bot.app import HOSTED
from bot.games import verify
from bot.games.game import Games
from bot.games.verify import Verdict
from bot.ops.replay import UNREADABLE, WRONG, plain, recorded
from rules.record import Corrupt, Record


def run(path: str, card: str = "") -> int:
    """Verify the record in a file, or on standard input for `-`; the exit code. card: the hash
    that the lobby's card showed."""
    try:
        record = recorded(path)
    except (OSError, UnicodeDecodeError) as error:
        why = (error.strerror or str(error)).lower() if isinstance(error, OSError) else "not text"
        print(f"{path} was not read: {why}.", file=sys.stderr)
        return UNREADABLE
    except Corrupt as corrupt:
        print(f"{path} is not a sound record: {corrupt}.", file=sys.stderr)
        return WRONG
    if record.kind not in HOSTED:
        print(f"Nothing was verified: the game {record.kind} is not known.", file=sys.stderr)
        return WRONG
    verdict = verified(record, card.strip().lower())
    told = "\n".join(map(plain, str(verdict.told).splitlines()))
    print(told, file=sys.stdout if verdict.fair else sys.stderr)
    return 0 if verdict.fair else WRONG


def verified(record: Record, card: str = "", games: Games = HOSTED) -> Verdict:
    """Draw everything in a record again, which is of one of these games."""
    return verify.verified(games[record.kind].game, record, card)

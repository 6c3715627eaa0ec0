"""Whether a turn can be taken back: by its player alone, or with the consent of the others."""

from __future__ import annotations

from bot.core.effective import answerable, effective_rows, without_choice
from bot.core.game import Game
from bot.domain.computers import anybody
from bot.domain.seats import computed
from bot.text import errors
from rules.errors import Unavailable
from rules.game import NATURE, TABLE, Seat
from rules.text import Text
from storage import Row


def too_late(game: Game, log: list[Row], seat: Seat) -> Text | None:
    """Why a seat cannot take its last turn back by itself. It can where that was the last one that
    somebody said; what followed from it without a choice is no answer to it, nor what computers
    have played since."""
    alone = {*without_choice(log), *computed(game, log)}
    rows = answerable(log, game.n, alone)
    if not rows or rows[-1][1] != seat:
        if any(row[1] == seat for row in effective_rows(log, game.n)[len(rows) :]):
            return errors.was_not_asked(game)
        return errors.not_yours_to_take_back(game, rows)
    last = rows[-1][0]
    # Whoever plays against computers alone has answered nobody by a turn that they took back.
    quiet = () if anybody(game, but=seat) else (seat,)
    said = (row for row in log if row.n > last and row.seat >= 0 and row.seat not in quiet)
    if any(row.n not in alone for row in said):
        return errors.answered_already(game)
    return None


def by_consent(game: Game, log: list[Row], seat: Seat) -> Row:
    """The last turn that a seat has said, if the others may agree to take it back, with all that
    followed. Raises Unavailable: what chance has shown cannot be unseen, and who left has left."""
    counting, alone = {row[0] for row in effective_rows(log, game.n)}, without_choice(log)
    mine = [r for r in log if r.n in counting - alone and r.seat == seat]
    if not mine:
        raise Unavailable(errors.nothing_of_yours(game))
    since = {row.seat for row in log if row.n in counting and row.n > mine[-1].n}
    if NATURE in since:
        raise Unavailable(errors.seen_since(game))
    if TABLE in since:
        raise Unavailable(errors.left_since(game))
    return mine[-1]

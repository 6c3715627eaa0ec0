"""Whether a turn can be undone: by its player alone, or if all others agree."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.computers import anybody
from bot.table.effective import answerable, effective_rows, without_choice
from bot.table.game import Game
from bot.table.names import seated
from bot.table.seats import computed
from rules.errors import Unavailable
from rules.game import NATURE, TABLE, Seat
from rules.history import Told
from rules.text import Text
from storage import Row


def too_late(game: Game, log: list[Row], seat: Seat) -> Text | None:
    """Why a seat can't undo its last turn alone, or None if it can. A later turn of a person is an
    answer; turns without a choice, and turns of computers, aren't."""
    alone = {*without_choice(log), *computed(game, log)}
    rows = answerable(log, game.n, alone)
    if not rows or rows[-1][1] != seat:
        if any(row[1] == seat for row in effective_rows(log, game.n)[len(rows) :]):
            return Text(
                "You can't undo: your last turn in {game} was the only legal one, so it was played "
                "for you.",
                game=game,
            )
        return _not_yours(game, rows)
    last = rows[-1][0]
    # Among computers, a turn that its player undid is no answer to anyone.
    quiet = () if anybody(game, but=seat) else (seat,)
    said = (row for row in log if row.n > last and row.seat >= 0 and row.seat not in quiet)
    if any(row.n not in alone for row in said):
        return Text(
            "You can't undo: someone has already played since your turn in {game}. That counts "
            "even if they undid it.",
            game=game,
        )
    return None


def by_consent(game: Game, log: list[Row], seat: Seat) -> Row:
    """The last turn of a seat, if the others may agree to undo it and everything since. Raises
    Unavailable after a die, a drawn card, or a departure."""
    counting, alone = {row[0] for row in effective_rows(log, game.n)}, without_choice(log)
    mine = [r for r in log if r.n in counting - alone and r.seat == seat]
    if not mine:
        raise Unavailable(Text("You have no turn to undo in {game}.", game=game))
    since = {row.seat for row in log if row.n in counting and row.n > mine[-1].n}
    if NATURE in since:
        die = Text(
            "You can't undo: a die has been rolled since your turn in {game}, and nobody can "
            "unsee it. The other players can't allow an undo either.",
            game=game,
        )
        card = Text(
            "You can't undo: a card has been drawn since your turn in {game}, and nobody can "
            "unsee it. The other players can't allow an undo either.",
            game=game,
        )
        raise Unavailable(card if game.rules.hidden_information else die)
    if TABLE in since:
        raise Unavailable(
            Text("You can't undo: someone has left {game} since your turn.", game=game)
        )
    return mine[-1]


def _not_yours(game: Game, rows: Sequence[Told]) -> Text:
    if not rows:
        return Text(
            "Nothing has been played in {game} yet, so there's nothing to undo.",
            game=game,
        )
    if rows[-1][1] >= 0:
        return Text(
            "You can't undo: the last turn in {game} was {name}'s.",
            name=seated(game.sitters)[rows[-1][1]],
            game=game,
        )
    if rows[-1][1] == NATURE:
        return Text(
            "You can't undo: a die has been rolled or a card drawn since the last turn in {game}.",
            game=game,
        )
    return Text(
        "You can't undo: something else has happened in {game} since your turn.",
        game=game,
    )

"""The consequences of a line, and changes that any commit can add to a game.

After a line come the turn ordered for this moment, the answers of chance and turns without a
choice, until a player has a choice or the game is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.table.clocks import resumed, stopped
from bot.table.commit import Closed
from bot.table.game import CHANCE, IMPOSSIBLE, OTHERWISE, PAUSED, Fates, Game, Span, standing
from bot.table.rows import NO_CHOICE, LobbyEdit, OutboxRow, PlayBy, ResultPost, TurnPost, line_of
from bot.table.table import Table, nature
from rules.drafting import Draft, draft
from rules.errors import Refused
from rules.game import NATURE, converges
from rules.history import PREMOVE, Word
from rules.play import checksum, perform, unattended
from storage import Change, Line, NewTimer, OrderFates, PostedAnew, Result

UNASKED = 100  # most turns without a choice in one commit; then the player is asked anyway


def card_of(game: Game) -> tuple[str, ...]:
    """The post that updates a game's card in the channel, if the game is in a thread."""
    return (LobbyEdit().encode(),) if game.channel != game.home else ()


def stop(game: Game, said: Change, timer: NewTimer, now: float, away: Sequence[Span]) -> Change:
    """The change that also pauses a game. timer: for the end of the pause; away: outages."""
    still = stopped(game, now, away) or Change((), "")
    return replace(
        said,
        aside=True,
        done=(*said.done, *still.done),
        timers=(*said.timers, timer),
        added=(*said.added, *still.added),
        posts=(*said.posts, PlayBy().encode(), *card_of(game)),
    )


def go_on(game: Game, said: Change, now: float) -> Change:
    """The change that also resumes a paused game."""
    there = tuple(timer for timer in game.timers if timer.kind == PAUSED)
    posts = (*said.posts, PlayBy().encode(), *card_of(game))
    change = replace(said, aside=True, done=(*said.done, *there), posts=posts)
    return change.plus(resumed(game, now))


def take_back(there: Table, said: Change) -> Change:
    """The change that also takes a game back to an earlier position."""
    undo = line_of(Word("undo", row=there.n), checksum(there.at.state))
    change = replace(
        said,
        lines=(*said.lines, undo),
        on_turn=there.actor,
        done=(*said.done, CHANCE),
        posts=(TurnPost().encode(), *card_of(there.game), *said.posts),
    )
    return change.plus(PostedAnew())


def close(said: Change, word: str = "cancel", post: OutboxRow | None = None) -> Change:
    """The change that also closes a game without a winner. post: announces the end."""
    posts = (LobbyEdit().encode(), (post or Closed()).encode(), *said.posts)
    lines = (*said.lines, line_of(Word(word)))
    return replace(said, lines=lines, status="cancelled", on_turn=None, posts=posts)


def advance(
    table: Table, said: tuple[Line, ...], key: str, *, due: float | None = None
) -> tuple[Change, Table]:
    """The change that records the said lines and everything that follows without a player's choice,
    and the table after it. table: after the said lines; due: until when chance waits, while they
    can still be taken back."""
    lines, left, fates = [*said], UNASKED, Fates()
    # A secret draw after a turn doesn't answer it: an order waits for the next player.
    drawn = table.kind.game.hidden_information and table.actor == NATURE and due is None
    if not drawn:
        table, ordered, fates = _by_order(table, said)
        lines += ordered
    while True:
        if table.actor == NATURE and due is None:
            more, at = nature(table.game, table.at)
        elif left and (turn := only_turn(table)) is not None:
            left -= 1
            more = (Line(table.actor, turn.line, checksum(turn.state)),)
            at = table.at.then(turn.state, turn.events, table.actor, NO_CHOICE)
        else:
            break
        lines += more
        table = replace(table, n=table.n + len(more), at=at)
        if drawn:
            table, ordered, fates = _by_order(table, said)
            lines, drawn = lines + ordered, False
    if table.actor == NATURE and due is not None:
        timers, posts = (NewTimer(CHANCE, due),), card_of(table.game)
        waiting = Change(tuple(lines), key, on_turn=None, timers=timers, posts=posts)
        return waiting.plus(OrderFates(fates)), table
    return _called(table, tuple(lines), key, fates), table


def _by_order(table: Table, said: tuple[Line, ...]) -> tuple[Table, list[Line], Fates]:
    """The table after the turn ordered for this moment, if any, its rows, and the fates of all
    orders."""
    fates = {order.id: OTHERWISE for order in table.game.orders if not order.fell}
    if table.actor < 0 or not said or said[-1].seat < 0:
        return table, [], tuple(fates.items())
    mine, seat = standing(table.game, table.actor), table.actor
    for order in mine:
        words = order.condition.split()
        begins = said[-1].text.split()[: len(words)] == words
        if not (begins or (order.mark and said[-1].mark == order.mark)):
            continue
        fates[order.id] = IMPOSSIBLE
        with suppress(Refused):
            turn = draft(table.kind, table.mine, "", kept=order.line.split(), typed=False)
            if turn.complete:
                break
    else:
        return table, [], tuple(fates.items())
    fates |= {each.id: "" for each in mine}
    turn = on_truth(table, turn)
    rows = [line_of(Word(PREMOVE, seat)), Line(seat, turn.line, checksum(turn.state))]
    at = table.at.then(turn.state, turn.events, seat, PREMOVE)
    return replace(table, n=table.n + len(rows), at=at), rows, tuple(fates.items())


def on_truth(table: Table, drafted: Draft[Any]) -> Draft[Any]:
    """A draft on a player's view, as a draft on the whole state: the same steps, not read again."""
    if not table.kind.game.hidden_information:
        return drafted
    state, events = perform(table.kind.game, table.at.state, drafted.line)
    return replace(drafted, state=state, events=tuple(events))


def only_turn(table: Table) -> Draft[Any] | None:
    """The turn of the next player, if every way to say one ends in the same position. With hidden
    hands, everybody must be able to see that: a turn played at once would give away a hand."""
    if table.actor < 0:
        return None
    game, state = table.kind.game, table.at.state
    views = (game.view(state, None), table.mine, state) if game.hidden_information else (state,)
    found: Draft[Any] | None = None
    for view in views:
        if found is None and game.forced(view) is None:
            return None  # usually there is a choice, and no draft is needed
        drafted = draft(table.kind, view, "", kept=found.line.split() if found else (), typed=False)
        if not drafted.complete or drafted.said:
            if not converges(game, view if found else drafted.state):
                return None
            if not drafted.complete:  # end a begun turn as if its time were over
                rest, _ = unattended(game, drafted.state)
                line = f"{drafted.line} {rest}"
                drafted = draft(table.kind, view, "", kept=line.split(), typed=False)
        found = drafted
    return found


def _called(after: Table, lines: tuple[Line, ...], key: str, fates: Fates) -> Change:
    """The change to a table at which chance doesn't wait: mention the next player, or post the
    result. fates: of the orders."""
    change = Change(
        lines,
        key,
        status="over" if after.over else None,
        on_turn=None if after.over else after.actor,
        done=(CHANCE,),
        results=results(after) if after.over else (),
        turns=after.at.turns if after.over else 0,
        posts=((ResultPost() if after.over else TurnPost()).encode(), *card_of(after.game)),
    )
    return change.plus(OrderFates(fates))


def drawn(table: Table) -> tuple[Result, ...]:
    """The results of an agreed draw: nobody has won, and all remaining players share first
    place."""
    scores = table.kind.game.scores(table.at.state)
    shared = [1 if score else 1 + sum(map(bool, scores)) for score in scores]
    return tuple(
        replace(each, won=False, place=place)
        for each, place in zip(results(table), shared, strict=True)
    )


def results(table: Table) -> tuple[Result, ...]:
    """The result of each seat in a finished game; players who left come last."""
    winners, game = table.winners(), table.kind.game
    scores, compared = game.scores(table.at.state), game.comparable(table.at.state)
    return tuple(
        Result(
            seat,
            score[0] if score else 0,
            won=winners == (seat,),
            place=1 + sum(other > compared[seat] for other in compared),
        )
        for seat, score in enumerate(scores)
    )

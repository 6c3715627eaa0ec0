"""The start of a game, the consequences of a line, and changes that any commit can add to a game.

A post announces the start, and its id draws the seats and the first dice or cards: a person who
knows the seed and joins last can't choose a seat. If only one person has come, nobody can be
cheated, and the game begins at once.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from bot.table import rows as kinds
from bot.table.clocks import stop_clock, stopped_clock
from bot.table.commit import Closed
from bot.table.game import (
    ALERT,
    CHANCE,
    IMPOSSIBLE,
    LOBBY_CLOSES,
    PAUSED,
    Game,
    Span,
    drop_all,
    fates,
    follow_ups,
    standing,
)
from bot.table.table import Table, nature, opening
from rules.dice import SEATING, shuffle
from rules.drafting import Draft, draft
from rules.errors import Refused
from rules.game import NATURE, Setup, converges
from rules.history import PREMOVE, Word
from rules.play import PLACE, checksum, perform, play_unattended, seats_from
from storage import Change, Line, NewTimer, OrderRow, Result, Row, Sitter

UNASKED = 100  # most turns without a choice in one commit; then the player is asked anyway


def card_of(game: Game) -> tuple[str, ...]:
    """The post that updates a game's card in the channel, if the game is in a thread."""
    return (kinds.LobbyEdit().encode(),) if game.channel != game.home else ()


def stop(game: Game, said: Change, timer: NewTimer, now: float, away: Sequence[Span]) -> Change:
    """The change that also pauses a game. timer: for the end of the pause; away: outages."""
    still = stop_clock(game, now, away) or Change((), "")
    return replace(
        said,
        aside=True,
        done=(*said.done, *still.done),
        timers=(*said.timers, timer),
        clocks=(*said.clocks, *still.clocks),
        spent=(*said.spent, *still.spent),
        posts=(*said.posts, kinds.PlayBy().encode(), *card_of(game)),
    )


def go_on(game: Game, said: Change, now: float) -> Change:
    """The change that also resumes a paused game."""
    there = tuple(timer for timer in game.timers if timer.kind == PAUSED)
    posts = (*said.posts, kinds.PlayBy().encode(), *card_of(game))
    clock, done = stopped_clock(game), (*said.done, *there)
    clocks = () if clock is None else (replace(clock, since=now),)
    return replace(said, aside=True, done=done, posts=posts, clocks=clocks)


def take_back(there: Table, said: Change) -> Change:
    """The change that also takes a game back to an earlier position."""
    return replace(
        said,
        lines=(*said.lines, kinds.line_of(Word("undo", row=there.n), checksum(there.at.state))),
        on_turn=there.actor,
        done=(*said.done, CHANCE),
        posts=(kinds.TurnPost().encode(), *card_of(there.game), *said.posts),
        again=True,
    )


def close(said: Change, word: str = "cancel", post: kinds.OutboxRow | None = None) -> Change:
    """The change that also closes a game without a winner. post: announces the end."""
    posts = (kinds.LobbyEdit().encode(), (post or Closed()).encode(), *said.posts)
    lines = (*said.lines, kinds.line_of(Word(word)))
    return replace(said, lines=lines, status="cancelled", on_turn=None, posts=posts)


def starting(
    game: Game,
    rows: Sequence[Row],
    key: str,
    before: tuple[Line, ...] = (),  # the lines said along with the start
    sitters: tuple[Sitter, ...] | None = None,  # in place of the game's own
    *,
    announced: bool = False,
) -> Change:
    """The change that starts a game: announce the start if anyone joined, else begin at once.

    Play begins with the seats and the first answers of chance, all drawn with the game's newest
    post. For a rematch of exactly the same people, the seats move on by one.
    """
    sitters = game.sitters if sitters is None else sitters
    said = [*(row.text for row in rows), *(line.text for line in before)]
    if not announced and any(text.startswith("join") for text in said):
        return Change(before, key, sitters, posts=(kinds.Begins().encode(),), settled=True)
    at = opening(game, len(sitters), (*rows, *before))
    users, moved_on = [str(each.user) for each in sitters], game.options.get("order", "").split()
    if sorted(users) == sorted(moved_on):
        again, order = "rematch", tuple(map(users.index, moved_on))
    elif PLACE in game.options:
        again, order = "from", seats_from(Setup(len(sitters), game.options))
    else:
        again, order = "", shuffle(at.chance.after(game.draws), SEATING, range(len(sitters)))
    start = kinds.line_of(Word("start", what=again, places=order), post=game.draws)
    seated = replace(game, sitters=tuple(sitters[i] for i in order))
    change, _ = advance(Table(seated, game.n + len(before) + 1, at), (*before, start), key)
    return replace(
        change,
        sitters=seated.sitters,
        status=change.status or "playing",
        posts=(kinds.TurnPost().encode(), kinds.LobbyEdit().encode()),
        done=(*change.done, LOBBY_CLOSES, ALERT),
    )


def advance(
    table: Table, said: tuple[Line, ...], key: str, *, due: float | None = None
) -> tuple[Change, Table]:
    """The change that records the said lines and everything that follows without a player's choice,
    and the table after it. table: after the said lines; due: until when chance waits, while they
    can still be taken back."""
    lines, left, hidden = [*said], UNASKED, table.kind.game.hidden_information
    orders = tuple(order for order in table.game.orders if not order.fell)
    last, orders = (said[-1], orders) if said else (None, drop_all(orders))
    while True:
        # A secret draw after a turn doesn't answer it: an order waits for the next player.
        if last is not None and not (hidden and table.actor == NATURE and due is None):
            table, ordered, orders = _by_order(table, last, orders)
            lines, last = lines + ordered, None
        if table.actor == NATURE and due is None:
            more, at = nature(table.game, table.at)
        elif left and (turn := only_turn(table)) is not None:
            left -= 1
            last = Line(table.actor, turn.line, checksum(turn.state))
            more, at = (last,), table.at.then(turn.state, turn.events, table.actor, kinds.NO_CHOICE)
        else:
            break
        lines += more
        table = replace(table, n=table.n + len(more), at=at)
    card, new = card_of(table.game), tuple(order for order in orders if not order.id)
    change = partial(Change, tuple(lines), key, fates=fates(table.game, orders), orders=new)
    if table.actor == NATURE and due is not None:
        return change(on_turn=None, timers=(NewTimer(CHANCE, due),), posts=card), table
    if not table.over:
        posts = (kinds.TurnPost().encode(), *card)
        return change(on_turn=table.actor, done=(CHANCE,), posts=posts), table
    ended = change(
        status="over",
        on_turn=None,
        done=(CHANCE,),
        results=results(table),
        turns=table.at.turns,
        posts=(kinds.ResultPost().encode(), *card),
    )
    return ended, table


def _by_order(
    table: Table, last: Line, orders: tuple[OrderRow, ...]
) -> tuple[Table, list[Line], tuple[OrderRow, ...]]:
    """The table after the turn ordered for this moment, if any, its rows, and the orders after it:
    those that follow it, and dropped ones. last: the turn before."""
    seat = table.actor
    for order in standing(orders, seat) if last.seat >= 0 else ():
        words = order.condition.split()
        begins = last.text.split()[: len(words)] == words
        if not (begins or (order.mark and last.mark == order.mark)):
            continue
        with suppress(Refused):
            turn = draft(table.kind, table.mine, "", kept=order.line.split(), typed=False)
            if turn.complete:
                break
        impossible = replace(order, fell=IMPOSSIBLE)
        orders = tuple(impossible if each is order else each for each in orders)
    else:
        return table, [], drop_all(orders)
    turn = on_truth(table, turn)
    rows = [kinds.line_of(Word(PREMOVE, seat)), Line(seat, turn.line, checksum(turn.state))]
    at = table.at.then(turn.state, turn.events, seat, PREMOVE)
    table = replace(table, n=table.n + len(rows), at=at)
    following = (replace(each, id=0) for each in follow_ups(order, orders))
    return table, rows, (*following, *drop_all(each for each in orders if each.seat != seat))


def on_truth(table: Table, drafted: Draft[Any]) -> Draft[Any]:
    """A draft on a player's view, as a draft on the whole state: the same steps, not read again."""
    if not table.kind.game.hidden_information:
        return drafted
    state, events = perform(table.kind.game, table.at.state, drafted.line)
    return drafted._replace(state=state, events=tuple(events))


def only_turn(table: Table) -> Draft[Any] | None:
    """The turn of the next player, if every way to say one ends in the same position. With hidden
    hands, everybody must be able to see that: a turn played at once would give away a hand."""
    if table.actor < 0:
        return None
    game, state = table.kind.game, table.at.state
    views = (game.view(state, None), table.mine, state) if game.hidden_information else (state,)
    found: Draft[Any] | None = None
    for view in views:
        if found is None and game.forced_step(view) is None:
            return None  # usually there is a choice, and no draft is needed
        drafted = draft(table.kind, view, "", kept=found.line.split() if found else (), typed=False)
        if not drafted.complete or drafted.said:
            if not converges(game, view if found else drafted.state):
                return None
            if not drafted.complete:  # end a begun turn as if its time were over
                rest, _ = play_unattended(game, drafted.state)
                line = f"{drafted.line} {rest}"
                drafted = draft(table.kind, view, "", kept=line.split(), typed=False)
        found = drafted
    return found


def draw_results(table: Table) -> tuple[Result, ...]:
    """The results of an agreed draw: nobody wins, and all remaining players share first place."""
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
